//! To the format.

use super::{
    NEWEST_VERSION, OLDEST_VERSION,
    downgrade::{self, Refusal},
    edit::Draft,
    fault::{AlreadySerialized, BadOp, NoUnregistered, SerdeFault, TargetUnknown, TooNew},
    names::{self, VERSION_ATTRIBUTE},
    problem::{Problem, Refused},
    recreate,
};
use crate::{ir, ops};
use melior::ir::{OperationRef, attribute::IntegerAttribute, r#type::IntegerType};

/// Turns a module of the usual ops into one in the `stable_mosaic` format, in place, for a compiler that
/// knows the format up to the version `target`.
///
/// # Errors
///
/// If there is no such version, if the module says what that version cannot, if it is in the format
/// already, or if its context allows no unregistered dialects. When an op was refused, the module is a
/// mixture that is of no further use.
pub fn serialize<'c>(module: OperationRef<'c, '_>, target: i64) -> Result<(), Refused<'c>> {
    let refuse = |fault: SerdeFault| Err(Problem::at(module, fault).into());
    if !(OLDEST_VERSION..=NEWEST_VERSION).contains(&target) {
        return refuse(TargetUnknown { target }.into());
    }
    let context = ir::context_of(module);
    if !context.allow_unregistered_dialects() {
        return refuse(NoUnregistered.into());
    }
    let found = ops::all_ops(module);
    if let Some(op) = found.iter().find(|op| names::demangled(ops::name_of(**op)).is_some()) {
        return Err(Problem::at(*op, AlreadySerialized { op: ops::name_of(*op).to_owned() }).into());
    }
    let mut refused = Vec::new();
    // Inner ops come before those around them.
    for op in found.into_iter().rev() {
        let name = ops::name_of(op);
        if name == names::MODULE {
            continue;
        }
        let problem = match recreate::as_named(op, &names::mangled(name)) {
            Ok(fresh) => downgrade::apply(Draft(fresh), name, target)
                .err()
                .map(|refusal| Problem::at(fresh, fault(name, target, refusal))),
            Err(fault) => Some(Problem::at(op, fault)),
        };
        refused.extend(problem);
    }
    refused.reverse();
    Refused::unless_empty(refused)?;
    let version = IntegerAttribute::new(IntegerType::new(context, 64).into(), target);
    ir::set_attribute(module, VERSION_ATTRIBUTE, version.into());
    Ok(())
}

fn fault(name: &str, target: i64, refusal: Refusal) -> SerdeFault {
    let op = name.to_owned();
    match refusal {
        Refusal::TooNew { what, since } => TooNew { op, target, what, since }.into(),
        Refusal::Malformed(reason) => BadOp { op, reason }.into(),
    }
}
