//! The request itself is wrong: inputs, specification, options, sizes.

use super::{fault, shape_text};
use crate::element::ElementType;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0801.
pub static INPUT_MISMATCH: Code = Code::new(
    801,
    "input_mismatch",
    Level::Error,
    "## What it checks
Every device gets as many input arrays as the kernel has, each with the kernel's shape and element
type.
## Why
A kernel is compiled for fixed shapes; other data would be read at wrong places.
## Wrong
Run a kernel whose first operand is f32[256,128] with an array of f32[128,128].
## Right
Pass arrays of the shapes and types that the kernel was lowered with.
## Source
Operands of the custom call are typed; the kernel's window parameters repeat their shapes.
",
);

/// The inputs of a run do not fit the kernel.
#[derive(Debug, Error)]
pub enum InputMismatch {
    /// Wrong number of per-device lists.
    #[error("inputs for {given} devices were given to a machine of {expected}")]
    Devices {
        /// Lists given.
        given: usize,
        /// Devices of the machine.
        expected: usize,
    },
    /// Wrong number of arrays.
    #[error("device {device} got {given} input arrays where the kernel takes {expected}")]
    Count {
        /// The device.
        device: usize,
        /// Arrays given.
        given: usize,
        /// Arrays the kernel takes.
        expected: usize,
    },
    /// Wrong shape or element type.
    #[error(
        "input {input} of device {device} is {given_element}[{}] where the kernel takes {element}[{}]",
        shape_text(.given_shape), shape_text(.shape)
    )]
    Type {
        /// The device.
        device: usize,
        /// Number of the input.
        input: usize,
        /// Shape given.
        given_shape: Vec<i64>,
        /// Element type given.
        given_element: ElementType,
        /// Shape the kernel takes.
        shape: Vec<i64>,
        /// Element type the kernel takes.
        element: ElementType,
    },
}
fault!(InputMismatch, INPUT_MISMATCH, |_| Some(
    "pass arrays with the shapes and types the kernel was lowered with".into()
));

/// T0802.
pub static BAD_KERNEL_SPEC: Code = Code::new(
    802,
    "bad_kernel_spec",
    Level::Error,
    "## What it checks
The description of a kernel is consistent: blocks have their array's rank, aliased arrays have one
type, the grid has one semantics per dimension, numbers point at things that exist.
## Why
The machine plans its buffers from the description before anything runs.
## Wrong
A window of 8x128 over an array of rank 3; an output aliased to an input of another shape.
## Right
Give every block the rank of its array (squeezed dimensions as 1) and alias equal types only.
## Source
Window parameters and operand aliases of the custom call, as Pallas writes them.
",
);

/// The description of a kernel contradicts itself.
#[derive(Debug, Error)]
#[error("kernel `{kernel}`: {why}")]
pub struct BadKernelSpec {
    /// The kernel's name.
    pub kernel: String,
    /// What contradicts what.
    pub why: String,
}
fault!(BadKernelSpec, BAD_KERNEL_SPEC);

/// T0803.
pub static BAD_MACHINE_OPTIONS: Code = Code::new(
    803,
    "bad_machine_options",
    Level::Error,
    "## What it checks
The machine has at least one device and one core, and not more than it can emulate.
## Why
Devices and cores are numbered with 31 bits and each core needs a stack.
## Wrong
Run on 0 devices.
## Right
Run on 1 device with 1 core unless the kernel communicates.
## Source
Limits of this machine, not of the hardware.
",
);

/// The machine cannot be built as asked for.
#[derive(Debug, Error)]
#[error("a machine cannot have {what}")]
pub struct BadMachineOptions {
    /// The impossible part.
    pub what: String,
}
fault!(BadMachineOptions, BAD_MACHINE_OPTIONS);

/// T0804.
pub static SUB_BYTE_ELEMENT: Code = Code::new(
    804,
    "sub_byte_element",
    Level::Unsupported,
    "## What it checks
Generated code copies whole bytes: a DMA descriptor names an element width that is a multiple of 8.
## Why
Elements narrower than a byte take a whole one each in this machine.
## Wrong
A descriptor with elements of 4 bits.
## Right
A descriptor with elements of 8 bits for i4.
## Source
A convention between this machine and its compiler.
",
);

/// A copy of elements that are no whole bytes.
#[derive(Debug, Error)]
#[error("{place} moves {element}, which are no whole bytes")]
pub struct SubByteElement {
    /// What it holds.
    pub element: String,
    /// Which buffer.
    pub place: String,
}
fault!(SubByteElement, SUB_BYTE_ELEMENT, |_| Some(
    "report the module: the compiler and the machine disagree".into()
));

/// T0805.
pub static OUT_OF_MEMORY: Code = Code::new(
    805,
    "out_of_memory",
    Level::Error,
    "## What it checks
The host has room for every buffer and stack of the emulated machine.
## Why
All memories of all devices live in the memory of one process.
## Wrong
A scratch buffer of f32[1048576,1048576].
## Right
Shrink the buffers, or run fewer devices.
## Source
The host's allocator.
",
);

/// The host has no room for a buffer.
#[derive(Debug, Error)]
#[error("no room for {bytes} bytes on the host")]
pub struct OutOfMemory {
    /// Bytes asked for.
    pub bytes: usize,
}
fault!(OutOfMemory, OUT_OF_MEMORY, |_| Some("use smaller arrays or fewer devices".into()));

/// T0815.
pub static BAD_ARRAY: Code = Code::new(
    815,
    "bad_array",
    Level::Error,
    "## What it checks
An array's shape has no negative or overflowing size, and its bytes are as many as the shape says.
## Why
The bytes are handed to the kernel as they are.
## Wrong
f32[2,3] from 20 bytes.
## Right
f32[2,3] from 24 bytes.
## Source
Row-major dense arrays, little-endian elements.
",
);

/// An array cannot have this shape, type or content.
#[derive(Debug, Error)]
#[error("{element}[{}] is no array: {why}", shape_text(.shape))]
pub struct BadArray {
    /// The element type.
    pub element: ElementType,
    /// The shape asked for.
    pub shape: Vec<i64>,
    /// What is wrong.
    pub why: String,
}
fault!(BadArray, BAD_ARRAY);
