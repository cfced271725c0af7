//! The `stable_mosaic` format: Mosaic modules as they travel from JAX to a compiler of another day.
//!
//! Every op is written under a name of its own, `stable_mosaic.tpu.load` for `tpu.load`, with all it has
//! in one plain dictionary, and the module says which version of the ops it was written for. So the
//! bytes can be read without knowing the dialects; what has changed since that version is then made up
//! for, op by op.

pub mod fault;
mod names;
mod problem;
mod recreate;

pub use self::{
    fault::CODES,
    names::{PREFIX, VERSION_ATTRIBUTE},
    problem::{Problem, Refused},
};

use self::fault::{NotMangled, UnknownOp, VersionMissing, VersionUnknown};
use crate::{ir, ops, read};
use melior::ir::operation::OperationRef;

/// The oldest version of the format.
pub const OLDEST_VERSION: i64 = 1;

/// The newest version of the format that is known here.
pub const NEWEST_VERSION: i64 = 18;

/// What was read.
#[derive(Debug)]
pub struct Deserialized<'c> {
    /// The version that the module was written for.
    pub version: i64,
    /// Ops that nothing here defines, in the order of the text. They stay in the module, under their
    /// proper names.
    pub unknown: Vec<Problem<'c>>,
}

/// The version that a module in the `stable_mosaic` format names; `None` if it names none, and so is not
/// in that format.
#[must_use]
pub fn is_serialized(module: OperationRef<'_, '_>) -> Option<i64> {
    read::int64(module, VERSION_ATTRIBUTE)
}

/// Turns a module in the `stable_mosaic` format into one of the usual ops, in place, and takes the
/// version off it.
///
/// The module must have been parsed with unregistered dialects allowed, and is not verified here.
///
/// # Errors
///
/// If the version is missing or not known, if an op is not in the format, or if one cannot be made. The
/// module may then be a mixture that is of no further use.
pub fn deserialize<'c>(module: OperationRef<'c, '_>) -> Result<Deserialized<'c>, Refused<'c>> {
    let version = version_of(module)?;
    let found = ops::all_ops(module);
    Refused::unless_empty(found.iter().filter_map(|op| check_mangled(*op)).collect())?;
    let mut refused = Vec::new();
    let mut unknown = Vec::new();
    // Inner ops come before those around them.
    for op in found.into_iter().rev() {
        let Some(name) = names::demangled(ops::name_of(op)) else { continue };
        match recreate::as_named(op, name) {
            Ok(op) if recreate::is_known(op) => {}
            Ok(op) => unknown.push(Problem::at(op, UnknownOp { op: name.to_owned() })),
            Err(fault) => refused.push(Problem::at(op, fault)),
        }
    }
    refused.reverse();
    Refused::unless_empty(refused)?;
    ir::remove_attribute(module, VERSION_ATTRIBUTE);
    unknown.reverse();
    Ok(Deserialized { version, unknown })
}

/// The version of a module, if that is one we know.
fn version_of<'c>(module: OperationRef<'c, '_>) -> Result<i64, Refused<'c>> {
    let Some(attribute) = read::attribute(module, VERSION_ATTRIBUTE) else {
        return Err(Problem::at(module, VersionMissing { found: None }).into());
    };
    match read::integer(attribute) {
        Some(version @ OLDEST_VERSION..=NEWEST_VERSION) => Ok(version),
        Some(version) => Err(Problem::at(module, VersionUnknown { version }).into()),
        None => Err(Problem::at(module, VersionMissing { found: Some(attribute.to_string()) }).into()),
    }
}

/// What is wrong with an op that is not in the format.
fn check_mangled<'c>(op: OperationRef<'c, '_>) -> Option<Problem<'c>> {
    let name = ops::name_of(op);
    let fine = name == names::MODULE || names::demangled(name).is_some();
    (!fine).then(|| Problem::at(op, NotMangled { op: name.to_owned() }))
}
