//! The engine behind the command line: from the bytes of a file to reports, values and objects.
//!
//! One kernel is opened in a context of its own, single-threaded, so that the order of everything
//! is reproducible. Whatever MLIR says on the way is caught and enters the same sink as our rules.

mod open;

pub use open::{Diagnostics, Opened, context, loc_of};

use crate::codegen;
use crate::container::{self, KernelCall, KernelFile};
use crate::engine::{
    CheckOptions, CompileOptions, CompileReport, Emit, Engine, ExtraCheck, ExtractReport, GraphReport,
    InfoReport, Input, ModuleForm, Report, RunOptions, RunReport, UsageError,
};
use crate::extract::{self, Extracted};
use crate::info;
use crate::launch;
use crate::pipeline;
use tessera_core::diag::{Level, Sink};
use tessera_passes::verify::sync::{Call, Settings};

/// The compiler and emulator of this build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Session;

/// Generations that `--target` knows.
const TARGETS: &[&str] = &["v4", "v5e", "v5p", "v6e", "v7x"];

impl Engine for Session {
    fn llvm_version(&self) -> String {
        codegen::llvm_version()
    }

    fn pipeline(&self, preset: &str) -> Option<String> {
        pipeline::preset(preset)
    }

    fn presets(&self) -> &'static [&'static str] {
        pipeline::PRESETS
    }

    fn check(&self, input: &Input, options: &CheckOptions) -> Result<Report, UsageError> {
        check_options(options)?;
        let mut report = Report::default();
        let file = read(input, &mut report);
        for call in chosen(&file, options.kernel.as_deref())? {
            let context = context();
            let mut sink = Sink::new();
            if let Some(opened) = Opened::new(&context, input, call, &mut sink) {
                opened.check(&mut sink, sync_settings(options, call));
            }
            report.faults.append(sink);
        }
        Ok(report)
    }

    fn run(&self, input: &Input, options: &RunOptions) -> Result<RunReport, UsageError> {
        if let Some(check) = &options.check {
            check_options(check)?;
        }
        let mut done = RunReport::default();
        let RunReport { report, outputs, printed, timings } = &mut done;
        let file = read(input, report);
        let Some(call) = one(&file, options.kernel.as_deref())? else { return Ok(done) };
        let context = timings.phase("start", context);
        let opened = timings.phase("read", || Opened::new(&context, input, call, &mut report.faults));
        let Some(opened) = opened else { return Ok(done) };
        if !timings
            .phase("check", || opened.is_sound(&mut report.faults, rules(options.check.as_ref(), call)))
        {
            return Ok(done);
        }
        let passed_over = passed_over(&opened, options.check.as_ref(), call);
        match launch::Plan::new(&opened, call, options, &mut report.assumed) {
            Ok(plan) => {
                if let Some((tensors, lines)) =
                    launch::run(opened, plan, options, &mut report.faults, timings)
                {
                    (*outputs, *printed) = (Some(tensors), lines);
                }
            }
            Err(launch::PlanError::Usage(error)) => return Err(error),
            Err(launch::PlanError::Fault(fault)) => report.faults.push(*fault),
        }
        blame_kernel(&mut report.faults, passed_over);
        Ok(done)
    }

    fn compile(&self, input: &Input, options: &CompileOptions) -> Result<CompileReport, UsageError> {
        if let Some(check) = &options.check {
            check_options(check)?;
        }
        let mut report = Report::default();
        let file = read(input, &mut report);
        let Some(call) = one(&file, options.kernel.as_deref())? else {
            return Ok(CompileReport { report, artifact: None });
        };
        let context = context();
        let Some(mut opened) = Opened::new(&context, input, call, &mut report.faults) else {
            return Ok(CompileReport { report, artifact: None });
        };
        if !opened.is_sound(&mut report.faults, rules(options.check.as_ref(), call)) {
            return Ok(CompileReport { report, artifact: None });
        }
        let passed_over = passed_over(&opened, options.check.as_ref(), call);
        if !pipeline::lower(&mut opened, &mut report.faults) {
            blame_kernel(&mut report.faults, passed_over);
            return Ok(CompileReport { report, artifact: None });
        }
        let artifact = match options.emit {
            Emit::Mlir => Some(opened.text().into_bytes()),
            emit => codegen::emit(&opened, emit, &mut report.faults),
        };
        Ok(CompileReport { report, artifact })
    }

    fn graph(&self, input: &Input, kernel: Option<&str>) -> Result<GraphReport, UsageError> {
        let mut report = Report::default();
        let file = read(input, &mut report);
        let mut dot = None;
        if let Some(call) = one(&file, kernel)? {
            let context = context();
            if let Some(opened) = Opened::new(&context, input, call, &mut report.faults) {
                dot = Some(opened.graph());
            }
        }
        Ok(GraphReport { report, dot })
    }

    fn extract(
        &self,
        input: &Input,
        kernel: Option<&str>,
        form: ModuleForm,
    ) -> Result<ExtractReport, UsageError> {
        let mut done = ExtractReport::default();
        let file = read(input, &mut done.report);
        done.report.assumed.clear();
        for call in chosen(&file, kernel)? {
            let context = context();
            let sink = &mut done.report.faults;
            let Some(opened) = Opened::new(&context, input, call, sink) else { continue };
            let module = match form {
                ModuleForm::Text => opened.text().into_bytes(),
                ModuleForm::Bytecode => tessera_tpu::write_bytecode(opened.root()),
                ModuleForm::Stable if opened.serde_version().is_some() => {
                    extract::raw(&call.body, &input.bytes).to_vec()
                }
                ModuleForm::Stable => match opened.serialized(sink) {
                    Some(bytes) => bytes,
                    None => continue,
                },
            };
            done.kernels.push(Extracted::new(call, opened.serde_version(), module));
        }
        Ok(done)
    }

    fn info(&self, input: &Input, kernel: Option<&str>) -> Result<InfoReport, UsageError> {
        let mut done = InfoReport::default();
        let file = read(input, &mut done.report);
        done.report.assumed.clear();
        for call in chosen(&file, kernel)? {
            let context = context();
            let sink = &mut done.report.faults;
            let Some(opened) = Opened::new(&context, input, call, sink) else { continue };
            match info::of(&opened, call) {
                Ok(found) => done.kernels.extend(found),
                Err(error) => sink.push(opened.bad_signature(&error)),
            }
        }
        Ok(done)
    }
}

/// What the check would have said of a kernel that is to run regardless.
fn passed_over(opened: &Opened<'_>, check: Option<&CheckOptions>, call: &KernelCall) -> Sink {
    let mut faults = Sink::new();
    if check.is_none() {
        opened.is_sound(&mut faults, rules(Some(&CheckOptions::default()), call));
    }
    faults
}

/// A kernel whose known faults were passed over may be too broken to be lowered: then they are the reason, not
/// a bug of ours.
fn blame_kernel(faults: &mut Sink, passed_over: Sink) {
    if faults.worst() == Some(Level::Bug) && passed_over.has_errors() {
        *faults = passed_over;
    }
}

fn check_options(options: &CheckOptions) -> Result<(), UsageError> {
    match &options.target {
        Some(target) if !TARGETS.contains(&target.as_str()) => Err(UsageError::new(format!(
            "there is no target `{target}`: choose one of {}",
            TARGETS.join(", ")
        ))),
        Some(target) => Err(UsageError::new(format!(
            "the rules of target `{target}` are not there yet; without --target the rules of the dialect are checked"
        ))),
        None => Ok(()),
    }
}

/// What the rules are asked with, unless none are.
fn rules(check: Option<&CheckOptions>, call: &KernelCall) -> Option<Option<Settings>> {
    check.map(|options| sync_settings(options, call))
}

/// How to analyse synchronisation, if that was asked for.
fn sync_settings(options: &CheckOptions, call: &KernelCall) -> Option<Settings> {
    options.extra.contains(&ExtraCheck::Sync).then(|| Settings {
        call: call.signature.as_ref().map(|signature| Call {
            outputs: signature.results.len(),
            aliased: call.aliases.iter().map(|(_, output)| *output).collect(),
        }),
        explain_unknown: options.explain_unknown,
    })
}

fn read(input: &Input, report: &mut Report) -> KernelFile {
    let file = container::read(&input.name, &input.bytes, &mut report.faults);
    report.assumed.extend(file.assumed.iter().map(ToString::to_string));
    file
}

/// The kernels that `--kernel` leaves.
fn chosen<'f>(file: &'f KernelFile, kernel: Option<&str>) -> Result<Vec<&'f KernelCall>, UsageError> {
    let Some(name) = kernel else { return Ok(file.kernels.iter().collect()) };
    let found: Vec<_> = file.kernels.iter().filter(|call| call.name.as_deref() == Some(name)).collect();
    if found.is_empty() && !file.kernels.is_empty() {
        return Err(UsageError::new(format!("no kernel is called `{name}`; there {}", names(file))));
    }
    Ok(found)
}

/// The one kernel to work on; `None` when the file has none that could be read.
fn one<'f>(file: &'f KernelFile, kernel: Option<&str>) -> Result<Option<&'f KernelCall>, UsageError> {
    match chosen(file, kernel)?.as_slice() {
        [] => Ok(None),
        [call] => Ok(Some(call)),
        _ => Err(UsageError::new(format!(
            "the file holds several kernels, choose one with --kernel; there {}",
            names(file)
        ))),
    }
}

fn names(file: &KernelFile) -> String {
    let names: Vec<&str> =
        file.kernels.iter().map(|call| call.name.as_deref().unwrap_or("(no name)")).collect();
    match names.as_slice() {
        [one] => format!("is {one}"),
        several => format!("are {}", several.join(", ")),
    }
}
