/** Where frames float, the one that a person has turned to last lies above the others. */
import type { Box } from "./layouts.js";
import type { Mounted } from "./mount.js";

/** Raises the frame above those that cover it; where none does there is nothing to take back afterwards. */
export function raiseCovered({ canvas, frames }: Mounted, id: string): void {
	const { blocks, layout } = canvas.getSnapshot();
	const own = frames.get(id);
	if (layout !== "floating" || !own?.box || own.widget.locked) return;
	const place = blocks.findIndex((widget) => widget.id === id);
	const height = own.widget.z ?? 0;
	const isCovered = blocks.some(({ id: other, z = 0 }, at) => {
		const box = frames.get(other)?.box;
		const isAbove = z > height || (z === height && at > place);
		return isAbove && box !== undefined && own.box !== undefined && overlap(box, own.box);
	});
	if (isCovered) canvas.raise(id);
}

function overlap(one: Box, other: Box): boolean {
	const along = (a: number, aSize: number, b: number, bSize: number) => a < b + bSize && b < a + aSize;
	return along(one.x, one.width, other.x, other.width) && along(one.y, one.height, other.y, other.height);
}
