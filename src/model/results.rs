//! The store of full tool results, from which `recall` reads: what is kept, and what goes when it is full.

use super::weight::weight;
use crate::json;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// What a store keeps by default, in bytes.
const DEFAULT_BUDGET_BYTES: usize = 64 * 1024 * 1024;
/// How many ids of dropped results are remembered, so that `recall` can say why they are gone.
const MAX_EVICTED_IDS: usize = 1_000;
/// Longer ids are not remembered once dropped; real ones have 9 to 40 bytes.
const MAX_EVICTED_ID_BYTES: usize = 256;

/// Full results of tool calls by tool call id, within a budget of bytes. Clones share one store.
#[derive(Clone, Default)]
pub struct Results(Rc<RefCell<Store>>);

struct Entry {
    text: Rc<str>,
    chars: usize,
    /// The structured result, or what reading the text as JSON gave.
    value: Option<Rc<Value>>,
    /// True when `value` came from the tool and is no copy of `text`.
    structured: bool,
    bytes: usize,
    used_at: u64,
}

struct Store {
    entries: HashMap<Rc<str>, Entry>,
    /// By the time of the last use.
    by_use: VecDeque<(u64, Rc<str>)>,
    evicted: HashSet<Rc<str>>,
    evicted_in_order: VecDeque<Rc<str>>,
    bytes: usize,
    budget_bytes: usize,
    clock: u64,
}

impl Default for Store {
    fn default() -> Self {
        Store {
            entries: HashMap::new(),
            by_use: VecDeque::new(),
            evicted: HashSet::new(),
            evicted_in_order: VecDeque::new(),
            bytes: 0,
            budget_bytes: DEFAULT_BUDGET_BYTES,
            clock: 0,
        }
    }
}

impl Results {
    /// A store that keeps at most `bytes` (64 MiB by default). The result that was not used for longest goes
    /// first; one that is larger than the whole budget is not kept at all.
    pub fn with_budget(bytes: usize) -> Self {
        Results(Rc::new(RefCell::new(Store { budget_bytes: bytes, ..Store::default() })))
    }

    /// Keeps `text` under `id`, in place of an earlier result of that id.
    pub fn insert(&self, id: &str, text: &str) {
        self.insert_value(id, text, None);
    }

    /// Keeps `text` under `id` together with the tool's `structured` result, which paths of `recall` read.
    pub fn insert_value(&self, id: &str, text: &str, structured: Option<Value>) {
        self.0.borrow_mut().insert(id, text, structured);
    }

    /// The full text kept under `id`. Counts as a use.
    pub fn get(&self, id: &str) -> Option<Rc<str>> {
        let mut store = self.0.borrow_mut();
        store.touch(id);
        store.entries.get(id).map(|entry| entry.text.clone())
    }

    /// The result kept under `id` as a value: the structured one, else the text read as JSON, else the text
    /// as a JSON string. Counts as a use; the text is read once.
    pub fn value(&self, id: &str) -> Option<Rc<Value>> {
        self.0.borrow_mut().value(id)
    }

    /// The text under `id`, without counting as a use.
    pub fn peek(&self, id: &str) -> Option<Rc<str>> {
        self.0.borrow().entries.get(id).map(|entry| entry.text.clone())
    }

    /// How many characters the text under `id` has, without counting as a use.
    pub fn chars(&self, id: &str) -> Option<usize> {
        self.0.borrow().entries.get(id).map(|entry| entry.chars)
    }

    /// True when a result of that id was kept once and was dropped for memory.
    pub fn was_evicted(&self, id: &str) -> bool {
        self.0.borrow().evicted.contains(id)
    }

    /// The ids that are kept, the least recently used first.
    pub fn ids(&self) -> Vec<String> {
        self.0.borrow().by_use.iter().map(|(_, id)| id.as_ref().to_owned()).collect()
    }

    /// What is kept now, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.borrow().bytes
    }

    /// The store as JSON, for a saved session: `{"results": [{id, text, structured?}], "evicted": [id]}`,
    /// the least recently used first, in at most `most` bytes of JSON. What does not fit is listed as evicted, the least
    /// recently used first.
    pub fn to_json(&self, most: usize) -> Value {
        let store = self.0.borrow();
        let (mut left, mut results, mut dropped) = (most, Vec::new(), Vec::new());
        for (_, id) in store.by_use.iter().rev() {
            let Some(entry) = store.entries.get(id) else { continue };
            let mut written = json!({"id": id.as_ref(), "text": entry.text.as_ref()});
            if let (Some(value), true, Some(fields)) =
                (&entry.value, entry.structured, written.as_object_mut())
            {
                fields.insert("structured".into(), value.as_ref().clone());
            }
            let cost = json::text(&written).len() + 1;
            match left.checked_sub(cost) {
                Some(rest) if dropped.is_empty() => {
                    left = rest;
                    results.push(written);
                }
                _ => dropped.push(id.as_ref()),
            }
        }
        results.reverse();
        let evicted = store.evicted_in_order.iter().map(AsRef::as_ref).chain(dropped.into_iter().rev());
        json!({"results": results, "evicted": evicted.collect::<Vec<&str>>()})
    }

    /// Reads what [`Results::to_json`] wrote into a store of `budget_bytes`.
    ///
    /// Fails with a sentence that names the place that cannot be read.
    pub fn from_json(saved: &Value, budget_bytes: usize) -> Result<Self, String> {
        let results = Results::with_budget(budget_bytes);
        let list = |key: &str| match saved.get(key) {
            Some(Value::Array(items)) => Ok(items.clone()),
            None if key == "evicted" => Ok(Vec::new()),
            _ => Err(format!("the saved results lack the list '{key}'")),
        };
        for id in list("evicted")? {
            let id = id.as_str().ok_or("the saved results hold an evicted id that is no string")?;
            results.0.borrow_mut().remember_evicted(Rc::from(id));
        }
        for (index, entry) in list("results")?.iter().enumerate() {
            let field = |name: &str| {
                entry.get(name).and_then(Value::as_str).ok_or_else(|| {
                    format!("results[{index}].{name} of the saved results is missing or no string")
                })
            };
            results.insert_value(field("id")?, field("text")?, entry.get("structured").cloned());
        }
        Ok(results)
    }
}

impl Store {
    fn insert(&mut self, id: &str, text: &str, structured: Option<Value>) {
        self.remove(id);
        self.forget_evicted(id);
        let bytes = id.len() + text.len() + structured.as_ref().map_or(0, weight);
        let id: Rc<str> = Rc::from(id);
        if bytes > self.budget_bytes {
            self.remember_evicted(id);
            return;
        }
        self.clock += 1;
        self.bytes += bytes;
        self.by_use.push_back((self.clock, id.clone()));
        let entry = Entry {
            text: Rc::from(text),
            chars: text.chars().count(),
            structured: structured.is_some(),
            value: structured.map(Rc::new),
            bytes,
            used_at: self.clock,
        };
        self.entries.insert(id, entry);
        self.make_room();
    }

    fn value(&mut self, id: &str) -> Option<Rc<Value>> {
        self.touch(id);
        let budget_bytes = self.budget_bytes;
        let entry = self.entries.get_mut(id)?;
        if let Some(value) = &entry.value {
            return Some(value.clone());
        }
        let value = json::parse(&json::quote_large(&entry.text))
            .unwrap_or_else(|_| Value::String(entry.text.to_string()));
        let more = weight(&value);
        let value = Rc::new(value);
        if entry.bytes + more <= budget_bytes {
            entry.value = Some(value.clone());
            entry.bytes += more;
            self.bytes += more;
            self.make_room();
        }
        Some(value)
    }

    fn touch(&mut self, id: &str) {
        let Some(used_at) = self.entries.get(id).map(|entry| entry.used_at) else { return };
        if let (Some(id), Some(entry)) = (self.unused(used_at), self.entries.get_mut(id)) {
            self.clock += 1;
            entry.used_at = self.clock;
            self.by_use.push_back((self.clock, id));
        }
    }

    /// Forgets a use, and says of what it was.
    fn unused(&mut self, used_at: u64) -> Option<Rc<str>> {
        let place = self.by_use.binary_search_by_key(&used_at, |(used_at, _)| *used_at).ok()?;
        self.by_use.remove(place).map(|(_, id)| id)
    }

    fn remove(&mut self, id: &str) {
        if let Some(entry) = self.entries.remove(id) {
            self.unused(entry.used_at);
            self.bytes -= entry.bytes;
        }
    }

    fn make_room(&mut self) {
        while self.bytes > self.budget_bytes
            && let Some((_, id)) = self.by_use.pop_front()
        {
            self.remove(&id);
            self.remember_evicted(id);
        }
    }

    fn remember_evicted(&mut self, id: Rc<str>) {
        if id.len() <= MAX_EVICTED_ID_BYTES && self.evicted.insert(id.clone()) {
            self.evicted_in_order.push_back(id);
        }
        if self.evicted_in_order.len() > MAX_EVICTED_IDS
            && let Some(oldest) = self.evicted_in_order.pop_front()
        {
            self.evicted.remove(&oldest);
        }
    }

    fn forget_evicted(&mut self, id: &str) {
        if self.evicted.remove(id) {
            self.evicted_in_order.retain(|known| known.as_ref() != id);
        }
    }
}
