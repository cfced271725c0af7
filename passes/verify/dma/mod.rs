//! DMAs: starts and waits, direct and indirect. One rule a file, named after the fault.
//!
//! The five operations name their operands in three ways; [`Dma`] is the one form the rules see.

pub mod bool_element;
pub mod core_id_missing;
pub mod device_id_not_i32;
pub mod element_type_mismatch;
pub mod indirect_memory_pair;
pub mod indirect_off_vector_subcore;
pub mod indirect_on_regular_semaphore;
pub mod indirect_shape_mismatch;
pub mod missing_awaited_semaphore;
pub mod missing_target_semaphore;
pub mod offsets_not_in_vmem;
pub mod offsets_shape;
pub mod offsets_wrong_type;
pub mod operand_not_ref;
pub mod priority_negative;
pub mod priority_too_high;
pub mod regular_semaphore;
pub mod remote_priority;
pub mod remote_without_source_semaphore;
pub mod semaphore_kinds_differ;
pub mod semaphore_not_in_semaphore_memory;
pub mod semaphore_not_ref;
pub mod semaphore_not_scalar;
pub mod semaphore_on_another_core;
pub mod semaphore_wrong_type;
pub mod shape_mismatch;
pub mod smem_with_regular_semaphore;
pub mod source_is_target;
pub mod source_semaphore_on_local_copy;
pub mod strict_ordering_off_sparse_core;
pub mod subcore_id_off_vector_subcore;
pub mod wait_on_regular_semaphore;

use super::cx::Cx;
use tessera_core::graph::{CoreType, KernelGraph, OpId, Operand};

/// Which of the five operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DmaKind {
    /// `tpu.enqueue_dma`
    Start,
    /// `tpu.enqueue_indirect_dma`: a gather or scatter.
    StartIndirect,
    /// `tpu.wait_dma2`, the wait that JAX writes.
    Wait,
    /// `tpu.wait_dma`, which names the operands of the start and says which end it waits for.
    WaitForEnd {
        /// Whether that is the target.
        target: bool,
    },
    /// `tpu.wait_indirect_dma`
    WaitIndirect,
}

/// A start of a DMA or a wait for one, with the operands that are there.
#[derive(Clone, Debug)]
pub struct Dma {
    /// Which operation.
    pub kind: DmaKind,
    /// The ref that is read.
    pub source: Option<Operand>,
    /// The ref that is written.
    pub target: Option<Operand>,
    /// The semaphore that counts what has been read.
    pub source_semaphore: Option<Operand>,
    /// The semaphore that counts what has been written.
    pub target_semaphore: Option<Operand>,
    /// The semaphore of `tpu.wait_dma2` and of the indirect operations, which name only one.
    pub semaphore: Option<Operand>,
    /// Which slices a gather or scatter moves.
    pub offsets: Option<Operand>,
    /// The device that is written to.
    pub device_id: Option<Operand>,
    /// The core that is written to.
    pub core_id: Option<Operand>,
    /// The subcore that is written to.
    pub subcore_id: Option<Operand>,
    /// Priority, 0 being the most urgent.
    pub priority: i64,
    /// Whether the DMA keeps its place among others.
    pub strict_ordering: bool,
}

impl Dma {
    /// Collects the operands of `op`.
    #[must_use]
    pub fn new(graph: &KernelGraph, op: OpId, kind: DmaKind, priority: i64, strict_ordering: bool) -> Self {
        let operands = graph.operands(op);
        let named = |names: [&str; 2]| operands.iter().copied().find(|operand| names.contains(&operand.role));
        let one = |name| named([name, name]);
        Self {
            kind,
            source: named(["source", "src"]),
            target: named(["target", "dst"]),
            source_semaphore: one("source_semaphore"),
            target_semaphore: one("target_semaphore"),
            semaphore: one("semaphore"),
            offsets: one("offsets"),
            device_id: one("device_id"),
            core_id: one("core_id"),
            subcore_id: one("subcore_id"),
            priority,
            strict_ordering,
        }
    }

    /// Whether this starts a DMA.
    #[must_use]
    pub const fn is_start(&self) -> bool {
        match self.kind {
            DmaKind::Start | DmaKind::StartIndirect => true,
            DmaKind::Wait | DmaKind::WaitForEnd { .. } | DmaKind::WaitIndirect => false,
        }
    }

    /// Whether this is about a gather or scatter.
    #[must_use]
    pub const fn is_indirect(&self) -> bool {
        match self.kind {
            DmaKind::StartIndirect | DmaKind::WaitIndirect => true,
            DmaKind::Start | DmaKind::Wait | DmaKind::WaitForEnd { .. } => false,
        }
    }

    /// Whether it reaches beyond the core that issues it.
    #[must_use]
    pub const fn is_remote(&self) -> bool {
        self.device_id.is_some() || self.core_id.is_some()
    }

    /// What it reaches, for messages on remote DMAs.
    #[must_use]
    pub const fn destination(&self) -> &'static str {
        if self.device_id.is_some() { "another device" } else { "another core" }
    }

    /// The operation, as the subject of a sentence.
    #[must_use]
    pub const fn subject(&self) -> &'static str {
        match self.kind {
            DmaKind::Start => "a DMA",
            DmaKind::StartIndirect => "an indirect DMA",
            DmaKind::Wait | DmaKind::WaitForEnd { .. } => "a wait for a DMA",
            DmaKind::WaitIndirect => "a wait for an indirect DMA",
        }
    }

    /// The semaphore operands that are there.
    pub fn semaphores(&self) -> impl Iterator<Item = Operand> {
        [self.source_semaphore, self.target_semaphore, self.semaphore].into_iter().flatten()
    }

    /// The semaphore that a wait waits on.
    #[must_use]
    pub const fn awaited(&self) -> Option<Operand> {
        match self.kind {
            DmaKind::Wait | DmaKind::WaitIndirect => self.semaphore,
            DmaKind::WaitForEnd { target: true } => self.target_semaphore,
            DmaKind::WaitForEnd { target: false } => self.source_semaphore,
            DmaKind::Start | DmaKind::StartIndirect => None,
        }
    }

    /// The semaphores that are counted on: those of a start, the awaited one of a wait.
    pub fn counted(&self) -> impl Iterator<Item = Operand> {
        let awaited = self.awaited();
        let starts = self.is_start();
        self.semaphores().filter(move |operand| starts || Some(*operand) == awaited)
    }

    /// The core whose semaphore a start reaches: what the target semaphore's type says, else the own one.
    #[must_use]
    pub fn target_core(&self, cx: &Cx<'_>) -> CoreType {
        let semaphore = self.target_semaphore.and_then(|operand| cx.graph().ref_type(operand.value));
        semaphore.and_then(|ty| ty.core).unwrap_or_else(|| cx.issuing_core())
    }
}
