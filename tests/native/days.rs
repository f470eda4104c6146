//! Days that SQL does not read: how they are known, what a model is told of them, and what a database is asked.

use crate::asking::Script;
use crate::composer::display;
use crate::support::{answering, layer, runs, tool};
use serde_json::{Map, Value, json};
use std::rc::Rc;
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::dispatch::Protocol;
use webmcp_auto_ui::sql::{Column, Days, Kind, Table, asked, definitions, with_samples, with_values};

fn at(year: usize, month: usize, day: usize, length: usize) -> Days {
    Days::At { year, month, day, length }
}

/// A column of this name with what a database says of its values.
fn column(name: &str, kind: Kind, row: &Value) -> Column {
    let table = Table { name: "orders".into(), columns: vec![Column::new(name, kind)] };
    with_values(&table, row.as_object().unwrap()).columns.remove(0)
}

fn of_texts(texts: &[&str]) -> Column {
    let (least, greatest) = (texts.iter().min(), texts.iter().max());
    let row = json!({"n": texts.len(), "l0": least, "m0": greatest, "v0": texts.join("\u{1f}")});
    column("sold", Kind::Text, &row)
}

#[test]
fn days_are_known_by_how_they_are_written() {
    for (texts, days, values) in [
        (["2024-03-05", "2023-12-31"], Days::Iso, ["2023-12-31", "2024-03-05"]),
        (["2024-03-05 09:30", "2023-12-31T10:00Z"], Days::Iso, ["2023-12-31T10:00Z", "2024-03-05 09:30"]),
        (["05.03.2024", "31.12.2023"], at(7, 4, 1, 10), ["2023-12-31", "2024-03-05"]),
        (["05.03.2024 09:30", "31.12.2023 10:00"], at(7, 4, 1, 10), ["2023-12-31", "2024-03-05"]),
        (["03/05/2024", "12/31/2023"], at(7, 1, 4, 10), ["2023-12-31", "2024-03-05"]),
        (["05/03/2024", "31/12/2023"], at(7, 4, 1, 10), ["2023-12-31", "2024-03-05"]),
        (["2024/03/05", "2023/12/31"], at(1, 6, 9, 10), ["2023-12-31", "2024-03-05"]),
        (["20240305", "20231231"], at(1, 5, 7, 8), ["2023-12-31", "2024-03-05"]),
    ] {
        let found = of_texts(&texts);
        assert_eq!((found.kind, found.days), (Kind::Date, days), "{texts:?}");
        assert_eq!(found.values, values, "{texts:?}");
    }
    // Which is the month nobody can say of 3/5; a part number is no day; what differs is no form.
    for texts in [
        ["03/05/2024", "01/02/2024"],
        ["99.99.2024", "05.03.2024"],
        ["05.03.2024", "2024-03-05"],
        ["20240305-7", "20240306-8"],
        ["202403051", "202403052"],
        ["1.2.3", "4.5.6"],
    ] {
        assert_eq!(of_texts(&texts).kind, Kind::Text, "{texts:?}");
    }
}

#[test]
fn numbers_are_days_where_the_name_of_the_column_says_so() {
    let ends = |name: &str, least: i64, greatest: i64| {
        column(name, Kind::Number, &json!({"n": 9, "l0": least, "m0": greatest, "c0": 9}))
    };
    for (name, least, greatest, days, values) in [
        ("order_date", 20_231_231, 20_240_305, at(1, 5, 7, 8), ["2023-12-31", "2024-03-05"]),
        ("createdAt", 1_704_067_200, 1_709_640_000, Days::Seconds, ["2024-01-01", "2024-03-05"]),
        ("Datum", 1_704_067_200_000, 1_709_640_000_000, Days::Millis, ["2024-01-01", "2024-03-05"]),
    ] {
        let found = ends(name, least, greatest);
        assert_eq!((found.kind, found.days), (Kind::Date, days), "{name}");
        assert_eq!(found.values, values, "{name}");
        assert!(found.complete && found.filled, "{name}");
    }
    for (name, least, greatest) in
        [("phone", 20_231_231, 20_240_305), ("order_date", 20_231_399, 20_240_305), ("created_at", 5, 900)]
    {
        assert_eq!(ends(name, least, greatest).kind, Kind::Number, "{name}");
    }
    let rows: Vec<Map<String, Value>> = [
        json!({"sold": "05.03.2024", "sent_at": 1_704_067_200}),
        json!({"sold": "31.12.2023", "sent_at": 1_709_640_000}),
    ]
    .into_iter()
    .map(|row| row.as_object().cloned().unwrap())
    .collect();
    let columns = vec![Column::new("sold", Kind::Text), Column::new("sent_at", Kind::Number)];
    let table = Table { name: "orders".into(), columns };
    let found = with_samples(&table, &rows.iter().collect::<Vec<_>>());
    assert_eq!((found.columns[0].days, found.columns[0].complete), (at(7, 4, 1, 10), false));
    assert_eq!(found.columns[1].kind, Kind::Number, "of another database than SQLite");
}

fn orders() -> Vec<Table> {
    let mut sold = Column::new("sold", Kind::Date);
    sold.days = at(7, 4, 1, 10);
    sold.values = vec!["2023-12-31".into(), "2024-03-05".into()];
    let item = Column::new("item", Kind::Text);
    let plain = Table { name: "items".into(), columns: vec![item.clone()] };
    vec![Table { name: "orders".into(), columns: vec![item, sold] }, plain]
}

/// A table whose days SQL reads.
const READ: &str = "(SELECT \"item\", substr(\"sold\", 7, 4) || '-' || substr(\"sold\", 4, 2) || '-' || substr(\"sold\", 1, 2) || substr(\"sold\", 11) AS \"sold\" FROM \"orders\")";

#[test]
fn a_query_of_days_that_sql_does_not_read_asks_a_table_in_which_it_does() {
    let tables = orders();
    for (sql, wanted) in [
        (
            "SELECT strftime('%Y', \"sold\"), COUNT(*) FROM \"orders\" GROUP BY 1",
            "SELECT strftime('%Y', \"sold\"), COUNT(*) FROM # AS \"orders\" GROUP BY 1",
        ),
        ("SELECT * FROM \"orders\"", "SELECT * FROM # AS \"orders\""),
        (
            "SELECT T1.\"sold\" FROM \"items\" LEFT JOIN \"orders\" AS T1 ON T1.\"item\" = \"items\".\"item\"",
            "SELECT T1.\"sold\" FROM \"items\" LEFT JOIN # AS T1 ON T1.\"item\" = \"items\".\"item\"",
        ),
        (
            "SELECT \"item\" FROM \"items\" WHERE \"item\" IN (SELECT \"item\" FROM \"orders\" WHERE \"sold\" > '2024-01-01')",
            "SELECT \"item\" FROM \"items\" WHERE \"item\" IN (SELECT \"item\" FROM # AS \"orders\" WHERE \"sold\" > '2024-01-01')",
        ),
        ("SELECT MAX(\"sold\") FROM \"orders\" t1", "SELECT MAX(\"sold\") FROM # t1"),
        ("SELECT COUNT(*) FROM \"orders\"", "SELECT COUNT(*) FROM \"orders\""),
        (
            "SELECT \"sold\" FROM \"items\" WHERE \"item\" = ' FROM \"orders\"'",
            "SELECT \"sold\" FROM \"items\" WHERE \"item\" = ' FROM \"orders\"'",
        ),
    ] {
        assert_eq!(asked(sql, &tables), wanted.replace('#', READ), "{sql}");
    }
    assert!(definitions(&[&tables[0]]).contains("sold DATE -- 2023-12-31 to 2024-03-05"));
}

#[test]
fn a_question_of_such_days_is_asked_so_and_told_as_the_model_has_written_it() {
    let handler = answering(|_, args| {
        let sql = args["sql"].as_str().unwrap_or_default();
        let rows = match () {
            () if sql.contains("sqlite_master") => {
                json!([{"sql": "CREATE TABLE orders (item TEXT, sold TEXT)"}])
            }
            () if sql.contains("AS n FROM") => json!([{
                "n": 2, "l0": "pen", "m0": "pen", "v0": "pen", "l1": "05.03.2024", "m1": "31.12.2023",
                "v1": "05.03.2024\u{1f}31.12.2023",
            }]),
            () if sql.contains(READ) => json!([{"m": "2023-12", "n": 2}, {"m": "2024-03", "n": 1}]),
            () => json!([]),
        };
        Ok(json!({"content": [{"type": "text", "text": rows.to_string()}]}))
    });
    let sql = json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]});
    let query = webmcp_auto_ui::model::ToolDef { description: "Runs a SELECT".into(), ..tool("query", sql) };
    let shop = layer(Protocol::MCP, "shop", vec![query], handler);
    let written =
        "SELECT strftime('%Y-%m', sold), COUNT(*) FROM orders GROUP BY strftime('%Y-%m', sold)\n```\nline";
    let script = Script::of(&[(r#"{"query": ["orders"]}"#, 0.0), (written, 0.0), (written, 0.0)]);
    let model = Composer::new(Rc::new(script), Form::Chat);
    let outcome = runs::go("orders by month", runs::over(Rc::new(model), vec![shop, display()]));
    assert!(outcome.text.ends_with("From orders: number by month."), "{}", outcome.text);
}
