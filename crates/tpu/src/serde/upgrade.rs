//! What has changed in an op since a version, made up for when a module of that version is read.
//!
//! A rule is a line of the table and a function of a few lines. It sees the op before it gets its usual
//! name, with everything in one dictionary.

use super::{
    edit::{Draft, SEGMENTS},
    subcore,
};
use crate::{raw, read};
use melior::ir::{Attribute, AttributeLike, OperationRef, operation::OperationLike};

/// What a rule made in front of the op, still with names of the format; or why the op is not as its
/// version should have it.
type Outcome<'c, 'a> = Result<Vec<OperationRef<'c, 'a>>, String>;

/// One change of one op.
struct Upgrade {
    /// The op, by its usual name.
    op: &'static str,
    /// The version that came with the change: modules of older ones need it.
    since: i64,
    /// Makes up for the change.
    apply: for<'c, 'a> fn(Draft<'c, 'a>) -> Outcome<'c, 'a>,
}

const fn rule(
    op: &'static str,
    since: i64,
    apply: for<'c, 'a> fn(Draft<'c, 'a>) -> Outcome<'c, 'a>,
) -> Upgrade {
    Upgrade { op, since, apply }
}

/// All changes, oldest first.
///
/// Not here is what the dialect takes in the old form and the new: `scan` without a dimension scans the
/// last (17); `max` and `min` of `scan` and `reduce` say what they did before `maxf` and the like (18);
/// `enqueue_dma` without `strict_ordering` is not strict (8) and needs no target semaphore (12); `repeat`
/// is gone from JAX (0.12), but not from here.
static UPGRADES: &[Upgrade] = &[
    rule("tpu.enqueue_dma", 2, enqueue_dma_lists_operands),
    rule("tpu.sem_signal", 2, sem_signal_lists_operands),
    rule("vector.multi_reduction", 3, multi_reduction_has_dense_dims),
    rule("tpu.enqueue_dma", 4, enqueue_dma_has_priority),
    rule("tpu.dynamic_gather", 5, dimension_is_list),
    rule("tpu.iota", 6, dimension_is_list),
    rule("tpu.wait_dma2", 7, wait_dma2_lists_operands),
    rule("tpu.store", 11, store_may_add),
    rule("tpu.matmul", 13, matmul_has_lhs_hint),
    rule("tpu.enqueue_dma", 14, dma_has_subcore),
    rule("tpu.wait_dma", 14, dma_has_subcore),
    rule("tpu.sem_signal", 14, sem_signal_has_subcore),
    rule("tpu.reinterpret_cast", 15, reinterpret_cast_lists_operands),
    rule("tpu.reinterpret_cast", 16, reinterpret_cast_has_strides),
];

/// Brings an op of a version, whose usual name is `name`, to the newest.
pub(super) fn apply<'c, 'a>(draft: Draft<'c, 'a>, name: &str, version: i64) -> Outcome<'c, 'a> {
    let mut made = Vec::new();
    for rule in UPGRADES {
        if version < rule.since && rule.op == name {
            made.extend((rule.apply)(draft)?);
        }
    }
    Ok(made)
}

fn enqueue_dma_lists_operands<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    match draft.0.operand_count() {
        3 => draft.set_int32s(SEGMENTS, &[1, 0, 1, 1, 0, 0]),
        5 => draft.set_int32s(SEGMENTS, &[1, 1, 1, 1, 1, 0]),
        count => return Err(format!("it has {count} operands, which are 3, or 5 to another device")),
    }
    Ok(Vec::new())
}

fn sem_signal_lists_operands<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    match draft.0.operand_count() {
        2 => draft.set_int32s(SEGMENTS, &[1, 1, 0, 0]),
        3 => draft.set_int32s(SEGMENTS, &[1, 1, 1, 0]),
        count => return Err(format!("it has {count} operands, which are 2, or 3 to another device")),
    }
    Ok(Vec::new())
}

fn multi_reduction_has_dense_dims<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    let dims = draft.get("reduction_dims").ok_or("reduction_dims is missing")?;
    let dims = integers(dims).ok_or_else(|| format!("reduction_dims is no array of integers: {dims}"))?;
    draft.set_int64s("reduction_dims", &dims);
    Ok(Vec::new())
}

fn enqueue_dma_has_priority<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    draft.set_int32("priority", 0);
    Ok(Vec::new())
}

fn dimension_is_list<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    let dimension = draft.get("dimension").ok_or("dimension is missing")?;
    let number = read::integer(dimension).and_then(|number| i32::try_from(number).ok());
    let number = number.ok_or_else(|| format!("dimension is no 32-bit integer: {dimension}"))?;
    draft.remove("dimension");
    draft.set_int32s("dimensions", &[number]);
    Ok(Vec::new())
}

fn wait_dma2_lists_operands<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    match draft.0.operand_count() {
        3 => draft.set_int32s(SEGMENTS, &[1, 1, 1, 0, 0]),
        count => return Err(format!("it has {count} operands instead of 3")),
    }
    Ok(Vec::new())
}

fn store_may_add<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    draft.set_flag("add", false);
    Ok(Vec::new())
}

fn matmul_has_lhs_hint<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    draft.set_flag("transpose_lhs_hint", false);
    Ok(Vec::new())
}

fn dma_has_subcore<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    subcore::split(draft, subcore::DMA)
}

fn sem_signal_has_subcore<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    subcore::split(draft, subcore::SIGNAL)
}

fn reinterpret_cast_lists_operands<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    match draft.0.operand_count() {
        1 => draft.set_int32s(SEGMENTS, &[1, 0, 0]),
        2 => draft.set_int32s(SEGMENTS, &[1, 1, 0]),
        count => return Err(format!("it has {count} operands, which are 1, or 2 with an offset")),
    }
    Ok(Vec::new())
}

fn reinterpret_cast_has_strides<'c, 'a>(draft: Draft<'c, 'a>) -> Outcome<'c, 'a> {
    let mut sizes = draft.segments(3)?;
    sizes.push(0);
    draft.set_int32s(SEGMENTS, &sizes);
    Ok(Vec::new())
}

/// The numbers of an array of integer attributes.
fn integers(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first, and every index is in range.
    unsafe {
        if !mlir_sys::mlirAttributeIsAArray(raw) {
            return None;
        }
        let count = raw::size(mlir_sys::mlirArrayAttrGetNumElements(raw));
        (0..count)
            .map(|index| {
                let element = mlir_sys::mlirArrayAttrGetElement(raw, index.cast_signed());
                read::integer(Attribute::from_raw(element))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_ascend() {
        assert!(UPGRADES.is_sorted_by_key(|rule| rule.since));
    }
}
