/** Whether the code of a notebook's cells can be read; queries are read by the database that they are for. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { reader } from "../js-sandbox/syntax.js";
import { cellsOf } from "./cells.js";

export default async function check(data: JsonObject): Promise<WidgetProblem | undefined> {
	const { cells } = cellsOf(data.cells);
	if (!cells.some(({ type }) => type === "js")) return undefined;
	const read = await reader();
	for (const [at, { type, content }] of cells.entries()) {
		const problem = type === "js" ? read(content) : undefined;
		if (problem) return { ...problem, reason: `Cell ${at + 1}: ${problem.reason}` };
	}
	return undefined;
}
