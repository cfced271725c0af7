//! Measures how far compiled elementary functions are from the exact values, in units in the last place.
//!
//! A kernel with one operation is compiled and run through the library like any other; f64 functions give the values to
//! compare with. NaN, infinities and the signs of zeros have to agree exactly.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot be made fails")]

use tessera::engine::{Engine, Input, RunOptions};
use tessera::session::Session;
use tessera::tensors::{Element, Tensor, Tensors};

/// A function with its operation.
pub struct Function {
    /// What it is called here.
    pub name: &'static str,
    /// The operation that kernels compute it with.
    pub op: &'static str,
    /// The same in f64.
    pub exact: Exact,
    /// Units in the last place that a measurement may find at most.
    pub limit: f64,
}

/// A function of one or two operands.
pub enum Exact {
    /// Of one.
    One(fn(f64) -> f64),
    /// Of two.
    Two(fn(f64, f64) -> f64),
}

/// Every function that has vector code of its own.
pub const FUNCTIONS: &[Function] = &[
    Function { name: "exp", op: "math.exp", exact: Exact::One(f64::exp), limit: 1.5 },
    Function { name: "exp2", op: "math.exp2", exact: Exact::One(f64::exp2), limit: 1.5 },
    Function { name: "expm1", op: "math.expm1", exact: Exact::One(f64::exp_m1), limit: 2.0 },
    Function { name: "log", op: "math.log", exact: Exact::One(f64::ln), limit: 1.5 },
    Function { name: "log1p", op: "math.log1p", exact: Exact::One(f64::ln_1p), limit: 2.0 },
    Function { name: "tanh", op: "math.tanh", exact: Exact::One(f64::tanh), limit: 2.0 },
    Function { name: "logistic", op: "tpu.logistic", exact: Exact::One(logistic), limit: 2.5 },
    Function { name: "erf", op: "math.erf", exact: Exact::One(libm::erf), limit: 1.5 },
    Function { name: "rsqrt", op: "math.rsqrt", exact: Exact::One(|x| 1.0 / x.sqrt()), limit: 1.6 },
    Function { name: "sin", op: "math.sin", exact: Exact::One(f64::sin), limit: 1.6 },
    Function { name: "cos", op: "math.cos", exact: Exact::One(f64::cos), limit: 1.6 },
    Function { name: "tan", op: "math.tan", exact: Exact::One(f64::tan), limit: 3.5 },
    Function { name: "round", op: "math.round", exact: Exact::One(f64::round), limit: 0.0 },
    Function { name: "atan2", op: "math.atan2", exact: Exact::Two(f64::atan2), limit: 2.0 },
    Function { name: "pow", op: "math.powf", exact: Exact::Two(f64::powf), limit: 1.0 },
];

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// What a measurement found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    /// How many operands were tried.
    pub tried: u64,
    /// The largest error in units in the last place; infinite where a special value is wrong.
    pub ulp: f64,
    /// The operands with that error; the second one is zero for functions of one.
    pub at: (f32, f32),
    /// What came out there.
    pub got: f32,
}

/// Elements of a block.
const BLOCK: usize = 1 << 15;

/// Measures `function` at these operands, padded to whole blocks with ones.
pub fn measure(function: &Function, operands: &[(f32, f32)], worst: &mut Worst) {
    let mut operands = operands.to_vec();
    operands.resize(operands.len().next_multiple_of(BLOCK), (1.0, 1.0));
    let results = run(function, &operands);
    assert_eq!(results.len(), operands.len());
    for (at, got) in operands.into_iter().zip(results) {
        let exact = match function.exact {
            Exact::One(exact) => exact(f64::from(at.0)),
            Exact::Two(exact) => exact(f64::from(at.0), f64::from(at.1)),
        };
        let ulp = error(got, exact);
        worst.tried += 1;
        if ulp > worst.ulp {
            *worst = Worst { ulp, at, got, ..*worst };
        }
    }
}

/// Every `step`-th float of all 2^32, beginning at `start`, in chunks; `each` gets them.
pub fn floats(start: u32, step: u32, mut each: impl FnMut(&[(f32, f32)])) {
    let mut chunk = Vec::with_capacity(BLOCK * 128);
    let mut bits = u64::from(start);
    while bits <= u64::from(u32::MAX) {
        chunk.push((f32::from_bits(u32::try_from(bits).unwrap_or(0)), 0.0));
        bits += u64::from(step);
        if chunk.len() == chunk.capacity() {
            each(&chunk);
            chunk.clear();
        }
    }
    if !chunk.is_empty() {
        each(&chunk);
    }
}

/// `count` pairs whose bits are scattered over all floats, half of them with moderate exponents.
pub fn pairs(count: usize) -> Vec<(f32, f32)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from(state >> 32).unwrap_or(0)
    };
    (0..count)
        .map(|index| {
            let (x, y) = (next(), next());
            if index % 2 == 0 {
                return (f32::from_bits(x), f32::from_bits(y));
            }
            // Exponents from -8 to 7.
            let moderate = |bits: u32| f32::from_bits(bits & 0x807f_ffff | (119 + (bits >> 23 & 15)) << 23);
            (moderate(x), moderate(y))
        })
        .collect()
}

/// Values at which functions change their way, and all pairs of them.
pub fn special() -> Vec<(f32, f32)> {
    let sizes = [
        0.0,
        f32::from_bits(1),
        f32::MIN_POSITIVE,
        1e-30,
        1e-8,
        0.5,
        0.625,
        0.75,
        1.0,
        1.5,
        2.0,
        2.5,
        3.0,
        18.0,
        71_476.06,
        8_388_607.5,
        16_777_215.0,
        16_777_216.0,
        88.722_84,
        88.8,
        103.97,
        104.5,
        1e10,
        1e30,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
    ];
    let values: Vec<f32> = sizes.iter().flat_map(|size| [*size, -*size]).collect();
    values.iter().flat_map(|x| values.iter().map(|y| (*x, *y))).collect()
}

/// The error of `got` in units in the last place of the exact value as a f32.
fn error(got: f32, exact: f64) -> f64 {
    let wanted = exact as f32;
    if wanted.is_nan() || got.is_nan() {
        return if wanted.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got == wanted {
        let same_zero = got != 0.0 || exact != 0.0 || got.is_sign_negative() == exact.is_sign_negative();
        // An infinity that is one, or what overflowed: nothing more to say about it.
        return match (same_zero, got.is_finite()) {
            (false, _) => f64::INFINITY,
            (true, false) => 0.0,
            (true, true) => distance(got, exact),
        };
    }
    if exact.is_infinite() || got.is_infinite() && exact.abs() < f64::from(f32::MAX) {
        return f64::INFINITY;
    }
    // The largest float and infinity are neighbours.
    let got = if got.is_infinite() { 2_f64.powi(128).copysign(f64::from(got)) } else { f64::from(got) };
    (got - exact).abs() / place(exact)
}

fn distance(got: f32, exact: f64) -> f64 {
    (f64::from(got) - exact).abs() / place(exact)
}

/// The value of the last place of a f32 of this size.
fn place(exact: f64) -> f64 {
    let bits = exact.abs().to_bits() >> 52;
    let exponent = i32::try_from(bits).unwrap_or(0) - 1023;
    2_f64.powi(exponent.clamp(-126, 127) - 23)
}

fn run(function: &Function, operands: &[(f32, f32)]) -> Vec<f32> {
    let tensor = |values: Vec<f32>| {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Tensor::new(Element::F32, vec![values.len()], bytes).unwrap()
    };
    let mut inputs = Tensors::from([
        ("in0".to_owned(), tensor(operands.iter().map(|pair| pair.0).collect())),
        ("out0".to_owned(), tensor(vec![0.0; operands.len()])),
    ]);
    if matches!(function.exact, Exact::Two(_)) {
        inputs.insert("in1".to_owned(), tensor(operands.iter().map(|pair| pair.1).collect()));
    }
    let input = Input {
        name: function.name.to_owned(),
        bytes: kernel(function, operands.len() / BLOCK).into_bytes(),
    };
    let options = RunOptions { inputs, outputs: Some(1), ..RunOptions::default() };
    let report = Session.run(&input, &options).unwrap();
    let faults: Vec<String> =
        report.report.faults.into_sorted().iter().map(|item| item.fault.to_string()).collect();
    assert!(faults.is_empty(), "{}: {faults:?}", function.name);
    let outputs = report.outputs.unwrap();
    let bytes = outputs["out0"].bytes();
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

/// The text of a kernel that computes the function for every element, block by block.
fn kernel(function: &Function, blocks: usize) -> String {
    let op = function.op;
    let block = format!("memref<{BLOCK}xf32, #tpu.memory_space<vmem>>");
    let vector = format!("vector<{BLOCK}xf32>");
    let types = if op.starts_with("tpu.") { format!("{vector} -> {vector}") } else { vector.clone() };
    let window = format!("{{transform_indices = @block, window_bounds = array<i64: {BLOCK}>}}");
    let (argument, another_window, load, operands) = match function.exact {
        Exact::One(_) => (String::new(), String::new(), String::new(), "%x"),
        Exact::Two(_) => (
            format!("%b: {block}, "),
            format!("{window}, "),
            format!("%y = vector.load %b[%c0] : {block}, {vector}"),
            "%x, %y",
        ),
    };
    format!(
        "func.func @kernel(%i: i32, %a: {block}, {argument}%o: {block}) attributes {{
           dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: {blocks}>,
           scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>,
           window_params = [{window}, {another_window}{window}]}} {{
           %c0 = arith.constant 0 : index
           %x = vector.load %a[%c0] : {block}, {vector}
           {load}
           %r = {op} {operands} : {types}
           tpu.vector_store %o[%c0], %r {{strides = array<i32>}} : {block}, {vector},
           return
         }}
         func.func @block(%i: i32) -> i32 {{
           return %i : i32
         }}"
    )
}
