//! The number of a core, alone as before version 14 or with that of a subcore.
//!
//! On a vector subcore the one number counted all subcores of all cores. Each core of the chips of that
//! time has sixteen.

use super::edit::Draft;
use melior::ir::{OperationRef, Value, attribute::IntegerAttribute};

const SUBCORES: i64 = 16;

/// Where the two groups of operands are among all groups.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    /// The position of the core's group; that of the subcore is the last.
    pub core: usize,
    /// How many groups there are, with that of the subcore.
    pub count: usize,
}

/// Groups of `enqueue_dma` and `wait_dma`.
pub(super) const DMA: Groups = Groups { core: 5, count: 7 };

/// Groups of `sem_signal`.
pub(super) const SIGNAL: Groups = Groups { core: 3, count: 5 };

/// Adds the group of the subcore. On a vector subcore a core that is given is split in two by new ops in
/// front, which are returned.
pub(super) fn split<'c, 'a>(
    draft: Draft<'c, 'a>,
    groups: Groups,
) -> Result<Vec<OperationRef<'c, 'a>>, String> {
    let mut sizes = draft.segments(groups.count - 1)?;
    let mut made = Vec::new();
    let given = sizes.get(groups.core) == Some(&1);
    if given && draft.is_on_vector_subcore() {
        let mut operands = draft.operands();
        let at = start(&sizes, groups.core);
        let slot = operands.get_mut(at).ok_or("its core is missing")?;
        let sixteen = constant(draft)?;
        let core = draft.put_before("stable_mosaic.arith.divui", &[*slot, result(sixteen)?], &[])?;
        let subcore = draft.put_before("stable_mosaic.arith.remui", &[*slot, result(sixteen)?], &[])?;
        *slot = result(core)?;
        operands.push(result(subcore)?);
        draft.set_operands(&operands);
        made.extend([sixteen, core, subcore]);
    }
    sizes.push(i32::from(!made.is_empty()));
    draft.set_int32s(super::edit::SEGMENTS, &sizes);
    Ok(made)
}

/// Takes the group of the subcore away. One that is given is folded into the core by new ops in front.
pub(super) fn fold(draft: Draft<'_, '_>, groups: Groups) -> Result<(), Unfoldable> {
    let mut sizes = draft.segments(groups.count)?;
    if sizes.pop() == Some(1) {
        if sizes.get(groups.core) != Some(&1) {
            return Err(Unfoldable::WithoutCore);
        }
        if !draft.is_on_vector_subcore() {
            return Err(Unfoldable::OffVectorSubcore);
        }
        let mut operands = draft.operands();
        let subcore = operands.pop().ok_or_else(|| "its subcore is missing".to_owned())?;
        let slot =
            operands.get_mut(start(&sizes, groups.core)).ok_or_else(|| "its core is missing".to_owned())?;
        let sixteen = result(constant(draft)?)?;
        let scaled = draft.put_before("stable_mosaic.arith.muli", &[*slot, sixteen], &[])?;
        let sum = draft.put_before("stable_mosaic.arith.addi", &[result(scaled)?, subcore], &[])?;
        *slot = result(sum)?;
        draft.set_operands(&operands);
    }
    draft.set_int32s(super::edit::SEGMENTS, &sizes);
    Ok(())
}

/// Why a subcore cannot be folded into its core.
pub(super) enum Unfoldable {
    /// There is no core.
    WithoutCore,
    /// The op does not run where one number stands for both.
    OffVectorSubcore,
    /// The op is not as it should be.
    Malformed(String),
}

impl From<String> for Unfoldable {
    fn from(reason: String) -> Self {
        Self::Malformed(reason)
    }
}

fn constant<'c, 'a>(draft: Draft<'c, 'a>) -> Result<OperationRef<'c, 'a>, String> {
    let value = IntegerAttribute::new(draft.int32_type(), SUBCORES).into();
    draft.put_before("stable_mosaic.arith.constant", &[], &[("value", value)])
}

fn result<'c, 'a>(op: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>, String> {
    op.result(0).map(Value::from).map_err(|_| "a new op has no result".to_owned())
}

/// The position of the first operand of a group.
fn start(sizes: &[i32], group: usize) -> usize {
    sizes.iter().take(group).map(|size| usize::try_from(*size).unwrap_or_default()).sum()
}
