//! What a rule sees while it runs, and how it reports.
//!
//! **Poisoning.** An operand that a rule has reported is *blamed*: for the rest of that operation,
//! [`Cx::ref_type`] and [`Cx::sound`] answer `None` for it, so `?` in a rule reads "someone has already
//! reported this". That is how one mistake gives one report. A value that is wrong in itself, wherever it
//! is used, is poisoned as a whole with [`Report::poison`]. A mistake that is repeated, such as an index
//! forgotten at the start and at the wait, is reported at each operation: each has to be changed.

use super::describe;
use std::collections::HashSet;
use std::fmt;
use tessera_core::diag::{Diagnostic, Fault, Label, Level};
use tessera_core::graph::{CoreType, Element, KernelGraph, Op, OpId, Operand, RefType, ValueId, ValueType};
use tessera_core::loc::Loc;

/// An operand or result that is an array.
#[derive(Clone, Copy, Debug)]
pub struct Array<'g> {
    /// Which.
    pub part: Operand,
    /// Its sizes.
    pub shape: &'g [u64],
    /// What it is made of.
    pub element: &'g Element,
}

impl Array<'_> {
    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements, unless it is too large to say.
    #[must_use]
    pub fn elements(&self) -> Option<u64> {
        self.shape.iter().try_fold(1u64, |count, size| count.checked_mul(*size))
    }

    /// The size of dimension `axis`.
    #[must_use]
    pub fn size(&self, axis: i64) -> Option<u64> {
        self.shape.get(usize::try_from(axis).ok()?).copied()
    }
}

impl fmt::Display for Array<'_> {
    /// `f32[8,128]`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        write!(out, "{}[{}]", self.element, sizes.join(","))
    }
}

/// The view of a rule on the operation it is asked about.
#[derive(Debug)]
pub struct Cx<'g> {
    graph: &'g KernelGraph,
    op: OpId,
    blamed: HashSet<&'static str>,
    poisoned: HashSet<ValueId>,
    found: Vec<Diagnostic>,
    version: Option<u32>,
    bounded: bool,
}

impl<'g> Cx<'g> {
    /// A context over `graph`, with nothing reported.
    #[must_use]
    pub fn new(graph: &'g KernelGraph) -> Self {
        Self {
            graph,
            op: OpId::new(0),
            blamed: HashSet::new(),
            poisoned: HashSet::new(),
            found: Vec::new(),
            version: None,
            bounded: true,
        }
    }

    /// Sets whether accesses have to stay inside their refs; the custom call can ask not to be checked.
    #[must_use]
    pub const fn with_bounds(mut self, bounded: bool) -> Self {
        self.bounded = bounded;
        self
    }

    /// Whether accesses have to stay inside their refs.
    #[must_use]
    pub const fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// Sets the version that the module says it is of.
    #[must_use]
    pub const fn with_version(mut self, version: Option<u32>) -> Self {
        self.version = version;
        self
    }

    /// Whether the module says that it is of serialization version `version` or newer.
    #[must_use]
    pub fn since(&self, version: u32) -> bool {
        self.version.is_some_and(|own| own >= version)
    }

    /// Turns to operation `op`: nothing of it is blamed yet.
    pub fn enter(&mut self, op: OpId) {
        self.op = op;
        self.blamed.clear();
    }

    /// The kernel graph.
    #[must_use]
    pub const fn graph(&self) -> &'g KernelGraph {
        self.graph
    }

    /// The operation that is asked about.
    #[must_use]
    pub fn op(&self) -> Option<&'g Op> {
        self.graph.op(self.op)
    }

    /// Whether nothing has been reported about this operand yet.
    #[must_use]
    pub fn is_sound(&self, operand: Operand) -> bool {
        !self.blamed.contains(operand.role) && !self.is_poisoned(operand.value)
    }

    /// Poison spreads to views, for they are what their root is.
    fn is_poisoned(&self, value: ValueId) -> bool {
        !self.poisoned.is_empty()
            && (self.poisoned.contains(&value)
                || self.poisoned.contains(&self.graph.root(value))
                || self.graph.views(value).steps.iter().any(|step| self.poisoned.contains(&step.result)))
    }

    /// The operand, unless something has been reported about it.
    #[must_use]
    pub fn sound(&self, operand: Option<Operand>) -> Option<Operand> {
        operand.filter(|operand| self.is_sound(*operand))
    }

    /// The value, unless it is poisoned.
    #[must_use]
    pub fn whole(&self, value: Option<ValueId>) -> Option<ValueId> {
        value.filter(|value| !self.is_poisoned(*value))
    }

    /// The ref type of a sound operand; `None` when it is absent, blamed, or no ref.
    #[must_use]
    pub fn ref_type(&self, operand: Option<Operand>) -> Option<(Operand, &'g RefType)> {
        let operand = self.sound(operand)?;
        Some((operand, self.graph.ref_type(operand.value)?))
    }

    /// The type of an operand or result about which nothing has been reported.
    #[must_use]
    pub fn ty(&self, part: Option<Operand>) -> Option<(Operand, &'g ValueType)> {
        let part = self.sound(part)?;
        Some((part, &self.graph.value(part.value)?.ty))
    }

    /// An operand or result as an array; `None` when it is absent, blamed, or none.
    #[must_use]
    pub fn array(&self, part: Option<Operand>) -> Option<Array<'g>> {
        match self.ty(part)? {
            (part, ValueType::Vector { shape, element }) => Some(Array { part, shape, element }),
            _ => None,
        }
    }

    /// What an array or a ref is made of, or a scalar is.
    #[must_use]
    pub fn element(&self, part: Option<Operand>) -> Option<(Operand, &'g Element)> {
        match self.ty(part)? {
            (part, ValueType::Vector { element, .. } | ValueType::Scalar(element)) => Some((part, element)),
            (part, ValueType::Ref(ty)) => Some((part, &ty.element)),
            (_, ValueType::Other(_)) => None,
        }
    }

    /// Like [`Self::ref_type`], with a layout erasure looked through, as DMAs do.
    #[must_use]
    pub fn dma_ref_type(&self, operand: Option<Operand>) -> Option<(Operand, &'g RefType)> {
        let operand = self.sound(operand)?;
        Some((operand, self.graph.ref_type(self.graph.below_erasure(operand.value))?))
    }

    /// The core that issues the operation.
    #[must_use]
    pub fn issuing_core(&self) -> CoreType {
        self.graph.op(self.op).map_or(CoreType::Tc, Op::issuing_core)
    }

    /// What to call a value: its Python name, or what it is.
    #[must_use]
    pub fn name(&self, value: ValueId) -> String {
        describe::name(self.graph, value)
    }

    /// `f32[8,128]`, `f32[8,128] in VMEM`: the type of an operand or result, in words.
    #[must_use]
    pub fn type_phrase(&self, part: Operand) -> String {
        self.graph.value(part.value).map_or_else(String::new, |value| describe::type_phrase(&value.ty))
    }

    /// What a value is, for one that is not a ref: `f32[8,128], a value read from x_ref`.
    #[must_use]
    pub fn what(&self, value: ValueId) -> String {
        describe::what(self.graph, value)
    }

    /// Reports `fault` at the operation. Say next what it is about.
    pub fn report(&mut self, fault: impl Fault) -> Report<'_, 'g> {
        let op = self.graph.op(self.op);
        let loc = op.map(|op| op.loc.clone()).unwrap_or_default();
        let mut item = Diagnostic::new(fault, loc, self.graph.op_name(self.op));
        let func = op.and_then(|op| op.func).and_then(|func| self.graph.func(func));
        item.function = func.map(|func| func.name.clone());
        item.order = u64::try_from(self.op.index()).unwrap_or(u64::MAX);
        Report { cx: self, item: Some(item) }
    }

    /// Whether an error has been reported in function `name`.
    #[must_use]
    pub fn has_error_in(&self, name: &str) -> bool {
        let is_error = |item: &&Diagnostic| item.code().level == Level::Error;
        self.found.iter().filter(is_error).any(|item| item.function.as_deref() == Some(name))
    }

    /// Everything reported so far.
    #[must_use]
    pub fn into_found(self) -> Vec<Diagnostic> {
        self.found
    }
}

/// A report in the making. It is complete when dropped.
#[derive(Debug)]
pub struct Report<'a, 'g> {
    cx: &'a mut Cx<'g>,
    item: Option<Diagnostic>,
}

impl Report<'_, '_> {
    /// The fault is this operand's: silences later rules on it, and shows where it comes from.
    pub fn blame(mut self, operand: Operand) -> Self {
        self.cx.blamed.insert(operand.role);
        self.show(operand);
        self
    }

    /// The fault is that this operand is not there.
    pub fn missing(self, role: &'static str) -> Self {
        self.cx.blamed.insert(role);
        self
    }

    /// Shows where an operand comes from that has a part in the fault without being wrong.
    pub fn with(mut self, operand: Operand) -> Self {
        self.show(operand);
        self
    }

    /// Shows where a value comes from, under a name for its part in the fault.
    pub fn comes_from(mut self, role: &'static str, value: ValueId) -> Self {
        self.show(Operand { index: 0, role, value });
        self
    }

    /// Shows another operation that has a part in the fault.
    pub fn place(mut self, op: OpId, text: &str) -> Self {
        let loc = self.cx.graph.op(op).map(|op| op.loc.clone()).unwrap_or_default();
        self.add(vec![(loc, text.to_owned())]);
        self
    }

    /// The value is wrong wherever it is used: silences later rules on all its uses.
    pub fn poison(self, value: ValueId) -> Self {
        self.cx.poisoned.insert(value);
        self
    }

    fn show(&mut self, operand: Operand) {
        let labels = describe::provenance(self.cx.graph, operand);
        self.add(labels);
    }

    fn add(&mut self, labels: Vec<(Loc, String)>) {
        let Some(item) = &mut self.item else { return };
        for (loc, text) in labels {
            let label = Label { loc, text };
            if !item.labels.contains(&label) {
                item.labels.push(label);
            }
        }
    }
}

impl Drop for Report<'_, '_> {
    fn drop(&mut self) {
        self.cx.found.extend(self.item.take());
    }
}
