/** The rows in what a query was answered, in the shapes that servers write; `src/choose/rows.rs` reads the same for the model. */
import { listOf, recordOf } from "../widgets/dom.js";

const LISTS = ["rows", "data", "results", "result", "items"] as const;
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
	const rows = LISTS.map((name) => fields[name]).find(Array.isArray);
	if (!rows) throw new Error("There are no rows in the answer.");
	const columns = COLUMNS.map((name) => fields[name]).find(Array.isArray);
	return columns ? rows.map((row: unknown) => named(row, columns)) : rows;
}

function rowsOfTool({ content, structuredContent, isError }: { readonly [key: string]: unknown }): unknown[] {
	const texts = listOf(content).map((block) => recordOf(block).text);
	const text = texts.filter((one) => typeof one === "string").join("\n");
	if (isError === true) throw new Error(text || "The server failed and does not say why.");
	if (structuredContent !== undefined && structuredContent !== null) return rowsIn(structuredContent);
	let told: unknown;
	try {
		told = JSON.parse(text);
	} catch {
		throw new Error(`The answer is no JSON: ${text.slice(0, 200)}`);
	}
	return rowsIn(told);
}

/** A list of cells as a record. */
function named(row: unknown, columns: readonly unknown[]): unknown {
	if (!Array.isArray(row)) return row;
	return Object.fromEntries(
		columns.map((column, at) => [String(recordOf(column).name ?? column), row[at]] as const),
	);
}
