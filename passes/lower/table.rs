//! Which pass takes care of which operation of the dialect: the checklist for a new op.
//!
//! There is no wildcard: a new entry in `tpu.td` does not build before it has a line here.

use super::fault::Unsupported;
use crate::analysis::loc_of;
use melior::ir::operation::{OperationLike, OperationRef};
use tessera_core::diag::Diagnostic;
use tessera_tpu::ops::{TpuOp, all_ops, name_of};

/// Every operation of `module` that no pass lowers, each once a place.
#[must_use]
pub fn unsupported<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Vec<Diagnostic> {
    let reason = |op: OperationRef<'c, 'a>| match stage(&TpuOp::of(op)?) {
        Stage::Missing => Some("it has no lowering yet"),
        Stage::ChipOnly => Some("it has no meaning without the registers of a chip"),
        Stage::Memory | Stage::Machine | Stage::Drop | Stage::Block | Stage::View | Stage::Terminator => None,
    };
    all_ops(module)
        .into_iter()
        .filter_map(|op| {
            let fault = Unsupported { op: name_of(op).to_owned(), what: reason(op)?.to_owned() };
            Some(Diagnostic::new(fault, loc_of(op.location()), name_of(op)))
        })
        .collect()
}

/// The pass that lowers an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// `lower-memory`: scopes, allocations, the barrier semaphore.
    Memory,
    /// `lower-dma`: copies, semaphores, questions to the machine.
    Machine,
    /// `lower-dma` removes it: it has no effect that an emulator shows.
    Drop,
    /// `fuse-vectors`: block values.
    Block,
    /// `lower-refs`: views and promises.
    View,
    /// Goes away with the scope it ends.
    Terminator,
    /// Not lowered yet.
    Missing,
    /// Has no meaning without the chip's registers or its compiler; never lowered.
    ChipOnly,
}

/// The stage of `op`.
#[must_use]
pub fn stage(op: &TpuOp<'_, '_>) -> Stage {
    use TpuOp as Op;
    match op {
        Op::Region(_) | Op::Trace(_) | Op::SemAlloc(_) | Op::SemBarrier(_) => Stage::Memory,
        Op::EnqueueDma(_)
        | Op::WaitDma(_)
        | Op::WaitDma2(_)
        | Op::SemSignal(_)
        | Op::SemWait(_)
        | Op::SemRead(_)
        | Op::DeviceId(_)
        | Op::CoreId(_)
        | Op::IterationBound(_)
        | Op::SubcoreId(_)
        | Op::Barrier(_)
        | Op::FetchAndAddSync(_) => Stage::Machine,
        Op::TraceStart(_) | Op::TraceStop(_) | Op::TraceValue(_) | Op::Delay(_) | Op::Annotate(_) => {
            Stage::Drop
        }
        Op::VectorLoad(_)
        | Op::VectorStore(_)
        | Op::StridedLoad(_)
        | Op::StridedStore(_)
        | Op::Iota(_)
        | Op::Matmul(_)
        | Op::Transpose(_)
        | Op::Reshape(_)
        | Op::Concatenate(_)
        | Op::Repeat(_)
        | Op::DynamicRotate(_)
        | Op::Reciprocal(_)
        | Op::Logistic(_)
        | Op::Weird(_)
        | Op::AllReduce(_)
        | Op::Bitcast(_)
        | Op::DynamicGather(_)
        | Op::Gather(_)
        | Op::PackElementwise(_)
        | Op::PackSubelements(_)
        | Op::PrngRandomBits(_)
        | Op::PrngSetSeed32(_)
        | Op::ReduceIndex(_)
        | Op::Scan(_)
        | Op::ScanCount(_)
        | Op::Sort(_)
        | Op::StochasticConvert(_)
        | Op::UnpackElementwise(_)
        | Op::UnpackSubelements(_)
        | Op::VectorLoadIdx(_)
        | Op::VectorStoreIdx(_)
        | Op::Log(_)
        | Op::LogBuffer(_)
        | Op::EnqueueIndirectDma(_)
        | Op::WaitIndirectDma(_) => Stage::Block,
        Op::MemrefSlice(_)
        | Op::MemrefSqueeze(_)
        | Op::MemrefReshape(_)
        | Op::MemrefBitcast(_)
        | Op::ReinterpretCast(_)
        | Op::EraseMemrefLayout(_)
        | Op::AssumeLayout(_)
        | Op::AssumeMultiple(_) => Stage::View,
        Op::Yield(_) => Stage::Terminator,
        Op::Conv(_)
        | Op::Extf(_)
        | Op::Fptosi(_)
        | Op::Fptoui(_)
        | Op::MemrefMemorySpaceIs(_)
        | Op::Reduce(_)
        | Op::ReducePrecision(_)
        | Op::SharedMemrefSlice(_)
        | Op::Sitofp(_)
        | Op::StochasticConvertElementwise(_)
        | Op::Truncf(_)
        | Op::Uitofp(_)
        | Op::VectorCompressStore(_)
        | Op::VectorExpandLoad(_) => Stage::Missing,
        Op::BitcastVreg(_)
        | Op::BroadcastInSublanes(_)
        | Op::CompressStoreVreg(_)
        | Op::CreateMask(_)
        | Op::CreateSubelementMask(_)
        | Op::ExpandLoadVreg(_)
        | Op::InternalScratch(_)
        | Op::Load(_)
        | Op::MaskCast(_)
        | Op::MatmulAccLhs(_)
        | Op::MatmulLhsFifo(_)
        | Op::MatmulPop(_)
        | Op::MatmulPopFifo(_)
        | Op::MatmulPushRhs(_)
        | Op::PackVmsk(_)
        | Op::Relayout(_)
        | Op::RollVectors(_)
        | Op::ShuffledLoad(_)
        | Op::ShuffledStore(_)
        | Op::Store(_)
        | Op::SublaneShuffle(_)
        | Op::TileSize(_)
        | Op::UnrollVectors(_) => Stage::ChipOnly,
    }
}
