//! What is missing between an array of semaphores and the one semaphore an operation needs.

use super::describe::root_name;
use tessera_core::graph::{KernelGraph, RefType, ValueId, ViewKind};

/// Why a ref to semaphores still has dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingIndex {
    /// The array was used as it is.
    Index,
    /// It was sliced, and a slice keeps its dimensions, even those of size 1.
    Squeeze,
    /// It was indexed, but has more dimensions than indices.
    MoreIndices,
    /// It was changed in other ways.
    Other,
}

impl MissingIndex {
    /// Looks at the views that lead to `value`.
    #[must_use]
    pub fn of(graph: &KernelGraph, value: ValueId) -> Self {
        let views = graph.views(value);
        let kinds = |kind| views.steps.iter().any(|step| step.kind == kind);
        if kinds(ViewKind::Squeeze) {
            Self::MoreIndices
        } else if kinds(ViewKind::Slice) {
            Self::Squeeze
        } else if views.steps.is_empty() {
            Self::Index
        } else {
            Self::Other
        }
    }

    /// The end of a sentence that began with the shape left over.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Index => "it was never indexed",
            Self::Squeeze => "it was sliced, and a slice keeps the dimension",
            Self::MoreIndices => "it has more dimensions than it was given indices",
            Self::Other => "no view of it took the dimensions away",
        }
    }
}

/// A semaphore ref that should be a scalar: payload of the faults of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unindexed {
    /// What to call the ref.
    pub name: String,
    /// The array below the views, for the hint.
    pub array: String,
    /// Dimensions of that array.
    pub array_rank: usize,
    /// The shape left over, as a tuple.
    pub shape: String,
    /// What is missing.
    pub missing: MissingIndex,
}

impl Unindexed {
    /// Describes `value` of type `ty`, which has dimensions left.
    #[must_use]
    pub fn new(graph: &KernelGraph, name: String, value: ValueId, ty: &RefType) -> Self {
        Self {
            name,
            array: root_name(graph, value, "sems"),
            array_rank: graph.ref_type(graph.root(value)).map_or(1, RefType::rank).max(1),
            shape: ty.shape_tuple(),
            missing: MissingIndex::of(graph, value),
        }
    }

    /// What to write instead.
    #[must_use]
    pub fn hint(&self) -> String {
        let letters = ["i", "j", "k", "l"];
        let indices: Vec<&str> = letters.into_iter().take(self.array_rank).collect();
        let indexed = format!("`{}.at[{}]`", self.array, indices.join(", "));
        match self.missing {
            MissingIndex::Index | MissingIndex::Other => format!("index it: {indexed}"),
            MissingIndex::Squeeze => format!("use integers for indices, {indexed}, not slices"),
            MissingIndex::MoreIndices => format!("index every dimension: {indexed}"),
        }
    }
}
