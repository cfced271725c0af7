//! What is known of memories and semaphores before anything runs.

use std::collections::{HashMap, HashSet};
use tessera_core::graph::{Element, FuncId, KernelGraph, MemorySpace, Origin, Role, Sync, ValueId};

/// Who adds to a semaphore and takes off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This kernel on this core alone.
    Kernel,
    /// This kernel, on all devices or cores.
    Devices,
    /// Others too: an operand, a result, or what cannot be told.
    Elsewhere,
}

/// The memories of one kernel.
#[derive(Debug, Default)]
pub struct Roots {
    owners: HashMap<ValueId, Owner>,
    regular: HashSet<ValueId>,
    /// Memories that start without content, so that reading before writing is a fault.
    pub blank: HashSet<ValueId>,
    /// Semaphores that live as long as the kernel.
    pub scratch: Vec<ValueId>,
    /// Barrier semaphores, which outlive it.
    pub barriers: Vec<ValueId>,
}

impl Roots {
    /// Looks at the arguments and allocations of `func`; `outputs` are the windows that are outputs.
    #[must_use]
    pub fn of(graph: &KernelGraph, func: FuncId, outputs: &HashSet<ValueId>) -> Self {
        let mut roots = Self::default();
        let (devices, cores, reached) = shared(graph);
        let several = graph.funcs().filter(|(_, func)| func.is_kernel).count() > 1;
        for (id, value) in graph.values() {
            let Some(ty) = value.ty.as_ref_type() else { continue };
            let mine = match value.origin {
                Origin::Argument { func: of, .. } => of == func,
                Origin::Allocation { op } => graph.op(op).is_some_and(|op| op.func == Some(func)),
                Origin::Result { .. } | Origin::BlockArgument { .. } => false,
            };
            if !mine {
                continue;
            }
            let (own, scratch) = match value.origin {
                Origin::Argument { role: Role::Scratch(_), .. } => (true, true),
                Origin::Allocation { op } => (graph.op_name(op) != "tpu.sem_barrier", false),
                Origin::Argument { .. } | Origin::Result { .. } | Origin::BlockArgument { .. } => {
                    (false, false)
                }
            };
            if ty.element.is_semaphore() {
                // A barrier is left as it was found, by all devices together. Kernels of one module run side by
                // side and share their arguments.
                let barrier = !own && matches!(value.origin, Origin::Allocation { .. }) && !several;
                if barrier {
                    roots.barriers.push(id);
                }
                let owner = if (!own && !barrier) || cores.contains(&id) || (several && scratch) {
                    Owner::Elsewhere
                } else if barrier || devices.contains(&id) {
                    Owner::Devices
                } else {
                    Owner::Kernel
                };
                roots.owners.insert(id, owner);
                if ty.element == Element::Semaphore {
                    roots.regular.insert(id);
                }
                if scratch {
                    roots.scratch.push(id);
                }
            } else if (own || outputs.contains(&id))
                && !several
                && !reached.contains(&id)
                && matches!(ty.space, Some(MemorySpace::Vmem | MemorySpace::Smem) | None)
                && ty.core.is_none()
            {
                roots.blank.insert(id);
            }
        }
        roots
    }

    /// Who uses the semaphores of `root`.
    #[must_use]
    pub fn owner(&self, root: ValueId) -> Owner {
        self.owners.get(&root).copied().unwrap_or(Owner::Elsewhere)
    }

    /// Whether they are regular ones.
    #[must_use]
    pub fn is_regular(&self, root: ValueId) -> bool {
        self.regular.contains(&root)
    }
}

/// Semaphores that other devices reach, those that other cores reach, and memories that either write.
fn shared(graph: &KernelGraph) -> (HashSet<ValueId>, HashSet<ValueId>, HashSet<ValueId>) {
    let (mut devices, mut cores, mut memories) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (id, op) in graph.ops() {
        if !matches!(op.name.as_str(), "tpu.enqueue_dma" | "tpu.sem_signal") {
            continue;
        }
        let operands = graph.operands(id);
        let to_core = operands.iter().any(|operand| matches!(operand.role, "core_id" | "subcore_id"));
        let to_device = operands.iter().any(|operand| operand.role == "device_id");
        if to_core || to_device {
            let targets = operands.iter().filter(|operand| operand.role == "target");
            memories.extend(targets.map(|operand| graph.root(operand.value)));
        }
        let reached = graph.semaphores(id).into_iter();
        let reached = reached.filter(|(sync, _)| matches!(sync, Sync::StartReceive | Sync::Signal));
        let roots = reached.map(|(_, root)| root);
        if to_core {
            cores.extend(roots);
        } else if to_device {
            devices.extend(roots);
        }
    }
    (devices, cores, memories)
}
