//! One core: the state that generated code reaches through its first argument.

use crate::array::AlignedBytes;
use crate::copy::Dims;
use crate::event::{CoreId, Event};
use crate::fault::{Refusal, RuntimeBug};
use crate::grid::Schedule;
use crate::groups::Position;
use crate::window::{Held, Window};
use crate::world::World;
use corosensei::Yielder;

/// Barriers of the subcores of one SparseCore.
pub(crate) const BARRIERS: usize = 16;

/// Why a core gave control back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// It waits; see [`Core::wait`].
    Blocked,
    /// It reads a semaphore again and again and sees no change.
    Polling,
    /// It failed and must not be resumed.
    Failed,
}

/// What a core waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) semaphore: usize,
    pub(crate) needed: i64,
    pub(crate) site: u32,
    pub(crate) is_dma: bool,
    pub(crate) is_poll: bool,
}

/// Where a kernel argument lies now.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) address: *mut u8,
    /// In elements, one per dimension.
    pub(crate) strides: Dims,
    /// Index into [`Core::windows`].
    pub(crate) window: Option<usize>,
}

/// Reads of one semaphore without any change in between.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Polls {
    pub(crate) semaphore: usize,
    pub(crate) progress: u64,
    pub(crate) count: u32,
}

/// One core of one device, while a kernel runs on it. Opaque to generated code.
pub struct Core {
    pub(crate) id: CoreId,
    /// Where the core is among those of its device.
    pub(crate) position: Position,
    pub(crate) world: *mut World,
    /// Null until the core's coroutine has started.
    pub(crate) yielder: *const Yielder<(), Pause>,
    pub(crate) schedule: Schedule,
    pub(crate) args: Vec<Argument>,
    pub(crate) windows: Vec<Window>,
    pub(crate) arena: AlignedBytes,
    pub(crate) wait: Option<Wait>,
    pub(crate) polls: Polls,
    /// Barriers that this core has passed, per number.
    pub(crate) barriers: [u64; BARRIERS],
    /// State of the random generator.
    pub(crate) random: u64,
    /// Values of the line being printed.
    pub(crate) printing: Vec<String>,
    pub(crate) is_finished: bool,
}

impl Core {
    /// Moves to a step of the core's own schedule.
    pub(crate) fn begin(&mut self, world: &mut World, step: i64) -> Result<(), Refusal> {
        if !self.schedule.seek(step) {
            return Err(RuntimeBug { what: format!("there is no step {step}") }.into());
        }
        world.stats.steps += 1;
        world.progress += 1;
        if let Some(observer) = &mut world.observer {
            observer.event(&Event::Step { core: self.id, step, point: self.schedule.point() });
        }
        Ok(())
    }

    /// Writes back and fetches every window whose index changed.
    pub(crate) fn exchange(&mut self, world: &mut World) -> Result<(), (usize, Refusal)> {
        for window in &mut self.windows {
            if window.is_changed && window.is_output {
                write_back(self.id, window, world);
            }
        }
        for window in &mut self.windows {
            if !window.is_changed {
                continue;
            }
            let arg = window.arg;
            let before = window.held;
            let address = window.load().map_err(|mut fault| {
                fault.window = world.spec.arg_name(arg);
                fault.point = self.schedule.point().to_vec();
                (arg, fault.into())
            })?;
            let argument = &mut self.args[arg];
            argument.address = address;
            if window.held != before {
                argument.strides = window.strides();
            }
            let is_copy = window.held == Held::Private;
            world.stats.window_copies += u64::from(is_copy && !window.is_output);
            let core = self.id;
            world.observe(|| Event::WindowIn { core, arg, address: address as usize, is_copy });
        }
        Ok(())
    }

    /// The program has ended: writes all outputs back.
    pub(crate) fn finish(&mut self, world: &mut World) {
        for window in &mut self.windows {
            write_back(self.id, window, world);
        }
        self.is_finished = true;
        self.wait = None;
        world.progress += 1;
        let core = self.id;
        world.observe(|| Event::Finished { core });
    }
}

fn write_back(core: CoreId, window: &mut Window, world: &mut World) {
    if window.flush() {
        world.stats.window_copies += 1;
        let (arg, address) = (window.arg, window.buffer_address());
        world.observe(|| Event::WindowOut { core, arg, address });
    }
}
