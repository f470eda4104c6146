/** The way of an arrow from one frame to another: from edge to edge, around what lies between them, and long enough to be seen. */
import type { Box } from "./layouts.js";

/** A point in the canvas, CSS pixels. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** An arrow as it is drawn. */
export interface Arrow {
	/** Where it leaves one frame and reaches the other, on their edges. */
	readonly from: Point;
	readonly to: Point;
	/** The line, up to the head. */
	readonly line: string;
	/** The head, whose tip is `to`. */
	readonly head: string;
}

/** A head's length and half of its width. */
const HEAD = { length: 11, half: 5.5 } as const;
/** A shorter arrow is a speck. */
const LEAST = 36;
/** How far the line goes straight from an edge, at least and at most. */
const BEND = { least: 14, most: 90 } as const;
const SAMPLES = 9;
/** What a way costs beside its length, in pixels: so far around another one goes. */
const COST = {
	short: 4000,
	hidden: 1500,
	outside: 600,
	through: 120,
	past: 30,
	inward: 120,
	askew: 6,
} as const;

/** A place on an edge; `nx` and `ny` lead away from the frame. */
interface Port extends Point {
	readonly nx: number;
	readonly ny: number;
	/** They lead into the frame: where there is no room beside it the line bends over it. */
	readonly isInward: boolean;
	readonly cost: number;
}

interface Way {
	readonly arrow: Arrow;
	readonly cost: number;
}

/**
 * The best way from one frame to another.
 *
 * @param others - Frames that it goes around where that is not much longer.
 * @param room - What of the canvas can be seen, scrolled or not.
 * @param places - How many places of an edge are tried: 1 or 3.
 */
export function arrowBetween(
	from: Box,
	to: Box,
	others: readonly Box[],
	room: Box,
	places: 1 | 3 = 3,
): Arrow | undefined {
	let best: Way | undefined;
	const ends = portsOf(to, from, places);
	for (const one of portsOf(from, to, places)) {
		for (const other of ends) {
			// What bends over frames goes from a side to the same one, or it would wind.
			const isSame = one.nx === other.nx && one.ny === other.ny;
			if (one.isInward !== other.isInward || (one.isInward && !isSame)) continue;
			const way = wayOf(one, other, { from, to, others, room }, best?.cost ?? Number.POSITIVE_INFINITY);
			if (way) best = way;
		}
	}
	return best?.arrow;
}

/** Where an arrow may leave a frame; what the other one covers costs much. */
function portsOf(box: Box, other: Box, places: 1 | 3): Port[] {
	const { x, y, width, height } = box;
	const shares = places === 1 ? [0.5] : [0.5, 0.25, 0.75];
	const sides = shares.flatMap((share) => {
		const [along, down] = [x + width * share, y + height * share];
		const cost = share === 0.5 ? 0 : COST.askew;
		return [
			{ x: x + width, y: down, nx: 1, ny: 0, cost, isInward: false },
			{ x, y: down, nx: -1, ny: 0, cost, isInward: false },
			{ x: along, y, nx: 0, ny: -1, cost, isInward: false },
			{ x: along, y: y + height, nx: 0, ny: 1, cost, isInward: false },
		];
	});
	return sides.flatMap((port) => {
		const seen = isInside(port, other) ? { ...port, cost: port.cost + COST.hidden } : port;
		return [seen, { ...seen, nx: -port.nx, ny: -port.ny, isInward: true, cost: seen.cost + COST.inward }];
	});
}

interface Around {
	readonly from: Box;
	readonly to: Box;
	readonly others: readonly Box[];
	readonly room: Box;
}

/** The way between two places; nothing where it costs as much as another one. */
function wayOf(one: Port, other: Port, { from, to, others, room }: Around, most: number): Way | undefined {
	const distance = Math.hypot(other.x - one.x, other.y - one.y);
	let cost = one.cost + other.cost + distance + (distance < LEAST ? COST.short : 0);
	if (cost >= most) return undefined;
	const bend = Math.min(BEND.most, Math.max(BEND.least, distance / 2.5));
	const base = { x: other.x + other.nx * HEAD.length, y: other.y + other.ny * HEAD.length };
	const curve = [
		{ x: one.x, y: one.y },
		{ x: one.x + one.nx * bend, y: one.y + one.ny * bend },
		{ x: base.x + other.nx * bend, y: base.y + other.ny * bend },
		base,
	] as const;
	const points = Array.from({ length: SAMPLES }, (_, at) => pointOn(curve, (at + 1) / (SAMPLES + 1)));
	const way = [curve[0], ...points, base];
	cost += way
		.slice(1)
		.reduce((sum, { x, y }, at) => sum + Math.hypot(x - (way[at]?.x ?? x), y - (way[at]?.y ?? y)), 0);
	for (const point of points) {
		if (!one.isInward && (isInside(point, from) || isInside(point, to))) cost += COST.through;
		if (!isInside(point, room)) cost += COST.outside;
		if (cost >= most) return undefined;
		if (others.some((box) => isInside(point, box))) cost += COST.past;
	}
	if (cost >= most) return undefined;
	const [start, first, second] = curve.map(written);
	const side = (turn: 1 | -1) =>
		written({ x: base.x - other.ny * HEAD.half * turn, y: base.y + other.nx * HEAD.half * turn });
	return {
		cost,
		arrow: {
			from: { x: one.x, y: one.y },
			to: { x: other.x, y: other.y },
			line: `M ${start} C ${first} ${second} ${written(base)}`,
			head: `M ${written(other)} L ${side(1)} L ${side(-1)} Z`,
		},
	};
}

function pointOn([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
	const along = (key: "x" | "y") =>
		(1 - t) ** 3 * a[key] + 3 * (1 - t) ** 2 * t * b[key] + 3 * (1 - t) * t ** 2 * c[key] + t ** 3 * d[key];
	return { x: along("x"), y: along("y") };
}

/** Within a box, not on its edge. */
function isInside({ x, y }: Point, box: Box): boolean {
	return x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1;
}

const written = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
