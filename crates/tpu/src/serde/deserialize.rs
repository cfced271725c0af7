//! From the format.

use super::{
    NEWEST_VERSION, OLDEST_VERSION,
    edit::Draft,
    fault::{NotMangled, OldOp, SerdeFault, UnknownOp, VersionMissing, VersionUnknown},
    names::{self, VERSION_ATTRIBUTE},
    problem::{Problem, Refused},
    recreate, skew, upgrade,
};
use crate::{ir, ops, read};
use melior::ir::{BlockLike, OperationRef, RegionLike, operation::OperationLike};

/// What was read.
#[derive(Debug)]
pub struct Deserialized<'c> {
    /// The version that the module was written for.
    pub version: i64,
    /// Ops that nothing here defines, in the order of the text. They stay in the module, under their
    /// proper names.
    pub unknown: Vec<Problem<'c>>,
}

/// The version that a module in the `stable_mosaic` format names; `None` if the module is not in that
/// format.
///
/// A version alone does not make a module one of the format: jaxlib leaves it on what it has read.
#[must_use]
pub fn is_serialized(module: OperationRef<'_, '_>) -> Option<i64> {
    let version = read::int64(module, VERSION_ATTRIBUTE)?;
    let mut open = module;
    loop {
        let block = open.region(0).ok().and_then(|region| region.first_block());
        // Without any op there is nothing that could be wrong.
        let Some(op) = block.and_then(|block| block.first_operation()) else { return Some(version) };
        if ops::name_of(op) != names::MODULE {
            return names::demangled(ops::name_of(op)).map(|_| version);
        }
        open = op;
    }
}

/// Turns a module in the `stable_mosaic` format into one of the usual ops, in place, and takes the
/// version off it.
///
/// The module must have been parsed with unregistered dialects allowed, and is not verified here.
///
/// # Errors
///
/// If the version is missing or not known, if an op is not in the format or not as its version has it,
/// or if one cannot be made. The module may then be a mixture that is of no further use.
pub fn deserialize<'c>(module: OperationRef<'c, '_>) -> Result<Deserialized<'c>, Refused<'c>> {
    let version = version_of(module)?;
    let found = ops::all_ops(module);
    // If one op is not in the format, most are not: the first tells enough.
    if let Some(problem) = found.iter().find_map(|op| check_mangled(*op)) {
        return Err(problem.into());
    }
    let mut refused = Vec::new();
    let mut unknown = Vec::new();
    // Inner ops come before those around them.
    for op in found.into_iter().rev() {
        let Some(name) = names::demangled(ops::name_of(op)) else { continue };
        match upgraded(op, name, version) {
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

/// The op under its usual name, brought from its version to the newest.
fn upgraded<'c, 'a>(
    op: OperationRef<'c, 'a>,
    name: &str,
    version: i64,
) -> Result<OperationRef<'c, 'a>, SerdeFault> {
    recreate::flatten(op, name)?;
    let made = upgrade::apply(Draft(op), name, version).map_err(|reason| OldOp {
        op: name.to_owned(),
        version,
        reason,
    })?;
    for op in made {
        if let Some(name) = names::demangled(ops::name_of(op)) {
            recreate::as_named(op, name)?;
        }
    }
    skew::adapt(Draft(op), name)?;
    Ok(recreate::as_named(op, name)?)
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
