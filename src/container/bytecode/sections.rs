//! The sections of a bytecode file and the tables in them.

use super::Damage;
use super::cursor::{Cursor, below};

/// The tables of a bytecode file. Everything that an index can name is here.
pub(super) struct Tables<'a> {
    /// Version of the encoding.
    pub(super) version: u64,
    pub(super) strings: Vec<&'a [u8]>,
    /// Names of the dialects.
    pub(super) dialects: Vec<&'a [u8]>,
    pub(super) ops: Vec<OpName<'a>>,
    pub(super) attributes: Vec<Entry<'a>>,
    pub(super) types: Vec<Entry<'a>>,
    /// The properties of operations.
    pub(super) properties: Vec<Cursor<'a>>,
    /// Names of resources.
    pub(super) resources: usize,
    /// The operations.
    pub(super) code: Cursor<'a>,
}

/// The name of an operation.
#[derive(Clone, Copy)]
pub(super) struct OpName<'a> {
    pub(super) dialect: usize,
    pub(super) name: &'a [u8],
    /// Whether the writer knew the operation: then its properties are in the section of properties.
    pub(super) registered: bool,
}

/// An attribute or a type that has not been read yet.
#[derive(Clone)]
pub(super) struct Entry<'a> {
    pub(super) dialect: usize,
    /// Whether the dialect wrote it in its own way; text otherwise.
    pub(super) custom: bool,
    pub(super) data: Cursor<'a>,
}

/// The newest version of the encoding known here.
const NEWEST: u64 = 6;

/// How many kinds of sections there are.
const SECTIONS: usize = 9;

const NAMES: [&str; SECTIONS] = [
    "section 0 (strings)",
    "section 1 (dialects)",
    "section 2 (attributes and types)",
    "section 3 (attribute and type offsets)",
    "section 4 (operations)",
    "section 5 (resources)",
    "section 6 (resource offsets)",
    "section 7 (dialect versions)",
    "section 8 (properties)",
];

/// Reads one section: its id and what is in it.
pub(super) fn section<'a>(at: &mut Cursor<'a>) -> Result<(usize, Cursor<'a>), Damage> {
    let start = at.at();
    let id = at.byte("a section")?;
    let kind = usize::from(id & 0x7f);
    let what = NAMES.get(kind).copied();
    let what = what.ok_or_else(|| Damage::malformed(format!("there is no section {kind}"), start))?;
    let length = at.varint(what)?;
    if id & 0x80 != 0 {
        let alignment = at.varint(what)?;
        if !alignment.is_power_of_two() || alignment > 4096 {
            return Err(Damage::malformed(format!("{what} is to be aligned to {alignment} bytes"), start));
        }
        at.align(alignment);
    }
    Ok((kind, at.take(length, what)?))
}

impl<'a> Tables<'a> {
    /// Reads the tables of a whole file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, Damage> {
        let mut at = Cursor::new(bytes, 0);
        at.take(4, "the magic number")?;
        let start = at.at();
        let version = at.varint("the version")?;
        if version > NEWEST {
            return Err(Damage::unknown(
                format!("version {version} (versions up to {NEWEST} can be read)"),
                start,
            ));
        }
        at.text("the producer's name")?;
        if at.is_empty() {
            return Err(Damage::truncated("the first section", 1, 0, at.at()));
        }
        let mut found: [Option<Cursor<'a>>; SECTIONS] = Default::default();
        while !at.is_empty() {
            let start = at.at();
            let (kind, data) = section(&mut at)?;
            if let Some(slot) = found.get_mut(kind)
                && slot.replace(data).is_some()
            {
                return Err(Damage::malformed(format!("section {kind} occurs twice"), start));
            }
        }
        let end = at.at();
        let [strings, dialects, values, offsets, code, _resources, resource_offsets, _versions, properties] =
            found;
        let need = |section: Option<Cursor<'a>>, name: &str| {
            section.ok_or_else(|| Damage::malformed(format!("the section of {name} is missing"), end))
        };
        let strings = self::strings(need(strings, "strings")?)?;
        let (dialects, ops) = self::dialects(need(dialects, "dialects")?, version, &strings)?;
        let values = need(values, "attributes and types")?;
        let (attributes, types) =
            entries(need(offsets, "attribute and type offsets")?, values, dialects.len())?;
        let resources =
            resource_offsets.map_or(Ok(0), |section| resources(section, dialects.len(), strings.len()))?;
        let properties = properties.map_or(Ok(Vec::new()), self::properties)?;
        let code = need(code, "operations")?;
        Ok(Self { version, strings, dialects, ops, attributes, types, properties, resources, code })
    }

    /// `dialect.op`.
    pub(super) fn op_name(&self, index: usize) -> Option<(&'a [u8], OpName<'a>)> {
        let op = self.ops.get(index)?;
        Some((self.dialects.get(op.dialect).copied().unwrap_or_default(), *op))
    }
}

fn strings(mut at: Cursor<'_>) -> Result<Vec<&[u8]>, Damage> {
    let count = at.count("the count of strings")?;
    // The lengths stand in the opposite order of the strings, which end with the section.
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        let start = at.at();
        let length = at.varint("the length of a string")?;
        if length == 0 {
            return Err(Damage::malformed("a string has no end".into(), start));
        }
        lengths.push(length);
    }
    let mut found = Vec::with_capacity(count);
    for length in lengths.into_iter().rev() {
        let start = at.at();
        let text = at.take(length, "a string")?.rest();
        match text.split_last() {
            Some((0, text)) => found.push(text),
            _ => return Err(Damage::malformed("a string does not end with a zero byte".into(), start)),
        }
    }
    if at.is_empty() {
        return Ok(found);
    }
    Err(Damage::malformed("the strings do not fill their section".into(), at.at()))
}

type Dialects<'a> = (Vec<&'a [u8]>, Vec<OpName<'a>>);

fn dialects<'a>(mut at: Cursor<'a>, version: u64, strings: &[&'a [u8]]) -> Result<Dialects<'a>, Damage> {
    let count = at.count("the count of dialects")?;
    let mut dialects = Vec::with_capacity(count);
    for _ in 0..count {
        let start = at.at();
        let (name, versioned) =
            if version < 1 { (at.varint("a dialect")?, false) } else { at.flagged("a dialect")? };
        let name = below(name, strings.len(), "string", start)?;
        dialects.push(strings.get(name).copied().unwrap_or_default());
        if versioned {
            let start = at.at();
            let (kind, _) = section(&mut at)?;
            if kind != 7 {
                return Err(Damage::malformed("the version of a dialect is missing".into(), start));
            }
        }
    }
    let mut ops = Vec::new();
    let announced = if version > 4 { Some(at.varint("the count of operation names")?) } else { None };
    while !at.is_empty() {
        let dialect = at.index(dialects.len(), "dialect")?;
        for _ in 0..at.count("operation names")? {
            let start = at.at();
            let (name, registered) = if version < 5 {
                (at.varint("an operation's name")?, false)
            } else {
                at.flagged("an operation's name")?
            };
            let name = below(name, strings.len(), "string", start)?;
            ops.push(OpName { dialect, name: strings.get(name).copied().unwrap_or_default(), registered });
        }
    }
    match announced {
        Some(count) if count != super::size(ops.len()) => Err(Damage::malformed(
            format!("{count} operation names are announced, {} are there", ops.len()),
            at.at(),
        )),
        _ => Ok((dialects, ops)),
    }
}

type Entries<'a> = (Vec<Entry<'a>>, Vec<Entry<'a>>);

fn entries<'a>(mut at: Cursor<'a>, mut data: Cursor<'a>, dialects: usize) -> Result<Entries<'a>, Damage> {
    let attributes = at.count("the count of attributes")?;
    let types = at.count("the count of types")?;
    let mut lists = [Vec::new(), Vec::new()];
    for (list, wanted) in lists.iter_mut().zip([attributes, types]) {
        while list.len() < wanted {
            let dialect = at.index(dialects, "dialect")?;
            let start = at.at();
            let count = at.count("the count of a group of attributes or types")?;
            if count > wanted - list.len() {
                return Err(Damage::malformed(
                    format!("a group holds {count} attributes or types too many"),
                    start,
                ));
            }
            for _ in 0..count {
                let (length, custom) = at.flagged("the length of an attribute or type")?;
                list.push(Entry { dialect, custom, data: data.take(length, "an attribute or type")? });
            }
        }
    }
    if !at.is_empty() {
        return Err(Damage::malformed("there are more offsets than attributes and types".into(), at.at()));
    }
    let [attributes, types] = lists;
    Ok((attributes, types))
}

fn properties(mut at: Cursor<'_>) -> Result<Vec<Cursor<'_>>, Damage> {
    let count = at.count("the count of properties")?;
    let mut found = Vec::with_capacity(count);
    for _ in 0..count {
        let length = at.varint("the length of properties")?;
        found.push(at.take(length, "properties")?);
    }
    Ok(found)
}

fn resources(mut at: Cursor<'_>, dialects: usize, strings: usize) -> Result<usize, Damage> {
    let groups = at.varint("the count of external resource groups")?;
    let group = |at: &mut Cursor<'_>| -> Result<usize, Damage> {
        let count = at.count("resources")?;
        for _ in 0..count {
            at.index(strings, "string")?;
            at.varint("the length of a resource")?;
            at.byte("the kind of a resource")?;
        }
        Ok(count)
    };
    let mut seen = 0;
    while seen < groups {
        at.index(strings, "string")?;
        group(&mut at)?;
        seen += 1;
    }
    let mut found = 0_usize;
    while !at.is_empty() {
        at.index(dialects, "dialect")?;
        found = found.saturating_add(group(&mut at)?);
    }
    Ok(found)
}
