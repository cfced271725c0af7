//! A kernel function as the rules on whole kernels see it: attributes as plain data, whatever state they are in.

use crate::analysis::{KernelIndex, value_type};
use melior::ir::attribute::{
    ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, FlatSymbolRefAttribute,
};
use melior::ir::attribute::{StringAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, OperationRef};
use std::collections::HashMap;
use std::fmt;
use tessera_core::graph::{CoreType, Element, Func, FuncId, KernelGraph, Operand, ValueId, ValueType};
use tessera_tpu::attrs::{element_window, enum_name};
use tessera_tpu::ops::name_of;
use tessera_tpu::read;

/// The mark of a grid size that is known at run time only.
pub const DYNAMIC: i64 = i64::MIN;

/// One window of the pipeline.
#[derive(Clone, Debug, Default)]
pub struct WindowForm {
    /// The function that finds its blocks.
    pub transform: Option<String>,
    /// The block shape.
    pub bounds: Option<Vec<i64>>,
    /// Padding in front and behind, for windows that move by elements.
    pub pads: Option<(Vec<i64>, Vec<i64>)>,
    /// How it is buffered.
    pub pipeline: Option<String>,
    /// When a block may return.
    pub revisit: Option<String>,
}

/// A function by its types.
#[derive(Clone, Debug)]
pub struct FunctionForm {
    /// Its arguments.
    pub arguments: Vec<ValueType>,
    /// Its results.
    pub results: Vec<ValueType>,
}

/// An array around the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallArray {
    /// Its sizes; `None` where one is known at run time only.
    pub shape: Vec<Option<u64>>,
    /// Its element type in MLIR's spelling.
    pub element: String,
}

impl fmt::Display for CallArray {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self
            .shape
            .iter()
            .map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string()))
            .collect();
        write!(out, "{}[{}]", self.element, sizes.join(","))
    }
}

/// What the custom call around the kernel says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallForm {
    /// Types of its operands and results, when the file has them.
    pub arrays: Option<(Vec<CallArray>, Vec<CallArray>)>,
    /// Which barrier semaphore its devices share.
    pub collective_id: Option<i64>,
    /// Whether the compiler is told not to check bounds.
    pub unbounded: bool,
}

/// A kernel with its attributes; `None` where one is absent or malformed.
#[derive(Clone, Debug)]
pub struct KernelForm {
    /// Its symbol.
    pub name: String,
    /// The core it is for.
    pub core: Option<CoreType>,
    /// Its arguments.
    pub arguments: Vec<ValueId>,
    /// The sizes of its grid.
    pub grid: Option<Vec<i64>>,
    /// How each grid dimension may be run.
    pub semantics: Option<Vec<String>>,
    /// Scalar prefetch operands.
    pub prefetch: Option<i64>,
    /// Scratch operands.
    pub scratch: Option<i64>,
    /// Its windows.
    pub windows: Option<Vec<WindowForm>>,
    /// Attributes that are there but not what they should be: name, and what they should be.
    pub malformed: Vec<(String, &'static str)>,
    /// Every function of the module.
    pub functions: HashMap<String, FunctionForm>,
    /// The kernels in front of this one: symbol and core.
    pub earlier: Vec<(String, CoreType)>,
    /// The custom call around it.
    pub call: Option<CallForm>,
}

impl KernelForm {
    /// Reads the function `id`; `None` when it is no kernel, or says nothing about a grid and its operands.
    #[must_use]
    pub fn of(index: &KernelIndex<'_, '_>, id: FuncId, call: Option<&CallForm>) -> Option<Self> {
        let graph = index.graph();
        let func = graph.func(id)?;
        let operation = index.operation(func.op)?;
        let known = ["iteration_bounds", "scalar_prefetch", "scratch_operands", "window_params"];
        if !func.is_kernel || !known.iter().any(|name| operation.has_attribute(name)) {
            return None;
        }
        let mut malformed = Vec::new();
        let mut form = Self {
            name: func.name.clone(),
            core: func.core,
            arguments: func.arguments.clone(),
            grid: attribute(operation, "iteration_bounds", "an array of i64", &mut malformed, numbers),
            semantics: attribute(
                operation,
                "dimension_semantics",
                "an array of #tpu.dimension_semantics",
                &mut malformed,
                words,
            ),
            prefetch: attribute(operation, "scalar_prefetch", "an integer", &mut malformed, read::integer),
            scratch: attribute(operation, "scratch_operands", "an integer", &mut malformed, read::integer),
            windows: attribute(
                operation,
                "window_params",
                "an array of dictionaries",
                &mut malformed,
                dictionaries,
            )
            .map(|list| list.into_iter().map(|entries| window(entries, &mut Vec::new())).collect()),
            malformed: Vec::new(),
            functions: functions(index),
            earlier: earlier(graph, func),
            call: call.cloned(),
        };
        if let Ok(list) = operation.attribute("window_params") {
            for entries in dictionaries(list).into_iter().flatten() {
                window(entries, &mut malformed);
            }
        }
        form.malformed = malformed;
        Some(form)
    }

    /// Rank of the grid.
    #[must_use]
    pub fn grid_rank(&self) -> usize {
        self.grid.as_ref().map_or(0, Vec::len)
    }

    /// How many arguments come before the windows: grid indices and scalar prefetch operands.
    #[must_use]
    pub fn leading(&self) -> Option<usize> {
        let prefetch = usize::try_from(self.prefetch.unwrap_or(0)).ok()?;
        self.grid_rank().checked_add(prefetch)
    }

    /// How many arguments come after the windows.
    #[must_use]
    pub fn trailing(&self) -> Option<usize> {
        usize::try_from(self.scratch.unwrap_or(0)).ok()
    }

    /// Argument `index`, to be shown beside a report.
    #[must_use]
    pub fn argument(&self, index: usize) -> Option<Operand> {
        let value = *self.arguments.get(index)?;
        Some(Operand { index: u32::try_from(index).ok()?, role: "argument", value })
    }

    /// Every window with its number and its argument, where the counts add up.
    pub fn window_arguments(&self) -> impl Iterator<Item = (usize, &WindowForm, Operand)> {
        let windows = self.windows.as_deref().unwrap_or_default();
        let adds_up = self.adds_up();
        let leading = self.leading().unwrap_or(0);
        windows.iter().enumerate().filter(move |_| adds_up).filter_map(move |(number, window)| {
            Some((number, window, self.argument(leading.checked_add(number)?)?))
        })
    }

    /// Grid sizes that the call hands over at run time.
    #[must_use]
    pub fn dynamic_bounds(&self) -> usize {
        self.grid.iter().flatten().filter(|size| **size == DYNAMIC).count()
    }

    /// Every array of the call with the kernel's argument for it and the window, if it has one, where the counts
    /// add up.
    #[must_use]
    pub fn call_arrays(&self) -> Vec<(&CallArray, Operand, Option<&WindowForm>)> {
        let Some((operands, results)) = self.call.as_ref().and_then(|call| call.arrays.as_ref()) else {
            return Vec::new();
        };
        let arrays: Vec<&CallArray> = operands.iter().skip(self.dynamic_bounds()).chain(results).collect();
        let last = self.trailing().and_then(|scratch| self.arguments.len().checked_sub(scratch));
        let (Some(last), Some(leading), true) = (last, self.leading(), self.adds_up()) else {
            return Vec::new();
        };
        let arguments: Vec<usize> = (self.grid_rank()..last).collect();
        if arguments.len() != arrays.len() {
            return Vec::new();
        }
        let window = |index: usize| self.windows.as_ref()?.get(index.checked_sub(leading)?);
        let found = arrays.into_iter().zip(arguments);
        found.filter_map(|(array, index)| Some((array, self.argument(index)?, window(index)))).collect()
    }

    /// Whether the attributes announce as many arguments as there are.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        let fixed = self.leading().zip(self.trailing()).and_then(|(one, other)| one.checked_add(other));
        let count = self.arguments.len();
        match (fixed, &self.windows) {
            (Some(fixed), Some(windows)) => fixed.checked_add(windows.len()) == Some(count),
            (Some(fixed), None) => fixed <= count,
            (None, _) => false,
        }
    }
}

/// What `decode` makes of an attribute; one that it cannot decode is noted as malformed.
fn attribute<'c, T>(
    operation: OperationRef<'c, '_>,
    name: &str,
    wanted: &'static str,
    malformed: &mut Vec<(String, &'static str)>,
    decode: impl Fn(Attribute<'c>) -> Option<T>,
) -> Option<T> {
    let found = decode(operation.attribute(name).ok()?);
    if found.is_none() {
        malformed.push((name.to_owned(), wanted));
    }
    found
}

fn numbers(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    DenseI64ArrayAttribute::try_from(attribute).ok()?;
    Some(read::int64s_of(attribute))
}

fn elements<'c>(attribute: Attribute<'c>) -> Option<Vec<Attribute<'c>>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}

fn words(attribute: Attribute<'_>) -> Option<Vec<String>> {
    elements(attribute)?.into_iter().map(|case| enum_name(case).map(str::to_owned)).collect()
}

fn dictionaries<'c>(attribute: Attribute<'c>) -> Option<Vec<DictionaryAttribute<'c>>> {
    elements(attribute)?.into_iter().map(|entries| DictionaryAttribute::try_from(entries).ok()).collect()
}

fn window(entries: DictionaryAttribute<'_>, malformed: &mut Vec<(String, &'static str)>) -> WindowForm {
    let mut form = WindowForm::default();
    if let Some(symbol) = entries.element_by_name("transform_indices") {
        // A mesh kernel has an affine map of zeros in its place.
        form.transform =
            FlatSymbolRefAttribute::try_from(symbol).ok().map(|symbol| symbol.value().to_owned());
    }
    if let Some(bounds) = entries.element_by_name("window_bounds") {
        form.bounds = numbers(bounds);
        if form.bounds.is_none() {
            malformed.push(("window_bounds".to_owned(), "an array of i64"));
        }
    }
    if let Some(kind) = entries.element_by_name("window_kind") {
        form.pads = element_window(kind);
        if form.pads.is_none() {
            malformed.push(("window_kind".to_owned(), "a #tpu.element_window"));
        }
    }
    let word = |name| entries.element_by_name(name).and_then(enum_name).map(str::to_owned);
    form.pipeline = word("pipeline_mode");
    form.revisit = word("revisit_mode");
    form
}

/// Every function directly in the module, by symbol.
fn functions(index: &KernelIndex<'_, '_>) -> HashMap<String, FunctionForm> {
    let mut found = HashMap::new();
    for (_, func) in index.graph().funcs() {
        let Some(operation) = index.operation(func.op).filter(|it| name_of(*it) == "func.func") else {
            continue;
        };
        let ty = operation.attribute("function_type").ok().and_then(|ty| TypeAttribute::try_from(ty).ok());
        let Some(ty) = ty.and_then(|ty| FunctionType::try_from(ty.value()).ok()) else { continue };
        let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok()).map(value_type);
        let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok()).map(value_type);
        let form = FunctionForm { arguments: inputs.collect(), results: results.collect() };
        let symbol = operation.attribute("sym_name").ok().and_then(|it| StringAttribute::try_from(it).ok());
        found.insert(symbol.map_or_else(String::new, |it| it.value().to_owned()), form);
    }
    found
}

fn earlier(graph: &KernelGraph, func: &Func) -> Vec<(String, CoreType)> {
    let before = graph.funcs().filter(|(_, other)| other.is_kernel && other.op < func.op);
    before.map(|(_, other)| (other.name.clone(), other.core.unwrap_or(CoreType::Tc))).collect()
}

/// Whether this is one i32.
#[must_use]
pub fn is_i32(ty: &ValueType) -> bool {
    *ty == ValueType::Scalar(Element::Int(32))
}
