//! T0110 to T0119: the file as a whole cannot be taken as a kernel.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The file has nothing in it.
#[derive(Debug, Error)]
#[error("the file is empty")]
pub struct EmptyFile;

/// T0110.
pub static EMPTY_FILE: Code = Code::new(
    110,
    "empty_file",
    Level::Error,
    "\
## What it checks
A file given to Tessera holds something besides white space and comments.

## Why
An empty file most often means that the command which should have written it failed earlier.

## Wrong
    python dump.py > kernel.mlir     (dump.py stopped with an error; kernel.mlir has 0 bytes)

## Right
    set -o pipefail, look at dump.py's own message, and write the file again

## Source
Tessera's own reader.
",
);
fault!(EmptyFile, EMPTY_FILE, |_fault| Some(
    "look at the command that wrote the file: it most likely failed".into()
));

/// Neither MLIR, nor bytecode, nor a backend_config.
#[derive(Debug, Error)]
#[error("this is no kernel: {found}")]
pub struct NotAKernel {
    /// What the file looks like instead.
    pub found: String,
}

/// T0111.
pub static NOT_A_KERNEL: Code = Code::new(
    111,
    "not_a_kernel",
    Level::Error,
    "\
## What it checks
The file is one of the forms a Mosaic kernel comes in: a Mosaic module as MLIR text or bytecode, a StableHLO program
(text, bytecode, portable artifact or what `jax.export` serializes) or an HLO text with a `tpu_custom_call` in it, or the JSON of such a call's
`backend_config`.

## Why
The form is told from the first bytes and the words used. Anything else, such as Python source, cannot be read as a
kernel, and guessing would only give misleading syntax errors.

## Wrong
    tessera check my_kernel.py

## Right
    python -c 'import my_kernel; print(my_kernel.jitted.lower(*args).as_text())' > my_kernel.mlir
    tessera check my_kernel.mlir

## Source
Tessera's own reader (`src/container`).
",
);
fault!(NotAKernel, NOT_A_KERNEL, |_fault| Some(
    "dump the kernel with `jax.jit(f).trace(*args).lower(lowering_platforms=('tpu',)).as_text()`".into()
));

/// Brackets nested so deep that reading them would exhaust the stack.
#[derive(Debug, Error)]
#[error("brackets nest {depth} deep here; no kernel needs more than {limit}")]
pub struct NestedTooDeeply {
    /// The depth reached.
    pub depth: usize,
    /// The depth allowed.
    pub limit: usize,
}

/// T0112.
pub static NESTED_TOO_DEEPLY: Code = Code::new(
    112,
    "nested_too_deeply",
    Level::Error,
    "\
## What it checks
Brackets in MLIR text (regions, attributes, types) nest at most 512 deep.

## Why
MLIR's parser calls itself for each level, so deeper text would exhaust its stack and stop Tessera without a report.
Kernels as JAX writes them nest some ten levels.

## Wrong
    a generated file with thousands of opening brackets

## Right
    a module with as many loops and branches as the kernel has

## Source
Tessera's own reader; upstream MLIR has no limit and overflows its stack.
",
);
fault!(NestedTooDeeply, NESTED_TOO_DEEPLY);
