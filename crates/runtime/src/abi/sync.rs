//! Copies and semaphores.

use super::{Stop, enter, misuse};
use crate::core::{Core, Pause, Polls, Wait};
use crate::dma::{Request, transfer};
use crate::event::CoreId;
use crate::fault::{KernelTrap, NoCollectiveId, TrapReason};
use crate::memory::{Owner, Slot};
use crate::world::World;

/// A poll that saw no change this often lets copies land and other cores run.
const PATIENT_POLLS: u32 = 64;

/// Starts a copy. `descriptor` points to i64s `[rank, element bits, sizes.., source strides..,
/// target strides..]`, strides in elements; it is read before the call returns.
///
/// `send` is the send semaphore, null for local copies. `device` and `to_core` are -1 for the own;
/// `target` and `receive` are then addresses of this core that name the same buffers there.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_dma_start(
    core: *mut Core,
    site: i32,
    descriptor: *const i64,
    source: *const u8,
    target: *mut u8,
    send: *mut i64,
    receive: *mut i64,
    device: i32,
    to_core: i32,
    priority: i32,
) {
    // A scheduling hint without any promise; nothing here depends on it.
    let _ = priority;
    let site = site as u32;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site, |core, world| {
            let rank = usize::try_from(descriptor.read()).unwrap_or(0);
            // The caller's descriptor has three numbers per dimension behind the first two.
            let words = std::slice::from_raw_parts(descriptor, 2 + 3 * rank);
            let request = Request {
                site,
                transfer: transfer(words).map_err(Stop::Refused)?,
                source: source as usize,
                target: target as usize,
                send: (!send.is_null()).then_some(send as usize),
                receive: receive as usize,
                device,
                core: to_core,
            };
            world.start_copy(core.id, request).map_err(Stop::Refused)
        })
    }
}

/// Waits until a semaphore holds `bytes`, then takes them off. A regular semaphore counts whole
/// copies: one is taken off whatever `bytes` says.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_dma_wait(core: *mut Core, site: i32, semaphore: *mut i64, bytes: i64) {
    let mut has_given_way = false;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            if has_given_way {
                return Ok(());
            }
            wait(core, world, site as u32, semaphore as usize, Amount::Bytes(bytes))?;
            // Subcores run side by side; without giving way here one would be through with its
            // program before the next begins.
            if world.groups.get(core.position.group).is_some_and(|group| group.subcores > 1) {
                has_given_way = true;
                return Err(Stop::Pause(Pause::Blocked));
            }
            Ok(())
        })
    }
}

/// Counts a semaphore up; `device` and `to_core` as in [`tessera_dma_start`].
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_sem_signal(
    core: *mut Core,
    site: i32,
    semaphore: *mut i64,
    amount: i32,
    device: i32,
    to_core: i32,
) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            let to = (device, to_core);
            world.signal(core.id, site as u32, semaphore as usize, amount, to).map_err(Stop::Refused)
        })
    }
}

/// Waits until a semaphore holds `amount`, then takes it off.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_sem_wait(core: *mut Core, site: i32, semaphore: *mut i64, amount: i32) {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            wait(core, world, site as u32, semaphore as usize, Amount::Signals(amount))
        })
    }
}

enum Amount {
    Bytes(i64),
    Signals(i32),
}

fn wait(core: &mut Core, world: &mut World, site: u32, address: usize, amount: Amount) -> Result<(), Stop> {
    let semaphore = world.semaphore(address).map_err(Stop::Refused)?;
    let (needed, is_dma) = match amount {
        Amount::Bytes(bytes) => (if semaphore.counts_bytes { bytes } else { 1 }, semaphore.counts_bytes),
        Amount::Signals(amount) => (i64::from(amount), false),
    };
    if needed < 0 {
        let point = core.schedule.point().to_vec();
        let reason = TrapReason::NegativeWait;
        return Err(KernelTrap { reason, device: core.id.device, core: core.id.core, point }.into());
    }
    if world.take(core.id, site, semaphore, needed).map_err(Stop::Refused)? {
        core.wait = None;
        return Ok(());
    }
    core.wait = Some(Wait { semaphore: address, needed, site, is_dma, is_poll: false });
    Err(Stop::Pause(Pause::Blocked))
}

/// The current count of a semaphore. A core that reads it again and again lets others run.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_sem_read(core: *mut Core, site: i32, semaphore: *mut i64) -> i32 {
    let site = site as u32;
    let address = semaphore as usize;
    let mut has_paused = false;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site, |core, world| {
            let semaphore = world.semaphore(address).map_err(Stop::Refused)?;
            if core.polls.semaphore != address || core.polls.progress != world.progress {
                core.polls = Polls { semaphore: address, progress: world.progress, count: 0 };
            } else if !has_paused {
                core.polls.count = core.polls.count.saturating_add(1);
            }
            if core.polls.count >= PATIENT_POLLS && !has_paused {
                has_paused = true;
                if !world.land_one(address).map_err(Stop::Refused)? {
                    let needed = semaphore.count().saturating_add(1);
                    core.wait = Some(Wait { semaphore: address, needed, site, is_dma: false, is_poll: true });
                    return Err(Stop::Pause(Pause::Polling));
                }
            }
            core.wait = None;
            let count = semaphore.count();
            Ok(i32::try_from(count).unwrap_or(if count < 0 { i32::MIN } else { i32::MAX }))
        })
    }
}

/// The barrier semaphore of the kernel's collective id on this core.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_barrier_semaphore(core: *mut Core, site: i32) -> *mut i64 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            if world.spec.collective_id.is_none() {
                return Err(NoCollectiveId.into());
            }
            barrier(core.id, world).ok_or_else(|| misuse("the barrier semaphore is missing"))
        })
    }
}

fn barrier(core: CoreId, world: &World) -> Option<*mut i64> {
    let id = world.memory.home(Owner::from(core), Slot::Barrier)?;
    Some(world.memory.region(id).base.cast())
}
