//! Steps, windows and arguments.

use super::{NOWHERE, Stop, enter, index, misuse};
use crate::core::Core;

/// How many steps this core runs.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_steps(core: *mut Core) -> i64 {
    // SAFETY: the caller's contract.
    unsafe { enter(core, NOWHERE, |core, _| Ok(core.schedule.steps())) }
}

/// Begins a step, `0..tessera_steps`.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_step_begin(core: *mut Core, step: i64) {
    // SAFETY: the caller's contract.
    unsafe { enter(core, NOWHERE, |core, world| core.begin(world, step).map_err(Stop::Refused)) }
}

/// The grid index of the current step in one dimension.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_grid_index(core: *mut Core, dim: i32) -> i32 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            match core.schedule.point().get(index(dim)) {
                // Grid sizes were checked to fit.
                Some(place) => Ok(*place as i32),
                None => Err(misuse(format!("there is no grid dimension {dim}"))),
            }
        })
    }
}

/// The size of one grid dimension.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_iteration_bound(core: *mut Core, dim: i32) -> i32 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, world| {
            let group = world.groups.get(core.position.group);
            match group.and_then(|group| group.grid.get(index(dim))) {
                Some(size) => Ok(*size as i32),
                None => Err(misuse(format!("there is no grid dimension {dim}"))),
            }
        })
    }
}

/// Tells what the index map of window argument `arg` gives for the current step: a block index, or
/// an element offset for element windows.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_window_index(core: *mut Core, arg: i32, dim: i32, value: i32) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let window = core.args.get(index(arg)).and_then(|arg| arg.window);
            match window.map(|window| core.windows[window].tell(index(dim), value)) {
                Some(true) => Ok(()),
                _ => Err(misuse(format!("argument {arg} has no window dimension {dim}"))),
            }
        })
    }
}

/// All indices are told: writes back outputs whose index changed, then fetches every window whose
/// index changed.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_windows_ready(core: *mut Core) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, world| {
            core.exchange(world).map_err(|(arg, refusal)| Stop::AtArgument(arg, refusal))
        })
    }
}

/// Ends the current step.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_step_end(core: *mut Core) {
    // Nothing to do yet: windows are exchanged when the next step's indices are known.
    let _ = core;
}

/// The current address of kernel argument `arg`; windows only after [`tessera_windows_ready`].
/// Writes one stride per dimension, in elements, to `strides` unless it is null.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_ref(core: *mut Core, arg: i32, strides: *mut i64) -> *mut u8 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, NOWHERE, |core, _| {
            let Some(argument) = core.args.get(index(arg)) else {
                return Err(misuse(format!("there is no argument {arg}")));
            };
            if argument.address.is_null() {
                return Err(misuse(format!("argument {arg} was asked for before its window was ready")));
            }
            if !strides.is_null() {
                // The caller has room for one stride per dimension.
                strides.copy_from_nonoverlapping(argument.strides.as_ptr(), argument.strides.len());
            }
            Ok(argument.address)
        })
    }
}

/// The number of this device.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_device_id(core: *mut Core) -> i32 {
    // SAFETY: the caller's contract. Options keep the number below 2^31.
    unsafe { enter(core, NOWHERE, |core, _| Ok(core.id.device as i32)) }
}

/// The number of this core within its device; of a subcore, that of its SparseCore.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_core_id(core: *mut Core) -> i32 {
    // SAFETY: the caller's contract. Options keep the number below 2^31.
    unsafe { enter(core, NOWHERE, |core, _| Ok(core.position.unit as i32)) }
}
