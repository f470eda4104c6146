//! Decides the next token: forced by the grammar, drawn from the few it allows, or drawn freely and checked afterwards.

use super::Engine;
use super::writer::Writer;
use crate::grammar::allowed_tokens;
use crate::sampler::{Random, Sampling, draw};

/// What comes next.
pub(super) enum Choice {
    /// These tokens; more than one only when they are forced. With the natural logarithm of how likely they were among those that
    /// the grammar allowed, inside a free text among all that it had not refused; 0 where nothing else was, and without a grammar,
    /// where nobody asks.
    Tokens(Vec<u32>, f32),
    /// Nothing.
    End,
}

/// Up to this many allowed tokens, their rows are computed one by one instead of the whole output matrix.
const FEW: usize = 2048;
/// Refusals after which a free draw gives way to the full mask.
const MAX_REFUSALS: usize = 16;
/// Candidates whose logit is lower by this much are no rivals: e^-16 of it.
const FAR: f32 = 16.0;

/// `state` is the final state of the last token, `logits` those of all tokens where one of all may come, without a grammar or in a
/// free text. `left` is the number of tokens that may still be made, at least 1 and enough to complete the value.
pub(super) fn choose(
    engine: &mut Engine,
    writer: Option<&mut Writer>,
    (state, logits): (&[f32], &[f32]),
    sampling: &Sampling,
    random: &mut Random,
    left: usize,
) -> Choice {
    let Some(writer) = writer else {
        let drawn = draw((0..).zip(logits.iter().copied()), sampling, random);
        return match drawn {
            Some(id) if !engine.model.tokenizer.vocabulary().is_end(id) => Choice::Tokens(vec![id], 0.0),
            _ => Choice::End,
        };
    };
    let forced = writer.state.forced();
    if !forced.is_empty() {
        let mut ids = writer.encode(&engine.model.tokenizer, &forced);
        if may_go_on(engine, writer, &forced, ids.last()) {
            ids.pop();
        }
        let mut after = writer.clone();
        let vocabulary = engine.model.tokenizer.vocabulary();
        if !ids.iter().all(|id| after.feed(vocabulary, *id)) || !fits(engine, &after, ids.len(), left) {
            return complete(engine, writer);
        }
        if !ids.is_empty() {
            *writer = after;
            return Choice::Tokens(ids, 0.0);
        }
    }
    let end = engine.model.tokenizer.vocabulary().eos;
    let mut candidates: Vec<(u32, f32)>;
    if writer.state.in_text() {
        candidates = (0..).zip(logits.iter().copied()).collect();
        for _ in 0..MAX_REFUSALS {
            let Some(id) = draw(candidates.iter().copied(), sampling, random) else { break };
            if take(engine, writer, id, left) {
                return Choice::Tokens(vec![id], likelihood(&candidates, id));
            }
            if let Some(candidate) = candidates.get_mut(id as usize) {
                candidate.1 = f32::NEG_INFINITY;
            }
        }
        let allowed = allowed(engine, writer);
        let mut keep = vec![false; candidates.len()];
        for id in allowed {
            keep.get_mut(id as usize).into_iter().for_each(|keep| *keep = true);
        }
        candidates.retain(|(id, _)| keep.get(*id as usize).is_some_and(|keep| *keep));
    } else {
        let mut allowed = allowed(engine, writer);
        if writer.state.can_end() {
            allowed.push(end);
        }
        let logits = if allowed.len() <= FEW {
            engine.model.logits_of(state, &allowed, &mut engine.scratch)
        } else {
            let logits = engine.model.logits(state, &mut engine.scratch);
            allowed.iter().map(|id| logits.get(*id as usize).copied().unwrap_or(f32::NEG_INFINITY)).collect()
        };
        candidates = allowed.into_iter().zip(logits).collect();
    }
    for _ in 0..MAX_REFUSALS {
        let Some(id) = draw(candidates.iter().copied(), sampling, random) else { break };
        if id == end && writer.state.can_end() {
            return Choice::End;
        }
        if take(engine, writer, id, left) {
            return Choice::Tokens(vec![id], likelihood(&candidates, id));
        }
        candidates.retain(|candidate| candidate.0 != id);
    }
    complete(engine, writer)
}

/// The natural logarithm of the probability of `id` among these candidates.
fn likelihood(candidates: &[(u32, f32)], id: u32) -> f32 {
    let own =
        candidates.iter().find(|candidate| candidate.0 == id).map_or(f32::NEG_INFINITY, |(_, own)| *own);
    // Of a quarter of a million, almost all are too far away to count.
    let near = candidates.iter().map(|(_, logit)| logit - own).filter(|distance| *distance > -FAR);
    -near.map(f32::exp).sum::<f32>().ln()
}

/// Whether the last of forced tokens is the beginning of a longer one that the grammar allows: `(` where `(*)` may come, a
/// blank in front of a word. Then the model chooses between them, for it has hardly ever read the two halves apart.
fn may_go_on(engine: &Engine, writer: &Writer, forced: &[u8], last: Option<&u32>) -> bool {
    let vocabulary = engine.model.tokenizer.vocabulary();
    let last = last.map(|id| vocabulary.output(*id)).filter(|last| !last.is_empty());
    let Some(last) = last else { return false };
    let mut before = writer.state.clone();
    let begun = forced.len().checked_sub(last.len()).and_then(|length| forced.get(..length));
    if !begun.is_some_and(|begun| before.feed(begun)) {
        return false;
    }
    let longer = |id: u32| {
        let bytes = vocabulary.output(id);
        bytes.len() > last.len() && bytes.starts_with(last)
    };
    allowed_tokens(&before, &engine.model.pieces, vocabulary).into_iter().any(longer)
}

/// The tokens that the grammar allows.
fn allowed(engine: &Engine, writer: &Writer) -> Vec<u32> {
    let mut allowed =
        allowed_tokens(&writer.state, &engine.model.pieces, engine.model.tokenizer.vocabulary());
    allowed.extend(writer.quote.filter(|_| writer.state.takes_quote()));
    allowed
}

/// Takes the token if the grammar allows it and the value can still be completed within the limit.
fn take(engine: &Engine, writer: &mut Writer, id: u32, left: usize) -> bool {
    let mut after = writer.clone();
    let taken = after.feed(engine.model.tokenizer.vocabulary(), id) && fits(engine, &after, 1, left);
    if taken {
        *writer = after;
    }
    taken
}

/// Whether the shortest completion fits after `used` more tokens.
fn fits(engine: &Engine, writer: &Writer, used: usize, left: usize) -> bool {
    let completion = writer.state.completion();
    let room = left.saturating_sub(used);
    used <= left
        && (completion.len() <= room || writer.encode(&engine.model.tokenizer, &completion).len() <= room)
}

/// Writes the shortest completion: the way out that always exists.
fn complete(engine: &Engine, writer: &mut Writer) -> Choice {
    let completion = writer.state.completion();
    if completion.is_empty() {
        return Choice::End;
    }
    writer.state.feed(&completion);
    writer.state.close();
    Choice::Tokens(writer.encode(&engine.model.tokenizer, &completion), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_as_likely_as_its_share_of_all() {
        let candidates = [(7, 0.0), (8, 3f32.ln()), (9, f32::NEG_INFINITY), (10, -40.0)];
        let close = |id: u32, share: f32| (likelihood(&candidates, id) - share.ln()).abs() < 1e-5;
        assert!(close(7, 0.25) && close(8, 0.75));
    }
}
