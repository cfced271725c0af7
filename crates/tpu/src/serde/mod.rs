//! The `stable_mosaic` format: Mosaic modules as they travel from JAX to a compiler of another day.
//!
//! Every op is written under a name of its own, `stable_mosaic.tpu.load` for `tpu.load`, with all it has
//! in one plain dictionary, and the module says which version of the ops it was written for. So the
//! bytes can be read without knowing the dialects; what has changed since that version is then made up
//! for, op by op.

mod deserialize;
mod downgrade;
mod edit;
pub mod fault;
mod names;
mod pass;
mod plain;
mod problem;
mod recreate;
mod serialize;
mod skew;
mod subcore;
mod upgrade;

pub use self::{
    deserialize::{Deserialized, deserialize, is_serialized},
    fault::{CODES, SerdeFault},
    names::{PREFIX, VERSION_ATTRIBUTE},
    pass::PASS,
    plain::{known_bytecode, plain_bytecode},
    problem::{Problem, Refused},
    serialize::serialize,
};

/// The oldest version of the format.
pub const OLDEST_VERSION: i64 = 1;

/// The newest version of the format that is known here: that of jaxlib 0.12.0.1.
pub const NEWEST_VERSION: i64 = 18;
