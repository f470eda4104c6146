/** A sortable table. */
import type { WidgetRenderer } from "../../types.js";
import { element, heading, listOf, oneOf, textOf } from "../dom.js";

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

/** Draws rows under named columns; a press on a column's head sorts by it. */
export const renderDataTable: WidgetRenderer = (container, data) => {
	const rows = listOf(data.rows).map(asRow);
	const columns = columnsOf(data.columns, rows);
	const body = element("tbody");
	let sorted: { key: string; descending: boolean } | undefined;

	const heads = columns.map((column) => {
		const button = element("button", { type: "button", class: "wm-sort" }, column.label);
		const head = element("th", { scope: "col", class: `wm-${column.align}` }, button);
		button.addEventListener("click", () => {
			const descending = sorted?.key === column.key && !sorted.descending;
			sorted = { key: column.key, descending };
			for (const other of heads) other.removeAttribute("aria-sort");
			head.setAttribute("aria-sort", descending ? "descending" : "ascending");
			fill();
		});
		return head;
	});

	let order = rows;
	const more = () => {
		const drawn = body.childElementCount;
		const next = order.slice(drawn, drawn + ROWS_AT_ONCE);
		body.append(...next.map((row, i) => line(row, columns, drawn + i)));
	};
	const fill = () => {
		order = sorted ? sortedRows(rows, sorted.key, sorted.descending) : rows;
		body.replaceChildren();
		more();
	};
	fill();

	const head = element("thead", {}, element("tr", { "aria-rowindex": "1" }, ...heads));
	const table = element("table", { "aria-rowcount": String(rows.length + 1) }, head, body);
	// A region that scrolls must be reachable by keyboard.
	const region = {
		class: "wm-table",
		tabindex: "0",
		role: "region",
		"aria-label": textOf(data.title) || "Table",
	};
	const scrolled = element("div", region, table);
	scrolled.addEventListener("scroll", () => {
		const below = scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight;
		if (below < NEAR_PX) more();
	});
	container.append(...heading(data.title), scrolled);
	if (rows.length > ROWS_AT_ONCE) {
		container.append(element("p", { class: "wm-note" }, `${rows.length} rows; scroll to see them all.`));
	}
	if (rows.length === 0) container.append(element("p", { class: "wm-note" }, "There are no rows."));
};

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

function line(row: Row, columns: Column[], place: number): HTMLElement {
	const cells = columns.map(({ key, align }) => {
		const full = textOf(row.get(key), 10_000);
		const shown = textOf(row.get(key), MAX_CELL_CHARS);
		return element("td", { class: `wm-${align}`, title: full === shown ? undefined : full }, shown);
	});
	// The head is the first row.
	return element("tr", { "aria-rowindex": String(place + 2) }, ...cells);
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
