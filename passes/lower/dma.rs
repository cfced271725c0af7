//! `lower-dma`: copies, semaphores and the other questions a kernel asks of the machine become
//! run-time calls.
//!
//! A copy is described to the run time by a small array of 64-bit numbers: rank, bits of an
//! element, sizes, strides of the source, strides of the target (strides in elements). The array
//! lives once per function and is written anew for each copy; the run time reads it at once.

mod recast;

use self::recast::Recast;
use super::build::{Builder, first_result, results_of};
use super::fault::Stop;
use super::memory::walk;
use super::runtime::{self, Runtime};
use crate::signature::{body_of, kernels_of};
use crate::sites::Sites;
use melior::ir::{
    OperationRef, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, TypeAttribute},
    block::BlockLike,
    operation::OperationLike,
};
use tessera_tpu::{
    ir,
    ops::TpuOp,
    read,
    types::{CoreType, RefType},
};

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
    let mut lowering = Lowering { kernel, runtime, sites: Sites::of(module), descriptor: None };
    for op in walk(kernel) {
        if let Some(view) = TpuOp::of(op) {
            lowering.lower(op, view)?;
        }
    }
    lowering.sites.store(module);
    Ok(())
}

struct Lowering<'c, 'a> {
    kernel: OperationRef<'c, 'a>,
    runtime: Runtime<'c, 'a>,
    sites: Sites<'c>,
    descriptor: Option<Value<'c, 'a>>,
}

/// A ref taken apart: address, sizes and strides in elements.
struct Parts<'c, 'a> {
    address: Value<'c, 'a>,
    sizes: Vec<Value<'c, 'a>>,
    strides: Vec<Value<'c, 'a>>,
    element_bits: i64,
    /// How the elements are made of others; strides then count those.
    recast: Option<Recast>,
}

impl<'c: 'a, 'a> Lowering<'c, 'a> {
    fn lower(&mut self, op: OperationRef<'c, 'a>, view: TpuOp<'c, 'a>) -> Result<(), Stop> {
        let b = Builder::before(ir::context_of(op), op)?;
        match super::table::stage(&view) {
            super::table::Stage::Machine => {}
            super::table::Stage::Drop => {
                ir::erase(op);
                return Ok(());
            }
            _ => return Ok(()),
        }
        match view {
            TpuOp::EnqueueDma(dma) => {
                let source = needed(op, "source", dma.source())?;
                let target = needed(op, "target", dma.target())?;
                let (from, to) = (self.parts(&b, op, source)?, self.parts(&b, op, target)?);
                let (from, to) = recast::in_atoms(&b, from, to)?;
                let descriptor = self.describe(&b, &from, &to)?;
                let site = b.i32(self.sites.add(op))?;
                let source_semaphore = match dma.source_semaphore() {
                    Some(semaphore) => self.address(&b, semaphore)?,
                    None => b.value("llvm.mlir.zero", &[], b.ptr_type(), &[])?,
                };
                let target_semaphore =
                    self.address(&b, needed(op, "target semaphore", dma.target_semaphore())?)?;
                let device = or_none(&b, dma.device_id())?;
                let core = self.core(&b, site, dma.target_semaphore(), (dma.core_id(), dma.subcore_id()))?;
                let priority = b.i32(i64::from(dma.priority()))?;
                self.runtime.call(
                    &b,
                    &runtime::DMA_START,
                    &[
                        site,
                        descriptor,
                        from.address,
                        to.address,
                        source_semaphore,
                        target_semaphore,
                        device,
                        core,
                        priority,
                    ],
                )?;
            }
            TpuOp::WaitDma2(wait) => {
                let semaphore = needed(op, "semaphore", wait.semaphore())?;
                self.wait(&b, op, semaphore, needed(op, "dst", wait.dst())?)?;
            }
            TpuOp::WaitDma(wait) => {
                let on_target = read::boolean(op, "wait_target").unwrap_or(true);
                let (semaphore, moved) = if on_target {
                    (wait.target_semaphore(), wait.target())
                } else {
                    (wait.source_semaphore(), wait.source())
                };
                self.wait(&b, op, needed(op, "semaphore", semaphore)?, needed(op, "ref", moved)?)?;
            }
            TpuOp::SemSignal(signal) => {
                let site = b.i32(self.sites.add(op))?;
                let semaphore = self.address(&b, needed(op, "semaphore", signal.semaphore())?)?;
                let amount = needed(op, "amount", signal.amount())?;
                let device = or_none(&b, signal.device_id())?;
                let core =
                    self.core(&b, site, signal.semaphore(), (signal.core_id(), signal.subcore_id()))?;
                self.runtime.call(&b, &runtime::SEM_SIGNAL, &[site, semaphore, amount, device, core])?;
            }
            TpuOp::SemWait(wait) => {
                let site = b.i32(self.sites.add(op))?;
                let semaphore = self.address(&b, needed(op, "semaphore", wait.semaphore())?)?;
                let amount = needed(op, "amount", wait.amount())?;
                self.runtime.call(&b, &runtime::SEM_WAIT, &[site, semaphore, amount])?;
            }
            TpuOp::SemRead(read) => {
                let site = b.i32(self.sites.add(op))?;
                let semaphore = self.address(&b, needed(op, "semaphore", read.semaphore())?)?;
                let count = self.runtime.value(&b, &runtime::SEM_READ, &[site, semaphore])?;
                ir::replace_uses(first_result(op)?, count);
            }
            TpuOp::DeviceId(_) => {
                let id = self.runtime.value(&b, &runtime::DEVICE_ID, &[])?;
                ir::replace_uses(first_result(op)?, id);
            }
            TpuOp::CoreId(_) => {
                let id = self.runtime.value(&b, &runtime::CORE_ID, &[])?;
                ir::replace_uses(first_result(op)?, id);
            }
            TpuOp::SubcoreId(_) => {
                let id = self.runtime.value(&b, &runtime::SUBCORE_ID, &[])?;
                ir::replace_uses(first_result(op)?, id);
            }
            TpuOp::Barrier(barrier) => {
                let site = b.i32(self.sites.add(op))?;
                let number = needed(op, "barrier_id", barrier.barrier_id())?;
                let number = b.index_cast(number, b.int_type(64))?;
                self.runtime.call(&b, &runtime::SUBCORE_BARRIER, &[site, number])?;
            }
            TpuOp::FetchAndAddSync(add) => {
                let base = needed(op, "base", add.base())?;
                let parts = self.parts(&b, op, base)?;
                let mut address = parts.address;
                for (index, stride) in add.indices().into_iter().zip(&parts.strides) {
                    let index = b.index_cast(index, b.int_type(64))?;
                    let distance = b.binary("arith.muli", index, *stride)?;
                    address = b.value(
                        "llvm.getelementptr",
                        &[address, distance],
                        b.ptr_type(),
                        &[
                            (
                                "rawConstantIndices",
                                DenseI32ArrayAttribute::new(b.context, &[i32::MIN]).into(),
                            ),
                            ("elem_type", TypeAttribute::new(b.int_type(32)).into()),
                        ],
                    )?;
                }
                let site = b.i32(self.sites.add(op))?;
                let value = needed(op, "value", add.value())?;
                // Its core id is the number of a subcore of the own SparseCore.
                let core = self.core(&b, site, None, (None, add.core_id()))?;
                let old = self.runtime.value(&b, &runtime::FETCH_ADD, &[site, address, value, core])?;
                ir::replace_uses(first_result(op)?, old);
            }
            TpuOp::IterationBound(_) => {
                let dim =
                    read::integer_of(op, "dim").ok_or_else(|| Stop::broken("iteration_bound without dim"))?;
                let dim = b.i32(dim)?;
                let bound = self.runtime.value(&b, &runtime::ITERATION_BOUND, &[dim])?;
                ir::replace_uses(first_result(op)?, bound);
            }
            _ => return Err(Stop::broken("an op of the machine stage without a lowering")),
        }
        ir::erase(op);
        Ok(())
    }

    fn wait(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        semaphore: Value<'c, 'a>,
        moved: Value<'c, 'a>,
    ) -> Result<(), Stop> {
        let parts = self.parts(b, op, moved)?;
        let mut bits = b.int(b.int_type(64), parts.element_bits)?;
        for size in parts.sizes {
            bits = b.binary("arith.muli", bits, size)?;
        }
        let eight = b.int(b.int_type(64), 8)?;
        let bytes = b.binary("arith.divsi", bits, eight)?;
        let site = b.i32(self.sites.add(op))?;
        let semaphore = self.address(b, semaphore)?;
        self.runtime.call(b, &runtime::DMA_WAIT, &[site, semaphore, bytes])?;
        Ok(())
    }

    /// The number of the core that an operation names, -1 for its own. The kind of core is that
    /// whose memory the semaphore is in.
    fn core(
        &self,
        b: &Builder<'c, 'a>,
        site: Value<'c, 'a>,
        semaphore: Option<Value<'c, 'a>>,
        (unit, subcore): (Option<Value<'c, 'a>>, Option<Value<'c, 'a>>),
    ) -> Result<Value<'c, 'a>, Stop> {
        if unit.is_none() && subcore.is_none() {
            return b.i32(-1);
        }
        let kind = semaphore
            .and_then(|semaphore| RefType::of(semaphore.r#type())?.space?.core)
            .and_then(|core| CoreType::ALL.iter().position(|known| *known == core))
            .and_then(|code| i64::try_from(code).ok())
            .unwrap_or(-1);
        let operands = [site, b.i32(kind)?, or_none(b, unit)?, or_none(b, subcore)?];
        self.runtime.value(b, &runtime::CORE_NUMBER, &operands)
    }

    /// The address of the first element of a ref.
    fn address(&self, b: &Builder<'c, 'a>, memref: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        first_result(b.cast(&[memref], &[b.ptr_type()])?)
    }

    fn parts(
        &self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        memref: Value<'c, 'a>,
    ) -> Result<Parts<'c, 'a>, Stop> {
        let r#type = memref.r#type();
        let shape =
            ir::shape_of(r#type).ok_or_else(|| Stop::broken("a copy of something that is no memref"))?;
        // An element of less than a byte takes a whole one in memory.
        let element_bits = ir::element_of(r#type)
            .and_then(ir::element_bits)
            .map(|bits| bits.next_multiple_of(8))
            .ok_or_else(|| Stop::unsupported(op, "a copy of elements without a known width"))?;
        let mut results = vec![b.ptr_type()];
        results.extend(std::iter::repeat_n(b.index_type(), shape.len()));
        let cast = b.cast(&[memref], &results)?;
        let recast = super::fuse::block::recast_of(memref);
        if recast.is_some() {
            ir::set_attribute(cast, super::refs::STORED, melior::ir::Attribute::unit(b.context));
        }
        let taken = results_of(cast)?;
        let i64_type = b.int_type(64);
        let mut sizes = Vec::with_capacity(shape.len());
        for (dim, size) in shape.iter().enumerate() {
            sizes.push(if *size >= 0 {
                b.int(i64_type, *size)?
            } else {
                let dim = b.index(i64::try_from(dim).unwrap_or(0))?;
                let size = b.value("memref.dim", &[memref, dim], b.index_type(), &[])?;
                b.index_cast(size, i64_type)?
            });
        }
        let mut strides = Vec::with_capacity(shape.len());
        for stride in taken.iter().skip(1) {
            strides.push(b.index_cast(*stride, i64_type)?);
        }
        let address = *taken.first().ok_or_else(|| Stop::broken("cast without results"))?;
        let recast = recast.map(|op| Recast::of(op, shape.len())).transpose()?;
        Ok(Parts { address, sizes, strides, element_bits: i64::from(element_bits), recast })
    }

    fn describe(
        &mut self,
        b: &Builder<'c, 'a>,
        from: &Parts<'c, 'a>,
        to: &Parts<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let storage = self.descriptor_storage()?;
        let i64_type = b.int_type(64);
        let rank = i64::try_from(from.sizes.len()).unwrap_or(0);
        let mut words = vec![b.int(i64_type, rank)?, b.int(i64_type, from.element_bits)?];
        words.extend_from_slice(&from.sizes);
        words.extend_from_slice(&from.strides);
        words.extend_from_slice(&to.strides);
        for (index, word) in words.iter().enumerate() {
            let index = i32::try_from(index).unwrap_or(0);
            let slot = b.value(
                "llvm.getelementptr",
                &[storage],
                b.ptr_type(),
                &[
                    ("rawConstantIndices", DenseI32ArrayAttribute::new(b.context, &[index]).into()),
                    ("elem_type", TypeAttribute::new(i64_type).into()),
                ],
            )?;
            b.op("llvm.store", &[*word, slot], &[], &[])?;
        }
        Ok(storage)
    }

    /// One descriptor per function, made at its start so that loops do not grow the stack.
    fn descriptor_storage(&mut self) -> Result<Value<'c, 'a>, Stop> {
        if let Some(storage) = self.descriptor {
            return Ok(storage);
        }
        let first = body_of(self.kernel)
            .and_then(|body| body.first_operation())
            .ok_or_else(|| Stop::broken("empty kernel"))?;
        let rank = walk(self.kernel)
            .iter()
            .flat_map(|op| op.operands())
            .filter_map(|value| ir::shape_of(value.r#type()))
            .map(|shape| shape.len())
            .max()
            .unwrap_or(0);
        // Parts of elements of another width are one dimension more.
        let recast = walk(self.kernel).iter().any(|op| super::memory::name_of(*op) == "tpu.memref_bitcast");
        let rank = rank + usize::from(recast);
        let b = Builder::before(ir::context_of(self.kernel), first)?;
        let words = b.int(b.int_type(64), i64::try_from(2 + 3 * rank).unwrap_or(32))?;
        let storage = b.value(
            "llvm.alloca",
            &[words],
            b.ptr_type(),
            &[("elem_type", TypeAttribute::new(b.int_type(64)).into())],
        )?;
        self.descriptor = Some(storage);
        Ok(storage)
    }
}

fn needed<'c, 'a>(
    op: OperationRef<'c, 'a>,
    what: &str,
    value: Option<Value<'c, 'a>>,
) -> Result<Value<'c, 'a>, Stop> {
    let name = super::memory::name_of(op);
    value.ok_or_else(|| Stop::broken(format!("{name} without {what}")))
}

/// The id given, or -1 for "this one". A negative id that was given names nobody, and must not be taken for that.
fn or_none<'c: 'a, 'a>(b: &Builder<'c, 'a>, id: Option<Value<'c, 'a>>) -> Result<Value<'c, 'a>, Stop> {
    match id {
        Some(id) if super::fuse::store::constant_of(id).is_some_and(|id| id >= 0) => Ok(id),
        // The machine's own answers are ids of somebody.
        Some(id) if ir::defining_op(id).is_some_and(|op| super::memory::name_of(op) == "func.call") => Ok(id),
        Some(id) => {
            let (zero, nobody) = (b.i32(0)?, b.i32(i64::from(i32::MAX))?);
            let slt = ("predicate", b.i64_attr(2));
            let negative = b.value("arith.cmpi", &[id, zero], b.int_type(1), &[slt])?;
            b.value("arith.select", &[negative, nobody, id], id.r#type(), &[])
        }
        None => b.i32(-1),
    }
}
