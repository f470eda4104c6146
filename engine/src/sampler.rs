//! Decides which token is drawn from logits: the best one, or by chance among the likely ones.

/// A small seeded generator (SplitMix64): enough for sampling and for tests, and the same everywhere.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The same seed gives the same sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next number in 0..1.
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// How to draw. Temperature 0 takes the best token, whatever the rest says.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// Divides the logits; 0 is greedy.
    pub temperature: f32,
    /// Only this many of the best; 0 is all.
    pub top_k: usize,
    /// Only the best that together reach this probability.
    pub top_p: f32,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { temperature: 0.0, top_k: 0, top_p: 1.0 }
    }
}

/// Draws one of the candidates, each an id with its logit; `None` when there are none worth drawing.
pub fn draw(
    candidates: impl Iterator<Item = (u32, f32)>,
    sampling: &Sampling,
    random: &mut Random,
) -> Option<u32> {
    let candidates = candidates.filter(|(_, logit)| *logit > f32::NEG_INFINITY);
    if sampling.temperature <= 0.0 || sampling.top_k == 1 {
        // The first of equals, as llama.cpp's greedy sampler.
        return candidates.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(id, _)| id);
    }
    let mut kept: Vec<_> = candidates.collect();
    if sampling.top_k > 0 && sampling.top_k < kept.len() {
        kept.select_nth_unstable_by(sampling.top_k, |one, other| other.1.total_cmp(&one.1));
        kept.truncate(sampling.top_k);
    }
    kept.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let best = kept.first()?.1;
    let weight = |logit: f32| ((logit - best) / sampling.temperature).exp();
    let total: f32 = kept.iter().map(|(_, logit)| weight(*logit)).sum();
    let mut sum = 0.0;
    let reach = kept.iter().position(|(_, logit)| {
        sum += weight(*logit);
        sum >= sampling.top_p * total
    });
    kept.truncate(reach.map_or(kept.len(), |last| last + 1));
    let mut left = random.unit() * kept.iter().map(|(_, logit)| weight(*logit)).sum::<f32>();
    for (id, logit) in &kept {
        left -= weight(*logit);
        if left <= 0.0 {
            return Some(*id);
        }
    }
    kept.last().map(|(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGITS: [(u32, f32); 4] = [(0, 1.0), (1, 3.0), (2, 2.0), (3, f32::NEG_INFINITY)];

    #[test]
    fn greedy_takes_the_best_token() {
        let drawn = draw(LOGITS.into_iter(), &Sampling::default(), &mut Random::new(1));
        assert_eq!(drawn, Some(1));
    }

    #[test]
    fn top_k_and_top_p_keep_unlikely_tokens_out() {
        let mut random = Random::new(7);
        for sampling in [
            Sampling { temperature: 5.0, top_k: 2, top_p: 1.0 },
            Sampling { temperature: 1.0, top_k: 0, top_p: 0.8 },
        ] {
            for _ in 0..1000 {
                let drawn = draw(LOGITS.into_iter(), &sampling, &mut random);
                assert!(matches!(drawn, Some(1 | 2)), "{drawn:?} with {sampling:?}");
            }
        }
    }

    #[test]
    fn draws_follow_the_probabilities() {
        let sampling = Sampling { temperature: 1.0, top_k: 0, top_p: 1.0 };
        let mut random = Random::new(3);
        let hits =
            (0..10_000).filter(|_| draw(LOGITS.into_iter(), &sampling, &mut random) == Some(1)).count();
        assert!((6_400..6_900).contains(&hits), "e^3 / (e + e^2 + e^3) is 0.665, drawn {hits} of 10000");
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert_eq!(draw([].into_iter(), &Sampling::default(), &mut Random::new(0)), None);
    }
}
