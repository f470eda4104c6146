//! When a model that only looks around is pushed towards the canvas, and when one that repeats itself is
//! stopped.

use super::call::Call;
use crate::json;
use crate::json::{Fields, FromJson, Read};
use crate::provider::REMINDER;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// What a request leaves out and adds, for a model that has shown nothing yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Push {
    /// The tools that look for recipes and tools are left out.
    pub hide_discovery: bool,
    /// The request ends with a reminder.
    pub nudge: bool,
}

/// The push of the request after `answered` replies of at most `max_iterations`: discovery goes after
/// min(4, k − 2) replies, the reminder rides on the request after min(5, k − 1); neither when k is under 3
/// (published: 4 and 5, which the published default of 5 iterations never reaches).
pub fn push(answered: u32, max_iterations: u32, displayed: bool, can_display: bool) -> Push {
    if displayed || !can_display || max_iterations < 3 {
        return Push::default();
    }
    Push {
        hide_discovery: answered >= (max_iterations - 2).min(4),
        nudge: answered == (max_iterations - 1).min(5),
    }
}

/// The reminder. `display` are the full names of the tools that show something.
pub fn nudge(answered: u32, display: &[String]) -> String {
    format!(
        "{REMINDER}{answered} steps and shown nothing. Show now what you have with {}, or say in one \
         sentence why there is nothing to show.",
        display.join(" or ")
    )
}

/// How often in a wish a model is asked again that wrote about a call instead of making it. Small models describe what could be done
/// (measured: `tests/eval/loop/README.md`); to end the run there would leave the person with advice that only the model can follow.
pub(super) const MOST_ANNOUNCED: u32 = 2;
/// A reply that names more tools is about the tools, as an answer to "what can you do?" is.
pub(super) const MOST_NAMED: usize = 2;

/// The reminder after such a reply, which is no part of the history.
pub(super) const CALL_NOW: &str =
    "Your reply called no tool, so nothing has happened. Only you can call tools: call it now.";

/// How often a model may repeat itself after it was told to stop.
const MAX_REFUSALS: u32 = 2;

/// The calls of a run, counted where they and their results are the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Repeats {
    seen: Vec<Seen>,
    refusals: u32,
}

impl FromJson for Repeats {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Repeats { seen: from.take("seen")?, refusals: from.take("refusals")? })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Seen {
    call: u64,
    result: u64,
    /// How often in a row the result was the same.
    count: u32,
    /// The last of them.
    id: String,
}

impl FromJson for Seen {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Seen {
            call: from.take("call")?,
            result: from.take("result")?,
            count: from.take("count")?,
            id: from.take("id")?,
        })
    }
}

impl Repeats {
    /// Which of a reply's calls must not run, by id, and why: each was made `limit` − 1 times with the same arguments,
    /// in this reply or before it, and brought the same as far as it has ended. A call whose result changes, such as a
    /// poll, is not refused over what it brought in earlier replies.
    pub(super) fn refuse(&mut self, calls: &[Call], limit: u32) -> Vec<(String, String)> {
        let mut here: HashMap<u64, u32> = HashMap::new();
        let mut refused = Vec::new();
        for call in calls.iter().filter(|_| limit > 0) {
            let key = fingerprint(call);
            let seen = self.seen.iter().find(|seen| seen.call == key);
            let before = seen.map_or(0, |seen| seen.count);
            let here = here.entry(key).or_default();
            *here += 1;
            if before + *here < limit.max(2) {
                continue;
            }
            let last = seen.map(|seen| format!(" (last: {})", seen.id)).unwrap_or_default();
            let times = before + *here - 1;
            refused.push((
                call.id.clone(),
                format!(
                    "Error: not run. This call was made {times} times with the same arguments and brought nothing \
                     else{last}. Use that result, change the arguments, or answer."
                ),
            ));
        }
        self.refusals += u32::from(!refused.is_empty());
        refused
    }

    /// Notes what a call that ran has brought.
    pub(super) fn note(&mut self, call: &Call, result: &str) {
        let (key, result) = (fingerprint(call), fnv1a(result.as_bytes()));
        match self.seen.iter_mut().find(|seen| seen.call == key) {
            Some(seen) => {
                seen.count = if seen.result == result { seen.count + 1 } else { 1 };
                seen.result = result;
                seen.id.clone_from(&call.id);
            }
            None => self.seen.push(Seen { call: key, result, count: 1, id: call.id.clone() }),
        }
    }

    /// Whether the model goes on repeating itself although it was told.
    pub(super) fn exhausted(&self) -> bool {
        self.refusals >= MAX_REFUSALS
    }
}

/// Name and arguments as one number; the order of keys does not count.
fn fingerprint(call: &Call) -> u64 {
    let mut text = call.name.clone();
    write_sorted(&call.args, &mut text);
    fnv1a(text.as_bytes())
}

fn write_sorted(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_unstable();
            text.push('{');
            for key in keys {
                text.push_str(key);
                text.push('\u{1}');
                if let Some(value) = fields.get(key) {
                    write_sorted(value, text);
                }
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_sorted(item, text);
                text.push(',');
            }
            text.push(']');
        }
        plain => text.push_str(&json::text(&plain)),
    }
}

/// FNV-1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
