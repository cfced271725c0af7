//! `fuse-vectors`: block-sized vector code becomes loops over native vectors.
//!
//! A value such as `vector<512x1024xf32>` never exists as a vector. Walking a block in order, an
//! operation on block values only makes a lazy node; code comes into being where something must
//! happen: a store, a reduction, a contraction, a carried value. There one loop nest is emitted
//! that computes everything it needs, element by element in native vectors, reading refs and
//! temporaries once. What is kept in a temporary instead of computed again: values that are
//! expensive and used more than once, values that would otherwise read memory after it changed,
//! and the results of reductions and contractions. Temporaries live in one arena per core whose
//! size is known when the pass ends.
//!
//! The function is rebuilt next to the old one, which stays untouched until the end and serves as
//! the index of uses.

pub mod bits;
pub mod block;
pub mod constants;
pub mod contract;
pub mod control;
pub mod device;
pub mod elementwise;
pub mod eval;
pub mod gather;
pub mod hazard;
pub mod index;
pub mod lanes;
pub mod math;
pub mod narrow;
pub mod nest;
pub mod node;
pub mod operation;
pub mod pick;
pub mod product;
pub mod reduce;
pub mod store;

use self::index::IndexKey;
use self::node::{Buffer, Kind, Node, NodeId};
use super::build::{Builder, argument, first_result};
use super::fault::Stop;
use super::memory::walk;
use super::runtime::{self, Runtime};
use crate::signature::{body_of, kernels_of};
use melior::Context;
use melior::ir::{
    OperationRef, Type, Value, ValueLike, block::BlockLike, operation::OperationLike, r#type::MemRefType,
};
use std::collections::HashMap;
use tessera_tpu::ir::{self, OpKey, ValueKey, op_key, value_key};

/// Name of the attribute that says how many bytes of temporaries a core needs.
pub const ARENA_BYTES: &str = "tessera.arena_bytes";

/// Options of the pass.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bits of a native vector register: 128, 256 or 512.
    pub vector_bits: u32,
}

/// Runs the pass on `module`.
pub fn run<'c: 'a, 'a>(module: OperationRef<'c, 'a>, options: Options) -> Result<(), Stop> {
    for kernel in kernels_of(module).map_err(|error| Stop::broken(error.to_string()))? {
        program(module, kernel, options)?;
    }
    Ok(())
}

/// Runs the pass on one program of the module.
fn program<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    kernel: OperationRef<'c, 'a>,
    options: Options,
) -> Result<(), Stop> {
    let runtime = Runtime::for_function(module, kernel)?;
    let old = body_of(kernel).ok_or_else(|| Stop::broken("kernel without a body"))?;
    let context = ir::context_of(kernel);
    let mut arguments = Vec::new();
    for index in 0..old.argument_count() {
        let value = argument(old, index)?;
        arguments.push((value.r#type(), value.location()));
    }
    // The new body is a second block for the moment; it takes the old one's place at the end.
    let new =
        ir::append_block(kernel, 0, &arguments).ok_or_else(|| Stop::broken("kernel without a region"))?;
    let entry = Builder::at_end(context, kernel.location(), new);
    let core = runtime.with_core(argument(new, 0)?);
    let arena = core.value(&entry, &runtime::ARENA, &[])?;
    let anchor = entry.op(
        "arith.constant",
        &[],
        &[entry.index_type()],
        &[("value", melior::ir::attribute::IntegerAttribute::new(entry.index_type(), 0).into())],
    )?;
    let mut fuser = Fuser {
        context,
        module,
        runtime: core,
        lanes: u64::from(options.vector_bits.clamp(64, 512) / 32),
        current_lanes: 1,
        nodes: Vec::new(),
        vectors: HashMap::new(),
        scalars: HashMap::new(),
        order: walk(kernel).into_iter().enumerate().map(|(at, op)| (op_key(op), at)).collect(),
        pending: Vec::new(),
        undo: Vec::new(),
        memo: HashMap::new(),
        position: None,
        spills: Vec::new(),
        arena: Arena::default(),
        arena_base: arena,
        anchor,
        globals: 0,
        number: kernels_of(module)
            .ok()
            .and_then(|all| all.iter().position(|one| op_key(*one) == op_key(kernel)))
            .unwrap_or(0),
        is_vector_subcore: ir_core_type(kernel) == Some(SC_VECTOR_SUBCORE),
    };
    for index in 0..old.argument_count() {
        fuser.scalars.insert(value_key(argument(old, index)?), argument(new, index)?);
    }
    fuser.block(&entry, old)?;
    let bytes = fuser.arena.high;
    ir::erase_block(old);
    ir::set_attribute(kernel, ARENA_BYTES, entry.i64_attr(bytes));
    Ok(())
}

const SC_VECTOR_SUBCORE: i64 = 2;

/// The kernel's core type as a number of `#tpu.core_type`.
fn ir_core_type(kernel: OperationRef<'_, '_>) -> Option<i64> {
    kernel.attribute("tpu.core_type").ok().and_then(tessera_tpu::attrs::enum_value)
}

/// A value that the current nest keeps on the way.
#[derive(Clone, Copy)]
pub struct Spill<'c, 'a> {
    node: NodeId,
    buffer: Buffer<'c, 'a>,
}

/// What follows from what a node is.
struct Facts {
    cost: u32,
    depth: u32,
    reads_memory: bool,
}

/// Static layout of the temporaries: a stack, because scopes nest.
#[derive(Default, Debug)]
struct Arena {
    top: i64,
    high: i64,
}

/// State of the pass for one kernel.
pub struct Fuser<'c, 'a> {
    context: &'c Context,
    module: OperationRef<'c, 'a>,
    runtime: Runtime<'c, 'a>,
    /// 32-bit lanes of a native vector.
    lanes: u64,
    current_lanes: u64,
    nodes: Vec<Node<'c, 'a>>,
    /// Old block value -> node.
    vectors: HashMap<ValueKey, NodeId>,
    /// Old scalar or ref -> new one.
    scalars: HashMap<ValueKey, Value<'c, 'a>>,
    /// Old operation -> position in source order.
    order: HashMap<OpKey, usize>,
    /// Lazy nodes that read memory.
    pending: Vec<NodeId>,
    /// Per open region: what nodes were before it.
    undo: Vec<Vec<(NodeId, Kind<'c, 'a>)>>,
    memo: HashMap<(NodeId, IndexKey), Value<'c, 'a>>,
    position: Option<(Vec<i64>, IndexKey)>,
    spills: Vec<Spill<'c, 'a>>,
    arena: Arena,
    arena_base: Value<'c, 'a>,
    /// Temporaries are declared in front of this operation at the function's start.
    anchor: OperationRef<'c, 'a>,
    globals: usize,
    /// Number of the program among those of the module.
    number: usize,
    /// Masks pack lanes together there.
    is_vector_subcore: bool,
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// The node with this number.
    ///
    /// Numbers are only made by [`Fuser::add`], so the node exists.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node<'c, 'a> {
        &self.nodes[id.0]
    }

    /// Adds a node for the old value `value`.
    pub fn add(&mut self, value: Value<'c, 'a>, kind: Kind<'c, 'a>) -> Result<NodeId, Stop> {
        let shape =
            ir::shape_of(value.r#type()).ok_or_else(|| Stop::broken("a block value that is no vector"))?;
        let element =
            ir::element_of(value.r#type()).ok_or_else(|| Stop::broken("a vector without element type"))?;
        let element = narrow::physical(self.context, element);
        let id = self.add_inner(shape, element, kind);
        let mut users: Vec<OpKey> = Vec::new();
        for (user, _) in ir::uses(value) {
            let key = op_key(user);
            if !users.contains(&key) {
                users.push(key);
            }
        }
        let last_use = users.iter().filter_map(|user| self.order.get(user).copied()).max().unwrap_or(0);
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.users = users.len();
            node.last_use = last_use;
        }
        self.vectors.insert(value_key(value), id);
        if self.node(id).reads_memory {
            self.pending.push(id);
        }
        Ok(id)
    }

    /// Adds a node that stands for no old value of its own.
    pub fn add_inner(&mut self, shape: Vec<i64>, element: Type<'c>, kind: Kind<'c, 'a>) -> NodeId {
        let Facts { cost, depth, reads_memory } = self.facts_of(&kind);
        self.nodes.push(Node {
            shape,
            element,
            kind,
            cost,
            depth,
            reads_memory,
            users: 1,
            last_use: usize::MAX,
        });
        NodeId(self.nodes.len() - 1)
    }

    fn facts_of(&self, kind: &Kind<'c, 'a>) -> Facts {
        let leaf = |cost, reads_memory| Facts { cost, depth: 0, reads_memory };
        let below = |id: &NodeId| {
            let node = self.node(*id);
            Facts { cost: node.cost, depth: node.depth + 1, reads_memory: node.reads_memory }
        };
        match kind {
            Kind::Splat(_) | Kind::Iota(_) | Kind::Dead => leaf(0, false),
            Kind::Buffer(_) => leaf(1, false),
            Kind::Load(_) => leaf(1, true),
            Kind::Map(op, inputs) => {
                let mut facts = leaf(elementwise::cost(super::memory::name_of(*op)), false);
                for input in inputs {
                    if let node::Input::Node(id) = input {
                        let more = below(id);
                        facts.cost = facts.cost.saturating_add(more.cost);
                        facts.depth = facts.depth.max(more.depth);
                        facts.reads_memory |= more.reads_memory;
                    }
                }
                facts
            }
            Kind::Broadcast(id)
            | Kind::Reshape(id, _)
            | Kind::Slice(id, _)
            | Kind::Transpose(id, _)
            | Kind::Rotate(id, ..)
            | Kind::Repeat(id, _) => below(id),
        }
    }

    /// Keeps chains of lazy nodes short enough to be walked by recursion.
    pub fn bound_depth(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        const DEEPEST: u32 = 100;
        for result in op.results() {
            let id = self.vectors.get(&value_key(result.into())).copied();
            if let Some(id) = id.filter(|id| self.node(*id).depth > DEEPEST) {
                self.materialise(b, id)?;
            }
        }
        Ok(())
    }

    /// Changes what a node is, remembering what it was for the end of the open region.
    pub fn set_kind(&mut self, id: NodeId, kind: Kind<'c, 'a>) {
        let Facts { cost, depth, reads_memory } = self.facts_of(&kind);
        if let Some(node) = self.nodes.get_mut(id.0) {
            let old = std::mem::replace(&mut node.kind, kind);
            node.cost = cost;
            node.depth = depth;
            node.reads_memory = reads_memory;
            if let Some(log) = self.undo.last_mut() {
                log.push((id, old));
            }
        }
    }

    /// Runs `inside` for a region that may not run or may run often: what it materialises is
    /// forgotten afterwards, and its temporaries are freed.
    pub fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.undo.push(Vec::new());
        let top = self.arena.top;
        let pending = self.pending.clone();
        let result = inside(self);
        for (id, kind) in self.undo.pop().unwrap_or_default().into_iter().rev() {
            let Facts { cost, depth, reads_memory } = self.facts_of(&kind);
            if let Some(node) = self.nodes.get_mut(id.0) {
                node.kind = kind;
                node.cost = cost;
                node.depth = depth;
                node.reads_memory = reads_memory;
            }
        }
        self.arena.top = top;
        self.pending = pending;
        result
    }

    /// A fresh temporary for a value of this shape.
    pub fn allocate(&mut self, shape: &[i64], element: Type<'c>) -> Result<Buffer<'c, 'a>, Stop> {
        const ALIGNMENT: i64 = 64;
        let b = Builder::before(self.context, self.anchor)?;
        let element = narrow::physical(self.context, element);
        // Less than a byte takes a whole one.
        let is_small = ir::element_bits(element).is_some_and(|bits| bits < 8);
        let stored = if is_small { b.int_type(8) } else { element };
        let bits =
            ir::element_bits(stored).filter(|bits| bits % 8 == 0).ok_or_else(|| Stop::Unsupported {
                op: "a block value".into(),
                what: format!("elements of type {element} in a temporary"),
                location: None,
            })?;
        let count = shape.iter().product::<i64>().max(1);
        let offset = self.arena.top;
        let size = count * i64::from(bits / 8);
        self.arena.top += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        self.arena.high = self.arena.high.max(self.arena.top);
        let offset = b.int(b.int_type(64), offset)?;
        let address = b.value(
            "llvm.getelementptr",
            &[self.arena_base, offset],
            b.ptr_type(),
            &[
                (
                    "rawConstantIndices",
                    melior::ir::attribute::DenseI32ArrayAttribute::new(b.context, &[i32::MIN]).into(),
                ),
                ("elem_type", melior::ir::attribute::TypeAttribute::new(b.int_type(8)).into()),
            ],
        )?;
        let memref = MemRefType::new(stored, &[count], None, None).into();
        Ok(Buffer { memref: first_result(b.cast(&[address], &[memref])?)? })
    }
}
