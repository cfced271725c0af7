//! Values in the words of a kernel author.
//!
//! A ref is called what the kernel calls it (`sems`, from the location JAX puts on arguments) or, where no
//! name was recorded, what it is ("scratch operand 1"). A view is written as the `.at[...]` that makes it,
//! as far as the indices are constants; `?` stands for an index known at run time only.

use tessera_core::graph::{Element, KernelGraph, Operand, Origin, RefType, ValueId, ValueType, is_load};
use tessera_core::loc::Loc;

/// How messages call an operand of a DMA or semaphore operation.
#[must_use]
pub fn role_name(role: &str) -> &str {
    match role {
        "source" | "src" => "source",
        "target" | "dst" => "target",
        "source_semaphore" => "source semaphore",
        "target_semaphore" => "target semaphore",
        "device_id" => "device id",
        "core_id" => "core id",
        "subcore_id" => "subcore id",
        "value_to_store" => "value",
        "mem_ref" | "base" => "ref",
        "base_idx" | "indices" => "index",
        "dynamic_sizes" => "size",
        "dynamic_offset" => "offset",
        "barrier_id" => "barrier id",
        "lhs" => "left side",
        "rhs" => "right side",
        "acc" => "accumulator",
        "in_mask" => "mask",
        "out_mask" | "output_mask" => "resulting mask",
        "sorted_keys" => "resulting keys",
        "sorted_values" => "resulting values",
        "sources" => "source",
        "output" => "result",
        "nanos" => "time",
        "seeds" => "seed",
        "vector" => "input",
        other => other,
    }
}

/// What to call a value in a sentence.
#[must_use]
pub fn name(graph: &KernelGraph, value: ValueId) -> String {
    let views = graph.views(value);
    let Some(root) = graph.value(views.root) else { return "this value".into() };
    match (&root.name, graph.at(value)) {
        (Some(python), Some(at)) if at.is_empty() => format!("`{python}`"),
        (Some(python), Some(at)) => format!("`{python}.at[{at}]`"),
        (Some(python), None) => format!("a view of `{python}`"),
        (None, Some(at)) if at.is_empty() => root_phrase(graph, views.root),
        (None, Some(at)) => format!("`.at[{at}]` of {}", root_phrase(graph, views.root)),
        (None, None) => format!("a view of {}", root_phrase(graph, views.root)),
    }
}

/// The name of the ref below all views, as it would be typed in a hint: `sems`, or a stand-in.
#[must_use]
pub fn root_name(graph: &KernelGraph, value: ValueId, stand_in: &str) -> String {
    let root = graph.value(graph.root(value));
    root.and_then(|root| root.name.clone()).unwrap_or_else(|| stand_in.to_owned())
}

/// A value that is no ref, with where it comes from.
#[must_use]
pub fn what(graph: &KernelGraph, value: ValueId) -> String {
    let Some(node) = graph.value(value) else { return "a value".into() };
    let kind = match &node.ty {
        ValueType::Ref(ty) => return ty.to_string(),
        ValueType::Vector { .. } => format!("the array {}", node.ty),
        ValueType::Scalar(element) => format!("{} {element}", article(&element.to_string())),
        ValueType::Other(text) => text.clone(),
    };
    match read_from(graph, value) {
        Some(from) => format!("{kind} read from {from}"),
        None => kind,
    }
}

/// Where an operand comes from, a line for the root and one for each view on the way.
#[must_use]
pub fn provenance(graph: &KernelGraph, operand: Operand) -> Vec<(Loc, String)> {
    let views = graph.views(operand.value);
    let Some(root) = graph.value(views.root) else { return Vec::new() };
    let role = role_name(operand.role);
    let phrase = root_phrase(graph, views.root);
    let who = match &root.name {
        Some(python) => format!("`{python}`: {phrase}"),
        None => phrase,
    };
    let mut lines = vec![(root.loc.clone(), format!("{role} is {who}, {}", type_phrase(&root.ty)))];
    for step in &views.steps {
        let Some(view) = graph.value(step.result) else { continue };
        lines.push((view.loc.clone(), format!("{} to {}", step.kind, type_phrase(&view.ty))));
    }
    lines
}

/// `a DMA semaphore`, `f32[8,128] in VMEM`.
#[must_use]
pub fn type_phrase(ty: &ValueType) -> String {
    match ty {
        ValueType::Ref(ty) => ref_phrase(ty),
        ValueType::Vector { .. } | ValueType::Scalar(_) | ValueType::Other(_) => ty.to_string(),
    }
}

/// `a DMA semaphore`, `a 2-element semaphore array in VMEM`, `f32[8,128] in VMEM`.
#[must_use]
pub fn ref_phrase(ty: &RefType) -> String {
    let text = ty.to_string();
    if ty.element.is_semaphore() { format!("{} {text}", article(&text)) } else { text }
}

/// `a` or `an`, by how the next word sounds.
#[must_use]
pub fn article(next: &str) -> &'static str {
    match next.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'A' | 'E' | 'I' | 'O' | '8') => "an",
        Some(_) if next.starts_with("f3") || next.starts_with("f6") || next.starts_with("f1") => "an",
        Some(_) | None => "a",
    }
}

/// What the ref below all views is, without its name.
fn root_phrase(graph: &KernelGraph, root: ValueId) -> String {
    let Some(value) = graph.value(root) else { return "a value".into() };
    match value.origin {
        Origin::Argument { role, .. } => role.to_string(),
        Origin::Allocation { op } => match graph.op_name(op) {
            "tpu.sem_barrier" => "the barrier semaphore".into(),
            "tpu.sem_alloc" => "a scoped semaphore".into(),
            "tpu.internal_scratch" => "the compiler's own scratch".into(),
            _ => "a scoped allocation".into(),
        },
        Origin::Result { op, .. } => match graph.op_name(op) {
            "arith.constant" => "a constant".into(),
            "tpu.sem_read" => "the count of a semaphore".into(),
            _ if read_from(graph, root).is_some() => "a value that was read".into(),
            name => format!("the result of {name}"),
        },
        Origin::BlockArgument { op, .. } => format!("a value carried by {}", graph.op_name(op)),
    }
}

/// The ref that a value was loaded from, when a load made it.
fn read_from(graph: &KernelGraph, value: ValueId) -> Option<String> {
    let op = graph.defining_op(value)?;
    if !is_load(graph.op_name(op)) {
        return None;
    }
    let source = graph.operands(op).into_iter().find(|item| graph.ref_type(item.value).is_some())?;
    Some(name(graph, source.value))
}

/// `a DMA semaphore`, `a regular semaphore`, for sentences about kinds.
#[must_use]
pub fn kind_phrase(element: &Element) -> String {
    let text = element.to_string();
    format!("{} {text}", article(&text))
}
