//! From the bytes of a file to the kernel calls in it.
//!
//! A Mosaic kernel travels in several forms that we take apart here without any MLIR library: a bare module (text or
//! bytecode), a StableHLO program (text, plain bytecode or portable artifact) or an HLO text with one or several
//! `tpu_custom_call`s, and the JSON `backend_config` of such a call.
//! What is wrong with the envelope becomes a T01 fault; what is inside the module is the business of `crates/tpu`.
//!
//! The readers run in time linear in the file, never recurse on its nesting and never panic, whatever the bytes.

mod alias;
mod bytecode;
mod config;
mod hlo;
mod lex;
mod program;
mod types;

pub use config::{CostEstimate, Settings};
pub use types::{TensorType, parse_tensor_list};

use crate::fault::file::{EmptyFile, NestedTooDeeply, NotAKernel};
use serde_json::Value;
use std::fmt;
use tessera_core::diag::{Diagnostic, Fault, Sink};
use tessera_core::loc::{Frame, Loc};

/// A file taken apart.
#[derive(Clone, Debug)]
pub struct KernelFile {
    /// The form it came in.
    pub form: Form,
    /// The kernels, in the order of their calls. Those with a fault of their own are left out.
    pub kernels: Vec<KernelCall>,
    /// Functions of the enclosing program, for the flow of data between calls; empty without one.
    pub functions: Vec<Function>,
    /// `mhlo.num_partitions` of the enclosing program.
    pub partitions: Option<u32>,
    /// `mhlo.num_replicas` of the enclosing program.
    pub replicas: Option<u32>,
    /// What the file does not say and the user should be told is assumed.
    pub assumed: Vec<Assumption>,
}

/// The forms a kernel comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// MLIR text of a Mosaic module.
    MosaicText,
    /// MLIR bytecode of a Mosaic module.
    MosaicBytecode,
    /// StableHLO text with custom calls.
    StableHloText,
    /// StableHLO bytecode, a portable artifact or plain.
    StableHloBytecode,
    /// The text of an HLO module.
    HloText,
    /// The JSON of one call's backend_config.
    BackendConfig,
}

/// Something the file leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// The kernel stands alone: shapes, outputs and aliases must come from options, tensors or the kernel itself.
    NoCall,
}

impl fmt::Display for Assumption {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCall => out.write_str(
                "the kernel stands alone, without its custom call: array shapes, outputs and aliases are taken from \
                 the options, the tensors given and the kernel itself",
            ),
        }
    }
}

/// One kernel with all that its call says about it.
#[derive(Clone, Debug)]
pub struct KernelCall {
    /// `kernel_name` of the call.
    pub name: Option<String>,
    /// The module.
    pub body: Body,
    /// Types of operands and results; `None` when the file has no call around the kernel.
    pub signature: Option<Signature>,
    /// Pairs (operand, output) that share memory, from `output_operand_aliases`.
    pub aliases: Vec<(usize, usize)>,
    /// Whether the call must not be dropped or reordered.
    pub has_side_effect: bool,
    /// What the backend_config says; all defaults without one.
    pub settings: Settings,
    /// SSA names of the operands in the enclosing program, e.g. `%arg0`, `%0#1`.
    pub operand_names: Vec<String>,
    /// SSA names of the results in the enclosing program.
    pub result_names: Vec<String>,
    /// Index into [`KernelFile::functions`] of the function the call stands in.
    pub function: Option<usize>,
    /// Line of the call, or 1.
    pub line: u32,
}

/// Types of a call's operands (dynamic grid bounds, scalar prefetch, inputs) and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// In order.
    pub operands: Vec<TensorType>,
    /// In order.
    pub results: Vec<TensorType>,
}

/// The module of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// MLIR bytecode.
    Bytecode(Vec<u8>),
    /// MLIR text.
    Text(String),
    /// The file itself, all of it.
    File,
}

/// A function of the enclosing program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// SSA names and types of the arguments; no type for one that is not a tensor.
    pub arguments: Vec<(String, Option<TensorType>)>,
    /// SSA names of what it returns.
    pub returns: Vec<String>,
}

/// Deepest nesting of brackets that is handed on to MLIR's recursive parser.
const DEEPEST: usize = 512;

/// A backend_config holds some dozens of values; each takes far more memory than text.
const MOST_VALUES: usize = 100_000;

/// Enough malformed calls to see what is going on.
const MOST_FAULTS: usize = 50;

/// Takes a file apart. `name` is what locations call it. Faults go to `sink`; what could be read is returned.
pub fn read(name: &str, bytes: &[u8], sink: &mut Sink) -> KernelFile {
    let mut reader = Reader { name, sink };
    if bytes.starts_with(bytecode::MAGIC) {
        return reader.bytecode(bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => reader.text(text),
        Err(error) => {
            let found = format!("byte {} is neither UTF-8 text nor MLIR bytecode", error.valid_up_to());
            reader.report(NotAKernel { found }, 0, 0, "");
            KernelFile::empty(Form::MosaicBytecode)
        }
    }
}

struct Reader<'a> {
    name: &'a str,
    sink: &'a mut Sink,
}

impl Reader<'_> {
    fn report(&mut self, fault: impl Fault, line: u32, column: u32, op: &str) {
        self.report_boxed(Box::new(fault), line, column, op);
    }

    fn report_boxed(&mut self, fault: Box<dyn Fault>, line: u32, column: u32, op: &str) {
        let frame = Frame { file: self.name.to_owned(), line, column, function: None };
        self.sink.push(Diagnostic {
            fault,
            loc: Loc { module: Some(frame), ..Loc::default() },
            op: op.to_owned(),
            function: None,
            labels: Vec::new(),
            order: u64::from(line),
        });
    }

    fn bytecode(&mut self, bytes: &[u8]) -> KernelFile {
        if bytecode::is_stablehlo(bytes) {
            return bytecode::read_program(bytes, self);
        }
        let named = bytecode::floats_by_name(bytes);
        let bytes = named.as_deref().unwrap_or(bytes);
        match bytecode::check(bytes) {
            Ok(()) => {
                let mut file = KernelFile::alone(Form::MosaicBytecode, Body::File);
                for kernel in &mut file.kernels {
                    kernel.name = bytecode::module_name(bytes);
                }
                file
            }
            Err(damage) => {
                self.report_boxed(damage.into_fault(), 0, 0, "");
                KernelFile::empty(Form::MosaicBytecode)
            }
        }
    }

    fn text(&mut self, text: &str) -> KernelFile {
        let start = lex::skip_blank(text);
        let rest = text.get(start..).unwrap_or_default();
        if rest.is_empty() {
            self.report(EmptyFile, 0, 0, "");
            return KernelFile::empty(Form::MosaicText);
        }
        if rest.starts_with("HloModule") {
            return hlo::read(text, self);
        }
        if rest.starts_with('{') && !rest.starts_with("{-#") {
            return self.json(rest);
        }
        if let Some((depth, at)) = lex::nesting_beyond(text, DEEPEST) {
            let (line, column) = lex::Lines::new(text).place(at);
            self.report(NestedTooDeeply { depth, limit: DEEPEST }, line, column, "");
            return KernelFile::empty(Form::MosaicText);
        }
        if let Some(program) = program::read(text, self) {
            return program;
        }
        if !rest.contains("func.func") && !rest.contains("module") {
            let shown: String = rest.chars().take_while(|c| *c != '\n').take(40).collect();
            self.report(NotAKernel { found: format!("it starts with `{}`", shown.trim_end()) }, 0, 0, "");
            return KernelFile::empty(Form::MosaicText);
        }
        KernelFile::alone(Form::MosaicText, Body::File)
    }

    fn json(&mut self, text: &str) -> KernelFile {
        let mut file = KernelFile::empty(Form::BackendConfig);
        if let Some((body, settings)) = self.config(text, 1, 0, "") {
            let name = if let Body::Bytecode(bytes) = &body { bytecode::module_name(bytes) } else { None };
            file.kernels.push(KernelCall { name, settings, ..KernelCall::alone(body) });
            file.assumed.push(Assumption::NoCall);
        }
        file
    }

    /// The kernel and settings in the text of a backend_config; faults are reported at the place given.
    fn config(&mut self, text: &str, line: u32, column: u32, op: &str) -> Option<(Body, Settings)> {
        let json = match lex::json_values_beyond(text, MOST_VALUES) {
            false => serde_json::from_str(text).map_err(|error| error.to_string()),
            true => Err(format!("it holds more than {MOST_VALUES} values")),
        };
        let json: Value = match json {
            Ok(json) => json,
            Err(error) => {
                self.report(crate::fault::call::ConfigNotJson { error }, line, column, op);
                return None;
            }
        };
        let (settings, wrong) = config::settings(&json);
        for fault in wrong.into_iter().take(config::MOST_FAULTS) {
            self.report(fault, line, column, op);
        }
        let settings = settings?;
        match config::body(&json) {
            Ok(body) => Some((body, settings)),
            Err(error) => {
                match error {
                    config::BodyFault::WithoutBody(fault) => self.report(fault, line, column, op),
                    config::BodyFault::WrongShape(fault) => self.report(fault, line, column, op),
                    config::BodyFault::NotBase64(fault) => self.report(fault, line, column, op),
                    config::BodyFault::NotMlir(fault) => self.report(fault, line, column, op),
                    config::BodyFault::Damaged(damage) => self.report_boxed(damage.into_fault(), line, column, op),
                }
                None
            }
        }
    }
}

impl KernelFile {
    fn empty(form: Form) -> Self {
        Self { form, kernels: Vec::new(), functions: Vec::new(), partitions: None, replicas: None, assumed: Vec::new() }
    }

    fn alone(form: Form, body: Body) -> Self {
        let mut file = Self::empty(form);
        file.kernels.push(KernelCall::alone(body));
        file.assumed.push(Assumption::NoCall);
        file
    }
}

impl KernelCall {
    fn alone(body: Body) -> Self {
        Self {
            name: None,
            body,
            signature: None,
            aliases: Vec::new(),
            has_side_effect: false,
            settings: Settings::default(),
            operand_names: Vec::new(),
            result_names: Vec::new(),
            function: None,
            line: 1,
        }
    }
}

fn result_names(bound: &[(&str, usize)], results: usize) -> Vec<String> {
    let mut names = Vec::new();
    for (name, count) in bound {
        // A count beyond the results there are is a lie, and could be huge.
        match (*count).min(results) {
            0 => names.push((*name).to_owned()),
            count => names.extend((0..count).map(|index| format!("{name}#{index}"))),
        }
    }
    names
}

#[cfg(test)]
mod tests;
