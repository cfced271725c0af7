//! What MLIR itself finds wrong with a module, and what goes wrong in a pass that is not ours.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The text or bytecode is not MLIR.
#[derive(Clone, Debug, Error)]
#[error("the module cannot be read: {message}")]
pub struct SyntaxError {
    /// MLIR's reason.
    pub message: String,
}

/// T0101.
pub static SYNTAX_ERROR: Code = Code::new(
    101,
    "syntax_error",
    Level::Error,
    "\
## What it checks
The module is well-formed MLIR text or bytecode, with operations and types that are known.

## Why
Nothing else can be said about a module that cannot be read.

## Wrong
```mlir
tpu.enqueue_dma source(%a) target(%b)
```

## Right
```mlir
tpu.enqueue_dma source(%a : memref<8x128xf32>) target(%b : memref<8x128xf32>) target_semaphore(%s : memref<!tpu.dma_semaphore>)
```

## Source
MLIR's parser and bytecode reader, version 22, with the `tpu` dialect: ATTR-01, ATTR-02, TYPE-01 and TILE-05 of its
rules are found here. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);
fault!(SyntaxError, SYNTAX_ERROR, |_fault| Some(
    "take the module as JAX wrote it; `jax.jit(f).lower(...).as_text()` gives it whole".into()
));

/// An operation does not meet its own definition.
#[derive(Clone, Debug, Error)]
#[error("the operation is malformed: {message}")]
pub struct OpInvariant {
    /// MLIR's reason.
    pub message: String,
}

/// T0201.
pub static OP_INVARIANT: Code = Code::new(
    201,
    "op_invariant",
    Level::Error,
    "\
## What it checks
Every operation has the operands, attributes, results and regions of its definition, and every value is defined
before it is used.

## Why
The rules on refs, DMAs and semaphores presuppose it; a function where it fails is not asked further.

## Wrong
```mlir
%0 = \"arith.addf\"(%a) : (f32) -> f32
```

## Right
```mlir
%0 = arith.addf %a, %b : f32
```

## Source
MLIR's verifier, version 22, on the operation definitions of upstream dialects and of the `tpu` dialect: ODS-01,
ODS-04, ODS-05, ODS-06, TRAIT-08 and TRAIT-09 of its rules are found here. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);
fault!(OpInvariant, OP_INVARIANT);

/// An operation that no dialect defines.
#[derive(Clone, Debug, Error)]
#[error("no dialect defines an operation `{name}`")]
pub struct UnknownOp {
    /// The name.
    pub name: String,
}

/// T0202.
pub static UNKNOWN_OP: Code = Code::new(
    202,
    "op_of_no_dialect",
    Level::Error,
    "\
## What it checks
Every operation belongs to the `tpu` dialect or to one of MLIR's own.

## Why
An operation that nobody defines means nothing.

## Wrong
```mlir
\"tpu.no_such_op\"() : () -> ()
```

## Right
Use an operation that the dialect has, or take a module of a JAX version that Tessera knows.

## Source
The dialects registered in Tessera.
",
);
fault!(UnknownOp, UNKNOWN_OP, |fault| {
    let known = fault.name.strip_prefix("stable_mosaic.");
    known.map(|name| {
        format!("`{name}` was written by a serialized module; it is newer than this Tessera, or damaged")
    })
});

/// An operation that no TPU has.
#[derive(Clone, Debug, Error)]
#[error("`{name}` is an operation for other hardware")]
pub struct ForeignOp {
    /// The name.
    pub name: String,
}

/// T0203.
pub static FOREIGN_OP: Code = Code::new(
    203,
    "foreign_op",
    Level::Error,
    "\
## What it checks
No operation belongs to a dialect of MLIR for GPUs, for the vector units of a CPU, or for processes and threads.

## Why
A TPU kernel is made of the `tpu` dialect and of the general ones: `arith`, `math`, `vector`, `memref`, `scf`, `cf`, `func`.

## Wrong
```mlir
gpu.barrier
```

## Right
```mlir
tpu.barrier barrier_id(%zero)
```

## Source
The operations that JAX's lowering emits; libtpu 0.0.52 has no mapping for others.
",
);
fault!(ForeignOp, FOREIGN_OP);

/// A pass, ours or MLIR's, failed on a module that was checked.
#[derive(Clone, Debug, Error)]
#[error("lowering failed: {message}")]
pub struct PassFailed {
    /// What the pass said.
    pub message: String,
}

/// T9904.
pub static PASS_FAILED: Code = Code::new(
    9904,
    "pass_failed",
    Level::Bug,
    "\
## What it checks
A module that passed the checks can be lowered, or is refused as not supported.

## Why
A pass that fails otherwise is a bug in Tessera.

## Wrong
Any module that triggers this code.

## Right
Please report the module and the message.

## Source
Tessera's own invariants.
",
);
fault!(PassFailed, PASS_FAILED, |_fault| Some(
    "this is a bug in Tessera, not in your kernel: please report the kernel file and this message".into()
));
