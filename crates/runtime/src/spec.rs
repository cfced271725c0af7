//! What the compiler tells the machine about a kernel: grid, arrays, arguments, places.

use crate::element::ElementType;
use crate::groups::CoreGroup;
use crate::space::Space;
use tessera_core::loc::Loc;

/// How the steps of one grid dimension may be run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DimensionSemantics {
    /// Strictly in order.
    #[default]
    Arbitrary,
    /// May be split over the cores of a device.
    Parallel,
    /// Split over the cores of a device.
    CoreParallel,
    /// Split over the subcores of a device.
    SubcoreParallel,
}

impl DimensionSemantics {
    /// Whether the dimension may be split over cores.
    #[must_use]
    pub const fn is_parallel(self) -> bool {
        !matches!(self, Self::Arbitrary)
    }
}

/// A place that generated code names by its index in [`KernelSpec::sites`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Where it is.
    pub loc: Loc,
    /// The operation there, as `dialect.op`; empty when unknown.
    pub op: String,
}

impl From<Loc> for Site {
    fn from(loc: Loc) -> Self {
        Self { loc, op: String::new() }
    }
}

/// An array that enters or leaves the kernel, one per device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArraySpec {
    /// Elements per dimension.
    pub shape: Vec<i64>,
    /// The element type.
    pub element: ElementType,
}

/// Where the memory of a kernel argument comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The whole array in place: any, hbm and semaphore operands, scalar prefetch.
    Operand {
        /// Inputs count from 0; outputs follow.
        array: usize,
    },
    /// One block of an array per grid step; a whole array in VMEM is a window of one block.
    Window {
        /// Inputs count from 0; outputs follow. An output window is written back.
        array: usize,
        /// For element windows: the pads before and after each dimension, in elements. The index
        /// of such a window is an offset that counts from the start of the front pad.
        pads: Option<Pads>,
        /// Always give the kernel a copy of the block. Needed when the body stores into an input
        /// window, or when other devices address the window by DMA.
        private: bool,
    },
    /// Memory that starts fresh and dies with the kernel.
    Scratch,
}

/// Pads of an element window, in elements, one pair per dimension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pads {
    /// Before the first element.
    pub low: Vec<i64>,
    /// After the last element.
    pub high: Vec<i64>,
}

/// One argument of the kernel function; grid indices are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgSpec {
    /// The name in reports; may be empty.
    pub name: String,
    /// Where the argument is declared.
    pub loc: Loc,
    /// The memory space of the kernel's ref.
    pub space: Space,
    /// The element type of the kernel's ref.
    pub element: ElementType,
    /// Elements per dimension of the kernel's ref: for a window its block, with squeezed
    /// dimensions as size 1.
    pub shape: Vec<i64>,
    /// Where its memory comes from.
    pub role: Role,
}

impl ArgSpec {
    /// The array behind the argument, if it is not scratch.
    #[must_use]
    pub const fn array(&self) -> Option<usize> {
        match self.role {
            Role::Operand { array } | Role::Window { array, .. } => Some(array),
            Role::Scratch => None,
        }
    }
}

/// A compiled kernel as the machine sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelSpec {
    /// The kernel's name.
    pub name: String,
    /// Steps per grid dimension, slowest first; empty means one step.
    pub grid: Vec<i64>,
    /// One per grid dimension, or empty for all arbitrary.
    pub semantics: Vec<DimensionSemantics>,
    /// The cores of a device by the program they run, in the order of the programs; empty for as
    /// many cores of one kind as the machine has.
    pub groups: Vec<CoreGroup>,
    /// Arrays that enter.
    pub inputs: Vec<ArraySpec>,
    /// Arrays that leave.
    pub outputs: Vec<ArraySpec>,
    /// Pairs of input and output number that share one buffer.
    pub aliases: Vec<(usize, usize)>,
    /// Arguments of the kernel function after the grid indices.
    pub args: Vec<ArgSpec>,
    /// Bytes that the compiler needs for its own temporaries, per core.
    pub arena_bytes: usize,
    /// Places that generated code names by index, in source order.
    pub sites: Vec<Site>,
    /// Names the barrier semaphore shared by all devices.
    pub collective_id: Option<i64>,
}

impl KernelSpec {
    /// The array with this number, inputs first.
    #[must_use]
    pub fn array(&self, array: usize) -> Option<&ArraySpec> {
        self.inputs.get(array).or_else(|| self.outputs.get(array.checked_sub(self.inputs.len())?))
    }

    /// Whether the array with this number leaves the kernel.
    #[must_use]
    pub fn is_output(&self, array: usize) -> bool {
        array >= self.inputs.len()
    }

    /// The number of the buffer that backs an array: an aliased output uses its input's.
    #[must_use]
    pub(crate) fn buffer_of(&self, array: usize) -> usize {
        let Some(output) = array.checked_sub(self.inputs.len()) else {
            return array;
        };
        self.aliases.iter().find(|pair| pair.1 == output).map_or(array, |pair| pair.0)
    }

    /// The buffers, each once: their number is that of the first array they back.
    pub(crate) fn buffers(&self) -> impl Iterator<Item = usize> {
        (0..self.inputs.len() + self.outputs.len()).filter(|array| self.buffer_of(*array) == *array)
    }

    /// An argument as reports name it.
    pub(crate) fn arg_name(&self, arg: usize) -> String {
        match self.args.get(arg).map(|spec| spec.name.as_str()) {
            Some(name) if !name.is_empty() => format!("argument {arg} `{name}`"),
            _ => format!("argument {arg}"),
        }
    }

    /// A site by its number; unknown numbers give an unknown place.
    pub(crate) fn site(&self, site: u32) -> Site {
        self.sites.get(site as usize).cloned().unwrap_or_default()
    }
}

/// Row-major strides of a dense shape, in elements.
pub(crate) fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim] * shape[dim].max(1);
    }
    strides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliased_output_shares_its_inputs_buffer() {
        let array = || ArraySpec { shape: vec![4], element: ElementType::F32 };
        let spec = KernelSpec {
            inputs: vec![array(), array()],
            outputs: vec![array(), array()],
            aliases: vec![(1, 0)],
            ..KernelSpec::default()
        };
        assert_eq!([0, 1, 2, 3].map(|array| spec.buffer_of(array)), [0, 1, 1, 3]);
        assert_eq!(spec.buffers().collect::<Vec<_>>(), [0, 1, 3]);
        assert!(spec.array(4).is_none());
    }

    #[test]
    fn strides_are_row_major() {
        assert_eq!(row_major(&[2, 3, 4]), [12, 4, 1]);
        assert!(row_major(&[]).is_empty());
    }
}
