//! Asks the model, natively, what a page would ask it: `cargo run --release --example answer -- MODEL.gguf [ADAPTER.gguf] < CASES`.
//!
//! Each line of CASES is `{"wish", "tables": [{"name", "columns": [{"name", "kind", "values", "complete"}]}], "on": [[a, b]]}`; each
//! line of the output is the case with `answer` (the whole line of JSON that the model wrote) and `sql` as a database takes it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::panic,
    clippy::indexing_slicing
)]

use serde_json::{Value, json};
use std::io::BufRead;
use webmcp_auto_ui::compose::{hints, linked, query_lines, query_schema, wish_line};
use webmcp_auto_ui::sql::{Column, Days, Kind, Table, runnable};
use webmcp_engine::model::{Adapter, Loader};
use webmcp_engine::session::{Draft, Engine, Generation, Request, Step};

const CONTEXT: usize = 1024;
const MAX_TOKENS: u32 = 160;

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let read = |path: &String| std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let bytes = read(paths.first().expect("the model's file comes first"));
    let mut loader = Loader::new(Some(bytes.len() as u64));
    loader.feed(&bytes).unwrap();
    let model = loader.finish().unwrap();
    let adapters: Vec<Adapter> =
        paths.iter().skip(1).map(|path| Adapter::read(&read(path), &model, 1.0).unwrap()).collect();
    let mut engine = Engine::new(model, CONTEXT);
    engine.adapt(adapters);
    for line in std::io::stdin().lock().lines() {
        let mut case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let tables: Vec<Table> = case["tables"].as_array().unwrap().iter().map(table).collect();
        let tables: Vec<&Table> = tables.iter().collect();
        let wish = case["wish"].as_str().unwrap().to_owned();
        let known = linked(&wish, &tables);
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let begun = format!(
            "{{\"query\": [{}]",
            names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
        );
        let prompt = format!("{}{}{}", query_lines(&tables), hints(&wish, &tables), wish_line(&wish));
        let schema = query_schema(&tables, (&wish, None), &known);
        let request = json!({"op": "generate", "prompt": prompt, "begun": begun, "schema": schema, "maxTokens": MAX_TOKENS});
        let answer = format!("{begun}{}", generate(&mut engine, &request));
        let sql = serde_json::from_str::<Value>(&answer)
            .ok()
            .and_then(|answer| answer["sql"].as_str().map(str::to_owned));
        case["sql"] = json!(sql.map(|sql| runnable(&sql, &tables)));
        case["answer"] = json!(answer);
        println!("{case}");
    }
}

fn generate(engine: &mut Engine, request: &Value) -> String {
    let Ok(Request::Generate(request)) = Request::parse(request.to_string().as_bytes()) else {
        panic!("the request is refused: {request}");
    };
    let mut generation = Generation::new(engine, request).unwrap();
    while generation.step(engine).unwrap() != Step::Done {}
    let text = generation.drafts().first().map(Draft::text).unwrap_or_default();
    generation.finish(engine);
    text
}

fn table(value: &Value) -> Table {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let column = |value: &Value| Column {
        name: text(&value["name"]),
        kind: match value["kind"].as_str() {
            Some("number") => Kind::Number,
            Some("date") => Kind::Date,
            _ => Kind::Text,
        },
        values: value["values"].as_array().into_iter().flatten().map(text).collect(),
        filled: false,
        complete: value["complete"] != false,
        days: Days::Iso,
    };
    Table {
        name: text(&value["name"]),
        columns: value["columns"].as_array().unwrap().iter().map(column).collect(),
    }
}
