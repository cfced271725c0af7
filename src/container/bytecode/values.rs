//! Attributes and types in the encodings of the dialects around a kernel: builtin, vhlo and stablehlo.
//!
//! Read one at a time, as they are asked for; what lies beyond an index stays an index.

use super::Damage;
use super::cursor::Cursor;
use super::sections::Tables;
use crate::container::TensorType;

/// What an attribute is, as far as calls need it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Attr<'a> {
    /// A string, or the name of a symbol.
    Text(&'a [u8]),
    /// Attributes in order.
    Array(Vec<usize>),
    /// Names and attributes.
    Dictionary(Vec<(usize, usize)>),
    /// A number or a truth value.
    Integer(i64),
    /// An output that starts out as an operand's memory.
    Alias { output: Option<u64>, operand: u64 },
    /// Anything else.
    Other,
}

/// Codes of an encoding, where several dialects say the same thing with other numbers.
struct Codes {
    array: u64,
    dictionary: u64,
    text: u64,
    symbol: Option<u64>,
    integer: u64,
    boolean: Option<u64>,
    alias: Option<u64>,
}

const BUILTIN: Codes =
    Codes { array: 0, dictionary: 1, text: 2, symbol: Some(4), integer: 8, boolean: None, alias: None };
const VHLO: Codes =
    Codes { array: 1, dictionary: 6, text: 14, symbol: None, integer: 9, boolean: Some(2), alias: Some(10) };
const NONE: u64 = u64::MAX;
const STABLEHLO: Codes = Codes {
    array: NONE,
    dictionary: NONE,
    text: NONE,
    symbol: None,
    integer: NONE,
    boolean: None,
    alias: Some(14),
};

impl<'a> Tables<'a> {
    /// Reads attribute `index`.
    pub(super) fn attribute(&self, index: usize) -> Result<Attr<'a>, Damage> {
        let Some(entry) = self.attributes.get(index).filter(|entry| entry.custom) else {
            return Ok(Attr::Other);
        };
        let codes = match self.dialects.get(entry.dialect).copied() {
            Some(b"builtin") => &BUILTIN,
            Some(b"vhlo") => &VHLO,
            Some(b"stablehlo") => &STABLEHLO,
            _ => return Ok(Attr::Other),
        };
        let mut at = entry.data.clone();
        let code = at.varint("the kind of an attribute")?;
        let attributes = self.attributes.len();
        Ok(if code == codes.text {
            Attr::Text(self.string(&mut at)?)
        } else if code == codes.array {
            let count = at.count("the elements of an attribute")?;
            Attr::Array((0..count).map(|_| at.index(attributes, "attribute")).collect::<Result<_, _>>()?)
        } else if code == codes.dictionary {
            let count = at.count("the elements of an attribute")?;
            let mut pairs = Vec::with_capacity(count);
            for _ in 0..count {
                pairs.push((at.index(attributes, "attribute")?, at.index(attributes, "attribute")?));
            }
            Attr::Dictionary(pairs)
        } else if code == codes.integer {
            let kind = at.index(self.types.len(), "type")?;
            Attr::Integer(match self.width(kind)? {
                0..=8 => i64::from(at.byte("a number")?),
                9..=64 => at.signed("a number")?,
                _ => return Ok(Attr::Other),
            })
        } else if codes.symbol == Some(code) {
            let name = at.index(attributes, "attribute")?;
            // A symbol's name is a string of its own; one more step, never a chain.
            let Some(entry) = self.attributes.get(name) else { return Ok(Attr::Other) };
            let mut inner = entry.data.clone();
            if inner.varint("the kind of an attribute")? == codes.text {
                Attr::Text(self.string(&mut inner)?)
            } else {
                Attr::Other
            }
        } else if codes.boolean == Some(code) {
            Attr::Integer(i64::from(at.varint("a truth value")? != 0))
        } else if codes.alias == Some(code) {
            let list = |at: &mut Cursor<'a>| -> Result<Vec<i64>, Damage> {
                let count = at.count("the indices of an alias")?;
                (0..count).map(|_| at.signed("an index of an alias")).collect()
            };
            let output = list(&mut at)?;
            let operand = at.signed("an operand of an alias")?;
            Attr::Alias {
                output: output.first().and_then(|index| u64::try_from(*index).ok()),
                operand: u64::try_from(operand).unwrap_or(u64::MAX),
            }
        } else {
            Attr::Other
        })
    }

    fn string(&self, at: &mut Cursor<'_>) -> Result<&'a [u8], Damage> {
        let index = at.index(self.strings.len(), "string")?;
        Ok(self.strings.get(index).copied().unwrap_or_default())
    }

    /// The text of attribute `index`, if it is one.
    pub(super) fn text(&self, index: usize) -> Result<Option<String>, Damage> {
        Ok(match self.attribute(index)? {
            Attr::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            _ => None,
        })
    }

    /// The names and attributes of dictionary `index`; nothing when it is no dictionary.
    pub(super) fn dictionary(&self, index: usize) -> Result<Vec<(String, usize)>, Damage> {
        let Attr::Dictionary(pairs) = self.attribute(index)? else { return Ok(Vec::new()) };
        let mut named = Vec::with_capacity(pairs.len());
        for (name, value) in pairs {
            named.push((self.text(name)?.unwrap_or_default(), value));
        }
        Ok(named)
    }

    fn type_entry(&self, index: usize) -> Option<(&'a [u8], bool, Cursor<'a>)> {
        let entry = self.types.get(index)?;
        Some((
            self.dialects.get(entry.dialect).copied().unwrap_or_default(),
            entry.custom,
            entry.data.clone(),
        ))
    }

    /// The name of an element type in MLIR's spelling, if `index` is one.
    fn element(&self, index: usize) -> Result<Option<String>, Damage> {
        let Some((dialect, custom, mut at)) = self.type_entry(index) else { return Ok(None) };
        if !custom {
            let text = at.text("a type")?;
            return Ok(std::str::from_utf8(text).ok().map(ToOwned::to_owned));
        }
        let code = at.varint("the kind of a type")?;
        Ok(match dialect {
            b"builtin" => match code {
                0 => {
                    let value = at.varint("the width of an integer")?;
                    let sign = match value & 3 {
                        1 => "s",
                        2 => "u",
                        _ => "",
                    };
                    Some(format!("{sign}i{}", value >> 2))
                }
                1 => Some("index".to_owned()),
                3 => Some("bf16".to_owned()),
                4 => Some("f16".to_owned()),
                5 => Some("f32".to_owned()),
                6 => Some("f64".to_owned()),
                7 => Some("f80".to_owned()),
                8 => Some("f128".to_owned()),
                // Numbers that releases after MLIR 22 gave them.
                21..=32 => usize::try_from(code - 21)
                    .ok()
                    .and_then(|at| SMALL_FLOATS.get(at))
                    .map(|name| (*name).to_owned()),
                _ => None,
            },
            b"vhlo" => usize::try_from(code)
                .ok()
                .and_then(|code| VHLO_ELEMENTS.get(code))
                .and_then(|name| (!name.is_empty()).then(|| (*name).to_owned())),
            _ => None,
        })
    }

    /// The bits of an integer type; more than any when it is none.
    fn width(&self, index: usize) -> Result<u64, Damage> {
        let name = self.element(index)?.unwrap_or_default();
        if name == "index" {
            return Ok(64);
        }
        let digits =
            name.trim_start_matches(['s', 'u']).strip_prefix('i').and_then(|digits| digits.parse().ok());
        Ok(digits.unwrap_or(u64::MAX))
    }

    /// The bits that an element of type `index` takes in dense data; `None` for types that are no plain number.
    pub(super) fn element_bits(&self, index: usize) -> Result<Option<u64>, Damage> {
        let name = self.element(index)?.unwrap_or_default();
        Ok(match name.as_str() {
            "index" => Some(64),
            "bf16" => Some(16),
            "tf32" => Some(19),
            name if name.starts_with(['f', 'i', 's', 'u']) => {
                let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                digits.get(..end).and_then(|digits| digits.parse().ok())
            }
            _ => None,
        })
    }

    /// Type `index`, if it is a tensor or vector with sizes: how many elements, and their type.
    pub(super) fn dense_type(&self, index: usize) -> Result<Option<(u64, usize)>, Damage> {
        let Some((b"builtin", true, mut at)) = self.type_entry(index) else { return Ok(None) };
        match at.varint("the kind of a type")? {
            13 | 19 => {}
            14 => {
                at.index(self.attributes.len(), "attribute")?;
            }
            _ => return Ok(None),
        }
        let mut elements = 1_u64;
        for _ in 0..at.count("the dimensions of a type")? {
            let size = u64::try_from(at.signed("a dimension")?).unwrap_or(0);
            elements = elements.saturating_mul(size);
        }
        Ok(Some((elements, at.index(self.types.len(), "type")?)))
    }

    /// Type `index`, if it is a ranked tensor.
    pub(super) fn tensor(&self, index: usize) -> Result<Option<TensorType>, Damage> {
        let Some((dialect, custom, mut at)) = self.type_entry(index) else { return Ok(None) };
        if !custom {
            let text = at.text("a type")?;
            return Ok(std::str::from_utf8(text).ok().and_then(TensorType::from_mlir));
        }
        let code = at.varint("the kind of a type")?;
        match (dialect, code) {
            (b"builtin", 13) | (b"vhlo", 20) => {}
            (b"builtin", 14) | (b"vhlo", 21) => {
                at.index(self.attributes.len(), "attribute")?;
            }
            _ => return Ok(None),
        }
        let count = at.count("the dimensions of a type")?;
        let mut shape = Vec::with_capacity(count);
        for _ in 0..count {
            shape.push(u64::try_from(at.signed("a dimension")?).ok());
        }
        let element = at.index(self.types.len(), "type")?;
        Ok(self.element(element)?.map(|element| TensorType { shape, element }))
    }
}

/// Builtin types 21 to 32 of MLIR releases after 22.
const SMALL_FLOATS: [&str; 12] = [
    "tf32",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
];

/// Element types of vhlo by their codes; nothing where a code is something else. Integers of StableHLO have no sign
/// when they are signed.
const VHLO_ELEMENTS: [&str; 41] = [
    "i1",
    "",
    "bf16",
    "f16",
    "f32",
    "f64",
    "f8E4M3FN",
    "f8E5M2",
    "",
    "index",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui4",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "f8E4M3FNUZ",
    "f8E5M2FNUZ",
    "f8E4M3B11FNUZ",
    "",
    "i2",
    "ui2",
    "",
    "tf32",
    "f8E4M3",
    "f8E3M4",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
];
