/** Where windows lie, as numbers: what a layout gives a widget of which nothing is known, in CSS pixels. */
import { aFlag, aNumber, aText, listOf, number, objectOf, optional } from "../core/arguments.js";

/** A place and a size. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A window that is to be laid out. */
export interface Pane {
	readonly id: string;
	/** The heavier one gets more room; see {@link weightsOf}. */
	readonly weight?: number;
	/** Only its title is seen. */
	readonly folded?: boolean;
	/** Where a person has put it. */
	readonly saved?: Partial<Box>;
}

/** The room that there is. */
export interface Area {
	readonly width: number;
	readonly height: number;
}

const SAVED = objectOf({
	x: optional(aNumber),
	y: optional(aNumber),
	width: optional(aNumber),
	height: optional(aNumber),
});
const PANES = listOf(
	objectOf({ id: aText, weight: optional(aNumber), folded: optional(aFlag), saved: optional(SAVED) }),
	"a list of panes",
);
const SINGLE_ID = optional(aText);
const AREA = objectOf({ width: aNumber, height: aNumber });
const COUNT = number(
	"a whole number from 0 to 100,000",
	(value) => Number.isInteger(value) && value >= 0 && value <= 100_000,
);

const GAP = 4;
const FOLDED_HEIGHT = 32;
const FLOATING = { width: 400, height: 300, step: 30 };
const STACKED = { gap: 8, height: 200 };
/** Where one of a stack is shown alone: the room for a head above it, and what is left of it where it is folded. */
const SINGLE = { head: 48, folded: 40 };

/** Weights of windows, the newest first: 3, 2, 1.5, and 1 for all others. */
export function weightsOf(count: number): number[] {
	COUNT("weightsOf: count", count);
	return Array.from({ length: count }, (_, at) => [3, 2, 1.5][at] ?? 1);
}

/**
 * Divides the room: the heaviest window gets `ratio` of it, the next one `ratio` of what is left, side by side and one below
 * another in turn.
 *
 * @param ratio - From 0.15 to 0.85.
 */
export function tilingLayout(panes: readonly Pane[], area: Area, ratio = 0.6): Map<string, Box> {
	check("tilingLayout", panes, area);
	aNumber("tilingLayout: ratio", ratio);
	const share = Math.min(0.85, Math.max(0.15, ratio));
	const boxes = new Map<string, Box>();
	let rest: Box = { x: 0, y: 0, ...area };
	// The order of equals stays.
	const heaviest = [...panes].sort((one, other) => (other.weight ?? 1) - (one.weight ?? 1));
	heaviest.forEach(({ id, folded }, at) => {
		const { x, y, width, height } = rest;
		if (at === heaviest.length - 1) {
			boxes.set(id, folded ? { ...rest, height: Math.min(height, FOLDED_HEIGHT) } : rest);
		} else if (at % 2 === 0 && !folded) {
			const own = Math.max(0, Math.floor((width - GAP) * share));
			boxes.set(id, { x, y, width: own, height });
			rest = { x: x + own + GAP, y, width: Math.max(0, width - GAP - own), height };
		} else {
			const own = folded ? FOLDED_HEIGHT : Math.max(0, Math.floor((height - GAP) * share));
			boxes.set(id, { x, y, width, height: own });
			rest = { x, y: y + own + GAP, width, height: Math.max(0, height - GAP - own) };
		}
	});
	return boxes;
}

/** Each a step further to the right and down than the one before, as far as there is room; where it was put is where it stays. */
export function floatingLayout(panes: readonly Pane[], area: Area): Map<string, Box> {
	check("floatingLayout", panes, area);
	const { width, height, step } = FLOATING;
	const along = (at: number, free: number) => (free > 0 ? (at * step) % free : 0);
	return new Map(
		panes.map(({ id, saved, folded }, at): [string, Box] => {
			const size = {
				width: saved?.width ?? width,
				height: folded ? FOLDED_HEIGHT : (saved?.height ?? height),
			};
			const x = saved?.x ?? along(at, area.width - size.width);
			const y = saved?.y ?? along(at, area.height - size.height);
			return [id, { x, y, ...size }];
		}),
	);
}

/**
 * One below another, over the whole width.
 *
 * @param single - The one that is shown alone, below a head of 48 pixels; the others have no place.
 */
export function stackLayout(panes: readonly Pane[], area: Area, single?: string | null): Map<string, Box> {
	check("stackLayout", panes, area);
	SINGLE_ID("stackLayout: single", single);
	if (typeof single === "string") {
		const room = Math.max(0, area.height - SINGLE.head);
		const alone = panes.filter(({ id }) => id === single);
		return new Map(
			alone.map(({ id, folded }): [string, Box] => {
				const height = folded ? SINGLE.folded : room;
				return [id, { x: 0, y: SINGLE.head, width: area.width, height }];
			}),
		);
	}
	let y = 0;
	return new Map(
		panes.map(({ id, saved, folded }): [string, Box] => {
			const height = folded ? FOLDED_HEIGHT : Math.max(STACKED.height, saved?.height ?? 0);
			const box = { x: 0, y, width: area.width, height };
			y += height + STACKED.gap;
			return [id, box];
		}),
	);
}

function check(what: string, panes: readonly Pane[], area: Area): void {
	PANES(`${what}: panes`, panes);
	AREA(`${what}: area`, area);
}
