//! Opening one kernel: parse, undo the serialization, check the structure, ask the rules.

use crate::container::{Body, KernelCall};
use crate::engine::Input;
use crate::fault::mlir::{OpInvariant, SyntaxError, UnknownOp};
use melior::Context;
use melior::diagnostic::{Diagnostic as MlirDiagnostic, DiagnosticSeverity};
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags, OperationRef};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Once;
use tessera_core::diag::{Diagnostic, Sink};
use tessera_core::loc::{Frame, Loc};
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
    context
}

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
                    .map(|note| (loc_of(note.location()), note.to_string()))
                    .collect();
                said.borrow_mut().push(Said {
                    message: diagnostic.to_string(),
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

/// Decodes an MLIR location.
#[must_use]
pub fn loc_of(location: melior::ir::Location<'_>) -> Loc {
    tessera_passes::analysis::loc_of(location)
}

/// A kernel's module, ready to be checked or lowered.
pub struct Opened<'c> {
    context: &'c Context,
    module: Module<'c>,
}

impl<'c> Opened<'c> {
    /// Parses and deserializes the module of `call`. Faults go to `sink`; `None` when there is no
    /// module to go on with.
    pub fn new(context: &'c Context, input: &Input, call: &KernelCall, sink: &mut Sink) -> Option<Self> {
        let bytes: &[u8] = match &call.body {
            Body::Bytecode(bytes) => bytes,
            Body::Text(text) => text.as_bytes(),
        };
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
        let opened = Self { context, module };
        if tessera_tpu::serde::is_serialized(opened.root()).is_some() {
            let (outcome, said) = Diagnostics::during(context, || {
                tessera_tpu::serde::deserialize(opened.root())
                    .map(|_| ())
                    .map_err(|refused| refused.into_problems())
            });
            if let Err(problems) = outcome {
                for problem in problems {
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
        self.root().to_string_with_flags(flags).unwrap_or_else(|_| self.root().to_string())
    }

    /// Structure, then rules, then synchronisation if asked for. Everything found goes to `sink`.
    pub fn check(&self, sink: &mut Sink, sync: Option<Settings>) {
        let broken = self.structure(sink);
        let found = verify::verify(self.root(), &Options { broken, sync });
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
        let mut broken = HashSet::new();
        for op in tessera_tpu::ops::all_ops(self.root()) {
            let name = tessera_tpu::ops::name_of(op);
            if !self.context.is_registered_operation(name) {
                let fault = UnknownOp { name: name.to_owned() };
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
