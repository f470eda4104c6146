//! A reply while it streams in: thoughts, text, pictures and tool calls, put together piece by piece.

use super::delta::{Delta, OnDelta};
use super::part::{Call, Part, made_id};
use super::tool_text::{Found, Offered, Scanner};
use crate::error::{Code, Error, Result};
use crate::http::MAX_BODY_BYTES;
use crate::json;
use crate::model::{Opaque, Usage};
use serde_json::Value;

/// The most tool calls that one reply may hold.
const MAX_CALLS: usize = 128;
/// The most pieces of any kind that one reply may hold.
const MAX_PARTS: usize = 4_096;

/// How far a reply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    bytes: usize,
    parts: usize,
    ends: bool,
}

/// The progress of a reply of which nothing has come.
pub(super) const NOTHING: Progress = Progress { bytes: 0, parts: 0, ends: false };

/// Collects a reply.
#[derive(Default)]
pub(super) struct Reply {
    pub(super) parts: Vec<Part>,
    /// Distinguishes the ids that are made here from those of other replies.
    seed: u64,
    bytes: usize,
    calls: usize,
    pub(super) stop_reason: Option<String>,
    /// The provider's own words on why it stopped.
    pub(super) explanation: Option<String>,
    pub(super) usage: Option<Usage>,
    usage_told: Option<Usage>,
    /// The provider said that the reply is complete.
    pub(super) finished: bool,
    /// Arguments came as values, not as text: nobody can tell whether the last of them are all there.
    pub(super) parsed: bool,
    /// Something of the reply was told: it cannot be taken back.
    told: bool,
    /// Opaque data on the answer as a whole.
    pub(super) on_text: Option<Opaque>,
    /// Looks for calls in the text.
    scanner: Option<Scanner>,
    /// Which tools the model may call, where that is known.
    pub(super) offered: Option<Offered>,
}

impl Reply {
    /// A reply whose missing ids are made from `seed`.
    pub(super) fn new(seed: u64) -> Self {
        Reply { seed, ..Reply::default() }
    }

    /// How far it is: it changes with everything that the model writes.
    pub(super) fn progress(&self) -> Progress {
        Progress {
            bytes: self.bytes,
            parts: self.parts.len(),
            ends: self.finished || self.stop_reason.is_some(),
        }
    }

    /// Whether it has come to its regular end with nothing but thoughts.
    pub(super) fn is_empty_answer(&self) -> bool {
        self.stop_reason.as_deref() == Some("end_turn") && self.parts.iter().all(Part::is_thought)
    }

    /// Whether text, thoughts or calls were told.
    pub(super) fn is_told(&self) -> bool {
        self.told
    }

    /// Tells the tools' names from what models and servers write around them.
    pub(super) fn set_offered(&mut self, offered: Offered) {
        self.offered = Some(offered);
    }

    /// Takes calls that are written as text for what they are.
    pub(super) fn look_for_calls(&mut self, scanner: Scanner) {
        self.scanner = Some(scanner);
    }

    pub(super) fn add_text(&mut self, piece: &str) -> Result<()> {
        if piece.is_empty() {
            return Ok(());
        }
        self.weigh(piece.len())?;
        let Some(mut scanner) = self.scanner.take() else { return self.say(piece) };
        scanner.push(piece).into_iter().try_for_each(|found| self.add_found(found))?;
        self.scanner = Some(scanner);
        Ok(())
    }

    /// Lets go of text that the scanner holds back, for something else follows it.
    fn settle_text(&mut self) -> Result<()> {
        let Some(scanner) = self.scanner.take_if(|scanner| scanner.is_holding()) else { return Ok(()) };
        let next = scanner.following();
        scanner.finish().into_iter().try_for_each(|found| self.add_found(found))?;
        self.scanner = Some(next);
        Ok(())
    }

    fn add_found(&mut self, found: Found) -> Result<()> {
        match found {
            Found::Text(text) => self.say(&text),
            Found::Thought(text) => self.add_reasoning(None, &text),
            Found::ThoughtSoFar => {
                self.parts.iter_mut().for_each(Part::turn_into_reasoning);
                Ok(())
            }
            Found::Call { name, arguments } => self.add_call(None, "", &name, &arguments),
        }
    }

    /// Looks at what the scanner still holds: half a call at a limit is half a call, otherwise it is text.
    pub(super) fn end_of_text(&mut self) -> Result<()> {
        let Some(scanner) = self.scanner.take() else { return Ok(()) };
        let limited =
            !matches!(self.stop_reason.as_deref(), None | Some("end_turn" | "tool_use" | "stop_sequence"));
        match scanner.unfinished().filter(|_| limited) {
            Some((name, written)) => self.add_call(None, "", &name, &written),
            None => scanner.finish().into_iter().try_for_each(|found| self.add_found(found)),
        }
    }

    fn say(&mut self, piece: &str) -> Result<()> {
        match self.parts.last_mut() {
            Some(Part::Text { text, .. }) => text.push_str(piece),
            _ => self.push(Part::Text { text: piece.to_owned(), told: 0 })?,
        }
        Ok(())
    }

    /// Adds to the thought `key`, or to a new one. A thought without a key goes on as long as nothing else comes.
    pub(super) fn add_reasoning(&mut self, key: Option<u64>, piece: &str) -> Result<()> {
        self.weigh(piece.len())?;
        self.thought(key)?.push_str(piece);
        Ok(())
    }

    /// The text of the thought `key`, which is begun where there is none.
    fn thought(&mut self, key: Option<u64>) -> Result<&mut String> {
        let last = self.parts.len().checked_sub(1);
        let known = match key {
            Some(key) => self.parts.iter().rposition(|part| part.is_thought_at(key)),
            None => last.filter(|at| self.parts.get(*at).is_some_and(Part::is_thought)),
        };
        let at = match known {
            Some(at) => at,
            None => {
                self.push(Part::Reasoning { key, text: String::new(), told: 0, opaque: None })?;
                self.parts.len() - 1
            }
        };
        match self.parts.get_mut(at) {
            Some(Part::Reasoning { text, .. }) => Ok(text),
            _ => Err(Error::new(Code::Internal, "A thought was looked for where there is none.")),
        }
    }

    /// Changes the opaque data of the thought `key`, which is begun where there is none.
    pub(super) fn with_opaque(
        &mut self,
        key: Option<u64>,
        change: impl FnOnce(&mut Option<Opaque>) -> usize,
    ) -> Result<()> {
        self.thought(key)?;
        let found = self.parts.iter_mut().rev().find_map(|part| match part {
            Part::Reasoning { key: known, opaque, .. } if key.is_none() || *known == key => Some(opaque),
            _ => None,
        });
        let bytes = found.map_or(0, change);
        self.weigh(bytes)
    }

    /// Adds a thought that has opaque data alone.
    pub(super) fn add_opaque(&mut self, opaque: Opaque) -> Result<()> {
        self.weigh(json::text(&opaque.data).len())?;
        self.push(Part::Reasoning { key: None, text: String::new(), told: 0, opaque: Some(opaque) })
    }

    /// Adds a picture that the model made.
    pub(super) fn add_image(&mut self, data: &str, media_type: &str) -> Result<()> {
        self.weigh(data.len())?;
        self.push(Part::Image { data: data.to_owned(), media_type: media_type.to_owned() })
    }

    /// Adds a piece of the call `key`; pieces without a key belong to the last call, unless they bring another id.
    ///
    /// Some servers give all calls of a reply the key 0: see [`Call::goes_on`].
    pub(super) fn add_call(&mut self, key: Option<u64>, id: &str, name: &str, arguments: &str) -> Result<()> {
        self.weigh(id.len() + name.len() + arguments.len())?;
        let place = self.parts.iter().rposition(|part| {
            let Part::Call(call) = part else { return false };
            match key {
                Some(_) => call.key == key,
                None if id.is_empty() => name.is_empty(),
                None => call.id == id,
            }
        });
        let place = place.filter(|place| {
            let Some(Part::Call(call)) = self.parts.get(*place) else { return false };
            call.goes_on(id, name, arguments, self.offered.as_ref())
        });
        let place = match place {
            Some(place) => place,
            None => {
                self.calls += 1;
                if self.calls > MAX_CALLS {
                    let problem = format!("The model made more than {MAX_CALLS} tool calls at once.");
                    return Err(Error::new(Code::Protocol, problem));
                }
                self.push(Part::Call(Call::new(key)))?;
                self.parts.len() - 1
            }
        };
        if let Some(Part::Call(call)) = self.parts.get_mut(place) {
            call.add(id, name, arguments);
        }
        Ok(())
    }

    /// The arguments of the call `key` as a whole, where its pieces did not come.
    pub(super) fn complete_call(&mut self, key: Option<u64>, arguments: &str) -> Result<()> {
        let call = self.parts.iter_mut().rev().find_map(|part| match part {
            Part::Call(call) if call.key == key => Some(call),
            _ => None,
        });
        let Some(call) = call.filter(|call| call.arguments.is_empty()) else { return Ok(()) };
        call.arguments.push_str(arguments);
        self.weigh(arguments.len())
    }

    pub(super) fn set_stop_reason(&mut self, reason: &str) {
        self.stop_reason = Some(reason.to_owned());
    }

    /// Takes a count of tokens; providers count up while they write.
    pub(super) fn set_usage(&mut self, usage: Usage) {
        self.usage = Some(self.usage.unwrap_or_default().max(usage));
    }

    pub(super) fn finish(&mut self) {
        self.finished = true;
    }

    /// Tells what came since it was last asked.
    pub(super) fn tell(&mut self, hear: &OnDelta) {
        self.tell_as(false, hear);
    }

    /// Tells the rest: nothing more comes.
    pub(super) fn tell_all(&mut self, hear: &OnDelta) {
        self.tell_as(true, hear);
    }

    fn tell_as(&mut self, ended: bool, hear: &OnDelta) {
        for (place, part) in self.parts.iter_mut().enumerate() {
            self.told |= part.tell((self.seed, place), self.offered.as_ref(), ended, hear);
        }
        if self.usage != self.usage_told
            && let Some(usage) = self.usage
        {
            self.usage_told = self.usage;
            hear(&Delta::Usage { usage });
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// An id for a call that is about to be added without one.
    pub(super) fn make_id(&self) -> String {
        made_id(self.seed, self.parts.len())
    }

    fn push(&mut self, part: Part) -> Result<()> {
        self.settle_text()?;
        if self.parts.len() >= MAX_PARTS {
            let problem = format!("The model's reply has more than {MAX_PARTS} parts.");
            return Err(Error::new(Code::Protocol, problem));
        }
        self.parts.push(part);
        Ok(())
    }

    fn weigh(&mut self, bytes: usize) -> Result<()> {
        self.bytes += bytes;
        if self.bytes > MAX_BODY_BYTES {
            let problem =
                format!("The model's reply is larger than {MAX_BODY_BYTES} bytes; lower maxTokens.");
            return Err(Error::new(Code::Protocol, problem));
        }
        Ok(())
    }
}

/// A text member of `value`, or none.
pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
