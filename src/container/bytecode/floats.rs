//! Narrow float types in the encoding of a newer MLIR than ours.
//!
//! JAX's MLIR gives them codes of their own; ours knows them only by name. A type may always be given
//! by name, so the entries are written that way, and the file is put together anew around them.

use super::cursor::Cursor;
use super::sections::section;
use super::{Damage, MAGIC};

/// Names of the types by code.
const NAMES: &[(u64, &str)] = &[
    (22, "f8E5M2"),
    (23, "f8E4M3"),
    (24, "f8E4M3FN"),
    (25, "f8E5M2FNUZ"),
    (26, "f8E4M3FNUZ"),
    (27, "f8E4M3B11FNUZ"),
];

const VALUES: usize = 2;
const OFFSETS: usize = 3;

/// The file with such types given by name; `None` when it has none or is damaged, which the check of
/// the file then tells.
pub(in crate::container) fn by_name(bytes: &[u8]) -> Option<Vec<u8>> {
    rewritten(bytes).ok().flatten()
}

fn rewritten(bytes: &[u8]) -> Result<Option<Vec<u8>>, Damage> {
    let mut at = Cursor::new(bytes, 0);
    at.take(4, "the magic number")?;
    at.varint("the version")?;
    at.text("the producer's name")?;
    let header = bytes.get(MAGIC.len()..at.at()).unwrap_or_default();
    let mut sections = Vec::new();
    while !at.is_empty() {
        let start = at.at();
        let (kind, data) = section(&mut at)?;
        sections.push((
            kind,
            alignment(bytes.get(start..).unwrap_or_default(), start)?,
            data.rest().to_vec(),
        ));
    }
    let data = |wanted: usize| sections.iter().position(|(kind, ..)| *kind == wanted);
    let (Some(values), Some(offsets)) = (data(VALUES), data(OFFSETS)) else { return Ok(None) };
    let (Some((.., old_values)), Some((.., old_offsets))) = (sections.get(values), sections.get(offsets))
    else {
        return Ok(None);
    };
    let Some((new_values, new_offsets)) = renamed(old_values, old_offsets)? else { return Ok(None) };
    for (place, new) in [(values, new_values), (offsets, new_offsets)] {
        if let Some((.., data)) = sections.get_mut(place) {
            *data = new;
        }
    }
    let mut out = [MAGIC, header].concat();
    for (kind, alignment, data) in sections {
        let kind = u8::try_from(kind).unwrap_or(0);
        out.push(if alignment > 1 { kind | 0x80 } else { kind });
        varint(&mut out, u64::try_from(data.len()).unwrap_or(0));
        if alignment > 1 {
            varint(&mut out, alignment);
            let alignment = usize::try_from(alignment).unwrap_or(1);
            while out.len() % alignment != 0 {
                out.push(0xcb);
            }
        }
        out.extend(data);
    }
    Ok(Some(out))
}

/// The alignment that the section at the start of `bytes` asks for.
fn alignment(bytes: &[u8], base: usize) -> Result<u64, Damage> {
    let mut at = Cursor::new(bytes, base);
    let id = at.byte("a section")?;
    at.varint("the length of a section")?;
    if id & 0x80 == 0 { Ok(1) } else { at.varint("an alignment") }
}

/// Attributes and types, and their lengths, anew; `None` when nothing changes.
fn renamed(values: &[u8], offsets: &[u8]) -> Result<Option<(Vec<u8>, Vec<u8>)>, Damage> {
    let (mut data, mut at) = (Cursor::new(values, 0), Cursor::new(offsets, 0));
    let (mut new_values, mut new_offsets) =
        (Vec::with_capacity(values.len()), Vec::with_capacity(offsets.len()));
    let attributes = at.count("the count of attributes")?;
    let types = at.count("the count of types")?;
    for count in [attributes, types] {
        varint(&mut new_offsets, u64::try_from(count).unwrap_or(0));
    }
    let mut changed = false;
    for (is_type, wanted) in [(false, attributes), (true, types)] {
        let mut seen = 0;
        while seen < wanted {
            let dialect = at.varint("a dialect")?;
            let count = at.count("the count of a group of attributes or types")?;
            if count == 0 || count > wanted - seen {
                return Ok(None);
            }
            varint(&mut new_offsets, dialect);
            varint(&mut new_offsets, u64::try_from(count).unwrap_or(0));
            for _ in 0..count {
                let (length, custom) = at.flagged("the length of an attribute or type")?;
                let entry = data.take(length, "an attribute or type")?;
                let name = if is_type && custom { name(&entry) } else { None };
                let (text, custom) = match name {
                    Some(name) => (Some(name), false),
                    None => (None, custom),
                };
                changed |= text.is_some();
                let start = new_values.len();
                match text {
                    Some(name) => {
                        new_values.extend(name.bytes());
                        new_values.push(0);
                    }
                    None => new_values.extend(entry.rest()),
                }
                let length = u64::try_from(new_values.len() - start).unwrap_or(0);
                varint(&mut new_offsets, length << 1 | u64::from(custom));
            }
            seen += count;
        }
    }
    Ok(changed.then_some((new_values, new_offsets)))
}

/// The name of a type that is nothing but a code of [`NAMES`]. Of the dialects in a kernel only the
/// builtin one has such codes.
fn name(entry: &Cursor<'_>) -> Option<&'static str> {
    let mut at = entry.clone();
    let code = at.varint("the kind of a type").ok()?;
    let known = NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name);
    known.filter(|_| at.is_empty())
}

/// Writes MLIR's prefix varint: trailing zeros of the first byte tell how many more follow.
fn varint(out: &mut Vec<u8>, value: u64) {
    let bits = 64 - value.leading_zeros();
    let more = bits.saturating_sub(1) / 7;
    if more >= 8 {
        out.push(0);
        out.extend(value.to_le_bytes());
        return;
    }
    let coded = (value << 1 | 1) << more;
    out.extend(coded.to_le_bytes().iter().take(more as usize + 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        for value in [0, 1, 127, 128, 16_383, 16_384, 1 << 40, (1 << 56) - 1, 1 << 56, u64::MAX] {
            let mut out = Vec::new();
            varint(&mut out, value);
            let mut at = Cursor::new(&out, 0);
            assert_eq!(at.varint("a number").ok(), Some(value));
            assert!(at.is_empty());
        }
    }
}
