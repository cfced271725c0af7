//! Operations across the lanes of small vectors that generated code leaves to the machine.
//!
//! Vectors lie in temporaries of the caller, row-major; a mask has a byte per lane, 0 or 1, and may
//! be null for all lanes. Element types are codes of [`ElementType`].

use super::{NOWHERE, Stop, enter, misuse};
use crate::core::Core;
use crate::element::ElementType;
use std::cmp::Ordering;

/// A lane's value: floats as f64 (exact for all widths up to 32 bits), integers as their bits.
#[derive(Clone, Copy, Debug)]
enum Lane {
    Float(f64),
    Integer(u64),
}

/// What is done with two lanes; the codes are those of `#tpu.reduction_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduction {
    Sum,
    Max,
    Min,
    ArgMax,
    ArgMin,
    FirstSet,
}

impl Reduction {
    fn from_code(code: i32) -> Option<Self> {
        [Self::Sum, Self::Max, Self::Min, Self::ArgMax, Self::ArgMin, Self::FirstSet]
            .get(usize::try_from(code).ok()?)
            .copied()
    }

    /// Both combined, in the element type `element`. Integers compare without sign.
    fn combine(self, one: Lane, other: Lane, element: ElementType) -> Lane {
        match (self, one, other) {
            (Self::Sum, Lane::Float(one), Lane::Float(other)) => rounded(one + other, element),
            (Self::Sum, Lane::Integer(one), Lane::Integer(other)) => Lane::Integer(one.wrapping_add(other)),
            (Self::Max | Self::ArgMax, one, other) => {
                if order(other, one) == Ordering::Greater {
                    other
                } else {
                    one
                }
            }
            (_, one, other) => {
                if order(other, one) == Ordering::Less {
                    other
                } else {
                    one
                }
            }
        }
    }
}

/// A sum as the element type holds it.
fn rounded(sum: f64, element: ElementType) -> Lane {
    Lane::Float(match element {
        ElementType::F64 => sum,
        // Two f32 sum exactly enough in f64 for the one rounding to be right.
        _ => f64::from(sum as f32),
    })
}

/// Ascending order: NaN last, integers without sign.
fn order(one: Lane, other: Lane) -> Ordering {
    match (one, other) {
        (Lane::Float(one), Lane::Float(other)) => {
            one.partial_cmp(&other).unwrap_or_else(|| one.is_nan().cmp(&other.is_nan()))
        }
        (Lane::Integer(one), Lane::Integer(other)) => one.cmp(&other),
        _ => Ordering::Equal,
    }
}

/// Vectors of one element type in memory.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    base: *mut u8,
    element: ElementType,
}

impl Lanes {
    fn new(base: *const u8, element: i32) -> Result<Self, Stop> {
        let Some(element) = ElementType::from_code(element) else {
            return Err(misuse(format!("no element type {element}")));
        };
        match element {
            ElementType::Bool
            | ElementType::I8
            | ElementType::I16
            | ElementType::I32
            | ElementType::I64
            | ElementType::F32
            | ElementType::F64
            | ElementType::BF16 => Ok(Self { base: base.cast_mut(), element }),
            _ => Err(misuse(format!("lanes of {element}"))),
        }
    }

    fn bytes(self) -> usize {
        self.element.bits() as usize / 8
    }

    /// # Safety
    /// The vector has a lane `at`.
    unsafe fn bits(self, at: usize) -> u64 {
        let mut bits = [0_u8; 8];
        let bytes = self.bytes();
        // SAFETY: the caller's contract; a lane is at most eight bytes.
        unsafe { self.base.add(at * bytes).copy_to_nonoverlapping(bits.as_mut_ptr(), bytes) };
        u64::from_le_bytes(bits)
    }

    /// # Safety
    /// As [`Lanes::bits`].
    unsafe fn get(self, at: usize) -> Lane {
        // SAFETY: the caller's contract.
        let bits = unsafe { self.bits(at) };
        match self.element {
            ElementType::F32 => Lane::Float(f64::from(f32::from_bits(bits as u32))),
            ElementType::BF16 => Lane::Float(f64::from(f32::from_bits((bits as u32) << 16))),
            ElementType::F64 => Lane::Float(f64::from_bits(bits)),
            _ => Lane::Integer(bits),
        }
    }

    /// # Safety
    /// As [`Lanes::bits`], for writing.
    unsafe fn set_bits(self, at: usize, bits: u64) {
        let bytes = self.bytes();
        // SAFETY: the caller's contract; a lane is at most eight bytes.
        unsafe { self.base.add(at * bytes).copy_from_nonoverlapping(bits.to_le_bytes().as_ptr(), bytes) };
    }

    /// # Safety
    /// As [`Lanes::bits`], for writing.
    unsafe fn set(self, at: usize, lane: Lane) {
        let bits = match lane {
            Lane::Integer(bits) => bits,
            Lane::Float(value) => match self.element {
                ElementType::F64 => value.to_bits(),
                ElementType::BF16 => u64::from(nearest_bf16(value as f32)),
                _ => u64::from((value as f32).to_bits()),
            },
        };
        // SAFETY: the caller's contract.
        unsafe { self.set_bits(at, bits) };
    }
}

/// Upper half of the nearest bf16, ties to even.
fn nearest_bf16(value: f32) -> u16 {
    let bits = value.to_bits();
    if value.is_nan() {
        return (bits >> 16) as u16 | 0x40;
    }
    ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) as u16
}

/// # Safety
/// `mask` is null or has a byte per lane.
unsafe fn is_on(mask: *const u8, at: usize) -> bool {
    // SAFETY: the caller's contract.
    mask.is_null() || unsafe { *mask.add(at) } != 0
}

/// Scans each of `rows` rows of `lanes` lanes: lane `k` of the result is the reduction over lanes
/// up to `k`. With a mask only enabled lanes count; before the first of them a sum is zero, and a
/// maximum or minimum the lane itself.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_scan(
    core: *mut Core,
    kind: i32,
    rows: i64,
    lanes: i64,
    from: i32,
    input: *const u8,
    mask: *const u8,
    to: i32,
    output: *mut u8,
) {
    // SAFETY: the caller's contract; lane numbers stay below rows * lanes.
    unsafe {
        enter(core, NOWHERE, |_, _| {
            let (input, output) = (Lanes::new(input, from)?, Lanes::new(output, to)?);
            let Some(kind @ (Reduction::Sum | Reduction::Max | Reduction::Min)) = Reduction::from_code(kind)
            else {
                return Err(misuse(format!("a scan of kind {kind}")));
            };
            let (rows, lanes) = (rows as usize, lanes as usize);
            for row in 0..rows {
                let mut total: Option<Lane> = None;
                for at in row * lanes..(row + 1) * lanes {
                    let lane = input.get(at);
                    if is_on(mask, at) {
                        total = Some(total.map_or(lane, |total| kind.combine(total, lane, output.element)));
                    }
                    let zero =
                        if matches!(lane, Lane::Float(_)) { Lane::Float(0.0) } else { Lane::Integer(0) };
                    let before = if kind == Reduction::Sum { zero } else { lane };
                    output.set(at, total.unwrap_or(before));
                }
            }
            Ok(())
        })
    }
}

/// Counts, per row, how often a lane's value came up among the enabled lanes so far, itself
/// included; `last` marks the last enabled lane of every value.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_scan_count(
    core: *mut Core,
    rows: i64,
    lanes: i64,
    element: i32,
    values: *const u8,
    mask: *const u8,
    last: *mut u8,
    counts: *mut i32,
) {
    // SAFETY: the caller's contract; lane numbers stay below rows * lanes.
    unsafe {
        enter(core, NOWHERE, |_, _| {
            let values = Lanes::new(values, element)?;
            let (rows, lanes) = (rows as usize, lanes as usize);
            for row in 0..rows {
                let range = row * lanes..(row + 1) * lanes;
                for at in range.clone() {
                    let bits = values.bits(at);
                    let same = |other: &usize| is_on(mask, *other) && values.bits(*other) == bits;
                    let count = (range.start..=at).filter(same).count();
                    *counts.add(at) = i32::try_from(count).unwrap_or(i32::MAX);
                    *last.add(at) =
                        u8::from(is_on(mask, at) && !(at + 1..range.end).any(|other| same(&other)));
                }
            }
            Ok(())
        })
    }
}

/// Sorts the enabled lanes by key, stably, in front of the others; `ordered` marks them. Integers
/// compare without sign.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_sort(
    core: *mut Core,
    descending: i32,
    lanes: i64,
    key: i32,
    keys: *const u8,
    value: i32,
    values: *const u8,
    mask: *const u8,
    ordered: *mut u8,
    sorted_keys: *mut u8,
    sorted_values: *mut u8,
) {
    // SAFETY: the caller's contract; lane numbers stay below `lanes`.
    unsafe {
        enter(core, NOWHERE, |_, _| {
            let (keys, values) = (Lanes::new(keys, key)?, Lanes::new(values, value)?);
            let (to_keys, to_values) = (Lanes::new(sorted_keys, key)?, Lanes::new(sorted_values, value)?);
            let lanes = lanes as usize;
            let mut places: Vec<usize> = (0..lanes).collect();
            places.sort_by(|one, other| {
                let on = is_on(mask, *other).cmp(&is_on(mask, *one));
                let by_key = || match (is_on(mask, *one), descending != 0) {
                    (false, _) => Ordering::Equal,
                    (true, false) => order(keys.get(*one), keys.get(*other)),
                    (true, true) => order(keys.get(*other), keys.get(*one)),
                };
                on.then_with(by_key)
            });
            for (at, from) in places.into_iter().enumerate() {
                *ordered.add(at) = u8::from(is_on(mask, from));
                to_keys.set_bits(at, keys.bits(from));
                to_values.set_bits(at, values.bits(from));
            }
            Ok(())
        })
    }
}

/// Reduces the middle of three dimensions and puts the result everywhere along it. Truth values sum
/// to their count; the first set one is its lane, or the number of lanes when there is none.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_all_reduce(
    core: *mut Core,
    kind: i32,
    outer: i64,
    lanes: i64,
    inner: i64,
    from: i32,
    input: *const u8,
    to: i32,
    output: *mut u8,
) {
    // SAFETY: the caller's contract; lane numbers stay below outer * lanes * inner.
    unsafe {
        enter(core, NOWHERE, |_, _| {
            let (input, output) = (Lanes::new(input, from)?, Lanes::new(output, to)?);
            let Some(reduction) = Reduction::from_code(kind) else {
                return Err(misuse(format!("a reduction of kind {kind}")));
            };
            let (outer, lanes, inner) = (outer as usize, lanes as usize, inner as usize);
            for (row, column) in (0..outer).flat_map(|row| (0..inner).map(move |column| (row, column))) {
                let place = |lane: usize| (row * lanes + lane) * inner + column;
                let mut best = 0;
                let mut total = input.get(place(0));
                for lane in 1..lanes {
                    let next = input.get(place(lane));
                    let is_better = match reduction {
                        Reduction::ArgMax => order(next, total) == Ordering::Greater,
                        Reduction::ArgMin => order(next, total) == Ordering::Less,
                        _ => false,
                    };
                    best = if is_better { lane } else { best };
                    total = reduction.combine(total, next, output.element);
                }
                let set = |lane: &usize| input.bits(place(*lane)) != 0;
                let result = match reduction {
                    Reduction::FirstSet => Lane::Integer((0..lanes).find(set).unwrap_or(lanes) as u64),
                    Reduction::ArgMax | Reduction::ArgMin => Lane::Integer(best as u64),
                    _ => total,
                };
                (0..lanes).for_each(|lane| output.set(place(lane), result));
            }
            Ok(())
        })
    }
}
