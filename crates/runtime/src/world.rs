//! What all cores share: memory, copies in flight, reports. One thread, one scheduler.

use crate::dma::Engine;
use crate::event::{CoreId, Event, Observer};
use crate::fault::{NoSuchTarget, Refusal, RuntimeBug, SemaphoreOutOfBounds, located};
use crate::groups::CoreGroup;
use crate::machine::{MachineOptions, Stats};
use crate::memory::{Life, Memory, Slot};
use crate::spec::KernelSpec;
use std::rc::Rc;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::Loc;

/// The shared state of one run.
pub(crate) struct World {
    pub(crate) spec: Rc<KernelSpec>,
    pub(crate) options: MachineOptions,
    /// The cores of each device.
    pub(crate) groups: Vec<CoreGroup>,
    pub(crate) memory: Memory,
    pub(crate) engine: Engine,
    pub(crate) observer: Option<Box<dyn Observer>>,
    /// Warnings; they do not stop the run.
    pub(crate) sink: Sink,
    /// What stopped the run.
    pub(crate) failure: Option<Diagnostic>,
    /// Further cores that wait for ever, after the first.
    pub(crate) deadlocks: Sink,
    pub(crate) stats: Stats,
    /// Grows whenever anything happens that a polling core could see.
    pub(crate) progress: u64,
    /// Whether any core addressed another one.
    pub(crate) is_remote_used: bool,
    /// Lines that kernels printed.
    pub(crate) printed: Vec<String>,
}

/// A semaphore found by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Semaphore {
    cell: *mut i64,
    /// Whether it counts bytes of copies; otherwise signals and whole copies.
    pub(crate) counts_bytes: bool,
}

impl Semaphore {
    pub(crate) fn address(self) -> usize {
        self.cell as usize
    }

    pub(crate) fn count(self) -> i64 {
        // SAFETY: `World::semaphore` made it from an aligned cell of a live region; the machine
        // runs on one thread and holds no reference into regions.
        unsafe { self.cell.read() }
    }

    pub(crate) fn add(self, amount: i64) {
        // SAFETY: as in `count`.
        unsafe { self.cell.write(self.cell.read().wrapping_add(amount)) }
    }
}

impl World {
    /// The semaphore at `address`.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn semaphore(&self, address: usize) -> Result<Semaphore, Refusal> {
        if let Some((id, offset)) = self.memory.find(address) {
            let region = self.memory.region(id);
            if region.element.is_semaphore() && offset % 8 == 0 {
                // SAFETY: the offset lies inside the region, of whole cells.
                let cell = unsafe { region.base.add(offset) }.cast();
                let counts_bytes = region.element == crate::ElementType::DmaSemaphore;
                return Ok(Semaphore { cell, counts_bytes });
            }
        }
        let what = match self.memory.nearest(address) {
            Some((id, offset)) => {
                format!("byte {offset} of {}", self.memory.name(&self.spec, id, offset))
            }
            None => "there is no buffer at all".into(),
        };
        Err(SemaphoreOutOfBounds { what }.into())
    }

    /// The core that `device` and `core` name, -1 meaning the caller's own.
    ///
    /// # Errors
    /// It does not exist.
    pub(crate) fn target(&self, from: CoreId, device: i32, core: i32) -> Result<CoreId, Refusal> {
        let pick = |unit, given: i32, own: u32, count: u32| match u32::try_from(given) {
            Ok(given) if given < count => Ok(given),
            Err(_) if given == -1 => Ok(own),
            _ => Err(NoSuchTarget { unit, given, count }),
        };
        Ok(CoreId {
            device: pick("device", device, from.device, self.options.devices)?,
            core: pick("core", core, from.core, self.cores())?,
        })
    }

    /// Cores per device.
    pub(crate) fn cores(&self) -> u32 {
        self.groups.iter().map(CoreGroup::cores).sum()
    }

    /// A buffer as reports name it.
    pub(crate) fn name_of(&self, address: usize) -> String {
        match self.memory.nearest(address) {
            Some((id, offset)) => self.memory.name(&self.spec, id, offset),
            None => format!("address {address:#x}"),
        }
    }

    pub(crate) fn observe(&mut self, event: impl FnOnce() -> Event<'static>) {
        if let Some(observer) = &mut self.observer {
            observer.event(&event());
        }
    }

    /// Counts a semaphore up, on another core perhaps.
    pub(crate) fn signal(
        &mut self,
        from: CoreId,
        site: u32,
        address: usize,
        amount: i32,
        to: (i32, i32),
    ) -> Result<(), Refusal> {
        let target = self.target(from, to.0, to.1)?;
        let address = if target == from {
            address
        } else {
            self.semaphore(address)?;
            self.is_remote_used = true;
            self.memory.translate(address, target)?
        };
        let semaphore = self.semaphore(address)?;
        semaphore.add(i64::from(amount));
        self.progress += 1;
        let (semaphore, amount) = (semaphore.address(), i64::from(amount));
        self.observe(|| Event::Signalled { core: from, site, semaphore, amount });
        Ok(())
    }

    /// Takes `amount` off a semaphore, completing copies that count it up as far as needed.
    /// `false` when there is not enough and no copy in flight would help.
    pub(crate) fn take(
        &mut self,
        core: CoreId,
        site: u32,
        semaphore: Semaphore,
        amount: i64,
    ) -> Result<bool, Refusal> {
        while semaphore.count() < amount {
            if !self.land_one(semaphore.address())? {
                return Ok(false);
            }
        }
        semaphore.add(-amount);
        let semaphore = semaphore.address();
        self.observe(|| Event::Waited { core, site, semaphore, amount });
        Ok(true)
    }

    /// Ends a scoped buffer's life. The own core's copies that count its semaphores are completed.
    ///
    /// # Errors
    /// It is not a live scoped buffer of `core`.
    pub(crate) fn free(&mut self, core: CoreId, address: usize) -> Result<(), Refusal> {
        let region = self.memory.find(address).or_else(|| self.memory.nearest(address).map(|it| (it.0, 0)));
        let Some((id, _)) = region.filter(|(id, _)| {
            let region = self.memory.region(*id);
            region.address() == address
                && region.life == Life::Live
                && matches!(region.slot, Slot::Scoped(..))
        }) else {
            let what = format!("{} was freed, which is not a live scoped buffer", self.name_of(address));
            return Err(RuntimeBug { what }.into());
        };
        self.memory.region_mut(id).life = Life::Free;
        if self.memory.region(id).element.is_semaphore() {
            self.close_semaphores(core, id)?;
        }
        self.observe(|| Event::Freed { core, address });
        Ok(())
    }

    /// A refusal placed at a site of the kernel.
    pub(crate) fn diagnose(&self, refusal: Refusal, site: u32) -> Diagnostic {
        let place = self.spec.site(site);
        let mut item = located(refusal, place.loc, place.op);
        item.order = u64::from(site);
        item.function = self.kernel_name();
        item
    }

    /// A refusal placed at an argument's declaration.
    pub(crate) fn diagnose_argument(&self, refusal: Refusal, arg: usize) -> Diagnostic {
        let loc = self.spec.args.get(arg).map_or_else(Loc::default, |arg| arg.loc.clone());
        let mut item = located(refusal, loc, "");
        item.function = self.kernel_name();
        item
    }

    fn kernel_name(&self) -> Option<String> {
        Some(self.spec.name.clone()).filter(|name| !name.is_empty())
    }

    /// A warning at a site.
    pub(crate) fn warn(&mut self, refusal: Refusal, site: u32) {
        let item = self.diagnose(refusal, site);
        self.sink.push(item);
    }
}
