//! Locations, decoded by their type and never by their text.

use melior::ir::{
    AttributeLike, BlockLike, Location, OperationRef, RegionLike, ValueLike, attribute::ArrayAttribute,
    block::BlockArgument, operation::OperationLike,
};
use tessera_core::loc::Frame;

use crate::{ops, raw, read};

/// A location that names this many others is taken as broken, not followed.
const MOST_PARTS: usize = 4096;

/// What a location says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The places, innermost first: callees before callers.
    pub frames: Vec<Frame>,
    /// Names that are not those of functions, outermost first: what JAX called
    /// the operation, or the argument.
    pub names: Vec<String>,
}

/// Decodes a location.
///
/// JAX writes a name around the file location for the function, call sites
/// around those for the Python stack, and names around it all for the operation:
/// `"swap:"("swap/swap"(callsite("kernel"("k.py":3:4) at "f"("m.py":9:0))))`.
#[must_use]
pub fn decode(location: Location<'_>) -> Decoded {
    let mut decoded = Decoded::default();
    // Innermost first, so what comes later goes deeper into the stack of work.
    let mut open = vec![(location, None)];
    let mut parts = 0_usize;
    while let Some((location, name)) = open.pop() {
        parts += 1;
        if parts > MOST_PARTS {
            break;
        }
        if location.is_file_line_col_range() {
            push(&mut decoded.frames, frame(location, name));
            continue;
        }
        // The name was not directly around a file location: it is a label.
        decoded.names.extend(name);
        if location.is_name() {
            open.push((location.name_child_location(), Some(name_of(location))));
        } else if location.is_call_site() {
            open.push((location.call_site_caller(), None));
            open.push((location.call_site_callee(), None));
        } else if location.is_fused() {
            let count = location.fused_num_locations().min(MOST_PARTS);
            open.extend((0..count).rev().map(|index| (location.fused_location(index), None)));
        }
    }
    decoded
}

/// The frames of a location, innermost first.
#[must_use]
pub fn frames(location: Location<'_>) -> Vec<Frame> {
    decode(location).frames
}

/// Adds a frame, unless JAX has written the same one twice in a row.
fn push(frames: &mut Vec<Frame>, frame: Frame) {
    if frames.last() != Some(&frame) {
        frames.push(frame);
    }
}

fn frame(location: Location<'_>, function: Option<String>) -> Frame {
    let number = |value: usize| u32::try_from(value).unwrap_or_default();
    let file = location.file_line_col_range_filename();
    Frame {
        file: unsafe { raw::text(mlir_sys::mlirIdentifierStr(file.to_raw())) }.to_owned(),
        line: number(location.file_line_col_range_start_line()),
        column: number(location.file_line_col_range_start_column()),
        function,
    }
}

fn name_of(location: Location<'_>) -> String {
    let name = location.name_value();
    unsafe { raw::text(mlir_sys::mlirIdentifierStr(name.to_raw())) }.to_owned()
}

/// The attribute of a module that lists the locations of another.
const TABLE: &str = "tpu.locs";

/// Gives a module its locations from a table kept apart from it, as JAX writes them from 0.12 on: a module with
/// a list of one location for each op and block argument, each op before what is inside it. Returns whether the
/// table fits; if not, nothing is changed.
pub fn apply_table(module: OperationRef<'_, '_>, table: OperationRef<'_, '_>) -> bool {
    let list = read::attribute(table, TABLE).and_then(|list| ArrayAttribute::try_from(list).ok());
    let Some(list) = list else { return false };
    let mut places = Vec::new();
    for op in ops::all_ops(module) {
        places.push(Place::Op(op));
        for region in op.regions() {
            // The arguments of further blocks stand behind the ops before them, which no kernel has.
            let Some(block) = region.first_block() else { continue };
            if block.next_in_region().is_some() {
                return false;
            }
            places.extend((0..block.argument_count()).filter_map(|at| block.argument(at).ok()).map(Place::Argument));
        }
    }
    let locations: Vec<_> = (0..list.len())
        .filter_map(|at| list.element(at).ok())
        .filter(|found| unsafe { mlir_sys::mlirAttributeIsALocation(found.to_raw()) })
        .map(|found| unsafe { mlir_sys::mlirLocationFromAttribute(found.to_raw()) })
        .collect();
    if locations.len() != places.len() {
        return false;
    }
    for (place, location) in places.into_iter().zip(locations) {
        match place {
            Place::Op(op) => unsafe { mlir_sys::mlirOperationSetLocation(op.to_raw(), location) },
            Place::Argument(argument) => unsafe {
                mlir_sys::mlirBlockArgumentSetLocation(argument.to_raw(), location);
            },
        }
    }
    true
}

/// What has a location.
enum Place<'c, 'a> {
    Op(OperationRef<'c, 'a>),
    Argument(BlockArgument<'c, 'a>),
}
