use super::*;

/// A body that is whole.
fn body_text() -> String {
    bytecode::tiny_base64()
}

fn call(config: &str, types: &str) -> String {
    format!(
        "module @jit_f attributes {{mhlo.num_partitions = 2 : i32}} {{\n  func.func public @main(%arg0: tensor<8xf32> \
         {{mhlo.sharding = \"x:y\"}}, %arg1: tensor<i32>) -> (tensor<8xf32>) {{\n    %0 = stablehlo.custom_call \
         @tpu_custom_call(%arg0, %arg1) {{backend_config = \"{}\", kernel_name = \"k\"{types}\n    return %0 : \
         tensor<8xf32>\n  }}\n}}\n",
        config.replace('"', "\\22")
    )
}

const TYPES: &str = "} : (tensor<8xf32>, tensor<i32>) -> tensor<8xf32>";

fn codes(bytes: &[u8]) -> Vec<String> {
    let mut sink = Sink::new();
    read("k.mlir", bytes, &mut sink);
    sink.into_sorted().iter().map(|item| format!("{} {}", item.code(), item.loc)).collect()
}

#[test]
fn a_call_gives_all_that_it_says() {
    let body_text = body_text();
    let config = format!(
        r#"{{"custom_call_config": {{"body": "{body_text}", "collective_id": 3, "has_communication": true,
        "output_memory_space_colors": [{{"color": 1}}]}}, "scoped_memory_configs": [{{"memory_space": 1, "offset": 0,
        "size": 4096}}], "flag_configs": [{{"flag_type": "xla_f", "value": {{"boolean_value": true}}}}]}}"#
    );
    let aliases = ", has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<\
                   output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]";
    let mut sink = Sink::new();
    let file = read("k.mlir", call(&config, &format!("{aliases}{TYPES}")).as_bytes(), &mut sink);
    assert!(sink.is_empty(), "{sink:?}");
    assert_eq!((file.form, file.partitions), (Form::StableHloText, Some(2)));
    assert_eq!(file.functions[0].returns, ["%0"]);
    assert_eq!(file.functions[0].arguments.len(), 2);
    assert!(file.functions[0].arguments.iter().all(|(_, kind)| kind.is_some()));
    let kernel = &file.kernels[0];
    assert_eq!(kernel.name.as_deref(), Some("k"));
    assert_eq!((kernel.line, kernel.aliases.as_slice(), kernel.has_side_effect), (3, &[(0, 0)][..], true));
    assert_eq!(kernel.operand_names, ["%arg0", "%arg1"]);
    assert_eq!(kernel.result_names, ["%0"]);
    assert_eq!((kernel.settings.collective_id, kernel.settings.vmem_limit), (Some(3), Some(4096)));
    assert_eq!(kernel.settings.output_colors, [(0, 1)]);
    assert_eq!(kernel.settings.flags["xla_f"], true);
    assert_eq!(kernel.settings.rest["custom_call_config"].get("body"), None);
}

#[test]
fn the_generic_form_is_read_too() {
    let body_text = body_text();
    let text = format!(
        "%0:2 = \"stablehlo.custom_call\"(%arg0) <{{backend_config = \
         \"{{\\22custom_call_config\\22: {{\\22body\\22: \\22{body_text}\\22}}}}\", call_target_name = \"tpu_custom_call\"}}> \
         {{kernel_name = \"g\"}} : (tensor<?x4xbf16>) -> (tensor<f32>, tensor<2xui8>)\n\
         %1 = stablehlo.custom_call @other(%0#1) : (tensor<2xui8>) -> tensor<2xui8>"
    );
    let mut sink = Sink::new();
    let file = read("g.mlir", text.as_bytes(), &mut sink);
    assert!(sink.is_empty(), "{sink:?}");
    let kernel = &file.kernels[0];
    assert_eq!(kernel.result_names, ["%0#0", "%0#1"]);
    let signature = kernel.signature.clone().unwrap_or_default();
    let shown: Vec<String> =
        signature.operands.iter().chain(&signature.results).map(ToString::to_string).collect();
    assert_eq!(shown, ["bf16[?,4]", "f32[]", "ui8[2]"]);
}

#[test]
fn each_fault_has_its_code_and_place() {
    let body_text = body_text();
    let body = |body: &str| format!(r#"{{"custom_call_config": {{"body": {body}}}}}"#);
    let good = body(&format!("\"{body_text}\""));
    let at = |code: &str| vec![format!("{code} k.mlir:3:81")];
    let call_at = |code: &str| vec![format!("{code} k.mlir:3:10")];
    assert!(codes(call(&good, TYPES).as_bytes()).is_empty());
    assert_eq!(codes(call("not json", TYPES).as_bytes()), at("T0122"));
    assert_eq!(codes(call("{}", TYPES).as_bytes()), at("T0123"));
    assert_eq!(codes(call("[]", TYPES).as_bytes()), at("T0124"));
    assert_eq!(codes(call(&body("7"), TYPES).as_bytes()), at("T0124"));
    assert_eq!(codes(call(&body("\"TUzv*\""), TYPES).as_bytes()), at("T0125"));
    assert_eq!(codes(call(&body("\"dGhpcyBpcyBub3Q=\""), TYPES).as_bytes()), at("T0126"));
    assert_eq!(codes(call(&body("\"TUzvUgFNTElSAAAHAQI=\""), TYPES).as_bytes()), at("T0127"));
    assert_eq!(codes(call(&good, "} : (tensor<8xf32>) -> !token").as_bytes()), call_at("T0120"));
    assert_eq!(codes(call(&good, "").as_bytes()), call_at("T0120"));
    let alias = ", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, x = []>]";
    assert_eq!(codes(call(&good, &format!("{alias}{TYPES}")).as_bytes()), call_at("T0128"));
}

#[test]
fn whole_files() {
    let only = |bytes: &[u8]| codes(bytes).join("+").chars().take(5).collect::<String>();
    assert_eq!(only(b" // nothing\n"), "T0110");
    assert_eq!(only(b"import jax\n"), "T0111");
    assert_eq!(only(b"\xff\xfe"), "T0111");
    assert_eq!(only("module [".repeat(600).as_bytes()), "T0112");
    assert_eq!(only(b"HloModule x"), "T0121");
    assert_eq!(only(b"ML\xefR\x01StableHLO_v1.0.0\0\0\x01"), "T0127");
    assert_eq!(only(b"ML\xefR\x63x\0"), "T0142");
    assert_eq!(only(b"module { %0 = stablehlo.add %1, %2 : tensor<1xf32> }"), "T0121");
    assert_eq!(only(b"{\"custom_call_config\""), "T0122");
    assert_eq!(only(b"module { func.func @k() { return } }"), "");
}

#[test]
fn hostile_text_ends_soon_and_without_panic() {
    let body_text = body_text();
    let start = "stablehlo.custom_call @tpu_custom_call(";
    assert_eq!(codes(start.repeat(20_000).as_bytes()).len(), 1, "nested brackets are one fault");
    let many = "stablehlo.custom_call @tpu_custom_call() {a = } : () -> ()\n".repeat(20_000);
    assert!(codes(many.as_bytes()).len() <= 51);
    let text = call(&format!(r#"{{"custom_call_config": {{"body": "{body_text}"}}}}"#), TYPES);
    for end in 0..text.len() {
        codes(text.get(..end).unwrap_or_default().as_bytes());
    }
    codes("%0:99999999999 = stablehlo.custom_call @tpu_custom_call() : () -> ()".as_bytes());
    codes("%a, ".repeat(50_000).as_bytes());
}
