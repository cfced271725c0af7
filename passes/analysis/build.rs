//! From a module to its graph: one walk for operations and values, one loop for operands.
//!
//! The walk keeps its own stack, so nesting is bounded by memory only, and it takes operations as they
//! are: operands or results that are missing are edges that are missing.

use super::KernelIndex;
use super::decode::{argument_name, constant, core_type, loc_of, value_type};
use super::roles::roles;
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, RegionLike, Value, ValueLike};
use std::collections::{HashMap, HashSet};
use tessera_core::graph::{
    CoreType, Func, FuncId, GraphBuilder, Op, OpId, Origin, Role, Value as Node, ValueId, is_allocation,
};
use tessera_core::loc::Loc;
use tessera_tpu::emit::location_of;
use tessera_tpu::ir::{OpKey, ValueKey, op_key, value_key};
use tessera_tpu::ops::{WaitDma, name_of};

const FUNCTION: &str = "func.func";

/// An operation that is still to be visited, with what it inherits.
struct Pending<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    parent: Option<OpId>,
    region: u32,
    func: Option<FuncId>,
    core: Option<CoreType>,
}

struct Walk<'c, 'a> {
    builder: GraphBuilder,
    operations: Vec<OperationRef<'c, 'a>>,
    values: HashMap<ValueKey, ValueId>,
    pending: Vec<Pending<'c, 'a>>,
    kernels: HashSet<OpKey>,
    /// Name of each function and how many of its operations were visited.
    funcs: Vec<(String, u32)>,
}

/// Builds the index of everything inside `module`.
pub fn index<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> KernelIndex<'c, 'a> {
    let mut walk = Walk {
        builder: GraphBuilder::new(),
        operations: Vec::new(),
        values: HashMap::new(),
        pending: Vec::new(),
        kernels: kernels(module),
        funcs: Vec::new(),
    };
    walk.enter(module, None, None, core_type(module));
    while let Some(pending) = walk.pending.pop() {
        walk.visit(&pending);
    }
    walk.connect();
    KernelIndex { graph: walk.builder.finish(), operations: walk.operations, values: walk.values }
}

impl<'c: 'a, 'a> Walk<'c, 'a> {
    /// Adds an operation with its results and block arguments, and lines up what is inside it.
    fn visit(&mut self, pending: &Pending<'c, 'a>) {
        let operation = pending.operation;
        let name = name_of(operation);
        let mut op = Op {
            name: name.to_owned(),
            loc: loc_of(operation.location()),
            func: pending.func,
            parent: pending.parent,
            region: pending.region,
            core: pending.core,
        };
        if op.loc.primary().is_none() {
            op.loc.ordinal = self.ordinal(pending.func);
        }
        let loc = op.loc.clone();
        let id = self.builder.op(op);
        self.operations.push(operation);
        for (index, result) in (0u32..).zip(operation.results()) {
            let origin = if is_allocation(name) {
                Origin::Allocation { op: id }
            } else {
                Origin::Result { op: id, index }
            };
            let constant = if name == "arith.constant" { constant(operation) } else { None };
            let value = Value::from(result);
            let node =
                Node { ty: value_type(value.r#type()), origin, name: None, loc: loc.clone(), constant };
            let value_id = self.builder.result(id, index, node);
            self.values.insert(value_key(value), value_id);
        }
        let own_core = core_type(operation);
        let mut func = pending.func;
        if name == FUNCTION {
            func = Some(self.function(id, operation, &loc));
        }
        self.enter(operation, Some(id), func, own_core.or(pending.core));
    }

    /// Adds a function and its arguments.
    fn function(&mut self, id: OpId, operation: OperationRef<'c, 'a>, loc: &Loc) -> FuncId {
        let name = symbol(operation);
        let core = core_type(operation).or((name == "main").then_some(CoreType::Tc));
        let is_kernel = self.kernels.contains(&op_key(operation));
        let has_semantics = operation.has_attribute("dimension_semantics");
        let func = Func { name: name.clone(), op: id, core, is_kernel, has_semantics, arguments: Vec::new() };
        let func = self.builder.func(func);
        self.funcs.push((name, 0));
        self.builder.place(id, func);
        let Some(entry) = first_block(operation) else { return func };
        let roles = argument_roles(operation, entry.argument_count(), is_kernel);
        for (value, role) in arguments(entry).zip(roles) {
            let location = location_of(value);
            let mut at = loc_of(location);
            if at.primary().is_none() {
                at = loc.clone();
            }
            let node = Node {
                ty: value_type(value.r#type()),
                origin: Origin::Argument { func, role },
                name: argument_name(location),
                loc: at,
                constant: None,
            };
            let value_id = self.builder.argument(func, node);
            self.values.insert(value_key(value), value_id);
        }
        func
    }

    /// Adds the block arguments inside `operation` and lines up its operations, the first one on top.
    fn enter(
        &mut self,
        operation: OperationRef<'c, 'a>,
        id: Option<OpId>,
        func: Option<FuncId>,
        core: Option<CoreType>,
    ) {
        let start = self.pending.len();
        for (region, content) in (0u32..).zip(operation.regions()) {
            let mut block = content.first_block();
            while let Some(current) = block {
                if let Some(id) = id {
                    self.block_arguments(id, current);
                }
                let mut next = current.first_operation();
                while let Some(operation) = next {
                    self.pending.push(Pending { operation, parent: id, region, func, core });
                    next = operation.next_in_block();
                }
                block = current.next_in_region();
            }
        }
        if let Some(inside) = self.pending.get_mut(start..) {
            inside.reverse();
        }
    }

    /// Adds block arguments that are not function arguments, which are there already.
    fn block_arguments(&mut self, op: OpId, block: BlockRef<'c, 'a>) {
        for (index, value) in (0u32..).zip(arguments(block)) {
            if self.values.contains_key(&value_key(value)) {
                continue;
            }
            let location = location_of(value);
            let node = Node {
                ty: value_type(value.r#type()),
                origin: Origin::BlockArgument { op, index },
                name: None,
                loc: loc_of(location),
                constant: None,
            };
            let id = self.builder.value(node);
            self.values.insert(value_key(value), id);
        }
    }

    /// Adds the operands of all operations, now that all values are known.
    fn connect(&mut self) {
        for (position, operation) in self.operations.iter().enumerate() {
            let id = OpId::new(position);
            let roles = roles(*operation);
            for (index, operand) in (0u32..).zip(operation.operands()) {
                let role = usize::try_from(index).ok().and_then(|index| roles.get(index).copied());
                if let Some(value) = self.values.get(&value_key(operand)) {
                    self.builder.operand(id, index, role.unwrap_or("operand"), *value);
                }
            }
            if let Some(wait) = WaitDma::of(*operation) {
                let target = wait.wait_target().unwrap_or(true);
                self.builder.untouched(id, if target { "source_semaphore" } else { "target_semaphore" });
            }
        }
    }

    fn ordinal(&mut self, func: Option<FuncId>) -> Option<(u32, String)> {
        let (name, count) = self.funcs.get_mut(func?.index())?;
        *count += 1;
        Some((*count, name.clone()))
    }
}

/// The functions that are kernels: those with a core type, else the one called `main`, else the first.
fn kernels(module: OperationRef<'_, '_>) -> HashSet<OpKey> {
    let mut functions = Vec::new();
    let mut next = first_block(module).and_then(|block| block.first_operation());
    while let Some(operation) = next {
        if name_of(operation) == FUNCTION {
            functions.push(operation);
        }
        next = operation.next_in_block();
    }
    let marked: HashSet<OpKey> =
        functions.iter().filter(|op| core_type(**op).is_some()).map(|op| op_key(*op)).collect();
    if !marked.is_empty() {
        return marked;
    }
    let main = functions.iter().find(|op| symbol(**op) == "main").or(functions.first());
    main.map(|op| op_key(*op)).into_iter().collect()
}

fn first_block<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    operation.region(0).ok()?.first_block()
}

fn arguments<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> impl Iterator<Item = Value<'c, 'a>> {
    (0..block.argument_count()).filter_map(move |index| block.argument(index).ok().map(Value::from))
}

fn symbol(operation: OperationRef<'_, '_>) -> String {
    let name = operation.attribute("sym_name").ok().and_then(|name| StringAttribute::try_from(name).ok());
    name.map(|name| name.value().to_owned()).unwrap_or_default()
}

/// What each argument is for, in JAX's order: grid indices, scalar prefetch, windows, scratch.
///
/// Lenient on purpose: a kernel whose attributes do not add up gets plain arguments here, and a report
/// elsewhere.
fn argument_roles(operation: OperationRef<'_, '_>, arguments: usize, is_kernel: bool) -> Vec<Role> {
    let count = |name: &str| -> usize {
        let number = operation.attribute(name).ok().and_then(|it| IntegerAttribute::try_from(it).ok());
        number.and_then(|number| usize::try_from(number.value()).ok()).unwrap_or_default()
    };
    let bounds = operation.attribute("iteration_bounds").ok();
    let grid = bounds.and_then(|it| DenseI64ArrayAttribute::try_from(it).ok()).map_or(0, |it| it.len());
    let (prefetch, scratch) = (count("scalar_prefetch"), count("scratch_operands"));
    let windows = arguments.checked_sub(grid).and_then(|left| left.checked_sub(prefetch));
    let windows = windows.and_then(|left| left.checked_sub(scratch));
    let Some(windows) = windows.filter(|_| is_kernel) else {
        return (0u32..).map(Role::Plain).take(arguments).collect();
    };
    let mut roles: Vec<Role> = (0u32..).map(Role::GridIndex).take(grid).collect();
    roles.extend((0u32..).map(Role::ScalarPrefetch).take(prefetch));
    roles.extend((0u32..).map(Role::Window).take(windows));
    roles.extend((0u32..).map(Role::Scratch).take(scratch));
    roles
}
