//! Compares the outputs of a run with expected values.

use crate::fault::values::{NothingCompared, OutputTypeDiffers, ValuesDiffer};
use crate::tensors::{Element, Role, Tensor, TensorName, Tensors};
use std::fmt;
use tessera_core::diag::{Diagnostic, Fault, Sink};
use tessera_core::loc::Loc;

/// Allowed errors; what is `None` follows from the element type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Allowed relative error.
    pub relative: Option<f64>,
    /// Allowed absolute error.
    pub absolute: Option<f64>,
}

impl Tolerance {
    /// Relative and absolute tolerance for `element`: what was asked, else 0 for integers, 1e-5 for f32 and f64, 1e-3
    /// for f16, 1e-2 for bf16 and 1e-1 for 8-bit floats.
    #[must_use]
    pub fn for_element(self, element: Element) -> (f64, f64) {
        let usual = match element {
            Element::F32 | Element::F64 => 1e-5,
            Element::F16 => 1e-3,
            Element::BF16 => 1e-2,
            element if element.is_integer() => 0.0,
            _ => 1e-1,
        };
        (self.relative.unwrap_or(usual), self.absolute.unwrap_or(usual))
    }
}

/// How one output compares.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The output's name.
    pub name: String,
    /// Elements compared; masked ones are not.
    pub compared: usize,
    /// Elements outside the tolerance.
    pub differing: usize,
    /// Largest absolute error among the compared elements; infinite when only one side is NaN.
    pub largest_absolute: f64,
    /// Largest relative error; infinite where zero was expected and something else came.
    pub largest_relative: f64,
    /// Flat index of the first element outside the tolerance.
    pub first: Option<usize>,
}

impl fmt::Display for Comparison {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.name)?;
        if self.differing == 0 {
            write!(out, "all {} elements as expected", self.compared)?;
        } else {
            write!(out, "{} of {} elements differ", self.differing, self.compared)?;
        }
        let (absolute, relative) = (Size(self.largest_absolute), Size(self.largest_relative));
        write!(out, " (largest error {absolute} absolute, {relative} relative)")
    }
}

/// An error's size in few characters.
struct Size(f64);

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 { out.write_str("0") } else { write!(out, "{:.2e}", self.0) }
    }
}

/// Compares every output that `expected` has too. What differs goes to `sink`; all comparisons are returned.
pub fn compare(
    outputs: &Tensors,
    expected: &Tensors,
    tolerance: Tolerance,
    sink: &mut Sink,
) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    let mut found_any = false;
    for (name, got) in outputs {
        let Some(wanted) = expected.get(name) else { continue };
        found_any = true;
        let got = &got.as_seen_by_caller(wanted.element());
        let wanted = match wanted.taken_as(got.element()) {
            Some(wanted) if wanted.shape() == got.shape() => wanted,
            _ => {
                let (output, got, expected) =
                    (name.clone(), got.kind().to_string(), wanted.kind().to_string());
                sink.push(plain(OutputTypeDiffers { output, got, expected }));
                continue;
            }
        };
        let mask = match mask_for(name, expected) {
            Some((mask_name, mask)) if mask.shape() != got.shape() => {
                let (got, expected) = (mask.kind().to_string(), got.kind().to_string());
                sink.push(plain(OutputTypeDiffers { output: mask_name, got, expected }));
                continue;
            }
            mask => mask.map(|(_, mask)| mask),
        };
        let limits = tolerance.for_element(got.element());
        let comparison = compare_one(name, got, &wanted, mask, limits);
        if let Some(first) = comparison.first {
            let fault = differ(&comparison, got, &wanted, first, limits);
            sink.push(plain(fault));
        }
        comparisons.push(comparison);
    }
    if !found_any {
        let list = |tensors: &Tensors| match tensors.len() {
            0 => "nothing".to_owned(),
            _ => tensors.keys().take(8).cloned().collect::<Vec<_>>().join(", "),
        };
        let (got, expected) = (list(outputs), list(expected));
        sink.push(plain(NothingCompared { got, expected }));
    }
    comparisons
}

fn plain(fault: impl Fault) -> Diagnostic {
    Diagnostic::new(fault, Loc::default(), "")
}

/// The mask of an output, with its name.
fn mask_for<'a>(output: &str, expected: &'a Tensors) -> Option<(String, &'a Tensor)> {
    let name = TensorName { role: Role::Mask, ..TensorName::parse(output)? }.to_string();
    expected.get(&name).map(|mask| (name, mask))
}

fn compare_one(
    name: &str,
    got: &Tensor,
    wanted: &Tensor,
    mask: Option<&Tensor>,
    (relative, absolute): (f64, f64),
) -> Comparison {
    let mut result = Comparison {
        name: name.to_owned(),
        compared: 0,
        differing: 0,
        largest_absolute: 0.0,
        largest_relative: 0.0,
        first: None,
    };
    let width = got.element().bytes();
    let equal = |index: usize| {
        let range = index * width..(index + 1) * width;
        got.bytes().get(range.clone()) == wanted.bytes().get(range)
    };
    for index in 0..got.count() {
        if mask.is_some_and(|mask| mask.integer(index) == 0) {
            continue;
        }
        result.compared += 1;
        if equal(index) {
            continue;
        }
        let (error, size) = error_and_size(got, wanted, index);
        result.largest_absolute = result.largest_absolute.max(error);
        result.largest_relative = result.largest_relative.max(if error == 0.0 { 0.0 } else { error / size });
        // Not `>`: written so that an infinite error never passes, whatever the tolerance.
        let close = error == 0.0 || (error.is_finite() && error <= absolute + relative * size);
        if !close {
            result.differing += 1;
            result.first.get_or_insert(index);
        }
    }
    result
}

/// The absolute error and the size of the expected value.
fn error_and_size(got: &Tensor, wanted: &Tensor, index: usize) -> (f64, f64) {
    if got.element().is_integer() {
        let (got, wanted) = (got.integer(index), wanted.integer(index));
        return ((got - wanted).unsigned_abs() as f64, wanted.unsigned_abs() as f64);
    }
    let (got, wanted) = (got.float(index), wanted.float(index));
    if got == wanted || (got.is_nan() && wanted.is_nan()) {
        return (0.0, wanted.abs());
    }
    let error = (got - wanted).abs();
    (if error.is_nan() { f64::INFINITY } else { error }, if wanted.is_finite() { wanted.abs() } else { 1.0 })
}

fn differ(
    comparison: &Comparison,
    got: &Tensor,
    wanted: &Tensor,
    first: usize,
    (relative, absolute): (f64, f64),
) -> ValuesDiffer {
    ValuesDiffer {
        output: comparison.name.clone(),
        differing: comparison.differing,
        compared: comparison.compared,
        largest_absolute: Size(comparison.largest_absolute).to_string(),
        largest_relative: Size(comparison.largest_relative).to_string(),
        index: format!("{:?}", unflatten(first, got.shape())),
        got: show(got, first),
        expected: show(wanted, first),
        tolerance: format!("rtol {relative:?}, atol {absolute:?}"),
    }
}

fn unflatten(mut flat: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (place, size) in index.iter_mut().zip(shape).rev() {
        let size = (*size).max(1);
        *place = flat % size;
        flat /= size;
    }
    index
}

fn show(tensor: &Tensor, index: usize) -> String {
    match tensor.element() {
        Element::Bool => (tensor.integer(index) != 0).to_string(),
        element if element.is_integer() => tensor.integer(index).to_string(),
        Element::F64 => format!("{:?}", tensor.float(index)),
        // All narrower floats are exact as f32, which prints shorter.
        _ => format!("{:?}", tensor.float(index) as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Tensor {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Tensor::new(Element::F32, vec![2, values.len() / 2], bytes).unwrap_or_else(|_| unreachable!())
    }

    fn bytes(element: Element, values: &[u8]) -> Tensor {
        Tensor::new(element, vec![2, values.len() / 2], values.to_vec()).unwrap_or_else(|_| unreachable!())
    }

    fn run(
        outputs: &[(&str, Tensor)],
        expected: &[(&str, Tensor)],
        tolerance: Tolerance,
    ) -> (Vec<Comparison>, Vec<String>) {
        let map = |list: &[(&str, Tensor)]| {
            list.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect()
        };
        let mut sink = Sink::new();
        let comparisons = compare(&map(outputs), &map(expected), tolerance, &mut sink);
        let faults =
            sink.into_sorted().iter().map(|item| format!("{}: {}", item.code(), item.fault)).collect();
        (comparisons, faults)
    }

    #[test]
    fn equal_within_tolerance_with_nan_and_infinity() {
        let got = floats(&[1.0, f32::NAN, f32::INFINITY, 100.0005]);
        let wanted = floats(&[1.000_001, f32::NAN, f32::INFINITY, 100.0]);
        let (comparisons, faults) =
            run(&[("out0", got)], &[("out0", wanted), ("in0", floats(&[]))], Tolerance::default());
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((comparisons[0].compared, comparisons[0].differing), (4, 0));
    }

    #[test]
    fn differences_are_counted_measured_and_located() {
        let got = floats(&[1.0, 2.5, f32::NAN, -1.0]);
        let wanted = floats(&[1.0, 2.0, 3.0, -1.0]);
        let (comparisons, faults) = run(&[("out0", got)], &[("out0", wanted)], Tolerance::default());
        assert_eq!((comparisons[0].differing, comparisons[0].first), (2, Some(1)));
        assert_eq!(
            faults,
            [
                "T0890: out0: 2 of 4 elements differ, at most by inf absolute and inf relative; first at [0, 1]: got 2.5, \
              expected 2.0"
            ]
        );
    }

    #[test]
    fn masked_elements_are_skipped_and_integers_exact() {
        let got = bytes(Element::I4, &[1, 2, 3, 0xff]);
        let wanted = bytes(Element::I8, &[1, 9, 3, 1]);
        let mask = bytes(Element::Bool, &[1, 0, 1, 1]);
        let expected = [("dev1.out2", wanted), ("dev1.mask2", mask)];
        let (_, faults) = run(&[("dev1.out2", got.clone())], &expected, Tolerance::default());
        assert_eq!(
            faults,
            [
                "T0890: dev1.out2: 1 of 3 elements differ, at most by 2.00e0 absolute and 2.00e0 relative; first at [1, 1]: \
              got -1, expected 1"
            ]
        );
        let loose = Tolerance { relative: None, absolute: Some(2.0) };
        assert!(run(&[("dev1.out2", got)], &expected, loose).1.is_empty());
    }

    #[test]
    fn types_must_agree_and_something_must_be_compared() {
        let (_, faults) = run(
            &[("out0", floats(&[1.0, 2.0]))],
            &[("out0", bytes(Element::I8, &[1, 2]))],
            Tolerance::default(),
        );
        assert_eq!(faults, ["T0891: out0 is f32[2,1], expected i8[2,1]"]);
        let (_, faults) = run(&[("out0", floats(&[]))], &[("result", floats(&[]))], Tolerance::default());
        assert_eq!(
            faults,
            ["T0892: nothing was compared: the kernel gave out0, the expected file holds result"]
        );
    }
}
