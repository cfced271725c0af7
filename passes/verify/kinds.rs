//! What each operand and result of each operation has to be: the table behind the rules of `operand/`.
//!
//! The dialect itself takes any type anywhere, so that a wrong module can be read and all its faults told.
//! What it would demand is here as data. DMAs and semaphores have rules of their own and no lines here; an
//! operand without a line may be anything.

use super::cx::Cx;
use super::form::OpForm;
use tessera_core::graph::{Element, Operand, ValueType};

/// What a value has to be, leaving aside what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An array of at least one dimension.
    Array,
    /// An array, possibly without dimensions.
    AnyArray,
    /// An array of so many dimensions, at least and at most.
    Ranks(usize, usize),
    /// A ref.
    Ref,
    /// One number.
    Scalar,
    /// A number or an array of them.
    Either,
}

/// What it has to be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Anything.
    Any,
    /// Numbers with a fixed number of bits.
    Sized,
    /// Any float.
    Float,
    /// Any integer without a sign of its own.
    Int,
    /// Any integer, or `index`.
    IntOrIndex,
    /// One of these, by name.
    Of(&'static [&'static str]),
    /// Any integer, or one of these.
    IntOr(&'static [&'static str]),
}

impl Made {
    /// Whether `element` will do.
    #[must_use]
    pub fn takes(self, element: &Element) -> bool {
        let named = |names: &[&str]| match element {
            Element::Int(1) => names.contains(&"i1"),
            other => names.contains(&other.to_string().as_str()),
        };
        match self {
            Self::Any => true,
            Self::Sized => element.bits().is_some(),
            Self::Float => matches!(element, Element::Float(..)),
            Self::Int => matches!(element, Element::Int(_)),
            Self::IntOrIndex => matches!(element, Element::Int(_) | Element::Index),
            Self::Of(names) => named(names),
            Self::IntOr(names) => matches!(element, Element::Int(_)) || named(names),
        }
    }

    /// `f32 or i32`, for sentences.
    #[must_use]
    pub fn phrase(self) -> String {
        let list = |names: &[&str]| {
            let shown: Vec<&str> =
                names.iter().map(|name| if *name == "i1" { "bool" } else { name }).collect();
            match shown.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                Some((last, _)) => (*last).to_owned(),
                None => "nothing".to_owned(),
            }
        };
        match self {
            Self::Any => "anything".to_owned(),
            Self::Sized => "an element type of known width".to_owned(),
            Self::Float => "floats".to_owned(),
            Self::Int => "integers".to_owned(),
            Self::IntOrIndex => "integers or index".to_owned(),
            Self::Of(names) => list(names),
            Self::IntOr(names) => format!("integers, {}", list(names)),
        }
    }
}

/// What one operand or result has to be.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    /// Its name in the dialect. All values of that name are meant.
    pub role: &'static str,
    /// What it has to be.
    pub shape: Shape,
    /// What of.
    pub made: Made,
}

const fn is(role: &'static str, shape: Shape, made: Made) -> Demand {
    Demand { role, shape, made }
}

const fn array(role: &'static str) -> Demand {
    is(role, Shape::Array, Made::Any)
}

const fn array_of(role: &'static str, names: &'static [&'static str]) -> Demand {
    is(role, Shape::Array, Made::Of(names))
}

const fn memory(role: &'static str) -> Demand {
    is(role, Shape::Ref, Made::Any)
}

const fn i32(role: &'static str) -> Demand {
    is(role, Shape::Scalar, Made::Of(&["i32"]))
}

const fn index(role: &'static str) -> Demand {
    is(role, Shape::Scalar, Made::Of(&["index"]))
}

const WORDS: &[&str] = &["i32", "f32"];
const SCANNED: &[&str] = &["i1", "i16", "i32", "bf16", "f32"];
const MASK: &[&str] = &["i1"];
const FLOATS: Demand = is("input", Shape::Either, Made::Float);
const INTS: Demand = is("input", Shape::Either, Made::Int);
const TO_FLOATS: Demand = is("output", Shape::Either, Made::Float);
const TO_INTS: Demand = is("output", Shape::Either, Made::Int);
const REGISTER_LOAD: &[Demand] = &[memory("base"), index("indices"), array("result")];
const REGISTER_STORE: &[Demand] = &[array("value_to_store"), memory("base"), index("indices")];
const VIEW: &[Demand] = &[memory("input"), memory("result")];
const WORDS_OF_MEMORY: Demand = is("base", Shape::Ref, Made::Of(WORDS));
const ID: &[Demand] = &[i32("result")];

/// Every operation with demands. Source: the operand and result lists of the `tpu` dialect.
#[rustfmt::skip]
pub const DEMANDS: &[(&str, &[Demand])] = &[
    ("tpu.all_reduce", &[array("input"), array("output")]),
    ("tpu.assume_multiple", &[is("value", Shape::Scalar, Made::IntOrIndex), is("result", Shape::Scalar, Made::IntOrIndex)]),
    ("tpu.barrier", &[index("barrier_id")]),
    ("tpu.bitcast", &[is("input", Shape::Array, Made::Sized), is("output", Shape::Array, Made::Sized)]),
    ("tpu.bitcast_vreg", &[array("input"), array("output")]),
    ("tpu.broadcast_in_sublanes", &[array("source"), array("output")]),
    ("tpu.concatenate", &[array("sources"), array("output")]),
    ("tpu.core_id", ID),
    ("tpu.create_mask", &[index("low"), index("high")]),
    ("tpu.delay", &[i32("nanos")]),
    ("tpu.device_id", ID),
    ("tpu.dynamic_gather", &[array("source"), is("indices", Shape::Array, Made::Int), array("output")]),
    ("tpu.dynamic_rotate", &[array("value"), i32("amount"), array("result")]),
    ("tpu.erase_memref_layout", &[memory("input"), memory("result")]),
    ("tpu.extf", &[FLOATS, TO_FLOATS]),
    ("tpu.fetch_and_add_sync", &[is("base", Shape::Ref, Made::Of(&["i32"])), i32("indices"), i32("value"), i32("core_id"), i32("result")]),
    ("tpu.fptosi", &[FLOATS, TO_INTS]),
    ("tpu.fptoui", &[FLOATS, TO_INTS]),
    ("tpu.gather", &[array("source"), array("output")]),
    ("tpu.internal_scratch", &[memory("result")]),
    ("tpu.iota", &[is("output", Shape::Array, Made::IntOrIndex)]),
    ("tpu.iteration_bound", ID),
    ("tpu.load", REGISTER_LOAD),
    ("tpu.log_buffer", &[memory("input")]),
    ("tpu.logistic", &[array("input"), array("output")]),
    ("tpu.mask_cast", &[array_of("input", MASK), array_of("result", MASK)]),
    ("tpu.matmul", &[array("lhs"), array("rhs"), array("acc"), array("result")]),
    ("tpu.matmul_acc_lhs", &[array("lhs")]),
    ("tpu.matmul_lhs_fifo", &[array("lhs")]),
    ("tpu.matmul_pop", &[is("result", Shape::Ranks(2, 2), Made::Any)]),
    ("tpu.matmul_pop_fifo", &[is("result", Shape::Ranks(2, 2), Made::Any)]),
    ("tpu.matmul_push_rhs", &[array("rhs")]),
    ("tpu.memref_bitcast", VIEW),
    ("tpu.memref_reshape", VIEW),
    ("tpu.memref_slice", &[memory("mem_ref"), i32("base_idx"), i32("dynamic_sizes"), memory("result")]),
    ("tpu.memref_squeeze", VIEW),
    ("tpu.pack_elementwise", &[is("sources", Shape::Array, Made::IntOr(&["f32"])), is("output", Shape::Array, Made::Int)]),
    ("tpu.pack_subelements", &[is("sources", Shape::Array, Made::Sized), is("output", Shape::Array, Made::Sized)]),
    ("tpu.pack_vmsk", &[is("sources", Shape::Ranks(2, 3), Made::Of(MASK)), is("output", Shape::Ranks(2, 3), Made::Of(MASK))]),
    ("tpu.prng_random_bits", &[array("output")]),
    ("tpu.prng_set_seed_32", &[i32("seeds")]),
    ("tpu.reciprocal", &[array("input"), array("output")]),
    ("tpu.reduce_index", &[array("input"), array_of("output", &["i16", "i32"])]),
    ("tpu.reinterpret_cast", &[memory("input"), i32("dynamic_offset"), i32("dynamic_sizes"), memory("result")]),
    ("tpu.repeat", &[array("source"), array("output")]),
    ("tpu.reshape", &[array("source"), array("result")]),
    ("tpu.roll_vectors", &[is("input", Shape::AnyArray, Made::Any), is("output", Shape::AnyArray, Made::Any)]),
    ("tpu.scan", &[array_of("input", SCANNED), array_of("mask", MASK), array_of("output", &["i16", "i32", "bf16", "f32"])]),
    ("tpu.scan_count", &[array_of("in_mask", MASK), array("values"), array_of("out_mask", MASK), array_of("counts", &["i32"])]),
    ("tpu.shuffled_load", REGISTER_LOAD),
    ("tpu.shuffled_store", REGISTER_STORE),
    ("tpu.sitofp", &[INTS, TO_FLOATS]),
    ("tpu.sort", &[array_of("keys", WORDS), array_of("values", WORDS), array_of("mask", MASK), array_of("output_mask", MASK), array_of("sorted_keys", WORDS), array_of("sorted_values", WORDS)]),
    ("tpu.stochastic_convert", &[array_of("input", &["f32"]), array_of("random", &["i32"]), array("output")]),
    ("tpu.stochastic_convert_elementwise", &[array_of("input", &["f32"]), array_of("random", &["i32"]), array_of("output", &["i32"])]),
    ("tpu.store", REGISTER_STORE),
    ("tpu.strided_load", REGISTER_LOAD),
    ("tpu.strided_store", REGISTER_STORE),
    ("tpu.subcore_id", ID),
    ("tpu.sublane_shuffle", &[array("lhs"), array("rhs"), array("result")]),
    ("tpu.trace_value", &[is("value", Shape::Scalar, Made::Of(WORDS))]),
    ("tpu.transpose", &[is("vector", Shape::AnyArray, Made::Any), is("result", Shape::AnyArray, Made::Any)]),
    ("tpu.truncf", &[FLOATS, TO_FLOATS]),
    ("tpu.uitofp", &[INTS, TO_FLOATS]),
    ("tpu.unpack_elementwise", &[is("source", Shape::Array, Made::Int), is("output", Shape::Array, Made::IntOr(&["f32"]))]),
    ("tpu.unpack_subelements", &[is("source", Shape::Array, Made::Sized), is("output", Shape::Array, Made::Sized)]),
    ("tpu.unroll_vectors", &[is("input", Shape::AnyArray, Made::Any), is("output", Shape::AnyArray, Made::Any)]),
    ("tpu.vector_load", &[memory("base"), index("indices"), array("mask"), array("result")]),
    ("tpu.vector_load_idx", &[WORDS_OF_MEMORY, array_of("indices", &["i32"]), array_of("mask", MASK), array_of("value", WORDS)]),
    ("tpu.vector_store", &[array("value_to_store"), memory("base"), index("indices"), array("mask")]),
    ("tpu.vector_store_idx", &[array_of("value_to_store", WORDS), WORDS_OF_MEMORY, array_of("indices", &["i32"]), array_of("mask", MASK)]),
    ("tpu.weird", &[is("input", Shape::Either, Made::Any), is("output", Shape::Either, Made::Any)]),
];

/// The names of the operations in [`DEMANDS`].
pub const OPS: &[&str] = &{
    let mut names = [""; DEMANDS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = DEMANDS[at].0;
        at += 1;
    }
    names
};

/// The demands on the operands and results of an operation.
#[must_use]
pub fn demands(name: &str) -> &'static [Demand] {
    let at = DEMANDS.binary_search_by_key(&name, |(op, _)| *op);
    at.ok().and_then(|at| DEMANDS.get(at)).map_or(&[], |(_, demands)| demands)
}

/// Every operand and result about which nothing has been reported, with its demand and its type.
pub fn parts<'g>(form: &OpForm, cx: &Cx<'g>) -> Vec<(Demand, Operand, &'g ValueType)> {
    let mut found = Vec::new();
    for demand in demands(form.name) {
        for part in form.parts(demand.role) {
            if let Some((part, ty)) = cx.ty(Some(part)) {
                found.push((*demand, part, ty));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_speaks_of_real_operands() {
        assert!(DEMANDS.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in DEMANDS {
            assert!(tessera_tpu::ops::OP_NAMES.contains(name), "{name}");
        }
        assert!(demands("tpu.iota").len() == 1 && demands("tpu.no_such_op").is_empty());
    }

    #[test]
    fn element_types_are_told_by_name() {
        let f32 = Element::Float("f32".into(), 32);
        assert!(Made::Of(WORDS).takes(&f32) && !Made::Of(MASK).takes(&Element::Int(8)));
        assert!(Made::Of(MASK).takes(&Element::Int(1)) && !Made::Sized.takes(&Element::Index));
        assert_eq!(Made::Of(SCANNED).phrase(), "bool, i16, i32, bf16 or f32");
    }
}
