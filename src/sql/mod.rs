//! Tables as servers describe them, and queries of them: what a database is asked, what a query lacks, and what it says in words.

mod asked;
mod clauses;
mod complete;
mod days;
mod definition;
mod describe;
mod join;
mod names;
pub mod python;
mod reading;
mod runnable;
mod several;
mod sources;
mod table;
mod values;

pub use asked::asked;
pub use complete::{complete, first_few, going_on, select_the_same};
pub use days::Days;
pub use definition::definitions;
pub use describe::{names_in, tables_in};
pub use join::joins;
pub use names::{bare_words, name_of, parted, quoted, text_of, texts, unquoted};
pub use reading::{in_words, reading, tables_asked};
pub use runnable::runnable;
pub use sources::asks_other_tables;
pub use table::{Column, Kind, Table, is_moment, is_year};
pub use values::{values_query, with_samples, with_values};
