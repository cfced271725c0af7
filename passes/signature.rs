//! The signature of a kernel function: which argument is what.
//!
//! Arguments come in the order grid indices, scalar prefetch operands, windows (inputs, then
//! outputs), scratch. Source: the calling convention of `tpu_custom_call` modules as JAX's Pallas
//! lowering writes them.

use melior::ir::{
    Attribute, BlockRef, OperationRef, RegionLike, Type, Value, ValueLike,
    attribute::{
        ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, FlatSymbolRefAttribute, IntegerAttribute,
    },
    block::BlockLike,
    operation::OperationLike,
};

/// A kernel that does not keep to the calling convention.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// No function could be taken for the kernel.
    #[error(
        "the module has no kernel: no `func.func` with a body and a `tpu.core_type` attribute, and none called `main`"
    )]
    NoKernel,
    /// Several functions could be.
    #[error("the module has several kernels ({0}); one module holds one kernel per core type")]
    SeveralKernels(String),
    /// Not enough arguments for what the attributes announce.
    #[error(
        "the kernel has {arguments} arguments, but its attributes announce {grid} grid indices, {prefetch} scalar prefetch operands, {windows} windows and {scratch} scratch operands"
    )]
    ArgumentCount {
        /// Arguments of the function.
        arguments: usize,
        /// Rank of the grid.
        grid: usize,
        /// Scalar prefetch operands announced.
        prefetch: usize,
        /// Window parameters announced.
        windows: usize,
        /// Scratch operands announced.
        scratch: usize,
    },
    /// An attribute of the wrong kind or content.
    #[error("attribute `{name}` of the kernel {what}")]
    Attribute {
        /// The attribute.
        name: &'static str,
        /// What is wrong with it.
        what: String,
    },
}

/// How the block of one window is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Indexing {
    /// The whole operand, never copied by the pipeline (any, hbm and semaphore operands).
    Whole,
    /// One block that covers the operand; index zero in every dimension.
    Trivial,
    /// A transform function gives block indices.
    Blocks {
        /// Symbol of the transform.
        transform: String,
    },
    /// A transform function gives element offsets.
    Elements {
        /// Symbol of the transform.
        transform: String,
        /// Elements of padding in front, per dimension.
        pad_low: Vec<i64>,
        /// Elements of padding behind, per dimension.
        pad_high: Vec<i64>,
    },
}

/// One window of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// How the block is found.
    pub indexing: Indexing,
    /// Block shape in elements; the ref's shape where the module does not say.
    pub bounds: Vec<i64>,
    /// One buffer only (`pipeline_mode` synchronous).
    pub synchronous: bool,
    /// Whether a block may be left and visited again (`revisit_mode` any).
    pub revisits: bool,
}

/// What a kernel argument is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// Index of the current step in grid dimension `n`.
    Grid(usize),
    /// Scalar prefetch operand `n`, whole, in SMEM.
    Prefetch(usize),
    /// Window `n`.
    Window(usize),
    /// Scratch operand `n`.
    Scratch(usize),
}

/// The decoded signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Name of the kernel function.
    pub name: String,
    /// Grid sizes; a dynamic one is `i64::MIN`.
    pub grid: Vec<i64>,
    /// Case numbers of `#tpu.dimension_semantics`, one per grid dimension; empty when absent.
    pub semantics: Vec<i64>,
    /// Scalar prefetch operands.
    pub prefetch: usize,
    /// The windows in argument order.
    pub windows: Vec<Window>,
    /// Scratch operands.
    pub scratch: usize,
    /// Each point of the grid is a core of its own, and nothing is moved for it.
    pub is_mesh: bool,
}

impl Signature {
    /// Number of arguments in all.
    #[must_use]
    pub fn arguments(&self) -> usize {
        self.grid.len() + self.prefetch + self.windows.len() + self.scratch
    }

    /// What argument `index` is.
    #[must_use]
    pub fn role(&self, index: usize) -> Option<Role> {
        let mut left = index;
        for (count, role) in [
            (self.grid.len(), Role::Grid as fn(usize) -> Role),
            (self.prefetch, Role::Prefetch),
            (self.windows.len(), Role::Window),
            (self.scratch, Role::Scratch),
        ] {
            if left < count {
                return Some(role(left));
            }
            left -= count;
        }
        None
    }

    /// Reads the signature of the kernel function `func`.
    ///
    /// # Errors
    /// [`SignatureError`] when attributes and arguments do not agree.
    pub fn of(func: OperationRef<'_, '_>) -> Result<Self, SignatureError> {
        let body = body_of(func).ok_or(SignatureError::NoKernel)?;
        let grid = i64_array(func, "iteration_bounds")?.unwrap_or_default();
        let prefetch = count(func, "scalar_prefetch")?;
        let scratch = count(func, "scratch_operands")?;
        let arguments = body.argument_count();
        let announced = match func.attribute("window_params") {
            Err(_) => None,
            Ok(attribute) => Some(window_attributes(attribute)?),
        };
        let fixed = grid.len() + prefetch + scratch;
        let windows = announced.as_ref().map_or(arguments.saturating_sub(fixed), Vec::len);
        if fixed + windows != arguments {
            return Err(SignatureError::ArgumentCount {
                arguments,
                grid: grid.len(),
                prefetch,
                windows,
                scratch,
            });
        }
        let mut decoded = Vec::with_capacity(windows);
        for index in 0..windows {
            let ty = argument_type(body, grid.len() + prefetch + index);
            let attribute = announced.as_ref().and_then(|list| list.get(index).copied());
            decoded.push(window(attribute, ty)?);
        }
        Ok(Self {
            name: crate::lower::symbol_name(func).unwrap_or_default().to_owned(),
            semantics: semantics(func),
            grid,
            prefetch,
            windows: decoded,
            scratch,
            is_mesh: announced.iter().flatten().any(|entries| has_constant_map(*entries)),
        })
    }
}

/// The programs of `module`: every function with `tpu.core_type`, else the one kernel that
/// [`kernel_of`] finds. Several programs share one list of operands, one for each kind of core.
///
/// # Errors
/// [`SignatureError::NoKernel`].
pub fn kernels_of<'c, 'a>(module: OperationRef<'c, 'a>) -> Result<Vec<OperationRef<'c, 'a>>, SignatureError> {
    let marked: Vec<_> = functions(module).filter(|func| func.has_attribute("tpu.core_type")).collect();
    if marked.len() > 1 { Ok(marked) } else { Ok(vec![kernel_of(module)?]) }
}

/// The kernel function of `module`: the one with `tpu.core_type`, else the one called `main`,
/// else the only function.
///
/// # Errors
/// [`SignatureError::NoKernel`] or [`SignatureError::SeveralKernels`].
pub fn kernel_of<'c, 'a>(module: OperationRef<'c, 'a>) -> Result<OperationRef<'c, 'a>, SignatureError> {
    let functions: Vec<_> = functions(module).collect();
    let marked: Vec<_> =
        functions.iter().copied().filter(|func| func.has_attribute("tpu.core_type")).collect();
    match marked.as_slice() {
        [one] => Ok(*one),
        [] => functions
            .iter()
            .copied()
            .find(|func| crate::lower::symbol_name(*func) == Some("main"))
            .or(if let [one] = functions.as_slice() { Some(*one) } else { None })
            .ok_or(SignatureError::NoKernel),
        several => Err(SignatureError::SeveralKernels(
            several
                .iter()
                .map(|func| format!("@{}", crate::lower::symbol_name(*func).unwrap_or("?")))
                .collect::<Vec<_>>()
                .join(", "),
        )),
    }
}

/// The functions with a body, in order.
pub fn functions<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    let first = module
        .region(0)
        .ok()
        .and_then(|region| region.first_block())
        .and_then(|block| block.first_operation());
    std::iter::successors(first, |op| op.next_in_block()).filter(|op| {
        // A lowered function is still the same function.
        matches!(op.name().as_string_ref().as_str(), Ok("func.func" | "llvm.func")) && body_of(*op).is_some()
    })
}

/// The entry block of a function.
#[must_use]
pub fn body_of<'c, 'a>(func: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    func.region(0).ok().and_then(|region| region.first_block())
}

fn argument_type<'c>(body: BlockRef<'c, '_>, index: usize) -> Option<Type<'c>> {
    body.argument(index).ok().map(|argument| Value::from(argument).r#type())
}

fn count(func: OperationRef<'_, '_>, name: &'static str) -> Result<usize, SignatureError> {
    let Ok(attribute) = func.attribute(name) else { return Ok(0) };
    IntegerAttribute::try_from(attribute)
        .ok()
        .and_then(|number| usize::try_from(number.value()).ok())
        .ok_or(SignatureError::Attribute { name, what: "is not a count".into() })
}

fn i64_array(op: OperationRef<'_, '_>, name: &'static str) -> Result<Option<Vec<i64>>, SignatureError> {
    op.attribute(name).ok().map(|attribute| numbers(attribute, name)).transpose()
}

fn numbers(attribute: Attribute<'_>, name: &'static str) -> Result<Vec<i64>, SignatureError> {
    let wrong = || SignatureError::Attribute { name, what: "is not an array of i64".into() };
    let array = DenseI64ArrayAttribute::try_from(attribute).map_err(|_| wrong())?;
    (0..array.len()).map(|index| array.element(index).map_err(|_| wrong())).collect()
}

fn semantics(func: OperationRef<'_, '_>) -> Vec<i64> {
    let Some(array) =
        func.attribute("dimension_semantics").ok().and_then(|a| ArrayAttribute::try_from(a).ok())
    else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|index| array.element(index).ok())
        .map(|case| tessera_tpu::attrs::enum_value(case).unwrap_or(1))
        .collect()
}

fn window_attributes(attribute: Attribute<'_>) -> Result<Vec<DictionaryAttribute<'_>>, SignatureError> {
    let wrong = |what: &str| SignatureError::Attribute { name: "window_params", what: what.into() };
    let array = ArrayAttribute::try_from(attribute).map_err(|_| wrong("is not an array"))?;
    (0..array.len())
        .map(|index| {
            array
                .element(index)
                .ok()
                .and_then(|entry| DictionaryAttribute::try_from(entry).ok())
                .ok_or_else(|| wrong("holds an entry that is no dictionary"))
        })
        .collect()
}

/// Whether a window has an affine map in the place of a transform, as mesh kernels do.
fn has_constant_map(entries: DictionaryAttribute<'_>) -> bool {
    entries
        .element_by_name("transform_indices")
        .is_some_and(|transform| FlatSymbolRefAttribute::try_from(transform).is_err())
}

fn window(
    attribute: Option<DictionaryAttribute<'_>>,
    ty: Option<Type<'_>>,
) -> Result<Window, SignatureError> {
    let shape = ty.and_then(tessera_tpu::ir::shape_of).unwrap_or_default();
    let space = ty.and_then(tessera_tpu::types::memory_space_of);
    let copied = matches!(
        space,
        None | Some(tessera_tpu::types::MemorySpace::Vmem | tessera_tpu::types::MemorySpace::Smem)
    );
    let plain = if copied { Indexing::Trivial } else { Indexing::Whole };
    let Some(entries) = attribute.filter(|entries| !entries.is_empty()) else {
        return Ok(Window { indexing: plain, bounds: shape, synchronous: true, revisits: false });
    };
    let bounds = match entries.element_by_name("window_bounds") {
        Some(attribute) => numbers(attribute, "window_bounds")?,
        None => shape.clone(),
    };
    if bounds.len() != shape.len() {
        return Err(SignatureError::Attribute {
            name: "window_bounds",
            what: format!("has {} entries for a ref of rank {}", bounds.len(), shape.len()),
        });
    }
    let synchronous = entries
        .element_by_name("pipeline_mode")
        .and_then(tessera_tpu::attrs::enum_value)
        .is_some_and(|mode| mode == 1);
    let revisits = entries
        .element_by_name("revisit_mode")
        .and_then(tessera_tpu::attrs::enum_value)
        .is_some_and(|mode| mode == 1);
    let transform = entries
        .element_by_name("transform_indices")
        .and_then(|symbol| FlatSymbolRefAttribute::try_from(symbol).ok())
        .map(|symbol| symbol.value().to_owned());
    let pads = entries.element_by_name("window_kind").and_then(tessera_tpu::attrs::element_window);
    let indexing = match (transform, pads) {
        // A mesh kernel's constant map: nothing is ever moved.
        (None, _) if has_constant_map(entries) => Indexing::Whole,
        (None, _) => plain,
        (Some(transform), None) => Indexing::Blocks { transform },
        (Some(transform), Some((pad_low, pad_high))) => Indexing::Elements { transform, pad_low, pad_high },
    };
    Ok(Window { indexing, bounds, synchronous, revisits })
}
