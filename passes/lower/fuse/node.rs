//! Block-sized values as lazy nodes: what a value is, without code for it yet.

use super::index::Coord;
use melior::ir::{OperationRef, Type, Value};
use tessera_tpu::ir::ValueKey;

/// Number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// An operand of an elementwise operation.
#[derive(Clone, Copy)]
pub enum Input<'c, 'a> {
    /// Another node of the same shape.
    Node(NodeId),
    /// A scalar that applies to every element.
    Scalar(Value<'c, 'a>),
}

/// A rank-1 memref that holds a value row-major.
#[derive(Clone, Copy)]
pub struct Buffer<'c, 'a> {
    /// `memref<N x element>`, with `i8` standing for `i1`.
    pub memref: Value<'c, 'a>,
}

/// A read of a ref at a fixed place.
#[derive(Clone)]
pub struct Load<'c, 'a> {
    /// The ref.
    pub memref: Value<'c, 'a>,
    /// What the ref is a view of.
    pub root: ValueKey,
    /// Where the value starts in the ref.
    pub start: Vec<Coord<'c, 'a>>,
    /// Distance between neighbouring elements per dimension, in elements of the ref.
    pub strides: Vec<i64>,
}

/// What a node is.
#[derive(Clone)]
pub enum Kind<'c, 'a> {
    /// One scalar everywhere.
    Splat(Value<'c, 'a>),
    /// Row-major count over the listed dimensions.
    Iota(Vec<usize>),
    /// Memory of a ref, valid until something writes there.
    Load(Load<'c, 'a>),
    /// Computed, in a temporary.
    Buffer(Buffer<'c, 'a>),
    /// An elementwise operation.
    Map(OperationRef<'c, 'a>, Vec<Input<'c, 'a>>),
    /// Trailing-aligned broadcast: size-1 dimensions stretch, leading ones are new.
    Broadcast(NodeId),
    /// Unit dimensions come and go; for every source dimension the result dimension.
    Reshape(NodeId, Vec<Option<usize>>),
    /// A part of the source, from these offsets on.
    Slice(NodeId, Vec<i64>),
    /// Result dimension `i` is source dimension `permutation[i]`.
    Transpose(NodeId, Vec<usize>),
    /// Element `i` along the dimension is source element `(i - amount) mod size`.
    Rotate(NodeId, usize, Value<'c, 'a>),
    /// The source repeated along a dimension.
    Repeat(NodeId, usize),
    /// A row-major reinterpretation of a temporary with another element width or shape is a
    /// `Buffer` of its own; a dead value is this.
    Dead,
}

/// A block-sized value.
#[derive(Clone)]
pub struct Node<'c, 'a> {
    /// Elements per dimension.
    pub shape: Vec<i64>,
    /// Element type.
    pub element: Type<'c>,
    /// What it is.
    pub kind: Kind<'c, 'a>,
    /// Rough cost of computing one element anew.
    pub cost: u32,
    /// How many lazy nodes lie below it, one under the other.
    pub depth: u32,
    /// Whether computing it reads refs.
    pub reads_memory: bool,
    /// Distinct operations that use it.
    pub users: usize,
    /// Source order of the last operation that uses it.
    pub last_use: usize,
}

impl Node<'_, '_> {
    /// Number of elements.
    #[must_use]
    pub fn elements(&self) -> i64 {
        self.shape.iter().product()
    }

    /// Whether it costs nothing to evaluate anywhere.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        matches!(self.kind, Kind::Splat(_) | Kind::Iota(_) | Kind::Buffer(_) | Kind::Dead)
    }

    /// Worth keeping when it is used more than once.
    #[must_use]
    pub fn is_expensive(&self) -> bool {
        self.cost >= 10
    }
}
