//! Which family of rules an operation belongs to, and the form in which the family sees it.

use super::dma::{Dma, DmaKind};
use super::form::OpForm;
use super::kernel::KernelForm;
use super::semaphore::{SemaphoreKind, SemaphoreOp};
use super::sync::Found;
use melior::ir::OperationRef;
use tessera_core::graph::{KernelGraph, OpId};
use tessera_tpu::ops::TpuOp;

/// An operation as its family of rules sees it.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A start of a DMA or a wait for one.
    Dma(Dma),
    /// An operation on semaphores.
    Semaphore(SemaphoreOp),
    /// Any other operation, by its definition.
    Op(OpForm),
    /// A whole kernel.
    Kernel(Box<KernelForm>),
    /// What the analysis of synchronisation found at an operation.
    Sync(Found),
}

/// The operation, called `name`, in the form of its family.
#[must_use]
pub fn subject(
    graph: &KernelGraph,
    id: OpId,
    name: &'static str,
    operation: OperationRef<'_, '_>,
) -> Subject {
    let dma = |kind, priority: i32, strict| Subject::Dma(Dma::new(graph, id, kind, priority.into(), strict));
    let semaphore = |kind| Subject::Semaphore(SemaphoreOp::new(graph, id, kind));
    let other = || Subject::Op(OpForm::new(graph, id, name, operation));
    let Some(view) = TpuOp::of(operation) else { return other() };
    match view {
        TpuOp::EnqueueDma(op) => dma(DmaKind::Start, op.priority(), op.strict_ordering()),
        TpuOp::EnqueueIndirectDma(_) => dma(DmaKind::StartIndirect, 0, false),
        TpuOp::WaitDma(op) => {
            let target = op.wait_target().unwrap_or(true);
            dma(DmaKind::WaitForEnd { target }, op.priority(), op.strict_ordering())
        }
        TpuOp::WaitDma2(op) => dma(DmaKind::Wait, 0, op.strict_ordering()),
        TpuOp::WaitIndirectDma(_) => dma(DmaKind::WaitIndirect, 0, false),
        TpuOp::SemAlloc(_) => semaphore(SemaphoreKind::Alloc),
        TpuOp::SemBarrier(_) => semaphore(SemaphoreKind::Barrier),
        TpuOp::SemRead(_) => semaphore(SemaphoreKind::Read),
        TpuOp::SemSignal(_) => semaphore(SemaphoreKind::Signal),
        TpuOp::SemWait(_) => semaphore(SemaphoreKind::Wait),
        _ => other(),
    }
}
