//! `tessera-opt`: the `mlir-opt` of Tessera. Every option of `mlir-opt`, all upstream dialects and
//! passes, the `tpu` dialect and our passes by name.

use std::process::ExitCode;

fn main() -> ExitCode {
    tessera_passes::register();
    let status = tessera_tpu::opt_main(std::env::args_os());
    ExitCode::from(u8::try_from(status).unwrap_or(70))
}
