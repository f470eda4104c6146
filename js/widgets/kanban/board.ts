/** A board's columns and cards, checked and capped, and what moving a card makes of them. */
import { idOf, listOf, recordOf, textOf } from "../dom.js";
import { say } from "../say.js";

const MAX_COLUMNS = 20;
const MAX_CARDS = 200;
const MAX_TAGS = 20;

/** A card; its key is its own, also where ids are not. */
export interface Card {
	readonly key: string;
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly tags: readonly string[];
}

/** A column of cards, from above. */
export interface Column {
	readonly title: string;
	readonly cards: readonly Card[];
}

/** Where a card is: the number of its column, and its place in it. */
export interface Spot {
	readonly column: number;
	readonly index: number;
}

/** The columns, and how many columns and cards are too many. */
export function boardOf(given: unknown): { columns: Column[]; leftOut: number } {
	const all = listOf(given);
	let leftOut = Math.max(all.length - MAX_COLUMNS, 0);
	const keys = new Set<string>();
	const card = (value: unknown, spot: string): Card => {
		const { id, title, description, tags } = typeof value === "object" ? recordOf(value) : { title: value };
		const name = textOf(title, 200) || "…";
		const own = idOf(id) || name;
		// A card keeps its element when the page moves it, as long as one can tell which it is.
		const key = keys.has(`=${own}`) ? spot : `=${own}`;
		keys.add(key);
		const labels = listOf(tags).slice(0, MAX_TAGS);
		return {
			key,
			id: own,
			title: name,
			description: textOf(description, 1000),
			tags: labels.map((tag) => textOf(tag, 80)),
		};
	};
	const columns = all.slice(0, MAX_COLUMNS).map((value, at) => {
		const { title, cards } = recordOf(value);
		const inside = listOf(cards);
		leftOut += Math.max(inside.length - MAX_CARDS, 0);
		const shown = inside.slice(0, MAX_CARDS).map((one, place) => card(one, `${at}/${place}`));
		return { title: textOf(title, 100) || say("Column {at}", { at: at + 1 }), cards: shown };
	});
	return { columns, leftOut };
}

/** Where a card is; nothing where it is on no column. */
export function spotOf(columns: readonly Column[], key: string): Spot | undefined {
	for (const [column, { cards }] of columns.entries()) {
		const index = cards.findIndex((card) => card.key === key);
		if (index >= 0) return { column, index };
	}
	return undefined;
}

/** The columns with a card elsewhere; `to` counts without it. */
export function moved(columns: readonly Column[], key: string, to: Spot): Column[] {
	const from = spotOf(columns, key);
	const card = from && columns[from.column]?.cards[from.index];
	if (!card) return [...columns];
	return columns.map(({ title, cards }, column) => {
		const others = cards.filter((one) => one !== card);
		return { title, cards: column === to.column ? others.toSpliced(to.index, 0, card) : others };
	});
}
