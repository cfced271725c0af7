//! T0136 to T0139: a module cannot be written in the format.

use super::super::{NEWEST_VERSION, OLDEST_VERSION};
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// The version asked for is none that we know.
#[derive(Debug, Error)]
#[error(
    "there is no stable_mosaic version {target} to write: Tessera writes versions {OLDEST_VERSION} to {NEWEST_VERSION}"
)]
pub struct TargetUnknown {
    /// The version asked for.
    pub target: i64,
}

impl TargetUnknown {
    pub(super) fn hint_text(&self) -> String {
        "version 13 is what JAX 0.11 exports; 15 is the newest that JAX 0.10.2 and 0.11.0 read, 18 the \
         newest of JAX 0.12.0"
            .into()
    }
}

/// T0136.
pub static SERDE_TARGET_UNKNOWN: Code = Code::new(
    136,
    "serde_target_unknown",
    Level::Error,
    "\
## What it checks
The version to write a module for is one that exists and that this Tessera knows.

## Why
Nothing is known about what a later version demands of an op, and none before the first was ever read.

## Wrong
    tessera-opt --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=99})'

## Right
    tessera-opt --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=15})'

## Source
`jaxlib/mosaic/serde.cc`: \"The highest supported version is\".
",
);

/// An op says what came only with a later version.
#[derive(Debug, Error)]
#[error("{op} cannot be written for stable_mosaic version {target}: {what} came with version {since}")]
pub struct TooNew {
    /// The op's name.
    pub op: String,
    /// The version to write.
    pub target: i64,
    /// What that version cannot say.
    pub what: String,
    /// The version that came with it.
    pub since: i64,
}

impl TooNew {
    pub(super) fn hint_text(&self) -> String {
        format!("write version {} or later, or do without it", self.since)
    }
}

/// T0137.
pub static SERDE_TOO_NEW: Code = Code::new(
    137,
    "serde_too_new",
    Level::Error,
    "\
## What it checks
Everything that an op of the module says can be said in the version that it is written for.

## Why
A compiler of that version would not know the attribute or operand, and would either refuse the module or do something
else. Leaving it out would change what the kernel does.

## Wrong
    // target-version=10
    tpu.store %ref[%i, %i], %v masked [1, 1, 1, 1, 1, 1, 1, 1] {add = true} ...

## Right
    // target-version=11, which is the first to know `add`

## Source
The downgrade rules of `jaxlib/mosaic/dialect/tpu/transforms/serde.cc`; those of versions 16 to 18 as jaxlib 0.12.0.1
applies them.
",
);

/// The module is in the format already.
#[derive(Debug, Error)]
#[error("{op} is in the stable_mosaic format already")]
pub struct AlreadySerialized {
    /// The op's name.
    pub op: String,
}

impl AlreadySerialized {
    pub(super) fn hint_text(&self) -> String {
        "to change the version, read it first: `mosaic-serde{serialize=false},mosaic-serde{serialize=true \
         target-version=N}`"
            .into()
    }
}

/// T0138.
pub static SERDE_ALREADY: Code = Code::new(
    138,
    "serde_already",
    Level::Error,
    "\
## What it checks
No op of a module that is to be written in the `stable_mosaic` format has a name of that format yet.

## Why
Writing it again would put the prefix twice, and nothing reads that.

## Wrong
    tessera-opt --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' serialized.mlir

## Right
    tessera-opt --pass-pipeline='builtin.module(mosaic-serde{serialize=false},mosaic-serde{serialize=true})' serialized.mlir

## Source
Tessera's own; jaxlib writes such a module and cannot read it back.
",
);

/// The context refuses ops of the format.
#[derive(Debug, Error)]
#[error("the stable_mosaic format needs unregistered dialects, which are not allowed here")]
pub struct NoUnregistered;

impl NoUnregistered {
    pub(super) fn hint_text(&self) -> String {
        "run tessera-opt with --allow-unregistered-dialect".into()
    }
}

/// T0139.
pub static SERDE_NO_UNREGISTERED: Code = Code::new(
    139,
    "serde_no_unregistered",
    Level::Error,
    "\
## What it checks
A module is only written in the `stable_mosaic` format where ops of unregistered dialects are allowed.

## Why
No dialect defines the ops of the format: that is how any compiler can read them. MLIR allows such ops only on demand.

## Wrong
    tessera-opt --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' kernel.mlir

## Right
    tessera-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' kernel.mlir

## Source
`jaxlib/mosaic/serde.cc`.
",
);
