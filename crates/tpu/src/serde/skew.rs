//! What the MLIR that JAX is built with says otherwise than MLIR 22.
//!
//! The table is the result of comparing the definitions of all ops of `arith`, `cf`, `func`, `math`,
//! `memref`, `scf` and `vector` in MLIR 22 with those in jaxlib 0.10.2, 0.11.0 and 0.12.0.1. Types and
//! attributes that are written otherwise in bytecode are in `cpp/bytecode.cpp`; ops that only the later
//! MLIR has are unknown here.

use super::{edit::Draft, fault::NewerAttribute};
use melior::ir::Attribute;

/// An attribute that MLIR has added since.
struct Added {
    ops: &'static [&'static str],
    attribute: &'static str,
    /// What the op does without the attribute.
    absent: &'static str,
}

static ADDED: &[Added] = &[
    Added {
        ops: &["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "math.fma"],
        attribute: "roundingmode",
        // To the nearest, ties to even.
        absent: "0 : i32",
    },
    Added { ops: &["memref.load"], attribute: "invariant", absent: "false" },
    Added { ops: &["vector.contract"], attribute: "fastmath", absent: "#arith.fastmath<none>" },
];

/// Puts an op with a name of the format, whose usual name is `name`, into the words of MLIR 22.
pub(super) fn adapt(draft: Draft<'_, '_>, name: &str) -> Result<(), NewerAttribute> {
    for added in ADDED.iter().filter(|added| added.ops.contains(&name)) {
        let Some(value) = draft.get(added.attribute) else { continue };
        if Attribute::parse(draft.context(), added.absent) == Some(value) {
            draft.remove(added.attribute);
        } else {
            return Err(NewerAttribute {
                op: name.to_owned(),
                attribute: added.attribute.to_owned(),
                value: value.to_string(),
            });
        }
    }
    Ok(())
}
