/** What a cell gave, to be read. */
import { columnsOf, asRow } from "../data-table/rows.js";
import { textOf } from "../dom.js";
import { linesView } from "../js-sandbox/isolated/lines.js";
import { note } from "../parts.js";
import { type Content, given, html, nothing } from "../view.js";
import type { Result } from "./results.js";
import { say } from "../say.js";

const MAX_ROWS = 40;
const MAX_CELL_CHARS = 80;
const MAX_CHARS = 10_000;

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The result of a cell: a table where it is a list of records. */
export function resultView({ json, value, error, lines }: Result, label: string): Content {
	const failed = given(error, (text) => html`<p class="wm-error" role="alert"><bdi>${text}</bdi></p>`);
	return html`${linesView(lines)}${failed}${json === "" ? nothing : valueView(value, label)}`;
}

function valueView(value: unknown, label: string): Content {
	if (Array.isArray(value) && value.length === 0) return note(say("No rows."));
	if (Array.isArray(value) && value.every(isRecord)) return table(value, label);
	const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
	const isCut = text.length > MAX_CHARS;
	return html`<pre class="wm-code" tabindex="0" role="region" aria-label=${label} dir="auto">${text.slice(0, MAX_CHARS)}</pre>
		${note(isCut ? say("{n} characters, of which the first {shown} are shown.", { n: text.length, shown: MAX_CHARS.toLocaleString() }) : "")}`;
}

function table(records: readonly unknown[], label: string): Content {
	const rows = records.slice(0, MAX_ROWS).map(asRow);
	const columns = columnsOf(undefined, rows);
	const head = columns.map(
		({ label: name, align }) =>
			html`<th scope="col" class="wm-cell-head wm-${align}"><bdi>${name}</bdi></th>`,
	);
	const lines = rows.map(
		(row) =>
			html`<tr>${columns.map(({ key, align }) => html`<td class="wm-${align}"><bdi>${textOf(row.get(key), MAX_CELL_CHARS)}</bdi></td>`)}</tr>`,
	);
	const isCut = records.length > MAX_ROWS;
	return html`<div class="wm-table" tabindex="0" role="region" aria-label=${label}>
			<table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table>
		</div>${note(isCut ? say("{found} of {n} rows.", { found: MAX_ROWS, n: records.length }) : "")}`;
}
