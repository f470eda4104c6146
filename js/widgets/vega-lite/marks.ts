/** The marks of a drawing, in the order of their rows, and where each of them lies. */
import type { View } from "vega";
import { recordOf } from "../dom.js";
import { isOfMany } from "./pressed.js";
import type { Box } from "./rings.js";

/** A mark of the library's scene, as far as it is looked at. */
export interface Mark extends Partial<Place> {
	readonly bounds: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
	readonly mark: Marks;
	readonly isVoronoi?: boolean;
	readonly tooltip?: unknown;
}

interface Place {
	readonly x: number;
	readonly y: number;
	readonly startAngle: number;
	readonly endAngle: number;
	readonly innerRadius: number;
	readonly outerRadius: number;
}

/** Marks of one kind. Those that are groups hold others. */
interface Marks {
	readonly marktype: string;
	readonly role?: string;
	readonly interactive?: boolean;
	readonly items: readonly (Mark & { readonly items?: readonly Marks[] })[];
	readonly group?: Mark;
}

/** Pixels around a place that has no extent. */
const AROUND = 7;

/** The marks that a pointer can press; lines, which are one mark of many rows, once or `byRow`. */
export function marksOf(view: View, byRow: boolean): readonly Mark[] {
	const found: Mark[] = [];
	const look = (marks: Marks) => {
		const { marktype, role, interactive, items } = marks;
		if (marktype === "group") for (const group of items) for (const inner of group.items ?? []) look(inner);
		else if (role === "mark" && interactive !== false) {
			const all = isOfMany(marks) && !byRow ? items.slice(0, 1) : items;
			// Where the nearest mark is chosen, an area around each stands for it as well.
			for (const item of all) if (!item.isVoronoi) found.push(item);
		}
	};
	look((view.scenegraph() as unknown as { root: Marks }).root);
	return found;
}

/** Where a mark lies in the picture; a row of a line is a place on it. */
export function boxOf(view: View, item: Mark, byRow: boolean): Box {
	const padding = recordOf(view.padding());
	let [left, top] = view.origin();
	left += Number(padding.left);
	top += Number(padding.top);
	for (let group = item.mark.group; group; group = group.mark.group) {
		left += group.x ?? 0;
		top += group.y ?? 0;
	}
	const { x = 0, y = 0, bounds } = item;
	const { x1, y1, x2, y2 } =
		item.mark.marktype === "arc"
			? around(middle(item))
			: isOfMany(item.mark) && byRow
				? around([x, y])
				: bounds;
	return { left: left + x1, top: top + y1, width: x2 - x1, height: y2 - y1 };
}

const around = ([x, y]: readonly [number, number]) => ({
	...{ x1: x - AROUND, y1: y - AROUND },
	...{ x2: x + AROUND, y2: y + AROUND },
});

/** The middle of a part of a ring: the box around it would hold its neighbours as well. */
function middle({ x = 0, y = 0, startAngle = 0, endAngle = 0, innerRadius = 0, outerRadius = 0 }: Mark) {
	const [angle, radius] = [(startAngle + endAngle) / 2, (innerRadius + outerRadius) / 2];
	return [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius] as const;
}
