//! One borrowed view for each op of the dialect, generated from its definition.
//!
//! A view is a checked name around an `OperationRef`: it copies freely and owns
//! nothing. Its accessors never panic, whatever shape the op has: what is not
//! there is `None`, an empty list, or the default of the attribute.

use crate::{enums::*, raw, read};
use melior::ir::{
    Attribute, BlockLike, RegionLike, RegionRef, Type, Value,
    operation::{OperationLike, OperationRef},
};
use std::ops::Range;

include!(concat!(env!("OUT_DIR"), "/ops.rs"));

/// How many values a group has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Optional,
    Many,
}

/// What the definition of an op says, as a table.
pub struct Definition {
    operand_names: &'static [&'static str],
    operands: Groups,
    result_names: &'static [&'static str],
    results: Groups,
    /// The attributes.
    pub attributes: &'static [AttributeDefinition],
}

/// An attribute as the definition of an op declares it.
#[derive(Clone, Copy, Debug)]
pub struct AttributeDefinition {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: AttributeKind,
    /// What an absent one counts as, in the spelling of the definition.
    pub default: Option<&'static str>,
}

/// What an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// A dense array of booleans.
    Bools,
    /// A dense array of 32-bit integers.
    I32s,
    /// A dense array of 64-bit integers.
    I64s,
    /// A string.
    Text,
    /// A type.
    Type,
    /// A case of one of the dialect's enums.
    Case,
    /// An attribute with a structure of its own.
    Other,
}

impl Definition {
    /// The name of each operand of `op`, in storage order; shorter where the op lacks some, empty where its
    /// operands cannot be told apart.
    #[must_use]
    pub fn operand_roles(&self, op: OperationRef<'_, '_>) -> Vec<&'static str> {
        self.operands.roles(op, op.operand_count(), self.operand_names)
    }

    /// The name of each result of `op`.
    #[must_use]
    pub fn result_roles(&self, op: OperationRef<'_, '_>) -> Vec<&'static str> {
        self.results.roles(op, op.result_count(), self.result_names)
    }
}

/// The groups that the operands or results of an op fall into.
struct Groups {
    counts: &'static [Count],
    /// Whether the op lists the sizes in `operandSegmentSizes`.
    listed: bool,
}

impl Groups {
    /// The positions of group `index` among `total` values.
    fn range(&self, op: OperationRef<'_, '_>, total: usize, index: usize) -> Range<usize> {
        let sizes = if self.listed { self.listed_sizes(op) } else { self.shared_sizes(total) };
        let start: usize = sizes.iter().take(index).sum();
        let length = sizes.get(index).copied().unwrap_or_default();
        start.min(total)..start.saturating_add(length).min(total)
    }

    /// The name of each of `total` values; none at all where the groups do not add up to them.
    fn roles(
        &self,
        op: OperationRef<'_, '_>,
        total: usize,
        names: &'static [&'static str],
    ) -> Vec<&'static str> {
        let sizes = if self.listed { self.listed_sizes(op) } else { self.shared_sizes(total) };
        let mut roles = Vec::with_capacity(total);
        for (name, size) in names.iter().zip(sizes) {
            if roles.len() + size > total {
                return Vec::new();
            }
            roles.extend(std::iter::repeat_n(*name, size));
        }
        if roles.len() == total { roles } else { Vec::new() }
    }

    /// The sizes as listed; none at all if the list does not fit the op.
    fn listed_sizes(&self, op: OperationRef<'_, '_>) -> Vec<usize> {
        let sizes = read::int32s(op, "operandSegmentSizes");
        if sizes.len() != self.counts.len() {
            return Vec::new();
        }
        sizes.into_iter().map(|size| usize::try_from(size).unwrap_or_default()).collect()
    }

    /// Single values take one each; the groups that vary share the rest.
    fn shared_sizes(&self, total: usize) -> Vec<usize> {
        let single = self.counts.iter().filter(|count| **count == Count::One).count();
        let varying = self.counts.len() - single;
        let share = total.saturating_sub(single).checked_div(varying).unwrap_or_default();
        let size = |count: &Count| if *count == Count::One { 1 } else { share };
        self.counts.iter().map(size).collect()
    }

    fn operands<'c, 'a>(
        &self,
        op: OperationRef<'c, 'a>,
        index: usize,
    ) -> impl Iterator<Item = Value<'c, 'a>> + use<'c, 'a> {
        let range = self.range(op, op.operand_count(), index);
        range.filter_map(move |position| OperationLike::operand(&op, position).ok())
    }

    fn results<'c, 'a>(
        &self,
        op: OperationRef<'c, 'a>,
        index: usize,
    ) -> impl Iterator<Item = Value<'c, 'a>> + use<'c, 'a> {
        let range = self.range(op, op.result_count(), index);
        range.filter_map(move |position| op.result(position).ok().map(Value::from))
    }
}

/// All regions from `first` on.
fn regions<'c, 'a>(op: OperationRef<'c, 'a>, first: usize) -> Vec<RegionRef<'c, 'a>> {
    (first..op.region_count()).filter_map(|index| op.region(index).ok()).collect()
}

/// The name of an op, with its dialect.
#[must_use]
pub fn name_of<'c>(op: OperationRef<'c, '_>) -> &'c str {
    // Names belong to the context.
    unsafe {
        let name = mlir_sys::mlirOperationGetName(op.to_raw());
        raw::text(mlir_sys::mlirIdentifierStr(name))
    }
}

/// An op and all ops inside it, each before those inside it, in order of the text.
///
/// Unlike a walk with a closure, this lets the ops be kept as long as the module.
#[must_use]
pub fn all_ops<'c, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(op) = open.pop() {
        found.push(op);
        let first = open.len();
        for region in regions(op, 0) {
            let mut block = region.first_block();
            while let Some(current) = block {
                let mut inner = current.first_operation();
                while let Some(op) = inner {
                    open.push(op);
                    inner = op.next_in_block();
                }
                block = current.next_in_region();
            }
        }
        // The stack gives back the last first, so what is new goes on reversed.
        if let Some(new) = open.get_mut(first..) {
            new.reverse();
        }
    }
    found
}
