//! How operations and values are connected. Which operation connects how is data, by name.

use std::fmt;

/// How a view derives one ref from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// A window of it.
    Slice,
    /// Size-1 dimensions dropped.
    Squeeze,
    /// Same elements, other shape.
    Reshape,
    /// Same bytes, other element type.
    Bitcast,
    /// Same address, any type.
    Reinterpret,
    /// The same ref, its layout taken off the type.
    EraseLayout,
    /// The same ref, with a layout that is promised.
    AssumeLayout,
    /// The same ref under a more or less static type, or in another space of the same memory.
    Cast,
    /// Dimensions permuted.
    Transpose,
}

/// Every operation that makes a view of its first operand.
const VIEWS: &[(&str, ViewKind)] = &[
    ("memref.cast", ViewKind::Cast),
    ("memref.collapse_shape", ViewKind::Reshape),
    ("memref.expand_shape", ViewKind::Reshape),
    ("memref.memory_space_cast", ViewKind::Cast),
    ("memref.reinterpret_cast", ViewKind::Reinterpret),
    ("memref.reshape", ViewKind::Reshape),
    ("memref.subview", ViewKind::Slice),
    ("memref.transpose", ViewKind::Transpose),
    ("memref.view", ViewKind::Reinterpret),
    ("tpu.assume_layout", ViewKind::AssumeLayout),
    ("tpu.erase_memref_layout", ViewKind::EraseLayout),
    ("tpu.memref_bitcast", ViewKind::Bitcast),
    ("tpu.memref_reshape", ViewKind::Reshape),
    ("tpu.memref_slice", ViewKind::Slice),
    ("tpu.memref_squeeze", ViewKind::Squeeze),
    ("tpu.reinterpret_cast", ViewKind::Reinterpret),
];

impl ViewKind {
    /// The kind of view that operation `name` makes, if it makes one.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        VIEWS.iter().find(|(op, _)| *op == name).map(|(_, kind)| *kind)
    }
}

impl fmt::Display for ViewKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Slice => "sliced",
            Self::Squeeze => "squeezed",
            Self::Reshape => "reshaped",
            Self::Bitcast => "bitcast",
            Self::Reinterpret => "reinterpreted",
            Self::EraseLayout => "layout erased",
            Self::AssumeLayout => "layout assumed",
            Self::Cast => "cast",
            Self::Transpose => "transposed",
        })
    }
}

/// What an operation does to a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sync {
    /// A DMA adds to it once its source has been read.
    StartSend,
    /// A DMA adds to it once its target has been written.
    StartReceive,
    /// A wait for a DMA takes its bytes off.
    WaitDma,
    /// A signal adds to it.
    Signal,
    /// A wait takes an amount off.
    Wait,
    /// A read looks at it.
    Read,
}

/// Every operand through which an operation touches a semaphore: operation, operand, effect.
/// `tpu.wait_dma` waits on one of its two semaphores only; an attribute says which, so both are here.
const SYNCS: &[(&str, &str, Sync)] = &[
    ("tpu.enqueue_dma", "source_semaphore", Sync::StartSend),
    ("tpu.enqueue_dma", "target_semaphore", Sync::StartReceive),
    ("tpu.enqueue_indirect_dma", "semaphore", Sync::StartReceive),
    ("tpu.sem_read", "semaphore", Sync::Read),
    ("tpu.sem_signal", "semaphore", Sync::Signal),
    ("tpu.sem_wait", "semaphore", Sync::Wait),
    ("tpu.wait_dma", "source_semaphore", Sync::WaitDma),
    ("tpu.wait_dma", "target_semaphore", Sync::WaitDma),
    ("tpu.wait_dma2", "semaphore", Sync::WaitDma),
    ("tpu.wait_indirect_dma", "semaphore", Sync::WaitDma),
];

impl Sync {
    /// What operation `name` does through its operand `role`, if that is a semaphore operand.
    #[must_use]
    pub fn of(name: &str, role: &str) -> Option<Self> {
        SYNCS.iter().find(|(op, operand, _)| *op == name && *operand == role).map(|(.., sync)| *sync)
    }

    /// Whether it is the start of a DMA.
    #[must_use]
    pub const fn is_start(self) -> bool {
        match self {
            Self::StartSend | Self::StartReceive => true,
            Self::WaitDma | Self::Signal | Self::Wait | Self::Read => false,
        }
    }
}

impl fmt::Display for Sync {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::StartSend => "send",
            Self::StartReceive => "receive",
            Self::WaitDma => "wait for DMA",
            Self::Signal => "signal",
            Self::Wait => "wait",
            Self::Read => "read",
        })
    }
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Value to operation: it is an operand.
    Operand {
        /// Which, in storage order.
        index: u32,
        /// Its name in the dialect, e.g. `source`; `operand` where the dialect has no names.
        role: &'static str,
    },
    /// Operation to value: it is a result.
    Result {
        /// Which.
        index: u32,
    },
    /// Ref to ref: the second is a view of the first.
    View(ViewKind),
    /// Operation to operation: the second lies in a region of the first.
    Region {
        /// Which region.
        index: u32,
    },
    /// Operation to the ref whose semaphore it touches, below all views.
    Sync(Sync),
}

/// Operations that make fresh memory.
const ALLOCATIONS: &[&str] =
    &["memref.alloc", "memref.alloca", "tpu.internal_scratch", "tpu.sem_alloc", "tpu.sem_barrier"];

/// Whether operation `name` makes fresh memory.
#[must_use]
pub fn is_allocation(name: &str) -> bool {
    ALLOCATIONS.contains(&name)
}

/// Operations that read memory into a value and do nothing else.
const LOADS: &[&str] = &[
    "memref.load",
    "tpu.load",
    "tpu.sem_read",
    "tpu.shuffled_load",
    "tpu.strided_load",
    "tpu.vector_load",
    "tpu.vector_load_idx",
    "vector.load",
];

/// Whether operation `name` reads memory into a value and does nothing else.
#[must_use]
pub fn is_load(name: &str) -> bool {
    LOADS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_found_by_name() {
        assert!(VIEWS.is_sorted_by_key(|(name, _)| *name));
        assert!(SYNCS.is_sorted_by_key(|(name, role, _)| (*name, *role)));
        assert!(ALLOCATIONS.is_sorted() && LOADS.is_sorted());
        assert_eq!(ViewKind::of("tpu.memref_slice"), Some(ViewKind::Slice));
        assert_eq!(ViewKind::of("tpu.matmul"), None);
        assert_eq!(Sync::of("tpu.enqueue_dma", "source"), None);
        assert_eq!(Sync::of("tpu.sem_wait", "semaphore"), Some(Sync::Wait));
    }
}
