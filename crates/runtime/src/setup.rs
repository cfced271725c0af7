//! Builds the memory and the cores of a run, and takes its outputs out.

use crate::array::{AlignedBytes, Array, byte_count};
use crate::core::{Argument, BARRIERS, Core, Polls};
use crate::dma::Engine;
use crate::element::ElementType;
use crate::event::CoreId;
use crate::fault::{Refusal, RuntimeBug};
use crate::grid::Schedule;
use crate::groups::{self, Position};
use crate::machine::{MachineOptions, Stats, WindowMode};
use crate::memory::{Memory, Owner, RegionId, Slot};
use crate::space::Space;
use crate::spec::{ArgSpec, KernelSpec, Role, row_major};
use crate::window::{Held, Window};
use crate::world::World;
use std::rc::Rc;
use tessera_core::diag::Sink;

/// The shared state of a run, with the arrays of every device in place.
pub(crate) fn world(
    options: &MachineOptions,
    spec: &Rc<KernelSpec>,
    inputs: Vec<Vec<Array>>,
) -> Result<World, Refusal> {
    let mut memory = Memory::default();
    for (device, arrays) in (0..options.devices).zip(inputs) {
        let owner = Owner { device, core: None, unit: None };
        for (input, array) in arrays.into_iter().enumerate() {
            let element = array.element();
            memory.add(owner, Slot::Buffer(input), Space::Hbm, element, array.into_storage());
        }
        for buffer in spec.buffers().filter(|buffer| spec.is_output(*buffer)) {
            let Some(array) = spec.array(buffer) else {
                continue;
            };
            let bytes = byte_count(array.element, &array.shape)?;
            memory.create(owner, Slot::Buffer(buffer), Space::Hbm, array.element, bytes)?;
        }
    }
    Ok(World {
        spec: Rc::clone(spec),
        options: options.clone(),
        groups: groups::of(spec, options.cores),
        memory,
        engine: Engine::new(options.dma, options.seed),
        observer: None,
        sink: Sink::new(),
        failure: None,
        deadlocks: Sink::new(),
        stats: Stats::default(),
        progress: 0,
        is_remote_used: false,
        printed: Vec::new(),
    })
}

/// Every core, by device and then core, with its own memory. Their pointers to the world are null.
pub(crate) fn cores(world: &mut World) -> Result<Vec<Core>, Refusal> {
    let (devices, cores) = (world.options.devices, world.cores());
    let ids = (0..devices).flat_map(|device| (0..cores).map(move |core| CoreId { device, core }));
    ids.map(|id| core(world, id)).collect()
}

fn core(world: &mut World, id: CoreId) -> Result<Core, Refusal> {
    let spec = Rc::clone(&world.spec);
    let position = Position::of(&world.groups, id.core);
    let Some(group) = world.groups.get(position.group).cloned() else {
        return Err(RuntimeBug { what: format!("core {} belongs to no group", id.core) }.into());
    };
    let mut it = Core {
        id,
        position,
        world: std::ptr::null_mut(),
        yielder: std::ptr::null(),
        schedule: Schedule::new(&group.grid, &group.semantics, position.rank(&world.groups), group.cores()),
        args: Vec::with_capacity(spec.args.len()),
        windows: Vec::new(),
        arena: AlignedBytes::zeroed(spec.arena_bytes)?,
        wait: None,
        polls: Polls::default(),
        barriers: [0; BARRIERS],
        random: 0,
        printing: Vec::new(),
        is_finished: false,
    };
    for (arg, arg_spec) in spec.args.iter().enumerate() {
        let mut argument = Argument {
            address: std::ptr::null_mut(),
            strides: row_major(&arg_spec.shape).into(),
            window: None,
        };
        match &arg_spec.role {
            Role::Operand { array } => argument.address = array_base(world, id, *array)?,
            Role::Scratch => argument.address = scratch(world, id, arg, arg_spec)?,
            Role::Window { array, .. } => {
                argument.window = Some(it.windows.len());
                it.windows.push(window(world, id, arg, arg_spec, *array)?);
            }
        }
        it.args.push(argument);
    }
    let shared = Owner { device: id.device, core: None, unit: Some(position.unit) };
    if world.memory.home(shared, Slot::Subcores).is_none() {
        let bytes = BARRIERS * 3 * 8;
        world.memory.create(shared, Slot::Subcores, Space::Semaphore, ElementType::Semaphore, bytes)?;
    }
    let barrier_owner = Owner::from(id);
    world.memory.create(barrier_owner, Slot::Barrier, Space::Semaphore, ElementType::Semaphore, 8)?;
    Ok(it)
}

fn array_base(world: &World, id: CoreId, array: usize) -> Result<*mut u8, Refusal> {
    let owner = Owner { device: id.device, core: None, unit: None };
    let region = world.memory.home(owner, Slot::Buffer(world.spec.buffer_of(array)));
    let Some(region) = region else {
        return Err(RuntimeBug { what: format!("array {array} has no memory") }.into());
    };
    Ok(world.memory.region(region).base)
}

fn scratch(world: &mut World, id: CoreId, arg: usize, spec: &ArgSpec) -> Result<*mut u8, Refusal> {
    let core = spec.space.is_per_core().then_some(id.core);
    let unit = (spec.space == Space::VmemShared).then(|| Position::of(&world.groups, id.core).unit);
    let owner = Owner { device: id.device, core, unit };
    let region = match world.memory.home(owner, Slot::Arg(arg)) {
        Some(region) => region,
        None => private(world, owner, arg, spec)?,
    };
    Ok(world.memory.region(region).base)
}

fn private(world: &mut World, owner: Owner, arg: usize, spec: &ArgSpec) -> Result<RegionId, Refusal> {
    let bytes = byte_count(spec.element, &spec.shape)?;
    Ok(world.memory.create(owner, Slot::Arg(arg), spec.space, spec.element, bytes)?)
}

fn window(
    world: &mut World,
    id: CoreId,
    arg: usize,
    arg_spec: &ArgSpec,
    array: usize,
) -> Result<Window, Refusal> {
    let spec = Rc::clone(&world.spec);
    let (Some(array_spec), Role::Window { pads, private: is_private, .. }) =
        (spec.array(array), &arg_spec.role)
    else {
        return Err(RuntimeBug { what: format!("argument {arg} has no array") }.into());
    };
    let mut it = Window::new(arg, arg_spec, array_spec, pads.as_ref());
    let is_direct = world.options.windows == WindowMode::Direct && !is_private && is_alone(&spec, arg, array);
    let base = array_base(world, id, array)?;
    let buffer = if is_direct && !it.may_cross_edge() {
        None
    } else {
        let region = private(world, id.into(), arg, arg_spec)?;
        let region = world.memory.region(region);
        Some((region.base, region.bytes))
    };
    // SAFETY: validation gave block and array one rank and element type; their regions have the
    // sizes of their shapes and live as long as the world.
    unsafe { it.bind(spec.is_output(array), base, buffer, is_direct) };
    debug_assert_eq!(it.held, Held::Nothing);
    Ok(it)
}

/// Whether a window may show its array in place: an input that no output shares memory with, or an
/// output that no other argument sees.
fn is_alone(spec: &KernelSpec, arg: usize, array: usize) -> bool {
    let buffer = spec.buffer_of(array);
    if spec.is_output(array) {
        let others = spec.args.iter().enumerate().filter(|(other, _)| *other != arg);
        let mut buffers = others.filter_map(|(_, other)| other.array()).map(|array| spec.buffer_of(array));
        buffer == array && !buffers.any(|other| other == buffer)
    } else {
        !spec.aliases.iter().any(|pair| pair.0 == array)
    }
}

/// The outputs of every device, taken out of the world.
pub(crate) fn outputs(world: &mut World) -> Result<Vec<Vec<Array>>, Refusal> {
    let spec = Rc::clone(&world.spec);
    let mut all = Vec::new();
    for device in 0..world.options.devices {
        let owner = Owner { device, core: None, unit: None };
        let mut outputs = Vec::with_capacity(spec.outputs.len());
        for (output, array) in spec.outputs.iter().enumerate() {
            let slot = Slot::Buffer(spec.buffer_of(spec.inputs.len() + output));
            let Some(bytes) = world.memory.take(owner, slot) else {
                return Err(RuntimeBug { what: format!("output {output} has no memory") }.into());
            };
            outputs.push(Array::from_storage(array.element, array.shape.clone(), bytes));
        }
        all.push(outputs);
    }
    Ok(all)
}
