//! What the composer says where nothing is shown: fixed sentences in the person's language, filled with what is there.

use super::around::Around;
use super::call::Done;
use super::titles::titled;
use super::tongue::{Tongue, tongue_of};
use crate::compose::{Column, Spoken, Table, reading, tables_asked, title_of};
use serde_json::Value;

/// How many names a sentence lists, and how many wishes it proposes.
const MOST_NAMES: usize = 8;
const MOST_WISHES: usize = 3;

struct Phrases {
    hello: &'static str,
    welcome: &'static str,
    widgets: &'static str,
    data: &'static str,
    tools: &'static str,
    try_these: &'static str,
    unclear: &'static str,
    cannot: &'static str,
    nothing: &'static str,
    no_rows: &'static str,
    failed: &'static str,
    shown_as: &'static str,
    /// In front of the tables that were asked.
    from: &'static str,
    removed: &'static str,
    changed: &'static str,
    not_done: &'static str,
    /// As the language sets it.
    colon: &'static str,
    /// Wishes for a table: `#` is its name, `@` a column of numbers, `$` one of words.
    asks: [&'static str; 3],
}

fn phrases(tongue: Tongue) -> Phrases {
    match tongue {
        Tongue::English => Phrases {
            hello: "Hello! I turn wishes into widgets on this page.",
            welcome: "You are welcome.",
            widgets: "What you tell me I can show as",
            data: "I can answer questions about",
            tools: "I can call",
            try_these: "Try",
            unclear: "I am not sure what you mean.",
            cannot: "I cannot do that.",
            nothing: "Nothing is connected that I could show.",
            no_rows: "I found nothing in the data that fits.",
            failed: "The data could not be read:",
            shown_as: "shown as",
            from: "From",
            removed: "Removed.",
            changed: "Changed.",
            not_done: "That did not work:",
            colon: ":",
            asks: ["average @ by $", "how many # are there?", "top 5 # by @"],
        },
        Tongue::German => Phrases {
            hello: "Hallo! Ich mache aus Wünschen Widgets auf dieser Seite.",
            welcome: "Gern geschehen.",
            widgets: "Was Sie mir nennen, zeige ich als",
            data: "Ich beantworte Fragen zu",
            tools: "Ich kann aufrufen",
            try_these: "Zum Beispiel",
            unclear: "Ich bin nicht sicher, was Sie meinen.",
            cannot: "Das kann ich nicht.",
            nothing: "Es ist nichts verbunden, was ich zeigen könnte.",
            no_rows: "In den Daten habe ich nichts Passendes gefunden.",
            failed: "Die Daten konnten nicht gelesen werden:",
            shown_as: "gezeigt als",
            from: "Aus",
            removed: "Entfernt.",
            changed: "Geändert.",
            not_done: "Das ging nicht:",
            colon: ":",
            asks: ["@ im Schnitt pro $", "wie viele # gibt es?", "die 5 # mit dem höchsten @"],
        },
        Tongue::French => Phrases {
            hello: "Bonjour ! Je transforme les souhaits en widgets sur cette page.",
            welcome: "Avec plaisir.",
            widgets: "Ce que vous me donnez, je peux le montrer comme",
            data: "Je réponds aux questions sur",
            tools: "Je peux appeler",
            try_these: "Par exemple",
            unclear: "Je ne suis pas sûr de comprendre.",
            cannot: "Je ne sais pas faire cela.",
            nothing: "Rien n'est connecté que je puisse montrer.",
            no_rows: "Je n'ai rien trouvé qui corresponde dans les données.",
            failed: "Les données n'ont pas pu être lues :",
            shown_as: "montré comme",
            from: "De",
            removed: "Retiré.",
            changed: "Modifié.",
            not_done: "Cela n'a pas marché :",
            colon: " :",
            asks: ["moyenne de @ par $", "combien de # y a-t-il ?", "les 5 # avec le plus de @"],
        },
        Tongue::Spanish => Phrases {
            hello: "¡Hola! Convierto deseos en widgets en esta página.",
            welcome: "De nada.",
            widgets: "Lo que me diga lo puedo mostrar como",
            data: "Respondo preguntas sobre",
            tools: "Puedo llamar a",
            try_these: "Por ejemplo",
            unclear: "No estoy seguro de lo que quiere decir.",
            cannot: "Eso no lo sé hacer.",
            nothing: "No hay nada conectado que pueda mostrar.",
            no_rows: "No he encontrado nada que encaje en los datos.",
            failed: "No se pudieron leer los datos:",
            shown_as: "mostrado como",
            from: "De",
            removed: "Quitado.",
            changed: "Cambiado.",
            not_done: "No funcionó:",
            colon: ":",
            asks: ["promedio de @ por $", "¿cuántos # hay?", "los 5 # con más @"],
        },
        Tongue::Italian => Phrases {
            hello: "Ciao! Trasformo i desideri in widget su questa pagina.",
            welcome: "Prego.",
            widgets: "Quello che mi dici lo posso mostrare come",
            data: "Rispondo a domande su",
            tools: "Posso chiamare",
            try_these: "Per esempio",
            unclear: "Non sono sicuro di aver capito.",
            cannot: "Questo non lo so fare.",
            nothing: "Non è collegato nulla che io possa mostrare.",
            no_rows: "Nei dati non ho trovato nulla di adatto.",
            failed: "I dati non si sono potuti leggere:",
            shown_as: "mostrato come",
            from: "Da",
            removed: "Tolto.",
            changed: "Cambiato.",
            not_done: "Non ha funzionato:",
            colon: ":",
            asks: ["media di @ per $", "quanti # ci sono?", "i 5 # con più @"],
        },
    }
}

/// The answer to a wish that nothing is shown for; `kind` is one of [`crate::compose::SAID`].
pub(super) fn said(kind: &str, wish: &str, around: &Around) -> String {
    let tongue = tongue_of(wish);
    let phrases = phrases(tongue);
    let tables: Vec<&str> = around.tables().map(|table| table.name.as_str()).collect();
    let titles: Vec<String> = around.widgets.iter().map(|widget| titled(&widget.name, tongue)).collect();
    let widgets: Vec<&str> = titles.iter().map(String::as_str).collect();
    let tools: Vec<&str> = around.tools.iter().map(|tool| tool.name.as_str()).collect();
    let colon = phrases.colon;
    let data = || listed(phrases.data, colon, &tables);
    let all = || {
        [data(), listed(phrases.widgets, colon, &widgets), listed(phrases.tools, colon, &tools)]
            .into_iter()
            .flatten()
    };
    let mut parts: Vec<String> = Vec::new();
    match kind {
        "thanks" => return phrases.welcome.to_owned(),
        "greeting" | "help" => {
            parts.push(phrases.hello.to_owned());
            parts.extend(all());
        }
        "data" => parts.extend(data()),
        "unclear" => parts.push(phrases.unclear.to_owned()),
        _ => {
            parts.push(phrases.cannot.to_owned());
            parts.extend(all());
        }
    }
    if tables.is_empty() && widgets.is_empty() && tools.is_empty() {
        parts.push(phrases.nothing.to_owned());
    }
    parts.extend(proposed(&phrases, around));
    parts.join(" ")
}

/// The answer where the data had nothing for the wish, or could not be read, for that reason.
pub(super) fn nothing_found(wish: &str, failure: Option<&str>) -> String {
    let phrases = phrases(tongue_of(wish));
    failure.map_or_else(|| phrases.no_rows.to_owned(), |failure| format!("{} {failure}", phrases.failed))
}

/// The closing words for a call that has shown, changed or taken away a widget.
pub(super) fn done(wish: &str, call: &Done) -> String {
    let tongue = tongue_of(wish);
    let phrases = phrases(tongue);
    let field = |pointer: &str| call.input.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    if call.is_error {
        return format!("{} {}", phrases.not_done, call.failure());
    }
    if field("/action") == "remove" {
        return phrases.removed.to_owned();
    }
    let title = [field("/params/title"), field("/params/label")].into_iter().find(|title| !title.is_empty());
    let value = Some(field("/params/value")).filter(|value| !value.is_empty());
    let said = match (title, field("/name")) {
        (Some(title), "" | "stat") if value.is_some() => {
            format!("{title}{} {}.", phrases.colon, value.unwrap_or_default())
        }
        (Some(title), "") => format!("{title}."),
        (Some(title), widget) => {
            format!("{title}{} {} {}.", phrases.colon, phrases.shown_as, titled(widget, tongue))
        }
        (None, "") => phrases.changed.to_owned(),
        (None, widget) => format!("{} {}.", capital(phrases.shown_as), titled(widget, tongue)),
    };
    // A title that is the wish does not tell whether it was understood: only what was asked of the data does.
    let sql = call.line.as_ref().and_then(|line| line.text("sql"));
    let asked = sql.and_then(|sql| {
        let (tables, told) = (tables_asked(sql).join(", "), told(sql, wish)?);
        let is_title = title.is_some_and(|title| title == title_of(&told));
        let told = if is_title { String::new() } else { format!("{} {told}", phrases.colon) };
        Some(format!(" {} {tables}{told}.", phrases.from))
    });
    said + &asked.unwrap_or_default()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn listed(title: &str, colon: &str, names: &[&str]) -> Option<String> {
    let some = names.get(..MOST_NAMES).unwrap_or(names);
    let more = if some.len() < names.len() { ", …" } else { "." };
    (!some.is_empty()).then(|| format!("{title}{colon} {}{more}", some.join(", ")))
}

/// Wishes for the tables that there are: of each kind one, each of another table where there are several.
fn proposed(phrases: &Phrases, around: &Around) -> Option<String> {
    let tables: Vec<&Table> = around.tables().collect();
    let some = tables.get(..MOST_WISHES).unwrap_or(&tables);
    let mut wishes: Vec<String> = Vec::new();
    for turn in 0..some.len() {
        for (ask, table) in phrases.asks.iter().zip(some.iter().cycle().skip(turn)) {
            wishes.extend(
                asked(ask, table).map(|wish| format!("“{wish}”")).filter(|wish| !wishes.contains(wish)),
            );
        }
    }
    wishes.truncate(MOST_WISHES);
    (!wishes.is_empty()).then(|| format!("{}{} {}.", phrases.try_these, phrases.colon, wishes.join(", ")))
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

/// What a query asks, in the language of a wish.
pub(super) fn told(sql: &str, wish: &str) -> Option<String> {
    reading(sql, &spoken(tongue_of(wish)))
}

const fn spoken(tongue: Tongue) -> Spoken {
    let [count, sum, average, most, least, by, year, month, first, ordered_by, descending] = match tongue {
        Tongue::English => [
            "number",
            "total",
            "average",
            "highest",
            "lowest",
            "by",
            "year",
            "month",
            "first",
            "by",
            "descending",
        ],
        Tongue::German => [
            "Anzahl",
            "Summe",
            "Schnitt",
            "höchstes",
            "niedrigstes",
            "pro",
            "Jahr",
            "Monat",
            "erste",
            "nach",
            "absteigend",
        ],
        Tongue::French => [
            "nombre",
            "total",
            "moyenne",
            "maximum",
            "minimum",
            "par",
            "année",
            "mois",
            "premiers",
            "par",
            "décroissant",
        ],
        Tongue::Spanish => [
            "número",
            "total",
            "promedio",
            "máximo",
            "mínimo",
            "por",
            "año",
            "mes",
            "primeros",
            "por",
            "descendente",
        ],
        Tongue::Italian => [
            "numero",
            "totale",
            "media",
            "massimo",
            "minimo",
            "per",
            "anno",
            "mese",
            "primi",
            "per",
            "decrescente",
        ],
    };
    Spoken { count, sum, average, most, least, by, year, month, first, ordered_by, descending }
}
