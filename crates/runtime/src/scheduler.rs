//! One thread runs every core in turn, each on a stack of its own, until all have finished or none
//! can go on. Nothing depends on time.

use crate::core::{Core, Pause};
use crate::fault::{Deadlock, OutOfMemory, Peer, PeerState, Refusal, RuntimeBug};
use crate::machine::{Entry, Turns};
use crate::world::World;
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tessera_core::diag::Diagnostic;

/// Reads of an unchanged semaphore after which a polling core counts as stuck.
const POLLS_UNTIL_STUCK: u32 = 1 << 18;

/// A core and its suspended program. The core is owned through a raw pointer because generated code
/// holds the same pointer while the scheduler works.
struct Program {
    core: *mut Core,
    coroutine: Coroutine<(), Pause, ()>,
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: generated code has no destructors to run, and the functions it calls hold nothing
        // while suspended; the stack may vanish as it is.
        unsafe { self.coroutine.force_reset() };
        // SAFETY: made from a box in `launch`; the program that shared the pointer is gone.
        drop(unsafe { Box::from_raw(self.core) });
    }
}

/// What a core can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Ready,
    Polling,
    Stuck,
    Finished,
}

/// Runs `entry` on every core to the end. What stopped the run, if anything, is in the world's
/// `failure`.
///
/// # Errors
/// No room for a stack, or a bug while closing.
///
/// # Safety
/// The cores were built for this world, and `entry` keeps the contract of [`crate::Machine::run`].
pub(crate) unsafe fn run(
    world: World,
    cores: Vec<Core>,
    entries: &[Entry],
) -> (Box<World>, Result<(), Refusal>) {
    let world = Box::into_raw(Box::new(world));
    // SAFETY: the programs are dropped inside, before the box comes back to life; no other reference
    // to the world exists meanwhile.
    let end = catch_unwind(AssertUnwindSafe(|| unsafe { run_all(world, cores, entries) }));
    let end = end.unwrap_or_else(|panic| {
        let what = format!("the machine failed: {}", crate::abi::panic_text(&*panic));
        Err(RuntimeBug { what }.into())
    });
    // SAFETY: made by `into_raw` above.
    (unsafe { Box::from_raw(world) }, end)
}

/// # Safety
/// As [`run`]; `world` is valid and not referenced elsewhere.
unsafe fn run_all(world: *mut World, cores: Vec<Core>, entries: &[Entry]) -> Result<(), Refusal> {
    let mut programs = Vec::with_capacity(cores.len());
    for core in cores {
        let Some(entry) = entries.get(core.position.group).or(entries.last()).copied() else {
            return Err(RuntimeBug { what: "a kernel without a program".into() }.into());
        };
        // SAFETY: the caller's contract.
        programs.push(unsafe { launch(world, core, entry) }?);
    }
    let mut last = programs.len().saturating_sub(1);
    loop {
        let readiness: Vec<Readiness> = programs
            .iter()
            // SAFETY: no core runs now, so nothing else refers to cores or world.
            .map(|program| unsafe { readiness(&*program.core, &*world) })
            .collect();
        // SAFETY: as above.
        let Some(next) = choose(&readiness, last, unsafe { &mut *world }) else {
            break;
        };
        last = next;
        // SAFETY: as above; the reference ends before the core runs.
        unsafe { (*world).stats.turns += 1 };
        match programs[next].coroutine.resume(()) {
            // SAFETY: as above.
            CoroutineResult::Return(()) => unsafe { (*programs[next].core).finish(&mut *world) },
            CoroutineResult::Yield(Pause::Failed) => return Ok(()),
            CoroutineResult::Yield(Pause::Blocked | Pause::Polling) => {}
        }
    }
    // SAFETY: no core runs any more.
    let (world, cores) =
        unsafe { (&mut *world, programs.iter().map(|program| &*program.core).collect::<Vec<_>>()) };
    if cores.iter().all(|core| core.is_finished) {
        return world.close();
    }
    report_deadlock(world, &cores);
    Ok(())
}

/// # Safety
/// As [`run_all`].
unsafe fn launch(world: *mut World, mut core: Core, entry: Entry) -> Result<Program, Refusal> {
    // SAFETY: the caller's contract.
    let bytes = unsafe { (*world).options.stack_bytes };
    let stack = DefaultStack::new(bytes).map_err(|_| OutOfMemory { bytes })?;
    core.world = world;
    let core = Box::into_raw(Box::new(core));
    let coroutine = Coroutine::with_stack(stack, move |yielder: &corosensei::Yielder<(), Pause>, ()| {
        // SAFETY: the core lives until the coroutine is gone; the yielder lives on this stack.
        unsafe {
            (*core).yielder = yielder;
            entry(core);
        }
    });
    Ok(Program { core, coroutine })
}

fn readiness(core: &Core, world: &World) -> Readiness {
    if core.is_finished {
        return Readiness::Finished;
    }
    let Some(wait) = core.wait else {
        return Readiness::Ready;
    };
    if wait.is_poll {
        let is_news = core.polls.progress != world.progress;
        return match core.polls.count {
            _ if is_news => Readiness::Ready,
            POLLS_UNTIL_STUCK.. => Readiness::Stuck,
            _ => Readiness::Polling,
        };
    }
    let holds_enough = world.semaphore(wait.semaphore).is_ok_and(|it| it.count() >= wait.needed);
    if holds_enough || world.engine.could_count(wait.semaphore) { Readiness::Ready } else { Readiness::Stuck }
}

/// The core to run next: a ready one after `last` or by lot, else a polling one.
fn choose(readiness: &[Readiness], last: usize, world: &mut World) -> Option<usize> {
    for wanted in [Readiness::Ready, Readiness::Polling] {
        let count = readiness.len();
        let mut able =
            (1..=count).map(|ahead| (last + ahead) % count).filter(|core| readiness[*core] == wanted);
        let found = match world.options.turns {
            Turns::InOrder => able.next(),
            Turns::Random => {
                let able: Vec<usize> = able.collect();
                world.engine.random().choice(able)
            }
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// One fault for every core that waits; the first is the run's failure.
fn report_deadlock(world: &mut World, cores: &[&Core]) {
    for core in cores.iter().filter(|core| !core.is_finished) {
        let item = deadlock(world, core, cores);
        if world.failure.is_none() {
            world.failure = Some(item);
        } else {
            world.deadlocks.push(item);
        }
    }
}

fn deadlock(world: &World, core: &Core, cores: &[&Core]) -> Diagnostic {
    let wait = core.wait;
    let others = || cores.iter().filter(|other| other.id != core.id);
    let peers = others().map(|other| Peer {
        device: other.id.device,
        core: other.id.core,
        state: match other.wait {
            Some(wait) if !other.is_finished => PeerState::Waits {
                semaphore: world.name_of(wait.semaphore),
                available: available(world, wait.semaphore),
                needed: wait.needed,
            },
            _ => PeerState::Finished,
        },
    });
    let semaphore = wait.map_or(0, |wait| wait.semaphore);
    let fault = Deadlock {
        device: core.id.device,
        core: core.id.core,
        semaphore: world.name_of(semaphore),
        available: available(world, semaphore),
        needed: wait.map_or(0, |wait| wait.needed),
        step: core.schedule.step(),
        point: core.schedule.point().to_vec(),
        is_dma: wait.is_some_and(|wait| wait.is_dma),
        peers: peers.collect(),
    };
    let site = wait.map_or(u32::MAX, |wait| wait.site);
    let mut item = world.diagnose(fault.into(), site);
    for other in others().filter(|other| !other.is_finished) {
        if let Some(wait) = other.wait {
            let text = format!("device {} core {} waits here", other.id.device, other.id.core);
            item = item.label(world.spec.site(wait.site).loc, text);
        }
    }
    item
}

fn available(world: &World, semaphore: usize) -> i64 {
    world.semaphore(semaphore).map_or(0, |semaphore| semaphore.count())
}
