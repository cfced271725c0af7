//! The dialect from Rust: reading, views, types, locations and passes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        BlockLike, Module, RegionLike, ValueLike,
        operation::{OperationLike, OperationRef},
    },
    pass::PassManager,
    utility::parse_pass_pipeline,
};
use std::{cell::RefCell, rc::Rc};
use tessera_tpu::{
    PassFailed, PassOptions, PassSpec, TpuOp, attrs,
    enums::{CoreType, MemorySpace, ReductionKind},
    loc, ops, register_everything, register_pass,
    types::{RefType, SemaphoreKind, Space, TiledLayout},
    verify, write_bytecode, write_bytecode_version,
};

fn context() -> Context {
    let registry = DialectRegistry::new();
    register_everything(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

/// Collects the diagnostics of a context.
fn listen(context: &Context) -> Rc<RefCell<Vec<String>>> {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&seen);
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(format!("{}: {diagnostic}", diagnostic.location()));
        true
    });
    seen
}

fn parse<'c>(context: &'c Context, text: &str) -> Module<'c> {
    tessera_tpu::parse(context, text.as_bytes(), "kernel.mlir").expect("parses")
}

/// All ops of the dialect, in order.
fn views<'c, 'a>(module: &'a Module<'c>) -> Vec<TpuOp<'c, 'a>> {
    ops::all_ops(module.as_operation()).into_iter().filter_map(TpuOp::of).collect()
}

const DMA: &str = r#"
func.func @main(%a: memref<8x?xf32, #tpu.tiled<(8,128)(2,1),[4,1]>, #tpu.memory_space<hbm>>,
                %b: memref<8x128xf32, #tpu.memory_space<vmem, sc_vector_subcore>>,
                %s: memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %d: i32) {
  tpu.enqueue_dma source(%a : memref<8x?xf32, #tpu.tiled<(8,128)(2,1),[4,1]>, #tpu.memory_space<hbm>>) target(%b : memref<8x128xf32, #tpu.memory_space<vmem, sc_vector_subcore>>) target_semaphore(%s : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%d) {priority = 1 : i32}
  return
}
"#;

#[test]
fn views_name_operands_and_attributes() {
    let context = context();
    let module = parse(&context, DMA);
    let [TpuOp::EnqueueDma(dma)] = views(&module)[..] else { panic!("one copy") };
    assert!(dma.source_semaphore().is_none());
    assert!(dma.core_id().is_none());
    assert_eq!(dma.priority(), 1);
    assert!(!dma.strict_ordering());
    assert_eq!(dma.device_id().unwrap().r#type().to_string(), "i32");

    let source = RefType::of(dma.source().unwrap().r#type()).unwrap();
    assert_eq!(source.shape, [Some(8), None]);
    assert_eq!(source.element_count(), None);
    assert_eq!(source.to_string(), "8x?xf32 in hbm");
    let tessera_tpu::types::Layout::Tiled(layout) = &source.layout else { panic!("tiled") };
    let expected = TiledLayout { tiles: vec![vec![8, 128], vec![2, 1]], tile_strides: vec![4, 1] };
    assert_eq!(*layout, expected);
    assert_eq!(layout.to_string(), "(8,128)(2,1),[4,1]");

    let target = RefType::of(dma.target().unwrap().r#type()).unwrap();
    let space = Space { space: MemorySpace::Vmem, core: Some(CoreType::ScVectorSubcore) };
    assert_eq!(target.space, Some(space));
    assert_eq!(target.space_attribute, space.to_attribute(&context));
    assert_eq!(target.element_count(), Some(1024));

    let semaphore = RefType::of(dma.target_semaphore().unwrap().r#type()).unwrap();
    assert_eq!(semaphore.semaphore(), Some(SemaphoreKind::Dma));
    assert_eq!(SemaphoreKind::Dma.to_type(&context), semaphore.element);
}

#[test]
fn text_and_bytecode_read_the_same_and_know_the_file() {
    let context = context();
    let module = parse(&context, DMA);
    let again = tessera_tpu::parse(&context, &write_bytecode(module.as_operation()), "k").unwrap();
    assert_eq!(again.as_operation().to_string(), module.as_operation().to_string());
    assert!(verify(again.as_operation()));

    let frames = loc::frames(views(&again)[0].op().location());
    assert_eq!((frames[0].file.as_str(), frames[0].line, frames[0].column), ("kernel.mlir", 5, 3));

    assert!(write_bytecode_version(module.as_operation(), 6).is_ok());
    assert!(write_bytecode_version(module.as_operation(), 99).is_err());
}

#[test]
fn broken_input_is_told_with_its_place() {
    let context = context();
    let seen = listen(&context);
    assert!(tessera_tpu::parse(&context, b"func.func @f() {\n  tpu.nothing\n}", "k.mlir").is_none());
    assert!(tessera_tpu::parse(&context, b"\0\0\x01", "zeros").is_none());
    assert!(tessera_tpu::parse(&context, b"ML\xefR", "cut").is_none());
    assert!(tessera_tpu::parse(&context, &[0xff; 64], "bytes").is_none());
    assert!(tessera_tpu::parse(&context, b"", "empty").is_some(), "an empty module");
    assert!(seen.borrow()[0].starts_with("loc(\"k.mlir\":2:3): "), "{seen:?}");
}

// Wrong kernels parse and verify as far as MLIR is concerned: rules judge them.
const WRONG: &str = r#"
func.func @main(%a: f32, %i: index) {
  "tpu.enqueue_dma"(%a, %a, %i) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 1, 0, 0>}> : (f32, f32, index) -> ()
  "tpu.create_mask"(%i, %i, %i) : (index, index, index) -> f32
  %0 = "tpu.reduce_index"(%a) <{axis = 7 : i32, kind = #tpu.reduction_kind<sum>}> : (f32) -> f32
  %1 = "tpu.assume_multiple"(%i) <{multiple = 8 : i32}> : (index) -> f32
  "tpu.delay"(%a) : (f32) -> ()
  return
}
"#;

#[test]
fn wrong_types_parse_and_views_survive_them() {
    let context = context();
    let module = parse(&context, WRONG);
    assert!(verify(module.as_operation()));
    let found = views(&module);
    let TpuOp::EnqueueDma(dma) = found[0] else { panic!("a copy") };
    assert!(dma.target_semaphore().is_none());
    assert_eq!(dma.device_id().unwrap().r#type().to_string(), "index");
    assert!(RefType::of(dma.source().unwrap().r#type()).is_none());
    let TpuOp::CreateMask(mask) = found[1] else { panic!("a mask") };
    assert_eq!((mask.low().len(), mask.high().len()), (1, 1));
    let TpuOp::ReduceIndex(reduce) = found[2] else { panic!("a reduction") };
    assert_eq!((reduce.axis(), reduce.kind()), (Some(7), Some(ReductionKind::Sum)));
    // Types that differ where the text has room for one are still all printed.
    assert!(module.as_operation().to_string().contains("assume_multiple %arg1, 8 : index -> f32"));
}

#[test]
fn views_survive_missing_attributes_and_operands() {
    let context = context();
    let module = parse(
        &context,
        r#"
        %i = arith.constant 0 : i32
        "tpu.sem_signal"(%i) <{operandSegmentSizes = array<i32: 3, 0, 0, 0, 0>}> : (i32) -> ()
        "tpu.sem_signal"(%i) : (i32) -> ()
        "tpu.iota"() : () -> ()
        "tpu.scan"() : () -> ()
        "tpu.region"() : () -> ()
        "tpu.relayout"(%i) ({}, {}) {any = 1} : (i32) -> i32
        "#,
    );
    let found = views(&module);
    assert_eq!(found.len(), 6);
    let TpuOp::SemSignal(signal) = found[0] else { panic!("a signal") };
    assert!(signal.semaphore().is_some() && signal.amount().is_none());
    let TpuOp::SemSignal(signal) = found[1] else { panic!("a signal") };
    assert!(signal.semaphore().is_none());
    let TpuOp::Iota(iota) = found[2] else { panic!("an iota") };
    assert!(iota.dimensions().is_empty() && iota.output().is_none());
    let TpuOp::Scan(scan) = found[3] else { panic!("a scan") };
    assert!(scan.kind().is_none() && scan.input().is_none());
    let TpuOp::Region(region) = found[4] else { panic!("a region") };
    assert!(region.body().is_none() && region.results().is_empty());
    let TpuOp::Relayout(relayout) = found[5] else { panic!("a relayout") };
    assert_eq!((relayout.inputs().len(), relayout.bodies().len()), (1, 2));
}

#[test]
fn every_op_name_is_registered_and_has_a_view() {
    let context = context();
    context.set_allow_unregistered_dialects(true);
    assert_eq!(ops::OP_NAMES.len(), 102);
    assert!(ops::OP_NAMES.is_sorted());
    for name in ops::OP_NAMES {
        assert!(context.is_registered_operation(name), "{name}");
        let module = parse(&context, &format!("\"{name}\"() : () -> ()"));
        assert_eq!(views(&module)[0].name(), *name);
    }
}

#[test]
fn enums_and_structured_attributes() {
    let context = context();
    let attribute = |text: &str| melior::ir::Attribute::parse(&context, text).expect(text);
    for case in MemorySpace::ALL {
        assert_eq!(MemorySpace::try_from(case.value()), Ok(*case));
        assert_eq!(MemorySpace::from_name(case.name()), Some(*case));
        assert_eq!(MemorySpace::of(attribute(&format!("#tpu.memory_space<{case}>"))), Some(*case));
    }
    assert_eq!(MemorySpace::Any.value(), 0xffff_ffff);
    assert!(MemorySpace::try_from(99).is_err());
    let core = attribute("#tpu.core_type<sc_vector_subcore>");
    assert_eq!(CoreType::of(core), Some(CoreType::ScVectorSubcore));
    assert_eq!(MemorySpace::of(core), None);
    assert_eq!((attrs::enum_value(core), attrs::enum_name(core)), (Some(2), Some("sc_vector_subcore")));
    assert_eq!(attrs::core_type_attribute(&context, CoreType::ScVectorSubcore), Some(core));
    assert_eq!(attrs::enum_value(attribute("1 : i32")), None);

    let dots = "#tpu.dot_dimension_numbers<[2], [1], [1], [2], [0, 0, 0, 1, 1, 2], [], [0]>";
    let dots = attrs::DotDimensionNumbers::of(attribute(dots)).unwrap();
    assert_eq!(dots.output_order, [0, 0, 0, 1, 1, 2]);
    assert_eq!((dots.lhs_batch, dots.rhs_batch), (vec![], vec![0]));
    let window = attrs::element_window(attribute("#tpu.element_window<[0, 8], [1, 2]>"));
    assert_eq!(window, Some((vec![0, 8], vec![1, 2])));
    assert_eq!(attrs::element_window(core), None);
}

#[test]
fn tiled_layouts_need_one_stride_for_each_dimension() {
    let context = context();
    for wrong in ["(8,128),[1]", "(8,128),[1,1,1]"] {
        let text = format!("func.func private @f(memref<16x300xf32, #tpu.tiled<{wrong}>>)");
        let seen = listen(&context);
        assert!(tessera_tpu::parse(&context, text.as_bytes(), "k").is_none());
        assert!(seen.borrow().iter().any(|said| said.contains("rank 2")), "{seen:?}");
    }
    // Faults that the reader lets pass must not trip the address map.
    for odd in ["(0),[1,1]", "(8,8,128),[1,1]", "()(2),[1,1]", "(8,128)(3,5,7),[1,-1]"] {
        parse(&context, &format!("func.func private @f(memref<16x300xf32, #tpu.tiled<{odd}>>)"));
    }
}

#[test]
fn locations_give_the_python_stack() {
    let context = context();
    let text = r#"
        "tpu.trace_stop"() : () -> () loc("swap:"("swap/swap"(callsite("kernel"("k.py":3:4 to :9) at callsite("kernel"("k.py":3:4 to :9) at "outer"("m.py":12:0))))))
        "tpu.trace_stop"() : () -> () loc(fused["a.py":1:2, "b"("b.py":3:4)])
        "tpu.trace_stop"() : () -> () loc(unknown)
        "tpu.trace_stop"() : () -> () loc("x_ref")
    "#;
    let module = parse(&context, text);
    let decoded: Vec<_> = views(&module).iter().map(|op| loc::decode(op.op().location())).collect();
    let show = |index: usize| -> Vec<String> {
        let frames: &Vec<_> = &decoded[index].frames;
        frames.iter().map(|f| format!("{f} {}", f.function.as_deref().unwrap_or("-"))).collect()
    };
    assert_eq!(show(0), ["k.py:3:4 kernel", "m.py:12 outer"]);
    assert_eq!(decoded[0].names, ["swap:", "swap/swap"]);
    assert_eq!(show(1), ["a.py:1:2 -", "b.py:3:4 b"]);
    assert_eq!(decoded[2], loc::Decoded::default());
    assert_eq!(decoded[3].names, ["x_ref"]);
}

fn note_options(op: OperationRef<'_, '_>, options: &PassOptions<'_>) -> Result<(), PassFailed> {
    tessera_tpu::emit_error(op, &format!("{}/{}/{}", options.get("a"), options.get("b"), options.get("c")));
    if options.get("a") == "stop" { Err(PassFailed) } else { Ok(()) }
}

fn panics(_: OperationRef<'_, '_>, _: &PassOptions<'_>) -> Result<(), PassFailed> {
    panic!("oh no")
}

#[test]
fn passes_take_options_and_panics_stay_inside() {
    let options = &[("a", "one", "the first"), ("b", "two", "the second")];
    let spec = PassSpec { name: "test-note", description: "", on_module: true, options, run: note_options };
    register_pass(spec);
    register_pass(PassSpec { name: "test-note-any", on_module: false, ..spec });
    register_pass(PassSpec { name: "test-panic", options: &[], run: panics, ..spec });
    let context = context();
    let seen = listen(&context);
    let mut module = parse(&context, "func.func @f() { return }");
    let mut run = |pipeline: &str| {
        let passes = PassManager::new(&context);
        parse_pass_pipeline(passes.as_operation_pass_manager(), pipeline).expect("a pipeline");
        let result = passes.run(&mut module);
        (result.is_ok(), seen.borrow_mut().drain(..).collect::<Vec<_>>().join("\n"))
    };
    let (ok, said) = run("builtin.module(test-note{b=three})");
    assert!(ok && said.ends_with("one/three/"), "{said}");
    let (ok, said) = run("builtin.module(func.func(test-note-any{a=stop}))");
    assert!(!ok && said.ends_with("stop/two/"), "{said}");
    let (ok, said) = run("builtin.module(test-panic)");
    assert!(!ok && said.contains("T9901") && said.contains("oh no"), "{said}");
}

#[test]
fn blocks_of_a_region_are_reachable() {
    let context = context();
    let module = parse(
        &context,
        r#"%r = "tpu.region"() ({ %c = arith.constant 1 : i32
             tpu.yield %c : i32 }) : () -> i32"#,
    );
    let found = views(&module);
    let TpuOp::Region(region) = found[0] else { panic!("a region") };
    let block = region.body().unwrap().first_block().unwrap();
    let last = block.terminator().unwrap();
    assert_eq!(ops::Yield::of(last).unwrap().results().len(), 1);
    assert!(ops::Region::of(last).is_none());
}
