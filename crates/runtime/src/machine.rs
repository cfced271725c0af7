//! The machine as the host drives it: options, one kernel, runs.

use crate::array::Array;
use crate::core::Core;
use crate::event::Observer;
use crate::fault::{BadMachineOptions, located};
use crate::groups;
use crate::scheduler;
use crate::setup;
use crate::spec::KernelSpec;
use crate::validate;
use std::rc::Rc;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::Loc;

/// A compiled kernel: the program that every core runs.
pub type Entry = unsafe extern "C" fn(core: *mut Core);

/// When copies move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DmaMode {
    /// As late as legal, newest first: shows missing waits.
    #[default]
    Late,
    /// At once, when started.
    Eager,
    /// At moments and in an order drawn from the seed.
    Random,
}

/// How kernels see blocks of arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowMode {
    /// In place where nobody can tell the difference.
    #[default]
    Direct,
    /// Always as a private copy; sanitizers need it.
    Copied,
}

/// Which of several cores that can run goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// Round robin by device and core.
    #[default]
    InOrder,
    /// Drawn from the seed.
    Random,
}

/// The machine to build. The same options and inputs give the same run, to the last bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOptions {
    /// How many devices, from 1.
    pub devices: u32,
    /// Cores per device, from 1.
    pub cores: u32,
    /// Seeds everything random.
    pub seed: u64,
    /// When copies move.
    pub dma: DmaMode,
    /// How kernels see blocks of arrays.
    pub windows: WindowMode,
    /// Which core goes first.
    pub turns: Turns,
    /// Bytes of stack per core; only touched pages cost memory.
    pub stack_bytes: usize,
}

impl Default for MachineOptions {
    fn default() -> Self {
        Self {
            devices: 1,
            cores: 1,
            seed: 0,
            dma: DmaMode::Late,
            windows: WindowMode::Direct,
            turns: Turns::InOrder,
            stack_bytes: 1 << 20,
        }
    }
}

/// What a run did, counted over all cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Grid steps.
    pub steps: u64,
    /// Blocks that moved between an array and a private copy.
    pub window_copies: u64,
    /// DMAs started.
    pub copies: u64,
    /// Bytes of these DMAs.
    pub copied_bytes: u64,
    /// Times control went to a core.
    pub turns: u64,
}

/// A run that went well.
#[derive(Debug)]
pub struct Outcome {
    /// Per device, the kernel's outputs in order.
    pub outputs: Vec<Vec<Array>>,
    /// Lines that the kernel printed, in the order in which it did.
    pub printed: Vec<String>,
    /// Warnings.
    pub warnings: Sink,
    /// What it did.
    pub stats: Stats,
}

/// An emulated TPU with one kernel loaded.
pub struct Machine {
    options: MachineOptions,
    spec: Rc<KernelSpec>,
    observer: Option<Box<dyn Observer>>,
}

/// More emulated cores than this are a mistake.
const MOST_CORES: u64 = 4096;

impl Machine {
    /// A machine for `spec`.
    ///
    /// # Errors
    /// Everything that is wrong with the options (T0803) and the kernel (T0802, T0815).
    pub fn new(options: MachineOptions, spec: &KernelSpec) -> Result<Self, Sink> {
        let mut sink = Sink::new();
        let cores: u64 = groups::of(spec, options.cores).iter().map(|group| u64::from(group.cores())).sum();
        let total = u64::from(options.devices) * cores;
        if total == 0 || total > MOST_CORES {
            let what = format!("{} devices of {} cores", options.devices, options.cores);
            sink.push(Diagnostic::new(BadMachineOptions { what }, Loc::default(), ""));
        }
        if options.stack_bytes > isize::MAX as usize / 2 {
            let what = format!("stacks of {} bytes", options.stack_bytes);
            sink.push(Diagnostic::new(BadMachineOptions { what }, Loc::default(), ""));
        }
        sink.append(validate::kernel(spec));
        if sink.is_empty() {
            Ok(Self { options, spec: Rc::new(spec.clone()), observer: None })
        } else {
            Err(sink)
        }
    }

    /// Lets `observer` hear of everything that later runs do.
    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        self.observer = Some(observer);
    }

    /// Runs the kernel once on every device. `inputs` holds one list of arrays per device; an
    /// aliased output takes its input's storage, others start with the uninitialised pattern.
    ///
    /// # Errors
    /// Inputs that do not fit (T0801), too little memory (T0805), or what stopped the kernel; warnings
    /// found until then follow.
    ///
    /// # Safety
    /// `entry` is code compiled for this machine's [`KernelSpec`]: it stays inside the memory that
    /// the [`crate::abi`] functions give it, never unwinds, and needs no more stack than the options
    /// give.
    pub unsafe fn run(&mut self, entry: Entry, inputs: Vec<Vec<Array>>) -> Result<Outcome, Sink> {
        // SAFETY: the caller's contract.
        unsafe { self.run_programs(&[entry], inputs) }
    }

    /// Like [`Machine::run`], with a program for each of [`KernelSpec::groups`]; the last one serves
    /// groups without one of their own.
    ///
    /// # Errors
    /// As [`Machine::run`].
    ///
    /// # Safety
    /// As [`Machine::run`], for every entry.
    pub unsafe fn run_programs(
        &mut self,
        entries: &[Entry],
        inputs: Vec<Vec<Array>>,
    ) -> Result<Outcome, Sink> {
        let mismatches = validate::inputs(&self.spec, self.options.devices as usize, &inputs);
        if !mismatches.is_empty() {
            return Err(mismatches);
        }
        let one = |refusal| {
            let mut sink = Sink::new();
            sink.push(located(refusal, Loc::default(), ""));
            sink
        };
        let mut world = setup::world(&self.options, &self.spec, inputs).map_err(one)?;
        let cores = setup::cores(&mut world).map_err(one)?;
        world.observer = self.observer.take();
        // SAFETY: the cores were set up for this world; the caller vouches for the entry.
        let (mut world, end) = unsafe { scheduler::run(world, cores, entries) };
        let mut sink = std::mem::take(&mut world.sink);
        let failure = world.failure.take();
        self.observer = world.observer.take();
        end.map_err(one)?;
        if let Some(failure) = failure {
            let mut failed = Sink::new();
            failed.push(failure);
            failed.append(std::mem::take(&mut world.deadlocks));
            failed.append(sink);
            return Err(failed);
        }
        if let Some(observer) = &mut self.observer {
            observer.finish(&mut sink);
        }
        let outputs = setup::outputs(&mut world).map_err(one)?;
        let printed = std::mem::take(&mut world.printed);
        Ok(Outcome { outputs, printed, warnings: sink, stats: world.stats })
    }
}
