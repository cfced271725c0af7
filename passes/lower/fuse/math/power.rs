//! Powers: 2^(y log2 |x|) in f64, whose digits the exponent's size uses up, then the sign and the
//! cases that IEEE 754 lists.
//!
//! A native vector of f32 is worked on in two halves, so that no vector is wider than native.

use super::{Math, OEQ, OGE, OLT, V};
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use crate::lower::fuse::eval::from_lanes;
use melior::ir::{Type, ValueLike};

const UNE: i64 = 13;

impl<'c: 'a, 'a> Math<'_, 'c, 'a> {
    pub(super) fn pow(&self, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (zero, one, infinity) = (self.f(0.0)?, self.f(1.0)?, self.f(f64::INFINITY)?);
        let base = self.abs(x)?;
        let size = self.power_of(base, y)?;
        // A base of one, even a negative one with an infinite exponent.
        let size = self.pick(self.test(OEQ, base, one)?, one, size)?;
        // The base's sign shows when the exponent is an odd integer.
        let half = self.mul(y, self.f(0.5)?)?;
        let whole = self.test(OEQ, self.floor(y)?, y)?;
        let not_even = self.test(UNE, self.floor(half)?, half)?;
        let is_odd = self.b.binary("arith.andi", whole, not_even)?;
        let signed = self.b.value("math.copysign", &[size, x], x.r#type(), &[])?;
        let result = self.pick(is_odd, signed, size)?;
        // A negative base, but for infinity, needs an integer.
        let is_negative = self.test(OLT, x, zero)?;
        let is_finite = self.test(OLT, base, infinity)?;
        let needs_integer = self.b.binary("arith.andi", is_negative, is_finite)?;
        let is_fraction = self.test(UNE, self.floor(y)?, y)?;
        let invalid = self.b.binary("arith.andi", needs_integer, is_fraction)?;
        let result = self.pick(invalid, self.f(f64::NAN)?, result)?;
        // Anything to the power of zero, and one to the power of anything, is one.
        let result = self.pick(self.test(OEQ, y, zero)?, one, result)?;
        self.pick(self.test(OEQ, x, one)?, one, result)
    }

    fn floor(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("math.floor", &[x], x.r#type(), &[])
    }

    /// base^y for base >= 0, in halves.
    fn power_of(&self, base: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        if self.lanes == 1 {
            return Wide { b: self.b, lanes: 1 }.power(base, y);
        }
        let half = self.lanes / 2;
        let mut results = Vec::new();
        for from in [0, half] {
            let (base, y) = (self.part(base, from, half)?, self.part(y, from, half)?);
            results.push(Wide { b: self.b, lanes: half }.power(base, y)?);
        }
        if half == 1 {
            return from_lanes(self.b, &results);
        }
        let all: Vec<i64> = (0..self.lanes).map(u64::cast_signed).collect();
        self.b.value("vector.shuffle", &results, base.r#type(), &[("mask", self.b.i64_array(&all))])
    }

    fn part(&self, vector: V<'c, 'a>, from: u64, lanes: u64) -> Result<V<'c, 'a>, Stop> {
        let r#type = self.b.lanes_type(lanes, self.b.f32_type());
        if lanes == 1 {
            let position = self.b.i64_array(&[from.cast_signed()]);
            return self.b.value("vector.extract", &[vector], r#type, &[("static_position", position)]);
        }
        let picked: Vec<i64> = (from..from + lanes).map(u64::cast_signed).collect();
        self.b.value("vector.shuffle", &[vector, vector], r#type, &[("mask", self.b.i64_array(&picked))])
    }
}

/// Shorthands for vectors of f64.
struct Wide<'m, 'c, 'a> {
    b: &'m Builder<'c, 'a>,
    lanes: u64,
}

impl<'c: 'a, 'a> Wide<'_, 'c, 'a> {
    fn power(&self, base: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (base, y) = (self.widen(base)?, self.widen(y)?);
        let exponent = self.op("arith.mulf", y, self.log2(base)?)?;
        let result = self.exp2(exponent)?;
        let r#type = self.b.lanes_type(self.lanes, self.b.f32_type());
        self.b.value("arith.truncf", &[result], r#type, &[])
    }

    /// log2 of x >= 0 as e + 2 atanh((m - 1) / (m + 1)) / ln 2 with m between the roots of 1/2 and 2.
    fn log2(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let bits = self.b.value("arith.bitcast", &[x], self.int_vector(), &[])?;
        let from_root = self.op("arith.subi", bits, self.i(0x3fe6_a09e_667f_3bcd)?)?;
        let exponent = self.op("arith.shrsi", from_root, self.i(52)?)?;
        let removed = self.op("arith.shli", exponent, self.i(52)?)?;
        let mantissa = self.op("arith.subi", bits, removed)?;
        let m = self.b.value("arith.bitcast", &[mantissa], self.float_vector(), &[])?;
        let e = self.b.value("arith.sitofp", &[exponent], self.float_vector(), &[])?;
        let one = self.f(1.0)?;
        let q = self.op("arith.divf", self.op("arith.subf", m, one)?, self.op("arith.addf", m, one)?)?;
        let z = self.op("arith.mulf", q, q)?;
        let terms: Vec<f64> = (0..9).rev().map(|k| 1.0 / f64::from(2 * k + 1)).collect();
        let p = self.poly(z, &terms)?;
        let q = self.op("arith.mulf", q, self.f(2.0 * std::f64::consts::LOG2_E)?)?;
        let result = self.fma(p, q, e)?;
        let result = self.pick(OEQ, x, 0.0, f64::NEG_INFINITY, result)?;
        // Infinite or NaN: as it is.
        let infinity = self.f(f64::INFINITY)?;
        let is_finite = super::compare(self.b, "arith.cmpf", OLT, x, infinity, self.lanes)?;
        self.b.value("arith.select", &[is_finite, result, x], x.r#type(), &[])
    }

    /// 2^x, right to what f32 can tell.
    fn exp2(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let x = self.pick(OGE, x, 200.0, 200.0, x)?;
        let x = self.pick(OLT, x, -200.0, -200.0, x)?;
        // 1.5 * 2^52: adding it leaves the nearest integer in the low mantissa bits.
        let magic = self.f(6_755_399_441_055_744.0)?;
        let shifted = self.op("arith.addf", x, magic)?;
        let r = self.op("arith.subf", x, self.op("arith.subf", shifted, magic)?)?;
        let mut terms = vec![1.0_f64];
        for n in 1..12 {
            terms.push(terms.last().copied().unwrap_or(1.0) * std::f64::consts::LN_2 / f64::from(n));
        }
        terms.reverse();
        let p = self.poly(r, &terms)?;
        let bits = self.b.value("arith.bitcast", &[shifted], self.int_vector(), &[])?;
        let power = self.op("arith.shli", bits, self.i(52)?)?;
        let p_bits = self.b.value("arith.bitcast", &[p], self.int_vector(), &[])?;
        let scaled = self.op("arith.addi", p_bits, power)?;
        let scaled = self.b.value("arith.bitcast", &[scaled], self.float_vector(), &[])?;
        // Not at least -200 after all that: NaN.
        let is_number = super::compare(self.b, "arith.cmpf", OEQ, x, x, self.lanes)?;
        self.b.value("arith.select", &[is_number, scaled, x], x.r#type(), &[])
    }

    /// `then` where `x` compares so with `limit`, else `other`.
    fn pick(
        &self,
        predicate: i64,
        x: V<'c, 'a>,
        limit: f64,
        then: f64,
        other: V<'c, 'a>,
    ) -> Result<V<'c, 'a>, Stop> {
        let test = super::compare(self.b, "arith.cmpf", predicate, x, self.f(limit)?, self.lanes)?;
        self.b.value("arith.select", &[test, self.f(then)?, other], x.r#type(), &[])
    }

    fn op(&self, name: &str, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.binary(name, x, y)
    }

    fn fma(&self, x: V<'c, 'a>, y: V<'c, 'a>, z: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("math.fma", &[x, y, z], x.r#type(), &[])
    }

    fn poly(&self, x: V<'c, 'a>, coefficients: &[f64]) -> Result<V<'c, 'a>, Stop> {
        let mut sum = self.f(0.0)?;
        for coefficient in coefficients {
            sum = self.fma(sum, x, self.f(*coefficient)?)?;
        }
        Ok(sum)
    }

    fn widen(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.b.value("arith.extf", &[x], self.float_vector(), &[])
    }

    fn float_vector(&self) -> Type<'c> {
        self.b.lanes_type(self.lanes, Type::float64(self.b.context))
    }

    fn int_vector(&self) -> Type<'c> {
        self.b.lanes_type(self.lanes, self.b.int_type(64))
    }

    fn f(&self, value: f64) -> Result<V<'c, 'a>, Stop> {
        let scalar = self.b.float(Type::float64(self.b.context), value)?;
        self.b.splat(scalar, self.lanes)
    }

    fn i(&self, value: i64) -> Result<V<'c, 'a>, Stop> {
        let scalar = self.b.int(self.b.int_type(64), value)?;
        self.b.splat(scalar, self.lanes)
    }
}
