//! The JSON `backend_config` of a `tpu_custom_call`: the kernel's bytes and the settings beside them.

use super::{Body, bytecode, lex};
use crate::fault::call::{BodyNotBase64, BodyNotMlir, ConfigWithoutBody, ConfigWrongShape};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

/// What the backend_config says besides the kernel. Keys that are absent leave the defaults of JAX.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Which barrier semaphore the devices share.
    pub collective_id: Option<i64>,
    /// Bytes of VMEM the kernel may use (`vmem_limit_bytes`).
    pub vmem_limit: Option<u64>,
    /// What the author says the kernel costs.
    pub cost_estimate: Option<CostEstimate>,
    /// Whether the kernel talks to other devices.
    pub has_communication: bool,
    /// `allow_input_fusion`, by operand.
    pub allow_input_fusion: Vec<bool>,
    /// `internal_scratch_in_bytes`.
    pub internal_scratch: Option<u64>,
    /// Memory colours of operands, as (operand, colour): 0 HBM, 1 VMEM, 2 semaphore, 4 SMEM, 5 host, 8 to 12 SparseCore.
    pub input_colors: Vec<(usize, i64)>,
    /// Memory colours of results, as (result, colour).
    pub output_colors: Vec<(usize, i64)>,
    /// `disable_bounds_checks`.
    pub disable_bounds_checks: bool,
    /// `disable_semaphore_checks`.
    pub disable_semaphore_checks: bool,
    /// `skip_device_barrier`.
    pub skip_device_barrier: bool,
    /// Whether `device_type` says SparseCore.
    pub sparse_core: bool,
    /// Bytecode with the kernel's locations (`debug_locations`, from JAX 0.12 on).
    pub locations: Option<Vec<u8>>,
    /// Compiler flags from `flag_configs`, by name.
    pub flags: Map<String, Value>,
    /// The whole configuration as it stands, without the kernel's bytes.
    pub rest: Map<String, Value>,
}

/// `cost_estimate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostEstimate {
    /// Floating-point operations.
    pub flops: i64,
    /// Bytes read and written.
    pub bytes_accessed: i64,
    /// Transcendental function evaluations.
    pub transcendentals: i64,
    /// Bytes sent to other devices.
    pub remote_bytes_transferred: i64,
}

/// Enough wrong keys to see what is going on.
pub(super) const MOST_FAULTS: usize = 16;

/// Why there is no kernel.
pub(super) enum BodyFault {
    WithoutBody(ConfigWithoutBody),
    WrongShape(ConfigWrongShape),
    NotBase64(BodyNotBase64),
    NotMlir(BodyNotMlir),
    Damaged(bytecode::Damage),
}

/// The kernel's module.
pub(super) fn body(json: &Value) -> Result<Body, BodyFault> {
    let missing = |missing| BodyFault::WithoutBody(ConfigWithoutBody { missing });
    let call = json.get("custom_call_config").ok_or_else(|| missing("custom_call_config"))?;
    if !call.is_object() {
        return Err(BodyFault::WrongShape(wrong("custom_call_config", "an object", call)));
    }
    let encoded = call.get("body").ok_or_else(|| missing("custom_call_config.body"))?;
    let encoded =
        encoded.as_str().ok_or_else(|| BodyFault::WrongShape(wrong("custom_call_config.body", "a string", encoded)))?;
    let bytes =
        STANDARD.decode(encoded).map_err(|error| BodyFault::NotBase64(BodyNotBase64 { error: error.to_string() }))?;
    if bytes.starts_with(bytecode::MAGIC) {
        let bytes = bytecode::floats_by_name(&bytes).unwrap_or(bytes);
        bytecode::check(&bytes).map_err(BodyFault::Damaged)?;
        return Ok(Body::Bytecode(bytes));
    }
    match String::from_utf8(bytes) {
        Ok(text) if looks_like_module(&text) => Ok(Body::Text(text)),
        Ok(text) => Err(BodyFault::NotMlir(BodyNotMlir { start: format!("{:?}", first_chars(&text, 24)) })),
        Err(error) if error.as_bytes().is_empty() => Err(missing("custom_call_config.body")),
        Err(error) => {
            let start: Vec<String> = error.as_bytes().iter().take(8).map(|byte| format!("{byte:02X}")).collect();
            Err(BodyFault::NotMlir(BodyNotMlir { start: format!("the bytes {}", start.join(" ")) }))
        }
    }
}

fn looks_like_module(text: &str) -> bool {
    let rest = text.get(lex::skip_blank(text)..).unwrap_or_default();
    let starts = ["module", "builtin.module", "\"builtin.module\"", "func.func", "\"func.func\"", "#", "!", "{-#"];
    starts.iter().any(|start| rest.starts_with(start)) && lex::nesting_beyond(text, super::DEEPEST).is_none()
}

fn first_chars(text: &str, count: usize) -> String {
    text.chars().take(count).collect()
}

fn wrong(key: &str, wanted: &'static str, found: &Value) -> ConfigWrongShape {
    let found = match found {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Null => "null".to_owned(),
        Value::String(text) => format!("the string {:?}", first_chars(text, 24)),
        other => other.to_string(),
    };
    ConfigWrongShape { key: key.to_owned(), wanted, found }
}

/// The settings and everything in them that has the wrong kind of value. No settings when the JSON is no object.
pub(super) fn settings(json: &Value) -> (Option<Settings>, Vec<ConfigWrongShape>) {
    let mut faults = Vec::new();
    let Some(root) = json.as_object() else {
        faults.push(wrong("backend_config", "an object", json));
        return (None, faults);
    };
    let empty = Map::new();
    let call = root.get("custom_call_config").and_then(Value::as_object).unwrap_or(&empty);
    let mut at = Keys { faults: &mut faults };
    let mut found = Settings {
        collective_id: at.int(call, "collective_id"),
        has_communication: at.flag(call, "has_communication"),
        internal_scratch: at.size(call, "internal_scratch_in_bytes"),
        disable_bounds_checks: at.flag(call, "disable_bounds_checks"),
        disable_semaphore_checks: at.flag(call, "disable_semaphore_checks"),
        skip_device_barrier: at.flag(call, "skip_device_barrier"),
        ..Settings::default()
    };
    if let Some(cost) = at.object(call, "cost_estimate") {
        found.cost_estimate = Some(CostEstimate {
            flops: at.int(cost, "flops").unwrap_or(0),
            bytes_accessed: at.int(cost, "bytes_accessed").unwrap_or(0),
            transcendentals: at.int(cost, "transcendentals").unwrap_or(0),
            remote_bytes_transferred: at.int(cost, "remote_bytes_transferred").unwrap_or(0),
        });
    }
    for item in at.list(call, "allow_input_fusion") {
        match item.as_bool() {
            Some(flag) => found.allow_input_fusion.push(flag),
            None => at.faults.push(wrong("allow_input_fusion", "a list of booleans", item)),
        }
    }
    for item in at.objects(call, "input_memory_space_colors") {
        if let (Some(operand), Some(color)) = (at.index(item, "operand_index"), at.int(item, "color")) {
            found.input_colors.push((operand, color));
        }
    }
    for item in at.objects(call, "output_memory_space_colors") {
        let output = at.list(item, "shape_index").first().map_or(Some(0), Value::as_u64);
        if let (Some(output), Some(color)) = (output.and_then(|index| usize::try_from(index).ok()), at.int(item, "color")) {
            found.output_colors.push((output, color));
        }
    }
    for item in at.objects(root, "scoped_memory_configs") {
        if at.int(item, "memory_space") == Some(1) {
            found.vmem_limit = at.size(item, "size");
        }
    }
    for item in at.objects(root, "flag_configs") {
        if let Some(name) = at.string(item, "flag_type") {
            let value = item.get("value").and_then(Value::as_object).and_then(|value| value.values().next());
            found.flags.insert(name.to_owned(), value.cloned().unwrap_or(Value::Null));
        }
    }
    found.locations = at.get(call, "debug_locations", "base64 of bytecode", |value| {
        let bytes = STANDARD.decode(value.as_str()?).ok()?;
        (bytes.starts_with(bytecode::MAGIC) && bytecode::check(&bytes).is_ok()).then_some(bytes)
    });
    found.sparse_core = at.string(root, "device_type") == Some("DEVICE_TYPE_SPARSECORE");
    found.rest = root.clone();
    if let Some(call) = found.rest.get_mut("custom_call_config").and_then(Value::as_object_mut) {
        call.remove("body");
        call.remove("debug_locations");
    }
    (Some(found), faults)
}

/// Reads keys and remembers those with the wrong kind of value.
struct Keys<'f> {
    faults: &'f mut Vec<ConfigWrongShape>,
}

impl Keys<'_> {
    fn get<'j, T>(
        &mut self,
        map: &'j Map<String, Value>,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(&'j Value) -> Option<T>,
    ) -> Option<T> {
        let value = map.get(key)?;
        let found = read(value);
        if found.is_none() {
            self.faults.push(wrong(key, wanted, value));
        }
        found
    }

    fn int(&mut self, map: &Map<String, Value>, key: &str) -> Option<i64> {
        self.get(map, key, "an integer", Value::as_i64)
    }

    fn size(&mut self, map: &Map<String, Value>, key: &str) -> Option<u64> {
        self.get(map, key, "a number of bytes", Value::as_u64)
    }

    fn index(&mut self, map: &Map<String, Value>, key: &str) -> Option<usize> {
        self.get(map, key, "an index", |value| value.as_u64().and_then(|index| usize::try_from(index).ok()))
    }

    fn flag(&mut self, map: &Map<String, Value>, key: &str) -> bool {
        self.get(map, key, "true or false", Value::as_bool).unwrap_or(false)
    }

    fn string<'j>(&mut self, map: &'j Map<String, Value>, key: &str) -> Option<&'j str> {
        self.get(map, key, "a string", Value::as_str)
    }

    fn object<'j>(&mut self, map: &'j Map<String, Value>, key: &str) -> Option<&'j Map<String, Value>> {
        self.get(map, key, "an object", Value::as_object)
    }

    fn list<'j>(&mut self, map: &'j Map<String, Value>, key: &str) -> &'j [Value] {
        self.get(map, key, "a list", Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn objects<'j>(&mut self, map: &'j Map<String, Value>, key: &str) -> Vec<&'j Map<String, Value>> {
        let mut objects = Vec::new();
        for item in self.list(map, key) {
            match item.as_object() {
                Some(object) => objects.push(object),
                None => self.faults.push(wrong(key, "a list of objects", item)),
            }
        }
        objects
    }
}
