//! What the graph is made of: functions, operations and values.

use super::id::{FuncId, OpId, ValueId};
use super::types::{CoreType, ValueType};
use crate::loc::Loc;
use std::fmt;

/// A function of the module.
#[derive(Clone, Debug)]
pub struct Func {
    /// Its symbol, without the `@`.
    pub name: String,
    /// The operation that defines it.
    pub op: OpId,
    /// The core it says it runs on.
    pub core: Option<CoreType>,
    /// Whether this is a kernel, not an index map or other helper.
    pub is_kernel: bool,
    /// Whether it says how its grid may be spread over cores (`dimension_semantics`).
    pub has_semantics: bool,
    /// Its arguments, in order.
    pub arguments: Vec<ValueId>,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its full name, e.g. `tpu.enqueue_dma`.
    pub name: String,
    /// Where it was written.
    pub loc: Loc,
    /// The function it lies in; for a function operation, that function.
    pub func: Option<FuncId>,
    /// The operation whose region it lies in; `None` at the top.
    pub parent: Option<OpId>,
    /// The number of that region.
    pub region: u32,
    /// `tpu.core_type` of the nearest ancestor that has one.
    pub core: Option<CoreType>,
}

impl Op {
    /// The core that issues this operation; without any annotation it is a TensorCore.
    #[must_use]
    pub fn issuing_core(&self) -> CoreType {
        self.core.unwrap_or(CoreType::Tc)
    }
}

/// What a kernel argument is for, by the order JAX gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Index of grid dimension n.
    GridIndex(u32),
    /// Scalar prefetch operand n.
    ScalarPrefetch(u32),
    /// Window n: an input or output operand. Which of the two, only the enclosing call knows.
    Window(u32),
    /// Scratch operand n.
    Scratch(u32),
    /// Argument of a function that is no kernel, or of a kernel whose attributes do not add up.
    Plain(u32),
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GridIndex(n) => write!(out, "grid index {n}"),
            Self::ScalarPrefetch(n) => write!(out, "scalar prefetch operand {n}"),
            Self::Window(n) => write!(out, "operand {n}"),
            Self::Scratch(n) => write!(out, "scratch operand {n}"),
            Self::Plain(n) => write!(out, "argument {n}"),
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An argument of a function.
    Argument {
        /// The function.
        func: FuncId,
        /// What it is for.
        role: Role,
    },
    /// Fresh memory: `memref.alloca`, `tpu.sem_alloc`, `tpu.sem_barrier` and the like.
    Allocation {
        /// The allocating operation.
        op: OpId,
    },
    /// A result of an operation.
    Result {
        /// The operation.
        op: OpId,
        /// Which of its results.
        index: u32,
    },
    /// An argument of a block inside an operation, such as a loop index.
    BlockArgument {
        /// The operation that holds the block.
        op: OpId,
        /// Which argument of the block.
        index: u32,
    },
}

impl Origin {
    /// The operation whose result this is.
    #[must_use]
    pub const fn defining_op(&self) -> Option<OpId> {
        match self {
            Self::Allocation { op } | Self::Result { op, .. } => Some(*op),
            Self::Argument { .. } | Self::BlockArgument { .. } => None,
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: ValueType,
    /// Where it comes from.
    pub origin: Origin,
    /// Its Python name, if the location records one.
    pub name: Option<String>,
    /// Where it was made.
    pub loc: Loc,
    /// Its value, when it is an integer constant.
    pub constant: Option<i64>,
}
