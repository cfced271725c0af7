//! Nobody can go on.

use super::fault;
use std::fmt;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0810.
pub static DEADLOCK: Code = Code::new(
    810,
    "deadlock",
    Level::Error,
    "## What it checks
While cores wait, some core can run or some copy in flight can complete.
## Why
Otherwise nobody will ever signal the semaphores that are waited for; hardware hangs.
## Wrong
pl.semaphore_wait(sem, 2) after a single pl.semaphore_signal(sem, 1)
## Right
Signal as much as is waited for, on every path, before the wait.
## Source
Blocking waits of Pallas; see semaphore_wait and the wait methods of async copies.
",
);

/// What another core was doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerState {
    /// Its program has ended.
    Finished,
    /// It waits too.
    Waits {
        /// For what, as reports name it.
        semaphore: String,
        /// How much is there.
        available: i64,
        /// How much is needed.
        needed: i64,
    },
}

/// Another core and what it was doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The device.
    pub device: u32,
    /// The core.
    pub core: u32,
    /// What it was doing.
    pub state: PeerState,
}

impl fmt::Display for Peer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "device {} core {} ", self.device, self.core)?;
        match &self.state {
            PeerState::Finished => write!(out, "has finished"),
            PeerState::Waits { semaphore, available, needed } => {
                write!(out, "waits for {needed} on {semaphore} ({available} there)")
            }
        }
    }
}

/// A core waits for ever.
#[derive(Debug, Error)]
#[error(
    "device {device} core {core} waits for ever at grid point {} (step {step}): {semaphore} holds {available} \
     of the {needed} needed; {}",
    super::windows::point_text(.point), peers_text(.peers)
)]
pub struct Deadlock {
    /// The device of the waiting core.
    pub device: u32,
    /// The waiting core.
    pub core: u32,
    /// The semaphore, as reports name it.
    pub semaphore: String,
    /// How much it holds: bytes of a DMA semaphore, signals of a regular one.
    pub available: i64,
    /// How much is waited for.
    pub needed: i64,
    /// The core's step, from 0.
    pub step: i64,
    /// The grid point.
    pub point: Vec<i64>,
    /// Whether bytes of copies are waited for.
    pub is_dma: bool,
    /// Every other core.
    pub peers: Vec<Peer>,
}
fault!(Deadlock, DEADLOCK, |fault| Some(match (fault.is_dma, fault.available) {
    (true, 0) => "start the copy on every path that leads to this wait, on the same semaphore".into(),
    (true, _) => "wait with the shapes that were copied: the byte counts must add up".into(),
    (false, _) => "signal as much as is waited for, from a core that has not itself to wait first".into(),
}));

fn peers_text(peers: &[Peer]) -> String {
    if peers.is_empty() {
        return "there is no other core that could signal".into();
    }
    const SHOWN: usize = 4;
    let mut text = peers.iter().take(SHOWN).map(Peer::to_string).collect::<Vec<_>>().join(", ");
    if peers.len() > SHOWN {
        text += &format!(", and {} more cores", peers.len() - SHOWN);
    }
    text
}
