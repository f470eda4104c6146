//! What is said where nothing is shown: fixed sentences in the person's language, filled with what is connected.

use super::candidate::{Candidate, Kind};
use super::tongue::{Talk, Tongue, tongue_of};
use crate::search::bm25;

/// How many wishes an answer proposes.
const MAX_WISHES: usize = 3;
/// How many widgets and recipes it names.
const MAX_NAMES: usize = 8;

struct Phrases {
    hello: &'static str,
    welcome: &'static str,
    widgets: &'static str,
    data: &'static str,
    try_these: &'static str,
    cannot: &'static str,
    nearest: &'static str,
    nothing: &'static str,
}

fn phrases(tongue: Tongue) -> Phrases {
    match tongue {
        Tongue::English => Phrases {
            hello: "Hello! I turn wishes into widgets on this page.",
            welcome: "You are welcome.",
            widgets: "I can show what you tell me as",
            data: "From the connected data I can show",
            try_these: "Try",
            cannot: "I cannot do that yet.",
            nearest: "The nearest that I can do",
            nothing: "Nothing is connected that I could show.",
        },
        Tongue::German => Phrases {
            hello: "Hallo! Ich mache aus Wünschen Widgets auf dieser Seite.",
            welcome: "Gern geschehen.",
            widgets: "Was Sie mir nennen, zeige ich als",
            data: "Aus den verbundenen Daten zeige ich",
            try_these: "Zum Beispiel",
            cannot: "Das kann ich noch nicht.",
            nearest: "Am nächsten kommt",
            nothing: "Es ist nichts verbunden, was ich zeigen könnte.",
        },
        Tongue::French => Phrases {
            hello: "Bonjour ! Je transforme les souhaits en widgets sur cette page.",
            welcome: "Avec plaisir.",
            widgets: "Ce que vous me donnez, je peux le montrer comme",
            data: "Des données connectées, je peux montrer",
            try_these: "Par exemple",
            cannot: "Je ne sais pas encore faire cela.",
            nearest: "Ce que je sais faire de plus proche",
            nothing: "Rien n'est connecté que je puisse montrer.",
        },
        Tongue::Spanish => Phrases {
            hello: "¡Hola! Convierto deseos en widgets en esta página.",
            welcome: "De nada.",
            widgets: "Lo que me diga lo puedo mostrar como",
            data: "De los datos conectados puedo mostrar",
            try_these: "Por ejemplo",
            cannot: "Eso todavía no lo sé hacer.",
            nearest: "Lo más cercano que sé hacer",
            nothing: "No hay nada conectado que pueda mostrar.",
        },
        Tongue::Italian => Phrases {
            hello: "Ciao! Trasformo i desideri in widget su questa pagina.",
            welcome: "Prego.",
            widgets: "Quello che mi dici lo posso mostrare come",
            data: "Dai dati collegati posso mostrare",
            try_these: "Per esempio",
            cannot: "Questo non lo so ancora fare.",
            nearest: "La cosa più vicina che so fare",
            nothing: "Non è collegato nulla che io possa mostrare.",
        },
    }
}

/// The answer to small talk or to a question about the page: what there is, and wishes that work.
pub(super) fn talk(talk: Talk, wish: &str, candidates: &[Candidate]) -> String {
    let phrases = phrases(tongue_of(wish));
    let opening = match talk {
        Talk::Thanks => phrases.welcome,
        Talk::Greeting | Talk::About => phrases.hello,
    };
    let mut parts = vec![opening.to_owned()];
    if talk != Talk::Thanks {
        parts.extend(listed(phrases.widgets, candidates, |candidate| {
            matches!(candidate.kind, Kind::Widget { .. }).then(|| candidate.name.clone())
        }));
        parts.extend(listed(phrases.data, candidates, |candidate| {
            matches!(candidate.kind, Kind::Flow { .. }).then(|| first_words(&candidate.description))
        }));
    }
    // Wishes for data first: nobody guesses what is in there.
    let (flows, widgets): (Vec<&Candidate>, Vec<&Candidate>) =
        candidates.iter().partition(|candidate| matches!(candidate.kind, Kind::Flow { .. }));
    let wishes = flows.iter().take(2).chain(widgets.iter()).filter_map(|candidate| wish_of(candidate));
    parts.push(proposed(phrases.try_these, wishes).unwrap_or_else(|| phrases.nothing.to_owned()));
    parts.join(" ")
}

/// The answer to a wish that no recipe answers, with the wishes nearest to it that one does.
pub(super) fn cannot(wish: &str, candidates: &[Candidate]) -> String {
    let phrases = phrases(tongue_of(wish));
    let shown: Vec<&Candidate> =
        candidates.iter().filter(|candidate| !matches!(candidate.kind, Kind::Answer)).collect();
    let texts: Vec<String> = shown.iter().map(|candidate| searched(candidate)).collect();
    let mut ranked: Vec<(f64, &Candidate)> = bm25(wish, &texts).into_iter().zip(shown).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let nearest = proposed(phrases.nearest, ranked.iter().filter_map(|(_, candidate)| wish_of(candidate)));
    format!("{} {}", phrases.cannot, nearest.unwrap_or_else(|| phrases.nothing.to_owned()))
}

fn searched(candidate: &Candidate) -> String {
    let wishes: Vec<&str> = candidate.examples.iter().map(|example| example.wish.as_str()).collect();
    format!("{} {} {}", candidate.name, candidate.description, wishes.join(" "))
}

/// The first wish of a recipe's own examples, which are held to its schema.
fn wish_of(candidate: &Candidate) -> Option<&str> {
    if matches!(candidate.kind, Kind::Answer) {
        return None;
    }
    candidate.examples.first().map(|example| example.wish.as_str())
}

fn listed(
    title: &str,
    candidates: &[Candidate],
    name: impl Fn(&Candidate) -> Option<String>,
) -> Option<String> {
    let names: Vec<String> = candidates.iter().filter_map(name).take(MAX_NAMES).collect();
    (!names.is_empty()).then(|| format!("{title}: {}.", names.join(", ")))
}

fn proposed<'w>(title: &str, wishes: impl Iterator<Item = &'w str>) -> Option<String> {
    let wishes: Vec<String> = wishes.take(MAX_WISHES).map(|wish| format!("“{wish}”")).collect();
    (!wishes.is_empty()).then(|| format!("{title}: {}.", wishes.join(", ")))
}

/// A description up to its first parenthesis or sentence's end.
fn first_words(description: &str) -> String {
    let end = description.find([',', '(', '.', ':', '\n']).unwrap_or(description.len());
    description.get(..end).unwrap_or(description).trim().to_owned()
}
