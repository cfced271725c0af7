//! `lower-memory`: scoped regions and allocations.
//!
//! `tpu.region` is a scope for allocations and nothing else: its body is put in its place, and
//! what it allocated is freed at its end. So it is with `tpu.trace`, whose name is for profilers. `memref.alloca` and `tpu.sem_alloc` become run-time
//! allocations in the memory space of their type; the barrier semaphore is asked for by name.

use super::build::{Builder, first_result, results_of};
use super::fault::Stop;
use super::grid::operations;
use super::runtime::{self, Runtime, element_code, space_code};
use crate::signature::{body_of, kernels_of};
use crate::sites::Sites;
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use tessera_tpu::{ir, types};

pub use tessera_tpu::ops::name_of;

/// Runs the pass on `module`.
pub fn run<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Result<(), Stop> {
    for kernel in kernels_of(module).map_err(|error| Stop::broken(error.to_string()))? {
        program(module, kernel)?;
    }
    Ok(())
}

/// Runs the pass on one program of the module.
fn program<'c: 'a, 'a>(module: OperationRef<'c, 'a>, kernel: OperationRef<'c, 'a>) -> Result<(), Stop> {
    let runtime = Runtime::for_function(module, kernel)?;
    let mut sites = Sites::of(module);
    let is_scope = |op: &OperationRef<'c, 'a>| matches!(name_of(*op), "tpu.region" | "tpu.trace");
    // Outermost first: inlining one moves those inside it, and leaves them what they are. Listed before
    // the first is, since it erases other operations.
    let scopes: Vec<_> = walk(kernel).into_iter().filter(is_scope).collect();
    for scope in scopes {
        inline_region(scope, &runtime, &mut sites)?;
    }
    // Allocations outside any region live as long as the kernel.
    for op in walk(kernel) {
        if is_allocation(op) {
            allocate(op, &runtime, &mut sites)?;
        } else if name_of(op) == "tpu.sem_barrier" {
            let b = Builder::before(ir::context_of(op), op)?;
            let site = b.i32(sites.add(op))?;
            let address = runtime.value(&b, &runtime::BARRIER_SEMAPHORE, &[site])?;
            replace_with_ref(&b, op, address)?;
        }
    }
    sites.store(module);
    Ok(())
}

/// All operations inside `op`, outermost first, in source order.
pub fn walk<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = tessera_tpu::ops::all_ops(op);
    found.retain(|inner| *inner != op);
    found
}

fn is_allocation(op: OperationRef<'_, '_>) -> bool {
    matches!(name_of(op), "memref.alloca" | "tpu.sem_alloc")
}

/// Replaces a region by its body; allocations directly in it are freed where it ended.
fn inline_region<'c: 'a, 'a>(
    region: OperationRef<'c, 'a>,
    runtime: &Runtime<'c, 'a>,
    sites: &mut Sites<'c>,
) -> Result<(), Stop> {
    let body = body_of(region).ok_or_else(|| Stop::broken("tpu.region without a body"))?;
    let mut allocated = Vec::new();
    for op in operations(body) {
        if name_of(op) == "tpu.yield" {
            let yielded: Vec<Value<'c, 'a>> = op.operands().collect();
            for (result, value) in results_of(region)?.into_iter().zip(yielded) {
                ir::replace_uses(result, value);
            }
            ir::erase(op);
            continue;
        }
        ir::move_before(op, region);
        if is_allocation(op) {
            allocated.push(allocate(op, runtime, sites)?);
        }
    }
    let b = Builder::before(ir::context_of(region), region)?;
    for address in allocated.into_iter().rev() {
        runtime.call(&b, &runtime::FREE, &[address])?;
    }
    ir::erase(region);
    Ok(())
}

/// Replaces an allocation by a run-time call; returns the address.
fn allocate<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    runtime: &Runtime<'c, 'a>,
    sites: &mut Sites<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let b = Builder::before(ir::context_of(op), op)?;
    let result = first_result(op)?;
    let r#type = result.r#type();
    let shape = ir::shape_of(r#type).ok_or_else(|| Stop::broken("allocation that is no memref"))?;
    let element = ir::element_of(r#type).ok_or_else(|| Stop::broken("memref without element"))?;
    let code = element_code(element)
        .ok_or_else(|| Stop::unsupported(op, format!("memory of element type {element}")))?;
    let count = shape
        .iter()
        .try_fold(1_i64, |total, size| if *size < 0 { None } else { total.checked_mul(*size) })
        .ok_or_else(|| Stop::unsupported(op, "an allocation of dynamic size"))?;
    let site = b.i32(sites.add(op))?;
    let space = b.i32(space_code(types::memory_space_of(r#type)))?;
    let code = b.i32(code)?;
    let count = b.int(b.int_type(64), count)?;
    let address = runtime.value(&b, &runtime::ALLOC, &[site, space, code, count])?;
    replace_with_ref(&b, op, address)?;
    Ok(address)
}

fn replace_with_ref<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    address: Value<'c, 'a>,
) -> Result<(), Stop> {
    let old = first_result(op)?;
    let new = first_result(b.cast(&[address], &[old.r#type()])?)?;
    ir::replace_uses(old, new);
    ir::erase(op);
    Ok(())
}
