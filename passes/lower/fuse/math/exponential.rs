//! Exponentials, and the functions made of them.

use super::{Math, OEQ, OGT, OLT, V};
use crate::lower::fault::Stop;
use melior::ir::ValueLike;

impl<'c: 'a, 'a> Math<'_, 'c, 'a> {
    /// e^r - 1 for |r| <= ln(2)/2.
    fn expm1_core(&self, r: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let p = self.poly(
            r,
            &[
                1.987_569_15e-4,
                1.398_199_950_7e-3,
                8.333_451_907_3e-3,
                4.166_579_589_4e-2,
                1.666_666_545_9e-1,
                5.000_000_120_1e-1,
            ],
        )?;
        let squared = self.mul(r, r)?;
        self.fma(p, squared, r)
    }

    /// e^r for |r| <= ln(2)/2.
    pub(super) fn exp_core(&self, r: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        self.add(self.expm1_core(r)?, self.f(1.0)?)
    }

    /// The nearest multiple of ln(2), as a count, and what is left of x.
    fn without_ln2(&self, x: V<'c, 'a>) -> Result<(V<'c, 'a>, V<'c, 'a>), Stop> {
        let (n, int) = self.nearest(x, std::f64::consts::LOG2_E)?;
        let r = self.fma(n, self.f(-0.693_359_375)?, x)?;
        Ok((int, self.fma(n, self.f(2.121_944_400_546_905_8e-4)?, r)?))
    }

    pub(super) fn exp(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let x = self.clamp(x, -104.0, 89.0)?;
        let (int, r) = self.without_ln2(x)?;
        self.scale(self.exp_core(r)?, int)
    }

    /// Far out the one is below the last place of e^x, respectively all that is left.
    pub(super) fn expm1(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let (int, r) = self.without_ln2(self.clamp(x, -18.0, 18.0)?)?;
        let power = self.scale(self.f(1.0)?, int)?;
        let rest = self.sub(power, self.f(1.0)?)?;
        let near = self.fma(self.expm1_core(r)?, power, rest)?;
        let far = self.test(OGT, x, self.f(18.0)?)?;
        let result = self.pick(far, self.exp(x)?, near)?;
        let is_zero = self.test(OEQ, x, self.f(0.0)?)?;
        self.pick(is_zero, x, result)
    }

    /// With e = e^-|x|: 1 / (1 + e) or e / (1 + e), so that nothing overflows.
    pub(super) fn logistic(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let e = self.exp(self.neg(self.abs(x)?)?)?;
        let is_negative = self.test(OLT, x, self.f(0.0)?)?;
        let upper = self.pick(is_negative, e, self.f(1.0)?)?;
        self.div(upper, self.add(self.f(1.0)?, e)?)
    }

    pub(super) fn tanh(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let size = self.abs(x)?;
        let z = self.mul(x, x)?;
        let p = self.poly(
            z,
            &[
                -5.704_988_727_45e-3,
                2.063_908_879_54e-2,
                -5.373_971_555_31e-2,
                1.333_144_220_36e-1,
                -3.333_328_194_22e-1,
            ],
        )?;
        let small = self.odd(x, z, p)?;
        let doubled = self.mul(size, self.f(2.0)?)?;
        let e = self.exp(doubled)?;
        let fraction = self.div(self.f(2.0)?, self.add(e, self.f(1.0)?)?)?;
        let large = self.sub(self.f(1.0)?, fraction)?;
        let signed = self.b.value("math.copysign", &[large, x], x.r#type(), &[])?;
        let is_small = self.test(OLT, size, self.f(0.625)?)?;
        self.pick(is_small, small, signed)
    }

    /// Near zero a polynomial; further out 1 - e^p(|x|). After N. Juffa.
    pub(super) fn erf(&self, x: V<'c, 'a>) -> Result<V<'c, 'a>, Stop> {
        let z = self.mul(x, x)?;
        let p = self.poly(
            z,
            &[
                -5.967_617_03e-4,
                4.991_194_23e-3,
                -2.676_813_49e-2,
                1.128_199_25e-1,
                -3.761_253_36e-1,
                1.283_791_66e-1,
            ],
        )?;
        let small = self.fma(p, x, x)?;
        // From 4 on the result is one.
        let size = self.clamp(self.abs(x)?, 0.0, 4.0)?;
        let p = self.poly(
            size,
            &[
                -1.728_534_70e-5,
                3.831_971_26e-4,
                -3.883_964_38e-3,
                2.425_462_19e-2,
                -1.067_778_77e-1,
                -6.348_466_87e-1,
                -1.287_175_12e-1,
            ],
        )?;
        let power = self.exp(self.fma(p, size, self.neg(size)?)?)?;
        let large = self.sub(self.f(1.0)?, power)?;
        let signed = self.b.value("math.copysign", &[large, x], x.r#type(), &[])?;
        let is_large = self.test(OGT, size, self.f(0.927_734_375)?)?;
        self.pick(is_large, signed, small)
    }
}
