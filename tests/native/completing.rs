//! What is added to a query so that it answers as a person would, and how its rows are shown.

use crate::asking::library;
use serde_json::{Value, json};
use webmcp_auto_ui::compose::{invents_a_name, only_removes, shown};
use webmcp_auto_ui::sql::{
    Column, Days, Kind, Table, asks_other_tables, complete, definitions, going_on, runnable,
};

/// What a query becomes.
fn completed(sql: &str) -> String {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let whole = complete(&runnable(sql, &tables).unwrap(), &tables);
    runnable(&whole, &tables).unwrap().replace('"', "")
}

#[test]
fn what_rows_are_ordered_grouped_and_chosen_by_is_shown() {
    for (written, wanted) in [
        ("SELECT AVG(pages) FROM Books GROUP BY genre", "SELECT genre, AVG(pages) FROM Books GROUP BY genre"),
        (
            "SELECT title FROM Books ORDER BY pages DESC LIMIT 3",
            "SELECT title, pages FROM Books ORDER BY pages DESC LIMIT 3",
        ),
        (
            "SELECT genre FROM Books GROUP BY genre ORDER BY SUM(pages) DESC LIMIT 1",
            "SELECT genre, SUM(pages) FROM Books GROUP BY genre ORDER BY SUM(pages) DESC LIMIT 1",
        ),
        ("SELECT title FROM Books WHERE pages > 300", "SELECT title, pages FROM Books WHERE pages > 300"),
        (
            "SELECT genre FROM Books WHERE title = 'Volume 7'",
            "SELECT DISTINCT genre FROM Books WHERE title = 'Volume 7'",
        ),
        (
            "SELECT pages FROM Books ORDER BY pages DESC LIMIT 1",
            "SELECT title, pages FROM Books ORDER BY pages DESC LIMIT 1",
        ),
        (
            "SELECT genre, pages FROM Books WHERE genre = 'Crime' ORDER BY pages DESC LIMIT 3",
            "SELECT title, genre, pages FROM Books WHERE genre = 'Crime' ORDER BY pages DESC LIMIT 3",
        ),
        (
            "SELECT strftime('%Y', bought) FROM Books GROUP BY strftime('%Y', bought)",
            "SELECT strftime('%Y', bought), COUNT(*) FROM Books GROUP BY strftime('%Y', bought)",
        ),
        // No row has both of two values of a column: they are compared.
        (
            "SELECT AVG(pages) FROM Books WHERE genre = 'Crime' AND genre = 'Poetry'",
            "SELECT genre, AVG(pages) FROM Books WHERE genre IN ('Crime', 'Poetry') GROUP BY genre",
        ),
        (
            "SELECT title FROM Books WHERE genre = 'Crime' AND pages > 300 AND genre = 'Poetry'",
            "SELECT title, pages FROM Books WHERE genre = 'Crime' AND pages > 300 AND genre = 'Poetry'",
        ),
        (
            "SELECT COUNT(*) FROM Books WHERE strftime('%Y', bought) = '2023' AND strftime('%Y', bought) = '2024' LIMIT 1",
            "SELECT strftime('%Y', bought), COUNT(*) FROM Books WHERE strftime('%Y', bought) IN ('2023', '2024') GROUP BY strftime('%Y', bought)",
        ),
        (
            "SELECT COUNT(*) FROM Books WHERE NOT genre = 'Crime' AND NOT genre = 'Poetry'",
            "SELECT COUNT(*) FROM Books WHERE NOT genre = 'Crime' AND NOT genre = 'Poetry'",
        ),
        (
            "SELECT title FROM Books WHERE title = 'Volume 1 AND 2' AND genre = 'Crime'",
            "SELECT DISTINCT title FROM Books WHERE title = 'Volume 1 AND 2' AND genre = 'Crime'",
        ),
        // So have means of several; how many they are together is asked as well.
        (
            "SELECT AVG(pages) FROM Books WHERE pages > 10 AND genre IN ('Crime', 'Poetry')",
            "SELECT genre, AVG(pages) FROM Books WHERE pages > 10 AND genre IN ('Crime', 'Poetry') GROUP BY genre",
        ),
        (
            "SELECT AVG(pages) FROM Books WHERE genre NOT IN ('Crime', 'Poetry')",
            "SELECT AVG(pages) FROM Books WHERE genre NOT IN ('Crime', 'Poetry')",
        ),
        (
            "SELECT AVG(pages) FROM Books WHERE genre IN ('Crime')",
            "SELECT AVG(pages) FROM Books WHERE genre IN ('Crime')",
        ),
        (
            "SELECT AVG(pages) FROM Books WHERE title IN (SELECT title FROM Books WHERE genre IN ('Crime', 'Poetry'))",
            "SELECT AVG(pages) FROM Books WHERE title IN (SELECT title FROM Books WHERE genre IN ('Crime', 'Poetry'))",
        ),
        (
            "SELECT COUNT(*) FROM Books WHERE genre IN ('Crime', 'Poetry')",
            "SELECT COUNT(*) FROM Books WHERE genre IN ('Crime', 'Poetry')",
        ),
        // A difference says nothing of what is compared.
        (
            "SELECT AVG(CASE WHEN genre = 'Crime' THEN pages END) - AVG(CASE WHEN genre = 'Poetry' THEN pages ELSE 0 END) FROM Books",
            "SELECT genre, AVG(pages) FROM Books WHERE genre IN ('Crime', 'Poetry') GROUP BY genre",
        ),
        (
            "SELECT COUNT(CASE WHEN genre = 'Crime' THEN 1 END) AS crimes, SUM(CASE WHEN genre = 'It''s (a) - b' THEN 1 ELSE 0 END) FROM Books WHERE pages > 9",
            "SELECT COUNT(CASE WHEN genre = 'Crime' THEN 1 END) AS crimes, SUM(CASE WHEN genre = 'It''s (a) - b' THEN 1 ELSE 0 END) FROM Books WHERE pages > 9",
        ),
        (
            "SELECT SUM(CASE WHEN genre = 'Crime' THEN 1 ELSE 0 END), SUM(CASE WHEN genre = 'Poetry' THEN 1 ELSE 0 END) FROM Books WHERE pages > 9",
            "SELECT genre, COUNT(*) FROM Books WHERE pages > 9 AND genre IN ('Crime', 'Poetry') GROUP BY genre",
        ),
        (
            "SELECT AVG(CASE WHEN genre = 'Crime' THEN 1 ELSE 0 END) - AVG(CASE WHEN genre = 'Poetry' THEN 1 ELSE 0 END) FROM Books",
            "SELECT AVG(CASE WHEN genre = 'Crime' THEN 1 ELSE 0 END) - AVG(CASE WHEN genre = 'Poetry' THEN 1 ELSE 0 END) FROM Books",
        ),
        (
            "SELECT AVG(CASE WHEN genre = 'Crime' THEN pages END) - AVG(pages) FROM Books",
            "SELECT AVG(CASE WHEN genre = 'Crime' THEN pages END) - AVG(pages) FROM Books",
        ),
        // Nothing is missing.
        ("SELECT genre FROM Books GROUP BY genre", "SELECT genre FROM Books GROUP BY genre"),
        ("SELECT COUNT(*) FROM Books WHERE pages > 300", "SELECT COUNT(*) FROM Books WHERE pages > 300"),
        ("SELECT * FROM Books ORDER BY pages", "SELECT * FROM Books ORDER BY pages"),
        ("SELECT MAX(pages) FROM Books", "SELECT MAX(pages) FROM Books"),
    ] {
        assert_eq!(completed(written), wanted, "{written}");
    }
}

#[test]
fn a_column_is_asked_of_a_table_that_has_it_and_only_joins_that_say_which_rows_there_are_stay() {
    let on = "T1.\"Book Id\" = T2.\"Book Id\"";
    for (written, wanted) in [
        (
            "SELECT COUNT(*) FROM Loans WHERE genre = 'Crime'",
            "SELECT COUNT(*) FROM Loans JOIN Books ON Loans.Book Id = Books.Book Id WHERE genre = 'Crime'",
        ),
        (
            &format!(
                "SELECT T1.title, T1.pages FROM Books AS T1 LEFT JOIN Loans AS T2 ON {on} WHERE T1.pages = 7"
            ),
            "SELECT title, pages FROM Books WHERE pages = 7",
        ),
        (
            // The books that were ever lent.
            &format!("SELECT T1.pages FROM Books AS T1 JOIN Loans AS T2 ON {on}"),
            "SELECT T1.pages FROM Books AS T1 JOIN Loans AS T2 ON T1.Book Id = T2.Book Id",
        ),
        (
            &format!("SELECT T2.title, T1.days FROM Books AS T1 JOIN Loans AS T2 ON {on}"),
            "SELECT T1.title, T2.days FROM Books AS T1 JOIN Loans AS T2 ON T1.Book Id = T2.Book Id",
        ),
        (
            &format!("SELECT T1.title, COUNT(*) FROM Books AS T1 JOIN Loans AS T2 ON {on} GROUP BY T1.title"),
            "SELECT T1.title, COUNT(*) FROM Books AS T1 JOIN Loans AS T2 ON T1.Book Id = T2.Book Id GROUP BY T1.title",
        ),
    ] {
        assert_eq!(completed(written), wanted, "{written}");
    }
}

#[test]
fn a_name_that_nobody_said_is_invented_and_a_kind_may_be_meant_by_another_word() {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let invents = |condition: &str, said: &str| {
        invents_a_name(&format!("SELECT * FROM \"Books\" WHERE {condition}"), said, &tables)
    };
    assert!(invents("\"title\" = 'Volume 7'", "why is the sky blue"));
    assert!(!invents("\"title\" = 'Volume 7'", "who has volume 7?"));
    assert!(!invents("\"genre\" = 'Crime'", "Krimis"));
    assert!(!invents("\"title\" LIKE '%Volume 7%'", "why"));
    // A name of another table's column is none where one of few kinds is meant.
    let mut authors = library().to_vec();
    authors[1].columns[1].name = "author".into();
    authors[1].columns[1].values = (0..20).map(|at| format!("Writer {at}")).chain(["Crime".into()]).collect();
    let tables: Vec<&Table> = authors.iter().collect();
    assert!(!invents_a_name("SELECT * FROM \"Books\" WHERE \"genre\" = 'Crime'", "Krimis", &tables));
}

#[test]
fn a_query_asks_no_table_for_a_column_of_another_one() {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let asks = |sql: &str| asks_other_tables(&runnable(sql, &tables).unwrap(), &tables);
    assert!(asks("SELECT genre, days FROM Books"));
    assert!(asks("SELECT COUNT(*) FROM Loans GROUP BY genre"));
    // A table that is called as a column of another one is.
    let column = |name: &str| Column {
        name: name.into(),
        kind: Kind::Text,
        values: Vec::new(),
        complete: true,
        filled: true,
        days: Days::Iso,
    };
    let city = Table { name: "city".into(), columns: vec![column("name")] };
    let shop = Table { name: "shop".into(), columns: vec![column("city"), column("owner")] };
    let both = [&city, &shop];
    for (sql, asks) in [
        ("SELECT name FROM city", false),
        ("SELECT city.name FROM city", false),
        ("SELECT city FROM city", true),
    ] {
        assert_eq!(asks_other_tables(&runnable(sql, &both).unwrap(), &both), asks, "{sql}");
    }
    let joined = "FROM Books AS T1 JOIN Loans AS T2 ON T1.\"Book Id\" = T2.\"Book Id\"";
    for sound in [
        "SELECT genre FROM Books WHERE title = 'days'",
        "SELECT COUNT(*) AS days FROM Books ORDER BY days",
        &format!("SELECT genre, days {joined}"),
        "SELECT genre FROM Books WHERE \"Book Id\" IN (SELECT \"Book Id\" FROM Loans WHERE days > 1)",
    ] {
        assert!(!asks(sound), "{sound}");
    }
}

#[test]
fn a_change_of_the_rows_keeps_what_is_shown_of_them() {
    let before = "SELECT title, pages FROM Books";
    let groups = "SELECT genre, COUNT(*) FROM Books WHERE pages > 9 GROUP BY genre";
    for (sql, before, wanted) in [
        (
            "SELECT * FROM Books WHERE genre = 'Crime'",
            before,
            "SELECT title, pages FROM Books WHERE genre = 'Crime'",
        ),
        (
            "SELECT * FROM Books ORDER BY pages DESC",
            "SELECT title FROM Books WHERE genre = 'Crime' OR genre = 'Poetry'",
            "SELECT title FROM Books WHERE genre = 'Crime' OR genre = 'Poetry' ORDER BY pages DESC",
        ),
        (
            "SELECT * FROM Books WHERE pages > 300",
            "SELECT title FROM Books WHERE genre = 'Crime' OR genre = 'Poetry' ORDER BY title",
            "SELECT title FROM Books WHERE (genre = 'Crime' OR genre = 'Poetry') AND pages > 300 ORDER BY title",
        ),
        (
            "SELECT * FROM Books WHERE pages > 300",
            "SELECT title FROM Books WHERE genre = 'Crime' AND pages > 100",
            "SELECT title FROM Books WHERE genre = 'Crime' AND pages > 300",
        ),
        // The first ones stay the first ones, of some or in full.
        (
            "SELECT * FROM Books WHERE genre = 'Crime'",
            "SELECT title FROM Books ORDER BY title LIMIT 3",
            "SELECT title FROM Books WHERE genre = 'Crime' ORDER BY title LIMIT 3",
        ),
        (
            "SELECT * FROM Books",
            "SELECT title FROM Books ORDER BY title LIMIT 3",
            "SELECT title FROM Books ORDER BY title",
        ),
        // What is compared anew was compared otherwise.
        (
            "SELECT * FROM Books WHERE \"pages\" > 300",
            "SELECT title FROM Books WHERE \"pages\" > 100",
            "SELECT title FROM Books WHERE \"pages\" > 300",
        ),
        (
            "SELECT * FROM Books ORDER BY pages DESC LIMIT 2",
            groups,
            "SELECT genre, COUNT(*) FROM Books WHERE pages > 9 GROUP BY genre ORDER BY COUNT(*) DESC LIMIT 2",
        ),
        ("SELECT * FROM Loans", before, "SELECT * FROM Loans"),
        ("SELECT genre FROM Books", before, "SELECT genre FROM Books"),
        ("SELECT * FROM Books", groups, "SELECT * FROM Books"),
        (
            "SELECT * FROM Books WHERE pages > 9",
            "SELECT COUNT(*) FROM Books WHERE pages > 9",
            "SELECT * FROM Books WHERE pages > 9",
        ),
        ("no query", before, "no query"),
    ] {
        let named = |sql: &str| {
            sql.replace("pages >", "\"pages\" >").replace("genre =", "\"genre\" =").replace("\"\"", "\"")
        };
        assert_eq!(going_on(&named(sql), &named(before)), named(wanted));
    }
}

#[test]
fn a_wish_that_only_takes_away_is_short_and_says_nothing_else() {
    for wish in ["remove it", "bórralo", "lösch das bitte", "supprime-le", "apaga isso", "Delete!"] {
        assert!(only_removes(wish), "{wish}");
    }
    for wish in [
        "remove the first 2",
        "ohne Poesie",
        "what was removed from the shelf last year",
        "borrowed books",
        "cancelled trains",
        "deleted users",
        "",
        "how many quit",
    ] {
        assert!(!only_removes(wish), "{wish}");
    }
}

#[test]
fn moments_are_the_labels_of_a_chart_whichever_column_they_are() {
    let row = |name: &str, year: Value, count: u64| json!({"name": name, "year": year, "count": count});
    let whole = json!([]);
    for (early, late) in [(json!(1955), json!(2005)), (json!("1955-03"), json!("2005-03"))] {
        let rows = [
            row("India", late.clone(), 1100),
            row("China", early.clone(), 608),
            row("China", late.clone(), 1303),
            row("India", early.clone(), 395),
        ];
        let made = shown("bar", "People", &rows, &whole);
        let text = |moment: &Value| moment.as_str().map_or_else(|| moment.to_string(), str::to_owned);
        assert_eq!(made.params["labels"], json!([text(&early), text(&late)]));
        let data =
            json!([{"label": "India", "values": [395, 1100]}, {"label": "China", "values": [608, 1303]}]);
        assert_eq!((made.widget, &made.params["data"]), ("chart-rich", &data));
    }
    // A year behind the number is no number; where all are like years, the last one is.
    let behind =
        [json!({"name": "A", "count": 7, "year": 1999}), json!({"name": "A", "count": 9, "year": 2000})];
    assert_eq!(shown("line", "T", &behind, &whole).params["bars"], json!([["1999", 7], ["2000", 9]]));
    let alike = [json!({"year": 1999, "count": 1998}), json!({"year": 2000, "count": 1700})];
    assert_eq!(shown("line", "T", &alike, &whole).params["bars"], json!([["1999", 1998], ["2000", 1700]]));
    let named = [json!({"film": "A", "year": 1999}), json!({"film": "B", "year": 2001})];
    assert_eq!(shown("bar", "T", &named, &whole).params["bars"], json!([["A", 1999], ["B", 2001]]));
}

#[test]
fn a_chart_of_two_things_is_of_two_series_and_one_of_nothing_else_a_table() {
    let row = |year: u32, country: &str, rate: f64| json!({"year": year, "country": country, "rate": rate});
    let rows = [row(2000, "India", 3.3), row(1990, "India", 4.0), row(2000, "China", 1.6)];
    let made = shown("line", "Rates", &rows, &json!([]));
    assert_eq!(made.widget, "chart-rich");
    assert_eq!(
        made.params,
        json!({"title": "Rates", "type": "line", "labels": ["1990", "2000"], "data": [
            {"label": "India", "values": [4.0, 3.3]}, {"label": "China", "values": [null, 1.6]},
        ]})
    );
    let twice = [row(2000, "India", 3.3), row(2000, "India", 4.0)];
    let alike = [json!({"kind": "a", "n": 1}), json!({"kind": "a", "n": 2})];
    for rows in [&twice[..], &alike[..]] {
        assert_eq!(shown("bar", "Rates", rows, &json!([])).widget, "data-table");
    }
    let apart = [row(1990, "India", 3.3), row(2000, "India", 4.0)];
    assert_eq!(shown("line", "Rates", &apart, &json!([])).widget, "chart");
}

#[test]
fn a_large_number_has_its_thousands_apart() {
    let stat = |value: serde_json::Value| {
        shown("stat", "Sum", &[json!({"n": value})], &json!([])).params["value"].clone()
    };
    for (value, wanted) in [
        (json!(66_080_959_632_i64), "66\u{202f}080\u{202f}959\u{202f}632"),
        (json!(-12345.5), "-12\u{202f}345.5"),
        (json!(2024), "2024"),
        (json!("12345"), "12345"),
    ] {
        assert_eq!(stat(value), json!(wanted));
    }
}

#[test]
fn a_column_that_several_joined_tables_have_is_of_the_first_and_names_of_several_words_need_no_quotes() {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let done = |sql: &str| complete(&runnable(sql, &tables).unwrap(), &tables);
    let joined = "FROM \"Books\" JOIN \"Loans\" ON \"Books\".\"Book Id\" = \"Loans\".\"Book Id\"";
    assert_eq!(
        done(&format!(
            "SELECT Book Id, reader {joined} WHERE Book Id IN (SELECT \"Book Id\" FROM Books WHERE title = 'Book Id')"
        )),
        format!(
            "SELECT \"Books\".\"Book Id\", \"reader\" {joined} WHERE \"Books\".\"Book Id\" IN (SELECT \"Book Id\" FROM \"Books\" WHERE \"title\" = 'Book Id')"
        )
    );
    assert_eq!(done("SELECT Book Id FROM Books"), "SELECT \"Book Id\" FROM \"Books\"");
    assert_eq!(done("SELECT Book Idle FROM Books"), "SELECT Book Idle FROM \"Books\"");
}

#[test]
fn tables_between_are_joined_for_a_column_that_lies_further_away() {
    let table = |name: &str, columns: &[&str]| {
        let column = |name: &&str| Column {
            name: (*name).to_owned(),
            kind: if name.ends_with("_id") { Kind::Number } else { Kind::Text },
            values: Vec::new(),
            complete: false,
            filled: true,
            days: Days::Iso,
        };
        Table { name: name.to_owned(), columns: columns.iter().map(column).collect() }
    };
    let school = [
        table("marks", &["mark_id", "pupil_id", "grade"]),
        table("pupils", &["pupil_id", "class_id", "called"]),
        table("classes", &["class_id", "teacher_id", "room"]),
        table("teachers", &["teacher_id", "subject"]),
    ];
    let tables: Vec<&Table> = school.iter().collect();
    let done = |sql: &str| {
        let sql = complete(&runnable(sql, &tables).unwrap(), &tables);
        runnable(&sql, &tables).unwrap().replace('"', "")
    };
    assert_eq!(
        done("SELECT room, COUNT(*) FROM marks GROUP BY room"),
        "SELECT room, COUNT(*) FROM marks JOIN pupils ON marks.pupil_id = pupils.pupil_id \
         JOIN classes ON pupils.class_id = classes.class_id GROUP BY room"
    );
    assert_eq!(
        done("SELECT called, subject FROM pupils AS T1 JOIN classes AS T2 ON T1.class_id = T2.class_id"),
        "SELECT DISTINCT called, subject FROM pupils AS T1 JOIN classes AS T2 ON T1.class_id = T2.class_id \
         JOIN teachers ON T2.teacher_id = teachers.teacher_id"
    );
    let nested =
        "SELECT grade FROM marks WHERE pupil_id IN (SELECT pupil_id FROM pupils WHERE called = 'Ann')";
    assert_eq!(done(nested), nested.replace("grade FROM", "grade, pupil_id FROM"));
    assert_eq!(
        done("SELECT grade FROM marks WHERE room = '2'"),
        "SELECT DISTINCT grade FROM marks JOIN pupils ON marks.pupil_id = pupils.pupil_id JOIN classes ON pupils.class_id = classes.class_id WHERE room = '2'"
    );
    let told = definitions(&tables);
    assert!(told.ends_with("-- marks.pupil_id = pupils.pupil_id\n-- pupils.class_id = classes.class_id\n-- classes.teacher_id = teachers.teacher_id"), "{told}");
}

#[test]
fn of_definitions_that_are_too_long_values_go_before_columns() {
    let column = |at: usize| Column {
        name: format!("column_{at}"),
        kind: Kind::Text,
        values: (0..8).map(|value| format!("a rather long value {value}")).collect(),
        complete: true,
        filled: true,
        days: Days::Iso,
    };
    let tables: Vec<Table> = (0..8)
        .map(|table| Table { name: format!("table_{table}"), columns: (0..12).map(column).collect() })
        .collect();
    let told = definitions(&tables.iter().collect::<Vec<_>>());
    assert_eq!(told.matches("column_11").count(), 8, "{told}");
    assert!(told.len() < 9_000, "{}", told.len());
}
