//! Which core runs this: `tpu.core_id` and `tpu.subcore_id`.

pub mod on_tensor_core;
pub mod type_missing;
pub mod with_grid;

use super::form::OpForm;

/// What the operation asks for, as the subject of a sentence.
const fn what(form: &OpForm) -> &'static str {
    if form.name.len() == "tpu.core_id".len() { "the core id" } else { "the subcore id" }
}
