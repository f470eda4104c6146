/** A parliament's groups, checked and capped. */
import { numberOf } from "../amount.js";
import { idOf, listOf, recordOf, textOf } from "../dom.js";
import type { Loose } from "../view.js";
import { colorAt, colorOf } from "../color.js";
import { say } from "../say.js";

const MAX_GROUPS = 60;
/** Dots that are drawn; of a larger house each stands for several seats. */
const MAX_DOTS = 2000;
const MAX_SEATS = 1e9;

/** A group with seats. */
export interface Group {
	readonly id: string;
	readonly label: string;
	readonly seats: number;
	readonly color: string;
	/** The colour as a word, where it was named by one. */
	readonly colorName: string;
	readonly dots: number;
}

/** A house: its groups from left to right, and what there is to say beside. */
export interface House {
	readonly groups: readonly Group[];
	readonly seats: number;
	/** Seats that are of no group. */
	readonly vacant: number;
	readonly vacantDots: number;
	/** Seats that a dot stands for. */
	readonly scale: number;
	readonly without: readonly string[];
	readonly leftOut: number;
}

/** The house that data says. */
export function houseOf(data: Loose): House {
	const all = listOf(data.groups);
	const without: string[] = [];
	const found = all.slice(0, MAX_GROUPS).flatMap((value, at) => {
		const { id, label, seats, color } = recordOf(value);
		const name = textOf(label, 100) || idOf(id).slice(0, 100) || say("Group {at}", { at: at + 1 });
		const count = Math.min(Math.round(numberOf(seats) ?? 0), MAX_SEATS);
		if (count <= 0) without.push(name);
		const known = colorOf(color) ?? colorAt(at);
		const colorName = typeof color === "string" && /^[a-z]+$/i.test(known) ? known : "";
		const group = { id: idOf(id) || name, label: name, seats: count, color: known, colorName };
		return count > 0 ? [group] : [];
	});
	const taken = found.reduce((sum, { seats }) => sum + seats, 0);
	const total = Math.min(Math.round(numberOf(data.totalSeats) ?? 0), MAX_SEATS);
	const vacant = taken === 0 ? 0 : Math.max(total - taken, 0);
	const seats = taken + vacant;
	// Where each dot stands for several, every group has one at least.
	const scale = Math.ceil(seats / (seats > MAX_DOTS ? MAX_DOTS - MAX_GROUPS : MAX_DOTS)) || 1;
	const groups = found.map((group) => ({ ...group, dots: Math.ceil(group.seats / scale) }));
	const leftOut = Math.max(all.length - MAX_GROUPS, 0);
	return { groups, seats, vacant, vacantDots: Math.floor(vacant / scale), scale, without, leftOut };
}
