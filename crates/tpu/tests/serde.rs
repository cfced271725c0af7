//! The `stable_mosaic` format.

use melior::{Context, dialect::DialectRegistry};
use tessera_tpu::serde;

fn context() -> Context {
    let registry = DialectRegistry::new();
    tessera_tpu::register_everything(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.set_allow_unregistered_dialects(true);
    context
}

#[test]
fn temp() {
    let context = context();
    for path in std::env::var("FILES").unwrap_or_default().split(':') {
        let bytes = std::fs::read(path).unwrap();
        let module = tessera_tpu::parse(&context, &bytes, path).expect("parses");
        let op = melior::ir::operation::OperationLike::to_raw(&module.as_operation());
        let op = unsafe { melior::ir::operation::OperationRef::from_raw(op) };
        println!("{:?}", serde::is_serialized(op));
        match serde::deserialize(op) {
            Ok(done) => {
                println!("{done:?}");
                println!("verifies {}", tessera_tpu::verify(op));
                println!("{}", op);
            }
            Err(refused) => println!("{refused}"),
        }
    }
}
