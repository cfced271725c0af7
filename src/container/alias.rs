//! `output_operand_aliases` of a custom call: which outputs start out as which operand's memory.

use super::{Signature, TensorType};
use crate::fault::call::AliasImpossible;

/// Enough impossible aliases to see what is going on.
const MOST_FAULTS: usize = 16;

/// Sorts pairs (operand, output) into those that can be, and what is wrong with the others.
pub(super) fn pairs(
    pairs: &[(u64, u64)],
    signature: &Signature,
) -> (Vec<(usize, usize)>, Vec<AliasImpossible>) {
    let (mut possible, mut faults) = (Vec::new(), Vec::new());
    for &(input, output) in pairs {
        let found = (at(&signature.operands, input), at(&signature.results, output));
        let reason = match found {
            (Some((input, operand)), Some((output, result))) if operand == result => {
                possible.push((input, output));
                continue;
            }
            (Some((_, operand)), Some((_, result))) => format!("one is {result}, the other {operand}"),
            (None, _) => format!("the call has {} operands", signature.operands.len()),
            (_, None) => format!("the call has {} outputs", signature.results.len()),
        };
        faults.push(AliasImpossible { input, output, reason });
        if faults.len() >= MOST_FAULTS {
            break;
        }
    }
    (possible, faults)
}

/// The pairs in `[#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, ...>, ...]`.
pub(super) fn from_stablehlo(text: &str) -> Vec<(u64, u64)> {
    let entries = text.split("output_operand_alias<").skip(1);
    let pair = |entry: &str| {
        Some((number(entry, "operand_index")?, number(entry, "output_tuple_indices").unwrap_or(0)))
    };
    entries.filter_map(pair).collect()
}

fn at(list: &[TensorType], index: u64) -> Option<(usize, &TensorType)> {
    let index = usize::try_from(index).ok()?;
    list.get(index).map(|kind| (index, kind))
}

/// The number after `key = ` or `key = [`.
fn number(entry: &str, key: &str) -> Option<u64> {
    let (_, rest) = entry.split_once(key)?;
    let rest = rest.trim_start_matches([' ', '=', '[']);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}

/// The pairs in `{{}: (0, {}), {1}: (2, {}, must-alias)}`.
pub(super) fn from_hlo(text: &str) -> Vec<(u64, u64)> {
    let pair = |(output, operand): (&str, &str)| {
        let output = output.rsplit('{').next()?.trim_end().trim_end_matches('}').trim();
        let operand = operand.trim_start().strip_prefix('(')?.split([',', ')']).next()?.trim();
        Some((
            operand.parse().ok()?,
            if output.is_empty() { 0 } else { output.split(',').next()?.trim().parse().ok()? },
        ))
    };
    text.match_indices(':').filter_map(|(at, _)| pair((text.get(..at)?, text.get(at + 1..)?))).collect()
}
