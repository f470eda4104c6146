//! What a small model says where nothing fits: fixed sentences, never words of its own, and no widget about something
//! else. The layers have a data server with one recipe (`mean` of speed or weight) and a canvas with one widget (`stat`).

use crate::choose::{filled_under, wished};

/// What is said to `wish`, although the model would choose any recipe, and whether it chose or wrote anything.
fn said(wish: &str) -> String {
    let (outcome, engine) = wished(wish, "", r#"{"column": "speed"}"#, r#"{"rows": [{"value": 1}]}"#);
    assert!(engine.written.borrow().is_empty(), "'{wish}': the model wrote something");
    assert!(
        outcome
            .tool_calls
            .iter()
            .all(|call| call.name.ends_with("_recipes") || call.name.ends_with("get_recipe")),
        "'{wish}': something was read or shown"
    );
    outcome.text
}

#[test]
fn small_talk_gets_a_fixed_answer_of_what_is_connected() {
    for (wish, begins) in [
        ("hello, what can you do?", "Hello!"),
        ("Hi there!", "Hello!"),
        ("what data do you have?", "Hello!"),
        ("thanks a lot", "You are welcome."),
        ("Guten Morgen", "Hallo!"),
        ("Was kannst du?", "Hallo!"),
        ("Kannst du mir helfen?", "Hallo!"),
        ("bonjour", "Bonjour"),
        ("merci beaucoup", "Avec plaisir."),
        ("¡Hola!", "¡Hola!"),
        ("gracias", "De nada."),
        ("grazie mille", "Prego."),
    ] {
        let text = said(wish);
        assert!(text.starts_with(begins), "{wish}: {text}");
        assert!(text.contains("“mean weight please”"), "{wish}: a wish that works: {text}");
    }
    let text = said("what can you do?");
    assert!(text.contains("stat") && text.contains("A mean"), "{text}");
}

#[test]
fn what_no_recipe_answers_is_said_with_what_comes_nearest() {
    for wish in [
        "heaviest car",
        "which one has the highest speed?",
        "top 10 by weight",
        "mean weight by origin",
        "how many cars are there?",
        "who won the world cup?",
        "compare speed and weight",
        "weight of Germany in 2000",
        "what's 17 times 3?",
        "tell me a joke",
        "translate good morning to French",
    ] {
        let text = said(wish);
        assert!(text.starts_with("I cannot do that yet."), "{wish}: {text}");
        assert!(text.contains("“mean weight please”"), "{wish}: {text}");
    }
    assert!(said("wie ist das durchschnittliche Gewicht von Autos?").starts_with("Das kann ich noch nicht."));
}

#[test]
fn a_wish_that_names_what_a_recipe_needs_is_answered() {
    for wish in [
        "mean weight",
        "I want to see the mean weight for every entry, grouped",
        "show me the mean speed please",
        "what is the mean weight?",
    ] {
        let (outcome, _) = wished(wish, "", r#"{"column": "weight"}"#, r#"{"rows": [{"value": 1}]}"#);
        assert!(
            outcome.tool_calls.iter().any(|call| call.name == "cars_mcp_query"),
            "{wish}: {}",
            outcome.text
        );
    }
}

#[test]
fn a_greeting_in_front_of_a_wish_is_none() {
    for wish in ["hi, 42 visitors", "hello: 42 visitors"] {
        let (outcome, _) = wished(wish, "42 visitors", r#"{"label": "Visitors", "value": "42"}"#, "[]");
        let shown = outcome.tool_calls.iter().any(|call| call.name == "autoui_webmcp_widget_display");
        assert!(shown, "{wish}: {}", outcome.text);
    }
}

#[test]
fn words_that_the_wish_brings_are_shown_and_those_that_it_lacks_are_not_made_up() {
    let text = "{type: object, required: [content], properties: {content: {type: string}}}";
    for wish in
        ["write a note that the plumber comes", "write a note: the plumber comes", "write “all sold out”"]
    {
        assert!(filled_under(text, wish).is_some(), "{wish}");
    }
    for wish in ["write a poem about the sea", "tell me a joke", "schreib mir ein Gedicht"] {
        assert!(filled_under(text, wish).is_none(), "{wish}");
    }
}
