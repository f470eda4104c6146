//! What of a wish asks and is no data, and where people's sentences part things.
use crate::choose::{filled_under, grounded};
use serde_json::{Value, json};

const NOTE: &str = "{type: object, required: [content], properties: {content: {type: string}}}";
const LIST: &str =
    "{type: object, required: [items], properties: {items: {type: array, items: {type: string}}}}";
const PAIRS: &str = "{type: object, required: [rows], properties: {rows: {type: array, items: {type: array, prefixItems: [{type: string}, {type: string}]}}}}";
const OPEN: &str =
    "{type: object, required: [rows], properties: {rows: {type: array, items: {type: object}}}}";
const NOTICE: &str = "{type: object, required: [title], properties: {title: {type: string, maxLength: 200}, message: {type: string}, level: {enum: [info, error]}}}";

/// The longest text that the content of a note may be, as it stands in the wish.
fn content(wish: &str) -> String {
    let schema = grounded(NOTE, wish);
    let spans = schema["properties"]["content"]["enum"].as_array().cloned().unwrap_or_default();
    let spans = spans.iter().filter_map(Value::as_str).filter(|span| wish.contains(span));
    spans.max_by_key(|span| span.len()).unwrap_or_default().to_owned()
}

/// What each item of the list may be; none where the list is left open.
fn items(schema: &str, list: &str, wish: &str) -> Vec<Vec<Value>> {
    let schema = grounded(schema, wish);
    let list = &schema["properties"][list];
    let list = list["anyOf"].as_array().and_then(|ways| ways.first()).unwrap_or(list);
    let items = list["prefixItems"].as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["enum"].as_array().cloned().unwrap_or_default()).collect()
}

#[test]
fn what_asks_behind_the_data_is_none_of_it() {
    for (wish, data) in [
        ("the ferry leaves late tonight, can you show that as a note", "the ferry leaves late tonight"),
        ("the ferry leaves late tonight. Put it up for me please!", "the ferry leaves late tonight."),
        ("the ferry leaves late tonight - as a note, thanks", "the ferry leaves late tonight"),
        (
            "the ferry leaves late tonight\n\nthats the news, could you print this nicely?",
            "the ferry leaves late tonight",
        ),
        ("Ida Holm, ferry pilot, pier two – make a visiting card", "Ida Holm, ferry pilot, pier two"),
        ("the ferry leaves late tonight pls", "the ferry leaves late tonight"),
    ] {
        assert_eq!(content(wish), data, "{wish}");
    }
}

#[test]
fn what_only_looks_like_asking_stays() {
    assert_eq!(content("the boat is full, put 3 more chairs out"), "the boat is full, put 3 more chairs out");
    let listed = items(LIST, "items", "make a to-do list: call the bank, write them a letter");
    assert_eq!(listed[1], [json!("write them a letter")], "a wish that began by asking goes on with things");
    assert_eq!(content("please"), "please");
    for (wish, last) in [
        ("to do: water the plants; call the bank; print tickets", "print tickets"),
        ("errands: water the plants, call the bank, print all tickets", "print all tickets"),
        ("todo list - print tickets, call the bank, wash up", "wash up"),
        ("what do we need? post the letters, call the bank", "call the bank"),
        ("We have guests tonight. Make a list with cups, spoons and plates", "plates"),
        ("shopping: rice, cumin, as well as salt", "as well as salt"),
    ] {
        assert_eq!(items(LIST, "items", wish).last().unwrap(), &[json!(last)], "{wish}");
    }
    for note in [
        "The boiler leaks. Do not touch the switch",
        "The trip is at noon. As agreed, bring a torch",
        "Bring a salad. Just no nuts please, thank you all",
        "I have paint. I need more brushes.",
        "remember the keys which I lent Tom, and the book that I lent Ana is due",
    ] {
        assert_eq!(content(note), note);
    }
}

#[test]
fn names_are_kept_whole() {
    let first = |wish: &str| items(LIST, "items", wish)[0].clone();
    assert!(first("list New York City, Rome, Oslo").contains(&json!("New York City")));
    assert!(first("pack my blue rain jacket, boots, hat").contains(&json!("blue rain jacket")));
    assert_eq!(first("to do: call Prof. Ito tomorrow, rest"), [json!("call Prof. Ito tomorrow")]);
    let rows = items(OPEN, "rows", "table of banks: Bank of America 40, Bank of Scotland 30");
    assert_eq!(rows[0], [json!({"name": "Bank of America", "value": 40})]);
    let schema = "{type: object, properties: {bars: {type: array, items: {type: array, prefixItems: [{type: string}, {type: number}]}}}}";
    let schema = grounded(schema, "chart of sales: Coffee 7, Green tea 12, Green beans 4");
    let label = &schema["properties"]["bars"]["prefixItems"][1]["prefixItems"][0]["enum"];
    assert_eq!(label[0], "Green tea");
}

#[test]
fn lines_in_front_of_what_asks_are_the_data() {
    let listed = items(LIST, "items", "wax the skis\nbook the hut\nshow these as a list");
    assert_eq!(listed, [[json!("wax the skis")], [json!("book the hut")]]);
    let code = "fn twice(n):\n    return n + n\n\nthat's mine, can you display it properly";
    assert_eq!(content(code), "fn twice(n):\n    return n + n");
}

#[test]
fn what_is_to_be_noted_stands_behind_that() {
    assert_eq!(content("jot down for me that the spare tyre is flat"), "the spare tyre is flat");
    assert_eq!(content("a note that says the spare tyre is flat"), "the spare tyre is flat");
}

#[test]
fn sentences_that_list_alike_are_records_and_a_first_one_may_ask() {
    let rows = items(OPEN, "rows", "Kelp, 12 bags, shelf 2. Salt, 40 bags, shelf 5.");
    assert_eq!(rows[1], [json!({"name": "Salt", "value": "40 bags", "more": "shelf 5"})]);
    let rows = items(PAIRS, "rows", "Give me the facts of the crane. Reach 42 m, load 8 t");
    assert_eq!(rows[0], [json!(["Reach", "42 m"])]);
}

#[test]
fn a_thing_is_parted_from_what_it_is_and_rows_at_the_joints_that_they_share() {
    let rows = items(PAIRS, "rows", "the pump: its pressure is 4 bar, the colour is dark green");
    assert_eq!(rows, [[json!(["pressure", "4 bar"])], [json!(["colour", "dark green"])]]);
    let rows = items(OPEN, "rows", "buses in a table: 12 to Brno at 8:25, 40 to Plzen at 9:10");
    assert_eq!(rows[1], [json!({"name": 40, "value": "Plzen", "more": "9:10"})]);
    let rows = items(LIST, "items", "rye / oats / barley / millet");
    assert_eq!(rows.len(), 4);
}

#[test]
fn a_choice_that_the_wish_names_must_be_there() {
    let schema = grounded(NOTICE, "the lock is jammed, show it as an error");
    assert_eq!(schema["required"], json!(["title", "level"]));
    let two = grounded(NOTICE, "The lock is jammed! Nobody gets in. show it as an error");
    assert!(two["required"].as_array().unwrap().contains(&json!("message")), "{two}");
    let open = grounded(NOTICE, "there was an error in the lock");
    assert_eq!(open["required"], json!(["title"]), "a word of the data names nothing");
}

#[test]
fn a_label_that_begins_with_a_name_ends_with_it_where_another_is_a_name() {
    let schema = "{type: object, properties: {bars: {type: array, items: {type: array, prefixItems: [{type: string}, {type: number}]}}}}";
    let schema = filled_under(schema, "Ines threw 14, Otto 9 and Bo only 11").unwrap();
    let labels: Vec<&Value> =
        (0..3).map(|at| &schema["properties"]["bars"]["prefixItems"][at]["prefixItems"][0]["enum"]).collect();
    assert_eq!(labels, [&json!(["Ines"]), &json!(["Otto"]), &json!(["Bo"])]);
}
