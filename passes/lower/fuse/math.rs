//! Elementary functions of f32 as vector polynomials.
//!
//! Each works on any number of lanes, needs no table and no call, and keeps NaN, infinities and
//! zeros as IEEE defines them. Measured errors are in `docs/math.md`.

use super::elementwise::compare;
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use melior::ir::{Value, ValueLike};

mod exponential;
mod power;
mod trig;

/// A function with code of its own here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// e^x.
    Exp,
    /// 2^x.
    Exp2,
    /// Natural logarithm.
    Log,
    /// log(1 + x).
    Log1p,
    /// Hyperbolic tangent.
    Tanh,
    /// Error function.
    Erf,
    /// 1 / sqrt(x).
    Rsqrt,
    /// 1 / (1 + e^-x).
    Logistic,
    /// e^x - 1.
    Expm1,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Angle of the point (second operand, first operand).
    Atan2,
    /// First operand to the power of the second.
    Pow,
    /// Nearest integer, halves away from zero.
    Round,
}

impl Function {
    /// The function an operation computes.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "math.exp" => Self::Exp,
            "math.exp2" => Self::Exp2,
            "math.log" => Self::Log,
            "math.log1p" => Self::Log1p,
            "math.tanh" => Self::Tanh,
            "math.erf" => Self::Erf,
            "math.rsqrt" => Self::Rsqrt,
            "tpu.logistic" => Self::Logistic,
            "math.expm1" => Self::Expm1,
            "math.sin" => Self::Sin,
            "math.cos" => Self::Cos,
            "math.tan" => Self::Tan,
            "math.atan2" => Self::Atan2,
            "math.powf" => Self::Pow,
            "math.round" => Self::Round,
            _ => return None,
        })
    }
}

/// Code for `function` of f32 operands.
pub fn emit<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    function: Function,
    values: &[Value<'c, 'a>],
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    let x = *values.first().ok_or_else(|| Stop::broken("function without operand"))?;
    let m = Math { b, lanes };
    match function {
        Function::Exp => m.exp(x),
        Function::Exp2 => m.exp2(x),
        Function::Log => m.log(x),
        Function::Log1p => m.log1p(x),
        Function::Tanh => m.tanh(x),
        Function::Erf => m.erf(x),
        Function::Rsqrt => {
            let root = m.b.value("math.sqrt", &[x], x.r#type(), &[])?;
            m.div(m.f(1.0)?, root)
        }
        Function::Logistic => m.logistic(x),
        Function::Expm1 => m.expm1(x),
        Function::Sin => m.sin(x),
        Function::Cos => m.cos(x),
        Function::Tan => m.tan(x),
        Function::Atan2 => m.atan2(x, second(values)?),
        Function::Pow => m.pow(x, second(values)?),
        Function::Round => m.round(x),
    }
}

fn second<'c, 'a>(values: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Stop> {
    values.get(1).copied().ok_or_else(|| Stop::broken("function without second operand"))
}

const OLT: i64 = 4;
const OGT: i64 = 2;
const OGE: i64 = 3;
const OEQ: i64 = 1;

/// Shorthands over a builder, for vectors of f32.
struct Math<'m, 'c, 'a> {
    b: &'m Builder<'c, 'a>,
    lanes: u64,
}

type V<'c, 'a> = Value<'c, 'a>;

impl<'c: 'a, 'a> Math<'_, 'c, 'a> {
    fn f(&self, value: f64) -> Result<V<'c, 'a>, Stop> {
        let scalar = self.b.float(self.b.f32_type(), value)?;
        self.b.splat(scalar, self.lanes)
    }

    fn i(&self, value: i64) -> Result<V<'c, 'a>, Stop> {
        let scalar = self.b.i32(value)?;
        self.b.splat(scalar, self.lanes)
    }

    fn add(&self, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.binary("arith.addf", x, y)
    }

    fn sub(&self, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.binary("arith.subf", x, y)
    }

    fn mul(&self, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.binary("arith.mulf", x, y)
    }

    fn div(&self, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.binary("arith.divf", x, y)
    }

    fn neg(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("arith.negf", &[x], x.r#type(), &[])
    }

    fn abs(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("math.absf", &[x], x.r#type(), &[])
    }

    /// x * y + z, rounded once.
    fn fma(&self, x: V<'c, 'a>, y: V<'c, 'a>, z: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("math.fma", &[x, y, z], x.r#type(), &[])
    }

    /// Horner's scheme, highest coefficient first.
    fn poly(&self, x: V<'c, 'a>, coefficients: &[f64]) -> Result<V<'c, 'a>, Stop> {
        let mut sum: Option<V<'c, 'a>> = None;
        for coefficient in coefficients {
            let coefficient = self.f(*coefficient)?;
            sum = Some(match sum {
                None => coefficient,
                Some(sum) => self.fma(sum, x, coefficient)?,
            });
        }
        sum.ok_or_else(|| Stop::broken("empty polynomial"))
    }

    /// x + x * z * p, where a negative zero stays one.
    fn odd(&self, x: V<'c, 'a>, z: V<'c, 'a>, p: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let cube = self.fma(x, z, self.f(0.0)?)?;
        self.fma(p, cube, x)
    }

    fn as_int(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let r#type = self.b.lanes_type(self.lanes, self.b.int_type(32));
        self.b.value("arith.bitcast", &[x], r#type, &[])
    }

    fn as_float(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let r#type = self.b.lanes_type(self.lanes, self.b.f32_type());
        self.b.value("arith.bitcast", &[x], r#type, &[])
    }

    fn test(&self, predicate: i64, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        compare(self.b, "arith.cmpf", predicate, x, y, self.lanes)
    }

    fn pick(&self, when: V<'c, 'a>, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("arith.select", &[when, x, y], x.r#type(), &[])
    }

    /// `x` limited to `low..=high`; NaN stays NaN.
    fn clamp(&self, x: V<'c, 'a>, low: f64, high: f64) -> Result<V<'c, 'a>, Stop> {
        let (low, high) = (self.f(low)?, self.f(high)?);
        let below = self.test(OLT, x, low)?;
        let x = self.pick(below, low, x)?;
        let above = self.test(OGT, x, high)?;
        self.pick(above, high, x)
    }

    /// p * 2^n for n in -150..=128, in two steps so that denormal results come out right.
    fn scale(&self, p: V<'c, 'a>, n: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let half = self.b.binary("arith.shrsi", n, self.i(1)?)?;
        let rest = self.b.binary("arith.subi", n, half)?;
        let mut result = p;
        for part in [half, rest] {
            let biased = self.b.binary("arith.addi", part, self.i(127)?)?;
            let power = self.as_float(self.b.binary("arith.shli", biased, self.i(23)?)?)?;
            result = self.mul(result, power)?;
        }
        Ok(result)
    }

    /// Splits `x * factor` into the nearest integer (as float and as i32).
    fn nearest(&self, x: V<'c, 'a>, factor: f64) -> Result<(V<'c, 'a>, V<'c, 'a>), Stop> {
        // 1.5 * 2^23: adding it leaves the integer in the low mantissa bits.
        let magic = self.f(12_582_912.0)?;
        let shifted = self.fma(x, self.f(factor)?, magic)?;
        let whole = self.sub(shifted, magic)?;
        let int = self.b.binary("arith.subi", self.as_int(shifted)?, self.i(0x4b40_0000)?)?;
        Ok((whole, int))
    }

    fn round(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let size = self.abs(x)?;
        let whole = self.b.value("math.floor", &[size], x.r#type(), &[])?;
        let half = self.test(OGE, self.sub(size, whole)?, self.f(0.5)?)?;
        let up = self.pick(half, self.add(whole, self.f(1.0)?)?, whole)?;
        self.b.value("math.copysign", &[up, x], x.r#type(), &[])
    }

    fn exp2(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let x = self.clamp(x, -151.0, 128.5)?;
        let (n, int) = self.nearest(x, 1.0)?;
        let r = self.mul(self.sub(x, n)?, self.f(std::f64::consts::LN_2)?)?;
        self.scale(self.exp_core(r)?, int)
    }

    fn log(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        // Denormals are scaled into the normal range first.
        let tiny = self.test(OLT, x, self.f(f64::from(f32::MIN_POSITIVE))?)?;
        let scaled = self.pick(tiny, self.mul(x, self.f(8_388_608.0)?)?, x)?;
        let correction = self.pick(tiny, self.f(-23.0)?, self.f(0.0)?)?;
        let bits = self.as_int(scaled)?;
        let from_root = self.b.binary("arith.subi", bits, self.i(0x3f35_04f3)?)?;
        let exponent = self.b.binary("arith.shrsi", from_root, self.i(23)?)?;
        let removed = self.b.binary("arith.shli", exponent, self.i(23)?)?;
        let mantissa = self.as_float(self.b.binary("arith.subi", bits, removed)?)?;
        let float_type = self.b.lanes_type(self.lanes, self.b.f32_type());
        let e = self.b.value("arith.sitofp", &[exponent], float_type, &[])?;
        let e = self.add(e, correction)?;
        let f = self.sub(mantissa, self.f(1.0)?)?;
        let z = self.mul(f, f)?;
        let p = self.poly(
            f,
            &[
                7.037_683_629_2e-2,
                -1.151_461_031_0e-1,
                1.167_699_874_0e-1,
                -1.242_014_084_6e-1,
                1.424_932_278_7e-1,
                -1.666_805_766_5e-1,
                2.000_071_476_5e-1,
                -2.499_999_399_3e-1,
                3.333_333_117_4e-1,
            ],
        )?;
        let y = self.mul(self.mul(p, f)?, z)?;
        let y = self.fma(e, self.f(-2.121_944_4e-4)?, y)?;
        let y = self.fma(z, self.f(-0.5)?, y)?;
        let result = self.fma(e, self.f(0.693_359_375)?, self.add(f, y)?)?;
        let infinity = self.f(f64::INFINITY)?;
        let is_infinite = self.test(OEQ, x, infinity)?;
        let result = self.pick(is_infinite, infinity, result)?;
        let is_zero = self.test(OEQ, x, self.f(0.0)?)?;
        let result = self.pick(is_zero, self.f(f64::NEG_INFINITY)?, result)?;
        // Not at least zero: negative or NaN.
        let invalid = self.test(11, x, self.f(0.0)?)?;
        self.pick(invalid, self.f(f64::NAN)?, result)
    }

    fn log1p(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let one = self.f(1.0)?;
        let u = self.add(x, one)?;
        let lost = self.sub(x, self.sub(u, one)?)?;
        let corrected = self.add(self.log(u)?, self.div(lost, u)?)?;
        let unchanged = self.test(OEQ, u, one)?;
        let result = self.pick(unchanged, x, corrected)?;
        let infinity = self.f(f64::INFINITY)?;
        let is_infinite = self.test(OEQ, u, infinity)?;
        let result = self.pick(is_infinite, infinity, result)?;
        let is_zero = self.test(OEQ, u, self.f(0.0)?)?;
        self.pick(is_zero, self.f(f64::NEG_INFINITY)?, result)
    }
}
