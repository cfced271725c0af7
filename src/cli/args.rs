//! What the command line looks like.

use crate::container::{TensorType, parse_tensor_list};
use crate::engine::{CheckOptions, Emit, ExtraCheck, ModuleForm};
use crate::render::Format;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXIT_HELP: &str = "\
Exit status: 0 fine; 1 the kernel is wrong or values differ; 2 wrong use; 3 not supported; 70 a bug in Tessera.

A FILE is a Mosaic module (MLIR text or bytecode), a program with tpu_custom_call (StableHLO text or bytecode, a
jax.export artifact, HLO text), or the JSON of a backend_config; `-` is standard input.";

/// Checks, lowers and runs Pallas TPU kernels on an emulated TPU.
#[derive(Debug, Parser)]
#[command(name = "tessera", version, about, after_help = EXIT_HELP, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report every fault of the kernels in the files
    Check(CheckArgs),
    /// Check, lower and run a kernel on the emulated TPU
    Run(Box<RunArgs>),
    /// Check and lower a kernel, and write the result
    Compile(CompileArgs),
    /// Explain a code: what is checked, why, and what to write instead
    Explain(ExplainArgs),
    /// Print the kernel graph in DOT
    Graph(GraphArgs),
    /// Take the kernels out of a program, with what their calls say
    Extract(ExtractArgs),
    /// Show grid, windows, memory and transfers of the kernels
    Info(InfoArgs),
    /// Print the pass pipeline of a preset, as tessera-opt takes it
    Pipeline(PipelineArgs),
}

/// Which rules apply.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleArgs {
    /// Apply the rules of this chip generation too, e.g. v5e, v6e
    #[arg(long, value_name = "CHIP")]
    pub target: Option<String>,
    /// Check more than the dialect's own rules
    #[arg(long = "check", value_name = "WHAT", value_delimiter = ',')]
    pub extra: Vec<ExtraCheck>,
    /// Say where a check of --check cannot tell, as notes
    #[arg(long, requires = "extra")]
    pub explain_unknown: bool,
    /// Only the kernel of this name
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
}

impl RuleArgs {
    /// As the engine takes them.
    #[must_use]
    pub fn options(&self) -> CheckOptions {
        CheckOptions {
            target: self.target.clone(),
            extra: self.extra.clone(),
            explain_unknown: self.explain_unknown,
            kernel: self.kernel.clone(),
        }
    }
}

/// `tessera check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Which rules apply
    #[command(flatten)]
    pub rules: RuleArgs,
    /// How to show faults
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// `tessera run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Arrays in0, in1.. (dev0.in0.. for several devices), safetensors
    #[arg(long, value_name = "SAFETENSORS")]
    pub inputs: Option<PathBuf>,
    /// A path: write the outputs there (out0, out1..). A number: how many outputs a kernel without a call has. Both may
    /// be given; a file whose name is a number is written ./2
    #[arg(long, value_name = "SAFETENSORS|COUNT", value_parser = OutputsArg::parse)]
    pub outputs: Vec<OutputsArg>,
    /// Compare outputs with tensors of the same names; false elements of maskN are skipped, NaN equals NaN
    #[arg(long, value_name = "SAFETENSORS")]
    pub expect: Option<PathBuf>,
    /// Allowed relative error [default: 0 for integers, 1e-5 f32, 1e-3 f16, 1e-2 bf16, 1e-1 f8]
    #[arg(long, value_name = "ERROR", requires = "expect", value_parser = tolerance)]
    pub rtol: Option<f64>,
    /// Allowed absolute error [default: as for --rtol]
    #[arg(long, value_name = "ERROR", requires = "expect", value_parser = tolerance)]
    pub atol: Option<f64>,
    /// Run even when the check finds errors
    #[arg(long, conflicts_with_all = ["target", "extra", "explain_unknown"])]
    pub no_check: bool,
    /// Types of the operands of a kernel without a call, e.g. 'f32[16,128];i32[2]'
    #[arg(long, value_name = "TYPES", value_parser = OperandsArg::parse)]
    pub operands: Option<OperandsArg>,
    /// Operand IN and output OUT share memory
    #[arg(long = "alias", value_name = "IN=OUT", value_parser = alias)]
    pub aliases: Vec<(usize, usize)>,
    /// Which barrier semaphore the devices share
    #[arg(long, value_name = "ID")]
    pub collective_id: Option<i64>,
    /// Chooses the order of what may happen in any order
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Run the compiled kernel so often, each time from the same inputs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub repeat: usize,
    /// Say how long reading, checking, lowering, compiling and running took.
    #[arg(long)]
    pub timings: bool,
    /// How many devices run the kernel
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    pub devices: Option<usize>,
    /// How many cores a device has
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    pub cores: Option<usize>,
    /// Which rules apply
    #[command(flatten)]
    pub rules: RuleArgs,
    /// How to show faults
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// `tessera compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to write
    #[arg(long, value_enum)]
    pub emit: Emit,
    /// Where to; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compile even when the check finds errors
    #[arg(long, conflicts_with_all = ["target", "extra", "explain_unknown"])]
    pub no_check: bool,
    /// Which rules apply
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `tessera explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code, e.g. T0302 or dma_shape_mismatch
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// List all codes
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}

/// `tessera graph`.
#[derive(Debug, Args)]
pub struct GraphArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only the kernel of this name
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
}

/// `tessera extract`.
#[derive(Debug, Args)]
pub struct ExtractArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only the kernel of this name
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// A folder for one file a kernel, or `-` for the modules alone on standard output. Without it, text on standard
    /// output with the facts in comments
    #[arg(short, long, value_name = "DIR|-")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    pub form: ModuleForm,
    /// How to show the facts
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// `tessera info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only the kernel of this name
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Tables, or one JSON object a kernel
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// `tessera pipeline`.
#[derive(Debug, Args)]
pub struct PipelineArgs {
    /// The preset; all of them without it
    pub preset: Option<String>,
}

/// One value of `--outputs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputsArg {
    /// How many outputs there are.
    Count(usize),
    /// Where to write them.
    File(PathBuf),
}

impl OutputsArg {
    fn parse(text: &str) -> Result<Self, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Self::Count).map_err(|error| error.to_string());
        }
        Ok(Self::File(PathBuf::from(text)))
    }
}

/// The value of `--operands`. A type of its own, because clap takes a bare vector for a repeated option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandsArg(pub Vec<TensorType>);

impl OperandsArg {
    fn parse(text: &str) -> Result<Self, String> {
        parse_tensor_list(text).map(Self)
    }
}

fn alias(text: &str) -> Result<(usize, usize), String> {
    text.split_once('=')
        .and_then(|(input, output)| Some((input.trim().parse().ok()?, output.trim().parse().ok()?)))
        .ok_or_else(|| "write IN=OUT, for example 0=0".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("write a number from 0 up, for example 1e-5".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("write a number from 1 to 1024".to_owned()),
    }
}
