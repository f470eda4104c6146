//! What a model reads and writes that was taught to compose (`training/`): one line of JSON, begun after a list of all that
//! there is, and ended with only that in front which its first field asks for.

mod asked;
mod clauses;
mod complete;
mod definition;
mod describe;
mod fits;
mod forms;
mod join;
mod line;
mod meant;
mod named;
mod prompt;
pub mod python;
mod query;
mod reading;
mod said;
mod select;
mod shown;
mod sources;
mod sql;
mod table;
mod unit;
mod values;
mod worked;

pub use asked::{asked_schema, callable_schema, said_once, says_the_same_twice};
pub use complete::{complete, going_on};
pub use definition::definitions;
pub use describe::{names_in, tables_in};
pub use fits::Fits;
pub use forms::{fitting_form, form_alone, form_of, names_form, names_table, of_one_row};
pub use join::joins;
pub use line::{SAID, filled_schema, first_schema, offers_schema, show_schema, tables_schema};
pub use meant::{Compared, Meant};
pub use named::{
    Known, asks_of, hints, invents_a_name, linked, named_beside, names_columns, speaks_of_others,
    table_hints, values_named,
};
pub use prompt::{
    MOST_TOKENS, Offer, failed_line, query_lines, schema_lines, shape, there_is, widget_lines, wish_line,
};
pub use query::{SHOWN_AS, query_schema};
pub use reading::{Spoken, reading, tables_asked};
pub use said::{
    brings_text, has_no_names, leaves_out_a_number, lists_parts, names_numbers, numbers, only_removes,
};
pub use select::query_text;
pub use shown::{Shown, shown, shown_whole, title_of};
pub use sources::asks_other_tables;
pub use sql::{name_of, runnable};
pub use table::{Column, Kind, Table};
pub use values::{values_query, with_samples, with_values};
pub use worked::{Task, Turn, Worked};
