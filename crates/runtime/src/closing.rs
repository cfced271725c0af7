//! What is left over when a scope or the kernel ends.

use crate::element::ElementType;
use crate::event::CoreId;
use crate::fault::{CopyNeverWaited, Refusal, SemaphoreNotZero};
use crate::memory::{RegionId, Slot};
use crate::world::World;

impl World {
    /// The scope of a semaphore buffer ends: completes the core's own copies that nobody waited
    /// for, and empties the counts unless other cores may have signalled ahead.
    pub(crate) fn close_semaphores(&mut self, core: CoreId, id: RegionId) -> Result<(), Refusal> {
        let region = self.memory.region(id);
        let range = region.address()..region.address() + region.bytes;
        let own = |copy: &crate::dma::InFlight| copy.issuer == core && range.contains(&copy.receive);
        while let Some(index) = self.engine.pending.iter().position(own) {
            self.abandon(index, "its semaphore's scope")?;
        }
        if !self.is_remote_used {
            self.check_semaphores(id);
        }
        Ok(())
    }

    /// The kernel has ended on every core: completes copies nobody waited for and checks that
    /// semaphores are back at zero.
    pub(crate) fn close(&mut self) -> Result<(), Refusal> {
        while !self.engine.pending.is_empty() {
            self.abandon(0, "the kernel")?;
        }
        for id in 0..self.memory.regions().len() {
            let region = self.memory.region(id);
            // Semaphores that came in as operands may go out with a count.
            if region.element.is_semaphore() && !matches!(region.slot, Slot::Buffer(_)) {
                self.check_semaphores(id);
            }
        }
        Ok(())
    }

    /// Warns of a copy in flight and completes it without touching its semaphores.
    fn abandon(&mut self, index: usize, ended: &'static str) -> Result<(), Refusal> {
        let copy = &self.engine.pending[index];
        let CoreId { device, core } = copy.issuer;
        let (bytes, site, target) = (copy.bytes, copy.site, self.name_of(copy.target));
        self.warn(CopyNeverWaited { bytes, target, ended, device, core }.into(), site);
        self.write(index, false)
    }

    /// Warns of counts that are not zero, and resets them.
    fn check_semaphores(&mut self, id: RegionId) {
        let region = self.memory.region(id);
        let (base, bytes, owner, slot) = (region.address(), region.bytes, region.owner, region.slot);
        debug_assert!(matches!(region.element, ElementType::Semaphore | ElementType::DmaSemaphore));
        for address in (base..base + bytes).step_by(8) {
            let Ok(semaphore) = self.semaphore(address) else {
                continue;
            };
            let count = semaphore.count();
            if count == 0 {
                continue;
            }
            semaphore.add(-count);
            let semaphore = self.name_of(address);
            let core = owner.core.unwrap_or(0);
            let fault = SemaphoreNotZero { semaphore, device: owner.device, core, count };
            match slot {
                Slot::Scoped(site, _) => self.warn(fault.into(), site),
                Slot::Arg(arg) => {
                    let item = self.diagnose_argument(fault.into(), arg);
                    self.sink.push(item);
                }
                Slot::Buffer(_) | Slot::Barrier | Slot::Subcores => self.warn(fault.into(), u32::MAX),
            }
        }
    }
}
