//! What a model reads and writes that was taught to compose (`training/`): one line of JSON, begun after a list of all that
//! there is, and ended with only that in front which its first field asks for.

mod anew;
mod asked;
mod fits;
mod forms;
mod heading;
mod line;
mod many;
mod named;
mod prompt;
mod said;
mod select;
mod shown;
mod unit;
mod worked;

pub use anew::{asks_anew, is_short};
pub use asked::{asked_schema, callable_schema, said_once, says_the_same_twice};
pub use fits::{Compared, Fits};
pub use forms::{fitting_form, form_alone, form_of, names_form, names_table, of_one_row};
pub use heading::{headed, headed_in_words};
pub use line::{SAID, filled_schema, first_schema, show_schema, tables_schema};
pub use many::{asks_for_several, sums_for_a_count};
pub use named::{
    Known, asks_of, hints, invents_a_name, linked, named_beside, names_columns, speaks_of_others,
    table_hints, values_named,
};
pub use prompt::{
    MOST_TOKENS, Offer, failed_line, query_lines, schema_lines, shape, there_is, widget_lines, wish_line,
};
pub use said::{
    brings_text, has_no_names, leaves_out_a_number, lists_parts, names_numbers, numbers, only_removes,
};
pub use select::{SHOWN_AS, query_schema, query_text, title_of_wish};
pub use shown::{Shown, few_in_words, shown, shown_whole, title_of};
pub use worked::{Task, Turn, Worked, queries_like};
