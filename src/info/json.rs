//! The facts as one JSON object: a mirror of its own, so that the types inside stay free to change.

use super::{Argument, Counts, KernelInfo, Memory};
use serde_json::{Value, json};

/// The object of one kernel. Unknown things are null; sizes are in bytes.
#[must_use]
pub fn kernel_json(info: &KernelInfo, file: &str) -> Value {
    let grid = |part: &super::GridDimension| json!({ "size": part.size, "semantics": part.semantics });
    json!({
        "file": file,
        "name": info.name,
        "core": info.core,
        "serde_version": info.serde_version,
        "grid": info.grid.iter().map(grid).collect::<Vec<_>>(),
        "arguments": info.arguments.iter().map(argument).collect::<Vec<_>>(),
        "memory": info.memory.iter().map(memory).collect::<Vec<_>>(),
        "vmem_limit": info.vmem_limit,
        "counts": counts(&info.counts),
    })
}

fn argument(argument: &Argument) -> Value {
    json!({
        "role": argument.role,
        "element": argument.element,
        "block": argument.block,
        "array": argument.array,
        "space": argument.space,
        "pipeline": argument.pipeline,
        "buffers": argument.buffers,
        "bytes": argument.bytes,
        "padded_bytes": argument.padded,
        "semaphores": argument.semaphores,
    })
}

fn memory(memory: &Memory) -> Value {
    json!({
        "space": memory.space,
        "windows": memory.windows,
        "scratch": memory.scratch,
        "inside": memory.inside,
        "total": memory.total(),
        "padded": memory.padded,
    })
}

fn counts(counts: &Counts) -> Value {
    json!({
        "ops": counts.ops,
        "local_dmas": counts.local_dmas,
        "remote_dmas": counts.remote_dmas,
        "indirect_dmas": counts.indirect_dmas,
        "dma_waits": counts.dma_waits,
        "semaphore_waits": counts.semaphore_waits,
        "signals": counts.signals,
        "remote_signals": counts.remote_signals,
        "semaphores": counts.semaphores,
        "allocated_semaphores": counts.allocated_semaphores,
        "barriers": counts.barriers,
    })
}
