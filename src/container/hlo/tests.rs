use super::*;
use crate::container::bytecode::tiny_base64;
use tessera_core::diag::Sink;

fn read_text(text: &str) -> (KernelFile, Vec<String>) {
    let mut sink = Sink::new();
    let file = crate::container::read("k.txt", text.as_bytes(), &mut sink);
    let faults = sink.into_sorted().iter().map(|item| format!("{} {}", item.code(), item.loc)).collect();
    (file, faults)
}

fn config() -> String {
    format!("{{\"custom_call_config\": {{\"body\": \"{}\", \"collective_id\": 3}}}}", tiny_base64())
}

#[test]
fn a_dump_of_a_compiled_program() {
    let text = format!(
        "HloModule jit_f, is_scheduled=true, entry_computation_layout={{(f32[8,128]{{1,0:T(8,128)}})->f32[8]{{0}}}}, num_partitions=4\n\n\
         %helper (p: f32[8]) -> f32[8] {{\n  ROOT %p = f32[8]{{0}} parameter(0)\n}}\n\n\
         ENTRY %main.7 (x.1: f32[8,128], y: s32[2]) -> bf16[8] {{\n  \
         %y = s32[2]{{0:T(128)S(6)}} parameter(1)\n  \
         %x.1 = f32[8,128]{{1,0:T(8,128)}} parameter(0), metadata={{op_name=\"x\"}}\n  \
         %k.2 = (bf16[8]{{0}}, /*index=1*/pred[<=8,128]{{1,0}}, u4[]) custom-call(%x.1, /*index=1*/s32[2]{{0}} %y), \
         custom_call_target=\"tpu_custom_call\", operand_layout_constraints={{f32[8,128]{{1,0}}, s32[2]{{0}}}}, \
         output_to_operand_aliasing={{{{2}}: (1, {{}}, must-alias)}}, custom_call_has_side_effect=true, \
         frontend_attributes={{kernel_name=\"flash\\\"1\",kernel_metadata={{\"a\": \"}}{{\"}}}}, backend_config={}\n  \
         %gte.3 = bf16[8]{{0}} get-tuple-element(%k.2), index=0\n  ROOT %t = (bf16[8]{{0}}) tuple(%gte.3)\n}}\n",
        config()
    );
    let (file, faults) = read_text(&text);
    assert_eq!(faults, ["T0128 k.txt:10:4"], "an alias between a u4 scalar and s32[2]");
    assert_eq!((file.form, file.partitions), (Form::HloText, Some(4)));
    let names: Vec<&str> = file.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["helper", "main.7"]);
    assert_eq!(file.functions[1].returns, ["%k.2#0"]);
    assert_eq!(file.functions[1].arguments[0].0, "%x.1");
    let kernel = &file.kernels[0];
    assert_eq!((kernel.name.as_deref(), kernel.line, kernel.has_side_effect), (Some("flash\"1"), 10, true));
    assert_eq!(kernel.operand_names, ["%x.1", "%y"]);
    let signature = kernel.signature.clone().unwrap_or_default();
    let shown: Vec<String> =
        signature.operands.iter().chain(&signature.results).map(ToString::to_string).collect();
    assert_eq!(shown, ["f32[8,128]", "i32[2]", "bf16[8]", "i1[?,128]", "ui4[]"]);
    assert_eq!(kernel.settings.collective_id, Some(3));
}

#[test]
fn quoted_configs_and_unknown_operands() {
    let quoted = config().replace('"', "\\\"");
    let call = |operands: &str, shapes: &str, config: &str| {
        format!(
            "HloModule x\nENTRY m {{\n  ROOT k = f32[8]{{0}} custom-call({operands}), \
             custom_call_target=\"tpu_custom_call\"{shapes}, backend_config={config}\n}}\n"
        )
    };
    let (file, faults) =
        read_text(&call("a", ", operand_layout_constraints={f32[8]{0}}", &format!("\"{quoted}\"")));
    assert_eq!((file.kernels.len(), faults.len()), (1, 0), "{faults:?}");
    assert_eq!(read_text(&call("a", "", "{}")).1, ["T0120 k.txt:3:8"]);
    assert_eq!(read_text(&call("", "", "\"{")).1, ["T0120 k.txt:3:8"]);
    assert_eq!(read_text(&call("", "", "{}")).1, ["T0123 k.txt:3:90"]);
    assert_eq!(read_text("HloModule x\n").1, ["T0121 k.txt:0"]);
}

#[test]
fn escapes_of_c() {
    assert_eq!(unescape(r#"a\n\"\101\x42\\\'"#), "a\n\"AB\\'");
    assert_eq!(unescape("\\"), "\\");
}

#[test]
fn aliases() {
    assert_eq!(alias::from_hlo("{{}: (0, {})}"), [(0, 0)]);
    assert_eq!(alias::from_hlo("{{1}: (2, {}), {0}: (3, {}, may-alias)}"), [(2, 1), (3, 0)]);
    assert!(alias::from_hlo("{:::(").is_empty());
}
