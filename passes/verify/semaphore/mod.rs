//! Semaphores: signal, wait, read, and where they come from. One rule a file, named after the fault.

pub mod alloc_not_in_semaphore_memory;
pub mod alloc_of_data;
pub mod amount_negative;
pub mod amount_not_i32;
pub mod barrier_not_regular;
pub mod barrier_not_scalar;
pub mod device_id_not_i32;
pub mod not_in_semaphore_memory;
pub mod not_scalar;
pub mod operand_is_data_ref;
pub mod operand_not_ref;
pub mod read_not_i32;
pub mod signal_on_dma_semaphore;
pub mod signal_to_another_core;
pub mod subcore_id_off_vector_subcore;
pub mod wait_on_dma_semaphore;

use super::cx::Cx;
use tessera_core::graph::{CoreType, KernelGraph, OpId, Operand, ValueId};

/// Which operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreKind {
    /// `tpu.sem_signal`
    Signal,
    /// `tpu.sem_wait`
    Wait,
    /// `tpu.sem_read`
    Read,
    /// `tpu.sem_alloc`
    Alloc,
    /// `tpu.sem_barrier`
    Barrier,
}

/// An operation on semaphores, with the operands that are there.
#[derive(Clone, Debug)]
pub struct SemaphoreOp {
    /// Which operation.
    pub kind: SemaphoreKind,
    /// The semaphore it acts on.
    pub semaphore: Option<Operand>,
    /// How much is added or taken off.
    pub amount: Option<Operand>,
    /// The device that is signalled.
    pub device_id: Option<Operand>,
    /// The core that is signalled.
    pub core_id: Option<Operand>,
    /// The subcore that is signalled.
    pub subcore_id: Option<Operand>,
    /// The semaphores that it makes, or the count that it reads.
    pub made: Option<ValueId>,
}

impl SemaphoreOp {
    /// Collects the operands and the result of `op`.
    #[must_use]
    pub fn new(graph: &KernelGraph, op: OpId, kind: SemaphoreKind) -> Self {
        let operands = graph.operands(op);
        let named = |name| operands.iter().copied().find(|operand| operand.role == name);
        Self {
            kind,
            semaphore: named("semaphore"),
            amount: named("amount"),
            device_id: named("device_id"),
            core_id: named("core_id"),
            subcore_id: named("subcore_id"),
            made: graph.results(op).first().copied(),
        }
    }

    /// The verb of Pallas.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self.kind {
            SemaphoreKind::Signal => "signal",
            SemaphoreKind::Wait => "wait on",
            SemaphoreKind::Read => "read",
            SemaphoreKind::Alloc => "allocate",
            SemaphoreKind::Barrier => "take",
        }
    }

    /// The core whose semaphore is meant: what its type says, else the own one.
    #[must_use]
    pub fn target_core(&self, cx: &Cx<'_>) -> CoreType {
        let semaphore = self.semaphore.and_then(|operand| cx.graph().ref_type(operand.value));
        semaphore.and_then(|ty| ty.core).unwrap_or_else(|| cx.issuing_core())
    }
}
