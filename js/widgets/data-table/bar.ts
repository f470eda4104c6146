/** What stands above a table: a field that filters it, and ways to take it along. */
import { filterField } from "../filter.js";
import { save } from "../save.js";
import { type Content, html } from "../view.js";
import { csvFile, markdown, records, separated } from "./exports.js";
import type { Column, Row } from "./rows.js";
import { say } from "../say.js";

/** What is taken along: the rows that are shown, in their order. */
export interface Taken {
	readonly title: string;
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
}

/** How a table leaves: what the button says, the file's ending and type. */
const WAYS = [
	{ label: "CSV", ending: ".csv", type: "text/csv", write: csvFile },
	{ label: "JSON", ending: ".json", type: "application/json", write: records },
	{ label: "Markdown", ending: ".md", type: "text/markdown", write: markdown },
] as const;

/** The bar; `filtered` hears each letter of the filter. */
export function bar(taken: Taken, filter: string, filtered: (text: string) => void): Content {
	const { title, columns, rows } = taken;
	const ways = WAYS.map(({ label, ending, type, write }) => {
		const press = () => save(`${title}${ending}`, type, write(columns, rows));
		return html`<button type="button" @click=${press}>${label}</button>`;
	});
	const copy = async ({ currentTarget }: Event) => {
		const button = currentTarget as HTMLElement;
		// The clipboard is refused where the page is not secure or has no focus.
		const text = separated(columns, rows, "\t");
		const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
		button.textContent = await copied.then(
			() => say("Copied"),
			() => say("Not allowed to copy"),
		);
	};
	return html`<div class="wm-table-bar">
		${filterField(filter, filtered)}
		<details class="wm-menu">
			<summary>${say("Export")}</summary>
			<div>${ways}<button type="button" @click=${copy}>${say("Copy")}</button></div>
		</details>
	</div>`;
}
