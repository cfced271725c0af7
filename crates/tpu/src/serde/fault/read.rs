//! T0130 to T0135: a module in the format cannot be read.

use super::super::{NEWEST_VERSION, OLDEST_VERSION};
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The module does not say which version it was written for.
#[derive(Debug, Error)]
#[error("{}", message(.found.as_deref()))]
pub struct VersionMissing {
    /// What it has instead of a number.
    pub found: Option<String>,
}

fn message(found: Option<&str>) -> String {
    match found {
        None => "the module has stable_mosaic ops, but no stable_mosaic.version".into(),
        Some(found) => format!("stable_mosaic.version is a number, but here it is {found}"),
    }
}

impl VersionMissing {
    pub(super) fn hint_text(&self) -> String {
        format!(
            "add the version to the module's attributes: `stable_mosaic.version = {NEWEST_VERSION} : i64` \
             for the newest"
        )
    }
}

/// T0130.
pub static SERDE_VERSION_MISSING: Code = Code::new(
    130,
    "serde_version_missing",
    Level::Error,
    "\
## What it checks
A module of `stable_mosaic` ops has the attribute `stable_mosaic.version`, an integer.

## Why
Ops have changed over time. Without the version nobody can tell what an attribute or an operand of an op meant when the
module was written.

## Wrong
    module {
      \"stable_mosaic.func.func\"() ...
    }

## Right
    module attributes {stable_mosaic.version = 15 : i64} {
      \"stable_mosaic.func.func\"() ...
    }

## Source
`jaxlib/mosaic/serde.cc`: \"Missing or invalid Mosaic version attribute\".
",
);

/// The version is none that we know.
#[derive(Debug, Error)]
#[error(
    "the module is of stable_mosaic version {version}; Tessera reads versions {OLDEST_VERSION} to {NEWEST_VERSION}"
)]
pub struct VersionUnknown {
    /// The version of the module.
    pub version: i64,
}

impl VersionUnknown {
    pub(super) fn hint_text(&self) -> String {
        if self.version > NEWEST_VERSION {
            "use a newer Tessera, or export the kernel with an older JAX: `jax.export` writes a version that \
             compilers of some months ago still read"
                .into()
        } else {
            format!("versions begin at {OLDEST_VERSION}: the file is most likely damaged")
        }
    }
}

/// T0131.
pub static SERDE_VERSION_UNKNOWN: Code = Code::new(
    131,
    "serde_version_unknown",
    Level::Unsupported,
    "\
## What it checks
The `stable_mosaic.version` of a module is one that this Tessera knows.

## Why
A newer version may give a known attribute another meaning. Reading it as if it were an older one could silently change
what the kernel does. The kernel may be fine; this is about Tessera.

## Wrong
    module attributes {stable_mosaic.version = 1000 : i64} { ... }

## Right
    the same kernel written by a JAX that Tessera knows, or read by a newer Tessera

## Source
`jaxlib/mosaic/serde.cc`: \"Unsupported Mosaic version\".
",
);

/// An op that is not in the format.
#[derive(Debug, Error)]
#[error("{op} is not in the stable_mosaic format, but the module says that it is")]
pub struct NotMangled {
    /// The op's name.
    pub op: String,
}

impl NotMangled {
    pub(super) fn hint_text(&self) -> String {
        format!(
            "write it as `stable_mosaic.{}`; or, if no op of the module has that prefix, remove \
             stable_mosaic.version from the module",
            self.op
        )
    }
}

/// T0132.
pub static SERDE_NOT_MANGLED: Code = Code::new(
    132,
    "serde_not_mangled",
    Level::Error,
    "\
## What it checks
In a module with `stable_mosaic.version`, every op but `builtin.module` has a name that starts with `stable_mosaic.`.

## Why
The version speaks for all ops. One without the prefix was put there by something that does not know the format, so
which version it follows is unknown.

## Wrong
    module attributes {stable_mosaic.version = 15 : i64} {
      func.func @main() { ... }
    }

## Right
    module attributes {stable_mosaic.version = 15 : i64} {
      \"stable_mosaic.func.func\"() <{ ... }> ({ ... }) : () -> ()
    }

## Source
`jaxlib/mosaic/serde.cc`: \"Operation not in a serialized form\".
",
);

/// An op that does not take what it is given.
#[derive(Debug, Error)]
#[error("{op} cannot be converted: {reason}")]
pub struct BadOp {
    /// The op's name, without the prefix.
    pub op: String,
    /// Why not.
    pub reason: String,
}

impl BadOp {
    pub(super) fn hint_text(&self) -> String {
        "the module is damaged, or its stable_mosaic.version is not the one that it was written for".into()
    }
}

/// T0133.
pub static SERDE_BAD_OP: Code = Code::new(
    133,
    "serde_bad_op",
    Level::Error,
    "\
## What it checks
The attributes of a `stable_mosaic` op, and of one that is to become such, are of the kinds that the op takes.

## Why
In the format all attributes lie in one dictionary, which holds anything. The op itself keeps each in a place of its
kind, and there is no sensible way to put, say, a string where a list of numbers belongs.

## Wrong
    \"stable_mosaic.tpu.iota\"() {dimensions = \"zero\"} : () -> vector<8x128xi32>

## Right
    \"stable_mosaic.tpu.iota\"() {dimensions = array<i32: 0>} : () -> vector<8x128xi32>

## Source
The definitions of the ops.
",
);

/// An op that nothing here defines.
#[derive(Debug, Error)]
#[error("{op} is not an op that Tessera knows")]
pub struct UnknownOp {
    /// The op's name, without the prefix.
    pub op: String,
}

impl UnknownOp {
    pub(super) fn hint_text(&self) -> String {
        "it may be newer or older than this Tessera: look for another that does the same, or write the \
         kernel with another JAX"
            .into()
    }
}

/// T0134.
pub static UNKNOWN_OP: Code = Code::new(
    134,
    "unknown_op",
    Level::Unsupported,
    "\
## What it checks
Every op of a module is defined by the `tpu` dialect or by MLIR.

## Why
Nothing is known of an op that is not: neither what it needs nor what it does. Such ops come from a JAX that is newer
than Tessera, or from one so old that the op is gone. The kernel may be fine; this is about Tessera.

## Wrong
    \"stable_mosaic.tpu.brand_new\"() : () -> ()

## Right
    the same kernel without that op, or a newer Tessera

## Source
The `tpu` dialect of JAX 0.10 to 0.12, and MLIR 22.
",
);

/// An op is not as its version has it.
#[derive(Debug, Error)]
#[error("{op} is not as stable_mosaic version {version} has it: {reason}")]
pub struct OldOp {
    /// The op's name, without the prefix.
    pub op: String,
    /// The version of the module.
    pub version: i64,
    /// What is not as it should be.
    pub reason: String,
}

impl OldOp {
    pub(super) fn hint_text(&self) -> String {
        "the module is damaged, or its stable_mosaic.version is not the one that it was written for".into()
    }
}

/// T0135.
pub static SERDE_OLD_OP: Code = Code::new(
    135,
    "serde_old_op",
    Level::Error,
    "\
## What it checks
An op that has changed since the version of its module has the operands and attributes that it had in that version.

## Why
What has changed is made up for, such as an operand that was added. That needs the op to be as it was.

## Wrong
    module attributes {stable_mosaic.version = 5 : i64} {
      ... \"stable_mosaic.tpu.iota\"() {dimensions = array<i32: 0>} : () -> vector<8x128xi32>

## Right
    module attributes {stable_mosaic.version = 5 : i64} {
      ... \"stable_mosaic.tpu.iota\"() {dimension = 0 : i32} : () -> vector<8x128xi32>

## Source
The upgrade rules of `jaxlib/mosaic/dialect/tpu/transforms/serde.cc`; those of versions 16 to 18 as jaxlib 0.12.0.1
applies them.
",
);

/// An attribute that later MLIR has added to an op, with a value that the op cannot do without.
#[derive(Debug, Error)]
#[error("{attribute} = {value} of {op} is not known here, and the op means something else without it")]
pub struct NewerAttribute {
    /// The op's name, without the prefix.
    pub op: String,
    /// The attribute's name.
    pub attribute: String,
    /// What it says.
    pub value: String,
}

impl NewerAttribute {
    pub(super) fn hint_text(&self) -> String {
        format!("write the kernel without {}", self.attribute)
    }
}

/// T0140.
pub static SERDE_NEWER_ATTRIBUTE: Code = Code::new(
    140,
    "serde_newer_attribute",
    Level::Unsupported,
    "\
## What it checks
Where MLIR has given an op a further attribute after release 22, the attribute says what the op does without it.

## Why
JAX is built with a later MLIR than Tessera. What MLIR 22 does not know about an op it would ignore, and the kernel would
silently do something else. The kernel may be fine; this is about Tessera.

## Wrong
    \"stable_mosaic.arith.addf\"(%a, %b) {roundingmode = 1 : i32} : (f32, f32) -> f32

## Right
    \"stable_mosaic.arith.addf\"(%a, %b) {roundingmode = 0 : i32} : (f32, f32) -> f32

## Source
The definitions of the ops in MLIR 22, and in the MLIR of jaxlib 0.10.2 to 0.12.0.1.
",
);
