//! The `stable_mosaic` format, beyond what file tests can show.

use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        Block, BlockLike, Location, Module, Operation, Region, RegionLike, attribute::IntegerAttribute,
        operation::OperationBuilder, r#type::IntegerType,
    },
};
use std::{fs, path::Path};
use tessera_tpu::{ops, serde};

fn context() -> Context {
    let registry = DialectRegistry::new();
    tessera_tpu::register_everything(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.set_allow_unregistered_dialects(true);
    context
}

fn parse<'c>(context: &'c Context, text: &str) -> Module<'c> {
    tessera_tpu::parse(context, text.as_bytes(), "test.mlir").unwrap()
}

/// A module of version 15 around an op.
fn around<'c>(context: &'c Context, inner: Operation<'c>) -> Module<'c> {
    let module = Module::new(Location::unknown(context));
    let version = IntegerAttribute::new(IntegerType::new(context, 64).into(), 15);
    tessera_tpu::ir::set_attribute(module.as_operation(), serde::VERSION_ATTRIBUTE, version.into());
    module.body().append_operation(inner);
    module
}

#[test]
fn ten_thousand_nested_regions() {
    let context = context();
    let here = Location::unknown(&context);
    let mut inner = OperationBuilder::new("stable_mosaic.tpu.yield", here).build().unwrap();
    for _ in 0..10_000 {
        let block = Block::new(&[]);
        block.append_operation(inner);
        let region = Region::new();
        region.append_block(block);
        inner =
            OperationBuilder::new("stable_mosaic.tpu.region", here).add_regions([region]).build().unwrap();
    }
    let module = around(&context, inner);
    let start = std::time::Instant::now();
    let done = serde::deserialize(module.as_operation()).unwrap();
    println!("nested: read in {:?}", start.elapsed());
    assert!(done.unknown.is_empty());
    let found = ops::all_ops(module.as_operation());
    assert_eq!(found.len(), 10_002);
    assert_eq!(found.iter().filter(|op| ops::name_of(**op) == "tpu.region").count(), 10_000);

    let start = std::time::Instant::now();
    serde::serialize(module.as_operation(), 15).unwrap();
    println!("nested: written in {:?}", start.elapsed());
    assert_eq!(serde::is_serialized(module.as_operation()), Some(15));
}

#[test]
fn two_hundred_thousand_ops() {
    let context = context();
    let mut text = "module attributes {stable_mosaic.version = 13 : i64} {\n".to_owned();
    text.push_str("%0 = \"stable_mosaic.arith.constant\"() {value = 1 : i32} : () -> i32\n");
    for index in 0..200_000 {
        text.push_str(&format!(
            "%{} = \"stable_mosaic.arith.addi\"(%{index}, %0) : (i32, i32) -> i32\n",
            index + 1
        ));
    }
    text.push('}');
    let module = parse(&context, &text);
    let start = std::time::Instant::now();
    serde::deserialize(module.as_operation()).unwrap();
    println!("read in {:?}", start.elapsed());
    assert!(tessera_tpu::verify(module.as_operation()));
    let start = std::time::Instant::now();
    serde::serialize(module.as_operation(), 13).unwrap();
    println!("written in {:?}", start.elapsed());
}

#[test]
fn builtins_of_later_mlir_are_read_from_bytecode() {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lit-tests/serde/Inputs");
    let context = context();
    let bytes = fs::read(inputs.join("newer_builtins.mlirbc")).unwrap();
    let module = tessera_tpu::parse(&context, &bytes, "newer_builtins.mlirbc").unwrap();
    let text = fs::read_to_string(inputs.join("newer_builtins.mlir")).unwrap();
    let twin = parse(&context, &text);
    assert_eq!(module.as_operation().to_string(), twin.as_operation().to_string());
}

#[test]
fn damaged_builtins_of_later_mlir_end_in_a_diagnostic() {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lit-tests/serde/Inputs");
    let bytes = fs::read(inputs.join("newer_builtins.mlirbc")).unwrap();
    let context = context();
    context.attach_diagnostic_handler(|_| true);
    // Attributes as they are written: the number of the kind, and what follows it.
    let bad: &[(&[u8], &[u8])] = &[
        // A map of many dimensions.
        (&[0x2f, 0x1d, 0x05, 0x05, 0x01], &[0x2f, 0xfc, 0xff, 0xff, 0x01]),
        // A permutation of a dimension that is not there.
        (&[0x2f, 0x1b, 0x05, 0x01, 0x03], &[0x2f, 0x1b, 0x05, 0x01, 0x07]),
        // An expression of a kind that is not there.
        (&[0x2f, 0x0f, 0x03, 0x09], &[0x2f, 0x0f, 0x03, 0x09 + 0x40]),
    ];
    for (good, damage) in bad {
        let at = bytes.windows(good.len()).position(|window| window == *good).unwrap();
        let mut damaged = bytes.clone();
        damaged[at..at + damage.len()].copy_from_slice(damage);
        assert!(tessera_tpu::parse(&context, &damaged, "damaged").is_none(), "{good:x?}");
    }
}

#[test]
fn what_counts_as_serialized() {
    let context = context();
    let is = |text| serde::is_serialized(parse(&context, text).as_operation());
    assert_eq!(is("module {}"), None);
    assert_eq!(is("module attributes {stable_mosaic.version = \"15\"} {}"), None);
    assert_eq!(is("module attributes {stable_mosaic.version = 15 : i64} {}"), Some(15));
    assert_eq!(
        is("module attributes {stable_mosaic.version = 99 : i64} {\"stable_mosaic.a.b\"() : () -> ()}"),
        Some(99)
    );
    assert_eq!(
        is(
            "module attributes {stable_mosaic.version = 7 : i64} { module { \"stable_mosaic.a.b\"() : () -> () } }"
        ),
        Some(7)
    );
    // As jaxlib leaves what it has read.
    assert_eq!(is("module attributes {stable_mosaic.version = 15 : i64} {func.func private @f()}"), None);
}

#[test]
fn unknown_ops_stay_and_are_all_told() {
    let context = context();
    let module = parse(
        &context,
        "module attributes {stable_mosaic.version = 15 : i64} {
           \"stable_mosaic.tpu.first\"() ({ \"stable_mosaic.other.second\"() : () -> () }) : () -> () loc(\"here\")
         }",
    );
    let done = serde::deserialize(module.as_operation()).unwrap();
    let told: Vec<_> = done.unknown.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "T0134: tpu.first is not an op that Tessera knows",
            "T0134: other.second is not an op that Tessera knows"
        ]
    );
    assert_eq!(done.unknown[0].location.to_string(), "loc(\"here\")");
    let text = module.as_operation().to_string();
    assert!(text.contains("\"tpu.first\"() ({") && text.contains("\"other.second\"()"), "{text}");
}

#[test]
fn faults_keep_their_payload() {
    let context = context();
    let module = parse(&context, "module attributes {stable_mosaic.version = 23 : i64} {}");
    let refused = serde::deserialize(module.as_operation()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "T0131: the module is of stable_mosaic version 23; Tessera reads versions 1 to 18"
    );
    let problem = refused.into_problems().remove(0);
    let diagnostic = problem.into_diagnostic(tessera_core::loc::Loc::default());
    let payload = diagnostic.fault.as_any().downcast_ref::<serde::fault::VersionUnknown>();
    assert_eq!(payload.map(|fault| fault.version), Some(23));
    assert!(diagnostic.fault.hint().is_some());
}

#[test]
fn properties_in_text_are_read_like_attributes() {
    let context = context();
    let module = parse(
        &context,
        "module attributes {stable_mosaic.version = 5 : i64} {
           %0 = \"stable_mosaic.tpu.iota\"() <{dimension = 1 : i32}> {kept} : () -> vector<8x128xi32>
         }",
    );
    serde::deserialize(module.as_operation()).unwrap();
    let text = module.as_operation().to_string();
    assert!(text.contains("tpu.iota {dimensions = array<i32: 1>, kept}"), "{text}");
}
