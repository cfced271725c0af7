//! Damage of the kinds that files meet: bits, bytes and stretches changed, lost, doubled or moved. Deterministic.

/// Draws numbers: SplitMix64.
pub struct Draw(pub u64);

impl Draw {
    /// Below `limit`, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap_or(0) % limit
    }
}

/// A damaged copy.
pub fn mutated(whole: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let kind = draw.below(9);
    let times = if draw.below(4) == 0 { 1 + draw.below(4) } else { 1 };
    for _ in 0..times {
        if bytes.is_empty() {
            break;
        }
        let at = draw.below(bytes.len());
        let end = |length: usize| (at + length).min(bytes.len());
        match kind {
            0 | 8 => bytes[at] ^= 1 << draw.below(8),
            1 => bytes[at] = u8::try_from(draw.below(256)).unwrap_or(0),
            2 => bytes.truncate(at),
            3 => {
                let part = bytes[at..end(1 + draw.below(32))].to_vec();
                bytes.splice(at..at, part);
            }
            4 => {
                let end = end(1 + draw.below(8));
                bytes.drain(at..end);
            }
            5 => {
                let end = end(4);
                bytes[at..end].fill(0);
            }
            6 => {
                let end = end(8);
                bytes[at..end].fill(0xff);
            }
            _ => {
                let from = draw.below(bytes.len());
                let part = bytes[from..(from + 1 + draw.below(16)).min(bytes.len())].to_vec();
                let end = end(part.len());
                bytes.splice(at..end, part);
            }
        }
    }
    bytes
}
