//! What the composer says where nothing is shown: fixed sentences in the person's language, filled with what is there.

use super::around::Around;
use super::call::Done;
use super::reply::{suggesting, text};
use crate::compose::{few_in_words, title_of};
use crate::languages::Language;
use crate::provider::ChatResponse;
use crate::sql::{Column, Table, reading, tables_asked};
use serde_json::Value;

/// How many names a sentence lists, and how many wishes it proposes.
const MOST_NAMES: usize = 8;
const MOST_WISHES: usize = 3;

/// The answer to a wish that nothing is shown for, with wishes that can be answered; `kind` is one of [`crate::compose::SAID`].
pub(super) fn said(kind: &str, wish: &str, around: &Around) -> ChatResponse {
    let language = Language::of(wish);
    let tables: Vec<&str> = around.tables().map(|table| table.name.as_str()).collect();
    let mut widgets: Vec<String> = Vec::new();
    for widget in &around.widgets {
        let title = widget_title(&widget.name, language);
        if !widgets.contains(&title) {
            widgets.push(title);
        }
    }
    let tools: Vec<&str> = around.tools.iter().map(|tool| tool.name.as_str()).collect();
    let data = || listed("data", &tables, language);
    let all = || {
        let widgets: Vec<&str> = widgets.iter().map(String::as_str).collect();
        [data(), listed("widgets", &widgets, language), listed("tools", &tools, language)]
            .into_iter()
            .flatten()
    };
    let mut parts: Vec<String> = Vec::new();
    match kind {
        "thanks" => return text(language.say("welcome")),
        "greeting" | "help" => {
            parts.push(language.say("hello").to_owned());
            parts.extend(all());
        }
        "data" => parts.extend(data()),
        "unclear" => parts.push(language.say("unclear").to_owned()),
        _ => {
            parts.push(language.say("cannot").to_owned());
            parts.extend(all());
        }
    }
    if tables.is_empty() && widgets.is_empty() && tools.is_empty() {
        parts.push(language.say("nothing").to_owned());
    }
    suggesting(&parts.join(" "), answerable(language, around))
}

/// The answer where the data had nothing for the wish, or could not be read, for that reason.
pub(super) fn nothing_found(wish: &str, failure: Option<&str>) -> String {
    let language = Language::of(wish);
    match failure {
        Some(failure) => format!("{} {failure}", language.say("failed")),
        None => language.say("no rows").to_owned(),
    }
}

/// The closing words for a call that has shown, changed or taken away a widget.
pub(super) fn done(wish: &str, call: &Done) -> String {
    let language = Language::of(wish);
    let field = |pointer: &str| call.input.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    if call.is_error {
        return format!("{} {}", language.say("not done"), call.failure());
    }
    if field("/action") == "remove" {
        return language.say("removed").to_owned();
    }
    let titles = [field("/params/title"), field("/params/label")];
    // The person's own words, right below them, say nothing.
    let is_said = |title: &&str| !title.is_empty() && *title != title_of(wish);
    let title = titles.into_iter().find(is_said);
    let value = Some(field("/params/value")).filter(|value| !value.is_empty());
    let shown_as = |widget: &str| format!("{} {}.", language.say("shown as"), widget_title(widget, language));
    let sql = call.line.as_ref().and_then(|line| line.text("sql"));
    let asked = sql.and_then(|sql| told(sql, wish).map(|told| (tables_asked(sql).join(", "), told)));
    let asked_title = asked.as_ref().map(|(_, told)| title_of(told));
    // A title that is the wish does not tell whether it was understood: only what was asked of the data does. A number alone at the
    // beginning would be one of a list in Markdown.
    let of_value = || capital(&widget_title("stat", language));
    let (said, is_told) = match (title, field("/name")) {
        (_, "" | "stat") if value.is_some() => {
            let of = title.or(asked_title.as_deref()).map_or_else(of_value, str::to_owned);
            let said = language.pair(&of, &format!("{}.", value.unwrap_or_default()));
            (said, asked_title == Some(of))
        }
        (Some(title), "") => (language.pair(title, &language.say("changed").to_lowercase()), false),
        (Some(title), widget) => (language.pair(title, &shown_as(widget)), false),
        (None, "") => (language.say("changed").to_owned(), false),
        (None, widget) => (capital(&shown_as(widget)), false),
    };
    let from = asked.map(|(tables, told)| {
        let is_told = is_told || titles.contains(&title_of(&told).as_str());
        let told = if is_told { tables } else { language.pair(&tables, &told) };
        let few = call.input.get("params").and_then(few_in_words).map(|few| format!(" {few}."));
        format!("{} {} {told}.", few.unwrap_or_default(), language.say("from"))
    });
    said + &from.unwrap_or_default()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn listed(key: &str, names: &[&str], language: &Language) -> Option<String> {
    let some = names.get(..MOST_NAMES).unwrap_or(names);
    let more = if some.len() < names.len() { ", …" } else { "." };
    (!some.is_empty()).then(|| language.pair(language.say(key), &format!("{}{more}", some.join(", "))))
}

/// What a person calls a widget of the package; one of a page's own is called by its name, in words.
fn widget_title(name: &str, language: &Language) -> String {
    let known = language.says(&format!("widget {name}"));
    known.map_or_else(|| name.replace(['-', '_'], " "), str::to_owned)
}

/// The question which reading of a wish is meant.
pub(super) fn which(wish: &str) -> &'static str {
    Language::of(wish).say("which")
}

/// What is said of an answer that may be none to the wish.
pub(super) fn unsure(wish: &str) -> &'static str {
    Language::of(wish).say("unsure")
}

/// What a query asks, in the language of a wish.
pub(super) fn told(sql: &str, wish: &str) -> Option<String> {
    reading(sql, Language::of(wish))
}

/// Wishes for the tables that there are: of each kind one, each of another table where there are several.
fn answerable(language: &Language, around: &Around) -> Vec<String> {
    let tables: Vec<&Table> = around.tables().collect();
    let some = tables.get(..MOST_WISHES).unwrap_or(&tables);
    let mut wishes: Vec<String> = Vec::new();
    for turn in 0..some.len() {
        let asks = ["ask average", "ask count", "ask top"].map(|key| language.say(key));
        for (ask, table) in asks.into_iter().zip(some.iter().cycle().skip(turn)) {
            wishes.extend(asked(ask, table).filter(|wish| !wishes.contains(wish)));
        }
    }
    wishes.truncate(MOST_WISHES);
    wishes
}

fn asked(ask: &str, table: &Table) -> Option<String> {
    let called = |column: &Column| column.name.replace('_', " ");
    let mut wish = ask.replace('#', &table.name);
    if wish.contains('@') {
        // Nobody asks for the average of a number that only tells rows apart.
        let mut measures = table.columns.iter().skip(1).filter(|column| column.holds() == "number");
        let measure = measures.rfind(|column| !is_key(&column.name))?;
        wish = wish.replace('@', &called(measure));
    }
    if wish.contains('$') {
        let of = |held: &str| table.columns.iter().find(|column| column.complete && column.holds() == held);
        wish = wish.replace('$', &called(of("kind").or_else(|| of("name"))?));
    }
    Some(wish)
}

fn is_key(name: &str) -> bool {
    ["id", "nr", "no", "key"]
        .iter()
        .any(|word| name.to_lowercase().split(['_', ' ', '-']).any(|part| part == *word))
        || name.ends_with("Id")
}
