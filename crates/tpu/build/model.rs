//! The dialect as the build script needs it, read from tablegen's JSON dump.

use serde_json::Value as Json;

pub struct Dialect {
    pub ops: Vec<Op>,
    pub enums: Vec<Enum>,
}

pub struct Op {
    /// Without the dialect, e.g. `enqueue_dma`.
    pub mnemonic: String,
    pub summary: String,
    pub operands: Vec<Group>,
    pub results: Vec<Group>,
    pub regions: Vec<Group>,
    pub attributes: Vec<Attribute>,
    pub sizes: Sizes,
}

/// How MLIR tells which operands belong to which group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// An attribute lists the sizes.
    Listed,
    /// All groups that may vary have the same size.
    Shared,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Count {
    One,
    Optional,
    Many,
}

pub struct Group {
    pub name: String,
    pub count: Count,
}

pub struct Attribute {
    pub name: String,
    pub kind: Kind,
    /// As tablegen spells it, which for numbers and booleans is Rust as well.
    pub default: Option<String>,
}

pub enum Kind {
    Bool,
    I32,
    I64,
    Bools,
    I32s,
    I64s,
    String,
    Type,
    /// By the name of the enum.
    Enum(String),
    Other,
}

pub struct Enum {
    pub name: String,
    /// The attribute's keyword; absent where no attribute is made of the enum.
    pub keyword: Option<String>,
    pub summary: String,
    pub cases: Vec<(String, u64)>,
}

type Found<T> = Result<T, String>;

fn field<'a>(record: &'a Json, name: &str) -> Found<&'a Json> {
    record.get(name).ok_or_else(|| format!("tpu.td: a record has no field {name}"))
}

fn text(record: &Json, name: &str) -> Found<String> {
    match field(record, name)? {
        Json::String(text) => Ok(text.clone()),
        other => Err(format!("tpu.td: field {name} is {other}, not a string")),
    }
}

fn list<'a>(record: &'a Json, name: &str) -> Found<&'a [Json]> {
    field(record, name)?
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| format!("tpu.td: field {name} is not a list"))
}

fn is_a(record: &Json, class: &str) -> bool {
    list(record, "!superclasses").is_ok_and(|all| all.iter().any(|one| one == class))
}

/// Follows a reference to another record.
fn resolve<'a>(dump: &'a Json, reference: &Json) -> Found<(&'a Json, String)> {
    let name = text(reference, "def")?;
    Ok((field(dump, &name)?, name))
}

/// The entries of a dag such as `(ins AnyType:$a)`: record, its name, `a`.
fn entries<'a>(dump: &'a Json, op: &Json, dag: &str) -> Found<Vec<(&'a Json, String, String)>> {
    let mut found = Vec::new();
    for entry in list(field(op, dag)?, "args")? {
        let (Some(reference), Some(label)) = (entry.get(0), entry.get(1).and_then(Json::as_str)) else {
            return Err(format!("tpu.td: {dag} has an entry without a name"));
        };
        let (record, name) = resolve(dump, reference)?;
        found.push((record, name, label.to_owned()));
    }
    Ok(found)
}

fn count(record: &Json) -> Count {
    if is_a(record, "Variadic") || is_a(record, "VariadicRegion") {
        Count::Many
    } else if is_a(record, "Optional") {
        Count::Optional
    } else {
        Count::One
    }
}

impl Dialect {
    pub fn read(dump: &Json) -> Found<Self> {
        let classes = field(dump, "!instanceof")?;
        let records = |class: &str| -> Found<Vec<&Json>> {
            let mut found = Vec::new();
            for name in list(classes, class)? {
                found.push(field(dump, name.as_str().unwrap_or_default())?);
            }
            Ok(found)
        };
        let mut ops = Vec::new();
        for record in records("Tpu_Op")? {
            ops.push(Op::read(dump, record)?);
        }
        ops.sort_by(|a, b| a.mnemonic.cmp(&b.mnemonic));
        let attributes = records("AttrDef")?;
        let mut enums = Vec::new();
        for record in records("Tpu_Enum")? {
            enums.push(Enum::read(dump, record, &attributes)?);
        }
        Ok(Self { ops, enums })
    }
}

impl Op {
    fn read(dump: &Json, record: &Json) -> Found<Self> {
        let mut operands = Vec::new();
        let mut attributes = Vec::new();
        for (constraint, name, label) in entries(dump, record, "arguments")? {
            if is_a(constraint, "TypeConstraint") {
                operands.push(Group { name: label, count: count(constraint) });
            } else {
                attributes.push(Attribute::read(dump, constraint, &name, label)?);
            }
        }
        let groups = |dag: &str| -> Found<Vec<Group>> {
            let found = entries(dump, record, dag)?;
            Ok(found
                .into_iter()
                .map(|(constraint, _, name)| Group { name, count: count(constraint) })
                .collect())
        };
        let listed = list(record, "traits")?
            .iter()
            .any(|one| one.get("def").and_then(Json::as_str) == Some("AttrSizedOperandSegments"));
        Ok(Self {
            mnemonic: text(record, "opName")?,
            summary: text(record, "summary")?,
            operands,
            results: groups("results")?,
            regions: groups("regions")?,
            attributes,
            sizes: if listed { Sizes::Listed } else { Sizes::Shared },
        })
    }
}

impl Attribute {
    fn read(dump: &Json, constraint: &Json, name: &str, label: String) -> Found<Self> {
        let default = constraint.get("defaultValue").and_then(Json::as_str).map(str::to_owned);
        let (base, base_name) = match constraint.get("baseAttr") {
            Some(reference) if reference.is_object() => resolve(dump, reference)?,
            _ => (constraint, name.to_owned()),
        };
        let kind = match base_name.as_str() {
            "BoolAttr" => Kind::Bool,
            "I32Attr" | "SI32Attr" => Kind::I32,
            "I64Attr" => Kind::I64,
            "DenseBoolArrayAttr" => Kind::Bools,
            "DenseI32ArrayAttr" => Kind::I32s,
            "DenseI64ArrayAttr" => Kind::I64s,
            "StrAttr" => Kind::String,
            "TypeAttr" => Kind::Type,
            _ if is_a(base, "Tpu_EnumAttr") => {
                let (of, _) = resolve(dump, field(base, "enum")?)?;
                Kind::Enum(text(of, "className")?)
            }
            _ => Kind::Other,
        };
        Ok(Self { name: label, kind, default })
    }
}

impl Enum {
    fn read(dump: &Json, record: &Json, attributes: &[&Json]) -> Found<Self> {
        let mut cases = Vec::new();
        for reference in list(record, "enumerants")? {
            let (case, _) = resolve(dump, reference)?;
            let value = field(case, "value")?.as_u64().ok_or("tpu.td: a case has no number")?;
            cases.push((text(case, "str")?, value));
        }
        let name = text(record, "className")?;
        // The attribute of an enum is called after it, whatever else it holds.
        let class = format!("{name}Attr");
        let keyword = attributes
            .iter()
            .find(|attribute| attribute.get("cppClassName") == Some(&Json::from(class.as_str())))
            .map(|attribute| text(attribute, "mnemonic"))
            .transpose()?;
        Ok(Self { name, keyword, summary: text(record, "summary")?, cases })
    }
}
