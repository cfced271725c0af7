//! Kernels out of the files they travel in: the module, and what the call says about it.

use crate::container::{Body, KernelCall, TensorType};
use crate::engine::ModuleForm;
use serde_json::{Value, json};

/// One kernel taken out.
#[derive(Clone, Debug, PartialEq)]
pub struct Extracted {
    /// Its name, or `kernel`.
    pub name: String,
    /// The module.
    pub module: Vec<u8>,
    /// What the call says, for people.
    pub facts: Vec<(&'static str, String)>,
    /// The same as one JSON object.
    pub json: Value,
}

impl Extracted {
    /// With the facts of `call`.
    #[must_use]
    pub fn new(call: &KernelCall, version: Option<i64>, module: Vec<u8>) -> Self {
        let name = call.name.clone().unwrap_or_else(|| "kernel".to_owned());
        let json = json(call, version, &name);
        Self { facts: facts(call, version, &name), name, module, json }
    }

    /// A name for its file, without anything that means something to a file system.
    #[must_use]
    pub fn file_name(&self, form: ModuleForm) -> String {
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
        let name: String = self.name.chars().map(plain).take(100).collect();
        let name = name.trim_start_matches('.');
        let name = if name.is_empty() { "kernel" } else { name };
        match form {
            ModuleForm::Text => format!("{name}.mlir"),
            ModuleForm::Bytecode | ModuleForm::Stable => format!("{name}.mlirbc"),
        }
    }
}

/// The bytes that stand in the file, if they are in the serialized form.
pub(crate) const fn raw<'a>(body: &'a Body, file: &'a [u8]) -> &'a [u8] {
    match body {
        Body::Bytecode(bytes) => bytes.as_slice(),
        Body::Text(text) => text.as_bytes(),
        Body::File => file,
    }
}

/// The memory that a colour stands for.
fn color_name(color: i64) -> String {
    let known = match color {
        0 => "hbm",
        1 => "vmem",
        2 => "semaphore",
        4 => "smem",
        5 => "host",
        8 => "sc scalar semaphore",
        10 => "sc vector semaphore",
        11 => "sc scalar smem",
        12 => "sc vector smem",
        _ => return format!("colour {color}"),
    };
    format!("{known} ({color})")
}

fn facts(call: &KernelCall, version: Option<i64>, name: &str) -> Vec<(&'static str, String)> {
    let settings = &call.settings;
    let mut facts = vec![("kernel", name.to_owned())];
    let mut add = |key, value: Option<String>| facts.extend(value.map(|value| (key, value)));
    let types = |list: &[TensorType]| {
        let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
        if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
    };
    let form =
        version.map_or_else(|| "not serialized".to_owned(), |version| format!("stable_mosaic {version}"));
    add("form", Some(form));
    add("operands", call.signature.as_ref().map(|signature| types(&signature.operands)));
    add("results", call.signature.as_ref().map(|signature| types(&signature.results)));
    let list = |parts: Vec<String>| (!parts.is_empty()).then(|| parts.join(", "));
    let aliases =
        call.aliases.iter().map(|(operand, output)| format!("output {output} is operand {operand}"));
    add("aliases", list(aliases.collect()));
    let colors = |kind: &str, colors: &[(usize, i64)]| -> Vec<String> {
        colors.iter().map(|(index, color)| format!("{kind} {index} in {}", color_name(*color))).collect()
    };
    let mut spaces = colors("operand", &settings.input_colors);
    spaces.extend(colors("output", &settings.output_colors));
    add("memory", list(spaces));
    add(
        "side effects",
        call.signature.is_some().then(|| if call.has_side_effect { "yes" } else { "no" }.to_owned()),
    );
    add("collective id", settings.collective_id.map(|id| id.to_string()));
    add("communication", settings.has_communication.then(|| "with other devices".to_owned()));
    add(
        "cost",
        settings.cost_estimate.map(|cost| {
            format!(
                "{} flops, {} bytes accessed, {} transcendentals, {} bytes to other devices",
                cost.flops, cost.bytes_accessed, cost.transcendentals, cost.remote_bytes_transferred
            )
        }),
    );
    add("vmem limit", settings.vmem_limit.map(|bytes| format!("{bytes} bytes")));
    add("internal scratch", settings.internal_scratch.map(|bytes| format!("{bytes} bytes")));
    let fusion = settings.allow_input_fusion.iter().enumerate().filter(|(_, allowed)| **allowed);
    add("input fusion", list(fusion.map(|(index, _)| format!("operand {index}")).collect()));
    add("core", settings.sparse_core.then(|| "SparseCore".to_owned()));
    let checks = [
        (settings.disable_bounds_checks, "no bounds checks"),
        (settings.disable_semaphore_checks, "no semaphore checks"),
        (settings.skip_device_barrier, "no device barrier"),
    ];
    let checks = checks.iter().filter(|(set, _)| *set).map(|(_, text)| (*text).to_owned());
    add("switched off", list(checks.collect()));
    add("flags", list(settings.flags.iter().map(|(flag, value)| format!("{flag}={value}")).collect()));
    facts
}

fn json(call: &KernelCall, version: Option<i64>, name: &str) -> Value {
    let types = |list: &[TensorType]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let settings = &call.settings;
    json!({
        "name": name,
        "serde_version": version,
        "operands": call.signature.as_ref().map(|signature| types(&signature.operands)),
        "results": call.signature.as_ref().map(|signature| types(&signature.results)),
        "aliases": call.aliases,
        "input_colors": settings.input_colors,
        "output_colors": settings.output_colors,
        "has_side_effect": call.has_side_effect,
        "backend_config": settings.rest,
    })
}
