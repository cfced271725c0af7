//! Serialized modules on the way into tools that know only plain ones.

use super::{deserialize, is_serialized};
use crate::{parse, register_everything, write_bytecode};
use melior::{Context, dialect::DialectRegistry, diagnostic::Diagnostic};

/// The plain module that serialized bytes stand for, as bytecode with its locations; `None` if the bytes
/// hold no serialized module, or one that cannot be read (whoever reads the bytes next will say why), or
/// several modules in one text.
#[must_use]
pub fn plain_bytecode(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    if !holds(b"stable_mosaic.version") || (!bytes.starts_with(b"ML\xefR") && holds(b"// -----")) {
        return None;
    }
    let registry = DialectRegistry::new();
    register_everything(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|_: Diagnostic<'_>| true);
    let module = parse(&context, bytes, name)?;
    let root = module.as_operation();
    is_serialized(root)?;
    deserialize(root).ok()?;
    Some(write_bytecode(root))
}
