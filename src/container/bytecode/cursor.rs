//! Reading numbers and stretches of bytes, with the place of what is missing.

use super::Damage;

/// Bytes read from left to right. `base` is where they stand in the file.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
    base: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8], base: usize) -> Self {
        Self { bytes, pos: 0, base }
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.pos)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left() == 0
    }

    /// Offset in the file.
    pub(super) fn at(&self) -> usize {
        self.base.saturating_add(self.pos)
    }

    /// All that is left, without consuming it.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.pos..).unwrap_or_default()
    }

    pub(super) fn byte(&mut self, what: &'static str) -> Result<u8, Damage> {
        let byte = self.bytes.get(self.pos).copied();
        let byte = byte.ok_or_else(|| Damage::truncated(what, 1, 0, self.at()))?;
        self.pos += 1;
        Ok(byte)
    }

    /// The next `count` bytes as a cursor of their own.
    pub(super) fn take(&mut self, count: u64, what: &'static str) -> Result<Self, Damage> {
        let length = usize::try_from(count).ok().filter(|length| *length <= self.left());
        let length = length.ok_or_else(|| Damage::truncated(what, count, self.left(), self.at()))?;
        let part = self.rest().get(..length).unwrap_or_default();
        let part = Self::new(part, self.at());
        self.pos += length;
        Ok(part)
    }

    /// A number whose count of bytes is told by the trailing zeros of the first: MLIR's prefix varint.
    pub(super) fn varint(&mut self, what: &'static str) -> Result<u64, Damage> {
        let first = self.byte(what)?;
        let more = first.trailing_zeros();
        let mut value = if more == 8 { 0 } else { u64::from(first) };
        for index in 0..more {
            let shift = if more == 8 { 8 * index } else { 8 * (index + 1) };
            value |= u64::from(self.byte(what)?) << shift;
        }
        Ok(if more == 8 { value } else { value >> (more + 1) })
    }

    /// A number with the sign in its lowest bit.
    pub(super) fn signed(&mut self, what: &'static str) -> Result<i64, Damage> {
        let value = self.varint(what)?;
        let half = i64::try_from(value >> 1).unwrap_or(i64::MAX);
        Ok(if value & 1 == 0 { half } else { -half - 1 })
    }

    /// A number with a flag in its lowest bit.
    pub(super) fn flagged(&mut self, what: &'static str) -> Result<(u64, bool), Damage> {
        let value = self.varint(what)?;
        Ok((value >> 1, value & 1 != 0))
    }

    /// A count of things that take at least a byte each, so that a lie about it cannot cost memory.
    pub(super) fn count(&mut self, what: &'static str) -> Result<usize, Damage> {
        let count = self.varint(what)?;
        self.bounded(count, what)
    }

    /// Checks a count that was read together with a flag.
    pub(super) fn bounded(&self, count: u64, what: &'static str) -> Result<usize, Damage> {
        let small = usize::try_from(count).ok().filter(|count| *count <= self.left());
        small.ok_or_else(|| Damage::truncated(what, count, self.left(), self.at()))
    }

    /// An index below `limit`.
    pub(super) fn index(&mut self, limit: usize, what: &'static str) -> Result<usize, Damage> {
        let at = self.at();
        let index = self.varint(what)?;
        below(index, limit, what, at)
    }

    /// The text up to a zero byte, and past that.
    pub(super) fn text(&mut self, what: &'static str) -> Result<&'a [u8], Damage> {
        let rest = self.rest();
        let end = rest.iter().position(|byte| *byte == 0);
        let end =
            end.ok_or_else(|| Damage::truncated(what, 1, 0, self.base.saturating_add(self.bytes.len())))?;
        self.pos += end + 1;
        Ok(rest.get(..end).unwrap_or_default())
    }

    /// Past the filling before a stretch that starts at a multiple of `alignment` in the file.
    pub(super) fn align(&mut self, alignment: u64) {
        // Where it is nonsense, the lengths that follow are too, and say so.
        if alignment.is_power_of_two() && alignment <= 4096 {
            while !u64::try_from(self.at()).unwrap_or(0).is_multiple_of(alignment) && !self.is_empty() {
                self.pos += 1;
            }
        }
    }
}

/// The index, if it is below `limit`.
pub(super) fn below(index: u64, limit: usize, what: &'static str, at: usize) -> Result<usize, Damage> {
    let small = usize::try_from(index).ok().filter(|index| *index < limit);
    small.ok_or_else(|| Damage::malformed(format!("{what} {index} does not exist, there are {limit}"), at))
}
