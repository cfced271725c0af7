//! Which family of rules an operation belongs to, and the form in which the family sees it.

use super::dma::{Dma, DmaKind};
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
    /// What the analysis of synchronisation found at an operation.
    Sync(Found),
}

/// The operation in the form of its family; `None` for those that no family has rules for yet.
#[must_use]
pub fn subject(graph: &KernelGraph, id: OpId, operation: OperationRef<'_, '_>) -> Option<Subject> {
    let dma = |kind, priority: i32, strict| Subject::Dma(Dma::new(graph, id, kind, priority.into(), strict));
    let semaphore = |kind| Subject::Semaphore(SemaphoreOp::new(graph, id, kind));
    Some(match TpuOp::of(operation)? {
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
        TpuOp::AllReduce(_)
        | TpuOp::Annotate(_)
        | TpuOp::AssumeLayout(_)
        | TpuOp::AssumeMultiple(_)
        | TpuOp::Barrier(_)
        | TpuOp::Bitcast(_)
        | TpuOp::BitcastVreg(_)
        | TpuOp::BroadcastInSublanes(_)
        | TpuOp::CompressStoreVreg(_)
        | TpuOp::Concatenate(_)
        | TpuOp::Conv(_)
        | TpuOp::CoreId(_)
        | TpuOp::CreateMask(_)
        | TpuOp::CreateSubelementMask(_)
        | TpuOp::Delay(_)
        | TpuOp::DeviceId(_)
        | TpuOp::DynamicGather(_)
        | TpuOp::DynamicRotate(_)
        | TpuOp::EraseMemrefLayout(_)
        | TpuOp::ExpandLoadVreg(_)
        | TpuOp::Extf(_)
        | TpuOp::FetchAndAddSync(_)
        | TpuOp::Fptosi(_)
        | TpuOp::Fptoui(_)
        | TpuOp::Gather(_)
        | TpuOp::InternalScratch(_)
        | TpuOp::Iota(_)
        | TpuOp::IterationBound(_)
        | TpuOp::Load(_)
        | TpuOp::Log(_)
        | TpuOp::LogBuffer(_)
        | TpuOp::Logistic(_)
        | TpuOp::MaskCast(_)
        | TpuOp::Matmul(_)
        | TpuOp::MatmulAccLhs(_)
        | TpuOp::MatmulLhsFifo(_)
        | TpuOp::MatmulPop(_)
        | TpuOp::MatmulPopFifo(_)
        | TpuOp::MatmulPushRhs(_)
        | TpuOp::MemrefBitcast(_)
        | TpuOp::MemrefMemorySpaceIs(_)
        | TpuOp::MemrefReshape(_)
        | TpuOp::MemrefSlice(_)
        | TpuOp::MemrefSqueeze(_)
        | TpuOp::PackElementwise(_)
        | TpuOp::PackSubelements(_)
        | TpuOp::PackVmsk(_)
        | TpuOp::PrngRandomBits(_)
        | TpuOp::PrngSetSeed32(_)
        | TpuOp::Reciprocal(_)
        | TpuOp::Reduce(_)
        | TpuOp::ReduceIndex(_)
        | TpuOp::ReducePrecision(_)
        | TpuOp::Region(_)
        | TpuOp::ReinterpretCast(_)
        | TpuOp::Relayout(_)
        | TpuOp::Repeat(_)
        | TpuOp::Reshape(_)
        | TpuOp::RollVectors(_)
        | TpuOp::Scan(_)
        | TpuOp::ScanCount(_)
        | TpuOp::SharedMemrefSlice(_)
        | TpuOp::ShuffledLoad(_)
        | TpuOp::ShuffledStore(_)
        | TpuOp::Sitofp(_)
        | TpuOp::Sort(_)
        | TpuOp::StochasticConvert(_)
        | TpuOp::StochasticConvertElementwise(_)
        | TpuOp::Store(_)
        | TpuOp::StridedLoad(_)
        | TpuOp::StridedStore(_)
        | TpuOp::SubcoreId(_)
        | TpuOp::SublaneShuffle(_)
        | TpuOp::TileSize(_)
        | TpuOp::Trace(_)
        | TpuOp::TraceStart(_)
        | TpuOp::TraceStop(_)
        | TpuOp::TraceValue(_)
        | TpuOp::Transpose(_)
        | TpuOp::Truncf(_)
        | TpuOp::Uitofp(_)
        | TpuOp::UnpackElementwise(_)
        | TpuOp::UnpackSubelements(_)
        | TpuOp::UnrollVectors(_)
        | TpuOp::VectorCompressStore(_)
        | TpuOp::VectorExpandLoad(_)
        | TpuOp::VectorLoad(_)
        | TpuOp::VectorLoadIdx(_)
        | TpuOp::VectorStore(_)
        | TpuOp::VectorStoreIdx(_)
        | TpuOp::Weird(_)
        | TpuOp::Yield(_) => return None,
    })
}
