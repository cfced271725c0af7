//! Cores that address one another: numbers, barriers, atomic additions.

use super::{Stop, enter, misuse};
use crate::core::{BARRIERS, Core, Pause, Wait};
use crate::event::CoreId;
use crate::fault::NoSuchTarget;
use crate::groups::{self, CoreKind};
use crate::memory::{Owner, Slot};

/// The number of a core of this device, for functions that take one. `kind` is a code of
/// [`CoreKind`], -1 for the caller's own kind; `unit` and `subcore` are -1 where the caller is.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_core_number(
    core: *mut Core,
    site: i32,
    kind: i32,
    unit: i32,
    subcore: i32,
) -> i32 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            let own = world.groups.get(core.position.group).map_or(CoreKind::Tensor, |group| group.kind);
            let Some(kind) = (if kind == -1 { Some(own) } else { CoreKind::from_code(kind) }) else {
                return Err(misuse(format!("no kind of core {kind}")));
            };
            let number = groups::number(&world.groups, core.position, kind, unit, subcore);
            let missing = || NoSuchTarget { unit: "core", given: unit, count: world.cores() };
            number.and_then(|number| i32::try_from(number).ok()).ok_or_else(|| missing().into())
        })
    }
}

/// The number of this core within its SparseCore.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_subcore_id(core: *mut Core) -> i32 {
    // SAFETY: the caller's contract. Options keep the number below 2^31.
    unsafe { enter(core, super::NOWHERE, |core, _| Ok(core.position.subcore as i32)) }
}

/// Waits until every subcore of this core's kind and SparseCore has come to barrier `number`.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_subcore_barrier(core: *mut Core, site: i32, number: i64) {
    let mut has_arrived = false;
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            let number = usize::try_from(number).ok().filter(|number| *number < BARRIERS);
            let Some(number) = number else {
                return Err(misuse("a barrier number that is out of range"));
            };
            let owner = Owner { device: core.id.device, core: None, unit: Some(core.position.unit) };
            let Some(region) = world.memory.home(owner, Slot::Subcores) else {
                return Err(misuse("the barrier of the subcores is missing"));
            };
            // Three counters a barrier: who has come, and who may go, for even and odd turns. Two,
            // so that a fast subcore cannot take what lets a slow one out of the turn before.
            let base = world.memory.region(region).address() + number * 24;
            let turn = core.barriers[number];
            let release = base + 8 * (1 + (turn % 2) as usize);
            if !has_arrived {
                has_arrived = true;
                let come = world.semaphore(base).map_err(Stop::Refused)?;
                let members =
                    i64::from(world.groups.get(core.position.group).map_or(1, |group| group.subcores));
                come.add(1);
                world.progress += 1;
                if come.count() == members {
                    come.add(-members);
                    world.semaphore(release).map_err(Stop::Refused)?.add(members);
                }
            }
            let semaphore = world.semaphore(release).map_err(Stop::Refused)?;
            if world.take(core.id, site as u32, semaphore, 1).map_err(Stop::Refused)? {
                core.wait = None;
                core.barriers[number] = turn + 1;
                return Ok(());
            }
            core.wait = Some(Wait {
                semaphore: release,
                needed: 1,
                site: site as u32,
                is_dma: false,
                is_poll: false,
            });
            Err(Stop::Pause(Pause::Blocked))
        })
    }
}

/// Adds to the 32-bit word that `address` is on core number `to_core`, and returns what it was.
///
/// # Safety
/// See [`crate::abi`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tessera_fetch_add(
    core: *mut Core,
    site: i32,
    address: *mut i32,
    value: i32,
    to_core: i32,
) -> i32 {
    // SAFETY: the caller's contract.
    unsafe {
        enter(core, site as u32, |core, world| {
            let target = world.target(core.id, -1, to_core).map_err(Stop::Refused)?;
            let place = if target == core.id {
                address as usize
            } else {
                world.is_remote_used = true;
                let there = CoreId { ..target };
                world.memory.translate(address as usize, there).map_err(Stop::Refused)?
            };
            let inside = world
                .memory
                .find(place)
                .is_some_and(|(id, offset)| offset + 4 <= world.memory.region(id).bytes);
            if !inside {
                return Err(misuse("an addition outside any buffer"));
            }
            world.progress += 1;
            let cell = place as *mut i32;
            let old = cell.read_unaligned();
            cell.write_unaligned(old.wrapping_add(value));
            Ok(old)
        })
    }
}
