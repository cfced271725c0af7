//! T0120 to T0139: a `tpu_custom_call` or its backend_config cannot be taken apart.

use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The text of the custom call op is not what StableHLO prints.
#[derive(Debug, Error)]
#[error("this custom call cannot be read: {reason}")]
pub struct CallMalformed {
    /// What was expected and what stands there.
    pub reason: String,
}

/// T0120.
pub static CALL_MALFORMED: Code = Code::new(
    120,
    "call_malformed",
    Level::Error,
    "\
## What it checks
A `tpu_custom_call` in StableHLO text has operands, an attribute dictionary and a function type over tensors, with all
strings and brackets closed.

## Why
The call carries what the kernel module alone cannot tell: the arrays' shapes, which of them are outputs, and aliases.

## Wrong
    %0 = stablehlo.custom_call @tpu_custom_call(%arg0) {backend_config = \"...

## Right
    %0 = stablehlo.custom_call @tpu_custom_call(%arg0) {backend_config = \"...\"} : (tensor<8x128xf32>) -> tensor<8x128xf32>

## Source
StableHLO's printed form of `custom_call`, as jaxlib 0.11 writes it.
",
);
fault!(CallMalformed, CALL_MALFORMED);

/// A StableHLO program without any kernel in it.
#[derive(Debug, Error)]
#[error("this program calls no TPU kernel: it has no custom call of `tpu_custom_call`")]
pub struct NoTpuCall;

/// T0121.
pub static NO_TPU_CALL: Code = Code::new(
    121,
    "no_tpu_call",
    Level::Error,
    "\
## What it checks
A StableHLO program given to Tessera has at least one `stablehlo.custom_call @tpu_custom_call`.

## Why
Pallas kernels for TPU appear as that call. It is missing when JAX lowered for another platform, or when the kernel was
called with `interpret=True`, which replaces it by ordinary operations.

## Wrong
    jax.jit(f).lower(x).as_text()                                   on a machine without a TPU, interpret=True inside

## Right
    jax.jit(f).trace(x).lower(lowering_platforms=('tpu',)).as_text()          needs no TPU

## Source
jax/_src/tpu_custom_call.py.
",
);
fault!(NoTpuCall, NO_TPU_CALL, |_fault| Some(
    "lower for TPU and without interpret: `jax.jit(f).trace(x).lower(lowering_platforms=('tpu',)).as_text()`"
        .into()
));

/// backend_config is a string, but not JSON.
#[derive(Debug, Error)]
#[error("the backend_config is not JSON: {error}")]
pub struct ConfigNotJson {
    /// What the JSON reader says.
    pub error: String,
}

/// T0122.
pub static CONFIG_NOT_JSON: Code = Code::new(
    122,
    "config_not_json",
    Level::Error,
    "\
## What it checks
The `backend_config` of a `tpu_custom_call` is JSON text.

## Why
The kernel's bytes are a string inside that JSON.

## Wrong
    backend_config = \"custom_call_config: ...\"

## Right
    backend_config = \"{\\22custom_call_config\\22: {\\22body\\22: \\22TUzvUg...\\22}}\"

## Source
jax/_src/tpu_custom_call.py, `CustomCallBackendConfig.to_json`.
",
);
fault!(ConfigNotJson, CONFIG_NOT_JSON, |_fault| Some(
    "in MLIR text a quote inside the string is written \\22 and a newline \\0A".into()
));

/// JSON, but without the kernel.
#[derive(Debug, Error)]
#[error("the backend_config has no kernel: `{missing}` is missing")]
pub struct ConfigWithoutBody {
    /// The path that is missing.
    pub missing: &'static str,
}

/// T0123.
pub static CONFIG_WITHOUT_BODY: Code = Code::new(
    123,
    "config_without_body",
    Level::Error,
    "\
## What it checks
The backend_config has `custom_call_config.body`.

## Why
`body` is the kernel. A configuration without it belongs to another kind of custom call, or was stripped.

## Wrong
    {\"custom_call_config\": {\"needs_layout_passes\": true}}

## Right
    {\"custom_call_config\": {\"body\": \"TUzvUg...\", \"needs_layout_passes\": true}}

## Source
jax/_src/tpu_custom_call.py, `CustomCallBackendConfig.to_json`.
",
);
fault!(ConfigWithoutBody, CONFIG_WITHOUT_BODY, |_fault| Some(
    "give the whole backend_config, or the kernel itself as MLIR text or bytecode".into()
));

/// A key of the backend_config has a value of the wrong kind.
#[derive(Debug, Error)]
#[error("`{key}` in the backend_config should be {wanted}, but is {found}")]
pub struct ConfigWrongShape {
    /// The key, with its path.
    pub key: String,
    /// The kind of value wanted.
    pub wanted: &'static str,
    /// The value found, shortened.
    pub found: String,
}

/// T0124.
pub static CONFIG_WRONG_SHAPE: Code = Code::new(
    124,
    "config_wrong_shape",
    Level::Error,
    "\
## What it checks
Known keys of the backend_config hold the kind of value that JAX writes: `body` a string, `collective_id` an integer,
`scoped_memory_configs` a list of objects, and so on. Unknown keys are kept and not judged.

## Why
A limit or an id that is silently dropped would change what the kernel means.

## Wrong
    {\"custom_call_config\": {\"body\": \"TUzvUg...\", \"collective_id\": \"three\"}}

## Right
    {\"custom_call_config\": {\"body\": \"TUzvUg...\", \"collective_id\": 3}}

## Source
jax/_src/tpu_custom_call.py, `CustomCallBackendConfig.to_json`.
",
);
fault!(ConfigWrongShape, CONFIG_WRONG_SHAPE);

/// `body` is not base64.
#[derive(Debug, Error)]
#[error("the kernel's body is not base64: {error}")]
pub struct BodyNotBase64 {
    /// What the decoder says.
    pub error: String,
}

/// T0125.
pub static BODY_NOT_BASE64: Code = Code::new(
    125,
    "body_not_base64",
    Level::Error,
    "\
## What it checks
`custom_call_config.body` is base64 in the standard alphabet, with padding.

## Why
The kernel is MLIR bytecode, and JSON strings cannot hold arbitrary bytes.

## Wrong
    {\"custom_call_config\": {\"body\": \"TUzvUg*\"}}

## Right
    {\"custom_call_config\": {\"body\": \"TUzvUg==\"}}

## Source
jax/_src/tpu_custom_call.py; RFC 4648 section 4.
",
);
fault!(BodyNotBase64, BODY_NOT_BASE64, |_fault| Some(
    "check that the text was not cut or wrapped when it was copied".into()
));

/// The decoded body is something else than MLIR.
#[derive(Debug, Error)]
#[error("the kernel's body is not MLIR: it starts with {start}")]
pub struct BodyNotMlir {
    /// The first bytes, readable.
    pub start: String,
}

/// T0126.
pub static BODY_NOT_MLIR: Code = Code::new(
    126,
    "body_not_mlir",
    Level::Error,
    "\
## What it checks
The body, once decoded, is MLIR bytecode (it starts with the bytes 4D 4C EF 52, `ML\u{ef}R`) or an MLIR module as text.

## Why
Nothing else can be a Mosaic kernel. The production compiler says here: 'Failed to parse the Mosaic module'.

## Wrong
    base64 of \"this is not a module\"

## Right
    base64 of the module's bytecode

## Source
libtpu's custom call compiler, observed; MLIR's bytecode format.
",
);
fault!(BodyNotMlir, BODY_NOT_MLIR);

/// The bytecode ends before its own section table says so.
#[derive(Debug, Error)]
#[error("the kernel's bytecode is cut off: {what} needs {needed} bytes, but only {left} remain")]
pub struct BodyTruncated {
    /// The part that is incomplete.
    pub what: String,
    /// How many bytes it should have.
    pub needed: u64,
    /// How many there are.
    pub left: u64,
    /// Where it begins, in bytes.
    pub at: u64,
}

/// T0127.
pub static BODY_TRUNCATED: Code = Code::new(
    127,
    "body_truncated",
    Level::Error,
    "\
## What it checks
Every section of MLIR bytecode has as many bytes as its header announces.

## Why
A file that was cut while being copied or written would otherwise give an obscure reader error, or none.

## Wrong
    head -c 400 kernel.mlirbc > short.mlirbc; tessera check short.mlirbc

## Right
    the whole file

## Source
MLIR's bytecode format, https://mlir.llvm.org/docs/BytecodeFormat/.
",
);
fault!(BodyTruncated, BODY_TRUNCATED, |_fault| Some("write or copy the file again".into()));

/// An alias names an operand or output that is not there, or joins two different types.
#[derive(Debug, Error)]
#[error("output {output} cannot share memory with operand {input}: {reason}")]
pub struct AliasImpossible {
    /// The operand's index.
    pub input: u64,
    /// The output's index.
    pub output: u64,
    /// Why not.
    pub reason: String,
}

/// T0128.
pub static ALIAS_IMPOSSIBLE: Code = Code::new(
    128,
    "alias_impossible",
    Level::Error,
    "\
## What it checks
Each entry of `output_operand_aliases` names an operand and an output that exist and have one type.

## Why
An aliased output starts out as the operand's array, so both must be the same memory.

## Wrong
    pl.pallas_call(..., input_output_aliases={0: 0})     x is f32[8,128], out_shape is f32[16,128]

## Right
    an out_shape equal to the operand's shape and type

## Source
StableHLO's `custom_call`, and jax/_src/pallas/pallas_call.py, which checks the same in Python.
",
);
fault!(AliasImpossible, ALIAS_IMPOSSIBLE, |_fault| Some(
    "indices of input_output_aliases count all operands, scalar prefetch first".into()
));
