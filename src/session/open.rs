//! Opening one kernel: parse, undo the serialization, check the structure, ask the rules.

use crate::container::{KernelCall, TensorType};
use crate::engine::Input;
use crate::fault::kernel::BadSignature;
use crate::fault::mlir::{ForeignOp, OpInvariant, SyntaxError, UnknownOp};
use crate::shield;
use melior::Context;
use melior::diagnostic::{Diagnostic as MlirDiagnostic, DiagnosticSeverity};
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags, OperationRef};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Once;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::{Frame, Loc};
use tessera_passes::signature::SignatureError;
use tessera_passes::verify::kernel::{CallArray, CallForm};
use tessera_passes::verify::sync::Settings;
use tessera_passes::verify::{self, Options};

/// A context with all dialects known, on one thread.
#[must_use]
pub fn context() -> Context {
    static PASSES: Once = Once::new();
    PASSES.call_once(|| {
        tessera_tpu::register_upstream_passes();
        tessera_passes::register();
    });
    let registry = DialectRegistry::new();
    tessera_tpu::register_everything(&registry);
    let context = Context::new_with_registry(&registry, false);
    // Serialized modules consist of operations that no dialect knows; what is left of them after
    // reading is a fault of ours to report, not MLIR's.
    context.set_allow_unregistered_dialects(true);
    tessera_tpu::do_not_print_ops(&context);
    context
}

/// Dialects of MLIR for hardware that is no TPU.
const FOREIGN: &[&str] = &[
    "acc",
    "amdgpu",
    "amx",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "gpu",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "rocdl",
    "spirv",
    "x86vector",
    "xegpu",
];

/// What MLIR said, caught.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    said: Rc<RefCell<Vec<Said>>>,
}

/// One error of MLIR with its notes.
#[derive(Clone, Debug)]
pub struct Said {
    /// The message.
    pub message: String,
    /// Where.
    pub loc: Loc,
    /// Notes with their places.
    pub notes: Vec<(Loc, String)>,
}

impl Diagnostics {
    /// Catches what `work` makes MLIR say in `context`.
    pub fn during<T>(context: &Context, work: impl FnOnce() -> T) -> (T, Vec<Said>) {
        let caught = Self::default();
        let said = Rc::clone(&caught.said);
        let handler = context.attach_diagnostic_handler(move |diagnostic: MlirDiagnostic<'_>| {
            if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
                let notes = (0..diagnostic.note_count())
                    .filter_map(|index| diagnostic.note(index).ok())
                    .map(|note| (loc_of(note.location()), text(&note)))
                    .collect();
                said.borrow_mut().push(Said {
                    message: text(&diagnostic),
                    loc: loc_of(diagnostic.location()),
                    notes,
                });
            }
            true
        });
        let result = work();
        context.detach_diagnostic_handler(handler);
        let said = caught.said.borrow().clone();
        (result, said)
    }
}

/// What MLIR says; up to the first byte that is no UTF-8, where a damaged module has such.
fn text(shown: &impl std::fmt::Display) -> String {
    let mut text = String::new();
    let _cut = write!(text, "{shown}");
    text
}

/// Decodes an MLIR location.
#[must_use]
pub fn loc_of(location: melior::ir::Location<'_>) -> Loc {
    tessera_passes::analysis::loc_of(location)
}

/// A kernel's module, ready to be checked or lowered.
pub struct Opened<'c> {
    context: &'c Context,
    module: Module<'c>,
    serde_version: Option<i64>,
    /// Bytes that it was read from.
    size: usize,
    call: CallForm,
}

impl<'c> Opened<'c> {
    /// Parses and deserializes the module of `call`. Faults go to `sink`; `None` when there is no
    /// module to go on with.
    pub fn new(context: &'c Context, input: &Input, call: &KernelCall, sink: &mut Sink) -> Option<Self> {
        let size = crate::extract::raw(&call.body, &input.bytes).len();
        shield::reading(size, || Self::read(context, input, call, sink))
    }

    fn read(context: &'c Context, input: &Input, call: &KernelCall, sink: &mut Sink) -> Option<Self> {
        let bytes = crate::extract::raw(&call.body, &input.bytes);
        let (module, said) = Diagnostics::during(context, || tessera_tpu::parse(context, bytes, &input.name));
        let Some(module) = module else {
            if said.is_empty() {
                sink.push(Diagnostic::new(
                    SyntaxError { message: "MLIR gave no reason".into() },
                    whole(input),
                    "",
                ));
            }
            for item in said {
                let mut diagnostic = Diagnostic::new(SyntaxError { message: item.message }, item.loc, "");
                for (loc, text) in item.notes {
                    diagnostic = diagnostic.label(loc, text);
                }
                sink.push(diagnostic);
            }
            return None;
        };
        if let Some(bytes) = &call.settings.locations {
            // Without them the module is the same, but for where things are.
            let (table, _said) =
                Diagnostics::during(context, || tessera_tpu::parse(context, bytes, &input.name));
            let _fits = table.is_some_and(|table| {
                tessera_tpu::loc::apply_table(module.as_operation(), table.as_operation())
            });
        }
        let serde_version = tessera_tpu::serde::is_serialized(module.as_operation());
        let opened = Self { context, module, serde_version, size: bytes.len(), call: call_form(call) };
        if serde_version.is_some() {
            let (outcome, said) = Diagnostics::during(context, || {
                // An operation that nothing here defines may be newer than we are: not a fault of the kernel.
                tessera_tpu::serde::deserialize(opened.root())
                    .map_or_else(|refused| refused.into_problems(), |done| done.unknown)
            });
            if !outcome.is_empty() {
                for problem in outcome {
                    let loc = loc_of(problem.location);
                    let mut diagnostic = problem.into_diagnostic(loc);
                    for item in &said {
                        diagnostic = diagnostic.label(item.loc.clone(), item.message.clone());
                    }
                    sink.push(diagnostic);
                }
                return None;
            }
        }
        Some(opened)
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Version of the serialized form that the module came in.
    #[must_use]
    pub const fn serde_version(&self) -> Option<i64> {
        self.serde_version
    }

    /// The module.
    pub fn module_mut(&mut self) -> &mut Module<'c> {
        &mut self.module
    }

    /// The module's operation.
    #[must_use]
    pub fn root<'a>(&'a self) -> OperationRef<'c, 'a>
    where
        'c: 'a,
    {
        self.module.as_operation()
    }

    /// The module as text, with locations.
    #[must_use]
    pub fn text(&self) -> String {
        let flags = OperationPrintingFlags::new();
        shield::reading(self.size, || {
            self.root().to_string_with_flags(flags).unwrap_or_else(|_| self.root().to_string())
        })
    }

    /// The module in the newest serialized form. The module itself is of no further use then.
    pub(crate) fn serialized(&self, sink: &mut Sink) -> Option<Vec<u8>> {
        let serialize = || tessera_tpu::serde::serialize(self.root(), tessera_tpu::serde::NEWEST_VERSION);
        let (outcome, _said) =
            Diagnostics::during(self.context, || serialize().map_err(|refused| refused.into_problems()));
        match outcome {
            Ok(()) => Some(
                tessera_tpu::write_bytecode_version(self.root(), 0)
                    .unwrap_or_else(|_| tessera_tpu::write_bytecode(self.root())),
            ),
            Err(problems) => {
                for problem in problems {
                    let loc = loc_of(problem.location);
                    sink.push(problem.into_diagnostic(loc));
                }
                None
            }
        }
    }

    /// The fault of a kernel whose arguments and attributes do not fit.
    pub(crate) fn bad_signature(&self, error: &SignatureError) -> Diagnostic {
        Diagnostic::new(
            BadSignature { message: error.to_string() },
            loc_of(self.root().location()),
            "func.func",
        )
    }

    /// Structure, then rules, then synchronisation if asked for. Everything found goes to `sink`.
    pub fn check(&self, sink: &mut Sink, sync: Option<Settings>) {
        let broken = self.structure(sink);
        let version = self.serde_version.and_then(|version| u32::try_from(version).ok());
        let options = Options { broken, version, call: Some(self.call.clone()), sync };
        let found = shield::reading(self.size, || verify::verify(self.root(), &options));
        sink.append(found);
    }

    /// Checks and says whether one may go on: with `rules`, no error; without, a sound structure.
    pub fn is_sound(&self, sink: &mut Sink, rules: Option<Option<Settings>>) -> bool {
        let mut found = Sink::new();
        match rules {
            Some(sync) => self.check(&mut found, sync),
            None => {
                self.structure(&mut found);
            }
        }
        let sound = !found.has_errors();
        sink.append(found);
        sound
    }

    /// MLIR's own demands and unknown operations; returns the functions that do not meet them.
    fn structure(&self, sink: &mut Sink) -> HashSet<String> {
        shield::reading(self.size, || self.verified(sink))
    }

    fn verified(&self, sink: &mut Sink) -> HashSet<String> {
        let mut broken = HashSet::new();
        for op in tessera_tpu::ops::all_ops(self.root()) {
            let name = tessera_tpu::ops::name_of(op);
            if !self.context.is_registered_operation(name) {
                let fault = UnknownOp { name: name.to_owned() };
                sink.push(Diagnostic::new(fault, loc_of(op.location()), name));
            } else if name.split_once('.').is_some_and(|(dialect, _)| FOREIGN.contains(&dialect)) {
                let fault = ForeignOp { name: name.to_owned() };
                sink.push(Diagnostic::new(fault, loc_of(op.location()), name));
            }
        }
        for func in tessera_passes::signature::functions(self.root()) {
            let (sound, said) = Diagnostics::during(self.context, || tessera_tpu::verify(func));
            if !sound {
                broken.insert(tessera_passes::lower::symbol_name(func).unwrap_or_default().to_owned());
                self.invariants(said, sink);
            }
        }
        if broken.is_empty() {
            let (_sound, said) = Diagnostics::during(self.context, || tessera_tpu::verify(self.root()));
            self.invariants(said, sink);
        }
        if sink.is_empty() && tessera_passes::signature::functions(self.root()).next().is_none() {
            sink.push(self.bad_signature(&SignatureError::NoKernel));
        }
        broken
    }

    fn invariants(&self, said: Vec<Said>, sink: &mut Sink) {
        for item in said {
            let (op, message) = split_op(&item.message);
            let mut diagnostic = Diagnostic::new(OpInvariant { message }, item.loc, op);
            for (loc, text) in
                item.notes.into_iter().filter(|(_, text)| !text.starts_with("see current operation"))
            {
                diagnostic = diagnostic.label(loc, text);
            }
            sink.push(diagnostic);
        }
    }

    /// The kernel graph in DOT.
    #[must_use]
    pub fn graph(&self) -> String {
        tessera_passes::analysis::KernelIndex::of(self.root()).graph().dot()
    }
}

/// What the rules need to know of the call around a kernel.
fn call_form(call: &KernelCall) -> CallForm {
    let arrays = |types: &[TensorType]| -> Vec<CallArray> {
        types.iter().map(|it| CallArray { shape: it.shape.clone(), element: it.element.clone() }).collect()
    };
    CallForm {
        arrays: call.signature.as_ref().map(|it| (arrays(&it.operands), arrays(&it.results))),
        collective_id: call.settings.collective_id,
        unbounded: call.settings.disable_bounds_checks,
    }
}

/// MLIR writes `'tpu.x' op does not ...`: the operation and the rest.
fn split_op(message: &str) -> (String, String) {
    let parts = message.strip_prefix('\'').and_then(|rest| rest.split_once("' op "));
    match parts {
        Some((op, rest)) => (op.to_owned(), rest.to_owned()),
        None => (String::new(), message.to_owned()),
    }
}

fn whole(input: &Input) -> Loc {
    let frame = Frame { file: input.name.clone(), line: 1, column: 0, function: None };
    Loc { module: Some(frame), ..Loc::default() }
}
