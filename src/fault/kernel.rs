//! A kernel function that does not keep to the calling convention.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The kernel's arguments and attributes do not fit together.
#[derive(Clone, Debug, Error)]
#[error("{message}")]
pub struct BadSignature {
    /// What does not fit.
    pub message: String,
}

/// T0210.
pub static BAD_SIGNATURE: Code = Code::new(
    210,
    "bad_signature",
    Level::Error,
    "\
## What it checks
The module has one kernel function, and its arguments are the grid indices, the scalar prefetch operands, the windows
and the scratch operands that its attributes announce, in this order.

## Why
Without it nobody can say which argument is which.

## Wrong
```mlir
func.func @kernel(%x: memref<8x128xf32>) attributes {scalar_prefetch = 2 : i64, scratch_operands = 0 : i64}
```

## Right
```mlir
func.func @kernel(%x: memref<8x128xf32>) attributes {scalar_prefetch = 0 : i64, scratch_operands = 0 : i64}
```

## Source
The calling convention of `tpu_custom_call` modules as JAX's Pallas lowering writes them.
",
);
fault!(BadSignature, BAD_SIGNATURE);
