//! Which operands and results of an operation have to agree, and in what: the table behind the rules of `agree/`.

use super::cx::Cx;
use super::describe::role_name;
use super::form::OpForm;
use tessera_core::diag::Fault;
use tessera_core::graph::{Operand, ValueType};

/// In what two values agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// In everything.
    Type,
    /// In shape.
    Shape,
    /// In what they are made of.
    Element,
}

/// One demand.
#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    /// The operation.
    pub op: &'static str,
    /// In what.
    pub aspect: Aspect,
    /// The name of the one that the others follow.
    pub leader: &'static str,
    /// The name of those that follow; the same name means all of several.
    pub follower: &'static str,
    /// Why, as the end of a sentence.
    pub why: &'static str,
}

const ELEMENTWISE: &str = "it works element by element";
const MOVES: &str = "it moves elements and does not convert them";
const ADDS: &str = "the product is added to the accumulator";
const SORTED: &str = "sorting only reorders";
const PAIRS: &str = "each key has one value";
const VIEWED: &str = "a view shows what is there and does not convert it";

const fn same(
    op: &'static str,
    aspect: Aspect,
    leader: &'static str,
    follower: &'static str,
    why: &'static str,
) -> Agreement {
    Agreement { op, aspect, leader, follower, why }
}

/// All demands, by operation. Sources are on the pages of the rules.
#[rustfmt::skip]
pub const AGREEMENTS: &[Agreement] = &[
    same("tpu.assume_multiple", Aspect::Type, "value", "result", "it only adds a promise"),
    same("tpu.broadcast_in_sublanes", Aspect::Element, "source", "output", MOVES),
    same("tpu.concatenate", Aspect::Element, "sources", "sources", MOVES),
    same("tpu.concatenate", Aspect::Element, "sources", "output", MOVES),
    same("tpu.dynamic_gather", Aspect::Shape, "indices", "output", "each index picks one element"),
    same("tpu.dynamic_gather", Aspect::Element, "source", "output", MOVES),
    same("tpu.dynamic_rotate", Aspect::Type, "value", "result", "it only moves elements around"),
    same("tpu.erase_memref_layout", Aspect::Element, "input", "result", VIEWED),
    same("tpu.gather", Aspect::Element, "source", "output", MOVES),
    same("tpu.logistic", Aspect::Type, "input", "output", ELEMENTWISE),
    same("tpu.matmul", Aspect::Type, "acc", "result", ADDS),
    same("tpu.memref_reshape", Aspect::Element, "input", "result", VIEWED),
    same("tpu.memref_slice", Aspect::Element, "mem_ref", "result", VIEWED),
    same("tpu.memref_squeeze", Aspect::Element, "input", "result", VIEWED),
    same("tpu.pack_elementwise", Aspect::Type, "sources", "sources", ELEMENTWISE),
    same("tpu.pack_subelements", Aspect::Type, "sources", "sources", "they share words"),
    same("tpu.pack_vmsk", Aspect::Type, "sources", "sources", "they share words"),
    same("tpu.reciprocal", Aspect::Type, "input", "output", ELEMENTWISE),
    same("tpu.repeat", Aspect::Element, "source", "output", MOVES),
    same("tpu.reshape", Aspect::Element, "source", "result", MOVES),
    same("tpu.scan", Aspect::Shape, "input", "output", "each element gets the result so far"),
    same("tpu.scan_count", Aspect::Shape, "in_mask", "values", "the mask says which values count"),
    same("tpu.scan_count", Aspect::Shape, "in_mask", "out_mask", "each value gets a mark"),
    same("tpu.scan_count", Aspect::Shape, "in_mask", "counts", "each value gets a count"),
    same("tpu.sort", Aspect::Shape, "keys", "values", PAIRS),
    same("tpu.sort", Aspect::Shape, "keys", "mask", "the mask says which keys count"),
    same("tpu.sort", Aspect::Shape, "keys", "output_mask", "the mask says which keys are left"),
    same("tpu.sort", Aspect::Type, "keys", "sorted_keys", SORTED),
    same("tpu.sort", Aspect::Type, "values", "sorted_values", SORTED),
    same("tpu.stochastic_convert", Aspect::Shape, "input", "random", "each element is rounded by bits of its own"),
    same("tpu.stochastic_convert", Aspect::Shape, "input", "output", ELEMENTWISE),
    same("tpu.sublane_shuffle", Aspect::Type, "lhs", "rhs", "it picks from both"),
    same("tpu.sublane_shuffle", Aspect::Type, "lhs", "result", "it picks from both"),
    same("tpu.transpose", Aspect::Element, "vector", "result", MOVES),
];

/// The names of the operations in [`AGREEMENTS`], each as often as it is there.
pub const OPS: &[&str] = &{
    let mut names = [""; AGREEMENTS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = AGREEMENTS[at].op;
        at += 1;
    }
    names
};

/// Two values that do not agree where they should.
#[derive(Clone, Copy, Debug)]
struct Clash {
    agreement: Agreement,
    leader: Operand,
    follower: Operand,
}

/// What a report on two values that do not agree says of them.
#[derive(Debug)]
pub struct Pair {
    /// The operation.
    pub operation: &'static str,
    /// What the other should follow.
    pub leader: String,
    /// Its type.
    pub leader_type: String,
    /// The other.
    pub follower: String,
    /// Its type.
    pub follower_type: String,
    /// Why they agree.
    pub why: &'static str,
}

/// Reports every clash of `form` in `aspect` as the fault that `fault` makes of the pair.
pub fn report<F: Fault>(form: &OpForm, cx: &mut Cx<'_>, aspect: Aspect, fault: fn(Pair) -> F) {
    for clash in clashes(form, cx, aspect) {
        let phrase = |part: Operand| (role_name(part.role).to_owned(), cx.type_phrase(part));
        let ((leader, leader_type), (follower, follower_type)) =
            (phrase(clash.leader), phrase(clash.follower));
        let (operation, why) = (form.short_name(), clash.agreement.why);
        let pair = Pair { operation, leader, leader_type, follower, follower_type, why };
        cx.report(fault(pair)).blame(clash.leader).blame(clash.follower);
    }
}

/// Every clash of `form` in `aspect` between values about which nothing has been reported.
fn clashes(form: &OpForm, cx: &Cx<'_>, aspect: Aspect) -> Vec<Clash> {
    let mut found = Vec::new();
    for agreement in AGREEMENTS.iter().filter(|it| it.op == form.name && it.aspect == aspect) {
        let Some((leader, wanted)) = cx.ty(form.parts(agreement.leader).first().copied()) else { continue };
        for follower in form.parts(agreement.follower) {
            let Some((follower, ty)) = cx.ty(Some(follower)) else { continue };
            let agree = match aspect {
                Aspect::Type => wanted == ty,
                Aspect::Shape => shape(wanted) == shape(ty),
                Aspect::Element => {
                    cx.element(Some(leader)).map(|it| it.1) == cx.element(Some(follower)).map(|it| it.1)
                }
            };
            if !agree {
                found.push(Clash { agreement: *agreement, leader, follower });
            }
        }
    }
    found
}

fn shape(ty: &ValueType) -> Option<Vec<Option<u64>>> {
    match ty {
        ValueType::Vector { shape, .. } => Some(shape.iter().copied().map(Some).collect()),
        ValueType::Ref(ty) => Some(ty.shape.clone()),
        ValueType::Scalar(_) | ValueType::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_speaks_of_operations_that_exist() {
        assert!(AGREEMENTS.is_sorted_by_key(|it| it.op));
        for it in AGREEMENTS {
            assert!(tessera_tpu::ops::OP_NAMES.contains(&it.op), "{}", it.op);
        }
    }
}
