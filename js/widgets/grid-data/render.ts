/** Cells in rows, tinted by their numbers. */
import type { Json } from "../../types/index.js";
import { textOf } from "../dom.js";
import { heading, note, spoken } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, nothing, stateful, titleOf } from "../view.js";
import { type Grid, gridOf } from "./cells.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_CELL_CHARS = 80;

/** Draws a grid that is one stop of the keyboard, in which the arrow keys go on; a press on a cell tells which. */
export default stateful(({ container, redraw, emit }) => {
	useStyles(container, looks);
	let [row, col] = [0, 0];
	const enter = (event: Event): boolean => {
		const cell = (event.target as HTMLElement).closest("td");
		if (!cell) return false;
		row = Number(cell.dataset.row);
		col = Number(cell.dataset.col);
		return true;
	};
	return (data) => {
		const grid = gridOf(data);
		const height = grid.rows.length;
		row = Math.min(row, Math.max(height - 1, 0));
		col = Math.min(col, Math.max(grid.width - 1, 0));
		const press = () => emit("cellclick", { row, col, value: (grid.rows[row]?.[col] ?? null) as Json });
		const go = (toRow: number, toCol: number) => {
			row = Math.min(Math.max(toRow, 0), height - 1);
			col = Math.min(Math.max(toCol, 0), grid.width - 1);
			redraw();
			container.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
		};
		const clicked = (event: Event) => {
			if (!enter(event)) return;
			go(row, col);
			press();
		};
		const keys = (event: KeyboardEvent) => {
			if (event.altKey || event.ctrlKey || event.metaKey || !enter(event)) return;
			const isRtl = getComputedStyle(container).direction === "rtl";
			const on = isRtl ? -1 : 1;
			const ways: { readonly [key: string]: () => void } = {
				ArrowUp: () => go(row - 1, col),
				ArrowDown: () => go(row + 1, col),
				ArrowLeft: () => go(row, col - on),
				ArrowRight: () => go(row, col + on),
				Home: () => go(row, 0),
				End: () => go(row, grid.width - 1),
				Enter: press,
				" ": press,
			};
			const way = Object.hasOwn(ways, event.key) ? ways[event.key] : undefined;
			if (!way) return;
			event.preventDefault();
			way();
		};
		const title = titleOf(data);
		const lines = grid.rows.map((_, at) => line(grid, at, at === row ? col : undefined));
		return html`${heading(title)}
			<div class="wm-table wm-grid">
				<table role="grid" aria-label=${title || say("Grid")} @click=${clicked} @keydown=${keys}>
					${grid.heads.length > 0 ? head(grid) : nothing}<tbody>${lines}</tbody>
				</table>
			</div>
			${note(noteOf(grid))}`;
	};
});

function head({ heads, width }: Grid) {
	const cells = Array.from({ length: width }, (_, at) => html`<th scope="col">${heads[at] ?? ""}</th>`);
	return html`<thead><tr>${cells}</tr></thead>`;
}

/** A row; `active` is the column whose cell the keyboard reaches. */
function line(grid: Grid, row: number, active: number | undefined) {
	const cells = Array.from({ length: grid.width }, (_, col) => {
		const value = grid.rows[row]?.[col];
		const color = grid.highlight(row, col);
		// The style goes by the element's object: a page's policy may forbid the attribute.
		return html`<td data-row=${row} data-col=${col} data-heat=${grid.heat(value) ?? nothing} tabindex=${col === active ? 0 : -1}
			class=${color === undefined ? nothing : "wm-grid-marked"} .style=${color ? `--mark: ${color}` : ""}
			>${color === undefined ? nothing : spoken("highlighted: ")}${textOf(value, MAX_CELL_CHARS)}</td>`;
	});
	return html`<tr>${cells}</tr>`;
}

function noteOf({ rows, left: [fewerRows, fewerColumns] }: Grid): string {
	if (rows.length === 0) return say("There are no cells.");
	const left = [
		fewerRows > 0 ? say("{n} further rows are not shown.", { n: fewerRows }) : "",
		fewerColumns > 0 ? say("{n} further columns are not shown.", { n: fewerColumns }) : "",
	];
	return left.filter((part) => part !== "").join(" ");
}
