//! The DMA engine: copies in flight, and when they move.
//!
//! A copy has two phases. Reading counts the send semaphore up (remote copies only); writing counts
//! the target semaphore up. By default each phase happens as late as legal: when a wait needs it,
//! newest first, so that a missing wait shows.

use crate::copy::Transfer;
use crate::event::{CoreId, Event};
use crate::fault::{DmaEnd, DmaOutOfBounds, Refusal, RuntimeBug, SubByteElement};
use crate::indirect::Rows;
use crate::machine::DmaMode;
use crate::world::World;

/// A copy as generated code asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) site: u32,
    pub(crate) transfer: Transfer,
    pub(crate) source: usize,
    pub(crate) target: usize,
    pub(crate) send: Option<usize>,
    pub(crate) receive: usize,
    pub(crate) device: i32,
    pub(crate) core: i32,
}

/// A copy that has not written its target yet.
#[derive(Debug)]
pub(crate) struct InFlight {
    pub(crate) id: u64,
    pub(crate) issuer: CoreId,
    pub(crate) site: u32,
    pub(crate) bytes: i64,
    transfer: Transfer,
    source: usize,
    /// At the destination.
    pub(crate) target: usize,
    send: Option<usize>,
    /// At the destination.
    pub(crate) receive: usize,
    /// What was read, when the source went first.
    read: Option<Vec<u8>>,
    /// Where the slices of an indirect copy go.
    rows: Option<Rows>,
}

/// Copies in flight, oldest first.
#[derive(Debug)]
pub(crate) struct Engine {
    mode: DmaMode,
    random: fastrand::Rng,
    pub(crate) pending: Vec<InFlight>,
    next: u64,
}

impl InFlight {
    fn counts(&self, semaphore: usize) -> bool {
        self.receive == semaphore || (self.send == Some(semaphore) && self.read.is_none())
    }
}

impl Engine {
    pub(crate) fn new(mode: DmaMode, seed: u64) -> Self {
        Self { mode, random: fastrand::Rng::with_seed(seed), pending: Vec::new(), next: 0 }
    }

    /// A copy in flight that would count this semaphore up.
    fn candidate(&mut self, semaphore: usize) -> Option<usize> {
        if self.mode == DmaMode::Random {
            let found = self.pending.iter().filter(|copy| copy.counts(semaphore)).count();
            let chosen = if found > 1 { self.random.usize(..found) } else { 0 };
            let mut all = self.pending.iter().enumerate().filter(|(_, copy)| copy.counts(semaphore));
            return all.nth(chosen).map(|(index, _)| index);
        }
        self.pending.iter().rposition(|copy| copy.counts(semaphore))
    }

    /// Whether any copy in flight would count this semaphore up.
    pub(crate) fn could_count(&self, semaphore: usize) -> bool {
        self.pending.iter().any(|copy| copy.counts(semaphore))
    }

    pub(crate) fn random(&mut self) -> &mut fastrand::Rng {
        &mut self.random
    }
}

impl World {
    /// Starts a copy.
    ///
    /// # Errors
    /// A bad target, semaphore or range; packed elements.
    pub(crate) fn start_copy(&mut self, from: CoreId, request: Request) -> Result<(), Refusal> {
        let Request { ref transfer, source, target, .. } = request;
        self.check_range(DmaEnd::Source, source, transfer, &transfer.source)?;
        self.check_range(DmaEnd::Target, target, transfer, &transfer.target)?;
        self.launch(from, request, None)
    }

    /// Puts a copy whose ranges were checked in flight.
    pub(crate) fn launch(
        &mut self,
        from: CoreId,
        request: Request,
        rows: Option<Rows>,
    ) -> Result<(), Refusal> {
        let Request { site, transfer, source, target, send, receive, device, core } = request;
        let to = self.target(from, device, core)?;
        let Some(bytes) = transfer.bytes() else {
            return Err(RuntimeBug { what: format!("a copy of sizes {:?}", transfer.sizes) }.into());
        };
        self.semaphore(receive)?;
        send.map(|send| self.semaphore(send)).transpose()?;
        let (target, receive) = if to == from {
            (target, receive)
        } else {
            self.is_remote_used = true;
            (self.memory.translate(target, to)?, self.memory.translate(receive, to)?)
        };
        let id = self.engine.next;
        self.engine.next += 1;
        self.stats.copies += 1;
        self.stats.copied_bytes = self.stats.copied_bytes.wrapping_add(bytes.unsigned_abs());
        self.progress += 1;
        let is_remote = send.is_some();
        self.observe(|| Event::CopyStarted { core: from, site, copy: id, source, target, bytes, is_remote });
        let copy = InFlight {
            id,
            issuer: from,
            site,
            bytes,
            transfer,
            source,
            target,
            send,
            receive,
            read: None,
            rows,
        };
        self.engine.pending.push(copy);
        match self.engine.mode {
            DmaMode::Late => Ok(()),
            DmaMode::Eager => self.write(self.engine.pending.len() - 1, true),
            DmaMode::Random => {
                while !self.engine.pending.is_empty() && self.engine.random.u8(..4) == 0 {
                    let chosen = self.engine.random.usize(..self.engine.pending.len());
                    self.write(chosen, true)?;
                }
                Ok(())
            }
        }
    }

    pub(crate) fn check_range(
        &self,
        end: DmaEnd,
        start: usize,
        transfer: &Transfer,
        strides: &[i64],
    ) -> Result<(), Refusal> {
        let is_empty = transfer.sizes.contains(&0);
        let Some((low, high)) = transfer.extent(strides) else {
            if is_empty {
                return Ok(());
            }
            return Err(RuntimeBug { what: format!("a copy with strides {strides:?}") }.into());
        };
        let Some((id, offset)) = self.memory.nearest(start) else {
            return Err(RuntimeBug { what: "a copy without any buffer".into() }.into());
        };
        let size = self.memory.region(id).bytes;
        let (first, last) = (offset.saturating_add(low), offset.saturating_add(high) - 1);
        if first >= 0 && usize::try_from(last).is_ok_and(|last| last < size) {
            return Ok(());
        }
        let buffer = self.memory.name(&self.spec, id, 0);
        Err(DmaOutOfBounds { end, buffer, first, last, size }.into())
    }

    /// Completes the phase of one copy that counts `semaphore` up. `false` when there is none.
    pub(crate) fn land_one(&mut self, semaphore: usize) -> Result<bool, Refusal> {
        let Some(index) = self.engine.candidate(semaphore) else {
            return Ok(false);
        };
        if self.engine.pending[index].receive == semaphore {
            self.write(index, true)?;
        } else {
            self.read(index)?;
        }
        Ok(true)
    }

    /// Reads the source of a copy into a holding area and counts its send semaphore up.
    fn read(&mut self, index: usize) -> Result<(), Refusal> {
        let copy = &mut self.engine.pending[index];
        let mut held = vec![0; usize::try_from(copy.bytes).unwrap_or(0)];
        let (gather, _) = copy.transfer.through_dense();
        // SAFETY: the source's range was checked against its buffer when the copy started, buffers
        // outlive the run, and `held` has room for every element once.
        unsafe { gather.run(copy.source as *const u8, held.as_mut_ptr()) };
        copy.read = Some(held);
        let (id, bytes, send) = (copy.id, copy.bytes, copy.send);
        if let Some(send) = send {
            self.count_up(send, bytes)?;
        }
        self.observe(|| Event::CopyRead { copy: id });
        Ok(())
    }

    /// Writes the target of a copy, reading first if need be; the copy is then done. Without
    /// `counts` the semaphores stay as they are.
    pub(crate) fn write(&mut self, index: usize, counts: bool) -> Result<(), Refusal> {
        let copy = self.engine.pending.remove(index);
        let InFlight { id, bytes, source, target, .. } = copy;
        if let Some(rows) = &copy.rows {
            // SAFETY: every slice's range was checked when the copy started; buffers outlive the run.
            unsafe { rows.run(&copy.transfer, source, target) };
            self.observe(|| Event::CopyRead { copy: id });
        } else if let Some(held) = &copy.read {
            let (_, scatter) = copy.transfer.through_dense();
            // SAFETY: the target's range was checked against its counterpart of equal size, and
            // `held` has every element.
            unsafe { scatter.run(held.as_ptr(), target as *mut u8) };
        } else {
            // SAFETY: both ranges were checked when the copy started; buffers outlive the run.
            unsafe { copy.transfer.run(source as *const u8, target as *mut u8) };
            if let Some(send) = copy.send.filter(|_| counts) {
                self.count_up(send, bytes)?;
            }
            self.observe(|| Event::CopyRead { copy: id });
        }
        if counts {
            self.count_up(copy.receive, bytes)?;
        }
        self.observe(|| Event::CopyWritten { copy: id });
        Ok(())
    }

    /// A DMA semaphore counts bytes; a regular one counts copies.
    fn count_up(&mut self, semaphore: usize, bytes: i64) -> Result<(), Refusal> {
        let semaphore = self.semaphore(semaphore)?;
        semaphore.add(if semaphore.counts_bytes { bytes } else { 1 });
        self.progress += 1;
        Ok(())
    }
}

/// A descriptor of generated code as a transfer.
///
/// # Errors
/// The element is not a whole number of bytes, or the rank makes no sense.
pub(crate) fn transfer(words: &[i64]) -> Result<Transfer, Refusal> {
    let bug = || RuntimeBug { what: "a malformed DMA descriptor".into() };
    let [rank, bits, dims @ ..] = words else {
        return Err(bug().into());
    };
    let (rank, bits) =
        (usize::try_from(*rank).map_err(|_| bug())?, usize::try_from(*bits).map_err(|_| bug())?);
    if bits == 0 || bits % 8 != 0 {
        let element = format!("elements of {bits} bits");
        return Err(SubByteElement { element, place: "a copy".into() }.into());
    }
    if dims.len() < 3 * rank {
        return Err(bug().into());
    }
    Ok(Transfer::new(bits / 8, &dims[..rank], &dims[rank..2 * rank], &dims[2 * rank..3 * rank]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_give_byte_strides() {
        let it = transfer(&[2, 16, 3, 4, 8, 1, 4, 1]).unwrap();
        assert_eq!((it.element, &it.sizes[..]), (2, &[3, 4][..]));
        assert_eq!((&it.source[..], &it.target[..]), (&[16, 2][..], &[8, 2][..]));
    }

    #[test]
    fn bad_descriptors_are_refused() {
        assert_eq!(transfer(&[1, 4, 8, 1, 1]).unwrap_err().code().number, 804);
        assert_eq!(transfer(&[2, 32, 8, 1, 1]).unwrap_err().code().number, 9902);
        assert_eq!(transfer(&[]).unwrap_err().code().number, 9902);
        assert_eq!(transfer(&[-1, 32]).unwrap_err().code().number, 9902);
    }
}
