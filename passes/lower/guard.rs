//! `guard-accesses`: no kernel reads or writes beyond its refs.
//!
//! An access at indices that are not known now is preceded by a test whether it stays inside its
//! ref, and inside every slice that leads to it. Where a test fails the run ends with a report
//! that names the operation. One test covers a whole block, so it costs next to nothing.

use super::build::{Builder, first_result};
use super::fault::Stop;
use super::fuse::store::constant_of;
use super::memory::{name_of, walk};
use super::runtime::{self, Runtime};
use crate::signature::kernels_of;
use crate::sites::Sites;
use melior::ir::{
    Block, OperationRef, Region, RegionLike, TypeLike, Value, ValueLike, attribute::FlatSymbolRefAttribute,
    operation::OperationLike,
};
use tessera_tpu::{ir, read};

/// The reason's number in the run time's interface.
const OUT_OF_BOUNDS: i64 = 2;

/// The predicate "greater, unsigned".
const UGT: i64 = 8;

/// Runs the pass on `module`.
pub fn run<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Result<(), Stop> {
    for kernel in kernels_of(module).map_err(|error| Stop::broken(error.to_string()))? {
        let runtime = Runtime::for_function(module, kernel)?;
        let mut guard = Guard { runtime, sites: Sites::of(module) };
        for op in walk(kernel) {
            guard.operation(op)?;
        }
        guard.sites.store(module);
    }
    Ok(())
}

/// Whether `op` is the call that ends the run: it changes nothing, for nothing follows it.
#[must_use]
pub fn is_trap(op: OperationRef<'_, '_>) -> bool {
    name_of(op) == "func.call"
        && op
            .attribute("callee")
            .ok()
            .and_then(|callee| FlatSymbolRefAttribute::try_from(callee).ok())
            .is_some_and(|callee| callee.value() == runtime::FAIL.name)
}

/// Where an access happens: the ref, the index operands, and how many elements per dimension.
struct Access<'c, 'a> {
    memref: Value<'c, 'a>,
    indices: Vec<Value<'c, 'a>>,
    extents: Vec<i64>,
}

struct Guard<'c, 'a> {
    runtime: Runtime<'c, 'a>,
    sites: Sites<'c>,
}

impl<'c: 'a, 'a> Guard<'c, 'a> {
    fn operation(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        if let Some((memref, name)) = handed_over(op) {
            // Copies and semaphores have no indices of their own, only slices.
            let b = Builder::before(ir::context_of(op), op)?;
            let mut bad = None;
            slices_outside(&b, memref, &mut bad)?;
            return self.trap(&b, op, name, bad);
        }
        let Some(access) = access(op, name_of(op)) else { return Ok(()) };
        let b = Builder::before(ir::context_of(op), op)?;
        let mut bad = None;
        outside(&b, &access, &mut bad)?;
        slices_outside(&b, access.memref, &mut bad)?;
        self.trap(&b, op, name_of(op), bad)
    }

    /// Ends the run here when `bad` holds.
    fn trap(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        name: &str,
        bad: Option<Value<'c, 'a>>,
    ) -> Result<(), Stop> {
        let Some(bad) = bad else { return Ok(()) };
        let region = Region::new();
        let inner = b.inside(region.append_block(Block::new(&[])));
        b.op_with_regions("scf.if", &[bad], &[], &[], vec![region, Region::new()])?;
        let site = inner.i32(self.sites.add_named(op.location(), name))?;
        let reason = inner.i32(OUT_OF_BOUNDS)?;
        self.runtime.call(&inner, &runtime::FAIL, &[site, reason])?;
        inner.op("scf.yield", &[], &[], &[])?;
        Ok(())
    }
}

/// The ref whose address goes to a copy or a semaphore call, and the operation that this call stands for.
fn handed_over<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<(Value<'c, 'a>, &'static str)> {
    if name_of(op) != "builtin.unrealized_conversion_cast" {
        return None;
    }
    let memref = op.operand(0).ok().filter(|value| value.r#type().is_mem_ref())?;
    let address = Value::from(op.result(0).ok()?);
    let name = ir::uses(address).into_iter().find_map(|(user, _)| {
        let callee =
            user.attribute("callee").ok().and_then(|name| FlatSymbolRefAttribute::try_from(name).ok())?;
        [
            (&runtime::DMA_START, "tpu.enqueue_dma"),
            (&runtime::DMA_WAIT, "tpu.wait_dma2"),
            (&runtime::SEM_SIGNAL, "tpu.sem_signal"),
            (&runtime::SEM_WAIT, "tpu.sem_wait"),
            (&runtime::SEM_READ, "tpu.sem_read"),
        ]
        .into_iter()
        .find_map(|(function, name)| (function.name == callee.value()).then_some(name))
    })?;
    Some((memref, name))
}

/// Adds to `bad` whether one of the slices that lead to `memref` sticks out of what it is a slice of: an access
/// inside such a slice is outside, too.
fn slices_outside<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    mut memref: Value<'c, 'a>,
    bad: &mut Option<Value<'c, 'a>>,
) -> Result<(), Stop> {
    while let Some(view) = ir::defining_op(memref) {
        if !super::fuse::block::is_view(name_of(view)) {
            break;
        }
        memref = view.operand(0).map_err(Stop::melior)?;
        if name_of(view) == "tpu.memref_slice" {
            let extents = ir::shape_of(first_result(view)?.r#type()).unwrap_or_default();
            let indices = view.operands().skip(1).take(extents.len()).collect();
            outside(b, &Access { memref, indices, extents }, bad)?;
        }
    }
    Ok(())
}

/// The access that `op` makes to a ref, if it makes one whose value matters.
fn access<'c: 'a, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Option<Access<'c, 'a>> {
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let is_load = matches!(name, "memref.load" | "vector.load" | "tpu.vector_load" | "tpu.strided_load");
    let (at, value) = match name {
        _ if is_load => (0, Value::from(op.result(0).ok()?)),
        "memref.store" | "vector.store" => (1, *operands.first()?),
        "tpu.vector_store" => {
            let store = tessera_tpu::ops::VectorStore::of(op)?;
            // Under a mask, lanes outside are left out by the kernel itself.
            if store.mask().is_some() {
                return None;
            }
            let (memref, value) = (store.base()?, store.value_to_store()?);
            let extents = ir::shape_of(value.r#type())?;
            return Some(Access { memref, indices: store.indices(), extents });
        }
        "tpu.strided_store" => {
            let store = tessera_tpu::ops::StridedStore::of(op)?;
            let (memref, value) = (store.base()?, store.value_to_store()?);
            let extents = strided(ir::shape_of(value.r#type())?, &read::int32s(op, "strides"));
            return Some(Access { memref, indices: store.indices(), extents });
        }
        _ => return None,
    };
    let is_masked = tessera_tpu::ops::VectorLoad::of(op).is_some_and(|load| load.mask().is_some());
    if is_load && (is_masked || !ir::has_uses(value)) {
        return None;
    }
    let memref = *operands.get(at)?;
    let rank = ir::shape_of(memref.r#type())?.len();
    let indices = operands.get(at + 1..at + 1 + rank)?.to_vec();
    let shape = if ir::is_vector(value.r#type()) { ir::shape_of(value.r#type())? } else { vec![1; rank] };
    let extents =
        if name == "tpu.strided_load" { strided(shape, &read::int32s(op, "strides")) } else { shape };
    Some(Access { memref, indices, extents })
}

/// Elements from the first to the last of so many with these distances.
fn strided(shape: Vec<i64>, strides: &[i32]) -> Vec<i64> {
    shape
        .into_iter()
        .enumerate()
        .map(|(dim, size)| (size - 1) * strides.get(dim).map_or(1, |stride| i64::from(*stride)) + 1)
        .collect()
}

/// Adds to `bad` whether the access leaves its ref; what is known to stay inside adds nothing.
fn outside<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    access: &Access<'c, 'a>,
    bad: &mut Option<Value<'c, 'a>>,
) -> Result<(), Stop> {
    let sizes = ir::shape_of(access.memref.r#type()).unwrap_or_default();
    if sizes.len() != access.indices.len() || sizes.len() != access.extents.len() {
        return Ok(());
    }
    for ((index, extent), size) in access.indices.iter().zip(&access.extents).zip(sizes) {
        // A size known only when the kernel runs comes with the view that has it.
        if size < 0 || *extent < 0 {
            continue;
        }
        let last = size - extent;
        if constant_of(*index).is_some_and(|index| (0..=last).contains(&index)) {
            continue;
        }
        // Unsigned, so that negative indices are too large as well. When nothing fits, nothing is right.
        let test = if last < 0 {
            b.int(b.int_type(1), 1)?
        } else {
            let last = b.int(index.r#type(), last)?;
            let truth = b.int_type(1);
            b.value("arith.cmpi", &[*index, last], truth, &[("predicate", b.i64_attr(UGT))])?
        };
        *bad = Some(match *bad {
            None => test,
            Some(bad) => b.binary("arith.ori", bad, test)?,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::strided;

    #[test]
    fn strides_stretch_an_access_but_for_its_last_element() {
        assert_eq!(strided(vec![4, 70], &[2, 1]), [7, 70]);
        assert_eq!(strided(vec![1, 5], &[8, 3]), [1, 13]);
    }
}
