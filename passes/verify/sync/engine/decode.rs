//! From the kernel graph to a [`Block`].

use super::number::Operator;
use super::program::{Access, Block, Holds, Start, Step, What};
use crate::analysis::KernelIndex;
use melior::ir::OperationRef;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use tessera_core::graph::{
    Element, KernelGraph, OpId, Operand, Origin, ValueId, ValueType, ViewKind, is_allocation,
};
use tessera_tpu::ops::{StridedLoad, StridedStore, WaitDma};

/// Integer operations with two operands.
const BINARY: &[(&str, Operator)] = &[
    ("arith.addi", Operator::Add),
    ("arith.andi", Operator::And),
    ("arith.ceildivsi", Operator::CeilDiv),
    ("arith.divsi", Operator::DivSigned),
    ("arith.divui", Operator::DivUnsigned),
    ("arith.floordivsi", Operator::FloorDiv),
    ("arith.maxsi", Operator::Max),
    ("arith.minsi", Operator::Min),
    ("arith.muli", Operator::Mul),
    ("arith.ori", Operator::Or),
    ("arith.remsi", Operator::RemSigned),
    ("arith.remui", Operator::RemUnsigned),
    ("arith.shli", Operator::ShiftLeft),
    ("arith.shrsi", Operator::ShiftRight),
    ("arith.subi", Operator::Sub),
    ("arith.xori", Operator::Xor),
];

/// Casts that keep the number.
const CASTS: &[&str] =
    &["arith.extsi", "arith.extui", "arith.index_cast", "arith.index_castui", "tpu.assume_multiple"];

/// Nesting that is followed; deeper is opaque.
const DEEPEST: usize = 60;

/// Reads functions of one module.
pub struct Decoder<'i, 'c, 'a> {
    index: &'i KernelIndex<'c, 'a>,
    graph: &'i KernelGraph,
    /// Block arguments by operation, in the order of their blocks.
    arguments: Vec<Vec<ValueId>>,
    depth: usize,
}

impl<'i, 'c, 'a> Decoder<'i, 'c, 'a> {
    /// A decoder over everything in `index`.
    #[must_use]
    pub fn new(index: &'i KernelIndex<'c, 'a>) -> Self {
        let graph = index.graph();
        let mut arguments = vec![Vec::new(); graph.ops().count()];
        for (id, value) in graph.values() {
            if let Origin::BlockArgument { op, .. } = value.origin
                && let Some(list) = arguments.get_mut(op.index())
            {
                list.push(id);
            }
        }
        Self { index, graph, arguments, depth: 0 }
    }

    /// The operations in region `region` of `op`.
    pub fn block(&mut self, op: OpId, region: u32, arguments: Vec<ValueId>) -> Block {
        let mut block = Block { arguments, ..Block::default() };
        self.depth += 1;
        for child in self.graph.children(op) {
            if self.graph.op(child).is_none_or(|child| child.region != region) {
                continue;
            }
            let name = self.graph.op_name(child);
            if matches!(name, "scf.yield" | "tpu.yield" | "scf.condition" | "func.return") {
                block.yields = self.graph.operands(child).iter().map(|operand| operand.value).collect();
                continue;
            }
            let what = if self.depth > DEEPEST { Some(self.opaque(child)) } else { self.what(child, name) };
            if let Some(what) = what {
                block.holds = block.holds.with(holds(&what));
                block.steps.push(Step { op: child, what });
            }
        }
        self.depth -= 1;
        block
    }

    fn operation(&self, op: OpId) -> Option<OperationRef<'c, 'a>> {
        self.index.operation(op)
    }

    fn what(&mut self, op: OpId, name: &str) -> Option<What> {
        let graph = self.graph;
        let operands = graph.operands(op);
        let results = graph.results(op);
        let at = |index: usize| operands.get(index).map(|operand| operand.value);
        let role =
            |name: &str| operands.iter().find(|operand| operand.role == name).map(|operand| operand.value);
        let result = results.first().copied();
        if let Some(kind) = ViewKind::of(name) {
            return Some(self.view(op, kind, &operands, result?));
        }
        if is_allocation(name) {
            return Some(What::Alloc(result?));
        }
        let scalar = result.and_then(|result| self.bits(result));
        if let (Some((_, operator)), Some(bits)) = (BINARY.iter().find(|(known, _)| *known == name), scalar) {
            return Some(What::Binary(*operator, at(0)?, at(1)?, result?, bits));
        }
        if CASTS.contains(&name) && scalar.is_some() {
            let of_bool = name == "arith.extsi" && self.bits(at(0)?) == Some(1);
            return Some(What::Same(at(0)?, result?, of_bool));
        }
        match name {
            "arith.constant" => None,
            "arith.trunci" if scalar.is_some() => Some(What::Narrow(at(0)?, result?, scalar?)),
            "arith.cmpi" if scalar.is_some() => {
                let bits = self.bits(at(0)?)?;
                let predicate = self.integer(op, "predicate")?;
                Some(What::Compare(predicate, at(0)?, at(1)?, result?, bits))
            }
            "arith.select" if scalar.is_some() || graph.ref_type(result?).is_some() => {
                Some(What::Select(at(0)?, at(1)?, at(2)?, result?))
            }
            "tpu.device_id" => Some(What::Machine("tpu.device_id", 0, result?)),
            "tpu.core_id" => Some(What::Machine("tpu.core_id", 0, result?)),
            "tpu.subcore_id" => Some(What::Machine("tpu.subcore_id", 0, result?)),
            "tpu.iteration_bound" => {
                Some(What::Machine("tpu.iteration_bound", self.integer(op, "dim").unwrap_or(0), result?))
            }
            "tpu.enqueue_dma" | "tpu.enqueue_indirect_dma" => {
                let either = |a: &str, b: &str| role(a).or_else(|| role(b));
                Some(What::Start(Start {
                    source: role("source"),
                    target: role("target"),
                    source_semaphore: role("source_semaphore"),
                    target_semaphore: either("target_semaphore", "semaphore"),
                    offsets: role("offsets").filter(|offsets| graph.ref_type(*offsets).is_some()),
                    remote: role("device_id").is_some()
                        || role("core_id").is_some()
                        || role("subcore_id").is_some(),
                    indirect: name == "tpu.enqueue_indirect_dma",
                }))
            }
            "tpu.wait_dma2" => Some(What::Wait(role("semaphore")?, role("dst"), role("src"))),
            "tpu.wait_indirect_dma" => {
                let (src, dst) = (role("src")?, role("dst")?);
                let local = self.local_end(src, dst);
                Some(What::Wait(role("semaphore")?, local, Some(if local == Some(src) { dst } else { src })))
            }
            "tpu.wait_dma" => {
                let target =
                    self.operation(op).and_then(WaitDma::of).and_then(WaitDma::wait_target).unwrap_or(true);
                let (semaphore, amount, other) = if target {
                    ("target_semaphore", "target", "source")
                } else {
                    ("source_semaphore", "source", "target")
                };
                Some(What::Wait(role(semaphore)?, role(amount), role(other)))
            }
            "tpu.sem_signal" => Some(What::Signal(role("semaphore")?, role("amount")?)),
            "tpu.sem_wait" => Some(What::SemWait(role("semaphore")?, role("amount")?)),
            "tpu.sem_read" => Some(What::SemRead(role("semaphore")?, result?)),
            "scf.if" => {
                let (yes, no) = (self.block(op, 0, Vec::new()), self.block(op, 1, Vec::new()));
                Some(What::If(at(0)?, yes, no, results))
            }
            "scf.for" => {
                let arguments = self.arguments.get(op.index()).cloned().unwrap_or_default();
                let body = self.block(op, 0, arguments);
                let start = operands.iter().skip(3).map(|operand| operand.value).collect();
                Some(What::For([at(0)?, at(1)?, at(2)?], start, body, results))
            }
            "scf.while" => self.while_loop(op, &operands, results),
            "tpu.region" | "tpu.trace" | "scf.execute_region" => {
                let body = self.block(op, 0, Vec::new());
                let made = |step: &Step| if let What::Alloc(value) = step.what { Some(value) } else { None };
                let allocated = body.steps.iter().filter_map(made).collect();
                Some(What::Region(body, allocated, results))
            }
            _ => self.access_or_rest(op, name, &operands, results),
        }
    }

    fn while_loop(&mut self, op: OpId, operands: &[Operand], results: Vec<ValueId>) -> Option<What> {
        let all = self.arguments.get(op.index()).cloned().unwrap_or_default();
        let (first, second) = all.split_at_checked(operands.len())?;
        let mut before = self.block(op, 0, first.to_vec());
        let after = self.block(op, 1, second.to_vec());
        if before.yields.is_empty() {
            return Some(self.opaque(op));
        }
        let condition = before.yields.remove(0);
        let start = operands.iter().map(|operand| operand.value).collect();
        Some(What::While(start, condition, before, after, results))
    }

    fn view(&self, op: OpId, kind: ViewKind, operands: &[Operand], result: ValueId) -> What {
        let source = operands.first().map_or(result, |operand| operand.value);
        let rank = self.graph.ref_type(source).map_or(0, tessera_core::graph::RefType::rank);
        let rest: Vec<ValueId> = operands.iter().skip(1).map(|operand| operand.value).collect();
        let is_slice = self.graph.op_name(op) == "tpu.memref_slice";
        if is_slice && rest.len() >= rank {
            let (offsets, sizes) = rest.split_at(rank);
            return What::View(ViewKind::Slice, source, offsets.to_vec(), sizes.to_vec(), result);
        }
        // Other slices have static offsets in attributes: what they mean is left open.
        let kind = if kind == ViewKind::Slice { ViewKind::Reinterpret } else { kind };
        What::View(kind, source, Vec::new(), Vec::new(), result)
    }

    /// Loads and stores, and what is left: numbers that nobody knows, or something opaque.
    fn access_or_rest(
        &self,
        op: OpId,
        name: &str,
        operands: &[Operand],
        results: Vec<ValueId>,
    ) -> Option<What> {
        let graph = self.graph;
        let base = operands.iter().position(|operand| graph.ref_type(operand.value).is_some());
        let inside = graph.children(op);
        let Some(base) = base.filter(|_| inside.is_empty()) else {
            if !inside.is_empty() || name == "func.call" {
                return Some(self.opaque(op));
            }
            let numbers: Vec<ValueId> =
                results.into_iter().filter(|result| self.bits(*result).is_some()).collect();
            return (!numbers.is_empty()).then_some(What::Fresh(numbers));
        };
        let reads =
            matches!(name.rsplit('.').next(), Some(last) if last.contains("load") || last.contains("read"));
        let writes = name.contains("store") || name.contains("write");
        if reads == writes {
            return Some(self.opaque(op));
        }
        let ty = graph.ref_type(operands.get(base)?.value)?;
        let moved =
            if reads { results.first().copied() } else { operands.first().map(|operand| operand.value) };
        let indices: Vec<ValueId> =
            operands.iter().skip(base + 1).take(ty.rank()).map(|operand| operand.value).collect();
        let used = results.iter().any(|result| !graph.users(*result).is_empty());
        let (sizes, exact) = self.extent(op, name, moved, ty.rank());
        let masked = operands.len() > base + 1 + ty.rank();
        let sizes = sizes.filter(|sizes| sizes.len() == ty.rank() && indices.len() == ty.rank());
        let scalar = moved.filter(|value| self.bits(*value).is_some());
        let base = operands.get(base)?.value;
        let exact = exact && !masked && sizes.is_some();
        let access = Access { base, indices, sizes, exact, scalar, used };
        Some(if reads { What::Load(access) } else { What::Store(access) })
    }

    /// How much of a ref an access touches, and whether it touches all of that.
    fn extent(&self, op: OpId, name: &str, moved: Option<ValueId>, rank: usize) -> (Option<Vec<i64>>, bool) {
        let shape: Option<Vec<i64>> =
            match moved.and_then(|value| self.graph.value(value)).map(|value| &value.ty) {
                Some(ValueType::Vector { shape, .. }) => {
                    let mut sizes = vec![1; rank.saturating_sub(shape.len())];
                    sizes.extend(shape.iter().map(|size| i64::try_from(*size).unwrap_or(i64::MAX)));
                    Some(sizes)
                }
                Some(ValueType::Scalar(_)) => Some(vec![1; rank]),
                Some(ValueType::Ref(_) | ValueType::Other(_)) | None => None,
            };
        match name {
            "memref.load" | "memref.store" | "vector.load" | "vector.store" | "tpu.vector_load"
            | "tpu.vector_store" => (shape, true),
            "tpu.strided_load" | "tpu.strided_store" => {
                let operation = self.operation(op);
                let load = operation.and_then(StridedLoad::of).map(StridedLoad::strides);
                let strides =
                    load.or_else(|| operation.and_then(StridedStore::of).map(StridedStore::strides));
                let (Some(shape), Some(strides)) = (shape, strides) else { return (None, false) };
                let span = |(size, stride): (&i64, &i32)| (size - 1).saturating_mul((*stride).into()) + 1;
                let exact = strides.iter().all(|stride| *stride == 1);
                (Some(shape.iter().zip(&strides).map(span).collect()), exact)
            }
            _ => (None, false),
        }
    }

    /// The end of a gather or scatter that is in this core's own memory.
    fn local_end(&self, src: ValueId, dst: ValueId) -> Option<ValueId> {
        use tessera_core::graph::MemorySpace::{Any, Hbm, VmemShared};
        let space = |value| self.graph.ref_type(value).and_then(|ty| ty.space);
        match (space(src), space(dst)) {
            (Some(Any | Hbm | VmemShared), _) => Some(dst),
            (_, Some(Any | Hbm | VmemShared)) => Some(src),
            _ => Some(dst),
        }
    }

    fn opaque(&self, op: OpId) -> What {
        let graph = self.graph;
        let is_ref = |operand: &Operand| graph.ref_type(operand.value).is_some();
        let refs = graph
            .operands(op)
            .iter()
            .filter(|operand| is_ref(operand))
            .map(|operand| operand.value)
            .collect();
        What::Opaque(refs, graph.results(op))
    }

    /// Bits of an integer scalar.
    fn bits(&self, value: ValueId) -> Option<u32> {
        match &self.graph.value(value)?.ty {
            ValueType::Scalar(Element::Int(bits)) => Some(*bits),
            ValueType::Scalar(Element::Index) => Some(64),
            ValueType::Scalar(_) | ValueType::Ref(_) | ValueType::Vector { .. } | ValueType::Other(_) => None,
        }
    }

    fn integer(&self, op: OpId, name: &str) -> Option<i64> {
        let attribute = self.operation(op)?.attribute(name).ok()?;
        Some(IntegerAttribute::try_from(attribute).ok()?.value())
    }
}

fn holds(what: &What) -> Holds {
    match what {
        What::Start(_) | What::Wait(..) | What::Signal(..) | What::SemWait(..) | What::SemRead(..) => {
            Holds { syncs: true, ..Holds::default() }
        }
        What::Load(_) | What::Store(_) => Holds { accesses: true, ..Holds::default() },
        What::Opaque(..) => Holds { opaque: true, ..Holds::default() },
        What::If(_, a, b, _) | What::While(_, _, a, b, _) => a.holds.with(b.holds),
        What::For(_, _, body, _) | What::Region(body, ..) => body.holds,
        What::Binary(..)
        | What::Compare(..)
        | What::Select(..)
        | What::Same(..)
        | What::Narrow(..)
        | What::Machine(..)
        | What::Fresh(_)
        | What::View(..)
        | What::Alloc(_) => Holds::default(),
    }
}
