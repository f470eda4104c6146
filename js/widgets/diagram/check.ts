/** Whether a diagram can be drawn: in a page it is drawn out of sight, elsewhere its text is parsed. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { textOf } from "../dom.js";
import { library } from "./library.js";
import { parsed } from "./parsed.js";
import { placeOf } from "./problem.js";

/** What is wrong with a diagram's text, with the line. */
export default async function check({ source }: JsonObject): Promise<WidgetProblem | undefined> {
	const text = textOf(source, Number.POSITIVE_INFINITY);
	try {
		if (text.trim() === "") throw new Error("There is no text.");
		if (typeof document !== "undefined") await (await library())(text, document.body);
		else await parsed(text);
		return undefined;
	} catch (error) {
		const { line, written, reason } = placeOf(error, text);
		const where = line === undefined ? "" : `Line ${line} cannot be read: “${textOf(written, 120)}”. `;
		return { reason: `${where}${reason}`, ...(line !== undefined && { line }), remedy: remedyOf(reason) };
	}
}

function remedyOf(reason: string): string {
	if (/npm install/.test(reason)) return "Show it in another widget, such as text or list.";
	if (/^[“"][()[\]{}<>"'`:;,|#]/.test(reason))
		return 'Put labels that hold such signs in double quotes, as in A["User (guest)"], and send the whole text again.';
	return "Correct it and send the whole text again, as plain Mermaid.";
}
