/** A table that is sorted, filtered and taken along. */
import { ref } from "lit-html/directives/ref.js";
import type { JsonObject } from "../../types.js";
import { listOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, kept, nothing, stateful, titleOf } from "../view.js";
import { bar } from "./bar.js";
import { asRow, type Column, columnsOf, filteredRows, type Row, sortedRows } from "./rows.js";
import { looks } from "./styles.js";
import { Scrolling } from "./virtual.js";

/** Of more rows only those are drawn that are seen. */
const DRAWN_WHOLE = 200;
/** Fewer rows are found without a filter. */
const LEAST_FILTERED = 8;
const MAX_CELL_CHARS = 80;

/** Draws rows under named columns; a press on a column's head sorts by it, one on a row tells which. */
export default stateful(({ container, redraw, emit, onDispose }) => {
	useStyles(container, looks);
	let sorted: { key: string; descending: boolean } | undefined;
	let filter = "";
	const scrolling = new Scrolling(redraw);
	onDispose(() => scrolling.stop());
	// Each frame of scrolling asks for all of it again.
	const rowsOf = kept((rows: unknown) => listOf(rows).map(asRow));
	const shownOf = kept(columnsOf);
	const foundIn = kept(filteredRows);
	const inOrder = kept((rows: readonly Row[], by: typeof sorted) =>
		by ? sortedRows(rows, by.key, by.descending) : rows,
	);
	const again = () => {
		scrolling.reset();
		redraw();
	};
	return (data) => {
		const all = rowsOf(data.rows);
		const columns = shownOf(data.columns, all);
		const rows = inOrder(foundIn(all, columns, filter), sorted);
		const head = ({ key, label, align }: Column) => {
			const direction = sorted?.key === key ? (sorted.descending ? "descending" : "ascending") : nothing;
			const sort = () => {
				sorted = { key, descending: sorted?.key === key && !sorted.descending };
				again();
			};
			return html`<th scope="col" class="wm-${align}" aria-sort=${direction}>
				<button type="button" class="wm-sort" @click=${sort}>${label}</button>
			</th>`;
		};
		const isLong = rows.length > DRAWN_WHOLE;
		const seen = isLong ? scrolling.window(rows.length) : { from: 0, to: rows.length, above: 0, below: 0 };
		const lines = rows.slice(seen.from, seen.to).map((row, at) => {
			const press = () => emit("rowclick", { row: Object.fromEntries(row) as JsonObject });
			return line(row, columns, seen.from + at, press, isLong ? scrolling : undefined);
		});
		const title = titleOf(data);
		const filtered = (text: string) => {
			filter = text;
			again();
		};
		const hasBar = all.length >= LEAST_FILTERED;
		const follow = (region?: Element) => {
			if (region instanceof HTMLElement) scrolling.follow(region);
		};
		// A region that scrolls must be reachable by keyboard.
		return html`${heading(title)}${hasBar ? bar({ title, columns, rows }, filter, filtered) : nothing}
			<div class="wm-table" tabindex="0" role="region" aria-label=${title || "Table"} ${ref(follow)}>
				<table aria-rowcount=${rows.length + 1}>
					<thead><tr aria-rowindex="1">${columns.map(head)}</tr></thead>
					<tbody>${room(seen.above, columns)}${lines}${room(seen.below, columns)}</tbody>
				</table>
			</div>
			${note(said(all.length, rows.length))}`;
	};
});

/** What stands below: how many rows there are, where not all are seen at once. */
function said(all: number, shown: number): string {
	if (all === 0) return "There are no rows.";
	if (shown < all) return `${shown} of ${all} rows.`;
	return all > DRAWN_WHOLE ? `${all} rows.` : "";
}

/** Empty room in place of rows that are not drawn. */
function room(pixels: number, columns: readonly Column[]) {
	if (pixels <= 0) return nothing;
	const high = (cell?: Element) => {
		if (cell instanceof HTMLElement) cell.style.height = `${pixels}px`;
	};
	return html`<tr class="wm-room" aria-hidden="true"><td colspan=${columns.length} ${ref(high)}></td></tr>`;
}

function line(
	row: Row,
	columns: readonly Column[],
	place: number,
	press: () => void,
	scrolling: Scrolling | undefined,
) {
	const cells = columns.map(({ key, align }) => {
		const full = textOf(row.get(key), 10_000);
		const shown = textOf(row.get(key), MAX_CELL_CHARS);
		return html`<td class="wm-${align}" title=${full === shown ? nothing : full}>${shown}</td>`;
	});
	const measure = (element?: Element) => {
		if (element instanceof HTMLElement) scrolling?.measure(element);
	};
	// The head is the first row.
	return html`<tr aria-rowindex=${place + 2} data-index=${place} @click=${press} ${ref(measure)}>${cells}</tr>`;
}
