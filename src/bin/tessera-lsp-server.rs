//! `tessera-lsp-server`: the `mlir-lsp-server` of Tessera. Editors start it and speak the Language Server Protocol with it
//! on standard input and output; see docs/editor.md.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The faults of `tessera check` among the diagnostics.
    tessera_tpu::on_verify(tessera_passes::verify::emit::emit_for);
    let status = tessera_tpu::lsp_main(std::env::args_os());
    ExitCode::from(u8::try_from(status).unwrap_or(70))
}
