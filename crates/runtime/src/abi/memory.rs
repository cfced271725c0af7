//! Temporaries and scoped allocations.

use super::{NOWHERE, Stop, enter, misuse};
use crate::core::Core;
use crate::element::ElementType;
use crate::event::Event;
use crate::fault::{BadArray, KernelTrap, TrapReason};
use crate::space::Space;

/// Scratch memory of [`crate::KernelSpec::arena_bytes`] for compiler temporaries, on a 64-byte
/// boundary; one per core, zero at first.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_arena(core: *mut Core) -> *mut u8 {
    // SAFETY: the caller's contract.
    unsafe { enter(core, NOWHERE, |core, _| Ok(core.arena.as_mut_ptr())) }
}

/// A scoped buffer of `count` elements: fresh, that is filled with the uninitialised pattern;
/// semaphores start at zero. `space` and `element` are codes of [`Space`] and [`ElementType`].
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_alloc(
    core: *mut Core,
    site: i32,
    space: i32,
    element: i32,
    count: i64,
) -> *mut u8 {
    let site = site as u32;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site, |core, world| {
            let (Some(space), Some(element)) = (Space::from_code(space), ElementType::from_code(element))
            else {
                return Err(misuse(format!("no space {space} or element type {element}")));
            };
            let Some(bytes) = element.bytes(count) else {
                let why = "its size is negative or overflows".into();
                return Err(BadArray { element, shape: vec![count], why }.into());
            };
            let id = world.memory.allocate(core.id, site, space, element, bytes).map_err(Stop::Refused)?;
            let base = world.memory.region(id).base;
            let (core, address) = (core.id, base as usize);
            world.observe(|| Event::Allocated { core, site, address, bytes });
            Ok(base)
        })
    }
}

/// Ends the scope of a buffer that [`tessera_alloc`] gave this core.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_free(core: *mut Core, buffer: *mut u8) {
    // SAFETY: the caller's contract.
    unsafe { enter(core, NOWHERE, |core, world| world.free(core.id, buffer as usize).map_err(Stop::Refused)) }
}

/// Stops the run because generated code met a case it must not; `reason` is a [`TrapReason`].
/// Does not return.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_fail(core: *mut Core, site: i32, reason: i32) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, _| -> Result<(), Stop> {
            let point = core.schedule.point().to_vec();
            let reason = TrapReason::from_code(reason);
            Err(KernelTrap { reason, device: core.id.device, core: core.id.core, point }.into())
        });
    }
}
