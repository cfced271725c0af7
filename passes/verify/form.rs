//! An operation as the op-local rules see it: operands and results by name, attributes as plain data.
//!
//! The form is read once for each operation that has such rules, whatever the operation is; names and kinds
//! come from the definition of the dialect, so a new operation needs nothing here. Types are asked of
//! [`Cx`](super::cx::Cx), which knows what has been reported already.

use crate::analysis::element;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use tessera_core::graph::{Element, KernelGraph, OpId, Operand};
use tessera_tpu::attrs::{DotDimensionNumbers, enum_name};
use tessera_tpu::ops::{AttributeDefinition, AttributeKind, TpuOp};
use tessera_tpu::read;

/// An attribute as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attr {
    /// A boolean.
    Flag(bool),
    /// An integer.
    Int(i64),
    /// A list of integers.
    Ints(Vec<i64>),
    /// A list of booleans.
    Flags(Vec<bool>),
    /// A case of an enum of the dialect, or a string.
    Word(String),
    /// A type.
    Element(Element),
    /// The dimension numbers of a matrix product.
    Dot(DotDimensionNumbers),
}

/// An operation with the operands, results and attributes that are there.
#[derive(Clone, Debug)]
pub struct OpForm {
    /// Its full name, e.g. `tpu.transpose`.
    pub name: &'static str,
    operands: Vec<Operand>,
    results: Vec<Operand>,
    attributes: Vec<(&'static str, Attr)>,
}

impl OpForm {
    /// Reads an operation of the dialect, or one of the upstream loads and stores, under the name `name`.
    #[must_use]
    pub fn new(graph: &KernelGraph, id: OpId, name: &'static str, operation: OperationRef<'_, '_>) -> Self {
        let definition = TpuOp::of(operation).map(TpuOp::definition);
        let roles = definition.map(|it| it.result_roles(operation)).unwrap_or_default();
        let results = (0u32..).zip(graph.results(id)).map(|(index, value)| {
            let role = usize::try_from(index).ok().and_then(|index| roles.get(index).copied());
            Operand { index, role: role.unwrap_or("result"), value }
        });
        let attributes = definition.map(|it| it.attributes).unwrap_or_default();
        Self {
            name,
            operands: graph.operands(id),
            results: results.collect(),
            attributes: attributes
                .iter()
                .filter_map(|it| Some((it.name, read_one(operation, it)?)))
                .collect(),
        }
    }

    /// The operation without its dialect, as messages call it: `transpose`.
    #[must_use]
    pub fn short_name(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, rest)| rest)
    }

    /// The operand of a name; the first of several.
    #[must_use]
    pub fn operand(&self, role: &str) -> Option<Operand> {
        self.operands(role).next()
    }

    /// All operands of a name.
    pub fn operands<'f>(&'f self, role: &'f str) -> impl Iterator<Item = Operand> + 'f {
        self.operands.iter().copied().filter(move |operand| operand.role == role)
    }

    /// All operands.
    #[must_use]
    pub fn all_operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The result of a name.
    #[must_use]
    pub fn result(&self, role: &str) -> Option<Operand> {
        self.results.iter().copied().find(|result| result.role == role)
    }

    /// All results.
    #[must_use]
    pub fn all_results(&self) -> &[Operand] {
        &self.results
    }

    /// The operand or result of a name.
    #[must_use]
    pub fn part(&self, role: &str) -> Option<Operand> {
        self.operand(role).or_else(|| self.result(role))
    }

    /// All operands of a name, else all results of it.
    #[must_use]
    pub fn parts(&self, role: &str) -> Vec<Operand> {
        let operands: Vec<Operand> = self.operands(role).collect();
        if !operands.is_empty() {
            return operands;
        }
        self.results.iter().copied().filter(|result| result.role == role).collect()
    }

    fn attribute(&self, name: &str) -> Option<&Attr> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, attribute)| attribute)
    }

    /// A boolean attribute; an absent one is false.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.attribute(name), Some(Attr::Flag(true)))
    }

    /// An integer attribute.
    #[must_use]
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.attribute(name) {
            Some(Attr::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// A list of integers; an absent one is empty.
    #[must_use]
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.attribute(name) {
            Some(Attr::Ints(numbers)) => numbers,
            _ => &[],
        }
    }

    /// A list of booleans; an absent one is empty.
    #[must_use]
    pub fn flags(&self, name: &str) -> &[bool] {
        match self.attribute(name) {
            Some(Attr::Flags(flags)) => flags,
            _ => &[],
        }
    }

    /// A case of an enum, or a string.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.attribute(name) {
            Some(Attr::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// A type attribute.
    #[must_use]
    pub fn element(&self, name: &str) -> Option<&Element> {
        match self.attribute(name) {
            Some(Attr::Element(element)) => Some(element),
            _ => None,
        }
    }

    /// The dimension numbers of a matrix product.
    #[must_use]
    pub fn dot(&self, name: &str) -> Option<&DotDimensionNumbers> {
        match self.attribute(name) {
            Some(Attr::Dot(numbers)) => Some(numbers),
            _ => None,
        }
    }
}

/// The attribute that `definition` declares, or what an absent one counts as.
fn read_one(operation: OperationRef<'_, '_>, definition: &AttributeDefinition) -> Option<Attr> {
    match operation.attribute(definition.name) {
        Ok(attribute) => plain(attribute, definition.kind),
        Err(_) => match (definition.kind, definition.default?) {
            (AttributeKind::Bool, text) => Some(Attr::Flag(text == "true")),
            (AttributeKind::Int, text) => text.parse().ok().map(Attr::Int),
            (_, _) => None,
        },
    }
}

fn plain(attribute: Attribute<'_>, kind: AttributeKind) -> Option<Attr> {
    Some(match kind {
        AttributeKind::Bool => Attr::Flag(read::boolean_of(attribute)?),
        AttributeKind::Int => Attr::Int(read::integer(attribute)?),
        AttributeKind::Bools => Attr::Flags(read::booleans_of(attribute)),
        AttributeKind::I32s => Attr::Ints(read::int32s_of(attribute).into_iter().map(i64::from).collect()),
        AttributeKind::I64s => Attr::Ints(read::int64s_of(attribute)),
        AttributeKind::Case => Attr::Word(enum_name(attribute)?.to_owned()),
        AttributeKind::Text => Attr::Word(read::text_of(attribute)?.to_owned()),
        AttributeKind::Type => Attr::Element(element(read::type_in(attribute)?)),
        AttributeKind::Other => Attr::Dot(DotDimensionNumbers::of(attribute)?),
    })
}
