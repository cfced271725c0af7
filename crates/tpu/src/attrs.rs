//! Attributes of the dialect in plain Rust.

use crate::{enums::CoreType, ffi, raw};
use melior::{
    Context,
    ir::{Attribute, attribute::AttributeLike},
};
use std::{ffi::c_int, fmt, slice};

/// The number in an enum attribute of the dialect, whichever enum it is.
#[must_use]
pub fn enum_value(attribute: Attribute<'_>) -> Option<i64> {
    let mut value = 0;
    let found = unsafe { ffi::tesseraEnumValue(attribute.to_raw(), &raw mut value) };
    found.then_some(value)
}

/// The case name in an enum attribute of the dialect, whichever enum it is.
#[must_use]
pub fn enum_name<'c>(attribute: Attribute<'c>) -> Option<&'c str> {
    let name = unsafe { raw::text(ffi::tesseraEnumName(attribute.to_raw())) };
    (!name.is_empty()).then_some(name)
}

/// The keyword of an enum attribute of the dialect, e.g. `core_type`.
#[must_use]
pub fn enum_keyword<'c>(attribute: Attribute<'c>) -> Option<&'c str> {
    let keyword = unsafe { raw::text(ffi::tesseraEnumKeyword(attribute.to_raw())) };
    (!keyword.is_empty()).then_some(keyword)
}

/// The `#tpu.core_type` of a kind of core.
#[must_use]
pub fn core_type_attribute(context: &Context, core: CoreType) -> Option<Attribute<'_>> {
    unsafe { Attribute::from_option_raw(ffi::tesseraCoreTypeGet(context.to_raw(), core.value())) }
}

// The values of TesseraListKind in cpp/shim.h.
const DOT_DIMENSION_NUMBERS: c_int = 1;
const ELEMENT_WINDOW: c_int = 2;
const TILED_LAYOUT: c_int = 3;

/// All lists of an attribute, if it is of this kind.
fn lists(attribute: Attribute<'_>, kind: c_int) -> Option<impl Iterator<Item = Vec<i64>>> {
    let raw = attribute.to_raw();
    if unsafe { ffi::tesseraListKind(raw) } != kind {
        return None;
    }
    Some((0_isize..).map_while(move |index| {
        let mut data = std::ptr::null();
        let count = unsafe { ffi::tesseraListGet(raw, index, &raw mut data) };
        match count {
            ..0 => None,
            0 => Some(Vec::new()),
            _ => Some(unsafe { slice::from_raw_parts(data, raw::size(count)) }.to_vec()),
        }
    }))
}

/// What a `#tpu.dot_dimension_numbers` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DotDimensionNumbers {
    /// Contracted dimensions of the left side.
    pub lhs_contracting: Vec<i64>,
    /// Contracted dimensions of the right side.
    pub rhs_contracting: Vec<i64>,
    /// Kept dimensions of the left side.
    pub lhs_non_contracting: Vec<i64>,
    /// Kept dimensions of the right side.
    pub rhs_non_contracting: Vec<i64>,
    /// Where each result dimension comes from: 0 (left) or 1 (right), then the
    /// dimension, pair by pair.
    pub output_order: Vec<i64>,
    /// Batch dimensions of the left side.
    pub lhs_batch: Vec<i64>,
    /// Batch dimensions of the right side.
    pub rhs_batch: Vec<i64>,
}

impl DotDimensionNumbers {
    /// Reads the attribute.
    #[must_use]
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        let mut lists = lists(attribute, DOT_DIMENSION_NUMBERS)?;
        Some(Self {
            lhs_contracting: lists.next()?,
            rhs_contracting: lists.next()?,
            lhs_non_contracting: lists.next()?,
            rhs_non_contracting: lists.next()?,
            output_order: lists.next()?,
            lhs_batch: lists.next()?,
            rhs_batch: lists.next()?,
        })
    }
}

/// The padding in front and behind, for each dimension, of a
/// `#tpu.element_window`.
#[must_use]
pub fn element_window(attribute: Attribute<'_>) -> Option<(Vec<i64>, Vec<i64>)> {
    let mut lists = lists(attribute, ELEMENT_WINDOW)?;
    Some((lists.next()?, lists.next()?))
}

/// What a `#tpu.tiled` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TiledLayout {
    /// The tiles, the outermost first.
    pub tiles: Vec<Vec<i64>>,
    /// For each dimension, the distance of neighbours in first tiles.
    pub tile_strides: Vec<i64>,
}

impl TiledLayout {
    /// Reads the attribute.
    #[must_use]
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        let mut lists = lists(attribute, TILED_LAYOUT)?;
        let tile_strides = lists.next()?;
        Some(Self { tiles: lists.collect(), tile_strides })
    }
}

impl fmt::Display for TiledLayout {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |numbers: &[i64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        for tile in &self.tiles {
            write!(out, "({})", join(tile))?;
        }
        write!(out, ",[{}]", join(&self.tile_strides))
    }
}
