//! Every buffer of the machine, found by address; and the same buffer on another core.

use crate::array::AlignedBytes;
use crate::element::ElementType;
use crate::event::CoreId;
use crate::fault::{OutOfMemory, Refusal, RuntimeBug};
use crate::space::Space;
use crate::spec::KernelSpec;
use std::collections::HashMap;

/// What a buffer is within one core or device; the same slot elsewhere is its counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// The memory behind an array, shared by the cores of a device.
    Buffer(usize),
    /// Scratch of an argument, or the private copy of its window.
    Arg(usize),
    /// A scoped allocation: its site and how many of that site were alive before it.
    Scoped(u32, u32),
    /// The barrier semaphore.
    Barrier,
    /// Counters of the barriers of a unit's subcores.
    Subcores,
}

/// Who has a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner {
    pub(crate) device: u32,
    /// `None` when several cores share it.
    pub(crate) core: Option<u32>,
    /// The unit whose cores share it; `None` when all cores of the device do.
    pub(crate) unit: Option<u32>,
}

impl From<CoreId> for Owner {
    fn from(id: CoreId) -> Self {
        Self { device: id.device, core: Some(id.core), unit: None }
    }
}

/// Life of a scoped buffer. Others are always live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Live,
    /// Another core addressed it before its owner came to allocate it.
    Awaited,
    Free,
}

#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) base: *mut u8,
    pub(crate) bytes: usize,
    pub(crate) owner: Owner,
    pub(crate) slot: Slot,
    pub(crate) element: ElementType,
    pub(crate) space: Space,
    pub(crate) life: Life,
    storage: AlignedBytes,
}

impl Region {
    pub(crate) fn address(&self) -> usize {
        self.base as usize
    }

    /// Puts the uninitialised pattern into the whole buffer.
    pub(crate) fn refill(&mut self) {
        // SAFETY: `storage` owns these bytes, and nothing else looks at them during the call.
        self.element.fill(unsafe { std::slice::from_raw_parts_mut(self.base, self.bytes) });
    }
}

/// Index of a region.
pub(crate) type RegionId = usize;

/// All buffers. Addresses stay put until the run ends.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    regions: Vec<Region>,
    /// Address and region, by address.
    by_address: Vec<(usize, RegionId)>,
    homes: HashMap<(Owner, Slot), RegionId>,
}

impl Memory {
    /// Takes a buffer in; its slot must be new to its owner.
    pub(crate) fn add(
        &mut self,
        owner: Owner,
        slot: Slot,
        space: Space,
        element: ElementType,
        mut storage: AlignedBytes,
    ) -> RegionId {
        let id = self.regions.len();
        let (base, bytes) = (storage.as_mut_ptr(), storage.len());
        let position = self.by_address.partition_point(|entry| entry.0 < base as usize);
        self.by_address.insert(position, (base as usize, id));
        self.homes.insert((owner, slot), id);
        self.regions.push(Region { base, bytes, owner, slot, element, space, life: Life::Live, storage });
        id
    }

    /// Makes a fresh buffer.
    pub(crate) fn create(
        &mut self,
        owner: Owner,
        slot: Slot,
        space: Space,
        element: ElementType,
        bytes: usize,
    ) -> Result<RegionId, OutOfMemory> {
        let storage = AlignedBytes::uninitialised(bytes, element)?;
        Ok(self.add(owner, slot, space, element, storage))
    }

    /// The buffer of a slot, if its owner has one.
    pub(crate) fn home(&self, owner: Owner, slot: Slot) -> Option<RegionId> {
        self.homes.get(&(owner, slot)).copied()
    }

    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    pub(crate) fn region_mut(&mut self, id: RegionId) -> &mut Region {
        &mut self.regions[id]
    }

    pub(crate) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The buffer that starts at or before `address`, and the offset in it, which may lie past its
    /// end; the first buffer and a negative offset when nothing starts before.
    pub(crate) fn nearest(&self, address: usize) -> Option<(RegionId, i64)> {
        let position = self.by_address.partition_point(|entry| entry.0 <= address);
        let (base, id) = *self.by_address.get(position.saturating_sub(1))?;
        Some((id, i64::try_from(i128::try_from(address).ok()? - i128::try_from(base).ok()?).ok()?))
    }

    /// The buffer that holds `address`, and the offset in it.
    pub(crate) fn find(&self, address: usize) -> Option<(RegionId, usize)> {
        let (id, offset) = self.nearest(address)?;
        let offset = usize::try_from(offset).ok().filter(|offset| *offset < self.regions[id].bytes)?;
        Some((id, offset))
    }

    /// Who has the same buffer as `region` on another core.
    fn counterpart(&self, region: RegionId, core: CoreId) -> Owner {
        let owner = self.regions[region].owner;
        Owner { device: core.device, core: owner.core.map(|_| core.core), unit: owner.unit }
    }

    /// The address on `core` that corresponds to `address` here: same buffer, same offset. A scoped
    /// buffer that `core` has not come to allocate yet is made for it.
    ///
    /// # Errors
    /// No buffer has the address, its counterpart differs in size, or memory ran out.
    pub(crate) fn translate(&mut self, address: usize, core: CoreId) -> Result<usize, Refusal> {
        let Some((here, offset)) = self.nearest(address) else {
            return Err(RuntimeBug { what: format!("no buffer at address {address:#x}") }.into());
        };
        let (owner, slot) = (self.counterpart(here, core), self.regions[here].slot);
        let Region { space, element, bytes, .. } = self.regions[here];
        let there = match (self.homes.get(&(owner, slot)), slot) {
            (Some(there), Slot::Scoped(..)) if self.regions[*there].life == Life::Free => {
                let there = *there;
                self.reuse(there, bytes)?;
                self.regions[there].life = Life::Awaited;
                there
            }
            (Some(there), _) => *there,
            (None, Slot::Scoped(..)) => {
                let there = self.create(owner, slot, space, element, bytes)?;
                self.regions[there].life = Life::Awaited;
                there
            }
            (None, _) => {
                let what = format!("{slot:?} has no counterpart on device {}", core.device);
                return Err(RuntimeBug { what }.into());
            }
        };
        if self.regions[there].bytes != bytes {
            let what = format!("{slot:?} has another size on device {}", core.device);
            return Err(RuntimeBug { what }.into());
        }
        // The offset may point past the end here; it does the same there, where it is checked.
        Ok(self.regions[there].address().wrapping_add_signed(isize::try_from(offset).unwrap_or(isize::MAX)))
    }

    /// Makes the scoped buffer of `site` live on `core`.
    ///
    /// # Errors
    /// Memory ran out, or another core addressed it with another size.
    pub(crate) fn allocate(
        &mut self,
        core: CoreId,
        site: u32,
        space: Space,
        element: ElementType,
        bytes: usize,
    ) -> Result<RegionId, Refusal> {
        let owner = Owner::from(core);
        let mut ordinal = 0;
        loop {
            let slot = Slot::Scoped(site, ordinal);
            let Some(id) = self.homes.get(&(owner, slot)).copied() else {
                return Ok(self.create(owner, slot, space, element, bytes)?);
            };
            match self.regions[id].life {
                Life::Live => ordinal += 1,
                Life::Awaited if self.regions[id].bytes != bytes => {
                    let what =
                        format!("cores disagree about the size of a scoped buffer ({bytes} bytes here)");
                    return Err(RuntimeBug { what }.into());
                }
                Life::Awaited => {
                    self.regions[id].life = Life::Live;
                    return Ok(id);
                }
                Life::Free => {
                    self.reuse(id, bytes)?;
                    self.regions[id].life = Life::Live;
                    return Ok(id);
                }
            }
        }
    }

    /// Makes a free buffer fresh. Semaphores keep their counts: they are registers, and another
    /// core may have signalled ahead.
    fn reuse(&mut self, id: RegionId, bytes: usize) -> Result<(), OutOfMemory> {
        let region = &mut self.regions[id];
        if region.bytes == bytes {
            if !region.element.is_semaphore() {
                region.refill();
            }
            return Ok(());
        }
        // Another size: the old memory stays where it is, for copies still in flight, nameless.
        let Region { owner, slot, space, element, .. } = *region;
        let mut storage = AlignedBytes::uninitialised(bytes, element)?;
        let base = storage.as_mut_ptr();
        let old = std::mem::replace(
            &mut self.regions[id],
            Region { base, bytes, owner, slot, element, space, life: Life::Free, storage },
        );
        let kept = self.regions.len();
        for entry in &mut self.by_address {
            if entry.1 == id {
                entry.1 = kept;
            }
        }
        let position = self.by_address.partition_point(|entry| entry.0 < base as usize);
        self.by_address.insert(position, (base as usize, id));
        self.regions.push(old);
        Ok(())
    }

    /// Takes the memory behind an array out, at the end of a run.
    pub(crate) fn take(&mut self, owner: Owner, slot: Slot) -> Option<AlignedBytes> {
        let id = self.homes.remove(&(owner, slot))?;
        let empty = AlignedBytes::zeroed(0).ok()?;
        Some(std::mem::replace(&mut self.regions[id].storage, empty))
    }

    /// A buffer as reports name it, at a byte offset.
    pub(crate) fn name(&self, spec: &KernelSpec, id: RegionId, offset: i64) -> String {
        let region = &self.regions[id];
        let buffer = match region.slot {
            Slot::Arg(arg) => spec.arg_name(arg),
            Slot::Buffer(buffer) => {
                let arg =
                    spec.args.iter().position(|arg| arg.array().map(|it| spec.buffer_of(it)) == Some(buffer));
                arg.map_or_else(|| format!("array {buffer}"), |arg| spec.arg_name(arg))
            }
            Slot::Scoped(site, _) => {
                format!("the {} buffer allocated at {}", region.space, spec.site(site).loc)
            }
            Slot::Subcores => "the barrier of the subcores".into(),
            Slot::Barrier => match spec.collective_id {
                Some(id) => format!("the barrier semaphore of collective {id}"),
                None => "the barrier semaphore".into(),
            },
        };
        if region.element.is_semaphore() && region.bytes > 8 {
            format!("{buffer} slot {}", offset / 8)
        } else {
            buffer
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: CoreId = CoreId { device: 0, core: 0 };
    const THERE: CoreId = CoreId { device: 1, core: 0 };

    fn vmem(memory: &mut Memory, core: CoreId, slot: Slot, bytes: usize) -> usize {
        let id = memory.create(core.into(), slot, Space::Vmem, ElementType::F32, bytes).unwrap();
        memory.region(id).address()
    }

    #[test]
    fn addresses_are_found_within_their_buffer_only() {
        let mut memory = Memory::default();
        let base = vmem(&mut memory, HERE, Slot::Arg(3), 64);
        assert_eq!(memory.find(base + 63), Some((0, 63)));
        assert_eq!(memory.find(base + 64), None);
        assert_eq!(memory.find(base - 1), None);
        assert_eq!(memory.nearest(base + 70), Some((0, 70)));
        assert_eq!(memory.nearest(base - 4), Some((0, -4)));
        assert_eq!(Memory::default().nearest(base), None);
    }

    #[test]
    fn counterparts_have_the_same_offset() {
        let mut memory = Memory::default();
        let here = vmem(&mut memory, HERE, Slot::Arg(0), 64);
        let there = vmem(&mut memory, THERE, Slot::Arg(0), 64);
        assert_eq!(memory.translate(here + 12, THERE).unwrap(), there + 12);
        assert_eq!(memory.translate(here + 12, HERE).unwrap(), here + 12);
    }

    #[test]
    fn a_scoped_buffer_addressed_ahead_is_adopted_with_its_content() {
        let mut memory = Memory::default();
        let mine = memory.allocate(HERE, 7, Space::Vmem, ElementType::I32, 64).unwrap();
        let ahead = memory.translate(memory.region(mine).address() + 8, THERE).unwrap();
        let theirs = memory.allocate(THERE, 7, Space::Vmem, ElementType::I32, 64).unwrap();
        assert_eq!(memory.region(theirs).address() + 8, ahead);
        assert_eq!(memory.region(theirs).life, Life::Live);
    }

    #[test]
    fn freed_buffers_come_back_fresh_at_the_same_address() {
        let mut memory = Memory::default();
        let first = memory.allocate(HERE, 1, Space::Vmem, ElementType::I8, 64).unwrap();
        let second = memory.allocate(HERE, 1, Space::Vmem, ElementType::I8, 64).unwrap();
        assert_ne!(first, second);
        memory.region_mut(first).storage.as_mut_slice()[0] = 1;
        memory.region_mut(first).life = Life::Free;
        let again = memory.allocate(HERE, 1, Space::Vmem, ElementType::I8, 64).unwrap();
        assert_eq!(again, first);
        assert_eq!(memory.region(again).storage.as_slice()[0], 0x7f);
        memory.region_mut(first).life = Life::Free;
        let old = memory.region(first).address();
        let longer = memory.allocate(HERE, 1, Space::Vmem, ElementType::I8, 128).unwrap();
        assert_eq!((longer, memory.region(longer).bytes), (first, 128));
        assert!(memory.find(old).is_some_and(|(id, _)| id != first));
    }
}
