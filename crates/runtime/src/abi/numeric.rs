//! Matrix products.

use super::{NOWHERE, enter, misuse};
use crate::core::Core;
use crate::element::ElementType;

/// A matrix in memory: address and the strides of rows and columns, in elements.
#[derive(Clone, Copy)]
struct Matrix<T> {
    base: *mut T,
    row: isize,
    column: isize,
}

impl<T> Matrix<T> {
    fn at(&self, row: usize, column: usize) -> *mut T {
        self.base.wrapping_offset(row as isize * self.row + column as isize * self.column)
    }
}

/// `C = A * B`, or `C += A * B` when `accumulate` is not zero, with A of `m` x `k`, B of `k` x `n` and
/// C of `m` x `n`; `rs_` and `cs_` are distances of rows and columns in elements. Elements are f32, or
/// i32 with wrapping arithmetic. C must not overlap A or B.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_gemm(
    core: *mut Core,
    element: i32,
    m: i64,
    n: i64,
    k: i64,
    a: *const u8,
    rs_a: i64,
    cs_a: i64,
    b: *const u8,
    rs_b: i64,
    cs_b: i64,
    c: *mut u8,
    rs_c: i64,
    cs_c: i64,
    accumulate: i32,
) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |_, _| {
            let size =
                |size: i64| usize::try_from(size).map_err(|_| misuse(format!("a matrix of size {size}")));
            let sizes = (size(m)?, size(n)?, size(k)?);
            match ElementType::from_code(element) {
                Some(ElementType::F32) => single(
                    sizes,
                    Matrix { base: a.cast_mut().cast(), row: rs_a as isize, column: cs_a as isize },
                    Matrix { base: b.cast_mut().cast(), row: rs_b as isize, column: cs_b as isize },
                    Matrix { base: c.cast(), row: rs_c as isize, column: cs_c as isize },
                    accumulate != 0,
                ),
                Some(ElementType::I32) => integer(
                    sizes,
                    Matrix { base: a.cast_mut().cast(), row: rs_a as isize, column: cs_a as isize },
                    Matrix { base: b.cast_mut().cast(), row: rs_b as isize, column: cs_b as isize },
                    Matrix { base: c.cast(), row: rs_c as isize, column: cs_c as isize },
                    accumulate != 0,
                ),
                _ => {
                    return Err(misuse(format!("no matrix product for element code {element}")));
                }
            }
            Ok(())
        })
    }
}

/// # Safety
/// The matrices span `m` x `k`, `k` x `n` and `m` x `n` elements at their strides.
unsafe fn single(
    (m, n, k): (usize, usize, usize),
    a: Matrix<f32>,
    b: Matrix<f32>,
    c: Matrix<f32>,
    accumulate: bool,
) {
    // SAFETY: the caller's contract is that of `gemm`.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            c.base,
            c.column,
            c.row,
            accumulate,
            a.base,
            a.column,
            a.row,
            b.base,
            b.column,
            b.row,
            1.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// Columns of B and C that stay in the first cache while a row of A passes.
const BLOCK: usize = 256;

/// # Safety
/// As [`single`].
unsafe fn integer(
    (m, n, k): (usize, usize, usize),
    a: Matrix<i32>,
    b: Matrix<i32>,
    c: Matrix<i32>,
    accumulate: bool,
) {
    for first in (0..n).step_by(BLOCK) {
        let columns = first..(first + BLOCK).min(n);
        for row in 0..m {
            // SAFETY (all accesses): indices are below the sizes that the caller vouches for.
            unsafe {
                if !accumulate {
                    columns.clone().for_each(|column| c.at(row, column).write_unaligned(0));
                }
                for inner in 0..k {
                    let factor = a.at(row, inner).read_unaligned();
                    for column in columns.clone() {
                        let product = factor.wrapping_mul(b.at(inner, column).read_unaligned());
                        let cell = c.at(row, column);
                        cell.write_unaligned(cell.read_unaligned().wrapping_add(product));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(a: &[i32], b: &[i32], (m, n, k): (usize, usize, usize)) -> Vec<i32> {
        let cell = |row: usize, column: usize| {
            (0..k)
                .map(|inner| a[row * k + inner].wrapping_mul(b[inner * n + column]))
                .fold(0_i32, i32::wrapping_add)
        };
        (0..m * n).map(|at| cell(at / n, at % n)).collect()
    }

    fn matrix<T>(values: &mut [T], row: isize) -> Matrix<T> {
        Matrix { base: values.as_mut_ptr(), row, column: 1 }
    }

    #[test]
    fn integers_wrap_and_accumulate() {
        let sizes = (3, 300, 5);
        let mut a: Vec<i32> = (0..15_i32).map(|i| i.wrapping_mul(300_000_007)).collect();
        let mut b: Vec<i32> = (0..1500).map(|i| i * 7_919 - 4).collect();
        let expected = naive(&a, &b, sizes);
        let mut c = vec![99; 900];
        for accumulate in [false, true] {
            // SAFETY: the vectors have the sizes told.
            unsafe {
                integer(sizes, matrix(&mut a, 5), matrix(&mut b, 300), matrix(&mut c, 300), accumulate);
            }
            let times = if accumulate { 2 } else { 1 };
            let wanted: Vec<i32> = expected.iter().map(|cell| cell.wrapping_mul(times)).collect();
            assert_eq!(c, wanted);
        }
    }

    #[test]
    fn singles_take_any_strides() {
        let sizes = (3, 2, 4);
        let mut a: Vec<f32> = (0..12).map(|i| i as f32).collect();
        // B is stored by columns.
        let mut b: Vec<f32> = vec![1.0, 2.0, 3.0, 4.0, -1.0, 0.5, 0.0, 2.0];
        let mut c = vec![f32::NAN; 6];
        let turned = Matrix { base: b.as_mut_ptr(), row: 1, column: 4 };
        // SAFETY: the vectors have the sizes told.
        unsafe { single(sizes, matrix(&mut a, 4), turned, matrix(&mut c, 2), false) };
        assert_eq!(c, [20.0, 6.5, 60.0, 12.5, 100.0, 18.5]);
        // SAFETY: as above.
        unsafe { single(sizes, matrix(&mut a, 4), turned, matrix(&mut c, 2), true) };
        assert_eq!(c, [40.0, 13.0, 120.0, 25.0, 200.0, 37.0]);
    }
}
