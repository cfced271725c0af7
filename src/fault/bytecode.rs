//! T0141 to T0149: bytecode that is damaged, or newer than we know.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// Bytecode in which something does not fit.
#[derive(Clone, Debug, Error)]
#[error("the bytecode is damaged: {reason}{}", place(*at))]
pub struct UnreadableBytecode {
    /// What does not fit.
    pub reason: String,
    /// Where, in bytes from the start of the bytecode.
    pub at: Option<u64>,
}

fn place(at: Option<u64>) -> String {
    at.filter(|at| *at > 0).map(|at| format!(", at byte {at}")).unwrap_or_default()
}

/// T0141.
pub static UNREADABLE_BYTECODE: Code = Code::new(
    141,
    "unreadable_bytecode",
    Level::Error,
    "\
## What it checks
Everything in MLIR bytecode holds together: every index names something that exists, counts agree with what follows,
text is UTF-8, no attribute contains itself, and MLIR's own reader comes to an end with it.

## Why
MLIR's reader trusts much of what it reads. Damaged bytes would make it stop the process, fill the memory or run for
ever, and would tell nothing about the place.

## Wrong
    a kernel.mlirbc copied in text mode, or a body whose base64 was edited

## Right
    the bytes as JAX wrote them

## Source
MLIR's bytecode format, https://mlir.llvm.org/docs/BytecodeFormat/, and the reader of LLVM 22.
",
);
fault!(UnreadableBytecode, UNREADABLE_BYTECODE, |_fault| Some("write or copy the file again".into()));

/// MLIR could not cope with a file.
#[derive(Clone, Debug, Error)]
#[error("this file cannot be read: MLIR {what} over it")]
pub struct ReaderFailed {
    /// What MLIR did.
    pub what: String,
}

/// T0143.
pub static READER_FAILED: Code = Code::new(
    143,
    "reader_failed",
    Level::Error,
    "\
## What it checks
MLIR reads, verifies and prints the module without crashing, within a minute of processor time (and two seconds for each
mebibyte) and within 4 GiB of memory (and a hundred times the size of the file).

## Why
MLIR's reader calls itself for nested expressions, and prints shared attributes as often as they are named: a small file
can exhaust the stack, or mean gigabytes of text. Files that JAX writes are far from these limits.

## Wrong
```mlir
#a0 = [unit]
#a1 = [#a0, #a0]
#a2 = [#a1, #a1]
```
and so on up to `#a40`

## Right
the file as JAX wrote it

## Source
Tessera's own limits (`src/shield.rs`); upstream MLIR has none.
",
);
fault!(ReaderFailed, READER_FAILED, |_fault| Some(
    "the file is damaged, or made to do harm; if JAX wrote it as it is, please report it".into()
));

/// Bytecode of a newer encoding.
#[derive(Clone, Debug, Error)]
#[error("the bytecode is newer than this Tessera, or damaged: it has {what}, at byte {at}")]
pub struct BytecodeTooNew {
    /// What is not known.
    pub what: String,
    /// Where, in bytes from the start of the bytecode.
    pub at: u64,
}

/// T0142.
pub static BYTECODE_TOO_NEW: Code = Code::new(
    142,
    "bytecode_too_new",
    Level::Unsupported,
    "\
## What it checks
MLIR bytecode is of an encoding that Tessera knows, 0 to 6, with the attributes and types of MLIR's own that it knows.
This is MLIR's version, not that of the serialized kernel.

## Why
A newer encoding may mean anything by the same bytes. The kernel may be fine; this is about Tessera.

## Wrong
    bytecode of an MLIR newer than this Tessera, or a file damaged in its fifth byte

## Right
    the program as text: jax.jit(f).lower(*args).as_text()

## Source
mlir/Bytecode/Encoding.h of LLVM 22.
",
);
fault!(BytecodeTooNew, BYTECODE_TOO_NEW, |_fault| Some(
    "write the program as StableHLO text: `jax.jit(f).lower(*args).as_text()`".into()
));
