/** A table that is sorted, filtered and taken along. */
import { ref } from "../lit.js";
import type { JsonObject } from "../../types.js";
import { listOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Told, toldOf } from "../told.js";
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
export default stateful(({ container, redraw, emit, onMessage, onDispose }) => {
	useStyles(container, looks);
	let sorted: { key: string; descending: boolean } | undefined;
	let filter = "";
	let active = 0;
	/** The row that was pressed, unless linked widgets have told of others since. */
	let selected: Row | undefined;
	const told = toldOf();
	onMessage((_, payload) => {
		if (!told.hear(payload)) return;
		selected = undefined;
		redraw();
	});
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
			const press = () => {
				selected = row;
				told.forget();
				redraw();
				emit("rowclick", { row: Object.fromEntries(row) as JsonObject });
			};
			const isSelected = selected === row || isToldOf(row, columns, told);
			const place = seen.from + at;
			const focused = () => {
				active = place;
			};
			// One row is on the way of the tabulator; from there arrow keys lead to the others.
			const isActive = place === (active >= seen.from && active < seen.to ? active : seen.from);
			const state = { press, focused, isSelected, isActive };
			return line(row, columns, place, state, isLong ? scrolling : undefined);
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
				<table role="grid" aria-rowcount=${rows.length + 1}>
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

/** How a row stands to the person. */
interface RowState {
	press(): void;
	focused(): void;
	isSelected: boolean;
	isActive: boolean;
}

function line(
	row: Row,
	columns: readonly Column[],
	place: number,
	{ press, focused, isSelected, isActive }: RowState,
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
	return html`<tr
		tabindex=${isActive ? "0" : "-1"}
		aria-rowindex=${place + 2}
		aria-selected=${isSelected ? "true" : nothing}
		data-index=${place}
		@click=${press}
		@keydown=${(event: KeyboardEvent) => pressed(event, press)}
		@focus=${focused}
		${ref(measure)}
	>${cells}</tr>`;
}

/** Enter and the space bar press a row; arrow keys lead to the next one. */
function pressed(event: KeyboardEvent, press: () => void): void {
	const row = event.currentTarget as HTMLElement;
	const others: { [key: string]: Element | null } = {
		ArrowDown: row.nextElementSibling,
		ArrowUp: row.previousElementSibling,
	};
	const isPress = event.key === "Enter" || event.key === " ";
	if (!isPress && !(event.key in others)) return;
	event.preventDefault();
	if (isPress) press();
	const other = others[event.key];
	if (!(other instanceof HTMLElement) || other.dataset.index === undefined) return;
	other.focus({ preventScroll: true });
	other.scrollIntoView({ block: "nearest" });
}

/** Whether a linked widget tells of a row: the text of a column of texts is among what it tells. */
function isToldOf(row: Row, columns: readonly Column[], told: Told): boolean {
	return columns.some(({ key }) => {
		const value = row.get(key);
		return typeof value === "string" && told.has(value);
	});
}
