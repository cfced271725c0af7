//! Writes the Rust side of the dialect: one view for each op, one enum for each
//! enum. The generated code holds tables and one-line accessors; what they do is
//! in src/ops.rs and src/enums.rs.

use crate::model::{Attribute, Count, Dialect, Enum, Group, Kind, Op, Sizes};
use std::fmt::Write;

/// Words that Rust keeps for itself, so an accessor of that name gets a `_`.
const RESERVED: [&str; 8] = ["as", "box", "in", "loop", "match", "move", "type", "yield"];

fn camel(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}

fn method(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// Writing into a string cannot fail, so its result carries nothing.
macro_rules! put {
    ($out:expr, $($arguments:tt)*) => {
        let _ = writeln!($out, $($arguments)*);
    };
}

pub fn ops(dialect: &Dialect) -> String {
    let mut out = String::new();
    let ops = &dialect.ops;
    put!(out, "/// The names of all ops of the dialect, sorted.");
    put!(out, "pub const OP_NAMES: &[&str] = &[");
    for op in ops {
        put!(out, "    \"tpu.{}\",", op.mnemonic);
    }
    put!(out, "];");
    put!(out, "/// Any op of the dialect.");
    put!(out, "#[derive(Clone, Copy)]\npub enum TpuOp<'c, 'a> {{");
    for op in ops {
        let class = camel(&op.mnemonic);
        put!(out, "    /// `tpu.{}`: {}.", op.mnemonic, op.summary);
        put!(out, "    {class}({class}<'c, 'a>),");
    }
    put!(out, "}}\nimpl<'c, 'a> TpuOp<'c, 'a> {{");
    put!(out, "    /// The view of an op, if it belongs to the dialect.");
    put!(out, "    #[must_use]\n    pub fn of(op: OperationRef<'c, 'a>) -> Option<Self> {{");
    put!(out, "        Some(match name_of(op) {{");
    for op in ops {
        let class = camel(&op.mnemonic);
        put!(out, "            \"tpu.{}\" => Self::{class}({class}(op)),", op.mnemonic);
    }
    put!(out, "            _ => return None,\n        }})\n    }}");
    put!(out, "    /// The op itself.");
    put!(out, "    #[must_use]\n    pub const fn op(self) -> OperationRef<'c, 'a> {{");
    put!(out, "        match self {{");
    for op in ops {
        put!(out, "            Self::{}(view) => view.0,", camel(&op.mnemonic));
    }
    put!(out, "        }}\n    }}");
    put!(out, "    /// The name of the op, with the dialect.");
    put!(out, "    #[must_use]\n    pub const fn name(self) -> &'static str {{");
    put!(out, "        match self {{");
    for op in ops {
        let class = camel(&op.mnemonic);
        put!(out, "            Self::{class}(_) => {class}::NAME,");
    }
    put!(out, "        }}\n    }}");
    put!(out, "    /// What the definition says about operands, results and attributes.");
    put!(out, "    #[must_use]\n    pub const fn definition(self) -> &'static Definition {{");
    put!(out, "        match self {{");
    for op in ops {
        put!(out, "            Self::{0}(_) => &{0}::DEFINITION,", camel(&op.mnemonic));
    }
    put!(out, "        }}\n    }}\n}}");
    for op in ops {
        view(&mut out, op);
    }
    out
}

fn view(out: &mut String, op: &Op) {
    let class = camel(&op.mnemonic);
    put!(out, "/// `tpu.{}`: {}.", op.mnemonic, op.summary);
    put!(out, "#[derive(Clone, Copy)]");
    put!(out, "pub struct {class}<'c, 'a>(OperationRef<'c, 'a>);");
    put!(out, "impl<'c, 'a> {class}<'c, 'a> {{");
    put!(out, "    /// The name of the op, with the dialect.");
    put!(out, "    pub const NAME: &'static str = \"tpu.{}\";", op.mnemonic);
    put!(out, "    /// The view of an op, if it is of this kind.");
    put!(out, "    #[must_use]\n    pub fn of(op: OperationRef<'c, 'a>) -> Option<Self> {{");
    put!(out, "        (name_of(op) == Self::NAME).then_some(Self(op))\n    }}");
    put!(out, "    /// The op itself.");
    put!(out, "    #[must_use]\n    pub const fn op(self) -> OperationRef<'c, 'a> {{");
    put!(out, "        self.0\n    }}");
    if !op.operands.is_empty() {
        put!(out, "    const OPERANDS: Groups = {};", groups(&op.operands, op.sizes));
    }
    if !op.results.is_empty() {
        put!(out, "    const RESULTS: Groups = {};", groups(&op.results, Sizes::Shared));
    }
    definition(out, op);
    for (kind, all) in [("operand", &op.operands), ("result", &op.results)] {
        for (index, group) in all.iter().enumerate() {
            values(out, kind, index, group);
        }
    }
    for attribute in &op.attributes {
        accessor(out, attribute);
    }
    for (index, group) in op.regions.iter().enumerate() {
        let name = method(&group.name);
        put!(out, "    /// The {} `{}`.", noun("region", group.count), group.name);
        put!(out, "    #[must_use]");
        if group.count == Count::Many {
            put!(out, "    pub fn {name}(self) -> Vec<RegionRef<'c, 'a>> {{");
            put!(out, "        regions(self.0, {index})\n    }}");
        } else {
            put!(out, "    pub fn {name}(self) -> Option<RegionRef<'c, 'a>> {{");
            put!(out, "        self.0.region({index}).ok()\n    }}");
        }
    }
    put!(out, "}}");
}

fn definition(out: &mut String, op: &Op) {
    let names = |all: &[Group]| -> String {
        let quoted: Vec<String> = all.iter().map(|group| format!("\"{}\"", group.name)).collect();
        quoted.join(", ")
    };
    put!(out, "    const DEFINITION: Definition = Definition {{");
    put!(out, "        operand_names: &[{}],", names(&op.operands));
    put!(out, "        operands: {},", groups(&op.operands, op.sizes));
    put!(out, "        result_names: &[{}],", names(&op.results));
    put!(out, "        results: {},", groups(&op.results, Sizes::Shared));
    put!(out, "        attributes: &[");
    for attribute in &op.attributes {
        let kind = match &attribute.kind {
            Kind::Bool => "Bool",
            Kind::I32 | Kind::I64 => "Int",
            Kind::Bools => "Bools",
            Kind::I32s => "I32s",
            Kind::I64s => "I64s",
            Kind::String => "Text",
            Kind::Type => "Type",
            Kind::Enum(_) => "Case",
            Kind::Other => "Other",
        };
        let default = match &attribute.default {
            Some(default) => format!("Some(\"{}\")", default.escape_default()),
            None => "None".to_owned(),
        };
        put!(
            out,
            "            AttributeDefinition {{ name: \"{}\", kind: AttributeKind::{kind}, default: {default} }},",
            attribute.name
        );
    }
    put!(out, "        ],\n    }};");
}

fn groups(all: &[Group], sizes: Sizes) -> String {
    let counts: Vec<&str> = all
        .iter()
        .map(|group| match group.count {
            Count::One => "Count::One",
            Count::Optional => "Count::Optional",
            Count::Many => "Count::Many",
        })
        .collect();
    let listed = sizes == Sizes::Listed;
    format!("Groups {{ counts: &[{}], listed: {listed} }}", counts.join(", "))
}

fn noun(kind: &str, count: Count) -> String {
    match count {
        Count::One => kind.to_owned(),
        Count::Optional => format!("optional {kind}"),
        Count::Many => format!("{kind}s"),
    }
}

fn values(out: &mut String, kind: &str, index: usize, group: &Group) {
    let name = method(&group.name);
    let table = format!("Self::{}S", kind.to_uppercase());
    put!(out, "    /// The {} `{}`.", noun(kind, group.count), group.name);
    put!(out, "    #[must_use]");
    if group.count == Count::Many {
        put!(out, "    pub fn {name}(self) -> Vec<Value<'c, 'a>> {{");
        put!(out, "        {table}.{kind}s(self.0, {index}).collect()\n    }}");
    } else {
        put!(out, "    pub fn {name}(self) -> Option<Value<'c, 'a>> {{");
        put!(out, "        {table}.{kind}s(self.0, {index}).next()\n    }}");
    }
}

fn accessor(out: &mut String, attribute: &Attribute) {
    let name = &attribute.name;
    let read = |function: &str| format!("read::{function}(self.0, \"{name}\")");
    let (ty, value) = match &attribute.kind {
        Kind::Bool => ("bool".to_owned(), read("boolean")),
        Kind::I32 => ("i32".to_owned(), read("int32")),
        Kind::I64 => ("i64".to_owned(), read("int64")),
        Kind::Bools => ("Vec<bool>".to_owned(), read("booleans")),
        Kind::I32s => ("Vec<i32>".to_owned(), read("int32s")),
        Kind::I64s => ("Vec<i64>".to_owned(), read("int64s")),
        Kind::String => ("&'c str".to_owned(), read("string")),
        Kind::Type => ("Type<'c>".to_owned(), read("type_of")),
        Kind::Enum(of) => (of.clone(), format!("{}.and_then({of}::of)", read("attribute"))),
        Kind::Other => ("Attribute<'c>".to_owned(), read("attribute")),
    };
    let list = matches!(attribute.kind, Kind::Bools | Kind::I32s | Kind::I64s);
    let method = method(name);
    let (absent, ty, value) = match &attribute.default {
        Some(default) => (format!("{default} if absent"), ty, format!("{value}.unwrap_or({default})")),
        None if list => ("empty if absent".to_owned(), ty, value),
        None => ("if present".to_owned(), format!("Option<{ty}>"), value),
    };
    put!(out, "    /// The attribute `{name}`, {absent}.");
    put!(out, "    #[must_use]\n    pub fn {method}(self) -> {ty} {{");
    put!(out, "        {value}\n    }}");
}

pub fn enums(dialect: &Dialect) -> String {
    let mut out = String::new();
    for one in &dialect.enums {
        enumeration(&mut out, one);
    }
    out
}

fn enumeration(out: &mut String, one: &Enum) {
    let name = &one.name;
    put!(out, "/// {}.", capitalised(&one.summary));
    put!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    put!(out, "pub enum {name} {{");
    for (case, _) in &one.cases {
        put!(out, "    /// `{case}`.\n    {},", camel(case));
    }
    put!(out, "}}\nimpl {name} {{");
    put!(out, "    /// All cases, in the order of the definition.");
    let all: Vec<String> = one.cases.iter().map(|(case, _)| format!("Self::{}", camel(case))).collect();
    put!(out, "    pub const ALL: &'static [Self] = &[{}];", all.join(", "));
    put!(out, "    /// The name as the text spells it.");
    put!(out, "    #[must_use]\n    pub const fn name(self) -> &'static str {{");
    put!(out, "        match self {{");
    for (case, _) in &one.cases {
        put!(out, "            Self::{} => \"{case}\",", camel(case));
    }
    put!(out, "        }}\n    }}");
    put!(out, "    /// The number of the case.");
    put!(out, "    #[must_use]\n    pub const fn value(self) -> i64 {{");
    put!(out, "        match self {{");
    for (case, value) in &one.cases {
        put!(out, "            Self::{} => {value},", camel(case));
    }
    put!(out, "        }}\n    }}");
    put!(out, "    /// The case of a name.");
    put!(out, "    #[must_use]\n    pub fn from_name(name: &str) -> Option<Self> {{");
    put!(out, "        Self::ALL.iter().copied().find(|case| case.name() == name)\n    }}");
    if let Some(keyword) = &one.keyword {
        put!(out, "    /// The case that a `#tpu.{keyword}` holds.");
        put!(out, "    #[must_use]");
        put!(out, "    pub fn of(attribute: Attribute<'_>) -> Option<Self> {{");
        put!(out, "        Self::try_from(number(attribute, \"{keyword}\")?).ok()\n    }}");
    }
    put!(out, "}}");
    put!(out, "impl TryFrom<i64> for {name} {{\n    type Error = UnknownCase;");
    put!(out, "    fn try_from(value: i64) -> Result<Self, UnknownCase> {{");
    put!(out, "        let found = Self::ALL.iter().copied().find(|case| case.value() == value);");
    put!(out, "        found.ok_or(UnknownCase {{ of: \"{name}\", value }})\n    }}\n}}");
    put!(out, "impl fmt::Display for {name} {{");
    put!(out, "    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {{");
    put!(out, "        out.write_str(self.name())\n    }}\n}}");
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
