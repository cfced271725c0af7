//! The `tessera` command: arguments in, faults and files out, one exit status.

mod args;
mod commands;
mod inspect;

#[cfg(test)]
mod tests;

pub use args::{Arguments, OutputsArg};

use crate::engine::Engine;
use crate::fault::bug::{self, InternalError};
use crate::render::{self, Out, Tally};
use crate::shield;
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use tessera_core::diag::{Diagnostic, Level};
use tessera_core::loc::Loc;

/// How a command ended. The order is the order of importance when several things happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing to complain about.
    #[default]
    Fine,
    /// The kernel may be fine, but Tessera cannot do this.
    Unsupported,
    /// The kernel is wrong, or values differ.
    Wrong,
    /// The command was used wrongly, or a file cannot be read or written.
    Usage,
    /// Tessera is at fault.
    Bug,
}

impl Status {
    /// The process's exit status.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Wrong => 1,
            Self::Usage => 2,
            Self::Unsupported => 3,
            Self::Bug => 70,
        }
    }
}

impl From<Tally> for Status {
    fn from(tally: Tally) -> Self {
        match tally {
            Tally { bugs: 1.., .. } => Self::Bug,
            Tally { errors: 1.., .. } => Self::Wrong,
            Tally { unsupported: 1.., .. } => Self::Unsupported,
            _ => Self::Fine,
        }
    }
}

/// Runs the command with the process's arguments. A panic anywhere becomes a T9900 report.
#[must_use]
pub fn main(engine: &dyn Engine) -> ExitCode {
    bug::record_panics(|error| {
        report_bug(error);
        std::process::exit(i32::from(Status::Bug.code()));
    });
    shield::install();
    let (mut out, mut err) = (Out::stdout(), Out::stderr());
    let work = AssertUnwindSafe(|| run(engine, std::env::args_os(), &mut out, &mut err));
    let status = panic::catch_unwind(work).unwrap_or_else(|_payload| {
        let unknown =
            InternalError { message: "a panic without a record".into(), place: "an unknown place".into() };
        report_bug(bug::take_panic().unwrap_or(unknown));
        Status::Bug
    });
    ExitCode::from(status.code())
}

/// Runs the command with these arguments and writers.
pub fn run(
    engine: &dyn Engine,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut Out,
    err: &mut Out,
) -> Status {
    let version = format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), engine.llvm_version());
    let parsed = Arguments::command()
        .version(version)
        .try_get_matches_from(args)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let mut status = match parsed {
        Ok(arguments) => commands::dispatch(engine, arguments, out, err),
        Err(error) => {
            let text = error.render().ansi().to_string();
            let (to, status) =
                if error.use_stderr() { (&mut *err, Status::Usage) } else { (&mut *out, Status::Fine) };
            to.bytes(text.as_bytes());
            status
        }
    };
    if let Some(failure) = out.take_failure() {
        err.line(format!("tessera: cannot write to standard output: {failure}"));
        status = status.max(Status::Usage);
    }
    status
}

fn report_bug(error: InternalError) {
    debug_assert_eq!(bug::INTERNAL_ERROR.level, Level::Bug);
    let item = Diagnostic::new(error, Loc::default(), "");
    Out::stderr().line(render::fault_text(&item, &mut render::Sources::new()));
}
