//! The format as a pass, with the name and the options that it has in jaxlib.

use super::{NEWEST_VERSION, Problem, Refused, VERSION_ATTRIBUTE, deserialize, serialize};
use crate::{
    emit::{Severity, emit},
    ir,
    pass::{PassFailed, PassOptions, PassSpec, emit_error},
};
use melior::ir::{OperationRef, attribute::IntegerAttribute, r#type::IntegerType};
use tessera_core::diag::{Fault, Level};

/// `mosaic-serde{serialize=true target-version=N}` and `mosaic-serde{serialize=false}`.
pub const PASS: PassSpec = PassSpec {
    name: "mosaic-serde",
    description: "Write a module in the stable_mosaic format, or read it from there",
    on_module: true,
    options: &[
        ("serialize", "", "true to write the format, false to read it; to be given"),
        ("target-version", "", "the version of the format to write; the newest if not given"),
        ("keep-version-attr", "true", "whether stable_mosaic.version stays on a module that was read"),
    ],
    run,
};

fn run(module: OperationRef<'_, '_>, options: &PassOptions<'_>) -> Result<(), PassFailed> {
    if boolean(module, options, "serialize")? {
        let target = match options.get("target-version") {
            "" => NEWEST_VERSION,
            text => text.parse().map_err(|_| wrong(module, "target-version", "a number"))?,
        };
        return serialize(module, target).map_err(report);
    }
    let keep = boolean(module, options, "keep-version-attr")?;
    let done = deserialize(module).map_err(report)?;
    if keep {
        let of = IntegerType::new(ir::context_of(module), 64).into();
        ir::set_attribute(module, VERSION_ATTRIBUTE, IntegerAttribute::new(of, done.version).into());
    }
    // The module can still be looked at, so this is no failure here.
    done.unknown.into_iter().for_each(|problem| say(&problem, Severity::Warning));
    Ok(())
}

fn boolean(
    module: OperationRef<'_, '_>,
    options: &PassOptions<'_>,
    name: &'static str,
) -> Result<bool, PassFailed> {
    match options.get(name) {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(wrong(module, name, "true or false")),
    }
}

fn wrong(module: OperationRef<'_, '_>, name: &str, wanted: &str) -> PassFailed {
    emit_error(module, &format!("option {name} of mosaic-serde is {wanted}"));
    PassFailed
}

#[allow(clippy::needless_pass_by_value, reason = "used as a function pointer in map_err")]
fn report(refused: Refused<'_>) -> PassFailed {
    for problem in refused.problems() {
        let severity = match problem.fault.code().level {
            Level::Error | Level::Unsupported | Level::Bug => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note => Severity::Remark,
        };
        say(problem, severity);
    }
    PassFailed
}

fn say(problem: &Problem<'_>, severity: Severity) {
    let hint = problem.fault.hint().map(|hint| (problem.location, format!("hint: {hint}")));
    let notes: Vec<_> = hint.into_iter().collect();
    emit(problem.location, severity, &problem.to_string(), &notes);
}
