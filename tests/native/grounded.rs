//! Lists and texts of a widget's data, grounded in what the wish says.
use crate::choose::{filled_under, grounded};
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::recipe::WidgetRecipe;

const TEXTS: &str = "{type: object, required: [items], properties: {title: {type: string, maxLength: 200}, items: {type: array, items: {type: string}}}}";
const PAIRS: &str = "{type: object, required: [rows], properties: {rows: {type: array, items: {type: array, prefixItems: [{type: string}, {type: string}]}}}}";
const EVENTS: &str = "{type: object, required: [events], properties: {events: {type: array, items: {type: object, required: [title], properties: {date: {type: string}, title: {type: string}, level: {enum: [info, error]}}}}}}";
const PERSON: &str = "{type: object, required: [name], properties: {name: {type: string, maxLength: 99}, role: {type: string, maxLength: 99}, fields: {type: array, items: {type: object, required: [label, value], properties: {label: {type: string}, value: {type: string}}}}}}";
const OPEN: &str = "{type: object, required: [rows], properties: {rows: {type: array, items: {type: object}}, columns: {type: array, items: {type: object}}}}";

/// The values that each item of the list may have; of several lists, those of the first.
fn items(schema: &str, list: &str, wish: &str) -> Vec<Value> {
    let grounded = grounded(schema, wish);
    let list = &grounded["properties"][list];
    let list = if list["anyOf"].is_array() { &list["anyOf"][0] } else { list };
    let items = list["prefixItems"].as_array().cloned().unwrap_or_default();
    items.into_iter().map(|item| item["enum"].clone()).collect()
}

#[test]
fn a_list_has_one_item_for_each_thing_that_the_wish_lists() {
    assert_eq!(
        items(TEXTS, "items", "to pack: a tent, two ropes and map"),
        [json!(["a tent"]), json!(["two ropes"]), json!(["map"])]
    );
    let quoted = items(TEXTS, "items", "say: \"yes, please\"; no (not, now); [a, b]");
    assert_eq!(quoted, [json!(["yes, please"]), json!(["no (not, now)"]), json!(["[a, b]"])]);
    // Without a colon the first item may begin at any word.
    assert_eq!(items(TEXTS, "items", "list milk, rice")[0], json!(["list milk", "milk"]));
    // Numbers part what nothing else parts.
    assert_eq!(items(TEXTS, "items", "ages: Ann 31 Bob 28"), [json!(["Ann 31"]), json!(["Bob 28"])]);
}

#[test]
fn pairs_part_at_their_own_marks_or_beside_a_number_or_at_any_word() {
    assert_eq!(
        items(PAIRS, "rows", "car: make = Fiat Punto, doors 5, colour: dark red"),
        [json!([["make", "Fiat Punto"]]), json!([["doors", "5"]]), json!([["colour", "dark red"]])]
    );
    let open = items(PAIRS, "rows", "facts: material solid oak, state new");
    assert_eq!(open[0], json!([["material", "solid oak"], ["material solid", "oak"]]));
}

#[test]
fn records_take_the_choice_that_is_named_and_texts_around_it() {
    assert_eq!(
        items(EVENTS, "events", "log: 06:00 info heating on, error no water"),
        [
            json!([{"date": "06:00", "title": "heating on", "level": "info"}]),
            json!([{"title": "no water", "level": "error"}])
        ]
    );
    let dated = items(EVENTS, "events", "history: 1903 first flight; 1969 moon");
    assert_eq!(
        dated,
        [json!([{"date": "1903", "title": "first flight"}]), json!([{"date": "1969", "title": "moon"}])]
    );
}

#[test]
fn a_number_may_belong_to_the_word_beside_it() {
    let dated = items(EVENTS, "events", "plans: 3 Sol setup, 18 Luna demo");
    let has = |item: &Value, date: &str, title: &str| {
        item.as_array().unwrap().contains(&json!({"date": date, "title": title}))
    };
    assert!(has(&dated[0], "3 Sol", "setup") && has(&dated[1], "18 Luna", "demo"), "{dated:?}");
    let specs = items(PAIRS, "rows", "the engine: type Merlin 66, oil 12 l");
    assert_eq!(specs[0], json!([["type Merlin", "66"], ["type", "Merlin 66"]]));
    assert_eq!(specs[1], json!([["oil", "12 l"]]));
    let dated = items(EVENTS, "events", "our firm: Luna 2023 first shop; 2024 move");
    assert!(has(&dated[0], "Luna 2023", "first shop"), "{dated:?}");
    let places = items(PAIRS, "rows", "facts: lives in Bonn; comes from Kiel");
    assert_eq!(places, [json!([["lives in", "Bonn"]]), json!([["comes from", "Kiel"]])]);
}

#[test]
fn a_question_may_end_the_head_and_a_tail_holds_what_nothing_else_can() {
    assert_eq!(items(TEXTS, "items", "what is missing? salt, pepper"), [json!(["salt"]), json!(["pepper"])]);
    let person = grounded(PERSON, "our coach: Ida Holm (head trainer), phone 555 01, team Hawks");
    let lists = person["properties"]["fields"]["anyOf"].as_array().cloned().unwrap();
    let lengths: Vec<_> = lists.iter().map(|list| list["minItems"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [3, 2], "phone and team at least: the role is in the first part");
}

#[test]
fn a_dash_may_end_the_head_and_times_are_found_on_either_side() {
    let listed = items(TEXTS, "items", "the Baltic states – Estonia; Latvia");
    assert_eq!(listed, [json!(["Estonia"]), json!(["Latvia"])]);
    let plans = items(PAIRS, "rows", "our plans: Silver - two visits, Gold - one");
    assert_eq!(plans, [json!([["Silver", "two visits"]]), json!([["Gold", "one"]])]);
    let times = items(EVENTS, "events", "today: dinner at 18:30, bed 22:00");
    assert!(
        times[0].as_array().unwrap().contains(&json!({"date": "18:30", "title": "dinner"})),
        "{}",
        times[0]
    );
    let quoted = items(EVENTS, "events", "say: \"yes, always\"; no");
    assert_eq!(quoted[0], json!([{"title": "yes, always"}]), "a quote is not taken apart");
}

#[test]
fn open_records_are_named_by_what_the_head_lists() {
    let rows = items(OPEN, "rows", "table of rivers with length: Nile 6,650, Rhine 1233");
    assert_eq!(
        rows,
        [json!([{"rivers": "Nile", "length": 6650}]), json!([{"rivers": "Rhine", "length": 1233}])]
    );
    let rows = items(OPEN, "rows", "put this in a table: Kim 24 Oslo, Raj 33 Delhi");
    assert_eq!(rows[1], json!([{"name": "Raj", "value": 33, "more": "Delhi"}]));
    let grounded = grounded(OPEN, "a table: a 1, b 2");
    assert_eq!(grounded["properties"].get("columns"), None, "nothing is left for another list");
}

#[test]
fn a_row_has_as_many_cells_as_the_head_names() {
    let rows = items(OPEN, "rows", "table with player, goals, assists: Okoye 14, 6; Lund 9, 11");
    assert_eq!(rows[0], json!([{"player": "Okoye", "goals": 14, "assists": 6}]));
    let rows = items(OPEN, "rows", "rooms (name, light, beds): attic, dim, 2; loft, bright, 1");
    assert_eq!(rows[1], json!([{"name": "loft", "light": "bright", "beds": 1}]));
    let rows = items(OPEN, "rows", "in rows and columns: Bern here, Kiel there");
    assert_eq!(rows[1][0].as_object().map(serde_json::Map::len), Some(2), "{rows:?}");
    let wish =
        "make a table of people with name and birth year: Ada Lovelace - 1815, Johann Carl Gauss - 1777";
    assert_eq!(items(OPEN, "rows", wish)[1], json!([{"name": "Johann Carl Gauss", "birth year": 1777}]));
}

#[test]
fn lines_behind_a_first_one_are_the_data_and_an_and_within_a_numbered_thing_parts_nothing() {
    let long = "{type: object, required: [content], properties: {content: {type: string}}}";
    let wish = "my function, show it nicely\ndef f(r):\n    return 3 * r";
    let spans = &grounded(long, wish)["properties"]["content"]["enum"];
    assert_eq!(spans[0], json!("def f(r):\n    return 3 * r"), "{spans}");
    for list in ["Remember to call mum\nBuy bread\nPay rent now", "SELECT name, city\n  FROM users"] {
        assert!(items(TEXTS, "items", list).len() > 1 || list.starts_with('S'), "{list}");
        let spans = grounded(long, list)["properties"]["content"]["enum"].clone();
        assert!(spans.as_array().is_some_and(|spans| spans.contains(&json!(list))), "{spans}");
    }
    let events = items(EVENTS, "events", "the evening: 18:00 welcome, 20:00 tea and cake");
    assert_eq!(events.len(), 2, "{events:?}");
}

#[test]
fn a_part_of_as_many_words_as_a_tuple_has_texts_fills_it_whole() {
    let four = "{type: object, required: [rows], properties: {rows: {type: array, items: {type: array, minItems: 4, prefixItems: [{type: string}, {type: string}, {type: string}, {type: string}]}}}}";
    let rows = items(four, "rows", "seas: Gulf of Mexico warm, Bay of Biscay cold");
    assert_eq!(rows[0], json!([["Gulf", "of", "Mexico", "warm"]]));
    let long = "a ".repeat(1900);
    assert!(items(PAIRS, "rows", &long).is_empty(), "a thing of a thousand words is none of a list");
}

#[test]
fn what_is_listed_beside_a_name_must_be_held() {
    let person = grounded(PERSON, "card for Omar Said, lawyer, phone 555 01");
    assert_eq!(person["required"], json!(["name", "fields", "role"]));
    let fields = &person["properties"]["fields"];
    assert_eq!(fields["prefixItems"][0]["enum"], json!([{"label": "phone", "value": "555 01"}]));
    assert_eq!(grounded(PERSON, "a card for Omar Said")["required"], json!(["name"]));
}

#[test]
fn a_text_is_a_span_of_the_wish_that_may_end_there() {
    let spans = &grounded(PERSON, "show who Nina Roth is: judge in Bonn")["properties"]["name"]["enum"];
    let has = |text: &str| spans.as_array().is_some_and(|spans| spans.contains(&json!(text)));
    assert!(has("Nina Roth") && has("judge") && has("Judge") && has("judge in Bonn"), "{spans}");
    let amount = &grounded(PERSON, "it cost 5,310 USD (net)")["properties"]["name"]["enum"];
    assert!(amount.as_array().is_some_and(|spans| spans.contains(&json!("5,310 USD"))), "{amount}");
    assert!(!has("Nina") && !has("is: judge") && !has("judge in"), "{spans}");
    let long = "{type: object, required: [content], properties: {content: {type: string}}}";
    let spans = &grounded(long, "code: x = [1, 2]; y")["properties"]["content"]["enum"];
    assert!(spans.as_array().is_some_and(|spans| spans.contains(&json!("x = [1, 2]; y"))), "{spans}");
}

#[test]
fn a_schema_that_the_wish_cannot_fill_stays_open() {
    let two = "{type: object, required: [rows], properties: {rows: {type: array, minItems: 3, items: {type: string}}}}";
    assert_eq!(grounded(two, "nothing listed")["properties"]["rows"]["minItems"], json!(3));
    let special = "{type: object, properties: {day: {type: string, format: date}}}";
    assert_eq!(
        grounded(special, "tomorrow")["properties"]["day"],
        json!({"type": "string", "format": "date"})
    );
}

#[test]
fn a_long_wish_makes_no_schema_that_is_out_of_proportion() {
    for wish in ["word ".repeat(700), "a, ".repeat(1300), "word ".repeat(30_000)] {
        for schema in [TEXTS, PAIRS, EVENTS, PERSON, OPEN] {
            let size = filled_under(schema, &wish).map_or(0, |grounded| grounded.to_string().len());
            assert!(size < 600_000, "{size} bytes of schema for {} bytes of wish", wish.len());
        }
    }
}

proptest! {
    #[test]
    fn whatever_is_wished_the_grounded_data_satisfies_the_widgets_schema(
        wish in "([a-c0-9]{1,4}|[,;:=() \"-]|and|info| - |é日🙂){0,30}",
        which in 0..5usize,
    ) {
        let schema = [TEXTS, PAIRS, EVENTS, PERSON, OPEN][which];
        let recipe = format!("---\nwidget: own\nschema: {schema}\n---\n");
        let own = WidgetRecipe::parse(&recipe).unwrap().schema;
        if let Some(grounded) = filled_under(schema, &wish) && let Some(value) = first_value(&grounded) {
            prop_assert!(jsonschema::is_valid(&own, &value), "{value} of {grounded}");
        }
    }
}

/// One value of a grounded schema: its first choices. `None` where something is left open.
fn first_value(schema: &Value) -> Option<Value> {
    if let Some(choices) = schema["enum"].as_array() {
        return choices.first().cloned();
    }
    if let Some(lists) = schema["anyOf"].as_array() {
        return first_value(lists.last()?);
    }
    if let Some(items) = schema["prefixItems"].as_array() {
        return items.iter().map(first_value).collect::<Option<Vec<_>>>().map(Value::from);
    }
    let properties = schema["properties"].as_object()?;
    let fields = properties.iter().map(|(key, value)| Some((key.clone(), first_value(value)?)));
    fields.collect::<Option<serde_json::Map<_, _>>>().map(Value::Object)
}
