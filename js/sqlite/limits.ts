/** How much is taken of a file, and how much a query may touch: a page must bear what anybody drops on it. */

/** The largest file, bytes. */
export const MAX_FILE = 64_000_000;
/** As SQLite has it. */
export const MAX_COLUMNS = 2_000;
export const MAX_ROWS = 2_000_000;
/** The longest value, characters; SQLite counts bytes. */
export const MAX_CELL = 1_000_000;
/** What all tables and a query may take together, bytes. */
export const MAX_HEAP = 768 * 1024 * 1024;
/** The longest query, characters. */
export const MAX_SQL = 20_000;
/** The most characters of all rows of a result. */
export const MAX_RESULT = 1_000_000;
/** Different values are counted up to here. */
export const MAX_DISTINCT = 1_000;
/** The longest name of a table or column, characters. */
export const MAX_NAME = 60;
/** The most tables. */
export const MAX_TABLES = 64;
/** More questions than this do not wait. */
export const MAX_WAITING = 64;
