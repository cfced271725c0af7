//! Floats of eight bits and less, which the host has no instructions for.
//!
//! Such an element is held as the integer with its bits. Arithmetic widens it to f32, which holds
//! every such number exactly, and rounds the result once, to nearest even. Whether an integer of the
//! rebuilt function is meant as a float is told by the type in the old one.

use super::Fuser;
use super::elementwise::{compare, recipe};
use super::eval::lanes_of;
use super::node::{Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use crate::lower::memory::name_of;
use melior::Context;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike, r#type::IntegerType,
};
use tessera_tpu::ir;

/// What the patterns next to the largest number mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Specials {
    /// Infinities and NaN, as in IEEE formats.
    Ieee,
    /// One NaN per sign: all ones.
    AllOnes,
    /// One NaN in the place of minus zero.
    MinusZero,
    /// None; what is too large becomes the largest number.
    Nothing,
}

/// A float format of eight bits or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    width: u32,
    mantissa: u32,
    bias: i32,
    specials: Specials,
}

impl Format {
    /// The format of an MLIR type, if it is a narrow one that is supported.
    #[must_use]
    pub fn of(element: Type<'_>) -> Option<Self> {
        if !is_narrow(element) {
            return None;
        }
        let new = |width, mantissa, bias, specials| Some(Self { width, mantissa, bias, specials });
        match element.to_string().as_str() {
            "f8E4M3FN" => new(8, 3, 7, Specials::AllOnes),
            "f8E5M2" => new(8, 2, 15, Specials::Ieee),
            "f8E4M3B11FNUZ" => new(8, 3, 11, Specials::MinusZero),
            "f8E4M3FNUZ" => new(8, 3, 8, Specials::MinusZero),
            "f8E5M2FNUZ" => new(8, 2, 16, Specials::MinusZero),
            "f4E2M1FN" => new(4, 1, 1, Specials::Nothing),
            _ => None,
        }
    }

    /// Bits of the mantissa, without the leading one.
    #[must_use]
    pub fn mantissa(self) -> u32 {
        self.mantissa
    }

    fn sign(self) -> u32 {
        self.width - 1
    }

    /// Bits of the magnitude from which on it is no finite number.
    fn first_special(self) -> i64 {
        let exponent = 1_i64 << (self.width - 1 - self.mantissa);
        match self.specials {
            Specials::Ieee => (exponent - 1) << self.mantissa,
            Specials::AllOnes => (1 << self.sign()) - 1,
            Specials::MinusZero | Specials::Nothing => 1 << self.sign(),
        }
    }
}

/// Whether the type is a float that is held as an integer.
#[must_use]
pub fn is_narrow(element: Type<'_>) -> bool {
    element.is_float() && ir::element_bits(element).is_some_and(|bits| bits <= 8)
}

/// The type that elements have in the rebuilt function.
#[must_use]
pub fn physical<'c>(context: &'c Context, element: Type<'c>) -> Type<'c> {
    match ir::element_bits(element) {
        Some(bits) if is_narrow(element) => IntegerType::new(context, bits).into(),
        _ => element,
    }
}

/// The element type of a vector, or a scalar's own type.
#[must_use]
pub fn element_type<'c>(value: Value<'c, '_>) -> Type<'c> {
    let r#type = value.r#type();
    if ir::is_vector(r#type) { ir::element_of(r#type).unwrap_or(r#type) } else { r#type }
}

/// Whether the operation has anything to do with narrow floats.
#[must_use]
pub fn touches_narrow(op: OperationRef<'_, '_>) -> bool {
    op.operands().chain(op.results().map(Value::from)).any(|value| is_narrow(element_type(value)))
}

/// The number that narrow bits mean, as f32.
pub fn widen<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    bits: Value<'c, 'a>,
    format: Format,
) -> Result<Value<'c, 'a>, Stop> {
    let (_, lanes) = lanes_of(bits);
    let e = Emit { b, lanes };
    let word = e.word("arith.extui", bits)?;
    let magnitude = e.and(word, (1 << format.sign()) - 1)?;
    // As an f32 with the same fields the number is off by the difference of the biases.
    let moved = e.shift("arith.shli", magnitude, 23 - format.mantissa)?;
    let small = e.as_float(moved)?;
    let scale = e.float(f64::from(127 - format.bias).exp2())?;
    let mut value = b.binary("arith.mulf", small, scale)?;
    if matches!(format.specials, Specials::Ieee | Specials::AllOnes) {
        let nan = e.float(f64::NAN)?;
        let first = e.int(format.first_special())?;
        let mut special = e.compare(EQ, magnitude, first)?;
        if format.specials == Specials::Ieee {
            let infinity = e.float(f64::INFINITY)?;
            value = e.select(special, infinity, value)?;
            special = e.compare(UGT, magnitude, first)?;
        }
        value = e.select(special, nan, value)?;
    }
    let sign = e.shift("arith.shrui", word, format.sign())?;
    let sign = e.shift("arith.shli", sign, 31)?;
    let bits = e.as_word(value)?;
    let signed = b.binary("arith.ori", bits, sign)?;
    let value = e.as_float(signed)?;
    if format.specials != Specials::MinusZero {
        return Ok(value);
    }
    let pattern = e.int(1 << format.sign())?;
    let is_nan = e.compare(EQ, word, pattern)?;
    let nan = e.float(f64::NAN)?;
    e.select(is_nan, nan, value)
}

/// The bits of the narrow float nearest to an f32, ties to even.
pub fn narrow<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    format: Format,
) -> Result<Value<'c, 'a>, Stop> {
    let (_, lanes) = lanes_of(value);
    let e = Emit { b, lanes };
    let word = e.as_word(value)?;
    let size = e.and(word, 0x7fff_ffff)?;
    let dropped = 23 - format.mantissa;
    // Normal numbers: round in the integer, then move the exponent to the other bias.
    let low = e.shift("arith.shrui", size, dropped)?;
    let odd = e.and(low, 1)?;
    let half = e.int((1 << (dropped - 1)) - 1)?;
    let rounded = b.binary("arith.addi", size, half)?;
    let rounded = b.binary("arith.addi", rounded, odd)?;
    let rounded = e.shift("arith.shrui", rounded, dropped)?;
    let rebias = e.int(i64::from(127 - format.bias) << format.mantissa)?;
    let normal = b.binary("arith.subi", rounded, rebias)?;
    // Subnormal ones: adding the float whose last place is the smallest step rounds to steps.
    let magic = e.float(f64::from(24 - format.bias - format.mantissa.cast_signed()).exp2())?;
    let absolute = e.as_float(size)?;
    let sum = b.binary("arith.addf", absolute, magic)?;
    let (sum, base) = (e.as_word(sum)?, e.as_word(magic)?);
    let subnormal = b.binary("arith.subi", sum, base)?;
    let least = e.int(i64::from(128 - format.bias) << 23)?;
    let is_small = e.compare(ULT, size, least)?;
    let magnitude = e.select(is_small, subnormal, normal)?;
    finish(&e, word, size, magnitude, format)
}

/// Overflow, NaN and sign.
fn finish<'c: 'a, 'a>(
    e: &Emit<'_, 'c, 'a>,
    word: Value<'c, 'a>,
    size: Value<'c, 'a>,
    magnitude: Value<'c, 'a>,
    format: Format,
) -> Result<Value<'c, 'a>, Stop> {
    let b = e.b;
    let first = format.first_special();
    let infinity = e.int(0x7f80_0000)?;
    let is_nan = e.compare(UGT, size, infinity)?;
    let (overflow, nan) = match format.specials {
        Specials::Ieee => (first, first | (1 << (format.mantissa - 1))),
        Specials::AllOnes => (first, first),
        Specials::MinusZero => (first, first),
        Specials::Nothing => (first - 1, first - 1),
    };
    let limit = e.int(first)?;
    let (overflow, nan) = (e.int(overflow)?, e.int(nan)?);
    let is_over = e.compare(UGE, magnitude, limit)?;
    let magnitude = e.select(is_over, overflow, magnitude)?;
    let magnitude = e.select(is_nan, nan, magnitude)?;
    let sign = e.shift("arith.shrui", word, 31)?;
    let sign = e.shift("arith.shli", sign, format.sign())?;
    let mut all = b.binary("arith.ori", magnitude, sign)?;
    if format.specials == Specials::MinusZero {
        let zero = e.int(0)?;
        let is_zero = e.compare(EQ, magnitude, zero)?;
        all = e.select(is_zero, zero, all)?;
        let is_over = e.compare(UGE, magnitude, limit)?;
        all = e.select(is_over, limit, all)?;
    }
    let narrow = b.lanes_type(e.lanes, b.int_type(format.width));
    b.value("arith.trunci", &[all], narrow, &[])
}

const EQ: i64 = 0;
const ULT: i64 = 6;
const UGT: i64 = 8;
const UGE: i64 = 9;

/// Small steps on 32-bit lanes.
struct Emit<'b, 'c, 'a> {
    b: &'b Builder<'c, 'a>,
    lanes: u64,
}

impl<'c: 'a, 'a> Emit<'_, 'c, 'a> {
    fn int(&self, value: i64) -> Result<Value<'c, 'a>, Stop> {
        let value = self.b.int(self.b.int_type(32), value)?;
        self.b.splat(value, self.lanes)
    }
    fn float(&self, value: f64) -> Result<Value<'c, 'a>, Stop> {
        let value = self.b.float(self.b.f32_type(), value)?;
        self.b.splat(value, self.lanes)
    }
    fn word(&self, name: &str, bits: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        self.b.value(name, &[bits], self.b.lanes_type(self.lanes, self.b.int_type(32)), &[])
    }
    fn as_word(&self, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        self.word("arith.bitcast", value)
    }
    fn as_float(&self, bits: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        let float = self.b.lanes_type(self.lanes, self.b.f32_type());
        self.b.value("arith.bitcast", &[bits], float, &[])
    }
    fn and(&self, value: Value<'c, 'a>, mask: i64) -> Result<Value<'c, 'a>, Stop> {
        let mask = self.int(mask)?;
        self.b.binary("arith.andi", value, mask)
    }
    fn shift(&self, name: &str, value: Value<'c, 'a>, by: u32) -> Result<Value<'c, 'a>, Stop> {
        let by = self.int(i64::from(by))?;
        self.b.binary(name, value, by)
    }
    fn compare(
        &self,
        predicate: i64,
        left: Value<'c, 'a>,
        right: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        compare(self.b, "arith.cmpi", predicate, left, right, self.lanes)
    }
    fn select(
        &self,
        condition: Value<'c, 'a>,
        yes: Value<'c, 'a>,
        no: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        self.b.value("arith.select", &[condition, yes, no], yes.r#type(), &[])
    }
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// A scalar of the old function's type as it is held in the new one.
    pub fn held(&self, b: &Builder<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        let (element, lanes) = lanes_of(value);
        let held = physical(b.context, element);
        if held == element {
            return Ok(value);
        }
        b.value("arith.bitcast", &[value], b.lanes_type(lanes, held), &[])
    }

    /// An operand of a product: narrow floats are widened into a temporary.
    pub fn factor(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        index: usize,
    ) -> Result<NodeId, Stop> {
        let source = self.operand_node(op, index)?;
        let element = element_type(op.operand(index).map_err(Stop::melior)?);
        if !is_narrow(element) {
            return Ok(source);
        }
        let format =
            Format::of(element).ok_or_else(|| Stop::unsupported(op, format!("factors of {element}")))?;
        let shape = self.node(source).shape.clone();
        let buffer = self.allocate(&shape, b.f32_type())?;
        self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
            let bits = fuser.eval(b, source, index, lanes)?;
            let value = widen(b, bits, format)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        Ok(self.add_inner(shape, b.f32_type(), Kind::Buffer(buffer)))
    }

    /// Rebuilds an operation on scalars whose meaning differs from upstream's, or that upstream
    /// cannot lower. `false` when it is none of these.
    pub fn special_scalar(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        name: &str,
    ) -> Result<bool, Stop> {
        let narrow = touches_narrow(op);
        match name {
            "arith.constant" | "memref.load" if narrow => {
                let copy = self.copy(b, op)?;
                let value = self.held(b, first_result(copy)?)?;
                self.scalars.insert(ir::value_key(first_result(op)?), value);
                return Ok(true);
            }
            "memref.store" if narrow => {
                let old = op.operand(0).map_err(Stop::melior)?;
                let value = self.scalar(old)?;
                let value = b.value("arith.bitcast", &[value], old.r#type(), &[])?;
                let copy = self.copy_with(b, op, Some(value))?;
                debug_assert_eq!(copy.operand_count(), op.operand_count());
                return Ok(true);
            }
            _ => {}
        }
        let differs = match name {
            "arith.cmpf" | "arith.shli" | "arith.shrsi" | "arith.shrui" | "arith.fptosi" | "arith.fptoui"
            | "tpu.weird" | "tpu.reciprocal" | "tpu.logistic" => true,
            "arith.divsi" | "arith.divui" | "arith.remsi" | "arith.remui" => {
                let divisor = op.operand(1).map_err(Stop::melior)?;
                super::store::constant_of(divisor).is_none_or(|divisor| divisor <= 0)
            }
            "arith.select" | "arith.bitcast" => narrow,
            _ => {
                let half = op.operands().any(|value| super::elementwise::is_half(value.r#type()));
                narrow || half || matches!(recipe(name), Some(super::elementwise::Recipe::Function(_)))
            }
        };
        if !differs || recipe(name).is_none() || op.result_count() != 1 {
            return Ok(false);
        }
        let mut values = Vec::with_capacity(op.operand_count());
        for operand in op.operands() {
            values.push(self.scalar(operand)?);
        }
        let result = first_result(op)?;
        let element = physical(b.context, result.r#type());
        let value = super::elementwise::emit(b, op, element, &values, 1)?;
        self.scalars.insert(ir::value_key(result), value);
        Ok(true)
    }
}

/// Brings the operands of an elementwise operation to types that upstream can compute with.
pub fn computable<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    values: &[Value<'c, 'a>],
) -> Result<Vec<Value<'c, 'a>>, Stop> {
    let moves_bits =
        matches!(name_of(op), "arith.select" | "arith.bitcast" | "tpu.bitcast" | "vector.bitcast");
    let mut wide = Vec::with_capacity(values.len());
    for (value, old) in values.iter().zip(op.operands()) {
        let element = element_type(old);
        wide.push(if moves_bits || !is_narrow(element) {
            *value
        } else {
            let format = Format::of(element)
                .ok_or_else(|| Stop::unsupported(op, format!("arithmetic on {element}")))?;
            widen(b, *value, format)?
        });
    }
    Ok(wide)
}
