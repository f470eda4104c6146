//! Decides which token is drawn from logits: the best one, or by chance among the likely ones.

use std::cmp::Ordering;

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
        kept.select_nth_unstable_by(sampling.top_k, |one, other| better(*one, *other));
        kept.truncate(sampling.top_k);
    }
    let mut kept = BestFirst { candidates: kept, sorted: 0 };
    let best = kept.at(0)?.1;
    let weight = |logit: f32| f64::from(((logit - best) / sampling.temperature).exp());
    let total: f64 = kept.candidates.iter().map(|(_, logit)| weight(*logit)).sum();
    // How many of the best are drawn from, and what they weigh together.
    let (mut count, mut mass) = (kept.candidates.len(), total);
    if sampling.top_p < 1.0 {
        mass = 0.0;
        for index in 0..count {
            let Some((_, logit)) = kept.at(index) else { break };
            mass += weight(logit);
            if mass >= f64::from(sampling.top_p) * total {
                count = index + 1;
                break;
            }
        }
    }
    let mut left = f64::from(random.unit()) * mass;
    let mut drawn = None;
    for index in 0..count {
        let Some((id, logit)) = kept.at(index) else { break };
        drawn = Some(id);
        left -= weight(logit);
        if left <= 0.0 {
            break;
        }
    }
    drawn
}

/// By falling logit, the first of equals first.
fn better((id, logit): (u32, f32), (other_id, other_logit): (u32, f32)) -> Ordering {
    other_logit.total_cmp(&logit).then(id.cmp(&other_id))
}

/// Candidates by falling logit, sorted only as far as they are looked at: of a quarter of a million a draw looks at few.
struct BestFirst {
    candidates: Vec<(u32, f32)>,
    sorted: usize,
}

impl BestFirst {
    fn at(&mut self, index: usize) -> Option<(u32, f32)> {
        while index >= self.sorted && self.sorted < self.candidates.len() {
            let rest = self.candidates.get_mut(self.sorted..)?;
            let more = (self.sorted * 3).max(256).min(rest.len());
            if more < rest.len() {
                rest.select_nth_unstable_by(more, |one, other| better(*one, *other));
            }
            rest.get_mut(..more)?.sort_unstable_by(|one, other| better(*one, *other));
            self.sorted += more;
        }
        self.candidates.get(index).copied()
    }
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
    fn sorting_as_far_as_is_looked_is_sorting() {
        let mut random = Random::new(11);
        // Some are equal.
        let candidates: Vec<_> = (0..20_000).map(|id| (id, (random.unit() * 5000.0).floor())).collect();
        let mut sorted = candidates.clone();
        sorted.sort_by(|one, other| better(*one, *other));
        let mut lazy = BestFirst { candidates, sorted: 0 };
        let looked: Vec<_> = (0..=20_000).map_while(|index| lazy.at(index)).collect();
        assert_eq!(looked, sorted);
    }

    #[test]
    fn a_flat_choice_among_many_is_even_and_top_p_cuts_it() {
        let candidates = || (0..1000).map(|id| (id, 1.0));
        let mut random = Random::new(5);
        let mut draws = |top_p: f32| -> Vec<u32> {
            let sampling = Sampling { temperature: 1.0, top_k: 0, top_p };
            (0..2000).filter_map(|_| draw(candidates(), &sampling, &mut random)).collect()
        };
        let all = draws(1.0);
        let upper = all.iter().filter(|id| **id >= 500).count();
        assert!((900..1_100).contains(&upper), "{upper} of 2000 in the upper half");
        assert!(draws(0.25).iter().all(|id| *id < 250), "the first of equals come first");
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert_eq!(draw([].into_iter(), &Sampling::default(), &mut Random::new(0)), None);
    }
}
