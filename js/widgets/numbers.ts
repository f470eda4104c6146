/** What a picture shows as a table, for those who cannot see it. */
import { numberText } from "./dom.js";
import { type Content, given, html, nothing } from "./view.js";
import { say } from "./say.js";

/** A row: what it is of, and its numbers; `undefined` where one is missing. */
export type NumberRow = readonly [string, ...(number | undefined)[]];

/**
 * A table that screen readers read, and tests: of each number the exact value stands in `data-value`. `heads` say what the numbers are,
 * `named` what stands for the name of a row where that is more than words.
 */
export function numberTable(
	title: string,
	rows: readonly NumberRow[],
	heads: readonly string[] = [],
	named: (label: string, row: number) => Content = (label) => label,
): Content {
	const cell = (value: number | undefined) =>
		html`<td data-value=${value ?? nothing}>${value === undefined ? nothing : numberText(value)}</td>`;
	const line = ([label, ...values]: NumberRow, at: number) =>
		html`<tr><th scope="row">${named(label, at)}</th>${values.map(cell)}</tr>`;
	const columns = heads.map((head) => html`<th scope="col">${head}</th>`);
	// Around the table, for Firefox shows the caption of one that is hidden itself.
	return html`<div class="wm-hidden"><table class="wm-numbers">
		${given(title, (text) => html`<caption>${text}</caption>`)}
		${columns.length > 0 ? html`<thead><tr><td></td>${columns}</tr></thead>` : nothing}
		<tbody>${rows.map(line)}</tbody>
	</table></div>`;
}

/** The first of so many things in words, and how many more there are. */
export function someOf(things: readonly string[], most = 12): string {
	const first = things.slice(0, most).join(", ");
	return things.length > most ? say("{first}, and {n} more", { first, n: things.length - most }) : first;
}
