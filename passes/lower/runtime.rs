//! The run-time functions that compiled kernels call: names and types, in one table.
//!
//! The other side is `crates/runtime/src/abi.rs`; a test of the root package compares the two.

use super::build::{Builder, declare, first_result};
use super::fault::Stop;
use melior::ir::{
    BlockRef, OperationRef, RegionLike, Type, Value, attribute::TypeAttribute, block::BlockLike,
    operation::OperationLike, r#type::FunctionType,
};
use tessera_tpu::types::MemorySpace;

/// A scalar type of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abi {
    /// An address.
    Ptr,
    /// `int32_t`.
    I32,
    /// `int64_t`.
    I64,
}

/// One run-time function: name, parameters after the core, result.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// Symbol.
    pub name: &'static str,
    /// Parameters after the leading core pointer.
    pub parameters: &'static [Abi],
    /// Result, if any.
    pub result: Option<Abi>,
}

macro_rules! runtime_functions {
    ($($constant:ident = $name:literal ( $($parameter:ident),* ) $(-> $result:ident)?;)*) => {
        $(
            #[doc = concat!("`", $name, "`; see the run time's ABI for its meaning.")]
            pub const $constant: Function = Function {
                name: $name,
                parameters: &[$(Abi::$parameter),*],
                result: runtime_functions!(@result $($result)?),
            };
        )*
        /// Every run-time function that passes may call.
        pub const ALL: &[&Function] = &[$(&$constant),*];
    };
    (@result) => { None };
    (@result $result:ident) => { Some(Abi::$result) };
}

runtime_functions! {
    STEPS = "tessera_steps"() -> I64;
    STEP_BEGIN = "tessera_step_begin"(I64);
    STEP_END = "tessera_step_end"();
    GRID_INDEX = "tessera_grid_index"(I32) -> I32;
    ITERATION_BOUND = "tessera_iteration_bound"(I32) -> I32;
    WINDOW_INDEX = "tessera_window_index"(I32, I32, I32);
    WINDOWS_READY = "tessera_windows_ready"();
    REF = "tessera_ref"(I32, Ptr) -> Ptr;
    ARENA = "tessera_arena"() -> Ptr;
    ALLOC = "tessera_alloc"(I32, I32, I32, I64) -> Ptr;
    FREE = "tessera_free"(Ptr);
    DMA_START = "tessera_dma_start"(I32, Ptr, Ptr, Ptr, Ptr, Ptr, I32, I32, I32);
    DMA_WAIT = "tessera_dma_wait"(I32, Ptr, I64);
    SEM_SIGNAL = "tessera_sem_signal"(I32, Ptr, I32, I32, I32);
    SEM_WAIT = "tessera_sem_wait"(I32, Ptr, I32);
    SEM_READ = "tessera_sem_read"(I32, Ptr) -> I32;
    BARRIER_SEMAPHORE = "tessera_barrier_semaphore"(I32) -> Ptr;
    DEVICE_ID = "tessera_device_id"() -> I32;
    CORE_ID = "tessera_core_id"() -> I32;
    CORE_NUMBER = "tessera_core_number"(I32, I32, I32, I32) -> I32;
    SUBCORE_ID = "tessera_subcore_id"() -> I32;
    SUBCORE_BARRIER = "tessera_subcore_barrier"(I32, I64);
    FETCH_ADD = "tessera_fetch_add"(I32, Ptr, I32, I32) -> I32;
    FAIL = "tessera_fail"(I32, I32);
    SCAN = "tessera_scan"(I32, I64, I64, I32, Ptr, Ptr, I32, Ptr);
    SCAN_COUNT = "tessera_scan_count"(I64, I64, I32, Ptr, Ptr, Ptr, Ptr);
    SORT = "tessera_sort"(I32, I64, I32, Ptr, I32, Ptr, Ptr, Ptr, Ptr, Ptr);
    ALL_REDUCE = "tessera_all_reduce"(I32, I64, I64, I64, I32, Ptr, I32, Ptr);
    PRNG_SEED = "tessera_prng_seed"(I32, I32);
    PRNG_BITS = "tessera_prng_bits"(Ptr, I64);
    LOG_VALUE = "tessera_log_value"(I32, I64);
    LOG_ARRAY = "tessera_log_array"(I32, Ptr, I32, Ptr);
    LOG = "tessera_log"(Ptr, I64, I32);
    INDIRECT_START = "tessera_indirect_start"(I32, Ptr, Ptr, Ptr, Ptr, Ptr, I64, I32, I32, I32);
    GEMM = "tessera_gemm"(I32, I64, I64, I64, Ptr, I64, I64, Ptr, I64, I64, Ptr, I64, I64, I32);
}

/// MLIR spellings of the element types, in the order of their codes in the run time.
pub const ELEMENT_CODES: &[&str] = &[
    "i1",
    "i4",
    "i2",
    "i8",
    "i16",
    "i32",
    "i64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E4M3FN",
    "f8E5M2",
    "f8E4M3B11FNUZ",
    "f8E8M0FNU",
    "f4E2M1FN",
    "!tpu.semaphore",
    "!tpu.dma_semaphore",
];

/// Names of the memory spaces, in the order of their codes in the run time.
pub const SPACE_CODES: &[&str] =
    &["any", "vmem", "smem", "hbm", "cmem", "semaphore_mem", "vmem_shared", "host"];

/// The run time's code of an element type.
#[must_use]
pub fn element_code(element: Type<'_>) -> Option<i64> {
    let name = element.to_string();
    let position = ELEMENT_CODES.iter().position(|known| *known == name)?;
    i64::try_from(position).ok()
}

/// The run time's code of a memory space; a ref without one is in VMEM.
#[must_use]
pub fn space_code(space: Option<MemorySpace>) -> i64 {
    let name = space.map_or("vmem", MemorySpace::name);
    let position = SPACE_CODES.iter().position(|known| *known == name).unwrap_or(1);
    i64::try_from(position).unwrap_or(1)
}

impl Abi {
    /// The MLIR type.
    pub fn to_mlir<'c>(self, builder: &Builder<'c, '_>) -> Type<'c> {
        match self {
            Self::Ptr => builder.ptr_type(),
            Self::I32 => builder.int_type(32),
            Self::I64 => builder.int_type(64),
        }
    }
}

/// Calls run-time functions from one kernel function, declaring them on first use.
#[derive(Clone, Copy)]
pub struct Runtime<'c, 'a> {
    module_body: BlockRef<'c, 'a>,
    core: Value<'c, 'a>,
}

impl<'c, 'a> Runtime<'c, 'a> {
    /// For calls inside `func`. A kernel function that has no leading core argument yet gets one.
    pub fn for_function(module: OperationRef<'c, 'a>, func: OperationRef<'c, 'a>) -> Result<Self, Stop> {
        let module_body = module
            .region(0)
            .ok()
            .and_then(|region| region.first_block())
            .ok_or_else(|| Stop::broken("module without a body"))?;
        let body =
            crate::signature::body_of(func).ok_or_else(|| Stop::broken("kernel function without a body"))?;
        let context = tessera_tpu::ir::context_of(func);
        let ptr = melior::dialect::llvm::r#type::pointer(context, 0);
        let has_core = body.argument(0).is_ok_and(|argument| melior::ir::ValueLike::r#type(&argument) == ptr);
        let core = if has_core {
            super::build::argument(body, 0)?
        } else {
            let core = body.insert_argument(0, ptr, func.location());
            update_function_type(func, body)?;
            core
        };
        Ok(Self { module_body, core })
    }

    /// The same functions, called with another value for the core.
    #[must_use]
    pub fn with_core(self, core: Value<'c, 'a>) -> Self {
        Self { core, ..self }
    }

    /// The core pointer.
    #[must_use]
    pub fn core(&self) -> Value<'c, 'a> {
        self.core
    }

    /// Calls `function` with the core and `operands`.
    pub fn call(
        &self,
        builder: &Builder<'c, 'a>,
        function: &Function,
        operands: &[Value<'c, 'a>],
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        let mut inputs = vec![builder.ptr_type()];
        inputs.extend(function.parameters.iter().map(|abi| abi.to_mlir(builder)));
        let results: Vec<_> = function.result.iter().map(|abi| abi.to_mlir(builder)).collect();
        declare(builder.context, self.module_body, function.name, &inputs, &results)?;
        let mut all = vec![self.core];
        all.extend_from_slice(operands);
        builder.call(function.name, &all, &results)
    }

    /// Calls a function that returns something.
    pub fn value(
        &self,
        builder: &Builder<'c, 'a>,
        function: &Function,
        operands: &[Value<'c, 'a>],
    ) -> Result<Value<'c, 'a>, Stop> {
        first_result(self.call(builder, function, operands)?)
    }
}

/// Makes the type of `func` say what its entry block takes; results stay.
pub fn update_function_type<'c>(func: OperationRef<'c, '_>, body: BlockRef<'c, '_>) -> Result<(), Stop> {
    let context = tessera_tpu::ir::context_of(func);
    let mut inputs = Vec::new();
    for index in 0..body.argument_count() {
        inputs.push(melior::ir::ValueLike::r#type(&super::build::argument(body, index)?));
    }
    let old = func
        .attribute("function_type")
        .ok()
        .and_then(|attribute| TypeAttribute::try_from(attribute).ok())
        .and_then(|attribute| FunctionType::try_from(attribute.value()).ok())
        .ok_or_else(|| Stop::broken("function without a type"))?;
    let results: Vec<_> =
        (0..old.result_count()).map(|i| old.result(i)).collect::<Result<_, _>>().map_err(Stop::melior)?;
    let new = FunctionType::new(context, &inputs, &results);
    tessera_tpu::ir::set_attribute(func, "function_type", TypeAttribute::new(new.into()).into());
    Ok(())
}
