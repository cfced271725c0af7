//! Semaphore faults other than deadlock.

use super::fault;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0809.
pub static SEMAPHORE_NOT_ZERO: Code = Code::new(
    809,
    "semaphore_not_zero",
    Level::Warning,
    "## What it checks
Every semaphore is back at zero when the kernel ends.
## Why
Semaphores are hardware registers: the next kernel finds what this one left, and hardware checks.
## Wrong
pl.semaphore_signal(sem, 2) answered by pl.semaphore_wait(sem, 1)
## Right
Wait for exactly as much as is signalled.
## Source
Pallas end-of-kernel rule; disable_semaphore_checks turns the hardware's check off.
",
);

/// A semaphore was left counted up or down.
#[derive(Debug, Error)]
#[error("{semaphore} of device {device} core {core} is {count} at the end")]
pub struct SemaphoreNotZero {
    /// The semaphore, as reports name it.
    pub semaphore: String,
    /// Device that owns it.
    pub device: u32,
    /// Core that owns it.
    pub core: u32,
    /// What is left.
    pub count: i64,
}
fault!(SemaphoreNotZero, SEMAPHORE_NOT_ZERO, |fault| Some(if fault.count > 0 {
    "wait for as much as is signalled or copied".into()
} else {
    "signal as much as is waited for".into()
}));

/// T0811.
pub static NO_SUCH_TARGET: Code = Code::new(
    811,
    "no_such_target",
    Level::Error,
    "## What it checks
A remote copy or signal names a device and core that exist.
## Why
Device ids are logical: they count the devices the program runs on.
## Wrong
device_id = my_id + 1 on the last device
## Right
device_id = jax.lax.rem(my_id + 1, num_devices)
## Source
Logical device ids: positions in the device assignment.
",
);

/// A remote operation names a device or core that does not exist.
#[derive(Debug, Error)]
#[error("{unit} {given} is addressed, but there are {count}, numbered from 0")]
pub struct NoSuchTarget {
    /// `device` or `core`.
    pub unit: &'static str,
    /// The number given.
    pub given: i32,
    /// How many there are.
    pub count: u32,
}
fault!(NoSuchTarget, NO_SUCH_TARGET, |fault| Some(match fault.unit {
    "device" => "take the neighbour's id modulo the number of devices, or run on more devices".into(),
    _ => "run the machine with more cores, or leave the core out".into(),
}));

/// T0812.
pub static NO_COLLECTIVE_ID: Code = Code::new(
    812,
    "no_collective_id",
    Level::Error,
    "## What it checks
A kernel that asks for the barrier semaphore has a collective id.
## Why
The id names one semaphore that all devices share; without it nobody knows which.
## Wrong
pltpu.get_barrier_semaphore() in a pallas_call without collective_id
## Right
compiler_params=pltpu.CompilerParams(collective_id=0)
## Source
Pallas barrier semaphores.
",
);

/// The barrier semaphore was asked for without a collective id.
#[derive(Debug, Error)]
#[error("the barrier semaphore is used, but the kernel has no collective id")]
pub struct NoCollectiveId;
fault!(NoCollectiveId, NO_COLLECTIVE_ID, |_| Some(
    "pass compiler_params=pltpu.CompilerParams(collective_id=...)".into()
));

/// T0814.
pub static SEMAPHORE_OUT_OF_BOUNDS: Code = Code::new(
    814,
    "semaphore_out_of_bounds",
    Level::Error,
    "## What it checks
A semaphore operation addresses a semaphore.
## Why
Slices of semaphore arrays are not checked when they are made.
## Wrong
sems.at[2] of pltpu.SemaphoreType.DMA((2,))
## Right
sems.at[jax.lax.rem(slot, 2)]
## Source
Pallas semaphore arrays.
",
);

/// An operation on something that is not a semaphore.
#[derive(Debug, Error)]
#[error("no semaphore there: {what}")]
pub struct SemaphoreOutOfBounds {
    /// What lies there, or what is nearest.
    pub what: String,
}
fault!(SemaphoreOutOfBounds, SEMAPHORE_OUT_OF_BOUNDS, |_| Some(
    "keep the slot below the size of the semaphore array".into()
));
