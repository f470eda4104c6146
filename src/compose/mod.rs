//! What a model reads and writes that was taught to compose (`training/`): one line of JSON, begun after a list of all that
//! there is, and ended with only that in front which its first field asks for.

mod describe;
mod line;
mod prompt;
mod query;
mod said;
mod shown;
mod table;

pub use describe::{names_in, tables_in};
pub use line::{SAID, filled_schema, first_schema};
pub use prompt::{Offer, known_line, query_lines, schema_lines, shape, there_is, wish_line};
pub use query::{SHOWN_AS, query_schema, runnable};
pub use said::numbers;
pub use shown::{Shown, shown, title_of};
pub use table::{Column, Kind, Known, Table, linked};
