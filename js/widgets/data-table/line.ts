/** A row of a table. */
import { ref } from "../lit.js";
import { textOf } from "../dom.js";
import { isOnLink, link } from "../parts.js";
import { type Content, html, nothing } from "../view.js";
import { linkIn } from "./links.js";
import { type Column, type Row, saidIn } from "./rows.js";
import type { Scrolling } from "./virtual.js";

const MAX_CELL_CHARS = 80;

/** How a row stands to the person. */
interface RowState {
	press(): void;
	focused(): void;
	isSelected: boolean;
	isActive: boolean;
}

/** Where a row is: among those of its page, and how many are on the pages before. */
interface Place {
	readonly at: number;
	readonly before: number;
}

/** A row; `scrolling` learns how high it is. */
export function line(
	row: Row,
	columns: readonly Column[],
	{ at, before }: Place,
	{ press, focused, isSelected, isActive }: RowState,
	scrolling: Scrolling | undefined,
): Content {
	const cells = columns.map((column) => {
		const said = saidIn(row, column);
		const [full, shown] = [textOf(said, 10_000), textOf(said, MAX_CELL_CHARS)];
		const address = column.type === "link" ? linkIn(row.get(column.key)).address : undefined;
		// From row to row lead arrow keys; from a row to its links the tabulator does.
		const content = address === undefined ? shown : link(address, shown, { isOnWay: isActive });
		return html`<td class="wm-${column.align}" title=${full === shown ? nothing : full}>${content}</td>`;
	});
	const measure = (element?: Element) => {
		if (element instanceof HTMLElement) scrolling?.measure(element);
	};
	const clicked = (event: Event) => {
		if (!isOnLink(event)) press();
	};
	// The head is the first row.
	return html`<tr
		class=${at % 2 === 1 ? "wm-odd" : nothing}
		tabindex=${isActive ? "0" : "-1"}
		aria-rowindex=${before + at + 2}
		aria-selected=${isSelected ? "true" : nothing}
		data-index=${at}
		@click=${clicked}
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
	if (isPress && isOnLink(event)) return;
	event.preventDefault();
	if (isPress) press();
	const other = others[event.key];
	if (!(other instanceof HTMLElement) || other.dataset.index === undefined) return;
	other.focus({ preventScroll: true });
	other.scrollIntoView({ block: "nearest" });
}

/** Empty room in place of rows that are not drawn. */
export function room(pixels: number, columns: readonly Column[]): Content {
	if (pixels <= 0) return nothing;
	const high = (cell?: Element) => {
		if (cell instanceof HTMLElement) cell.style.height = `${pixels}px`;
	};
	return html`<tr class="wm-room" aria-hidden="true"><td colspan=${columns.length} ${ref(high)}></td></tr>`;
}
