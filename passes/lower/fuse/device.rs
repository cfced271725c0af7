//! Block values that come from the device or go to it: random bits, printing, indirect copies.

use super::Fuser;
use super::narrow::element_type;
use super::node::Kind;
use crate::lower::build::{Builder, first_result, results_of};
use crate::lower::fault::Stop;
use crate::lower::runtime::{self, element_code};
use crate::sites::Sites;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{DenseElementsAttribute, DenseI32ArrayAttribute, StringAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::RankedTensorType,
};
use tessera_tpu::{
    ir,
    ops::{EnqueueIndirectDma, Log, TpuOp},
    read, types,
    types::MemorySpace,
};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Rebuilds an operation that talks to the device. `false` when it is none.
    pub fn device_operation(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<bool, Stop> {
        match TpuOp::of(op) {
            Some(TpuOp::PrngSetSeed32(_)) => self.seed(b, op)?,
            Some(TpuOp::PrngRandomBits(_)) => self.random_bits(b, op)?,
            Some(TpuOp::Log(log)) => self.log(b, op, log)?,
            Some(TpuOp::LogBuffer(_)) => {
                let input = op.operand(0).map_err(Stop::melior)?;
                self.log_ref(b, op, input)?;
                self.end_line(b, op, false)?;
            }
            Some(TpuOp::EnqueueIndirectDma(copy)) => self.indirect(b, op, copy)?,
            Some(TpuOp::WaitIndirectDma(wait)) => {
                let missing = || Stop::broken("a wait without its operands");
                let (source, target) = (wait.src().ok_or_else(missing)?, wait.dst().ok_or_else(missing)?);
                // The side that is not indexed is the one in the subcore's own memory.
                let moved = if is_local(source) { source } else { target };
                let semaphore = wait.semaphore().ok_or_else(missing)?;
                self.settle_loads(b, op, None)?;
                let bytes = self.bytes_of(b, op, moved)?;
                let semaphore = self.base(b, semaphore)?;
                let site = self.site(b, op)?;
                self.runtime.call(b, &runtime::DMA_WAIT, &[site, semaphore, bytes])?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Gives an operation a number in the table of places.
    fn site(&self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        let mut sites = Sites::of(self.module);
        let number = sites.add(op);
        sites.store(self.module);
        b.i32(number)
    }

    fn seed(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        for (index, word) in op.operands().enumerate() {
            let first = b.i32(i64::from(index == 0))?;
            let word = self.scalar(word)?;
            self.runtime.call(b, &runtime::PRNG_SEED, &[first, word])?;
        }
        Ok(())
    }

    fn random_bits(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = element_type(result);
        let bits = ir::element_bits(element).filter(|bits| bits % 8 == 0);
        let bits = bits.ok_or_else(|| Stop::unsupported(op, format!("random bits as {element}")))?;
        let buffer = self.allocate(&shape, element)?;
        let address = self.pointer(b, buffer)?;
        let bytes = shape.iter().product::<i64>() * i64::from(bits / 8);
        let bytes = b.int(b.int_type(64), bytes)?;
        self.runtime.call(b, &runtime::PRNG_BITS, &[address, bytes])?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    fn log(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>, log: Log<'c, 'a>) -> Result<(), Stop> {
        for input in op.operands() {
            let r#type = input.r#type();
            if r#type.is_mem_ref() {
                self.log_ref(b, op, input)?;
            } else if ir::is_vector(r#type) {
                let id = self.node_of(input)?;
                let address = self.address_of(b, id)?;
                let shape = self.node(id).shape.clone();
                let strides = crate::lower::refs::row_major(&shape);
                let numbers: Vec<_> = shape
                    .iter()
                    .chain(&strides)
                    .map(|number| b.int(b.int_type(64), *number))
                    .collect::<Result<_, _>>()?;
                self.log_array(b, op, element_type(input), address, shape.len(), &numbers)?;
            } else {
                let value = self.scalar(input)?;
                let code = Self::log_code(b, op, r#type)?;
                let bits = ir::element_bits(r#type).unwrap_or(32);
                let word = if r#type.is_index() {
                    b.index_cast(value, b.int_type(64))?
                } else {
                    let raw = if r#type.is_float() {
                        b.value("arith.bitcast", &[value], b.int_type(bits), &[])?
                    } else {
                        value
                    };
                    if bits == 64 { raw } else { b.value("arith.extui", &[raw], b.int_type(64), &[])? }
                };
                self.runtime.call(b, &runtime::LOG_VALUE, &[code, word])?;
            }
        }
        self.end_line(b, op, log.formatted())
    }

    fn log_code(
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        element: Type<'c>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let element = if element.is_index() { b.int_type(64) } else { element };
        let code =
            element_code(element).ok_or_else(|| Stop::unsupported(op, format!("printing of {element}")))?;
        b.i32(code)
    }

    fn log_ref(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        input: Value<'c, 'a>,
    ) -> Result<(), Stop> {
        let shape = match read::int64s(op, "shape") {
            shape if shape.is_empty() => ir::shape_of(input.r#type()).unwrap_or_default(),
            shape => shape,
        };
        let (address, strides) = self.taken_apart(b, input)?;
        if strides.len() != shape.len() || shape.iter().any(|size| *size < 0) {
            return Err(Stop::unsupported(op, "printing of a ref of another shape"));
        }
        let mut numbers = Vec::new();
        for size in &shape {
            numbers.push(b.int(b.int_type(64), *size)?);
        }
        numbers.extend(strides);
        self.log_array(b, op, element_type_of_ref(input)?, address, shape.len(), &numbers)
    }

    fn log_array(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        element: Type<'c>,
        address: Value<'c, 'a>,
        rank: usize,
        numbers: &[Value<'c, 'a>],
    ) -> Result<(), Stop> {
        let code = Self::log_code(b, op, element)?;
        let dims = self.words(b, numbers)?;
        let rank = b.i32(i64::try_from(rank).unwrap_or(0))?;
        self.runtime.call(b, &runtime::LOG_ARRAY, &[code, address, rank, dims])?;
        Ok(())
    }

    fn end_line(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        formatted: bool,
    ) -> Result<(), Stop> {
        let tag = op.attribute("tag").ok().and_then(|tag| StringAttribute::try_from(tag).ok());
        let tag = tag.map(|tag| tag.value().to_owned()).unwrap_or_default();
        let bytes: Vec<i8> = tag.bytes().chain([0]).map(u8::cast_signed).collect();
        let count = i64::try_from(bytes.len()).unwrap_or(1);
        let i8_type = b.int_type(8);
        let tensor: Type<'c> = RankedTensorType::new(&[count.cast_unsigned()], i8_type, None).into();
        let values = DenseElementsAttribute::i8_values(tensor, &bytes).into();
        let table = self.table(b, values, &[count], i8_type)?;
        let text = self.pointer(b, table)?;
        let length = b.int(b.int_type(64), count - 1)?;
        let formatted = b.i32(i64::from(formatted))?;
        self.runtime.call(b, &runtime::LOG, &[text, length, formatted])?;
        Ok(())
    }

    /// `tpu.enqueue_indirect_dma`.
    fn indirect(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        copy: EnqueueIndirectDma<'c, 'a>,
    ) -> Result<(), Stop> {
        let missing = || Stop::broken("an indirect copy without its operands");
        let (source, target) = (copy.source().ok_or_else(missing)?, copy.target().ok_or_else(missing)?);
        let gathers = !is_local(source);
        let (plain, indexed) = if gathers { (target, source) } else { (source, target) };
        let offsets = copy.offsets().ok_or_else(missing)?;
        let (offsets_at, offsets_stride) = if ir::is_vector(offsets.r#type()) {
            let id = self.node_of(offsets)?;
            (self.address_of(b, id)?, b.int(b.int_type(64), 1)?)
        } else {
            let (address, strides) = self.taken_apart(b, offsets)?;
            match strides[..] {
                [stride] => (address, stride),
                _ => return Err(Stop::unsupported(op, "offsets that are not in one row")),
            }
        };
        // The copy reads and writes memory from now on.
        self.settle_loads(b, op, None)?;
        let element = element_type_of_ref(source)?;
        let bits = ir::element_bits(element).unwrap_or(32).next_multiple_of(8);
        let sizes = self.sizes_of(b, plain)?;
        let (from, from_strides) = self.taken_apart(b, source)?;
        let (to, to_strides) = self.taken_apart(b, target)?;
        if from_strides.len() != to_strides.len() || sizes.len() != from_strides.len() || sizes.is_empty() {
            return Err(Stop::unsupported(op, "an indirect copy between refs of different rank"));
        }
        let i64_type = b.int_type(64);
        let rank = i64::try_from(sizes.len()).unwrap_or(0);
        let mut words = vec![b.int(i64_type, rank)?, b.int(i64_type, i64::from(bits))?];
        words.extend(sizes);
        words.extend(from_strides);
        words.extend(to_strides);
        words.extend(self.sizes_of(b, indexed)?.first());
        let descriptor = self.words(b, &words)?;
        let filter = match copy.offset_filter() {
            Some(filter) => self.scalar(filter)?,
            None => b.i32(0)?,
        };
        let flags = i64::from(gathers)
            | (i64::from(copy.offset_filter().is_some()) << 1)
            | (i64::from(copy.add()) << 2);
        let code =
            element_code(element).ok_or_else(|| Stop::unsupported(op, format!("copies of {element}")))?;
        let semaphore = self.base(b, copy.semaphore().ok_or_else(missing)?)?;
        let site = self.site(b, op)?;
        self.runtime.call(
            b,
            &runtime::INDIRECT_START,
            &[
                site,
                descriptor,
                from,
                to,
                semaphore,
                offsets_at,
                offsets_stride,
                b.i32(code)?,
                filter,
                b.i32(flags)?,
            ],
        )?;
        Ok(())
    }

    /// The address of an old ref's first element.
    fn base(&self, b: &Builder<'c, 'a>, old: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        first_result(b.cast(&[self.scalar(old)?], &[b.ptr_type()])?)
    }

    /// Address and strides of an old ref, as i64.
    fn taken_apart(
        &self,
        b: &Builder<'c, 'a>,
        old: Value<'c, 'a>,
    ) -> Result<(Value<'c, 'a>, Vec<Value<'c, 'a>>), Stop> {
        let rank = ir::shape_of(old.r#type()).map_or(0, |shape| shape.len());
        let mut types = vec![b.ptr_type()];
        types.extend(std::iter::repeat_n(b.index_type(), rank));
        let parts = results_of(b.cast(&[self.scalar(old)?], &types)?)?;
        let (address, strides) = parts.split_first().ok_or_else(|| Stop::broken("cast without results"))?;
        let strides =
            strides.iter().map(|stride| b.index_cast(*stride, b.int_type(64))).collect::<Result<_, _>>()?;
        Ok((*address, strides))
    }

    /// Elements per dimension of an old ref, as i64.
    fn sizes_of(&self, b: &Builder<'c, 'a>, old: Value<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Stop> {
        let shape = ir::shape_of(old.r#type()).unwrap_or_default();
        let mut sizes = Vec::with_capacity(shape.len());
        for (dim, size) in (0..).zip(shape) {
            sizes.push(if size >= 0 {
                b.int(b.int_type(64), size)?
            } else {
                let dim = b.index(dim)?;
                let size = b.value("memref.dim", &[self.scalar(old)?, dim], b.index_type(), &[])?;
                b.index_cast(size, b.int_type(64))?
            });
        }
        Ok(sizes)
    }

    fn bytes_of(
        &self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        old: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let bits = ir::element_bits(element_type_of_ref(old)?)
            .ok_or_else(|| Stop::unsupported(op, "a copy of elements without a known width"))?;
        let mut bytes = b.int(b.int_type(64), i64::from(bits.div_ceil(8)))?;
        for size in self.sizes_of(b, old)? {
            bytes = b.binary("arith.muli", bytes, size)?;
        }
        Ok(bytes)
    }

    /// Numbers in memory, one after the other; made at the function's start, so that no loop grows
    /// the stack, and written here.
    fn words(&self, b: &Builder<'c, 'a>, numbers: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Stop> {
        let entry = Builder::before(self.context, self.anchor)?;
        let i64_type = entry.int_type(64);
        let count = entry.int(i64_type, i64::try_from(numbers.len().max(1)).unwrap_or(1))?;
        let element = TypeAttribute::new(i64_type).into();
        let storage = entry.value("llvm.alloca", &[count], entry.ptr_type(), &[("elem_type", element)])?;
        for (at, number) in (0_i32..).zip(numbers) {
            let index = DenseI32ArrayAttribute::new(b.context, &[at]).into();
            let slot = b.value(
                "llvm.getelementptr",
                &[storage],
                b.ptr_type(),
                &[("rawConstantIndices", index), ("elem_type", element)],
            )?;
            b.op("llvm.store", &[*number, slot], &[], &[])?;
        }
        Ok(storage)
    }
}

fn element_type_of_ref<'c>(value: Value<'c, '_>) -> Result<Type<'c>, Stop> {
    ir::element_of(value.r#type()).ok_or_else(|| Stop::broken("a ref without element type"))
}

/// Whether a ref is in the subcore's own memory.
fn is_local(value: Value<'_, '_>) -> bool {
    matches!(types::memory_space_of(value.r#type()), None | Some(MemorySpace::Vmem))
}
