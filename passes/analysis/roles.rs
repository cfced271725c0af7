//! The names of operands, for the operations whose operands rules and analyses ask for by name.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use tessera_tpu::ops::TpuOp;

/// The names of the operands of `operation`, in storage order; shorter or empty where none are known.
pub fn roles(operation: OperationRef<'_, '_>) -> Vec<&'static str> {
    let Some(view) = TpuOp::of(operation) else { return Vec::new() };
    let mut groups: Vec<(&'static str, Option<Value<'_, '_>>)> = Vec::new();
    match view {
        TpuOp::EnqueueDma(op) => {
            groups.push(("source", op.source()));
            groups.push(("source_semaphore", op.source_semaphore()));
            groups.push(("target", op.target()));
            groups.push(("target_semaphore", op.target_semaphore()));
            groups.push(("device_id", op.device_id()));
            groups.push(("core_id", op.core_id()));
            groups.push(("subcore_id", op.subcore_id()));
        }
        TpuOp::WaitDma(op) => {
            groups.push(("source", op.source()));
            groups.push(("source_semaphore", op.source_semaphore()));
            groups.push(("target", op.target()));
            groups.push(("target_semaphore", op.target_semaphore()));
            groups.push(("device_id", op.device_id()));
            groups.push(("core_id", op.core_id()));
            groups.push(("subcore_id", op.subcore_id()));
        }
        TpuOp::WaitDma2(op) => {
            groups.push(("semaphore", op.semaphore()));
            groups.push(("src", op.src()));
            groups.push(("dst", op.dst()));
            groups.push(("device_id", op.device_id()));
            groups.push(("core_id", op.core_id()));
        }
        TpuOp::EnqueueIndirectDma(op) => {
            groups.push(("source", op.source()));
            groups.push(("target", op.target()));
            groups.push(("offsets", op.offsets()));
            groups.push(("semaphore", op.semaphore()));
            groups.push(("offset_filter", op.offset_filter()));
        }
        TpuOp::WaitIndirectDma(op) => {
            groups.push(("semaphore", op.semaphore()));
            groups.push(("src", op.src()));
            groups.push(("dst", op.dst()));
        }
        TpuOp::SemSignal(op) => {
            groups.push(("semaphore", op.semaphore()));
            groups.push(("amount", op.amount()));
            groups.push(("device_id", op.device_id()));
            groups.push(("core_id", op.core_id()));
            groups.push(("subcore_id", op.subcore_id()));
        }
        TpuOp::SemWait(op) => {
            groups.push(("semaphore", op.semaphore()));
            groups.push(("amount", op.amount()));
        }
        TpuOp::SemRead(op) => groups.push(("semaphore", op.semaphore())),
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
        | TpuOp::Yield(_)
        | TpuOp::SemAlloc(_)
        | TpuOp::SemBarrier(_) => {}
    }
    let known: Vec<&'static str> =
        groups.into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name).collect();
    // Segment sizes that do not fit the operands name nothing rather than the wrong thing.
    if known.len() == operation.operand_count() { known } else { Vec::new() }
}
