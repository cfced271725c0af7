//! Matrix products.

pub mod accumulator_width;
pub mod batch;
pub mod contraction;
pub mod dimensions;
pub mod integers_and_floats;
pub mod output_order;
pub mod result_shape;
pub mod transpose_flag;

use super::cx::{Array, Cx};
use super::form::OpForm;
use tessera_tpu::attrs::DotDimensionNumbers;

/// One side of a matrix product: its array and what becomes of its dimensions.
struct Side<'f, 'g> {
    name: &'static str,
    array: Array<'g>,
    contracting: &'f [i64],
    kept: &'f [i64],
    batch: &'f [i64],
}

/// Both sides, left first, when the product says which dimensions it contracts.
fn sides<'f, 'g>(form: &'f OpForm, cx: &Cx<'g>) -> Option<(&'f DotDimensionNumbers, [Side<'f, 'g>; 2])> {
    let numbers = form.dot("dimension_numbers")?;
    let left = Side {
        name: "left",
        array: cx.array(form.operand("lhs"))?,
        contracting: &numbers.lhs_contracting,
        kept: &numbers.lhs_non_contracting,
        batch: &numbers.lhs_batch,
    };
    let right = Side {
        name: "right",
        array: cx.array(form.operand("rhs"))?,
        contracting: &numbers.rhs_contracting,
        kept: &numbers.rhs_non_contracting,
        batch: &numbers.rhs_batch,
    };
    Some((numbers, [left, right]))
}
