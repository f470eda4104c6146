//! How one listed part fills one item: its pieces or words, in order, onto the item's fields.

use super::marks::{bare, is_quoted, numeric, pieces, words};
use super::score::FUNCTION_WORDS;
use serde_json::{Map, Value};

/// A text of an item does not begin with these.
pub(super) const JOINTS: [&str; 9] = ["by", "for", "from", "in", "of", "on", "to", "at", "with"];
/// What stands between a thing and what it is.
const COPULAS: [&str; 4] = ["is", "are", "was", "were"];
/// The thing itself has fewer words.
const MAX_THING: usize = 5;
/// Whose thing it is, or which.
const OWNERS: [&str; 8] = ["the", "his", "her", "its", "our", "my", "your", "their"];
/// Text fields of an item beyond these get nothing.
const MAX_TEXTS: usize = 6;
/// What has more words is a text of its own.
const MAX_WORDS: usize = 100;
/// A part may fill an item in at most so many ways; beyond, the item is left open.
const MAX_WAYS: usize = 600;

/// Every value of `item` that holds just what `part` says, in its order. A `loose` part may begin with words that are not
/// the item's. Empty where the item cannot hold it.
pub(super) fn ways(part: &str, item: &Value, loose: bool) -> Vec<Value> {
    if words(part).len() > MAX_WORDS {
        return Vec::new();
    }
    let starts: Vec<&str> = if loose { suffixes(part) } else { vec![part] };
    let mut found: Vec<Value> = Vec::new();
    for text in starts {
        let values = if is_text(item) {
            limited(bare(text), item).into_iter().collect()
        } else if let Some(tuple) = item.get("prefixItems").and_then(Value::as_array) {
            tuples(text, tuple)
        } else {
            records(text, item)
        };
        if found.len() + values.len() > MAX_WAYS {
            return Vec::new();
        }
        found.extend(values.into_iter().filter(|value| !found.contains(value)).collect::<Vec<_>>());
    }
    found
}

/// Whether any text of a certain length satisfies the schema.
pub(super) fn is_text(schema: &Value) -> bool {
    let special = ["enum", "const", "format", "pattern", "contentEncoding"];
    schema.get("type").and_then(Value::as_str) == Some("string")
        && special.iter().all(|key| schema.get(key).is_none())
}

/// The properties that an object of this schema must have.
pub(super) fn required_keys(schema: &Value) -> Vec<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The text without one, two … of its first words.
fn suffixes(text: &str) -> Vec<&str> {
    let start = |word: &&str| text.get(word.as_ptr() as usize - text.as_ptr() as usize..);
    words(text).iter().filter_map(start).collect()
}

fn limited(text: &str, schema: &Value) -> Option<Value> {
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    let length = text.chars().count() as u64;
    let fits = length >= limit("minLength").unwrap_or(0) && length <= limit("maxLength").unwrap_or(u64::MAX);
    (fits && length > 0).then(|| Value::from(text))
}

fn tuples(text: &str, tuple: &[Value]) -> Vec<Value> {
    if tuple.is_empty() || !tuple.iter().all(is_text) {
        return Vec::new();
    }
    let filled = |split: Vec<String>| -> Option<Value> {
        split
            .iter()
            .zip(tuple)
            .map(|(text, schema)| limited(text, schema))
            .collect::<Option<Vec<_>>>()
            .map(Value::from)
    };
    splits(text, tuple.len()).into_iter().filter_map(filled).collect()
}

/// Objects: choices that the part names are taken out of it, the rest goes to the text fields in their order.
fn records(text: &str, item: &Value) -> Vec<Value> {
    let Some(properties) = item.get("properties").and_then(Value::as_object) else { return Vec::new() };
    let required = required_keys(item);
    let mut rest = Rest { text: text.to_owned(), cut: None };
    let mut chosen: Map<String, Value> = Map::new();
    for (key, property) in properties {
        if let Some(choice) = named_choice(&rest.text, property) {
            rest = without(&rest.text, &choice);
            chosen.insert(key.clone(), Value::from(choice));
        }
    }
    let texts: Vec<&String> = properties
        .iter()
        .filter(|(_, property)| is_text(property))
        .map(|(key, _)| key)
        .take(MAX_TEXTS)
        .collect();
    let known = |key: &&&str| texts.iter().any(|text| text == *key) || chosen.contains_key(**key);
    if !required.iter().all(|key| known(&key)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for split in rest.splits(texts.len()) {
        for keys in subsets(&texts, split.len()) {
            let lacks = |key: &&str| !chosen.contains_key(*key) && !keys.iter().any(|one| one == key);
            if required.iter().any(lacks) {
                continue;
            }
            found.extend(record(properties, &chosen, &keys, &split));
            if let ([first, _], Some(turned)) = (keys.as_slice(), turned(&split))
                && !required.contains(&first.as_str())
            {
                found.extend(record(properties, &chosen, &keys, &turned));
            }
        }
    }
    found
}

/// A thing and its time the other way round ("dinner at 18:30"), where the second text is a number alone.
fn turned(split: &[String]) -> Option<Vec<String>> {
    let [thing, time] = split else { return None };
    if !numeric(&words(time)).iter().all(|is| *is) {
        return None;
    }
    let words = words(thing);
    let end =
        words.iter().rposition(|word| !FUNCTION_WORDS.contains(word) && *word != "at").map_or(0, |at| at + 1);
    let thing = words.get(..end).filter(|words| !words.is_empty())?.join(" ");
    Some(vec![time.clone(), thing])
}

/// One object, its fields in the order of the schema.
fn record(
    properties: &Map<String, Value>,
    chosen: &Map<String, Value>,
    keys: &[&String],
    split: &[String],
) -> Option<Value> {
    let mut fields = Map::new();
    for (key, property) in properties {
        if let Some(choice) = chosen.get(key) {
            fields.insert(key.clone(), choice.clone());
        } else if let Some(text) = keys.iter().position(|one| *one == key).and_then(|index| split.get(index))
        {
            fields.insert(key.clone(), limited(text, property)?);
        }
    }
    Some(Value::Object(fields))
}

/// The choice of `property` that is a word of `text`.
fn named_choice(text: &str, property: &Value) -> Option<String> {
    let choices = property.get("enum").and_then(Value::as_array)?;
    let is_said = |choice: &&str| words(text).iter().any(|word| bare(word).eq_ignore_ascii_case(choice));
    choices.iter().filter_map(Value::as_str).find(is_said).map(str::to_owned)
}

/// What is left of a part when a choice is taken out of it, and in front of which word that stood.
struct Rest {
    text: String,
    cut: Option<usize>,
}

impl Rest {
    /// Into which texts it falls, at most `most`: a choice in its middle parts what is around it.
    fn splits(&self, most: usize) -> Vec<Vec<String>> {
        let words = words(&self.text);
        match self.cut {
            Some(cut) if cut == 0 || cut >= words.len() || most < 2 => splits(&self.text, 1),
            Some(cut) => cut_at(&words, &[cut]).into_iter().collect(),
            None => {
                counts(&self.text, most).into_iter().flat_map(|count| splits(&self.text, count)).collect()
            }
        }
    }
}

fn without(text: &str, word: &str) -> Rest {
    let all = words(text);
    let cut = all.iter().position(|one| bare(one).eq_ignore_ascii_case(word));
    let kept = all.iter().enumerate().filter(|(index, _)| Some(*index) != cut).map(|(_, word)| *word);
    Rest { text: kept.collect::<Vec<_>>().join(" "), cut }
}

/// Into how many texts a part may fall: as its punctuation or numbers say, else one or two.
fn counts(text: &str, most: usize) -> Vec<usize> {
    let (pieces, numbers) = (pieces(text).len(), boundaries(&words(text)).len());
    let sure = if pieces > 1 { pieces } else { numbers + 1 };
    match (sure > 1, most) {
        (_, 0) => Vec::new(),
        _ if is_quoted(text) => vec![1],
        (true, _) => vec![sure.min(most)],
        (false, 1) => vec![1],
        (false, _) => vec![1, 2],
    }
}

/// The ways of cutting a text into `count` texts: at its own punctuation where it has any, else between words, and there
/// beside numbers where it has any.
pub(super) fn splits(text: &str, count: usize) -> Vec<Vec<String>> {
    let own = pieces(text);
    if own.len() > 1 && count > 1 {
        let (first, last) = own.split_at((count - 1).min(own.len()));
        let rest = last.join(", ");
        let mut split: Vec<String> = first.iter().map(|piece| (*piece).to_owned()).collect();
        split.extend((!rest.is_empty()).then_some(rest));
        return if split.len() == count { vec![split] } else { Vec::new() };
    }
    let words = words(text);
    if let (2, Some(split)) = (count, by_copula(&words)) {
        return vec![split];
    }
    let sure = boundaries(&words);
    let open: Vec<usize> = (1..words.len()).filter(|at| !joins(&words, *at)).collect();
    let cuts = if sure.len() + 1 >= count { &sure } else { &open };
    match count {
        1 => vec![vec![bare(text).to_owned()]],
        2 => {
            let others = if sure.is_empty() { Vec::new() } else { beside_names(&words) };
            cuts.iter().chain(&others).filter_map(|cut| cut_at(&words, &[*cut])).collect()
        }
        3 => {
            let pairs = cuts.iter().flat_map(|first| cuts.iter().map(move |second| (*first, *second)));
            pairs
                .filter(|(first, second)| first < second)
                .filter_map(|(first, second)| cut_at(&words, &[first, second]))
                .collect()
        }
        _ if sure.len() + 1 == count => cut_at(&words, &sure).into_iter().collect(),
        _ if words.len() == count => {
            cut_at(&words, &(1..words.len()).collect::<Vec<_>>()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A thing and what it is ("the aperture is 130 mm").
fn by_copula(words: &[&str]) -> Option<Vec<String>> {
    let at = words.iter().position(|word| COPULAS.contains(word)).filter(|at| *at < MAX_THING)?;
    let from = usize::from(words.first().is_some_and(|word| OWNERS.contains(&word.to_lowercase().as_str())));
    let text = |words: Option<&[&str]>| {
        words.map(|words| bare(&words.join(" ")).to_owned()).filter(|text| !text.is_empty())
    };
    Some(vec![text(words.get(from..at))?, text(words.get(at + 1..))?])
}

/// Where numbers part the words: in front of a number, or behind one that comes first; words behind a later number are
/// its unit unless more numbers follow.
fn boundaries(words: &[&str]) -> Vec<usize> {
    let numeric = numeric(words);
    let first = numeric.iter().position(|is| *is);
    let Some(first) = first else { return Vec::new() };
    let behind = |from: usize| numeric.iter().skip(from).position(|is| !is).map(|length| from + length);
    match (first, behind(first)) {
        (0, Some(end)) => vec![end],
        (0, None) => Vec::new(),
        (first, _) => vec![first],
    }
}

/// Other cuts beside numbers: behind the unit or month of a first one ("3 kg flour"), around the name that a later one
/// belongs to ("engine Merlin 66").
fn beside_names(words: &[&str]) -> Vec<usize> {
    let capital = |word: &&str| word.starts_with(char::is_uppercase);
    match boundaries(words).first() {
        Some(end) if numeric(words).first() == Some(&true) => {
            let counts = |word: &str| word.len() < 4 && word.bytes().all(|byte| byte.is_ascii_digit());
            let unit = |word: &&str| capital(word) || word.chars().count() < 4;
            let found = counts(words.first().unwrap_or(&"")) && words.get(*end).is_some_and(unit);
            Some(end + 1).filter(|cut| found && *cut < words.len()).into_iter().collect()
        }
        Some(number) => {
            let names = words.iter().take(*number).rev().take_while(|word| capital(word)).count();
            // A name that the text begins with is a month, and ends behind its year.
            let cut = if names == *number { number + 1 } else { number - names };
            let dated = names < *number || words.get(*number).is_some_and(is_year);
            Some(cut).filter(|cut| names > 0 && dated && *cut < words.len()).into_iter().collect()
        }
        None => Vec::new(),
    }
}

fn is_year(word: &&str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text that began at this word would begin with one that joins it to what stands in front ("in", "of").
fn joins(words: &[&str], at: usize) -> bool {
    let is_joint = |word: &&str| JOINTS.contains(word);
    words.get(at).is_some_and(is_joint) && words.len() > 2
}

fn cut_at(words: &[&str], cuts: &[usize]) -> Option<Vec<String>> {
    let ends = cuts.iter().copied().chain([words.len()]);
    let starts = [0].into_iter().chain(cuts.iter().copied());
    starts
        .zip(ends)
        .map(|(start, end)| {
            Some(bare(&words.get(start..end)?.join(" ")).to_owned()).filter(|text| !text.is_empty())
        })
        .collect()
}

/// The choices of `count` of the keys, in their order.
fn subsets<'k>(keys: &[&'k String], count: usize) -> Vec<Vec<&'k String>> {
    match (count, keys) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, count - 1).into_iter().map(|mut tail| {
                tail.insert(0, *first);
                tail
            });
            with.chain(subsets(rest, count)).collect()
        }
    }
}
