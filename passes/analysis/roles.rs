//! The names of operands.

use melior::ir::OperationRef;
use tessera_tpu::ops::{TpuOp, name_of};

/// Upstream operations that rules and analyses ask about, with the names of their leading operands; the last
/// name stands for all that follow.
const UPSTREAM: &[(&str, &[&str])] = &[
    ("memref.load", &["base", "indices"]),
    ("memref.store", &["value_to_store", "base", "indices"]),
    ("vector.load", &["base", "indices"]),
    ("vector.store", &["value_to_store", "base", "indices"]),
];

/// The names of the operands of `operation`, in storage order; shorter or empty where none are known.
pub fn roles(operation: OperationRef<'_, '_>) -> Vec<&'static str> {
    use melior::ir::operation::OperationLike;
    if let Some(view) = TpuOp::of(operation) {
        return view.definition().operand_roles(operation);
    }
    let Some((_, names)) = UPSTREAM.iter().find(|(op, _)| *op == name_of(operation)) else {
        return Vec::new();
    };
    let name = |index: usize| names.get(index).or(names.last()).copied().unwrap_or("operand");
    (0..operation.operand_count()).map(name).collect()
}
