//! A buffer is used only after a wait that its own copy must have satisfied.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::access_phrase;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncAmbiguousWait`].
pub static CODE: Code = Code::new(
    604,
    "sync_ambiguous_wait",
    Level::Error,
    "## What it checks
Between the start of a copy and a use of its buffers there is a wait that cannot pass without that copy. When several copies share a semaphore, a wait for one of them is satisfied by any.

## Why
Copies are unordered. Sharing one semaphore is fine as long as all copies are waited for before any of them is used.

## Wrong
```python
a = pltpu.make_async_copy(x_hbm, x_buf, sem)
b = pltpu.make_async_copy(y_hbm, y_buf, sem)
a.start(); b.start()
a.wait()
o_ref[...] = x_buf[...]      # b may be the one that is done
b.wait()
```

## Right
```python
a.start(); b.start()
a.wait(); b.wait()
o_ref[...] = x_buf[...]
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// A buffer is used only after a wait that its own copy must have satisfied.
#[derive(Debug, thiserror::Error)]
#[error("{access} {name} comes after a wait that another copy on the same semaphore may have satisfied")]
pub struct SyncAmbiguousWait {
    /// How it is used.
    pub access: &'static str,
    /// What is used.
    pub name: String,
}

impl Fault for SyncAmbiguousWait {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for all copies on the semaphore before using any of their buffers, or give each copy a semaphore of its own".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a use after such a wait.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always()?;
    let Kind::AmbiguousWait { wait } = finding.kind else { return None };
    let start = finding.other?;
    let write = cx.graph().op_name(finding.op).contains("store");
    let fault =
        SyncAmbiguousWait { access: access_phrase(cx, finding.op, write), name: cx.name(finding.value) };
    cx.report(fault)
        .place(start, "this copy may still be under way")
        .place(wait, "this wait may be satisfied by another copy");
    Some(())
}
