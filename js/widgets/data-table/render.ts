/** A table that is sorted, filtered, turned over and taken along. */
import { ref } from "../lit.js";
import type { JsonObject } from "../../types/index.js";
import { listOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Told, toldOf } from "../told.js";
import { html, kept, nothing, repeat, stateful, titleOf } from "../view.js";
import { bar } from "./bar.js";
import { line, room } from "./line.js";
import { pageOf, pageSizeOf } from "./pages.js";
import { asRow, type Column, columnsOf, filteredRows, type Row, saidIn, sortedRows } from "./rows.js";
import { looks } from "./styles.js";
import { turning } from "./turning.js";
import { Scrolling } from "./virtual.js";
import { say } from "../say.js";

/** Of more rows only those are drawn that are seen. */
const DRAWN_WHOLE = 200;
/** Fewer rows are found without a filter. */
const LEAST_FILTERED = 8;

/** Draws rows under named columns; a press on a column's head sorts by it, one on a row tells which. */
export default stateful(({ container, redraw, emit, onMessage, onDispose }) => {
	useStyles(container, looks);
	let sorted: { key: string; descending: boolean } | undefined;
	let filter = "";
	let active = 0;
	let page = 0;
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
	const inOrder = kept((rows: readonly Row[], columns: readonly Column[], by: typeof sorted) => {
		if (!by) return rows;
		return sortedRows(rows, columns.find(({ key }) => key === by.key) ?? by, by.descending);
	});
	const turn = (to: number) => {
		page = to;
		active = 0;
		scrolling.reset();
		redraw();
	};
	return (data) => {
		const all = rowsOf(data.rows);
		const columns = shownOf(data.columns, all);
		const rows = inOrder(foundIn(all, columns, filter), columns, sorted);
		const size = pageSizeOf(data.pageSize);
		const paged = pageOf(page, rows.length, size);
		page = paged.at;
		const isPaged = size !== undefined && all.length > size;
		const onPage = isPaged ? rows.slice(paged.from, paged.to) : rows;
		const head = ({ key, label, align }: Column) => {
			const direction = sorted?.key === key ? (sorted.descending ? "descending" : "ascending") : nothing;
			const sort = () => {
				sorted = { key, descending: sorted?.key === key && !sorted.descending };
				turn(0);
			};
			return html`<th scope="col" class="wm-${align}" aria-sort=${direction}>
				<button type="button" class="wm-sort" @click=${sort}>${label}</button>
			</th>`;
		};
		const isLong = onPage.length > DRAWN_WHOLE;
		const whole = { from: 0, to: onPage.length, above: 0, below: 0 };
		const seen = isLong ? scrolling.window(onPage.length) : whole;
		const drawnLine = (row: Row, at: number) => {
			const press = () => {
				selected = row;
				told.forget();
				redraw();
				emit("rowclick", { row: Object.fromEntries(row) as JsonObject });
			};
			const isSelected = selected === row || isToldOf(row, columns, told);
			const place = seen.from + at;
			const focused = () => {
				if (active === place) return;
				active = place;
				redraw();
			};
			// One row is on the way of the tabulator; from there arrow keys lead to the others.
			const isActive = place === (active >= seen.from && active < seen.to ? active : seen.from);
			const state = { press, focused, isSelected, isActive };
			const where = { at: place, before: isPaged ? paged.from : 0 };
			return line(row, columns, where, state, isLong ? scrolling : undefined);
		};
		// Of another row it is another element: what has the focus stays with its row while the table scrolls.
		const lines = repeat(onPage.slice(seen.from, seen.to), (_, at) => seen.from + at, drawnLine);
		const title = titleOf(data);
		const filtered = (text: string) => {
			filter = text;
			turn(0);
		};
		const hasBar = all.length >= LEAST_FILTERED;
		const follow = (region?: Element) => {
			if (region instanceof HTMLElement) scrolling.follow(region);
		};
		const isCompact = data.compact === true;
		const kinds = [isCompact && "wm-compact", data.striped === true && "wm-striped", isPaged && "wm-paged"];
		const kind = ["wm-table", ...kinds].filter((one) => one !== false).join(" ");
		const none = textOf(data.emptyMessage, 200) || say("There are no rows.");
		// A region that scrolls must be reachable by keyboard.
		return html`${heading(title)}${hasBar ? bar({ title, columns, rows }, filter, filtered) : nothing}
			<div class=${kind} tabindex="0" role="region" aria-label=${title || say("Table")} ${ref(follow)}>
				<table role="grid" aria-rowcount=${rows.length + 1}>
					<thead><tr aria-rowindex="1">${columns.map(head)}</tr></thead>
					<tbody>${room(seen.above, columns)}${lines}${room(seen.below, columns)}</tbody>
				</table>
			</div>
			${isPaged ? turning(paged, title, turn) : nothing}
			${note(all.length === 0 ? none : said(all.length, rows.length, isPaged))}`;
	};
});

/** What stands below: how many rows there are, where not all are seen at once. */
function said(all: number, found: number, isPaged: boolean): string {
	if (found < all) return say("{found} of {n} rows.", { found, n: all });
	return isPaged || all > DRAWN_WHOLE ? say("{n} rows.", { n: all }) : "";
}

/** Whether a linked widget tells of a row: the text of a column of texts is among what it tells. */
function isToldOf(row: Row, columns: readonly Column[], told: Told): boolean {
	return columns.some((column) => {
		const value = saidIn(row, column);
		return typeof value === "string" && told.has(value);
	});
}
