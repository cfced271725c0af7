//! The attributes and types of a kernel: every index in them exists, none contains itself, and text is text.

use super::cursor::Cursor;
use super::sections::{Entry, Tables};
use super::{DEEPEST, Damage};
use crate::container::lex;

/// What the fields of the builtin attributes are, by code: `a` attribute, `t` type, `s` string, `v` number, `A`
/// attributes, `T` types, `P` pairs of attributes, `D` dimensions, `B` bytes, `r` resource, `.` not looked at.
///
/// Codes from 23 on are those of MLIR releases after 22: affine maps, sets and strided layouts.
const ATTRIBUTES: [&str; 26] = [
    "A", "P", "s", "st", "a", "aA", "t", "", "t.", "t.", "aa", "avv", "A", "Aa", "aa", "", "tr", "tvB", "tB",
    "t.", "taa", "a", "a.", ".", ".", ".",
];

/// The same for the builtin types; from 21 on, the small floats of MLIR releases after 22.
const TYPES: [&str; 33] = [
    "v", "", "TT", "", "", "", "", "", "", "t", "Dta", "aDta", "", "Dt", "aDt", "T", "t", "at", "t", "Dt",
    ".", "", "", "", "", "", "", "", "", "", "", "", "",
];

/// Largest dimension that a kernel can mean; products of some of them must not overflow.
const LARGEST: i64 = 1 << 40;

/// A node of the graph of attributes and types: attributes first.
type Node = usize;

/// Checks all attributes and types.
pub(super) fn entries(tables: &Tables<'_>) -> Result<(), Damage> {
    for text in tables.strings.iter().chain(&tables.dialects) {
        if std::str::from_utf8(text).is_err() {
            return Err(Damage::malformed("a string is not UTF-8".into(), 0));
        }
    }
    let attributes = tables.attributes.len();
    let mut inner: Vec<Vec<Node>> = Vec::with_capacity(attributes + tables.types.len());
    for (list, codes, is_type) in
        [(&tables.attributes, &ATTRIBUTES[..], false), (&tables.types, &TYPES[..], true)]
    {
        for entry in list {
            inner.push(entry_nodes(tables, entry, codes, is_type)?);
        }
    }
    acyclic(tables, &inner)
}

fn entry_nodes(
    tables: &Tables<'_>,
    entry: &Entry<'_>,
    codes: &[&str],
    is_type: bool,
) -> Result<Vec<Node>, Damage> {
    let mut at = entry.data.clone();
    if !entry.custom {
        let start = at.at();
        let text = at.text("an attribute or type")?;
        let Ok(text) = std::str::from_utf8(text) else {
            return Err(Damage::malformed("an attribute or type is not UTF-8".into(), start));
        };
        return match lex::nesting_beyond(text, DEEPEST) {
            Some((depth, _)) => Err(Damage::Nested(depth)),
            None => Ok(Vec::new()),
        };
    }
    if tables.dialects.get(entry.dialect).copied() != Some(b"builtin") {
        return Ok(Vec::new());
    }
    let start = at.at();
    let code = at.varint("the kind of an attribute or type")?;
    let fields = usize::try_from(code).ok().and_then(|code| codes.get(code)).copied();
    let what = if is_type { "type" } else { "attribute" };
    let fields =
        fields.ok_or_else(|| Damage::unknown(format!("builtin {what} with the code {code}"), start))?;
    let mut nodes = Vec::new();
    for field in fields.bytes() {
        if field == b'.' {
            return Ok(nodes);
        }
        self::field(tables, &mut at, field, &mut nodes)?;
    }
    match (is_type, code) {
        (false, 17) => dense_array(tables, entry)?,
        (false, 18) => dense_elements(tables, entry)?,
        _ => {}
    }
    if at.is_empty() {
        return Ok(nodes);
    }
    Err(Damage::malformed(format!("{} bytes too many in an {what}", at.left()), at.at()))
}

/// As many bytes as elements: MLIR reads them without asking.
fn dense_array(tables: &Tables<'_>, entry: &Entry<'_>) -> Result<(), Damage> {
    let mut at = entry.data.clone();
    at.varint("the kind of an attribute")?;
    let element = at.index(tables.types.len(), "type")?;
    let count = at.varint("the size of an array")?;
    let start = at.at();
    let length = at.varint("the length of data")?;
    match tables.element_bits(element)? {
        Some(bits) if bits.div_ceil(8).checked_mul(count) == Some(length) => Ok(()),
        Some(_) => Err(Damage::malformed(format!("an array of {count} elements has {length} bytes"), start)),
        None => Err(Damage::malformed("an array of what is no number".into(), start)),
    }
}

/// The same for dense constants, which may also give one element for all.
fn dense_elements(tables: &Tables<'_>, entry: &Entry<'_>) -> Result<(), Damage> {
    let mut at = entry.data.clone();
    at.varint("the kind of an attribute")?;
    let kind = at.index(tables.types.len(), "type")?;
    let start = at.at();
    let length = at.varint("the length of data")?;
    // Types in other spellings and elements of other dialects are MLIR's to judge.
    let Some((count, element)) = tables.dense_type(kind)? else { return Ok(()) };
    let Some(bits) = tables.element_bits(element)? else { return Ok(()) };
    let fits = if bits == 1 {
        length == count.div_ceil(8) || length == 1
    } else {
        let one = bits.div_ceil(8);
        one.checked_mul(count) == Some(length) || length == one
    };
    if fits {
        return Ok(());
    }
    Err(Damage::malformed(format!("a constant of {count} elements has {length} bytes"), start))
}

fn field(tables: &Tables<'_>, at: &mut Cursor<'_>, field: u8, nodes: &mut Vec<Node>) -> Result<(), Damage> {
    let attributes = tables.attributes.len();
    let types = tables.types.len();
    match field {
        b'a' => nodes.push(at.index(attributes, "attribute")?),
        b't' => nodes.push(attributes + at.index(types, "type")?),
        b's' => {
            at.index(tables.strings.len(), "string")?;
        }
        b'r' => {
            at.index(tables.resources, "resource")?;
        }
        b'A' => {
            for _ in 0..at.count("the elements of an attribute")? {
                nodes.push(at.index(attributes, "attribute")?);
            }
        }
        b'P' => {
            for _ in 0..at.count("the elements of an attribute")? {
                nodes.push(at.index(attributes, "attribute")?);
                nodes.push(at.index(attributes, "attribute")?);
            }
        }
        b'T' => {
            for _ in 0..at.count("the elements of a type")? {
                nodes.push(attributes + at.index(types, "type")?);
            }
        }
        b'D' => {
            for _ in 0..at.count("the dimensions of a type")? {
                let start = at.at();
                let size = at.signed("a dimension")?;
                if size != i64::MIN && !(0..=LARGEST).contains(&size) {
                    return Err(Damage::malformed(format!("a dimension is {size}"), start));
                }
            }
        }
        b'B' => {
            let length = at.varint("the length of data")?;
            at.take(length, "data")?;
        }
        _ => {
            at.varint("a number")?;
        }
    }
    Ok(())
}

/// MLIR's reader follows attributes into attributes by calling itself.
fn acyclic(tables: &Tables<'_>, inner: &[Vec<Node>]) -> Result<(), Damage> {
    /// Not met, on the way down, done.
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; inner.len()];
    for root in 0..inner.len() {
        let mut stack: Vec<(Node, usize)> = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let (node, child) = (*node, inner.get(*node).and_then(|children| children.get(*next)).copied());
            *next += 1;
            let Some(mark) = marks.get_mut(node) else { break };
            if *mark == Mark::Done {
                stack.pop();
                continue;
            }
            *mark = Mark::Open;
            match child {
                None => {
                    *mark = Mark::Done;
                    stack.pop();
                }
                Some(child) => match marks.get(child) {
                    Some(Mark::Open) => {
                        let entry = tables
                            .attributes
                            .get(child)
                            .or_else(|| tables.types.get(child - tables.attributes.len()));
                        let at = entry.map_or(0, |entry| entry.data.at());
                        return Err(Damage::malformed("an attribute or type contains itself".into(), at));
                    }
                    Some(Mark::New) => {
                        // Locations of inlined calls nest deeper than brackets do.
                        if stack.len() >= 4 * DEEPEST {
                            return Err(Damage::Nested(stack.len() + 1));
                        }
                        stack.push((child, 0));
                    }
                    _ => {}
                },
            }
        }
    }
    Ok(())
}
