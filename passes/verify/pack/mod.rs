//! Packing, masks and bitcasts.

pub mod bitcast_shape;
pub mod index;
pub mod mask_shape;
pub mod positions;
pub mod too_many;
pub mod types;
pub mod unsigned_float;
pub mod width;

use super::cx::Cx;
use super::form::OpForm;

/// How many sources one result has room for: by the bits of their elements, for masks by their last dimension.
fn room(form: &OpForm, cx: &Cx<'_>) -> Option<u64> {
    let source = cx.array(form.operand("sources"))?;
    let wide = u64::from(source.element.bits()?);
    if form.name == "tpu.pack_elementwise" {
        return wide.checked_div(u64::from(form.element("target_type")?.bits()?));
    }
    let output = cx.array(form.result("output"))?;
    if form.name == "tpu.pack_vmsk" {
        let bits = |shape: &[u64]| shape.get(2).copied().unwrap_or(1);
        return bits(output.shape).checked_div(bits(source.shape));
    }
    wide.checked_div(u64::from(output.element.bits()?))
}
