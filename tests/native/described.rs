//! What servers say of their tables: every shape that is met, and what is none.

use serde_json::json;
use webmcp_auto_ui::sql::{Kind, Table, names_in, tables_in};

fn told(answer: &str, of: Option<&str>) -> Vec<String> {
    let column = |kind: Kind| match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Date => "date",
    };
    let table = |table: Table| {
        let columns: Vec<String> =
            table.columns.iter().map(|one| format!("{} {}", one.name, column(one.kind))).collect();
        format!("{}: {}", table.name, columns.join(", "))
    };
    tables_in(answer, of).into_iter().map(table).collect()
}

const PETS: &str = "pets: name text, fee number, seen_on date";

#[test]
fn tables_are_found_in_every_shape_in_which_servers_tell_them() {
    let shapes = [
        r#"{"name": "pets", "rows": 3, "columns": [{"name": "name", "type": "text"}, {"name": "fee", "type": "number", "distinct": 4}, {"name": "seen_on", "type": "date"}]}"#,
        r#"{"tables": [{"table_name": "pets", "fields": [{"field": "name", "dtype": "object"}, {"field": "fee", "dtype": "float64"}, {"field": "seen_on", "dtype": "datetime64"}]}]}"#,
        r#"[{"table_name": "pets", "column_name": "name", "data_type": "varchar"}, {"table_name": "pets", "column_name": "fee", "data_type": "numeric"}, {"table_name": "pets", "column_name": "seen_on", "data_type": "timestamp without time zone"}]"#,
        r#"{"schema": {"pets": {"name": "TEXT", "fee": "REAL", "seen_on": "DATE"}}}"#,
        r#"{"pets": [{"name": "name", "type": "TEXT"}, {"name": "fee", "type": "INTEGER"}, {"name": "seen_on", "type": "DATETIME"}]}"#,
        "CREATE TABLE pets (\n  name TEXT NOT NULL,\n  fee DECIMAL(10, 2) DEFAULT (1),\n  seen_on DATE,\n  PRIMARY KEY (name)\n);",
        r#"{"result": "create table if not exists \"pets\" (\"name\" varchar(20), `fee` int, [seen_on] date, constraint x check (fee > 0))"}"#,
    ];
    for shape in shapes {
        assert_eq!(told(shape, None), [PETS], "{shape}");
    }
}

#[test]
fn a_table_that_was_asked_about_need_not_be_named_in_the_answer() {
    for shape in [
        r#"[{"name": "name", "type": "TEXT", "notnull": 0}, {"name": "fee", "type": "REAL"}, {"name": "seen_on", "type": "DATE"}]"#,
        r#"{"columns": [{"column_name": "name", "data_type": "text"}, {"column_name": "fee", "data_type": "int8"}, {"column_name": "seen_on", "data_type": "date"}]}"#,
        r#"[{"Field": "name", "Type": "varchar(9)", "Null": "NO"}, {"Field": "fee", "Type": "double"}, {"Field": "seen_on", "Type": "date"}]"#,
    ] {
        assert_eq!(told(shape, Some("pets")), [PETS], "{shape}");
    }
}

#[test]
fn names_without_columns_are_names_only() {
    let list = r#"{"tables": [{"name": "cars", "rows": 406}, {"name": "films", "rows": 3}]}"#;
    assert_eq!(names_in(list), ["cars", "films"]);
    assert!(told(list, None).is_empty());
    assert_eq!(names_in(r#"["a", "b"]"#), ["a", "b"]);
    assert_eq!(names_in("no tables"), Vec::<String>::new());
    for none in [
        "",
        "[]",
        "{}",
        "null",
        "7",
        r#"{"rows": [{"a": 1}]}"#,
        "create table",
        "create table x (",
        "create table (a",
    ] {
        let _ = (tables_in(none, None), names_in(none));
    }
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    assert!(tables_in(&deep, None).is_empty());
}

#[test]
fn what_python_prints_is_read_as_what_it_means() {
    let read = |text: &str| webmcp_auto_ui::sql::python::value(text);
    assert_eq!(
        read(r#"[{'name': 'O\'Hara "Bob"', "note": "it's", 'n': -1.5e3, 'x': None, 'ok': True}, (1, ), ()]"#),
        Some(
            json!([{"name": "O'Hara \"Bob\"", "note": "it's", "n": -1500.0, "x": null, "ok": true}, [1], []])
        )
    );
    assert_eq!(read(r"['a\x1fb\n\u00e9']"), Some(json!(["a\u{1f}b\né"])));
    assert_eq!(read("{\"a\": \"None\"}"), Some(json!({"a": "None"})));
    for prose in ["Nothing found", "[see 'above", "{'a': 'b'", "{'a': <object at 0x1>}", "['\\", "['\\x1"] {
        assert_eq!(read(prose), None, "{prose}");
    }
    let tables =
        tables_in("[{'name': 'visits', 'sql': 'CREATE TABLE visits (id INTEGER, town TEXT)'}]", None);
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].columns.len(), 2);
}
