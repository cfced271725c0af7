//! What keeps a hostile file from taking the process down without a word.
//!
//! Bytecode is checked before MLIR sees it ([`crate::container`]), but MLIR's own readers, verifiers and printers still
//! have limits that no check of ours knows: deep recursion, work that grows with a power of the size, memory without
//! bound. While MLIR works on a file, processor time and memory are limited, and a signal that would end the process
//! ends in a fault on the stream of faults instead. It costs some microseconds a file, where a child process costs
//! milliseconds and a second reading.
//!
//! For the command-line programs: [`install`] changes the whole process. Without it, everything here does nothing.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};
use std::{mem, ptr};

/// Processor seconds for any file, and for every mebibyte of it.
const SECONDS: (u64, u64) = (60, 2);
/// Bytes of memory for any file, and for every byte of it.
const MEMORY: (u64, u64) = (4 << 30, 100);

const OUTSIDE: u8 = 0;
const READING: u8 = 1;

static INSTALLED: AtomicBool = AtomicBool::new(false);
static PHASE: AtomicU8 = AtomicU8::new(OUTSIDE);
static WORDS: AtomicPtr<LastWords> = AtomicPtr::new(ptr::null_mut());

/// What happened, in words that follow "MLIR" or "Tessera".
const SIGNALS: [(libc::c_int, &str); 6] = [
    (libc::SIGSEGV, "crashed (segmentation fault or stack overflow)"),
    (libc::SIGBUS, "crashed (bus error)"),
    (libc::SIGFPE, "crashed (division by zero)"),
    (libc::SIGILL, "crashed (illegal instruction)"),
    (libc::SIGABRT, "gave up (abort, or out of memory)"),
    (libc::SIGPROF, "did not come to an end"),
];

/// What to write when it happens: made beforehand, because a signal handler can make nothing.
struct LastWords {
    stream: libc::c_int,
    /// In the order of [`SIGNALS`]: while reading, and otherwise.
    texts: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Which stream the last words go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Catches the signals from now on.
pub fn install() {
    if INSTALLED.swap(true, Ordering::SeqCst) {
        return;
    }
    for (signal, _) in SIGNALS {
        // SAFETY: the handler calls nothing but what may be called there. The alternative stack is the one that Rust
        // gives every thread.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(signal, &raw const action, ptr::null_mut());
        }
    }
}

/// Says what to write if the process ends over the file at hand. `text` makes it, with a line end, of what happened
/// and of whether it was while reading.
pub fn announce(stream: Stream, text: impl Fn(&str, bool) -> String) {
    if !INSTALLED.load(Ordering::SeqCst) {
        return;
    }
    let texts = SIGNALS.iter().map(|(_, what)| (text(what, true).into_bytes(), text(what, false).into_bytes())).collect();
    let stream = if stream == Stream::Out { libc::STDOUT_FILENO } else { libc::STDERR_FILENO };
    let old = WORDS.swap(Box::into_raw(Box::new(LastWords { stream, texts })), Ordering::SeqCst);
    if !old.is_null() {
        // SAFETY: it came from a box, and no handler is at work while this thread goes on.
        drop(unsafe { Box::from_raw(old) });
    }
}

/// Does what MLIR has to do with a file of that size, within limits.
pub fn reading<T>(size: usize, work: impl FnOnce() -> T) -> T {
    let _limits = INSTALLED.load(Ordering::SeqCst).then(|| Limits::set(size));
    work()
}

struct Limits {
    phase: u8,
    memory: libc::rlimit,
}

impl Limits {
    fn set(size: usize) -> Self {
        let phase = PHASE.swap(READING, Ordering::SeqCst);
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let mut memory = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: plain system calls on values of our own.
        unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut memory) };
        if phase == OUTSIDE {
            set_timer(SECONDS.0 + SECONDS.1.saturating_mul(size >> 20));
            if let Some(used) = used_memory() {
                let limit = used.saturating_add(MEMORY.0).saturating_add(size.saturating_mul(MEMORY.1));
                set_memory(libc::rlimit { rlim_cur: limit.min(memory.rlim_cur), ..memory });
            }
        }
        Self { phase, memory }
    }
}

impl Drop for Limits {
    fn drop(&mut self) {
        if self.phase == OUTSIDE {
            set_timer(0);
            set_memory(self.memory);
        }
        PHASE.store(self.phase, Ordering::SeqCst);
    }
}

/// Sends the signal after that many seconds of processor time; 0 for never.
fn set_timer(seconds: u64) {
    let zero = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let value = libc::timeval { tv_sec: seconds.try_into().unwrap_or(0), ..zero };
    let timer = libc::itimerval { it_interval: zero, it_value: value };
    // SAFETY: a plain system call on a value of our own.
    unsafe { libc::setitimer(libc::ITIMER_PROF, &raw const timer, ptr::null_mut()) };
}

fn set_memory(limit: libc::rlimit) {
    // SAFETY: a plain system call on a value of our own.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) };
}

/// Address space in use, where the system tells.
fn used_memory() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    // SAFETY: a plain system call.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages.checked_mul(u64::try_from(page).ok()?)
}

extern "C" fn on_signal(signal: libc::c_int) {
    let reading = PHASE.load(Ordering::SeqCst) == READING;
    let status = if reading { 1 } else { 70 };
    // SAFETY: the words live until others take their place, which this thread does not do while it is here; `write` and
    // `_exit` may be called from a handler.
    unsafe {
        if let Some(words) = WORDS.load(Ordering::SeqCst).as_ref()
            && let Some(at) = SIGNALS.iter().position(|(known, _)| *known == signal)
            && let Some((inside, outside)) = words.texts.get(at)
        {
            let mut text = if reading { inside.as_slice() } else { outside.as_slice() };
            while !text.is_empty() {
                let written = libc::write(words.stream, text.as_ptr().cast(), text.len());
                let Ok(written @ 1..) = usize::try_from(written) else { break };
                text = text.get(written..).unwrap_or_default();
            }
        }
        libc::_exit(status)
    }
}
