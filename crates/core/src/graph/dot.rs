//! The graph as Graphviz text, for people: refs, what touches them, and under which semaphore.
//!
//! Views are folded into edge labels and arithmetic into dotted edges from the reads to what depends on
//! them, so what remains is the traffic: DMAs, semaphores, loads, stores and the larger computations.

use super::edge::{Sync, ViewKind, is_allocation, is_load};
use super::id::{FuncId, OpId, ValueId};
use super::node::{Origin, Role};
use super::types::{MemorySpace, ValueType};
use super::{Func, KernelGraph, Op, RefType};
use std::collections::HashSet;

const START: &str = "#1f6fb4";
const WAIT: &str = "#2a8c4a";
const SIGNAL: &str = "#c2571a";

impl KernelGraph {
    /// Graphviz text of the kernels of this module; of all functions, when none is a kernel.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut dot = Dot { graph: self, text: String::new(), shown: self.shown(), edges: Vec::new() };
        dot.line("digraph kernel {");
        dot.line("  graph [fontname=\"Helvetica\", compound=true, newrank=true, nodesep=0.3, ranksep=0.5];");
        dot.line("  node [fontname=\"Helvetica\", fontsize=11];");
        dot.line("  edge [fontname=\"Helvetica\", fontsize=9];");
        let kernels = self.funcs().any(|(_, func)| func.is_kernel);
        for (id, func) in self.funcs().filter(|(_, func)| func.is_kernel || !kernels) {
            dot.func(id, func);
        }
        for edge in std::mem::take(&mut dot.edges) {
            dot.line(&edge);
        }
        dot.line("}");
        dot.text
    }

    /// For each operation: is it drawn as a node of its own, and is anything inside it?
    fn shown(&self) -> Vec<(bool, bool)> {
        let mut shown: Vec<(bool, bool)> =
            self.ops().map(|(id, op)| (self.is_drawn(id, op), false)).collect();
        for (id, op) in self.ops().collect::<Vec<_>>().into_iter().rev() {
            let alive = shown.get(id.index()).is_some_and(|(drawn, inside)| *drawn || *inside);
            let parent = op.parent.and_then(|parent| shown.get_mut(parent.index()));
            if let Some((_, inside)) = parent {
                *inside |= alive || is_allocation(&op.name);
            }
        }
        shown
    }

    fn is_drawn(&self, id: OpId, op: &Op) -> bool {
        if ViewKind::of(&op.name).is_some() || is_allocation(&op.name) {
            return false;
        }
        // JAX reads the old value before each store and drops it.
        let is_dead = self.results(id).iter().all(|value| self.users(*value).is_empty());
        if is_load(&op.name) && op.name != "tpu.sem_read" && is_dead {
            return false;
        }
        let touches_memory = self.operands(id).iter().any(|item| self.ref_type(item.value).is_some());
        let computes = op.name.starts_with("tpu.")
            || matches!(op.name.as_str(), "vector.contract" | "vector.multi_reduction");
        touches_memory || (computes && self.results(id).iter().any(|value| self.is_vector(*value)))
    }

    fn is_vector(&self, value: ValueId) -> bool {
        matches!(self.value(value).map(|value| &value.ty), Some(ValueType::Vector { .. }))
    }
}

struct Dot<'a> {
    graph: &'a KernelGraph,
    text: String,
    shown: Vec<(bool, bool)>,
    edges: Vec<String>,
}

impl Dot<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn func(&mut self, id: FuncId, func: &Func) {
        let core = func.core.map(|core| format!(" on a {core}")).unwrap_or_default();
        self.line(&format!("  subgraph cluster_{id} {{"));
        self.line(&format!("    label={}; color=\"#888888\";", quote(&format!("{}{core}", func.name))));
        for argument in &func.arguments {
            self.root(*argument);
        }
        let mut open: Vec<OpId> = vec![func.op];
        for (op_id, op) in self.graph.ops().filter(|(_, op)| op.func == Some(id)) {
            if op_id == func.op {
                continue;
            }
            while open.len() > 1 && open.last().copied() != op.parent {
                self.line("    }");
                open.pop();
            }
            let (drawn, inside) = self.shown.get(op_id.index()).copied().unwrap_or_default();
            if inside && op.func == Some(id) {
                self.line(&format!("    subgraph cluster_{op_id} {{"));
                self.line(&format!("    label={}; color=\"#bbbbbb\";", quote(&self.title(op))));
                open.push(op_id);
            }
            if drawn && !inside {
                self.op(op_id, op);
            }
            for result in self.graph.results(op_id) {
                let is_ref = self.graph.ref_type(result).is_some();
                if is_ref && self.graph.view(result).is_none() {
                    self.root(result);
                }
            }
        }
        for _ in open {
            self.line("    }");
        }
        // The function's own brace was the last of `open`.
    }

    fn title(&self, op: &Op) -> String {
        let name = match op.name.as_str() {
            "tpu.enqueue_dma" => "start DMA",
            "tpu.enqueue_indirect_dma" => "start indirect DMA",
            "tpu.wait_dma" | "tpu.wait_dma2" | "tpu.wait_indirect_dma" => "wait for DMA",
            "tpu.sem_signal" => "signal",
            "tpu.sem_wait" => "wait",
            "tpu.sem_read" => "read semaphore",
            name => name,
        };
        match op.loc.primary() {
            Some(frame) => format!("{name}\n{}:{}", file_name(&frame.file), frame.line),
            None => name.to_owned(),
        }
    }

    fn op(&mut self, id: OpId, op: &Op) {
        let syncs = self.graph.semaphores(id);
        let color = syncs.first().map_or("#444444", |(sync, _)| color_of(*sync));
        let title = quote(&self.title(op));
        self.line(&format!("    {id} [shape=oval, color=\"{color}\", label={title}];"));
        for (sync, root) in &syncs {
            let views = self.semaphore_views(id, *root);
            let label = quote(&format!("{sync}{views}"));
            let color = color_of(*sync);
            self.edges.push(format!(
                "  {id} -> {root} [style=dashed, color=\"{color}\", fontcolor=\"{color}\", label={label}];"
            ));
        }
        let waits = !syncs.is_empty() && syncs.iter().all(|(sync, _)| !sync.is_start());
        if !waits {
            self.data_edges(id, op);
        }
        self.dependences(id);
    }

    /// Reads and writes of refs. A wait names refs too, but touches none.
    fn data_edges(&mut self, id: OpId, op: &Op) {
        let is_dma = self.graph.operand(id, "target").is_some();
        let stores = !is_dma && self.graph.results(id).is_empty();
        let color = if is_dma { START } else { "#444444" };
        for operand in self.graph.operands(id) {
            let Some(ty) = self.graph.ref_type(operand.value) else { continue };
            if ty.element.is_semaphore() || Sync::of(&op.name, operand.role).is_some() {
                continue;
            }
            let root = self.graph.root(operand.value);
            let text = self.view_text(operand.value);
            let label = if text.is_empty() { text } else { format!(", label={}", quote(&text)) };
            let writes = if is_dma { operand.role == "target" } else { stores };
            let ends = if writes { format!("{id} -> {root}") } else { format!("{root} -> {id}") };
            self.edges.push(format!("  {ends} [color=\"{color}\"{label}];"));
        }
    }

    /// Dotted edges from the drawn operations whose vectors reach `id` through arithmetic.
    fn dependences(&mut self, id: OpId) {
        let mut seen: HashSet<OpId> = HashSet::new();
        let mut work = vec![id];
        let mut sources = Vec::new();
        while let Some(at) = work.pop() {
            for operand in self.graph.operands(at) {
                if !self.graph.is_vector(operand.value) {
                    continue;
                }
                let Some(from) = self.graph.defining_op(operand.value) else { continue };
                if !seen.insert(from) {
                    continue;
                }
                let (drawn, inside) = self.shown.get(from.index()).copied().unwrap_or_default();
                if drawn && !inside {
                    sources.push(from);
                } else {
                    work.push(from);
                }
            }
        }
        sources.sort_unstable();
        for from in sources {
            self.edges.push(format!("  {from} -> {id} [style=dotted, color=\"#888888\"];"));
        }
    }

    fn semaphore_views(&self, id: OpId, root: ValueId) -> String {
        let operands = self.graph.operands(id);
        let view = operands.iter().find(|item| item.value != root && self.graph.root(item.value) == root);
        view.map(|item| format!("\n{}", self.view_text(item.value))).unwrap_or_default()
    }

    /// The views from the root to `value`: as `.at[...]` if that makes them, else one a line.
    fn view_text(&self, value: ValueId) -> String {
        match self.graph.at(value) {
            Some(indices) if indices.is_empty() => String::new(),
            Some(indices) => format!(".at[{indices}]"),
            None => {
                let steps = self.graph.views(value).steps;
                let lines = steps.iter().map(|step| {
                    let ty = self.graph.ref_type(step.result).map(RefType::short).unwrap_or_default();
                    format!("{} to {ty}", step.kind)
                });
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// A ref that is no view, or another argument of the function.
    fn root(&mut self, id: ValueId) {
        let Some(value) = self.graph.value(id) else { return };
        let mut lines = Vec::new();
        lines.extend(value.name.clone());
        match value.origin {
            Origin::Argument { role, .. } => lines.push(role.to_string()),
            Origin::Allocation { op } | Origin::Result { op, .. } | Origin::BlockArgument { op, .. } => {
                lines.push(self.graph.op_name(op).to_owned());
            }
        }
        lines.push(value.ty.to_string());
        let fill = match value.ty.as_ref_type().map(|ty| (ty.space, ty.element.is_semaphore())) {
            Some((_, true)) | Some((Some(MemorySpace::SemaphoreMem), _)) => "#ece2f7",
            Some((Some(MemorySpace::Vmem | MemorySpace::VmemShared | MemorySpace::Cmem), _)) => "#e1f0fa",
            Some((Some(MemorySpace::Smem), _)) => "#fdf3d8",
            Some((Some(MemorySpace::Any | MemorySpace::Hbm | MemorySpace::Host) | None, _)) => "#eeeeee",
            None => "#ffffff",
        };
        let dashed = matches!(value.origin, Origin::Argument { role: Role::GridIndex(_), .. });
        let style = if dashed { "rounded,filled,dashed" } else { "rounded,filled" };
        let label = quote(&lines.join("\n"));
        self.line(&format!("    {id} [shape=box, style=\"{style}\", fillcolor=\"{fill}\", label={label}];"));
    }
}

fn color_of(sync: Sync) -> &'static str {
    match sync {
        Sync::StartSend | Sync::StartReceive => START,
        Sync::WaitDma | Sync::Wait => WAIT,
        Sync::Signal | Sync::Read => SIGNAL,
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => {}
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
