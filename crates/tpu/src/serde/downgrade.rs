//! What an op must do without, or must spell out, to be written for a version.
//!
//! A rule is a line of a table and a function of a few lines. It sees the op under its name of the
//! format, with everything in one dictionary.

use super::{
    edit::{self, Draft, SEGMENTS},
    subcore::{self, Unfoldable},
};
use crate::{
    enums::ReductionKind::{self, Max, Maxf, Maxsi, Maxui, Min, Minf, Minsi, Minui},
    ir,
};
use melior::ir::{Attribute, operation::OperationLike};

/// Why an op cannot be written.
pub(super) enum Refusal {
    /// It says what came with a version.
    TooNew {
        /// What it says.
        what: String,
        /// The version.
        since: i64,
    },
    /// It is not as it should be in any version.
    Malformed(String),
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Malformed(reason)
    }
}

fn too_new(what: impl Into<String>, since: i64) -> Result<(), Refusal> {
    Err(Refusal::TooNew { what: what.into(), since })
}

type Apply = for<'c, 'a> fn(Draft<'c, 'a>) -> Result<(), Refusal>;

/// One change of one op: its usual name, the version that came with the change, and the function.
type Rule = (&'static str, i64, Apply);

/// What takes changes back, newest first: for versions below the one of the rule.
static DOWNGRADES: &[Rule] = &[
    ("tpu.scan", 18, |draft| old_kind(draft, Maxui, Minui)),
    ("tpu.reduce", 18, |draft| old_kind(draft, Maxsi, Minsi)),
    ("tpu.scan", 17, scan_along_last),
    ("tpu.reinterpret_cast", 16, reinterpret_cast_without_strides),
    ("tpu.reinterpret_cast", 15, reinterpret_cast_without_sizes),
    ("tpu.enqueue_dma", 14, |draft| without_subcore(draft, subcore::DMA)),
    ("tpu.wait_dma", 14, |draft| without_subcore(draft, subcore::DMA)),
    ("tpu.sem_signal", 14, |draft| without_subcore(draft, subcore::SIGNAL)),
    ("tpu.matmul", 13, |draft| without_flag(draft, "transpose_lhs_hint", 13)),
    ("tpu.enqueue_dma", 12, enqueue_dma_with_target_semaphore),
    ("tpu.reinterpret_cast", 12, reinterpret_cast_without_offset),
    ("tpu.store", 11, |draft| without_flag(draft, "add", 11)),
    ("arith.constant", 10, constant_of_bools_is_splat),
    ("tpu.enqueue_dma", 8, |draft| without_flag(draft, "strict_ordering", 8)),
    ("tpu.wait_dma2", 7, wait_dma2_is_local),
    ("tpu.iota", 6, |draft| one_dimension(draft, 6)),
    ("tpu.dynamic_gather", 5, |draft| one_dimension(draft, 5)),
    ("tpu.enqueue_dma", 4, enqueue_dma_without_priority),
    ("vector.multi_reduction", 3, |_| too_new("the op as it is written now", 3)),
    ("tpu.wait_dma2", 3, |_| too_new("the op", 3)),
    ("tpu.enqueue_dma", 2, |_| too_new("the op as it is written now", 2)),
    ("tpu.sem_signal", 2, sem_signal_without_core),
];

/// What the dialect leaves open and a version wants said: for versions from the one of the rule.
static COMPLETIONS: &[Rule] = &[
    ("tpu.scan", 17, scan_says_dimension),
    ("tpu.scan", 18, |draft| new_kind(draft, Maxui, Minui)),
    ("tpu.reduce", 18, |draft| new_kind(draft, Maxsi, Minsi)),
];

/// Brings an op whose usual name is `name` to a version.
pub(super) fn apply(draft: Draft<'_, '_>, name: &str, version: i64) -> Result<(), Refusal> {
    for (op, since, apply) in DOWNGRADES {
        if version < *since && *op == name {
            apply(draft)?;
        }
    }
    for (op, since, apply) in COMPLETIONS {
        if version >= *since && *op == name {
            apply(draft)?;
        }
    }
    Ok(())
}

/// Removes a flag that an older version takes to be false.
fn without_flag(draft: Draft<'_, '_>, name: &str, since: i64) -> Result<(), Refusal> {
    if draft.flag(name)? == Some(true) {
        return too_new(format!("{name} = true"), since);
    }
    draft.remove(name);
    Ok(())
}

fn without_subcore(draft: Draft<'_, '_>, groups: subcore::Groups) -> Result<(), Refusal> {
    match subcore::fold(draft, groups) {
        Ok(()) => Ok(()),
        Err(Unfoldable::WithoutCore) => too_new("a subcore without a core", 14),
        Err(Unfoldable::OffVectorSubcore) => too_new("a subcore, off a vector subcore", 14),
        Err(Unfoldable::Malformed(reason)) => Err(Refusal::Malformed(reason)),
    }
}

fn one_dimension(draft: Draft<'_, '_>, since: i64) -> Result<(), Refusal> {
    let dimensions = draft.int32s("dimensions")?;
    let [dimension] = dimensions.as_slice() else {
        return too_new(format!("{} dimensions instead of one", dimensions.len()), since);
    };
    draft.remove("dimensions");
    draft.set_int32("dimension", *dimension);
    Ok(())
}

fn enqueue_dma_without_priority(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    // Only a hint, so whatever it is may go.
    draft.remove("priority");
    Ok(())
}

fn enqueue_dma_with_target_semaphore(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    match draft.segments(6)?.get(3) {
        Some(0) => too_new("a DMA without a target semaphore", 12),
        _ => Ok(()),
    }
}

fn wait_dma2_is_local(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if let [_, _, _, 0, 0] = draft.segments(5)?.as_slice() {
        draft.remove(SEGMENTS);
        return Ok(());
    }
    too_new("a device or a core", 7)
}

fn sem_signal_without_core(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if let [_, _, _, 0] = draft.segments(4)?.as_slice() {
        draft.remove(SEGMENTS);
        return Ok(());
    }
    too_new("a core", 2)
}

fn reinterpret_cast_without_strides(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    let mut sizes = draft.segments(4)?;
    if sizes.pop() != Some(0) {
        return too_new("strides known at run time", 16);
    }
    draft.set_int32s(SEGMENTS, &sizes);
    Ok(())
}

fn reinterpret_cast_without_sizes(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if draft.segments(3)?.last() != Some(&0) {
        return too_new("sizes known at run time", 15);
    }
    draft.remove(SEGMENTS);
    Ok(())
}

fn reinterpret_cast_without_offset(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if draft.0.operand_count() > 1 { too_new("an offset known at run time", 12) } else { Ok(()) }
}

/// Older versions packed the bits; only a constant of equal elements is the same in both.
fn constant_of_bools_is_splat(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    let value = draft.get("value").ok_or_else(|| "value is missing".to_owned())?;
    if edit::is_dense_booleans(value) && ir::splat_of(value).is_none() {
        return too_new("booleans that are not all equal", 10);
    }
    Ok(())
}

fn scan_along_last(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if let Some(dimension) = draft.get("dimension") {
        let last = i64::try_from(draft.rank()?).unwrap_or_default() - 1;
        match crate::read::integer(dimension) {
            Some(number) if number == last => draft.remove("dimension"),
            Some(number) => return too_new(format!("dimension = {number}, which is not the last,"), 17),
            None => return Err(Refusal::Malformed(format!("dimension is no integer: {dimension}"))),
        }
    }
    Ok(())
}

fn scan_says_dimension(draft: Draft<'_, '_>) -> Result<(), Refusal> {
    if draft.get("dimension").is_none() {
        let rank = i64::try_from(draft.rank()?).unwrap_or_default();
        draft.set_int64("dimension", rank - 1);
    }
    Ok(())
}

fn kind(draft: Draft<'_, '_>) -> Result<ReductionKind, Refusal> {
    let kind = draft.get("kind").ok_or_else(|| "kind is missing".to_owned())?;
    ReductionKind::of(kind).ok_or_else(|| Refusal::Malformed(format!("kind is no reduction kind: {kind}")))
}

fn set_kind(draft: Draft<'_, '_>, kind: ReductionKind) -> Result<(), Refusal> {
    let text = format!("#tpu.reduction_kind<{kind}>");
    let parsed = Attribute::parse(draft.context(), &text).ok_or_else(|| format!("{text} cannot be made"))?;
    draft.set("kind", parsed);
    Ok(())
}

/// Before version 18 `max` and `min` stood for one comparison of floats and one of integers.
fn old_kind(draft: Draft<'_, '_>, max: ReductionKind, min: ReductionKind) -> Result<(), Refusal> {
    let kind = kind(draft)?;
    match kind {
        Maxf => set_kind(draft, Max),
        Minf => set_kind(draft, Min),
        _ if kind == max => set_kind(draft, Max),
        _ if kind == min => set_kind(draft, Min),
        Maxsi | Minsi | Maxui | Minui => too_new(format!("kind = {kind}"), 18),
        Max | Min => Ok(()),
        ReductionKind::Sum | ReductionKind::ArgMax | ReductionKind::ArgMin | ReductionKind::FindFirstSet => {
            Ok(())
        }
    }
}

fn new_kind(draft: Draft<'_, '_>, max: ReductionKind, min: ReductionKind) -> Result<(), Refusal> {
    let (float, integer) = match kind(draft)? {
        Max => (Maxf, max),
        Min => (Minf, min),
        Maxf | Minf | Maxsi | Minsi | Maxui | Minui => return Ok(()),
        ReductionKind::Sum | ReductionKind::ArgMax | ReductionKind::ArgMin | ReductionKind::FindFirstSet => {
            return Ok(());
        }
    };
    let element = draft.element()?;
    if edit::is_float(element) {
        set_kind(draft, float)
    } else if edit::is_integer(element) {
        set_kind(draft, integer)
    } else {
        Err(Refusal::Malformed(format!("there is no largest or smallest {element}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_in_order() {
        assert!(DOWNGRADES.is_sorted_by(|a, b| a.1 >= b.1));
        assert!(COMPLETIONS.is_sorted_by(|a, b| a.1 <= b.1));
    }
}
