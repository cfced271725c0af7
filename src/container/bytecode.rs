//! The outside of MLIR bytecode: enough to see that a file is complete and what kind of module it holds.
//!
//! Layout (MLIR's bytecode format): magic, version, producer string ended by NUL, then sections up to the end. A
//! section is an id byte (top bit: an alignment follows), a length, perhaps an alignment with padding, and the bytes.

use crate::fault::call::BodyTruncated;

/// The first four bytes.
pub(super) const MAGIC: &[u8] = b"ML\xefR";

/// Checks that every section is as long as it says.
pub(super) fn check_length(bytes: &[u8]) -> Result<(), BodyTruncated> {
    let mut at = Cursor { bytes, pos: MAGIC.len() };
    at.varint("the version")?;
    at.past_nul()?;
    if at.left() == 0 {
        return Err(BodyTruncated { what: "the first section".into(), needed: 1, left: 0 });
    }
    while at.left() > 0 {
        let id = at.byte("a section")?;
        let what = format!("section {} ({})", id & 0x7f, section_name(id & 0x7f));
        let length = at.varint(&what)?;
        if id & 0x80 != 0 {
            let alignment = at.varint(&what)?;
            // More than a page is nonsense, which MLIR's own reader will say better.
            if alignment.is_power_of_two() && alignment <= 4096 {
                while !u64::try_from(at.pos).unwrap_or(0).is_multiple_of(alignment) && at.left() > 0 {
                    at.pos += 1;
                }
            }
        }
        match usize::try_from(length).ok().filter(|length| *length <= at.left()) {
            Some(length) => at.pos += length,
            None => return Err(BodyTruncated { what, needed: length, left: size(at.left()) }),
        }
    }
    Ok(())
}

/// Whether this is a StableHLO program (portable artifact or plain bytecode) and not a kernel.
pub(super) fn is_stablehlo(bytes: &[u8]) -> bool {
    let after = bytes.get(MAGIC.len() + 1..).unwrap_or_default();
    let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    after.starts_with(b"StableHLO") || ((holds(b"vhlo\0") || holds(b"stablehlo\0")) && !holds(b"stable_mosaic"))
}

const fn section_name(id: u8) -> &'static str {
    match id {
        0 => "strings",
        1 => "dialects",
        2 => "attributes and types",
        3 => "attribute and type offsets",
        4 => "operations",
        5 => "resources",
        6 => "resource offsets",
        7 => "dialect versions",
        8 => "properties",
        _ => "unknown",
    }
}

fn size(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl Cursor<'_> {
    fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.pos)
    }

    fn byte(&mut self, what: &str) -> Result<u8, BodyTruncated> {
        let byte = self.bytes.get(self.pos).copied();
        self.pos += 1;
        byte.ok_or_else(|| BodyTruncated { what: what.to_owned(), needed: 1, left: 0 })
    }

    /// A number whose count of bytes is told by the trailing zeros of the first: MLIR's prefix varint.
    fn varint(&mut self, what: &str) -> Result<u64, BodyTruncated> {
        let first = self.byte(what)?;
        let more = first.trailing_zeros();
        let mut value = u64::from(first);
        for index in 0..more {
            let byte = u64::from(self.byte(what)?);
            value = if more == 8 { value | byte << (8 * index) } else { value | byte << (8 * (index + 1)) };
        }
        Ok(if more == 8 { value } else { value >> (more + 1) })
    }

    fn past_nul(&mut self) -> Result<(), BodyTruncated> {
        while self.byte("the producer's name")? != 0 {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_checked() {
        let whole = [MAGIC, b"\x01me\0", &[0, 0b111, 1, 2, 3]].concat();
        assert!(check_length(&whole).is_ok());
        for end in MAGIC.len()..whole.len() {
            let cut = whole.get(..end).unwrap_or_default();
            assert!(check_length(cut).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn long_varints() {
        let mut at = Cursor { bytes: &[0b1110, 0b1, 0, 1, 0, 0, 0, 0, 0, 0, 0], pos: 0 };
        assert_eq!(at.varint("x").ok(), Some((0b1_0000_1110) >> 2));
        assert_eq!(at.varint("x").ok(), Some(1));
    }
}
