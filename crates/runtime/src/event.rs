//! What the machine does, told to an observer. Sanitizers hook in here.

use tessera_core::diag::Sink;

/// One core of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoreId {
    /// Logical device number.
    pub device: u32,
    /// Core number within the device.
    pub core: u32,
}

/// One thing that happened. Addresses are those that generated code sees; sites index
/// [`crate::KernelSpec::sites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A grid step begins.
    Step {
        /// Who.
        core: CoreId,
        /// The core's own count, from 0.
        step: i64,
        /// The grid point.
        point: &'a [i64],
    },
    /// The block of a window was made available to the kernel.
    WindowIn {
        /// Who.
        core: CoreId,
        /// The argument.
        arg: usize,
        /// Where the kernel sees it.
        address: usize,
        /// Whether the kernel sees a copy rather than the array itself.
        is_copy: bool,
    },
    /// A private block was written back.
    WindowOut {
        /// Who.
        core: CoreId,
        /// The argument.
        arg: usize,
        /// Where the kernel saw it.
        address: usize,
    },
    /// A copy was started.
    CopyStarted {
        /// Who.
        core: CoreId,
        /// Where in the kernel.
        site: u32,
        /// Names the copy from here on.
        copy: u64,
        /// First element read.
        source: usize,
        /// First element written, at the destination.
        target: usize,
        /// How much.
        bytes: i64,
        /// Whether it has a send semaphore and may leave the core.
        is_remote: bool,
    },
    /// A copy has read its source.
    CopyRead {
        /// Which.
        copy: u64,
    },
    /// A copy has written its target.
    CopyWritten {
        /// Which.
        copy: u64,
    },
    /// A semaphore was counted up by a signal.
    Signalled {
        /// Who.
        core: CoreId,
        /// Where in the kernel.
        site: u32,
        /// The semaphore, at the destination.
        semaphore: usize,
        /// How much.
        amount: i64,
    },
    /// A wait has succeeded.
    Waited {
        /// Who.
        core: CoreId,
        /// Where in the kernel.
        site: u32,
        /// The semaphore.
        semaphore: usize,
        /// How much was taken off.
        amount: i64,
    },
    /// A scoped buffer came to life.
    Allocated {
        /// Who.
        core: CoreId,
        /// Where in the kernel.
        site: u32,
        /// Its address.
        address: usize,
        /// Its size.
        bytes: usize,
    },
    /// A scoped buffer died.
    Freed {
        /// Who.
        core: CoreId,
        /// Its address.
        address: usize,
    },
    /// A core's program has ended and its outputs are written back.
    Finished {
        /// Who.
        core: CoreId,
    },
}

/// Listens to a run. Must not panic; a panic is reported as a bug of the machine.
pub trait Observer {
    /// Called as things happen, in the order they happen.
    fn event(&mut self, event: &Event<'_>);

    /// Called once after a run that did not fail, to report what was found.
    fn finish(&mut self, _sink: &mut Sink) {}
}
