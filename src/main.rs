//! The `tessera` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    tessera::cli::main(&tessera::session::Session)
}
