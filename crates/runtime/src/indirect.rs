//! Indirect copies: gathers and scatters of slices by a list of numbers.

use crate::copy::Transfer;
use crate::dma::Request;
use crate::element::ElementType;
use crate::event::CoreId;
use crate::fault::{DmaEnd, DmaOutOfBounds, Refusal, RuntimeBug};
use crate::world::World;

/// Which slices move. The numbers were read when the copy started.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// Per slice of the plain side its number on the indexed side; `None` stays out.
    pub(crate) numbers: Vec<Option<i64>>,
    /// Slices on the indexed side.
    pub(crate) slices: i64,
    /// The source is the indexed side.
    pub(crate) gathers: bool,
    /// Add to the target.
    pub(crate) adds: bool,
    pub(crate) element: ElementType,
}

impl World {
    /// Starts an indirect copy.
    ///
    /// # Errors
    /// A number out of range, a slice outside its buffer, or elements that cannot be added.
    pub(crate) fn start_indirect(
        &mut self,
        from: CoreId,
        request: Request,
        rows: Rows,
    ) -> Result<(), Refusal> {
        if rows.adds && adder(rows.element).is_none() {
            let what = format!("an indirect copy that adds elements of {}", rows.element);
            return Err(RuntimeBug { what }.into());
        }
        let slice = rest(&request.transfer);
        for (at, number) in rows.numbers.iter().enumerate() {
            let Some(number) = *number else { continue };
            let end = if rows.gathers { DmaEnd::Source } else { DmaEnd::Target };
            if !(0..rows.slices).contains(&number) {
                let start = if rows.gathers { request.source } else { request.target };
                let buffer = self.name_of(start);
                let stride =
                    first(if rows.gathers { &request.transfer.source } else { &request.transfer.target });
                let (first, size) = (number.saturating_mul(stride), rows.slices.saturating_mul(stride));
                let (last, size) = (first.saturating_add(stride) - 1, usize::try_from(size).unwrap_or(0));
                return Err(DmaOutOfBounds { end, buffer, first, last, size }.into());
            }
            let (source, target) = rows.places(&request.transfer, request.source, request.target, at, number);
            self.check_range(DmaEnd::Source, source, &slice, &slice.source)?;
            self.check_range(DmaEnd::Target, target, &slice, &slice.target)?;
        }
        self.launch(from, request, Some(rows))
    }
}

impl Rows {
    /// Where slice `at` comes from and goes to.
    fn places(
        &self,
        transfer: &Transfer,
        source: usize,
        target: usize,
        at: usize,
        number: i64,
    ) -> (usize, usize) {
        let at = i64::try_from(at).unwrap_or(i64::MAX);
        let (from, to) = if self.gathers { (number, at) } else { (at, number) };
        let place = |base: usize, index: i64, stride: i64| {
            base.wrapping_add_signed(isize::try_from(index.wrapping_mul(stride)).unwrap_or(0))
        };
        (place(source, from, first(&transfer.source)), place(target, to, first(&transfer.target)))
    }

    /// Moves the slices.
    ///
    /// # Safety
    /// Every slice lies inside its buffer, as [`World::start_indirect`] checks.
    pub(crate) unsafe fn run(&self, transfer: &Transfer, source: usize, target: usize) {
        let slice = rest(transfer);
        let sum = adder(self.element).filter(|_| self.adds);
        for (at, number) in self.numbers.iter().enumerate() {
            let Some(number) = *number else { continue };
            let (from, to) = self.places(transfer, source, target, at, number);
            let (from, to) = (from as *const u8, to as *mut u8);
            let Some(sum) = sum else {
                // SAFETY: the caller's contract.
                unsafe { slice.run(from, to) };
                continue;
            };
            let count: i64 = slice.sizes.iter().product();
            for element in 0..count {
                let (mut rest, mut from, mut to) = (element, from, to);
                for dim in (0..slice.sizes.len()).rev() {
                    let index = rest % slice.sizes[dim];
                    rest /= slice.sizes[dim];
                    from = from.wrapping_offset((index * slice.source[dim]) as isize);
                    to = to.wrapping_offset((index * slice.target[dim]) as isize);
                }
                // SAFETY: the caller's contract.
                unsafe { sum(from, to) };
            }
        }
    }
}

fn first(strides: &[i64]) -> i64 {
    strides.first().copied().unwrap_or(0)
}

/// One slice of the transfer.
fn rest(transfer: &Transfer) -> Transfer {
    let tail = |dims: &[i64]| dims.get(1..).unwrap_or_default().into();
    Transfer {
        element: transfer.element,
        sizes: tail(&transfer.sizes),
        source: tail(&transfer.source),
        target: tail(&transfer.target),
    }
}

type Add = unsafe fn(*const u8, *mut u8);

/// Adds one element to another, for the types that the hardware adds.
fn adder(element: ElementType) -> Option<Add> {
    macro_rules! add {
        ($type:ty, $sum:expr) => {{
            /// # Safety
            /// Both are elements in memory.
            unsafe fn add(from: *const u8, to: *mut u8) {
                // SAFETY: the caller's contract; they need not be aligned.
                unsafe {
                    let (one, other) =
                        (from.cast::<$type>().read_unaligned(), to.cast::<$type>().read_unaligned());
                    let sum: fn($type, $type) -> $type = $sum;
                    to.cast::<$type>().write_unaligned(sum(one, other));
                }
            }
            Some(add as Add)
        }};
    }
    match element {
        ElementType::I8 => add!(i8, i8::wrapping_add),
        ElementType::I16 => add!(i16, i16::wrapping_add),
        ElementType::I32 => add!(i32, i32::wrapping_add),
        ElementType::F32 => add!(f32, |one, other| one + other),
        _ => None,
    }
}
