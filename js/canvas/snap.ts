/** Where a frame that is being moved or resized clicks into place beside the others. */
import type { Box } from "./layouts.js";

/** A line along which frames are aligned, in CSS pixels of the canvas. */
export interface Guide {
	/** `x`: it stands upright at that `x`. */
	readonly axis: "x" | "y";
	readonly at: number;
	readonly from: number;
	readonly to: number;
}

/** A frame clicks into place from so near. */
const REACH = 6;
/** Where no frame is near, places are multiples of this. */
const GRID = 8;

/**
 * The place nearest to `box` at which an edge or the middle is aligned with one of `others`, else on a grid.
 *
 * @param moves - What of it moves: the whole of it, or its right and lower edge.
 */
export function snapped(
	box: Box,
	others: readonly Box[],
	moves: "place" | "size",
): { box: Box; guides: Guide[] } {
	const across = along(
		box.x,
		box.width,
		others.map(({ x, width }) => [x, width]),
		moves,
	);
	const down = along(
		box.y,
		box.height,
		others.map(({ y, height }) => [y, height]),
		moves,
	);
	const place = moves === "place";
	const result = {
		x: place ? box.x + across.shift : box.x,
		y: place ? box.y + down.shift : box.y,
		width: place ? box.width : box.width + across.shift,
		height: place ? box.height : box.height + down.shift,
	};
	const guides: Guide[] = [];
	for (const [axis, found] of [
		["x", across],
		["y", down],
	] as const) {
		const other = found.beside === undefined ? undefined : others[found.beside];
		if (!other || found.at === undefined) continue;
		const [one, two] =
			axis === "x"
				? [spanOf(result.y, result.height), spanOf(other.y, other.height)]
				: [spanOf(result.x, result.width), spanOf(other.x, other.width)];
		guides.push({ axis, at: found.at, from: Math.min(one[0], two[0]), to: Math.max(one[1], two[1]) });
	}
	return { box: result, guides };
}

type Span = readonly [start: number, length: number];

function along(start: number, length: number, others: readonly Span[], moves: "place" | "size") {
	const own = moves === "place" ? [start, start + length / 2, start + length] : [start + length];
	let best: { shift: number; beside: number; at: number } | undefined;
	others.forEach(([other, size], beside) => {
		for (const at of [other, other + size / 2, other + size]) {
			for (const edge of own) {
				const shift = at - edge;
				if (Math.abs(shift) <= REACH && (!best || Math.abs(shift) < Math.abs(best.shift)))
					best = { shift, beside, at };
			}
		}
	});
	if (best) return best;
	const moving = moves === "place" ? start : start + length;
	return { shift: Math.round(moving / GRID) * GRID - moving, beside: undefined, at: undefined };
}

function spanOf(start: number, length: number): readonly [number, number] {
	return [start, start + length];
}
