//! Names in the `stable_mosaic` format.

/// What is put before the names of ops.
pub const PREFIX: &str = "stable_mosaic.";

/// The attribute of the module that says which version of the ops it was written for.
pub const VERSION_ATTRIBUTE: &str = "stable_mosaic.version";

/// The one op that keeps its name.
pub(super) const MODULE: &str = "builtin.module";

/// The usual name of an op of the format.
pub(super) fn demangled(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX).filter(|name| !name.is_empty())
}

/// The name of an op in the format.
pub(super) fn mangled(name: &str) -> String {
    format!("{PREFIX}{name}")
}
