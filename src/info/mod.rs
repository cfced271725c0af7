//! What a kernel consists of, as numbers: grid, windows, memory, transfers, semaphores.

mod json;
mod kernel;
mod table;

pub use json::kernel_json;
pub use table::kernel_text;

use crate::container::KernelCall;
use crate::session::Opened;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use tessera_passes::signature::{self, SignatureError};

/// The facts about one kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KernelInfo {
    /// Its name in the program, or that of its function.
    pub name: String,
    /// The core it is for, as MLIR spells it.
    pub core: Option<String>,
    /// Version of the serialized form it came in; `None` when it came as it is.
    pub serde_version: Option<i64>,
    /// The grid.
    pub grid: Vec<GridDimension>,
    /// Operands and windows in the order of the arguments.
    pub arguments: Vec<Argument>,
    /// Bytes per memory.
    pub memory: Vec<Memory>,
    /// The limit on VMEM that the call gives.
    pub vmem_limit: Option<u64>,
    /// Operations of interest.
    pub counts: Counts,
}

/// One dimension of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridDimension {
    /// Steps; `None` when an operand gives them.
    pub size: Option<i64>,
    /// `parallel`, `arbitrary`..
    pub semantics: String,
}

/// An argument of the kernel other than a grid index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Argument {
    /// `prefetch 0`, `in 1`, `out 0`, `window 3`, `scratch 2`.
    pub role: String,
    /// The element type.
    pub element: String,
    /// What the kernel sees at a time.
    pub block: String,
    /// The whole array; `None` without a call that tells.
    pub array: Option<String>,
    /// The memory it lies in.
    pub space: String,
    /// How it gets there: `double-buffered`, `single buffer`, `whole`, `not copied`..
    pub pipeline: String,
    /// Buffers of this size.
    pub buffers: u64,
    /// Bytes of one buffer; `None` when a size is not known or it holds semaphores.
    pub bytes: Option<u64>,
    /// The same, filled up to whole tiles.
    pub padded: Option<u64>,
    /// How many semaphores it holds.
    pub semaphores: Option<u64>,
}

/// What lies in one memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The memory.
    pub space: String,
    /// Windows and operands, all buffers.
    pub windows: u64,
    /// Scratch operands.
    pub scratch: u64,
    /// Allocations inside the kernel.
    pub inside: u64,
    /// All of it, filled up to whole tiles.
    pub padded: u64,
}

/// How many operations of each kind the text of the kernel has, not how often they run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All operations.
    pub ops: u64,
    /// Copies that stay on the device.
    pub local_dmas: u64,
    /// Copies to another device.
    pub remote_dmas: u64,
    /// Copies that take their places from a list.
    pub indirect_dmas: u64,
    /// Waits for copies.
    pub dma_waits: u64,
    /// Waits for semaphores.
    pub semaphore_waits: u64,
    /// Signals.
    pub signals: u64,
    /// Signals to other devices.
    pub remote_signals: u64,
    /// Semaphores among the operands, windows and scratch.
    pub semaphores: u64,
    /// Semaphores allocated inside.
    pub allocated_semaphores: u64,
    /// Uses of the barrier semaphore.
    pub barriers: u64,
}

/// The facts about the kernels of `call`: one, or one for each kind of core.
///
/// # Errors
/// There is no kernel, or its function does not keep to the calling convention.
pub fn of(opened: &Opened<'_>, call: &KernelCall) -> Result<Vec<KernelInfo>, SignatureError> {
    let is_marked = |func: &OperationRef<'_, '_>| func.has_attribute("tpu.core_type");
    let marked: Vec<_> = signature::functions(opened.root()).filter(is_marked).collect();
    if marked.len() < 2 {
        return Ok(vec![kernel::info(opened, signature::kernel_of(opened.root())?, call)?]);
    }
    let one = |func| {
        let mut info = kernel::info(opened, func, call)?;
        let symbol = tessera_passes::lower::symbol_name(func).unwrap_or_default();
        if info.name != symbol {
            info.name = format!("{}, {symbol}", info.name);
        }
        Ok(info)
    };
    marked.into_iter().map(one).collect()
}
