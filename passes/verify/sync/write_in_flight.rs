//! What a copy reads or writes is not written before the copy is done.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::access_phrase;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncWriteInFlight`].
pub static CODE: Code = Code::new(
    606,
    "sync_write_in_flight",
    Level::Error,
    "## What it checks
No store, and no other copy, writes a part of memory that a copy under way reads or writes.

## Why
The copy may read its source at any time until it is done, and write its target likewise: which write wins is luck.

## Wrong
```python
copy.start()           # from buf
buf[...] = jnp.zeros_like(buf)
copy.wait()
```

## Right
```python
copy.start()
copy.wait()
buf[...] = jnp.zeros_like(buf)
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// What a copy reads or writes is not written before the copy is done.
#[derive(Debug, thiserror::Error)]
#[error("{access} {name} while a copy that {end} it may still be under way")]
pub struct SyncWriteInFlight {
    /// How it is written.
    pub access: &'static str,
    /// What is written.
    pub name: String,
    /// What the copy does there.
    pub end: &'static str,
}

impl Fault for SyncWriteInFlight {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for the copy before writing there".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a write to an end of a copy under way.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always()?;
    let Kind::WriteInFlight { source } = finding.kind else { return None };
    let end = if source { "reads" } else { "writes" };
    let fault =
        SyncWriteInFlight { access: access_phrase(cx, finding.op, true), name: cx.name(finding.value), end };
    let report = cx.report(fault).comes_from("ref", finding.value);
    if let Some(start) = finding.other {
        report.place(start, "the copy is started here, and nothing waits for it in between");
    }
    Some(())
}
