//! From the LLVM dialect to machine code of this host, through LLVM IR and inkwell.

use crate::engine::Emit;
use crate::fault::mlir::PassFailed;
use crate::session::{Diagnostics, Opened};
use inkwell::OptimizationLevel;
use inkwell::attributes::AttributeLoc;
use inkwell::context::Context as LlvmContext;
use inkwell::execution_engine::ExecutionEngine;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine};
use std::sync::OnceLock;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::Loc;
use tessera_runtime::Entry;

/// The symbol of a compiled kernel.
pub const ENTRY: &str = "tessera_kernel";

/// The symbol of program `number` of a compiled kernel.
fn entry_name(number: usize) -> String {
    if number == 0 { ENTRY.to_owned() } else { format!("{ENTRY}_{number}") }
}

/// This host's processor, as LLVM names it.
struct Host {
    cpu: String,
    features: String,
    vector_bits: u32,
}

fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| {
        let cpu = TargetMachine::get_host_cpu_name().to_string();
        let features = TargetMachine::get_host_cpu_features().to_string();
        let has = |name: &str| features.split(',').any(|feature| feature == name);
        let vector_bits = match () {
            () if has("+avx512f") => 512,
            () if has("+avx2") => 256,
            () => 128,
        };
        Host { cpu, features, vector_bits }
    })
}

/// Bits of this host's widest vector register that is worth using.
#[must_use]
pub fn host_vector_bits() -> u32 {
    host().vector_bits
}

/// The LLVM this program is linked with.
#[must_use]
pub fn llvm_version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}

/// A kernel in the memory of this process, ready to be called.
pub struct Compiled<'x> {
    entries: Vec<Entry>,
    // The code lives as long as its engine.
    _engine: ExecutionEngine<'x>,
}

impl Compiled<'_> {
    /// The entry of every program of the kernel; most kernels have one.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// Compiles a lowered kernel into memory.
pub fn compile<'x>(llvm: &'x LlvmContext, opened: &Opened<'_>, sink: &mut Sink) -> Option<Compiled<'x>> {
    match try_compile(llvm, opened) {
        Ok(compiled) => Some(compiled),
        Err(message) => {
            sink.push(Diagnostic::new(PassFailed { message }, Loc::default(), ""));
            None
        }
    }
}

fn try_compile<'x>(llvm: &'x LlvmContext, opened: &Opened<'_>) -> Result<Compiled<'x>, String> {
    let (module, machine) = optimised(llvm, opened)?;
    drop(machine);
    let engine = module
        .create_jit_execution_engine(OptimizationLevel::Aggressive)
        .map_err(|error| error.to_string())?;
    for symbol in tessera_runtime::abi::symbols() {
        if let Some(function) = module.get_function(symbol.name) {
            engine.add_global_mapping(&function, symbol.address.addr());
        }
    }
    let mut entries = Vec::new();
    while let Some(function) = module.get_function(&entry_name(entries.len())) {
        let name = function.get_name().to_string_lossy().into_owned();
        let address = engine.get_function_address(&name).map_err(|error| error.to_string())?;
        // SAFETY: the address is that of a program just compiled, whose one parameter is the core, and
        // which returns nothing; `Compiled` keeps the engine alive.
        entries.push(unsafe { std::mem::transmute::<usize, Entry>(address) });
    }
    Ok(Compiled { entries, _engine: engine })
}

/// LLVM IR, assembly or an object of a lowered kernel.
pub fn emit(opened: &Opened<'_>, emit: Emit, sink: &mut Sink) -> Option<Vec<u8>> {
    let llvm = LlvmContext::create();
    let made = optimised(&llvm, opened).and_then(|(module, machine)| match emit {
        Emit::Mlir => Ok(opened.text().into_bytes()),
        Emit::LlvmIr => Ok(module.print_to_string().to_string().into_bytes()),
        Emit::Asm | Emit::Obj => {
            let kind = if emit == Emit::Asm { FileType::Assembly } else { FileType::Object };
            let buffer = machine.write_to_memory_buffer(&module, kind).map_err(|error| error.to_string())?;
            Ok(buffer.as_slice().to_vec())
        }
    });
    match made {
        Ok(bytes) => Some(bytes),
        Err(message) => {
            sink.push(Diagnostic::new(PassFailed { message }, Loc::default(), ""));
            None
        }
    }
}

/// The LLVM module of a lowered kernel, optimised for this host.
fn optimised<'x>(
    llvm: &'x LlvmContext,
    opened: &Opened<'_>,
) -> Result<(LlvmModule<'x>, TargetMachine), String> {
    let module = translate(llvm, opened)?;
    Target::initialize_native(&InitializationConfig::default())?;
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).map_err(|error| error.to_string())?;
    let Host { cpu, features, vector_bits } = host();
    let machine = target
        .create_target_machine(
            &triple,
            cpu,
            features,
            OptimizationLevel::Aggressive,
            RelocMode::PIC,
            CodeModel::Default,
        )
        .ok_or_else(|| format!("LLVM has no code generator for {triple}"))?;
    module.set_triple(&triple);
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    // The engine compiles for a generic processor unless every function says otherwise.
    for function in module.get_functions() {
        for (key, value) in [
            ("target-cpu", cpu.as_str()),
            ("target-features", features.as_str()),
            ("prefer-vector-width", vector_bits.to_string().as_str()),
        ] {
            function.add_attribute(AttributeLoc::Function, llvm.create_string_attribute(key, value));
        }
    }
    module
        .run_passes("default<O2>", &machine, PassBuilderOptions::create())
        .map_err(|error| error.to_string())?;
    Ok((module, machine))
}

fn translate<'x>(llvm: &'x LlvmContext, opened: &Opened<'_>) -> Result<LlvmModule<'x>, String> {
    let kernels = tessera_passes::signature::kernels_of(opened.root()).map_err(|error| error.to_string())?;
    let name = |kernel| tessera_passes::lower::symbol_name(kernel).unwrap_or_default().to_owned();
    let names: Vec<String> = kernels.into_iter().map(name).collect();
    let (raw, said) = Diagnostics::during(opened.context(), || {
        // SAFETY: the LLVM context is live, and there is one LLVM in this process.
        unsafe { tessera_tpu::ir::translate_to_llvm(opened.root(), llvm.raw().cast()) }
    });
    if raw.is_null() {
        let reason = said.first().map_or("no reason given", |item| item.message.as_str());
        return Err(format!("the module cannot be translated to LLVM IR: {reason}"));
    }
    // SAFETY: a fresh module in `llvm`, owned by nobody else.
    let module = unsafe { LlvmModule::new(raw.cast()) };
    for (number, name) in names.iter().enumerate() {
        let entry =
            module.get_function(name).ok_or_else(|| format!("the kernel @{name} was lost on the way"))?;
        entry.as_global_value().set_name(&entry_name(number));
    }
    Ok(module)
}
