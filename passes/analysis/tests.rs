use super::KernelIndex;
use crate::rules::RULES;
use crate::verify::{Options, verify};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Block, BlockLike, Location, Module, Region, RegionLike};
use tessera_core::graph::{Origin, Role};

fn context() -> Context {
    let registry = DialectRegistry::new();
    tessera_tpu::register_everything(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    context
}

/// Runs `look` on the index of a module given as text.
fn with_index(text: &str, look: impl Fn(&KernelIndex<'_, '_>)) {
    let context = context();
    let module = tessera_tpu::parse(&context, text.as_bytes(), "t.mlir");
    assert!(module.is_some(), "the test's module does not parse");
    if let Some(module) = &module {
        look(&KernelIndex::of(module.as_operation()));
    }
}

#[test]
fn arguments_get_their_roles_and_names() {
    let text = r#"func.func @kernel(%i: i32 loc("i"), %p: memref<4xi32, #tpu.memory_space<smem>>,
        %x: memref<8xf32>, %y: memref<8xf32>, %s: memref<8xf32> loc("buf"("k.py":3:4)))
        attributes {tpu.core_type = #tpu.core_type<tc>, iteration_bounds = array<i64: 2>,
        scalar_prefetch = 1 : i64, scratch_operands = 1 : i64} { return }
        func.func @map(%i: i32) -> i32 { return %i : i32 }"#;
    with_index(text, |index| {
        let graph = index.graph();
        let roles: Vec<Role> = graph
            .values()
            .filter_map(|(_, value)| match value.origin {
                Origin::Argument { role, .. } => Some(role),
                Origin::Allocation { .. } | Origin::Result { .. } | Origin::BlockArgument { .. } => None,
            })
            .collect();
        let expected =
            [Role::GridIndex(0), Role::ScalarPrefetch(0), Role::Window(0), Role::Window(1), Role::Scratch(0)];
        assert_eq!(roles.get(..5), Some(&expected[..]));
        assert_eq!(roles.get(5), Some(&Role::Plain(0)));
        let names: Vec<Option<&str>> = graph.values().map(|(_, value)| value.name.as_deref()).collect();
        assert_eq!(names.first(), Some(&Some("i")));
        assert_eq!(names.get(4), Some(&Some("buf")));
        let kernels: Vec<&str> =
            graph.funcs().filter(|(_, func)| func.is_kernel).map(|(_, func)| func.name.as_str()).collect();
        assert_eq!(kernels, ["kernel"]);
    });
}

#[test]
fn malformed_operations_are_taken_as_they_are() {
    let bare: String = ["enqueue_dma", "enqueue_indirect_dma", "wait_dma", "wait_dma2", "wait_indirect_dma"]
        .into_iter()
        .chain(["sem_signal", "sem_wait", "sem_read", "sem_alloc", "sem_barrier", "memref_slice"])
        .map(|name| format!("\"tpu.{name}\"() : () -> ()\n"))
        .collect();
    let text = format!("func.func @kernel(%x: i32) {{ {bare} return }}");
    let context = context();
    if let Some(module) = tessera_tpu::parse(&context, text.as_bytes(), "t.mlir") {
        let sink = verify(module.as_operation(), &Options::default());
        assert!(sink.items().iter().all(|item| RULES.iter().any(|rule| rule.code == item.code())));
    }
}

#[test]
fn functions_found_broken_are_skipped() {
    let text = "func.func @a(%s: memref<2x!tpu.semaphore>, %n: i32) {
        tpu.sem_wait %s, %n : memref<2x!tpu.semaphore>
        return
    }";
    let context = context();
    if let Some(module) = tessera_tpu::parse(&context, text.as_bytes(), "t.mlir") {
        assert!(verify(module.as_operation(), &Options::default()).has_errors());
        let options = Options { broken: ["a".to_owned()].into(), ..Options::default() };
        assert!(verify(module.as_operation(), &options).is_empty());
    }
}

/// Built from the inside out, because MLIR's own parser would recurse; left alone at the end, because
/// MLIR's destructors would.
#[test]
fn ten_thousand_regions_do_not_overflow_the_stack() {
    let context = std::mem::ManuallyDrop::new(context());
    let location = Location::unknown(&context);
    let mut inner = OperationBuilder::new("test.leaf", location).build();
    for _ in 0..10_000 {
        let region = Region::new();
        let block = Block::new(&[]);
        if let Ok(operation) = inner {
            block.append_operation(operation);
        }
        region.append_block(block);
        inner = OperationBuilder::new("test.nest", location).add_regions([region]).build();
    }
    let module = Module::new(location);
    if let Ok(operation) = inner {
        module.body().append_operation(operation);
    }
    let index = KernelIndex::of(module.as_operation());
    assert_eq!(index.graph().ops().count(), 10_001);
    assert!(index.graph().dot().len() > 10);
    drop(index);
    std::mem::forget(module);
}
