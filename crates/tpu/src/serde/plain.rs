//! Modules on the way into tools that know only plain ones, in the words of MLIR 22.

use super::{deserialize, is_serialized};
use crate::{parse, register_everything, write_bytecode};
use melior::{Context, diagnostic::Diagnostic, dialect::DialectRegistry, ir::Module};

/// How MLIR bytecode begins.
const MAGIC: &[u8] = b"ML\xefR";

/// The plain module that serialized bytes stand for, as bytecode with its locations; `None` if the bytes
/// hold no serialized module, or one that cannot be read (whoever reads the bytes next will say why), or
/// several modules in one text.
#[must_use]
pub fn plain_bytecode(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    if !holds(b"stable_mosaic.version") || (!bytes.starts_with(MAGIC) && holds(b"// -----")) {
        return known_bytecode(bytes, name);
    }
    let context = silent_context();
    let module = read(&context, bytes, name)?;
    let root = module.as_operation();
    if is_serialized(root).is_some() {
        deserialize(root).ok()?;
    } else if !is_of_later_mlir(bytes) {
        return None;
    }
    Some(write_bytecode(root))
}

/// The module of bytecode that a later MLIR than 22 has written, as bytecode that MLIR 22 itself reads;
/// `None` if the bytes are none such, or cannot be read.
#[must_use]
pub fn known_bytecode(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    if !is_of_later_mlir(bytes) {
        return None;
    }
    let context = silent_context();
    let module = read(&context, bytes, name)?;
    Some(write_bytecode(module.as_operation()))
}

/// Whether the bytes are bytecode, and not by MLIR 22. After the magic number come one byte with the
/// version of the format and the name of the writer.
fn is_of_later_mlir(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && !bytes.get(MAGIC.len() + 1..).is_some_and(|rest| rest.starts_with(b"MLIR22"))
}

fn silent_context() -> Context {
    let registry = DialectRegistry::new();
    register_everything(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    context
}

/// Reads a module without a word: whoever reads the bytes next will say what is wrong with them.
fn read<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Option<Module<'c>> {
    context.attach_diagnostic_handler(|_: Diagnostic<'_>| true);
    parse(context, bytes, name)
}
