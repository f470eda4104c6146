//! Worked examples, in front of what a model reads that nobody has taught to compose: its grammar says what it may write, they what
//! that is for.

/// In front of the first field.
pub const FIRST_WORKED: &str = r#"show gauge: One number on a scale
show timeline: Events, one after the other
call find_address: Where an address is
query visits: animal, day, fee

Wish: a gauge at 40 of 60
{"show": "gauge"}

Wish: average fee per animal
{"query": ["visits"]}

Wish: where is 12 Mill Lane?
{"call": "find_address"}

Wish: founded in 1990, sold in 2004
{"show": "timeline"}

Wish: how many visits in May?
{"query": ["visits"]}

Wish: what can you do?
{"say": "help"}

Wish: order me a pizza
{"say": "cannot"}

"#;

/// In front of a query.
pub const QUERY_WORKED: &str = r#"query visits: animal text (cat; dog), day date (2024-01-03), fee number

Wish: average fee per animal
{"query": ["visits"], "sql": "SELECT animal, AVG(fee) FROM visits GROUP BY animal", "as": "bar"}

Wish: how many dogs were there in 2024?
{"query": ["visits"], "sql": "SELECT COUNT(*) FROM visits WHERE animal = 'dog' AND strftime('%Y', day) = '2024'", "as": "stat"}

Wish: the 5 most expensive visits
{"query": ["visits"], "sql": "SELECT * FROM visits ORDER BY fee DESC LIMIT 5", "as": "table"}

"#;
