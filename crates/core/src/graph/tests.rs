use super::*;
use crate::loc::{Frame, Loc};

/// Builds small graphs by hand, the way the walk over a module does.
struct Sketch {
    builder: GraphBuilder,
    func: FuncId,
    top: OpId,
}

fn f32() -> Element {
    Element::Float("f32".into(), 32)
}

fn data(shape: &[u64], space: MemorySpace) -> ValueType {
    let shape = shape.iter().copied().map(Some).collect();
    ValueType::Ref(RefType { shape, element: f32(), space: Some(space), core: None, layout: None })
}

fn semaphores(shape: &[u64]) -> ValueType {
    let shape = shape.iter().copied().map(Some).collect();
    let space = Some(MemorySpace::SemaphoreMem);
    ValueType::Ref(RefType { shape, element: Element::DmaSemaphore, space, core: None, layout: None })
}

fn at_line(line: u32) -> Loc {
    let frame = Frame { file: "/home/me/kernel.py".into(), line, column: 0, function: None };
    Loc { python: vec![frame], ..Loc::default() }
}

impl Sketch {
    fn new() -> Self {
        let mut builder = GraphBuilder::new();
        let top = builder.op(plain_op("func.func", None));
        let core = Some(CoreType::Tc);
        let func = builder.func(Func {
            name: "kernel".into(),
            op: top,
            core,
            is_kernel: true,
            has_semantics: false,
            arguments: vec![],
        });
        builder.place(top, func);
        Self { builder, func, top }
    }

    fn argument(&mut self, name: &str, role: Role, ty: ValueType) -> ValueId {
        let origin = Origin::Argument { func: self.func, role };
        let value = Value { ty, origin, name: Some(name.into()), loc: at_line(1), constant: None };
        self.builder.argument(self.func, value)
    }

    fn op_in(&mut self, parent: OpId, name: &str, operands: &[(&'static str, ValueId)]) -> OpId {
        let op =
            self.builder.op(Op { func: Some(self.func), loc: at_line(7), ..plain_op(name, Some(parent)) });
        for (index, (role, value)) in (0u32..).zip(operands) {
            self.builder.operand(op, index, role, *value);
        }
        op
    }

    fn op(&mut self, name: &str, operands: &[(&'static str, ValueId)]) -> OpId {
        self.op_in(self.top, name, operands)
    }

    fn result(&mut self, name: &str, operands: &[(&'static str, ValueId)], ty: ValueType) -> ValueId {
        self.number(name, operands, ty, None)
    }

    fn number(
        &mut self,
        name: &str,
        operands: &[(&'static str, ValueId)],
        ty: ValueType,
        constant: Option<i64>,
    ) -> ValueId {
        let op = self.op(name, operands);
        let origin =
            if is_allocation(name) { Origin::Allocation { op } } else { Origin::Result { op, index: 0 } };
        self.builder.result(op, 0, Value { ty, origin, name: None, loc: at_line(5), constant })
    }
}

fn plain_op(name: &str, parent: Option<OpId>) -> Op {
    Op { name: name.into(), loc: Loc::default(), func: None, parent, region: 0, core: Some(CoreType::Tc) }
}

/// `sems.at[1]` starts a copy of x into one slot of buf; the wait is on `sems.at[1]` as well.
fn copy() -> (KernelGraph, [ValueId; 4], [OpId; 2]) {
    let mut sketch = Sketch::new();
    let x = sketch.argument("x_hbm", Role::Window(0), data(&[8, 128], MemorySpace::Hbm));
    let buf = sketch.argument("buf", Role::Scratch(0), data(&[2, 8, 128], MemorySpace::Vmem));
    let sems = sketch.argument("sems", Role::Scratch(1), semaphores(&[2]));
    let one = sketch.number("arith.constant", &[], ValueType::Scalar(Element::Int(32)), Some(1));
    let slice = sketch.result("tpu.memref_slice", &[("mem_ref", sems), ("base_idx", one)], semaphores(&[1]));
    let sem = sketch.result("tpu.memref_squeeze", &[("input", slice)], semaphores(&[]));
    let slot = [("mem_ref", buf), ("base_idx", one), ("base_idx", one), ("base_idx", one)];
    let slot = sketch.result("tpu.memref_slice", &slot, data(&[1, 8, 128], MemorySpace::Vmem));
    let slot = sketch.result("tpu.memref_squeeze", &[("input", slot)], data(&[8, 128], MemorySpace::Vmem));
    let start = sketch.op("tpu.enqueue_dma", &[("source", x), ("target", slot), ("target_semaphore", sem)]);
    let wait = sketch.op("tpu.wait_dma2", &[("semaphore", sem), ("src", x), ("dst", slot)]);
    (sketch.builder.finish(), [x, buf, sems, sem], [start, wait])
}

#[test]
fn views_lead_to_the_root_and_semaphores_know_who_touches_them() {
    let (graph, [x, buf, sems, sem], [start, wait]) = copy();
    let views = graph.views(sem);
    assert_eq!(views.root, sems);
    let kinds: Vec<ViewKind> = views.steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [ViewKind::Slice, ViewKind::Squeeze]);
    assert_eq!(graph.root(x), x);
    assert_eq!(graph.starts(sems), [start]);
    assert_eq!(graph.waits(sems), [wait]);
    assert_eq!(graph.semaphores(start), [(Sync::StartReceive, sems)]);
    assert!(graph.syncs(buf).is_empty());
    let target = graph.operand(start, "target");
    assert_eq!(target.map(|target| graph.root(target)), Some(buf));
    assert_eq!(graph.operand(start, "source_semaphore"), None);
    assert_eq!(graph.users(sem).iter().map(|item| item.op).collect::<Vec<_>>(), [start, wait]);
    assert_eq!(graph.kernel().and_then(|id| graph.func(id)).map(|func| func.arguments.len()), Some(3));
}

#[test]
fn constants_are_seen_through_widening_only() {
    let mut sketch = Sketch::new();
    let int = |bits| ValueType::Scalar(Element::Int(bits));
    let seven = sketch.number("arith.constant", &[], int(32), Some(7));
    let wide = sketch.result("arith.index_cast", &[("operand", seven)], ValueType::Scalar(Element::Index));
    let sum = sketch.result("arith.addi", &[("operand", seven), ("operand", seven)], int(32));
    let graph = sketch.builder.finish();
    assert_eq!(graph.constant(wide), Some(7));
    assert_eq!(graph.constant(sum), None);
}

#[test]
fn a_ring_of_views_ends_and_a_use_before_its_definition_counts() {
    let mut sketch = Sketch::new();
    let first = sketch.op("tpu.memref_squeeze", &[]);
    let origin = Origin::Result { op: first, index: 0 };
    let value = Value { ty: semaphores(&[]), origin, name: None, loc: Loc::default(), constant: None };
    let a = sketch.builder.result(first, 0, value);
    let b = sketch.result("tpu.memref_squeeze", &[("input", a)], semaphores(&[]));
    sketch.builder.operand(first, 0, "input", b);
    let graph = sketch.builder.finish();
    assert!([a, b].contains(&graph.root(a)));
    assert!(!graph.views(a).steps.is_empty());
    assert_eq!(graph.operand(first, "input"), Some(b));
}

#[test]
fn an_end_that_is_not_waited_on_has_no_edge() {
    let mut sketch = Sketch::new();
    let send = sketch.argument("send", Role::Scratch(0), semaphores(&[]));
    let recv = sketch.argument("recv", Role::Scratch(1), semaphores(&[]));
    let wait = sketch.op("tpu.wait_dma", &[("source_semaphore", send), ("target_semaphore", recv)]);
    sketch.builder.untouched(wait, "source_semaphore");
    let graph = sketch.builder.finish();
    assert!(graph.waits(send).is_empty());
    assert_eq!(graph.waits(recv), [wait]);
}

#[test]
fn ten_thousand_regions_are_walked_and_drawn() {
    let mut sketch = Sketch::new();
    let sem = sketch.argument("sem", Role::Scratch(0), semaphores(&[]));
    let mut parent = sketch.top;
    for _ in 0..10_000 {
        parent = sketch.op_in(parent, "scf.if", &[]);
    }
    let read = sketch.op_in(parent, "tpu.sem_read", &[("semaphore", sem)]);
    let graph = sketch.builder.finish();
    assert_eq!(graph.ancestors(read).count(), 10_001);
    let dot = graph.dot();
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
}

#[test]
fn the_picture_shows_refs_traffic_and_semaphores_and_is_the_same_each_time() {
    let (graph, ..) = copy();
    let dot = graph.dot();
    let expected = [
        r##"v0 [shape=box, style="rounded,filled", fillcolor="#eeeeee", label="x_hbm\noperand 0\nf32[8,128] in HBM"];"##,
        r#"label="start DMA\nkernel.py:7""#,
        r##"o6 -> v1 [color="#1f6fb4", label=".at[1, 1:9, 1:129]"];"##,
        r#"label="receive\n.at[1]"];"#,
        r#"label="wait for DMA\n.at[1]"];"#,
    ];
    for line in expected {
        assert!(dot.contains(line), "{line}\nis not in\n{dot}");
    }
    assert!(!dot.contains("memref_slice"), "{dot}");
    assert_eq!(dot, copy().0.dot());
}
