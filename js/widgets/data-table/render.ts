/** A sortable table. */
import type { JsonObject } from "../../types.js";
import { listOf, oneOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { html, nothing, stateful, titleOf } from "../view.js";

/** Rows are drawn as one scrolls to them: thousands at once would hold up the page. */
const ROWS_AT_ONCE = 200;
/** How near to the end of what is drawn the next rows come, CSS pixels. */
const NEAR_PX = 400;
const MAX_CELL_CHARS = 80;

interface Column {
	key: string;
	label: string;
	align: "left" | "center" | "right";
}

type Row = Map<string, unknown>;

/** Draws rows under named columns; a press on a column's head sorts by it, one on a row tells which. */
export default stateful(({ redraw, emit }) => {
	let given: unknown;
	let sorted: { key: string; descending: boolean } | undefined;
	let drawn = ROWS_AT_ONCE;
	return (data) => {
		if (given !== data.rows) drawn = ROWS_AT_ONCE;
		given = data.rows;
		const rows = listOf(data.rows).map(asRow);
		const columns = columnsOf(data.columns, rows);
		const order = sorted ? sortedRows(rows, sorted.key, sorted.descending) : rows;
		const head = ({ key, label, align }: Column) => {
			const direction = sorted?.key === key ? (sorted.descending ? "descending" : "ascending") : nothing;
			const sort = () => {
				sorted = { key, descending: sorted?.key === key && !sorted.descending };
				drawn = ROWS_AT_ONCE;
				redraw();
			};
			return html`<th scope="col" class="wm-${align}" aria-sort=${direction}>
				<button type="button" class="wm-sort" @click=${sort}>${label}</button>
			</th>`;
		};
		const scrolled = ({ currentTarget }: Event) => {
			const { scrollHeight, scrollTop, clientHeight } = currentTarget as HTMLElement;
			if (scrollHeight - scrollTop - clientHeight >= NEAR_PX || drawn >= rows.length) return;
			drawn += ROWS_AT_ONCE;
			redraw();
		};
		const press = (row: Row) => () => emit("rowclick", { row: Object.fromEntries(row) as JsonObject });
		const lines = order.slice(0, drawn).map((row, place) => line(row, columns, place, press(row)));
		const title = titleOf(data);
		const many = rows.length > ROWS_AT_ONCE ? `${rows.length} rows; scroll to see them all.` : "";
		// A region that scrolls must be reachable by keyboard.
		return html`${heading(title)}
			<div class="wm-table" tabindex="0" role="region" aria-label=${title || "Table"} @scroll=${scrolled}>
				<table aria-rowcount=${rows.length + 1}>
					<thead><tr aria-rowindex="1">${columns.map(head)}</tr></thead>
					<tbody>${lines}</tbody>
				</table>
			</div>
			${note(rows.length === 0 ? "There are no rows." : many)}`;
	};
});

function asRow(value: unknown): Row {
	return new Map(typeof value === "object" && value !== null ? Object.entries(value) : [["value", value]]);
}

function columnsOf(given: unknown, rows: Row[]): Column[] {
	const columns = listOf(given).map((entry) => {
		const fields = asRow(entry);
		const key = textOf(fields.get("key") ?? fields.get("value"));
		const align = oneOf(fields.get("align"), ["left", "center", "right"]);
		return { key, label: textOf(fields.get("label") ?? key), align };
	});
	if (columns.length > 0) return columns;
	const keys = new Set(rows.slice(0, ROWS_AT_ONCE).flatMap((row) => [...row.keys()]));
	return [...keys].slice(0, 50).map((key) => {
		const numeric = rows.length > 0 && rows.every((row) => typeof (row.get(key) ?? 0) === "number");
		return { key, label: key, align: numeric ? "right" : "left" };
	});
}

function line(row: Row, columns: Column[], place: number, press: () => void) {
	const cells = columns.map(({ key, align }) => {
		const full = textOf(row.get(key), 10_000);
		const shown = textOf(row.get(key), MAX_CELL_CHARS);
		return html`<td class="wm-${align}" title=${full === shown ? nothing : full}>${shown}</td>`;
	});
	// The head is the first row.
	return html`<tr aria-rowindex=${place + 2} @click=${press}>${cells}</tr>`;
}

function sortedRows(rows: Row[], key: string, descending: boolean): Row[] {
	const collator = new Intl.Collator(undefined, { numeric: true });
	const sign = descending ? -1 : 1;
	return [...rows].sort((left, right) => {
		const [a, b] = [left.get(key), right.get(key)];
		if (typeof a === "number" && typeof b === "number") return sign * (a - b);
		return sign * collator.compare(textOf(a), textOf(b));
	});
}
