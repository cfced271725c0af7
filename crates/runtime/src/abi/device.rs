//! What a device does besides computing: random bits and printing.

use super::{NOWHERE, enter, misuse};
use crate::core::Core;
use crate::element::ElementType;
use std::fmt::Write;

/// Mixes a seed word into the state of this core's random generator; `first` starts a new seed.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_prng_seed(core: *mut Core, first: i32, word: i32) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let old = if first != 0 { 0 } else { core.random };
            core.random = mix(old ^ u64::from(word.cast_unsigned()));
            Ok(())
        })
    }
}

/// Fills `bytes` bytes with the next random bits. The sequence depends on nothing but the seed; it
/// is not the one that hardware gives.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_prng_bits(core: *mut Core, output: *mut u8, bytes: i64) {
    // SAFETY: the caller's contract: `output` has `bytes` bytes.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let Ok(bytes) = usize::try_from(bytes) else {
                return Err(misuse(format!("{bytes} random bytes")));
            };
            for chunk in std::slice::from_raw_parts_mut(output, bytes).chunks_mut(8) {
                core.random = core.random.wrapping_add(STEP);
                chunk.copy_from_slice(&mix(core.random).to_le_bytes()[..chunk.len()]);
            }
            Ok(())
        })
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64.
const fn mix(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Adds a scalar to the line being printed; `bits` holds it in its low bits.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_log_value(core: *mut Core, element: i32, bits: i64) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let Some(element) = ElementType::from_code(element) else {
                return Err(misuse(format!("no element type {element}")));
            };
            core.printing.push(text(element, bits.to_le_bytes()));
            Ok(())
        })
    }
}

/// Adds an array to the line being printed. `dims` has sizes, then strides in elements.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_log_array(
    core: *mut Core,
    element: i32,
    data: *const u8,
    rank: i32,
    dims: *const i64,
) {
    // SAFETY: the caller's contract: `dims` has two numbers per dimension, `data` all elements.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let (Some(element), Ok(rank)) = (ElementType::from_code(element), usize::try_from(rank)) else {
                return Err(misuse(format!("an array of element type {element} and rank {rank}")));
            };
            let (sizes, strides) = std::slice::from_raw_parts(dims, 2 * rank).split_at(rank);
            let mut line = String::new();
            array(&mut line, element, data, sizes, strides);
            core.printing.push(line);
            Ok(())
        })
    }
}

/// Ends the line being printed: `tag` with its placeholders `$x0`, `$x1`.. filled in, or followed by
/// the values when it has none.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_log(core: *mut Core, tag: *const u8, length: i64, formatted: i32) {
    // SAFETY: the caller's contract: `tag` has `length` bytes.
    unsafe {
        enter(core, NOWHERE, |core, world| {
            let length = usize::try_from(length).unwrap_or(0);
            let tag = String::from_utf8_lossy(std::slice::from_raw_parts(tag, length)).into_owned();
            let values = std::mem::take(&mut core.printing);
            world.printed.push(if formatted != 0 { filled(&tag, &values) } else { listed(&tag, &values) });
            Ok(())
        })
    }
}

fn listed(tag: &str, values: &[String]) -> String {
    std::iter::once(tag).chain(values.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// `$s0` and the like replaced by the value of that number.
fn filled(tag: &str, values: &[String]) -> String {
    let mut out = String::new();
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        let digits = after.get(1..).unwrap_or("");
        let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
        let value = digits.get(..end).and_then(|number| number.parse::<usize>().ok());
        match value.and_then(|number| values.get(number)) {
            Some(value) => {
                out.push_str(value);
                rest = digits.get(end..).unwrap_or("");
            }
            None => {
                out.push('$');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// # Safety
/// Every element of the sizes lies at its strides behind `data`.
unsafe fn array(out: &mut String, element: ElementType, data: *const u8, sizes: &[i64], strides: &[i64]) {
    let bytes = element.bits() as usize / 8;
    let (Some((size, sizes)), Some((stride, strides))) = (sizes.split_first(), strides.split_first()) else {
        let mut bits = [0; 8];
        // SAFETY: the caller's contract; an element has at most eight bytes.
        unsafe { data.copy_to_nonoverlapping(bits.as_mut_ptr(), bytes) };
        out.push_str(&text(element, bits));
        return;
    };
    out.push('[');
    for at in 0..*size {
        if at > 0 {
            out.push_str(", ");
        }
        let place = data.wrapping_offset((at * stride) as isize * bytes as isize);
        // SAFETY: the caller's contract.
        unsafe { array(out, element, place, sizes, strides) };
    }
    out.push(']');
}

fn text(element: ElementType, bits: [u8; 8]) -> String {
    let [a, b, c, d, ..] = bits;
    let word = u32::from_le_bytes([a, b, c, d]);
    let mut out = String::new();
    let written = match element {
        ElementType::Bool => write!(out, "{}", a != 0),
        ElementType::I8 => write!(out, "{}", a.cast_signed()),
        ElementType::I16 => write!(out, "{}", i16::from_le_bytes([a, b])),
        ElementType::I32 => write!(out, "{}", word.cast_signed()),
        ElementType::I64 => write!(out, "{}", i64::from_le_bytes(bits)),
        ElementType::F32 => write!(out, "{:?}", f32::from_bits(word)),
        ElementType::BF16 => write!(out, "{:?}", f32::from_bits(word << 16)),
        ElementType::F64 => write!(out, "{:?}", f64::from_le_bytes(bits)),
        other => write!(out, "{other}:{word:#x}"),
    };
    debug_assert!(written.is_ok());
    out
}

#[cfg(test)]
mod tests {
    use super::{filled, listed};

    #[test]
    fn placeholders_are_filled_in() {
        let values = ["7".to_owned(), "1.5".to_owned()];
        assert_eq!(filled("x=$s0, y=$f1!", &values), "x=7, y=1.5!");
        assert_eq!(filled("costs $5 and $s9", &values), "costs $5 and $s9");
        assert_eq!(listed("v", &values), "v 7 1.5");
    }
}
