/** Moves frames that float, and those that go along with them. */
import type { Mounted } from "./mount.js";

/** The ids, and those of their groups; what is locked stays. */
export function goingAlong({ frames }: Mounted, ids: readonly string[]): string[] {
	const groups = new Set(
		ids.map((id) => frames.get(id)?.widget.group).filter((group) => group !== undefined),
	);
	return [...frames.values()]
		.map(({ widget }) => widget)
		.filter(
			({ id, group, locked }) => !locked && (ids.includes(id) || (group !== undefined && groups.has(group))),
		)
		.map(({ id }) => id);
}

/** Moves each by so much from where it lies: what was never moved has no place of its own yet. */
export function moveBy({ canvas, frames }: Mounted, ids: readonly string[], dx: number, dy: number): void {
	const work = () => {
		for (const id of ids) {
			const frame = frames.get(id);
			if (!frame?.box) continue;
			const { x, y } = frame.box;
			canvas.act({ action: "move", id, x: Math.max(0, x + dx), y: Math.max(0, y + dy), alone: true });
		}
	};
	// Of one widget, a key held down is one thing to take back.
	if (ids.length > 1) canvas.transact(work, { label: "move" });
	else work();
}
