//! Sine, cosine, tangent and the angle of a point.
//!
//! Arguments are first brought to |r| <= pi/4 and a quadrant. Up to [`NEAR`] pi/2 in three parts
//! does it; beyond, as many bits of 2/pi as the exponent asks for are multiplied in integers
//! (Payne and Hanek), which holds for every float. The second way is only gone when some lane
//! needs it. Polynomials and the far reduction follow the public ones of N. Juffa.

use super::{Math, OEQ, OGT, V};
use crate::lower::build::results_of;
use crate::lower::fault::Stop;
use melior::ir::{Attribute, Block, Region, RegionLike, ValueLike};

/// Largest argument for which pi/2 in three parts is exact enough.
const NEAR: f64 = 71_476.062_5;

/// pi/2 in three parts.
const HALF_PI: [f64; 3] = [1.570_796_01, 3.139_164_73e-7, 5.390_302_53e-15];

/// The first bits of 2/pi after the point, 32 in each word.
const TWO_OVER_PI: [u32; 7] =
    [0x28be_60db, 0x9391_054a, 0x7f09_d5f4, 0x7d4d_3770, 0x36d8_a566, 0x4f10_e410, 0];

const SLT: i64 = 2;
const ULT: i64 = 6;
const EQ: i64 = 0;
const NE: i64 = 1;
const UNORDERED: i64 = 14;

impl<'c: 'a, 'a> Math<'_, 'c, 'a> {
    pub(super) fn sin(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (r, quadrant) = self.reduced(x)?;
        self.sine_of(r, quadrant)
    }

    pub(super) fn cos(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (r, quadrant) = self.reduced(x)?;
        self.sine_of(r, self.int("arith.addi", quadrant, 1)?)
    }

    pub(super) fn tan(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (r, quadrant) = self.reduced(x)?;
        let (sin, cos) = (self.sine(r)?, self.cosine(r)?);
        let odd = self.bit(quadrant, 1)?;
        let upper = self.pick(odd, self.neg(cos)?, sin)?;
        let lower = self.pick(odd, sin, cos)?;
        self.div(upper, lower)
    }

    /// The angle of the point (x, y).
    pub(super) fn atan2(&self, y: V<'c, 'a>, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (height, width) = (self.abs(y)?, self.abs(x)?);
        let steep = self.test(OGT, height, width)?;
        let small = self.pick(steep, width, height)?;
        let large = self.pick(steep, height, width)?;
        let same = self.test(OEQ, small, large)?;
        let ratio = self.pick(same, self.f(1.0)?, self.div(small, large)?)?;
        let is_zero = self.test(OEQ, large, self.f(0.0)?)?;
        let ratio = self.pick(is_zero, self.f(0.0)?, ratio)?;
        let angle = self.arctangent(ratio)?;
        // pi/2 and pi in two parts, so that their rounding does not show.
        let turned = self.sub(self.f(HALF_PI_HIGH)?, self.add(angle, self.f(-HALF_PI_LOW)?)?)?;
        let angle = self.pick(steep, turned, angle)?;
        let is_left = self.compare_int(SLT, self.as_int(x)?, 0)?;
        let turned = self.sub(self.f(2.0 * HALF_PI_HIGH)?, self.add(angle, self.f(-2.0 * HALF_PI_LOW)?)?)?;
        let angle = self.pick(is_left, turned, angle)?;
        let signed = self.b.value("math.copysign", &[angle, y], y.r#type(), &[])?;
        let is_nan = self.test(UNORDERED, x, y)?;
        self.pick(is_nan, self.add(x, y)?, signed)
    }

    /// The arctangent of 0 <= x <= 1.
    fn arctangent(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let z = self.mul(x, x)?;
        let p = self.poly(
            z,
            &[
                2.785_698_28e-3,
                -1.586_602_26e-2,
                4.247_222_31e-2,
                -7.497_530_43e-2,
                1.064_487_99e-1,
                -1.420_703_08e-1,
                1.999_345_42e-1,
                -3.333_314_66e-1,
            ],
        )?;
        self.odd(x, z, p)
    }

    /// The sine of r + quadrant * pi/2.
    fn sine_of(&self, r: V<'c, 'a>, quadrant: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let odd = self.bit(quadrant, 1)?;
        let value = self.pick(odd, self.cosine(r)?, self.sine(r)?)?;
        let lower_half = self.bit(quadrant, 2)?;
        self.pick(lower_half, self.neg(value)?, value)
    }

    fn sine(&self, r: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let z = self.mul(r, r)?;
        let p = self.poly(z, &[2.865_679_56e-6, -1.985_599_23e-4, 8.333_385_92e-3, -1.666_666_72e-1])?;
        self.odd(r, z, p)
    }

    fn cosine(&self, r: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let z = self.mul(r, r)?;
        self.poly(z, &[2.446_770_67e-5, -1.388_772_97e-3, 4.166_665_67e-2, -0.5, 1.0])
    }

    /// What is left of x in |r| <= pi/4, and how often pi/2 was taken off. NaN when x is not finite.
    fn reduced(&self, x: V<'c, 'a>) -> Result<(V<'c, 'a>, V<'c, 'a>), Stop> {
        let (n, count) = self.nearest(x, std::f64::consts::FRAC_2_PI)?;
        let mut r = x;
        for part in HALF_PI {
            r = self.fma(n, self.f(-part)?, r)?;
        }
        let is_far = self.test(OGT, self.abs(x)?, self.f(NEAR)?)?;
        let some_far = if self.lanes == 1 {
            is_far
        } else {
            let kind = Attribute::parse(self.b.context, "#vector.kind<or>")
                .ok_or_else(|| Stop::broken("a kind of reduction that does not parse"))?;
            self.b.value("vector.reduction", &[is_far], self.b.int_type(1), &[("kind", kind)])?
        };
        let types = [r.r#type(), count.r#type()];
        let mut regions = Vec::new();
        for is_far_away in [true, false] {
            let region = Region::new();
            let inner = self.b.inside(region.append_block(Block::new(&[])));
            let m = Math { b: &inner, lanes: self.lanes };
            let values = if is_far_away {
                let (far, far_count) = m.reduced_far(x)?;
                [m.pick(is_far, far, r)?, m.pick(is_far, far_count, count)?]
            } else {
                [r, count]
            };
            inner.op("scf.yield", &values, &[], &[])?;
            regions.push(region);
        }
        let both = results_of(self.b.op_with_regions("scf.if", &[some_far], &types, &[], regions)?)?;
        match both[..] {
            [r, count] => Ok((r, count)),
            _ => Err(Stop::broken("a reduction without results")),
        }
    }

    /// Payne and Hanek's reduction for |x| >= 1.
    fn reduced_far(&self, x: V<'c, 'a>) -> Result<(V<'c, 'a>, V<'c, 'a>), Stop> {
        let bits = self.as_int(x)?;
        let exponent = self.int("arith.andi", self.int("arith.shrui", bits, 23)?, 0xff)?;
        let exponent = self.int("arith.subi", exponent, 126)?;
        let word = self.int("arith.shrui", exponent, 5)?;
        let shift = self.int("arith.andi", exponent, 31)?;
        let mantissa = self.int("arith.ori", self.int("arith.shli", bits, 8)?, 1 << 31)?;
        // 96 bits of 2/pi from where the mantissa's product starts to matter.
        let mut words = Vec::new();
        for place in 0..4 {
            words.push(self.word_of_two_over_pi(word, place)?);
        }
        let mut window = Vec::new();
        for pair in words.windows(2) {
            let [first, next] = pair else { continue };
            let rest = self.b.binary("arith.subi", self.i(31)?, shift)?;
            let next = self.b.binary("arith.shrui", self.int("arith.shrui", *next, 1)?, rest)?;
            let first = self.b.binary("arith.shli", *first, shift)?;
            window.push(self.b.binary("arith.ori", first, next)?);
        }
        let [high, middle, low] = window[..] else {
            return Err(Stop::broken("a window of three words"));
        };
        // The product's 64 bits below the multiples of four: two of quadrant, 62 of fraction.
        let wide = |factor: V<'c, 'a>| -> Result<Vec<V<'c, 'a>>, Stop> {
            let types = [bits.r#type(), bits.r#type()];
            results_of(self.b.op("arith.mului_extended", &[mantissa, factor], &types, &[])?)
        };
        let ([_, low_high], [middle_low, middle_high]) = (&wide(low)?[..], &wide(middle)?[..]) else {
            return Err(Stop::broken("a product of two words"));
        };
        let bottom = self.b.binary("arith.addi", *middle_low, *low_high)?;
        let carry = self.int_test(ULT, bottom, *middle_low)?;
        let top = self.b.binary("arith.addi", *middle_high, self.b.binary("arith.muli", mantissa, high)?)?;
        let top = self.pick(carry, self.int("arith.addi", top, 1)?, top)?;
        let quadrant = self.int("arith.shrui", top, 30)?;
        let up = self.bit(top, 0x2000_0000)?;
        let quadrant = self.pick(up, self.int("arith.addi", quadrant, 1)?, quadrant)?;
        // The fraction's size: above one half, what is missing to one.
        let top = self.int("arith.andi", top, 0x3fff_ffff)?;
        let borrow = self.compare_int(NE, bottom, 0)?;
        let complement = self.b.binary("arith.subi", self.i(0x4000_0000)?, top)?;
        let complement = self.pick(borrow, self.int("arith.subi", complement, 1)?, complement)?;
        let top = self.pick(up, complement, top)?;
        let bottom = self.pick(up, self.b.binary("arith.subi", self.i(0)?, bottom)?, bottom)?;
        // Three exact floats of 22, 24 and 16 bits, then a sum with its error.
        let first = self.scaled(self.int("arith.shrui", top, 8)?, 2_f64.powi(-22))?;
        let second = self.int("arith.shli", self.int("arith.andi", top, 0xff)?, 16)?;
        let second = self.b.binary("arith.ori", second, self.int("arith.shrui", bottom, 16)?)?;
        let second = self.scaled(second, 2_f64.powi(-46))?;
        let third = self.scaled(self.int("arith.andi", bottom, 0xffff)?, 2_f64.powi(-62))?;
        let rest = self.add(second, third)?;
        let sum = self.add(first, rest)?;
        let error = self.sub(rest, self.sub(sum, first)?)?;
        let error = self.fma(sum, self.f(HALF_PI_LOW)?, self.mul(error, self.f(HALF_PI_HIGH)?)?)?;
        let size = self.fma(sum, self.f(HALF_PI_HIGH)?, error)?;
        let size = self.pick(up, self.neg(size)?, size)?;
        let is_negative = self.compare_int(SLT, bits, 0)?;
        let r = self.pick(is_negative, self.neg(size)?, size)?;
        let negated = self.b.binary("arith.subi", self.i(0)?, quadrant)?;
        let quadrant = self.pick(is_negative, negated, quadrant)?;
        // Infinities and NaN have no angle.
        let difference = self.sub(x, x)?;
        Ok((self.add(r, difference)?, quadrant))
    }

    /// Word `word + place - 1` of 2/pi, where word -1 is zero.
    fn word_of_two_over_pi(&self, word: V<'c, 'a>, place: usize) -> Result<V<'c, 'a>, Stop> {
        let at = |index: usize| -> i64 {
            index.checked_sub(1).and_then(|index| TWO_OVER_PI.get(index)).map_or(0, |word| i64::from(*word))
        };
        let mut value = self.i(at(place))?;
        for number in 1..5 {
            let is_it = self.compare_int(EQ, word, i64::try_from(number).unwrap_or(0))?;
            value = self.pick(is_it, self.i(at(place + number))?, value)?;
        }
        Ok(value)
    }

    /// A non-negative integer below 2^24 times a power of two, exactly.
    fn scaled(&self, value: V<'c, 'a>, factor: f64) -> Result<V<'c, 'a>, Stop> {
        let r#type = self.b.lanes_type(self.lanes, self.b.f32_type());
        self.mul(self.b.value("arith.sitofp", &[value], r#type, &[])?, self.f(factor)?)
    }

    fn int(&self, name: &str, x: V<'c, 'a>, y: i64) -> Result<V<'c, 'a>, Stop> {
        self.b.binary(name, x, self.i(y)?)
    }

    fn int_test(&self, predicate: i64, x: V<'c, 'a>, y: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        super::compare(self.b, "arith.cmpi", predicate, x, y, self.lanes)
    }

    fn compare_int(&self, predicate: i64, x: V<'c, 'a>, y: i64) -> Result<V<'c, 'a>, Stop> {
        self.int_test(predicate, x, self.i(y)?)
    }

    /// Whether some bit of the mask is set.
    fn bit(&self, x: V<'c, 'a>, mask: i64) -> Result<V<'c, 'a>, Stop> {
        self.compare_int(NE, self.int("arith.andi", x, mask)?, 0)
    }
}

/// pi/2 as the nearest f32, and what that leaves.
const HALF_PI_HIGH: f64 = 1.570_796_370_506_286_6;
const HALF_PI_LOW: f64 = -4.371_139_000_186_241e-8;
