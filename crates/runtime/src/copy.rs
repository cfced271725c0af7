//! Moving boxes of elements between strided memories.

use smallvec::SmallVec;

/// One number per dimension, without an allocation for usual ranks.
pub(crate) type Dims = SmallVec<[i64; 6]>;

/// A box of elements with a stride per dimension at either end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transfer {
    /// Bytes of one element.
    pub(crate) element: usize,
    /// Elements per dimension.
    pub(crate) sizes: Dims,
    /// Distance of neighbours at the source, in bytes.
    pub(crate) source: Dims,
    /// Distance of neighbours at the target, in bytes.
    pub(crate) target: Dims,
}

impl Transfer {
    /// A box with strides in elements.
    pub(crate) fn new(element: usize, sizes: &[i64], source: &[i64], target: &[i64]) -> Self {
        let bytes = i64::try_from(element).unwrap_or(i64::MAX);
        let scaled = |strides: &[i64]| strides.iter().map(|stride| stride.saturating_mul(bytes)).collect();
        Self { element, sizes: sizes.into(), source: scaled(source), target: scaled(target) }
    }

    /// Bytes that move; `None` when a size is negative or the product overflows.
    pub(crate) fn bytes(&self) -> Option<i64> {
        let element = i64::try_from(self.element).ok()?;
        self.sizes.iter().try_fold(
            element,
            |bytes, size| {
                if *size < 0 { None } else { bytes.checked_mul(*size) }
            },
        )
    }

    /// First and one-past-last byte touched relative to the start, for one end's strides; `None`
    /// when nothing is touched or the range overflows.
    pub(crate) fn extent(&self, strides: &[i64]) -> Option<(i64, i64)> {
        let mut range = (0_i64, i64::try_from(self.element).ok()?);
        for (size, stride) in self.sizes.iter().zip(strides) {
            let reach = size.checked_sub(1).filter(|last| *last >= 0)?.checked_mul(*stride)?;
            if reach < 0 {
                range.0 = range.0.checked_add(reach)?;
            } else {
                range.1 = range.1.checked_add(reach)?;
            }
        }
        Some(range)
    }

    /// The same box with a dense row-major target, and the same with a dense source.
    pub(crate) fn through_dense(&self) -> (Self, Self) {
        let mut dense: Dims = self.sizes.clone();
        let mut stride = i64::try_from(self.element).unwrap_or(i64::MAX);
        for dim in (0..dense.len()).rev() {
            let size = dense[dim];
            dense[dim] = stride;
            stride *= size.max(1);
        }
        (Self { target: dense.clone(), ..self.clone() }, Self { source: dense, ..self.clone() })
    }

    /// Moves the box. Overlapping ends give an unspecified mixture, never undefined behaviour.
    ///
    /// # Safety
    /// All bytes within [`Transfer::extent`] of `from` may be read and those of `to` written.
    pub(crate) unsafe fn run(&self, from: *const u8, to: *mut u8) {
        if self.sizes.iter().any(|size| *size <= 0) {
            return;
        }
        let (mut dims, run) = self.merged();
        let inner = dims.pop().unwrap_or(Dim { size: 1, source: 0, target: 0 });
        let mut position: SmallVec<[i64; 6]> = SmallVec::from_elem(0, dims.len());
        let (mut from, mut to) = (from, to);
        loop {
            // SAFETY: the row lies within the extents that the caller vouches for.
            unsafe { row(from, to, inner, run) };
            let mut dim = dims.len();
            loop {
                let Some(next) = dim.checked_sub(1) else {
                    return;
                };
                dim = next;
                let it = dims[dim];
                position[dim] += 1;
                if position[dim] < it.size {
                    from = from.wrapping_offset(it.source as isize);
                    to = to.wrapping_offset(it.target as isize);
                    break;
                }
                position[dim] = 0;
                from = from.wrapping_offset(-(it.source * (it.size - 1)) as isize);
                to = to.wrapping_offset(-(it.target * (it.size - 1)) as isize);
            }
        }
    }

    /// Dimensions that remain after dense inner ones became one run of bytes, and that run's length.
    fn merged(&self) -> (SmallVec<[Dim; 6]>, usize) {
        let mut run = self.element;
        let mut dims: SmallVec<[Dim; 6]> = SmallVec::new();
        let mut is_inner = true;
        for dim in (0..self.sizes.len()).rev() {
            let it = Dim { size: self.sizes[dim], source: self.source[dim], target: self.target[dim] };
            if it.size == 1 {
                continue;
            }
            if is_inner && it.source == run as i64 && it.target == run as i64 {
                run *= it.size as usize;
                continue;
            }
            is_inner = false;
            match dims.last_mut() {
                Some(last)
                    if it.source == last.source * last.size && it.target == last.target * last.size =>
                {
                    last.size *= it.size;
                }
                _ => dims.push(it),
            }
        }
        // The innermost dimension is wanted last.
        dims.reverse();
        (dims, run)
    }
}

#[derive(Clone, Copy, Debug)]
struct Dim {
    size: i64,
    source: i64,
    target: i64,
}

/// Moves `dim.size` runs of `run` bytes.
///
/// # Safety
/// All runs may be read at the source and written at the target.
unsafe fn row(from: *const u8, to: *mut u8, dim: Dim, run: usize) {
    // SAFETY (all arms): the caller vouches for every run.
    match run {
        1 => unsafe { cells::<u8>(from, to, dim) },
        2 => unsafe { cells::<u16>(from, to, dim) },
        4 => unsafe { cells::<u32>(from, to, dim) },
        8 => unsafe { cells::<u64>(from, to, dim) },
        _ => {
            let (mut from, mut to) = (from, to);
            for _ in 0..dim.size {
                unsafe { from.copy_to(to, run) };
                from = from.wrapping_offset(dim.source as isize);
                to = to.wrapping_offset(dim.target as isize);
            }
        }
    }
}

/// Moves cells of one machine word or less.
///
/// # Safety
/// All cells may be read at the source and written at the target.
unsafe fn cells<T: Copy>(from: *const u8, to: *mut u8, dim: Dim) {
    let (mut from, mut to) = (from, to);
    for _ in 0..dim.size {
        // SAFETY: the caller vouches for every cell; they need not be aligned.
        unsafe { to.cast::<T>().write_unaligned(from.cast::<T>().read_unaligned()) };
        from = from.wrapping_offset(dim.source as isize);
        to = to.wrapping_offset(dim.target as isize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same transfer, one element at a time.
    fn naive(transfer: &Transfer, from: &[u8], from_at: usize, to: &mut [u8], to_at: usize) {
        let count: i64 = transfer.sizes.iter().product();
        for element in 0..count {
            let (mut rest, mut source, mut target) = (element, from_at as i64, to_at as i64);
            for dim in (0..transfer.sizes.len()).rev() {
                let index = rest % transfer.sizes[dim];
                rest /= transfer.sizes[dim];
                source += index * transfer.source[dim];
                target += index * transfer.target[dim];
            }
            for byte in 0..transfer.element {
                to[target as usize + byte] = from[source as usize + byte];
            }
        }
    }

    #[test]
    fn dense_boxes_become_one_run() {
        let transfer = Transfer::new(4, &[2, 3, 4], &[12, 4, 1], &[12, 4, 1]);
        let (dims, run) = transfer.merged();
        assert!(dims.is_empty());
        assert_eq!(run, 96);
        assert_eq!((transfer.bytes(), transfer.extent(&transfer.source)), (Some(96), Some((0, 96))));
    }

    #[test]
    fn extents_of_negative_strides_and_empty_boxes() {
        let transfer = Transfer::new(4, &[3, 2], &[-2, 1], &[2, 1]);
        assert_eq!(transfer.extent(&transfer.source), Some((-16, 8)));
        assert_eq!(Transfer::new(4, &[0, 2], &[2, 1], &[2, 1]).extent(&[8, 4]), None);
        assert_eq!(Transfer::new(4, &[-1], &[1], &[1]).bytes(), None);
        assert_eq!(Transfer::new(4, &[i64::MAX, 2], &[1, 1], &[1, 1]).bytes(), None);
    }

    proptest! {
        #[test]
        fn strided_copies_match_the_naive_model(
            dims in proptest::collection::vec((1_i64..4, 0_i64..3, 0_i64..3, any::<bool>()), 0..5),
            element in prop_oneof![Just(1_usize), Just(2), Just(4), Just(8), Just(16)],
        ) {
            // Strides that keep the elements apart: dense sizes plus gaps, sometimes backwards.
            let sizes: Vec<i64> = dims.iter().map(|dim| dim.0).collect();
            let mut strides = (vec![0_i64; sizes.len()], vec![0_i64; sizes.len()]);
            let (mut source, mut target) = (1_i64, 1_i64);
            for dim in (0..sizes.len()).rev() {
                strides.0[dim] = if dims[dim].3 { -source } else { source };
                strides.1[dim] = target;
                source = (source + dims[dim].1) * sizes[dim];
                target = (target + dims[dim].2) * sizes[dim];
            }
            let transfer = Transfer::new(element, &sizes, &strides.0, &strides.1);
            let reach = transfer.extent(&transfer.source).unwrap();
            let from: Vec<u8> = (0..reach.1 - reach.0).map(|byte| (byte % 251) as u8).collect();
            let start = -reach.0 as usize;
            let mut expected = vec![0xee; transfer.extent(&transfer.target).unwrap().1 as usize];
            let mut actual = expected.clone();
            naive(&transfer, &from, start, &mut expected, 0);
            // SAFETY: both vectors span the transfer's extents.
            unsafe { transfer.run(from.as_ptr().add(start), actual.as_mut_ptr()) };
            prop_assert_eq!(&actual, &expected);

            let (gather, scatter) = transfer.through_dense();
            let mut dense = vec![0; transfer.bytes().unwrap() as usize];
            let mut twice = vec![0xee; expected.len()];
            // SAFETY: as above; the dense vector holds every element once.
            unsafe {
                gather.run(from.as_ptr().add(start), dense.as_mut_ptr());
                scatter.run(dense.as_ptr(), twice.as_mut_ptr());
            }
            prop_assert_eq!(&twice, &expected);
        }
    }
}
