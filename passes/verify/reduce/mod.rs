//! Reductions and scans.

pub mod arg_element;
pub mod axis;
pub mod axis_too_long;
pub mod index_width;
pub mod kind;
pub mod of_bools;
pub mod rank;
pub mod result_shape;
pub mod scan_mask;
pub mod scan_off_vector_subcore;
pub mod scan_rank;
pub mod type_changes;

use super::form::OpForm;

/// The kind of a reduction without the number format that newer modules name: `max` for `maxf`.
fn plain_kind(kind: &str) -> &str {
    match kind {
        "maxf" | "maxsi" | "maxui" => "max",
        "minf" | "minsi" | "minui" => "min",
        other => other,
    }
}

/// Whether the operation looks for an index.
fn is_arg(form: &OpForm) -> bool {
    matches!(form.word("kind"), Some("arg_max" | "arg_min"))
}
