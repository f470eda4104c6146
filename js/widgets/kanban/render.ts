/** A board of columns, whose cards are moved. */
import { textOf } from "../dom.js";
import { heading, note, pills } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, given, html, nothing, repeat, stateful } from "../view.js";
import { boardOf, type Card, type Column, moved, type Spot, spotOf } from "./board.js";
import { follow } from "./drag.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Columns and places that an arrow key moves a card by. */
const STEPS: { readonly [key: string]: readonly [number, number] } = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Draws the columns; where a card was moved to stays until other columns are given. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	let known = "";
	let columns: readonly Column[] = [];
	let leftOut = 0;
	/** The card that is dragged, and where it would be. */
	let dragged = "";
	let over: Spot | undefined;
	let said = "";

	const place = (key: string, to: Spot) => {
		const from = spotOf(columns, key);
		const card = from && columns[from.column]?.cards[from.index];
		const target = columns[to.column];
		if (!card || !target || (from.column === to.column && from.index === to.index)) return;
		const origin = columns[from.column]?.title ?? "";
		columns = moved(columns, key, to);
		const size = columns[to.column]?.cards.length ?? 0;
		said = say("{card}: {column}, place {at} of {count}", {
			card: card.title,
			column: target.title,
			at: to.index + 1,
			count: size,
		});
		redraw();
		emit("move", { card: card.id, from: origin, to: target.title, index: to.index });
	};
	/** Moves a card by columns and places, and the focus with it. */
	const step = (key: string, [across, down]: readonly [number, number], button: HTMLElement) => {
		const from = spotOf(columns, key);
		if (!from) return;
		const column = from.column + across;
		const room = (columns[column]?.cards.length ?? 0) - (across === 0 ? 1 : 0);
		place(key, { column, index: Math.max(Math.min(from.index + down, room), 0) });
		const cards = [...container.querySelectorAll<HTMLElement>("[data-card]")];
		const buttons = [...(cards.find((card) => card.dataset.card === key)?.querySelectorAll("button") ?? [])];
		const same = buttons.find((one) => one.dataset.way === button.dataset.way && !one.disabled);
		(same ?? buttons.find((one) => !one.disabled))?.focus();
	};
	const arrow = (key: string) => (event: KeyboardEvent) => {
		const way = STEPS[event.key];
		if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
		event.preventDefault();
		step(key, mirrored(way), event.target as HTMLElement);
	};
	/** What is right on the board is left where people write so. */
	const mirrored = ([across, down]: readonly [number, number]): readonly [number, number] =>
		getComputedStyle(container).direction === "rtl" ? [-across, down] : [across, down];

	const press = (key: string) => (event: PointerEvent) => {
		const card = event.currentTarget as HTMLElement;
		if (event.button !== 0 || (event.target as Element).closest("button")) return;
		follow(card, event, {
			over(spot) {
				[dragged, over] = [key, spot];
				redraw();
			},
			drop(spot) {
				over = undefined;
				redraw();
				if (spot) place(key, spot);
			},
		});
	};

	/** `back` is to the column before. */
	const way = (card: Card, to: Column | undefined, name: "back" | "on"): Content => {
		const across = name === "on" ? 1 : -1;
		const go = ({ currentTarget }: Event) => step(card.key, [across, 0], currentTarget as HTMLElement);
		const { title } = card;
		const column = to?.title ?? "";
		const back = say(to ? "Move {card} back to {column}" : "Move {card} back", { card: title, column });
		const on = say(to ? "Move {card} on to {column}" : "Move {card} on", { card: title, column });
		const label = name === "on" ? on : back;
		return html`<button type="button" data-way=${name} aria-label=${label} ?disabled=${!to} @click=${go}>
			<span aria-hidden="true">${name === "on" ? "→" : "←"}</span>
		</button>`;
	};
	const item = (card: Card, at: number, isHere: boolean): Content =>
		html`<li class=${isHere ? "wm-kanban-here" : ""} data-card=${card.key} @pointerdown=${press(card.key)} @keydown=${arrow(card.key)}>
			<div class="wm-card-title"><bdi>${card.title}</bdi></div>
			${given(card.description, (text) => html`<div class="wm-card-words"><bdi>${text}</bdi></div>`)}
			${pills(card.tags)}
			<div class="wm-kanban-ways">
				${way(card, columns[at - 1], "back")}${way(card, columns[at + 1], "on")}
			</div>
		</li>`;
	const list = ({ title, cards }: Column, at: number): Content => {
		const isOver = over?.column === at;
		const next = isOver ? cards.filter(({ key }) => key !== dragged)[over?.index ?? 0] : undefined;
		const items = repeat(
			cards,
			({ key }) => key,
			(card) => item(card, at, card === next),
		);
		const names = `wm-kanban-column${isOver ? " wm-kanban-over" : ""}`;
		return html`<section class=${names} data-column=${at} aria-label=${title}>
			<h4><bdi>${title}</bdi> <span class="wm-kanban-count">${cards.length}</span></h4>
			<ul>${items}</ul>${cards.length === 0 ? note(say("No cards.")) : nothing}
		</section>`;
	};

	return (data) => {
		const board = boardOf(data.columns);
		const text = JSON.stringify(board);
		if (text !== known) {
			({ columns, leftOut } = board);
			said = "";
		}
		known = text;
		const title = textOf(data.title, 200);
		const shown = html`<div class="wm-kanban" role="group" aria-label=${title || say("Board")}>${columns.map(list)}</div>`;
		const cut = leftOut > 0 ? say("{n} further columns or cards are not shown.", { n: leftOut }) : "";
		return html`${heading(title)}${columns.length > 0 ? shown : note(say("There are no columns."))}${note(cut)}
			<div class="wm-hidden" role="status">${said}</div>`;
	};
});
