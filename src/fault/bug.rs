//! T9900: Tessera itself is at fault. Records panics so that they end in a report, never in a bare trace.

use std::panic::{self, PanicHookInfo};
use std::sync::{Mutex, PoisonError};
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// A panic of ours.
#[derive(Clone, Debug, Error)]
#[error("Tessera failed at {place}: {message}")]
pub struct InternalError {
    /// The panic's message.
    pub message: String,
    /// File and line in Tessera's own source.
    pub place: String,
}

/// T9900.
pub static INTERNAL_ERROR: Code = Code::new(
    9900,
    "internal_error",
    Level::Bug,
    "\
## What it checks
Nothing in the kernel: something inside Tessera went wrong that should be impossible.

## Why
Tessera must answer any input with a report. This one says that it could not, and where.

## Wrong
    any input that leads here

## Right
    please report the command line, the kernel file and the whole message; the place named in it is in Tessera's source

## Source
Tessera's panic hook (`src/fault/bug.rs`).
",
);
fault!(InternalError, INTERNAL_ERROR, |_fault| {
    Some(
    "this is a bug in Tessera, not in your kernel: please report the command line, the kernel file and this message".into()
)
});

static LAST: Mutex<Option<InternalError>> = Mutex::new(None);

/// Records panics from now on instead of printing them. `last_words` is called when a panic cannot unwind, just
/// before the process would abort; it should report and exit.
pub fn record_panics(last_words: fn(InternalError)) {
    panic::set_hook(Box::new(move |info| {
        let error = describe(info);
        let fatal =
            error.message.contains("cannot unwind") || error.message.contains("destructor during cleanup");
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if fatal {
            let first = last.take().unwrap_or(error);
            drop(last);
            last_words(first);
        } else {
            *last = Some(error);
        }
    }));
}

/// The most recent panic that was recorded and not yet taken: for code that caught it.
#[must_use]
pub fn take_panic() -> Option<InternalError> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn describe(info: &PanicHookInfo<'_>) -> InternalError {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".into());
    let place = info
        .location()
        .map_or_else(|| "an unknown place".into(), |at| format!("{}:{}", at.file(), at.line()));
    InternalError { message, place }
}
