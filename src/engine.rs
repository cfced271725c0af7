//! What the command line asks of the compiler: the seam between argument handling and the work itself.
//!
//! The command line reads and writes files, renders faults and picks the exit status; an [`Engine`] turns bytes and
//! options into reports. Nothing on this side of the seam prints, reads files or exits.

use crate::container::TensorType;
use crate::extract::Extracted;
use crate::info::KernelInfo;
use crate::tensors::Tensors;
use std::fmt;
use std::time::{Duration, Instant};
use tessera_core::diag::Sink;
use thiserror::Error;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Input {
    /// What locations and messages call it.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The user asked for something that makes no sense: exit status 2.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct UsageError {
    /// One sentence.
    pub message: String,
}

impl UsageError {
    /// With that sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// Checks beyond the rules of the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExtraCheck {
    /// Static synchronisation analysis: DMAs and semaphores over every path.
    Sync,
}

/// What to check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// The chip generation whose rules apply too.
    pub target: Option<String>,
    /// Checks beyond the dialect's own rules.
    pub extra: Vec<ExtraCheck>,
    /// Whether to say where a check cannot tell.
    pub explain_unknown: bool,
    /// Only the kernel of this name.
    pub kernel: Option<String>,
}

/// Faults of one input, and what had to be assumed.
#[derive(Debug, Default)]
pub struct Report {
    /// The faults.
    pub faults: Sink,
    /// Sentences on what the input leaves open and was assumed.
    pub assumed: Vec<String>,
}

/// How to run a kernel.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// What to check first; `None` runs regardless.
    pub check: Option<CheckOptions>,
    /// Only the kernel of this name.
    pub kernel: Option<String>,
    /// The arrays, `in0`.. or `dev0.in0`... The outputs' initial values may be among them too.
    pub inputs: Tensors,
    /// Types of the operands, where no call gives them.
    pub operands: Option<Vec<TensorType>>,
    /// How many outputs there are, where no call says so.
    pub outputs: Option<usize>,
    /// Pairs (operand, output) that share memory, beside those of the call.
    pub aliases: Vec<(usize, usize)>,
    /// The barrier semaphore's id, where no call gives it.
    pub collective_id: Option<i64>,
    /// Chooses the order of everything that may happen in any order.
    pub seed: u64,
    /// How many devices run the kernel.
    pub devices: Option<usize>,
    /// How many cores a device has.
    pub cores: Option<usize>,
    /// How often the compiled kernel runs; each run starts from the same inputs.
    pub repeat: usize,
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct RunReport {
    /// Lines that the kernel printed.
    pub printed: Vec<String>,
    /// Faults before and during the run.
    pub report: Report,
    /// The outputs; `None` when the kernel did not run to its end.
    pub outputs: Option<Tensors>,
    /// What took how long, in order.
    pub timings: Timings,
}

/// Wall times of the phases of a run.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// Phases before the kernel runs, by name.
    pub phases: Vec<(&'static str, Duration)>,
    /// Every run of the kernel on the machine.
    pub runs: Vec<Duration>,
}

impl Timings {
    /// Does `work` and notes how long it took.
    pub fn phase<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.phases.push((name, start.elapsed()));
        result
    }
}

impl fmt::Display for Timings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, time) in &self.phases {
            writeln!(out, "{name:>10} {:9.3} ms", millis(*time))?;
        }
        let mut sorted = self.runs.clone();
        sorted.sort_unstable();
        let (Some(first), Some(fastest)) = (self.runs.first(), sorted.first()) else { return Ok(()) };
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
        write!(out, "{:>10} {:9.3} ms", "run", millis(*first))?;
        if sorted.len() > 1 {
            let (count, median, fastest) = (sorted.len(), millis(median), millis(*fastest));
            write!(out, "   ({count} runs: median {median:.3} ms, fastest {fastest:.3} ms)")?;
        }
        Ok(())
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// What `compile` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Emit {
    /// The lowered module, LLVM dialect.
    Mlir,
    /// LLVM IR as text.
    LlvmIr,
    /// Assembly of this machine.
    Asm,
    /// An object file of this machine.
    Obj,
}

/// How to compile a kernel.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// What to check first; `None` compiles regardless.
    pub check: Option<CheckOptions>,
    /// Only the kernel of this name.
    pub kernel: Option<String>,
    /// What to write.
    pub emit: Emit,
}

/// The outcome of a compilation.
#[derive(Debug, Default)]
pub struct CompileReport {
    /// Faults found on the way.
    pub report: Report,
    /// The text or object; `None` when a fault prevented it.
    pub artifact: Option<Vec<u8>>,
}

/// What `extract` writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ModuleForm {
    /// Text of the `tpu` dialect
    #[default]
    Text,
    /// MLIR bytecode of the `tpu` dialect
    Bytecode,
    /// The serialized form: the bytes in the call as they are
    Stable,
}

/// The outcome of taking kernels out.
#[derive(Debug, Default)]
pub struct ExtractReport {
    /// Faults found on the way.
    pub report: Report,
    /// The kernels.
    pub kernels: Vec<Extracted>,
}

/// The outcome of looking at kernels.
#[derive(Debug, Default)]
pub struct InfoReport {
    /// Faults found on the way.
    pub report: Report,
    /// The kernels.
    pub kernels: Vec<KernelInfo>,
}

/// The outcome of drawing the kernel graph.
#[derive(Debug, Default)]
pub struct GraphReport {
    /// Faults found on the way.
    pub report: Report,
    /// The graph in DOT; `None` when a fault prevented it.
    pub dot: Option<String>,
}

/// The compiler and emulator behind the command line.
pub trait Engine {
    /// The LLVM it is built with, e.g. `22.1.8`.
    fn llvm_version(&self) -> String;

    /// The pass pipeline of a preset (`check`, `lower`, `run`) as `tessera-opt` would take it.
    fn pipeline(&self, preset: &str) -> Option<String>;

    /// Names of the presets.
    fn presets(&self) -> &'static [&'static str];

    /// Reads and checks every kernel of the input.
    ///
    /// # Errors
    /// An option names something that does not exist.
    fn check(&self, input: &Input, options: &CheckOptions) -> Result<Report, UsageError>;

    /// Checks, lowers and runs the input's kernels.
    ///
    /// # Errors
    /// An option names something that does not exist, or contradicts the input.
    fn run(&self, input: &Input, options: &RunOptions) -> Result<RunReport, UsageError>;

    /// Checks and lowers one kernel.
    ///
    /// # Errors
    /// An option names something that does not exist, or one of several kernels has to be chosen.
    fn compile(&self, input: &Input, options: &CompileOptions) -> Result<CompileReport, UsageError>;

    /// Draws the kernel graph.
    ///
    /// # Errors
    /// The kernel named does not exist.
    fn graph(&self, input: &Input, kernel: Option<&str>) -> Result<GraphReport, UsageError>;

    /// Takes the kernels out, unchecked.
    ///
    /// # Errors
    /// The kernel named does not exist.
    fn extract(
        &self,
        input: &Input,
        kernel: Option<&str>,
        form: ModuleForm,
    ) -> Result<ExtractReport, UsageError>;

    /// Tells what the kernels consist of.
    ///
    /// # Errors
    /// The kernel named does not exist.
    fn info(&self, input: &Input, kernel: Option<&str>) -> Result<InfoReport, UsageError>;
}
