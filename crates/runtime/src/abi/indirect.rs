//! Copies whose places on one side come from a list of offsets.

use super::{Stop, enter, misuse};
use crate::core::Core;
use crate::dma::{Request, transfer};
use crate::element::ElementType;
use crate::indirect::Rows;

/// Starts a gather (`flags` bit 0) or scatter. `descriptor` as in [`super::tessera_dma_start`], the
/// sizes those of the side that is not indexed; behind it lies the size of the indexed side's first
/// dimension. Slice `k` there is number `offsets[k * stride]`; with bit 1 of `flags` slices whose
/// offset is `filter` stay out, with bit 2 slices are added to the target.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_indirect_start(
    core: *mut Core,
    site: i32,
    descriptor: *const i64,
    source: *const u8,
    target: *mut u8,
    semaphore: *mut i64,
    offsets: *const i32,
    stride: i64,
    element: i32,
    filter: i32,
    flags: i32,
) {
    let site = site as u32;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site, |core, world| {
            let rank = usize::try_from(descriptor.read()).unwrap_or(0);
            let words = std::slice::from_raw_parts(descriptor, 3 + 3 * rank);
            let Some((slices, words)) = words.split_last() else {
                return Err(misuse("an empty descriptor"));
            };
            let Some(element) = ElementType::from_code(element) else {
                return Err(misuse(format!("no element type {element}")));
            };
            let transfer = transfer(words).map_err(Stop::Refused)?;
            let count = transfer.sizes.first().copied().unwrap_or(1);
            let count = usize::try_from(count).unwrap_or(0);
            let mut numbers = Vec::with_capacity(count);
            for at in 0..count {
                let number = offsets.wrapping_offset(at as isize * stride as isize).read_unaligned();
                let is_filtered = flags & 2 != 0 && number == filter;
                numbers.push((!is_filtered).then_some(i64::from(number)));
            }
            let rows =
                Rows { numbers, slices: *slices, gathers: flags & 1 != 0, adds: flags & 4 != 0, element };
            let request = Request {
                site,
                transfer,
                source: source as usize,
                target: target as usize,
                send: None,
                receive: semaphore as usize,
                device: -1,
                core: -1,
            };
            world.start_indirect(core.id, request, rows).map_err(Stop::Refused)
        })
    }
}
