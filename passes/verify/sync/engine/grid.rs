//! The steps of the grid, one after another on one core, with scratch and semaphores kept between them.

use super::arithmetic::wrap;
use super::decode::Decoder;
use super::exec::Exec;
use super::finding::{Finding, Kind};
use super::number::Number;
use super::program::Block;
use super::region::View;
use super::roots::Roots;
use super::state::{State, Val, Written, join_all};
use super::windows::{self, WindowFault, WindowKind};
use crate::analysis::KernelIndex;
use crate::signature::{Indexing, Signature};
use crate::verify::sync::Call;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tessera_core::graph::{Element, FuncId, KernelGraph, OpId, Origin, Role, ValueId, ValueType, is_load};

/// What came of one kernel.
#[derive(Debug, Default)]
pub struct Analysis {
    /// Faults of copies, semaphores and memory.
    pub findings: Vec<Finding>,
    /// Faults of windows and grid.
    pub windows: Vec<WindowFault>,
    /// Where the analysis gave up, if it did.
    pub unknown: Option<OpId>,
}

/// Semantics of grid dimensions that run on cores of their own.
const ON_CORES: std::ops::RangeInclusive<i64> = 2..=3;
/// Indices of such a dimension that are all run; of more, the first ones and the last.
const CORES: i64 = 16;
/// The first ones.
const FIRST_CORES: i64 = 2;

/// One grid point.
type Point = Vec<i64>;

/// The kernel under analysis with its functions read.
pub struct Kernel<'i> {
    /// The graph.
    pub graph: &'i KernelGraph,
    /// The kernel function.
    pub func: FuncId,
    /// What its arguments are.
    pub signature: Signature,
    /// Windows by number.
    pub windows: Vec<ValueId>,
    /// Numbers of the windows that are outputs, as far as known.
    pub outputs: Vec<usize>,
    /// Arguments of the transforms and their bodies, by symbol.
    pub transforms: HashMap<String, Block>,
    /// What the kernel does in a step.
    pub body: Rc<Block>,
    /// Values for running transforms, kept because there are as many as in the whole module.
    transforming: Option<State>,
}

/// Analyses the kernel `func`.
#[must_use]
pub fn analyse(index: &KernelIndex<'_, '_>, func: FuncId, call: Option<&Call>) -> Analysis {
    let mut analysis = Analysis::default();
    let Some(mut kernel) = Kernel::new(index, func, call) else { return analysis };
    analysis.windows = windows::check(&mut kernel, call);
    let body = Rc::clone(&kernel.body);
    let outputs = kernel.blank_outputs(call);
    let roots = Roots::of(kernel.graph, func, &outputs);
    if !body.holds.syncs && (roots.blank.is_empty() || !body.holds.accesses) {
        return analysis;
    }
    let mut exec = Exec::new(kernel.graph, roots);
    let (cores, steps) = kernel.points(body.holds.syncs);
    let mut findings: Vec<Finding> = Vec::new();
    let mut spent = 0;
    for core in cores {
        // Cores are independent: those that the budget does not reach leave nothing open on the others.
        if exec.budget < spent {
            break;
        }
        let budget = exec.budget;
        let mut states = vec![kernel.start(&mut exec)];
        let mut blocks: HashMap<usize, Vec<Number>> = HashMap::new();
        for step in &steps.points {
            let point: Point = core.iter().zip(step).map(|(core, step)| core.unwrap_or(*step)).collect();
            kernel.enter(&mut exec, &mut states, &point, &mut blocks);
            let was: Vec<bool> = states.iter().map(|state| state.alone).collect();
            let ended = exec.ended.len();
            states = exec.block(&body, states);
            join_all(&mut states, &[]);
            if let ([one], [alone]) = (states.as_mut_slice(), was.as_slice())
                && exec.ended.len() == ended
                && exec.cut.is_none()
            {
                one.alone = *alone;
            }
            if states.is_empty() {
                break;
            }
        }
        if steps.complete {
            exec.end(&mut states);
        } else {
            exec.cut.get_or_insert(kernel.op());
        }
        spent = spent.max(budget - exec.budget);
        let found = exec.conclude(states);
        for finding in found {
            if !findings.iter().any(|other| other.key() == finding.key()) {
                findings.push(finding);
            }
        }
    }
    let has_windows = !kernel.windows.is_empty();
    let matters = |op| has_windows && kernel.content_matters(op);
    findings.retain(|finding| finding.kind != Kind::Uninitialised || matters(finding.op));
    analysis.findings = findings;
    analysis.unknown = exec.cut;
    analysis
}

/// The grid points that are run.
struct Steps {
    points: Vec<Point>,
    complete: bool,
}

impl<'i> Kernel<'i> {
    fn new(index: &'i KernelIndex<'_, '_>, func: FuncId, call: Option<&Call>) -> Option<Self> {
        let graph = index.graph();
        let info = graph.func(func)?;
        let signature = Signature::of(index.operation(info.op)?).ok()?;
        let mut decoder = Decoder::new(index);
        let is_window = |value: &ValueId| {
            let origin = graph.value(*value).map(|value| value.origin);
            matches!(origin, Some(Origin::Argument { role: Role::Window(_), .. }))
        };
        let all: Vec<ValueId> = info.arguments.iter().copied().filter(is_window).collect();
        let outputs = match call {
            Some(call) => (all.len().checked_sub(call.outputs)?..all.len()).collect(),
            None => {
                let written = windows::written(graph);
                (0..all.len())
                    .filter(|number| all.get(*number).is_some_and(|root| written.contains(root)))
                    .collect()
            }
        };
        let mut transforms = HashMap::new();
        for window in &signature.windows {
            let (Indexing::Blocks { transform } | Indexing::Elements { transform, .. }) = &window.indexing
            else {
                continue;
            };
            let target = graph.funcs().find(|(_, func)| func.name == *transform).map(|(_, func)| func);
            if let Some(target) = target
                && !transforms.contains_key(transform)
            {
                let block = decoder.block(target.op, 0, target.arguments.clone());
                transforms.insert(transform.clone(), block);
            }
        }
        let body = Rc::new(decoder.block(info.op, 0, info.arguments.clone()));
        Some(Self { graph, func, signature, windows: all, outputs, transforms, body, transforming: None })
    }

    fn op(&self) -> OpId {
        self.graph.func(self.func).map_or(OpId::new(0), |func| func.op)
    }

    fn arguments(&self) -> &'i [ValueId] {
        self.graph.func(self.func).map_or(&[], |func| &func.arguments)
    }

    /// Output windows that start without content: those that the pipeline moves, and, where the call is known,
    /// all that are not aliased.
    fn blank_outputs(&self, call: Option<&Call>) -> HashSet<ValueId> {
        let blank = |number: &usize| {
            let window = self.signature.windows.get(*number)?;
            let moves = matches!(window.indexing, Indexing::Blocks { .. } | Indexing::Elements { .. });
            let known =
                call.is_some() && window.indexing == Indexing::Trivial && self.signature.grid.is_empty();
            let aliased = call.is_some_and(|call| call.is_aliased(*number, self.windows.len()));
            self.windows.get(*number).copied().filter(|_| (moves || known) && !aliased)
        };
        self.outputs.iter().filter_map(blank).collect()
    }

    /// Whether a window fault changes what the kernel computes.
    ///
    /// Kernels use outputs as scratch that every parallel step fills anew, and drop them afterwards. So a
    /// shared block counts only when a step builds on what another left in it, or when nothing ever reads it.
    pub fn is_wrong(&self, kind: &WindowKind, window: ValueId) -> bool {
        let WindowKind::Shared { second, .. } = kind else { return true };
        let read = self.graph.ops().any(|(id, op)| {
            is_load(&op.name)
                && self.graph.operands(id).iter().any(|operand| self.graph.root(operand.value) == window)
                && self.graph.results(id).iter().any(|result| !self.graph.users(*result).is_empty())
        });
        if !read {
            return true;
        }
        let roots = Roots::of(self.graph, self.func, &HashSet::from([window]));
        let mut exec = Exec::new(self.graph, roots);
        let mut state = self.start(&mut exec);
        for (argument, index) in self.arguments().iter().zip(second) {
            state.set(*argument, Val::Number(Number::Known(*index)));
        }
        let states = exec.block(&self.body, vec![state]);
        let builds_on = |finding: &Finding| {
            finding.kind == Kind::Uninitialised && self.graph.root(finding.value) == window
        };
        exec.conclude(states).iter().any(|finding| builds_on(finding) && self.content_matters(finding.op))
    }

    /// What each core does: fixed indices of the core dimensions, and the steps of the others.
    fn points(&self, syncs: bool) -> (Vec<Vec<Option<i64>>>, Steps) {
        let grid = &self.signature.grid;
        let on_core =
            |dim: usize| self.signature.semantics.get(dim).is_some_and(|kind| ON_CORES.contains(kind));
        let mut cores: Vec<Vec<Option<i64>>> = vec![Vec::new()];
        for (dim, size) in grid.iter().enumerate() {
            let choices: Vec<Option<i64>> = if on_core(dim) {
                let first = if *size > CORES { FIRST_CORES } else { *size };
                (0..first).chain((*size > CORES).then_some(*size - 1)).map(Some).collect()
            } else {
                vec![None]
            };
            cores = cores
                .into_iter()
                .flat_map(|core| choices.iter().map(move |choice| [core.clone(), vec![*choice]].concat()))
                .collect();
        }
        let sizes: Vec<i64> =
            grid.iter().enumerate().map(|(dim, size)| if on_core(dim) { 1 } else { *size }).collect();
        let most = if syncs { 4096 } else { 1 };
        (cores, Steps::of(&sizes, most, syncs))
    }

    /// A path at the start of the kernel.
    fn start(&self, exec: &mut Exec<'_>) -> State {
        let mut state = State { alone: true, ..self.constants() };
        self.bind_refs(exec, &mut state, self.arguments());
        for value in self.arguments() {
            if matches!(state.get(*value), Val::Unknown) {
                let fresh = exec.numbers.fresh();
                state.set(*value, Val::Number(fresh));
            }
        }
        state
    }

    fn constants(&self) -> State {
        let values = self.graph.values().map(|(_, value)| constant(value.constant, &value.ty)).collect();
        State { values, ..State::default() }
    }

    fn bind_refs(&self, exec: &mut Exec<'_>, state: &mut State, arguments: &[ValueId]) {
        for value in arguments {
            if let Some(ty) = self.graph.ref_type(*value) {
                let view = View::whole(*value, ty, &mut exec.numbers);
                state.set(*value, Val::Ref(Rc::new(view)));
            }
        }
    }

    /// Enters a grid step: new indices, and new blocks where the index changed.
    fn enter(
        &mut self,
        exec: &mut Exec<'_>,
        states: &mut [State],
        point: &[i64],
        blocks: &mut HashMap<usize, Vec<Number>>,
    ) {
        for state in states.iter_mut() {
            for (argument, index) in self.arguments().iter().zip(point) {
                state.set(*argument, Val::Number(Number::Known(*index)));
            }
        }
        for number in self.outputs.clone() {
            let Some(root) = self.windows.get(number).copied() else { continue };
            let block = self.block_index(exec, number, point);
            let changed = match (&block, blocks.get(&number)) {
                (Some(new), Some(old)) => new != old,
                (None, _) => false,
                (Some(_), None) => true,
            };
            for state in states.iter_mut() {
                if block.is_none() {
                    state.written.insert(root, Written { all: true, parts: Vec::new() });
                } else if changed {
                    state.written.remove(&root);
                }
            }
            if let Some(block) = block {
                blocks.insert(number, block);
            }
        }
    }

    /// The block index of a window at a grid point; `None` when it depends on what is not known.
    pub fn block_index(&mut self, exec: &mut Exec<'_>, window: usize, point: &[i64]) -> Option<Vec<Number>> {
        let transform = match &self.signature.windows.get(window)?.indexing {
            Indexing::Whole | Indexing::Trivial => return Some(Vec::new()),
            Indexing::Blocks { transform } | Indexing::Elements { transform, .. } => transform.clone(),
        };
        let mut state = match self.transforming.take() {
            Some(state) => state,
            None => self.constants(),
        };
        let block = self.transforms.get(&transform)?;
        self.bind_refs(exec, &mut state, &block.arguments);
        for (argument, index) in block.arguments.iter().zip(point) {
            state.set(*argument, Val::Number(Number::Known(*index)));
        }
        let mut states = exec.block(block, vec![state]);
        let (Some(state), true) = (states.pop(), states.is_empty()) else { return None };
        let numbers: Option<Vec<Number>> = block.yields.iter().map(|value| state.number(*value)).collect();
        self.transforming = Some(state);
        numbers.filter(|numbers| numbers.iter().all(|number| matches!(number, Number::Known(_))))
    }

    /// Whether what a load reads surely ends up somewhere: no choice between it and something else follows.
    fn content_matters(&self, load: OpId) -> bool {
        let mut open: Vec<OpId> = vec![load];
        let mut seen: HashSet<OpId> = HashSet::new();
        let mut stored = false;
        while let Some(op) = open.pop() {
            if seen.len() > 200 {
                return false;
            }
            for value in self.graph.results(op) {
                for user in self.graph.users(value) {
                    let name = self.graph.op_name(user.op);
                    if name == "arith.select" || name.starts_with("scf.") || name.contains("mask") {
                        return false;
                    }
                    stored |= name.contains("store");
                    if seen.insert(user.op) {
                        open.push(user.op);
                    }
                }
            }
        }
        stored
    }
}

fn constant(constant: Option<i64>, ty: &ValueType) -> Val {
    match (constant, ty) {
        (Some(value), ValueType::Scalar(Element::Int(bits))) => {
            Val::Number(Number::Known(wrap(value, *bits)))
        }
        (Some(value), ValueType::Scalar(Element::Index)) => Val::Number(Number::Known(value)),
        (Some(_) | None, _) => Val::Unknown,
    }
}

impl Steps {
    /// The first `most` points of a grid, in order; a size that is not known counts as one and leaves the
    /// rest open.
    fn of(sizes: &[i64], most: usize, all: bool) -> Self {
        let dynamic = sizes.iter().any(|size| *size < 0);
        let sizes: Vec<i64> = sizes.iter().map(|size| if *size < 0 { 1 } else { *size }).collect();
        let total = sizes.iter().try_fold(1i64, |total, size| total.checked_mul(*size)).unwrap_or(i64::MAX);
        let count = usize::try_from(total).unwrap_or(usize::MAX).min(most);
        let points = (0..count).map(|number| point(number, &sizes)).collect();
        let complete = !dynamic && (usize::try_from(total).is_ok_and(|total| total <= count) || !all);
        Self { points, complete }
    }
}

/// The `number`-th point of a grid, the last dimension fastest.
#[must_use]
pub fn point(number: usize, sizes: &[i64]) -> Vec<i64> {
    let mut rest = i64::try_from(number).unwrap_or(i64::MAX);
    let mut point: Vec<i64> = sizes
        .iter()
        .rev()
        .map(|size| {
            let index = rest % (*size).max(1);
            rest /= (*size).max(1);
            index
        })
        .collect();
    point.reverse();
    point
}
