/** The rows in what a query was answered, in the shapes that servers write (`src/choose/rows.rs` reads them for the model). */
import { listOf, recordOf } from "../widgets/dom.js";

const LISTS = ["rows", "data", "results", "result", "items"] as const;
const NO_ROWS = "There are no rows in the answer.";
const COLUMNS = ["columns", "fields"] as const;

/**
 * The rows of an answer: a list, a list inside an object, columns beside lists of cells, or a tool's result that holds one of these.
 *
 * @throws Error With the server's words where it says that it failed, and where there are no rows in the answer.
 */
export function rowsIn(answer: unknown): unknown[] {
	if (Array.isArray(answer)) return answer;
	const fields = recordOf(answer);
	if (Array.isArray(fields.content)) return rowsOfTool(fields);
	const own = Object.entries(fields).filter(([name]) => !COLUMNS.some((column) => column === name));
	const lists = own.flatMap(([, value]) => (Array.isArray(value) ? [value] : []));
	// Under a name that says so, or the only list that there is.
	const rows =
		LISTS.map((name) => fields[name]).find(Array.isArray) ?? (lists.length === 1 ? lists[0] : undefined);
	if (!rows) throw new Error(NO_ROWS);
	const columns = COLUMNS.map((name) => fields[name]).find(Array.isArray);
	return columns ? rows.map((row: unknown) => named(row, columns)) : rows;
}

function rowsOfTool({ content, structuredContent, isError }: { readonly [key: string]: unknown }): unknown[] {
	const texts = listOf(content).map((block) => recordOf(block).text);
	const text = texts.filter((one) => typeof one === "string").join("\n");
	if (isError === true) throw new Error(text || "The server failed and does not say why.");
	// Some servers wrap a text for programs: then the text itself has the rows.
	const answers = [structuredContent, parsed(text), ...texts.map(parsed)];
	for (const answer of answers) {
		try {
			if (answer !== undefined) return rowsIn(answer);
		} catch {
			// Another one may have them.
		}
	}
	const isJson = answers.some((answer) => answer !== undefined);
	throw new Error(isJson ? NO_ROWS : `The answer is no JSON: ${text.slice(0, 200)}`);
}

function parsed(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return undefined;
	}
}

/** A list of cells as a record. */
function named(row: unknown, columns: readonly unknown[]): unknown {
	if (!Array.isArray(row)) return row;
	return Object.fromEntries(
		columns.map((column, at) => [String(recordOf(column).name ?? column), row[at]] as const),
	);
}
