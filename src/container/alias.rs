//! `output_operand_aliases` of a custom call: which outputs start out as which operand's memory.

use super::{Signature, TensorType};
use crate::fault::call::AliasImpossible;

/// Enough impossible aliases to see what is going on.
const MOST_FAULTS: usize = 16;

/// Reads `[#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, ...>, ...]`: the pairs
/// (operand, output) that can be, and what is wrong with the others.
pub(super) fn pairs(text: &str, signature: &Signature) -> (Vec<(usize, usize)>, Vec<AliasImpossible>) {
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for entry in text.split("output_operand_alias<").skip(1) {
        let output = number(entry, "output_tuple_indices").unwrap_or(0);
        let Some(input) = number(entry, "operand_index") else { continue };
        let found = (at(&signature.operands, input), at(&signature.results, output));
        let reason = match found {
            (Some((input, operand)), Some((output, result))) if operand == result => {
                pairs.push((input, output));
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
    (pairs, faults)
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
