//! From a module and its call to the facts.

use super::{Argument, Counts, GridDimension, KernelInfo, Memory};
use crate::container::{KernelCall, TensorType};
use crate::session::Opened;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Type, Value, ValueLike};
use tessera_passes::signature::{self, Indexing, Role, Signature, SignatureError};
use tessera_tpu::ir;
use tessera_tpu::ops::{self, EnqueueDma, SemSignal};
use tessera_tpu::types::{self, RefType};

/// Lanes and sublanes of a tile of 32-bit elements.
const TILE: (u64, u64) = (8, 128);

pub(super) fn info(
    opened: &Opened<'_>,
    func: OperationRef<'_, '_>,
    call: &KernelCall,
) -> Result<KernelInfo, SignatureError> {
    let signature = Signature::of(func)?;
    let mut info = KernelInfo {
        name: call.name.clone().unwrap_or_else(|| signature.name.clone()),
        core: func
            .attribute("tpu.core_type")
            .ok()
            .and_then(tessera_tpu::attrs::enum_name)
            .map(ToOwned::to_owned),
        serde_version: opened.serde_version(),
        grid: grid(func, &signature),
        vmem_limit: call.settings.vmem_limit,
        counts: counts(func),
        ..KernelInfo::default()
    };
    if let Some(body) = signature::body_of(func) {
        for index in signature.grid.len()..signature.arguments() {
            let (Some(role), Ok(argument)) = (signature.role(index), body.argument(index)) else { continue };
            let argument =
                argument_info(opened.root(), &signature, role, Value::from(argument).r#type(), call);
            add(&mut info, &argument);
            info.arguments.push(argument);
        }
    }
    allocations(func, &mut info);
    if let Some(bytes) = call.settings.internal_scratch {
        let vmem = memory(&mut info, "vmem");
        vmem.inside += bytes;
        vmem.padded += bytes;
    }
    Ok(info)
}

fn grid(func: OperationRef<'_, '_>, signature: &Signature) -> Vec<GridDimension> {
    let names = tessera_tpu::read::attribute(func, "dimension_semantics")
        .and_then(|list| ArrayAttribute::try_from(list).ok());
    let semantics = |index: usize| {
        let name = names.as_ref().and_then(|names| names.element(index).ok());
        name.and_then(tessera_tpu::attrs::enum_name).unwrap_or("arbitrary").to_owned()
    };
    let dimension = |(index, size): (usize, &i64)| GridDimension {
        size: (*size != i64::MIN).then_some(*size),
        semantics: semantics(index),
    };
    signature.grid.iter().enumerate().map(dimension).collect()
}

/// Operands of the call that come before the kernel's own: the sizes of dynamic grid dimensions.
fn dynamic_bounds(signature: &Signature) -> usize {
    signature.grid.iter().filter(|size| **size == i64::MIN).count()
}

fn argument_info(
    root: OperationRef<'_, '_>,
    signature: &Signature,
    role: Role,
    kind: Type<'_>,
    call: &KernelCall,
) -> Argument {
    let around = call.signature.as_ref();
    let operand =
        |index: usize| around.and_then(|around| around.operands.get(dynamic_bounds(signature) + index));
    let inputs = around
        .map(|around| around.operands.len().saturating_sub(dynamic_bounds(signature) + signature.prefetch));
    let mut found = Argument { buffers: 1, ..Argument::default() };
    let (name, array) = match role {
        Role::Grid(index) => (format!("grid {index}"), None),
        Role::Prefetch(index) => (format!("prefetch {index}"), operand(index)),
        Role::Scratch(index) => (format!("scratch {index}"), None),
        Role::Window(index) => match inputs {
            Some(inputs) if index < inputs => (format!("in {index}"), operand(signature.prefetch + index)),
            Some(inputs) => {
                let output = index - inputs;
                (format!("out {output}"), around.and_then(|around| around.results.get(output)))
            }
            None => (format!("window {index}"), None),
        },
    };
    found.role = name;
    found.array = array.map(shape_text);
    if let Some(ty) = RefType::of(kind) {
        found.element = ty.element.to_string();
        found.block = dims(ty.shape.iter().map(|size| size.and_then(|size| u64::try_from(size).ok())));
        found.space = ty.space.map_or_else(|| "-".to_owned(), |space| space.space.name().to_owned());
        let elements = ty.element_count().and_then(|count| u64::try_from(count).ok());
        if ty.semaphore().is_some() {
            found.semaphores = elements;
        } else {
            (found.bytes, found.padded) = sizes(&ty);
        }
    } else {
        found.element = kind.to_string();
        found.space = "-".to_owned();
    }
    found.pipeline = match role {
        Role::Grid(_) => String::new(),
        Role::Prefetch(_) => "whole".to_owned(),
        Role::Scratch(_) => "scratch".to_owned(),
        Role::Window(index) => {
            let (text, buffers) = pipeline(root, signature, index);
            found.buffers = buffers;
            text
        }
    };
    found
}

/// How a window gets into its memory, and how many buffers that takes.
fn pipeline(root: OperationRef<'_, '_>, signature: &Signature, index: usize) -> (String, u64) {
    let Some(window) = signature.windows.get(index) else { return (String::new(), 1) };
    let (transform, kind) = match &window.indexing {
        Indexing::Whole => return ("not copied".to_owned(), 1),
        Indexing::Trivial => return ("whole".to_owned(), 1),
        Indexing::Blocks { transform } => (transform, ""),
        Indexing::Elements { transform, .. } => (transform, ", element offsets"),
    };
    if window.synchronous {
        return (format!("single buffer{kind}"), 1);
    }
    if is_constant(root, transform) {
        return (format!("single buffer, same block{kind}"), 1);
    }
    (format!("double-buffered{kind}"), 2)
}

/// Whether a transform function returns the same block on every step.
fn is_constant(root: OperationRef<'_, '_>, name: &str) -> bool {
    let func =
        signature::functions(root).find(|func| tessera_passes::lower::symbol_name(*func) == Some(name));
    let Some(body) = func.and_then(signature::body_of) else { return false };
    let Some(last) = last_op(body).filter(|op| ops::name_of(*op) == "func.return") else { return false };
    last.operands().all(|value| ir::defining_op(value).is_some_and(|op| ops::name_of(op) == "arith.constant"))
}

fn last_op<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |op| op.next_in_block()).last()
}

fn shape_text(kind: &TensorType) -> String {
    dims(kind.shape.iter().copied())
}

fn dims(sizes: impl Iterator<Item = Option<u64>>) -> String {
    let sizes: Vec<String> =
        sizes.map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string())).collect();
    if sizes.is_empty() { "scalar".to_owned() } else { sizes.join("x") }
}

/// Bytes of a ref, as they are and filled up to tiles of (8 * 32 / bits) x 128 elements.
fn sizes(ty: &RefType<'_>) -> (Option<u64>, Option<u64>) {
    let Some(bits) = types::bit_width(ty.element).map(u64::from).filter(|bits| *bits > 0) else {
        return (None, None);
    };
    let Some(shape) = ty.shape.iter().map(|size| size.and_then(|size| u64::try_from(size).ok())).collect()
    else {
        return (None, None);
    };
    let shape: Vec<u64> = shape;
    let bytes = |shape: &[u64]| {
        let elements = shape.iter().try_fold(1_u64, |product, size| product.checked_mul(*size))?;
        Some(elements.checked_mul(bits)?.div_ceil(8))
    };
    let mut tiled = shape.clone();
    let in_vmem = matches!(ty.space.map(|space| space.space.name()), Some("vmem" | "vmem_shared"));
    if let Some((last, outer)) = tiled.split_last_mut().filter(|_| in_vmem) {
        *last = last.next_multiple_of(TILE.1);
        if let Some(rows) = outer.last_mut() {
            *rows = rows.next_multiple_of(TILE.0 * (32 / bits.clamp(1, 32)));
        }
    }
    (bytes(&shape), bytes(&tiled))
}

fn memory<'m>(info: &'m mut KernelInfo, space: &str) -> &'m mut Memory {
    let at = info.memory.iter().position(|memory| memory.space == space).unwrap_or_else(|| {
        info.memory.push(Memory { space: space.to_owned(), ..Memory::default() });
        info.memory.len() - 1
    });
    &mut info.memory[at]
}

fn add(info: &mut KernelInfo, argument: &Argument) {
    info.counts.semaphores += argument.semaphores.unwrap_or(0);
    // What is not copied stays where the caller has it, and takes no room of the kernel's.
    let (Some(bytes), Some(padded)) = (argument.bytes, argument.padded) else { return };
    if argument.pipeline == "not copied" || argument.space == "-" {
        return;
    }
    let is_scratch = argument.pipeline == "scratch";
    let memory = memory(info, &argument.space);
    let all = bytes.saturating_mul(argument.buffers);
    let part = if is_scratch { &mut memory.scratch } else { &mut memory.windows };
    *part = part.saturating_add(all);
    memory.padded = memory.padded.saturating_add(padded.saturating_mul(argument.buffers));
}

/// Memory and semaphores allocated inside the kernel.
fn allocations(func: OperationRef<'_, '_>, info: &mut KernelInfo) {
    for op in ops::all_ops(func) {
        let name = ops::name_of(op);
        if !matches!(name, "memref.alloca" | "memref.alloc" | "tpu.sem_alloc") {
            continue;
        }
        let Some(ty) = op.result(0).ok().and_then(|result| RefType::of(Value::from(result).r#type())) else {
            continue;
        };
        if name == "tpu.sem_alloc" || ty.semaphore().is_some() {
            info.counts.allocated_semaphores +=
                ty.element_count().and_then(|count| u64::try_from(count).ok()).unwrap_or(1);
        } else if let (Some(bytes), Some(padded)) = sizes(&ty) {
            let space = ty.space.map_or("-", |space| space.space.name());
            let memory = memory(info, space);
            memory.inside = memory.inside.saturating_add(bytes);
            memory.padded = memory.padded.saturating_add(padded);
        }
    }
}

fn counts(func: OperationRef<'_, '_>) -> Counts {
    let mut counts = Counts::default();
    for op in ops::all_ops(func) {
        counts.ops += 1;
        match ops::name_of(op) {
            "tpu.enqueue_dma" => {
                let remote = EnqueueDma::of(op).and_then(EnqueueDma::device_id).is_some_and(|id| !is_own(id));
                *(if remote { &mut counts.remote_dmas } else { &mut counts.local_dmas }) += 1;
            }
            "tpu.enqueue_indirect_dma" => counts.indirect_dmas += 1,
            "tpu.wait_dma" | "tpu.wait_dma2" | "tpu.wait_indirect_dma" => counts.dma_waits += 1,
            "tpu.sem_wait" => counts.semaphore_waits += 1,
            "tpu.sem_signal" => {
                counts.signals += 1;
                counts.remote_signals +=
                    u64::from(SemSignal::of(op).and_then(SemSignal::device_id).is_some());
            }
            "tpu.sem_barrier" | "tpu.barrier" => counts.barriers += 1,
            _ => {}
        }
    }
    // The function itself is not one of its operations.
    counts.ops = counts.ops.saturating_sub(1);
    counts
}

/// Whether a device id is the number of the device itself.
fn is_own(id: Value<'_, '_>) -> bool {
    ir::defining_op(id).is_some_and(|op| ops::name_of(op) == "tpu.device_id")
}
