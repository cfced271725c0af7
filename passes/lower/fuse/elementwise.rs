//! Elementwise operations on native vectors (or single elements).
//!
//! Integer operations keep their name and attributes; `math` functions of floats become
//! polynomials where LLVM has no native instruction; conversions follow the rules of the dialect
//! (rounding, saturation) where upstream leaves them open.

use super::eval::lanes_of;
use super::math;
use super::narrow;
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use crate::lower::memory::name_of;
use melior::ir::{
    Attribute, Identifier, OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike,
};
use tessera_tpu::ir::element_bits;

/// How an elementwise operation is put into native code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The same operation on native vectors.
    Same,
    /// The same operation; cheap like [`Recipe::Same`] but slow hardware (divide, square root).
    Slow,
    /// An integer division, defined for every divisor.
    Divide,
    /// A float of another width.
    FloatWidth,
    /// `tpu.pack_elementwise`.
    Pack,
    /// `tpu.unpack_elementwise`.
    Unpack,
    /// `tpu.stochastic_convert`.
    Stochastic,
    /// A function of floats computed in f32 by a polynomial.
    Function(math::Function),
    /// `arith.fptosi` and `arith.fptoui`: saturate, NaN gives zero.
    FloatToInt,
    /// Reinterpretation of bits between types of one width.
    Bits,
    /// `tpu.reciprocal`.
    Reciprocal,
    /// `tpu.weird`: not finite.
    Weird,
}

/// The recipe for an operation, `None` when it is not elementwise.
#[must_use]
pub fn recipe(name: &str) -> Option<Recipe> {
    Some(match name {
        "arith.addi" | "arith.subi" | "arith.muli" | "arith.andi" | "arith.ori" | "arith.xori"
        | "arith.minsi" | "arith.minui" | "arith.maxsi" | "arith.maxui" | "arith.cmpi" | "arith.select"
        | "arith.extsi" | "arith.extui" | "arith.trunci" | "arith.index_cast" | "arith.addf"
        | "arith.subf" | "arith.mulf" | "arith.negf" | "arith.minimumf" | "arith.maximumf" | "arith.cmpf"
        | "arith.sitofp" | "arith.uitofp" | "math.absf" | "math.absi" | "math.floor" | "math.ceil"
        | "math.roundeven" | "math.ctpop" | "math.ctlz" => Recipe::Same,
        "arith.shli" | "arith.shrsi" | "arith.shrui" => Recipe::Same,
        "arith.divf" | "arith.remf" | "math.sqrt" => Recipe::Slow,
        "arith.divsi" | "arith.divui" | "arith.remsi" | "arith.remui" => Recipe::Divide,
        "arith.extf" | "arith.truncf" => Recipe::FloatWidth,
        "arith.fptosi" | "arith.fptoui" => Recipe::FloatToInt,
        "arith.bitcast" | "tpu.bitcast" | "vector.bitcast" => Recipe::Bits,
        "tpu.pack_elementwise" => Recipe::Pack,
        "tpu.unpack_elementwise" => Recipe::Unpack,
        "tpu.stochastic_convert" => Recipe::Stochastic,
        "tpu.reciprocal" => Recipe::Reciprocal,
        "tpu.weird" => Recipe::Weird,
        _ => Recipe::Function(math::Function::of(name)?),
    })
}

/// Rough cost of an elementwise operation, in cheap vector instructions.
#[must_use]
pub fn cost(name: &str) -> u32 {
    match recipe(name) {
        Some(Recipe::Function(_)) => 20,
        Some(Recipe::Slow | Recipe::Reciprocal | Recipe::Divide) => 8,
        _ => 1,
    }
}

/// Emits `op` on `values`, which are vectors of `lanes` or scalars.
pub fn emit<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    element: Type<'c>,
    values: &[Value<'c, 'a>],
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    let name = name_of(op);
    let b = &b.at(op.location());
    let recipe = recipe(name).ok_or_else(|| Stop::unsupported(op, "not elementwise"))?;
    let values = narrow::computable(b, op, values)?;
    match recipe {
        Recipe::Pack => return super::bits::pack_elementwise(b, op, &values, element),
        Recipe::Unpack => {
            let word = values.first().ok_or_else(|| Stop::broken("unpack without operand"))?;
            return super::bits::unpack_elementwise(b, op, *word);
        }
        Recipe::Stochastic => {
            return super::bits::stochastic(b, op, &values, narrow::element_type(first_result(op)?));
        }
        _ => {}
    }
    let wanted = narrow::element_type(first_result(op)?);
    if narrow::is_narrow(wanted)
        && !matches!(name, "arith.select" | "arith.bitcast" | "tpu.bitcast" | "vector.bitcast")
    {
        let format = narrow::Format::of(wanted)
            .ok_or_else(|| Stop::unsupported(op, format!("arithmetic on {wanted}")))?;
        let value = emit_wide(b, op, (name, recipe), b.f32_type(), &values, lanes)?;
        return narrow::narrow(b, value, format);
    }
    emit_wide(b, op, (name, recipe), element, &values, lanes)
}

/// [`emit`] for types that the host knows.
fn emit_wide<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    (name, recipe): (&str, Recipe),
    element: Type<'c>,
    values: &[Value<'c, 'a>],
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    let result = b.lanes_type(lanes, element);
    let first = values.first().copied();
    match recipe {
        Recipe::FloatWidth => {
            let value = first.ok_or_else(|| Stop::broken("conversion without operand"))?;
            let wide = element_bits(lanes_of(value).0) < element_bits(element);
            let from = lanes_of(value).0;
            if from == element {
                return Ok(value);
            }
            // From one 16-bit format to another there is no step but over f32.
            let value =
                if !wide && element_bits(from) == element_bits(element) { to_f32(b, value)? } else { value };
            b.value(if wide { "arith.extf" } else { "arith.truncf" }, &[value], result, &[])
        }
        Recipe::Divide => divide(b, name, values, element, lanes),
        Recipe::Pack | Recipe::Unpack | Recipe::Stochastic => {
            Err(Stop::broken("an operation on bits that was not treated as one"))
        }
        Recipe::Same | Recipe::Slow
            if name != "arith.select" && values.iter().any(|value| is_half(lanes_of(*value).0)) =>
        {
            // Computed in f32 and rounded after every operation, as the operation says: the casts carry no
            // permission to skip a rounding.
            let wide: Vec<_> = values.iter().map(|value| to_f32(b, *value)).collect::<Result<_, _>>()?;
            let kept = if is_half(element) { b.f32_type() } else { element };
            let value = same(b, op, name, b.lanes_type(lanes, kept), &wide)?;
            if is_half(element) { from_f32(b, value, element, lanes) } else { Ok(value) }
        }
        Recipe::Same | Recipe::Slow => same(b, op, name, result, values),
        Recipe::Function(function) => {
            let wide: Vec<_> = values.iter().map(|value| to_f32(b, *value)).collect::<Result<_, _>>()?;
            let value = math::emit(b, function, &wide, lanes)?;
            from_f32(b, value, element, lanes)
        }
        Recipe::FloatToInt => {
            let value = first.ok_or_else(|| Stop::broken("conversion without operand"))?;
            float_to_int(b, value, element, name == "arith.fptosi", lanes)
        }
        Recipe::Bits => {
            let value = first.ok_or_else(|| Stop::broken("bitcast without operand"))?;
            if value.r#type() == result {
                return Ok(value);
            }
            b.value("arith.bitcast", &[value], result, &[])
        }
        Recipe::Reciprocal => {
            let value = first.ok_or_else(|| Stop::broken("reciprocal without operand"))?;
            let one = b.float(element, 1.0)?;
            let one = b.splat(one, lanes)?;
            b.binary("arith.divf", one, value)
        }
        Recipe::Weird => {
            let value = first.ok_or_else(|| Stop::broken("weird without operand"))?;
            let value = to_f32(b, value)?;
            let difference = b.binary("arith.subf", value, value)?;
            let zero = b.float(b.f32_type(), 0.0)?;
            let zero = b.splat(zero, lanes)?;
            // x - x is zero exactly for finite x, NaN otherwise.
            compare(b, "arith.cmpf", 13, difference, zero, lanes)
        }
    }
}

/// `arith.cmpf`/`arith.cmpi` with a numeric predicate.
pub fn compare<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    name: &str,
    predicate: i64,
    left: Value<'c, 'a>,
    right: Value<'c, 'a>,
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    let r#type = b.lanes_type(lanes, b.int_type(1));
    b.value(name, &[left, right], r#type, &[("predicate", b.i64_attr(predicate))])
}

fn same<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    name: &str,
    result: Type<'c>,
    values: &[Value<'c, 'a>],
) -> Result<Value<'c, 'a>, Stop> {
    let mut attributes: Vec<(Identifier<'c>, Attribute<'c>)> = op.attributes().collect();
    let mut values = values.to_vec();
    if name == "arith.cmpf" {
        ordered_not_equal_is_true_for_nan(b, &mut attributes);
    }
    if matches!(name, "arith.shli" | "arith.shrsi" | "arith.shrui") {
        return shift(b, name, &values, result);
    }
    if name == "math.ctlz" || name == "math.ctpop" || name == "math.absi" {
        attributes.clear();
    }
    // Scalars and vectors mix in `arith.select`; there a scalar condition picks whole vectors.
    if name != "arith.select" {
        let lanes = lanes_of_type(result);
        for value in &mut values {
            if lanes > 1 && !value.r#type().is_vector() {
                *value = b.splat(*value, lanes)?;
            }
        }
    }
    let attributes: Vec<(String, Attribute<'c>)> = attributes
        .into_iter()
        .filter_map(|(key, value)| Some((key.as_string_ref().as_str().ok()?.to_owned(), value)))
        .collect();
    let borrowed: Vec<(&str, Attribute<'c>)> =
        attributes.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    b.value(name, &values, result, &borrowed)
}

fn lanes_of_type(r#type: Type<'_>) -> u64 {
    if !r#type.is_vector() {
        return 1;
    }
    tessera_tpu::ir::shape_of(r#type).map_or(1, |shape| shape.iter().product::<i64>().cast_unsigned())
}

/// JAX writes "not equal" on floats as `one`, meaning true for NaN (IEEE's `une`).
fn ordered_not_equal_is_true_for_nan<'c>(
    b: &Builder<'c, '_>,
    attributes: &mut [(Identifier<'c>, Attribute<'c>)],
) {
    const ONE: i64 = 6;
    const UNE: i64 = 13;
    for (key, value) in attributes.iter_mut() {
        let is_one = melior::ir::attribute::IntegerAttribute::try_from(*value)
            .is_ok_and(|predicate| predicate.value() == ONE);
        if key.as_string_ref().as_str() == Ok("predicate") && is_one {
            *value = b.i64_attr(UNE);
        }
    }
}

/// Shifts by the width or more: zero, or the sign for arithmetic shifts, as JAX defines them.
fn shift<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    name: &str,
    values: &[Value<'c, 'a>],
    result: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let [value, amount] = values else { return Err(Stop::broken("shift without two operands")) };
    let (element, lanes) = lanes_of(*value);
    let bits = i64::from(element_bits(element).unwrap_or(32));
    let limit = b.int(element, bits)?;
    let limit = b.splat(limit, lanes)?;
    let last = b.int(element, bits - 1)?;
    let last = b.splat(last, lanes)?;
    const ULT: i64 = 6;
    let in_range = compare(b, "arith.cmpi", ULT, *amount, limit, lanes)?;
    let amount = b.binary("arith.minui", *amount, last)?;
    let shifted = b.value(name, &[*value, amount], result, &[])?;
    if name == "arith.shrsi" {
        return Ok(shifted);
    }
    let zero = b.int(element, 0)?;
    let zero = b.splat(zero, lanes)?;
    b.value("arith.select", &[in_range, shifted, zero], result, &[])
}

/// Integer division and remainder as XLA defines them: by zero the quotient is all ones and the
/// remainder the dividend; the least number by minus one overflows to itself with remainder zero.
fn divide<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    name: &str,
    values: &[Value<'c, 'a>],
    element: Type<'c>,
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    const EQ: i64 = 0;
    let mut whole = Vec::with_capacity(2);
    for value in values {
        let is_scalar = !value.r#type().is_vector();
        whole.push(if is_scalar { b.splat(*value, lanes)? } else { *value });
    }
    let [dividend, divisor] = whole[..] else { return Err(Stop::broken("division without two operands")) };
    let splat = |number: i64| -> Result<Value<'c, 'a>, Stop> {
        let number = b.int(element, number)?;
        b.splat(number, lanes)
    };
    let select =
        |condition, yes: Value<'c, 'a>, no| b.value("arith.select", &[condition, yes, no], yes.r#type(), &[]);
    let (zero, one, ones) = (splat(0)?, splat(1)?, splat(-1)?);
    let by_zero = compare(b, "arith.cmpi", EQ, divisor, zero, lanes)?;
    let mut safe = select(by_zero, one, divisor)?;
    let signed = name.ends_with("si");
    let by_minus_one = compare(b, "arith.cmpi", EQ, divisor, ones, lanes)?;
    if signed {
        safe = select(by_minus_one, one, safe)?;
    }
    let mut value = b.binary(name, dividend, safe)?;
    let is_remainder = name.starts_with("arith.rem");
    if signed && !is_remainder {
        let negated = b.binary("arith.subi", zero, dividend)?;
        value = select(by_minus_one, negated, value)?;
    }
    select(by_zero, if is_remainder { dividend } else { ones }, value)
}

/// Whether the type is one of the 16-bit floats.
#[must_use]
pub fn is_half(element: Type<'_>) -> bool {
    element.is_bf16() || element.is_f16()
}

/// Widens a float to f32; f32 stays.
pub fn to_f32<'c: 'a, 'a>(b: &Builder<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
    let (element, lanes) = lanes_of(value);
    if element.is_f32() || element.is_f64() || !element.is_float() {
        return Ok(value);
    }
    b.value("arith.extf", &[value], b.lanes_type(lanes, b.f32_type()), &[])
}

/// Narrows f32 to `element`.
pub fn from_f32<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    element: Type<'c>,
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    if lanes_of(value).0 == element {
        return Ok(value);
    }
    b.value("arith.truncf", &[value], b.lanes_type(lanes, element), &[])
}

/// Float to integer towards zero, saturating, NaN to zero: what XLA defines.
pub fn float_to_int<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    element: Type<'c>,
    signed: bool,
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    const OLT: i64 = 4;
    const OGE: i64 = 3;
    let value = to_f32(b, value)?;
    let (float, _) = lanes_of(value);
    let bits = element_bits(element).unwrap_or(32).min(63);
    let value_bits = if signed { bits - 1 } else { bits };
    let (top, most) = (2_f64.powi(value_bits.cast_signed()), (1_i64 << value_bits) - 1);
    let (bottom, least) = if signed { (-top, -most - 1) } else { (0.0, 0) };
    let splat_float = |number: f64| -> Result<Value<'c, 'a>, Stop> {
        let number = b.float(float, number)?;
        b.splat(number, lanes)
    };
    let splat_int = |number: i64| -> Result<Value<'c, 'a>, Stop> {
        let number = b.int(element, number)?;
        b.splat(number, lanes)
    };
    let (bottom, top, zero) = (splat_float(bottom)?, splat_float(top)?, splat_float(0.0)?);
    let not_low = compare(b, "arith.cmpf", OGE, value, bottom, lanes)?;
    let not_high = compare(b, "arith.cmpf", OLT, value, top, lanes)?;
    let fits = b.binary("arith.andi", not_low, not_high)?;
    let result = b.lanes_type(lanes, element);
    let safe = b.value("arith.select", &[fits, value, zero], value.r#type(), &[])?;
    let name = if signed { "arith.fptosi" } else { "arith.fptoui" };
    let converted = b.value(name, &[safe], result, &[])?;
    let is_high = compare(b, "arith.cmpf", OGE, value, top, lanes)?;
    let converted = b.value("arith.select", &[is_high, splat_int(most)?, converted], result, &[])?;
    let is_low = compare(b, "arith.cmpf", OLT, value, bottom, lanes)?;
    b.value("arith.select", &[is_low, splat_int(least)?, converted], result, &[])
}
