//! T0890 to T0899: a run gave other values than expected.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// One output has elements outside the tolerance.
#[derive(Debug, Error)]
#[error(
    "{output}: {differing} of {compared} elements differ, at most by {largest_absolute} absolute and \
     {largest_relative} relative; first at {index}: got {got}, expected {expected}"
)]
pub struct ValuesDiffer {
    /// The output's name.
    pub output: String,
    /// How many elements differ.
    pub differing: usize,
    /// How many were compared (masked ones are not).
    pub compared: usize,
    /// Largest absolute error, readable.
    pub largest_absolute: String,
    /// Largest relative error, readable.
    pub largest_relative: String,
    /// Index of the first differing element, e.g. `[3, 17]`.
    pub index: String,
    /// The value the kernel gave there.
    pub got: String,
    /// The value expected there.
    pub expected: String,
    /// The tolerances in force, readable.
    pub tolerance: String,
}

/// T0890.
pub static VALUES_DIFFER: Code = Code::new(
    890,
    "values_differ",
    Level::Error,
    "\
## What it checks
With `--expect`, each element of an output lies within `atol + rtol * |expected|` of the expected one. NaN equals NaN,
an infinity equals itself, and elements where the boolean tensor `maskN` of the expected file is false are skipped.
Integers and booleans must be equal unless a tolerance is given.

## Why
A kernel that runs without a report may still compute something else than the reference.

## Wrong
    o_ref[...] = x_ref[...]                          expected: x + 1

## Right
    o_ref[...] = x_ref[...] + 1

## Source
The comparison of numpy's `assert_allclose`, with the masks of the project's corpus.
",
);
fault!(ValuesDiffer, VALUES_DIFFER, |fault| Some(format!(
    "the tolerance was {}; --rtol and --atol change it",
    fault.tolerance
)));

/// An output exists on both sides with another type or shape.
#[derive(Debug, Error)]
#[error("{output} is {got}, expected {expected}")]
pub struct OutputTypeDiffers {
    /// The output's name.
    pub output: String,
    /// The type the kernel gave.
    pub got: String,
    /// The type expected.
    pub expected: String,
}

/// T0891.
pub static OUTPUT_TYPE_DIFFERS: Code = Code::new(
    891,
    "output_type_differs",
    Level::Error,
    "\
## What it checks
With `--expect`, an output has the shape and element type that the expected file gives it.

## Why
Values of tensors of different shapes cannot be compared element by element.

## Wrong
    out0 is f32[8,128], and the expected file holds out0 as f32[16,128]

## Right
    expected values made by the same call

## Source
Tessera's own comparison. Types without a safetensors form compare with their stand-in: i4 with int8, f8 with uint8 bits.
",
);
fault!(OutputTypeDiffers, OUTPUT_TYPE_DIFFERS, |_fault| Some(
    "make the expected file from the same call, or give the shapes with --operands".into()
));

/// The expected file has none of the outputs.
#[derive(Debug, Error)]
#[error("nothing was compared: the kernel gave {got}, the expected file holds {expected}")]
pub struct NothingCompared {
    /// The outputs' names.
    pub got: String,
    /// The names in the expected file.
    pub expected: String,
}

/// T0892.
pub static NOTHING_COMPARED: Code = Code::new(
    892,
    "nothing_compared",
    Level::Error,
    "\
## What it checks
With `--expect`, at least one name is both an output of the run and a tensor of the expected file.

## Why
A comparison of nothing would pass, and look like success.

## Wrong
    an expected file with a tensor `result`

## Right
    an expected file with tensors `out0`, `out1`... (`dev0.out0`... for several devices)

## Source
Tessera's own comparison.
",
);
fault!(NothingCompared, NOTHING_COMPARED, |_fault| Some(
    "name expected tensors out0, out1... in the order of the outputs".into()
));
