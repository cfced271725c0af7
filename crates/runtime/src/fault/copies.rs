//! DMA faults: ranges, and copies nobody waits for.

use super::fault;
use std::fmt;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0807.
pub static DMA_OUT_OF_BOUNDS: Code = Code::new(
    807,
    "dma_out_of_bounds",
    Level::Error,
    "## What it checks
Both ends of a copy lie inside one buffer.
## Why
Views are not checked when they are made; a copy past a buffer's end reads or overwrites whatever
lies behind it.
## Wrong
pltpu.make_async_copy(x_hbm.at[pl.ds(i * 8, 8)], ...) with i * 8 + 8 > x_hbm.shape[0]
## Right
Clamp the start, or shorten the last slice with a bounded size.
## Source
Hardware bounds checks; interpret mode raises on out-of-bounds reads.
",
);

/// One end of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DmaEnd {
    /// Where it reads.
    Source,
    /// Where it writes.
    Target,
}

impl fmt::Display for DmaEnd {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Source => "source",
            Self::Target => "target",
        })
    }
}

/// A copy leaves its buffer.
#[derive(Debug, Error)]
#[error("the {end} of the copy covers bytes {first} to {last} of {buffer}, which has {size} bytes")]
pub struct DmaOutOfBounds {
    /// Which end.
    pub end: DmaEnd,
    /// The buffer, as reports name it.
    pub buffer: String,
    /// First byte touched, counted from the buffer's start.
    pub first: i64,
    /// Last byte touched.
    pub last: i64,
    /// Bytes of the buffer.
    pub size: usize,
}
fault!(DmaOutOfBounds, DMA_OUT_OF_BOUNDS, |fault| Some(format!(
    "keep the slice of {} inside it: clamp its start or shorten it at the edge",
    fault.buffer
)));

/// T0808.
pub static COPY_NEVER_WAITED: Code = Code::new(
    808,
    "copy_never_waited",
    Level::Warning,
    "## What it checks
Every copy that was started is waited for before the kernel ends.
## Why
Until the wait, the data may not have moved, and the source must not be changed. A copy still in
flight at the end leaves its semaphore counted up, which the next kernel inherits.
## Wrong
copy = pltpu.async_copy(x_hbm, x_vmem, sem) and no copy.wait()
## Right
Call copy.wait() before the first use of the target, at the latest before the kernel ends.
## Source
Pallas DMA semantics: copies are unordered until waited for.
",
);

/// A copy was still in flight when the kernel, or the scope of its semaphore, ended.
#[derive(Debug, Error)]
#[error("the copy of {bytes} bytes into {target} was still in flight when {ended} ended")]
pub struct CopyNeverWaited {
    /// Bytes of the copy.
    pub bytes: i64,
    /// The target buffer, as reports name it.
    pub target: String,
    /// What ended.
    pub ended: &'static str,
    /// Device that started it.
    pub device: u32,
    /// Core that started it.
    pub core: u32,
}
fault!(CopyNeverWaited, COPY_NEVER_WAITED, |_| Some(
    "wait for the copy's semaphore once for every start".into()
));
