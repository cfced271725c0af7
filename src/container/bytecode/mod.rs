//! MLIR bytecode, taken apart without MLIR: kernels are checked from end to end before MLIR's own reader, which trusts
//! what it reads, sees them; calls are found in StableHLO programs whose dialects MLIR does not know here.
//!
//! Layout (MLIR's bytecode format): magic, version, producer string ended by a zero byte, then sections up to the end.
//! A section is an id byte (top bit: an alignment follows), a length, perhaps an alignment with filling, and the bytes.

mod check;
mod cursor;
mod floats;
mod program;
mod sections;
mod values;
mod walk;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use tests::tiny_base64;

pub(super) use floats::by_name as floats_by_name;
pub(super) use program::{module_name, read as read_program};

use super::DEEPEST;
use crate::fault::bytecode::{BytecodeTooNew, UnreadableBytecode};
use crate::fault::call::BodyTruncated;
use crate::fault::file::NestedTooDeeply;
use sections::Tables;
use tessera_core::diag::Fault;

/// The first four bytes.
pub(super) const MAGIC: &[u8] = b"ML\xefR";

/// Why bytecode cannot be read.
#[derive(Debug)]
pub(crate) enum Damage {
    Truncated(BodyTruncated),
    Malformed(UnreadableBytecode),
    TooNew(BytecodeTooNew),
    Nested(usize),
}

impl Damage {
    fn truncated(what: &str, needed: u64, left: usize, at: usize) -> Self {
        Self::Truncated(BodyTruncated { what: what.to_owned(), needed, left: size(left), at: size(at) })
    }

    fn malformed(reason: String, at: usize) -> Self {
        Self::Malformed(UnreadableBytecode { reason, at: Some(size(at)) })
    }

    fn unknown(what: String, at: usize) -> Self {
        Self::TooNew(BytecodeTooNew { what, at: size(at) })
    }

    /// As a fault to report.
    pub(super) fn into_fault(self) -> Box<dyn Fault> {
        match self {
            Self::Truncated(fault) => Box::new(fault),
            Self::Malformed(fault) => Box::new(fault),
            Self::TooNew(fault) => Box::new(fault),
            Self::Nested(depth) => Box::new(NestedTooDeeply { depth, limit: DEEPEST }),
        }
    }
}

/// Checks that a kernel is whole: every length, count and index in it holds.
pub(super) fn check(bytes: &[u8]) -> Result<(), Damage> {
    let tables = Tables::read(bytes)?;
    check::entries(&tables)?;
    walk::walk(&tables, |_| Ok(()))
}

/// Whether this is a StableHLO program (portable artifact or plain bytecode) and not a kernel.
pub(super) fn is_stablehlo(bytes: &[u8]) -> bool {
    let after = bytes.get(MAGIC.len() + 1..).unwrap_or_default();
    let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    after.starts_with(b"StableHLO")
        || ((holds(b"vhlo\0") || holds(b"stablehlo\0")) && !holds(b"stable_mosaic"))
}

/// The program in what `jax.export` serializes: a flat buffer, in which a list of bytes stands behind its length.
pub(super) fn exported(bytes: &[u8]) -> Option<&[u8]> {
    let at = bytes.windows(MAGIC.len()).position(|window| window == MAGIC)?;
    let length = bytes.get(at.checked_sub(4)?..at)?.try_into().ok().map(u32::from_le_bytes)?;
    let found = bytes.get(at..)?.get(..usize::try_from(length).ok()?)?;
    is_stablehlo(found).then_some(found)
}

fn size(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
