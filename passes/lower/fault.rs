//! Why a lowering pass stops: the kernel uses something unsupported, or we met IR that our own
//! earlier passes or the structure check should have made impossible.

use melior::ir::{Location, OperationRef, operation::OperationLike};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The reason a lowering pass gave up.
#[derive(Debug)]
pub enum Stop {
    /// The kernel is fine, Tessera cannot lower this.
    Unsupported {
        /// Name of the operation.
        op: String,
        /// What about it, in a few words.
        what: String,
        /// Printed MLIR location; decoded by the caller.
        location: Option<RawLocation>,
    },
    /// IR that should not have got here.
    Broken(String),
}

/// A location kept across the end of a pass; locations live as long as their context.
#[derive(Clone, Copy, Debug)]
pub struct RawLocation(Location<'static>);

impl RawLocation {
    /// The location, for the context it came from.
    #[must_use]
    pub fn get<'c>(self) -> Location<'c> {
        self.0
    }
}

impl Stop {
    /// An internal failure.
    pub fn broken(what: impl Into<String>) -> Self {
        Self::Broken(what.into())
    }

    /// A failure that melior reports for malformed IR.
    #[allow(clippy::needless_pass_by_value, reason = "used as a function pointer in map_err")]
    pub fn melior(error: melior::Error) -> Self {
        Self::Broken(error.to_string())
    }

    /// `op` is not supported, for the reason `what`.
    pub fn unsupported(op: OperationRef<'_, '_>, what: impl Into<String>) -> Self {
        let name = op.name();
        Self::Unsupported {
            op: name.as_string_ref().as_str().unwrap_or("an operation").to_owned(),
            what: what.into(),
            location: Some(RawLocation(tessera_tpu::ir::static_location(op.location()))),
        }
    }
}

/// An operation, or a form of it, that the lowering does not cover.
#[derive(Debug, thiserror::Error)]
#[error("{op} is not supported: {what}; the kernel is not at fault")]
pub struct Unsupported {
    /// Name of the operation.
    pub op: String,
    /// What about it.
    pub what: String,
}

/// The code of [`Unsupported`].
pub static UNSUPPORTED: Code = Code::new(
    701,
    "unsupported_op",
    Level::Unsupported,
    "## What it checks
Every operation of the kernel, and the form it takes, can be lowered to the emulated TPU.

## Why
Tessera lowers operations one by one and never guesses: what it cannot run faithfully it refuses,
naming the operation. The kernel is not at fault.

## Wrong
```mlir
%0 = tpu.matmul_pop 0 {...} : vector<8x128xf32>
```

## Right
```mlir
%0 = tpu.matmul %a, %b, %c {...} : vector<8x128xf32>, vector<128x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
```

## Source
The lowering table of Tessera. Operations that have no meaning without a chip stay unsupported.
",
);

impl Fault for Unsupported {
    fn code(&self) -> &'static Code {
        &UNSUPPORTED
    }
    fn hint(&self) -> Option<String> {
        Some(
            "`tessera check` still covers this kernel; running it needs another form of this operation"
                .into(),
        )
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Our own mistake, found while lowering.
#[derive(Debug, thiserror::Error)]
#[error("lowering met IR it should never see: {what}")]
pub struct BrokenIr {
    /// What was met.
    pub what: String,
}

/// The code of [`BrokenIr`].
pub static BROKEN_IR: Code = Code::new(
    9903,
    "broken_ir",
    Level::Bug,
    "## What it checks
Lowering passes only meet IR that passed the structure check and earlier passes.

## Why
If they meet anything else, Tessera has a bug.

## Wrong
Any module that triggers this code.

## Right
Please report the module; `tessera check` can still be used on it.

## Source
Tessera's own invariants.
",
);

impl Fault for BrokenIr {
    fn code(&self) -> &'static Code {
        &BROKEN_IR
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
