/** Who hears whom: links of the canvas are groups of the bus, and arrows show them. */
import type { CanvasSnapshot } from "../types/index.js";
import { useStyles } from "../widgets/styles.js";
import type { Companion, Mounted } from "./mount.js";

const LOOKS = `
.wm-links { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; z-index: 9999; color: var(--color-accent); }
.wm-links path { fill: none; stroke: currentColor; stroke-width: 2; opacity: 0.75; }
.wm-links circle { fill: currentColor; }
@media (forced-colors: active) { .wm-links { color: Highlight; } }`;

const SVG = "http://www.w3.org/2000/svg";
/** Beyond this many arrows there is nothing to be seen. */
const MAX_ARROWS = 500;

/** Keeps the bus in step with the canvas's links and draws them; nothing runs while nothing changes. */
export function linked({ container, frames, bus }: Mounted): Companion {
	if (!bus) return { follow: () => undefined, end: () => undefined };
	useStyles(container, LOOKS);
	const drawing = document.createElementNS(SVG, "svg");
	drawing.setAttribute("class", "wm-links");
	drawing.setAttribute("aria-hidden", "true");
	const joined = new Map<string, ReadonlySet<string>>();
	const watched = new Map<string, Element>();
	let due = 0;

	const mirror = ({ blocks }: CanvasSnapshot) => {
		const wanted = new Map<string, Set<string>>();
		for (const { id, links = [] } of blocks) {
			for (const group of links) wanted.set(group, (wanted.get(group) ?? new Set()).add(id));
		}
		for (const [group, before] of joined) {
			for (const id of before) if (!wanted.get(group)?.has(id)) bus.unlink(id, group);
		}
		for (const [group, ids] of wanted) {
			const fresh = [...ids].filter((id) => !joined.get(group)?.has(id));
			if (fresh.length > 0) bus.link(fresh, group);
		}
		joined.clear();
		for (const [group, ids] of wanted) joined.set(group, ids);
	};
	/** The members on the canvas of each group of the bus, whoever made it. */
	const groups = () => {
		const found = new Map<string, string[]>();
		for (const id of frames.keys()) {
			for (const group of bus.getLinks(id)) found.set(group, [...(found.get(group) ?? []), id]);
		}
		return [...found.values()].filter((members) => members.length > 1);
	};
	const draw = () => {
		due = 0;
		const all = groups();
		const shown = new Set(all.flat());
		for (const [id, outer] of watched) {
			if (shown.has(id) && frames.get(id)?.outer === outer) continue;
			moved.unobserve(outer);
			watched.delete(id);
		}
		for (const id of shown) {
			const outer = frames.get(id)?.outer;
			if (!outer || watched.has(id)) continue;
			watched.set(id, outer);
			moved.observe(outer);
		}
		if (all.length === 0) {
			drawing.remove();
			return;
		}
		const origin = container.getBoundingClientRect();
		const shift = {
			x: container.scrollLeft - origin.left - container.clientLeft,
			y: container.scrollTop - origin.top - container.clientTop,
		};
		const arrows = all.flatMap((members) =>
			// One to the next: who is in a group hears all of it.
			members.slice(1).map((id, at) => [members[at] as string, id] as const),
		);
		const parts = arrows.slice(0, MAX_ARROWS).flatMap(([from, to]) => {
			const [one, other] = [frames.get(from)?.outer, frames.get(to)?.outer];
			return one && other ? arrow(one.getBoundingClientRect(), other.getBoundingClientRect(), shift) : [];
		});
		drawing.replaceChildren(...parts);
		if (!drawing.isConnected) container.append(drawing);
	};
	const later = () => {
		due ||= requestAnimationFrame(draw);
	};
	const moved = new ResizeObserver(later);
	moved.observe(container);
	const leave = bus.subscribe(["link"], later);
	// Frames may be on their way when they are measured.
	container.addEventListener("transitionend", later);

	return {
		follow(snapshot) {
			mirror(snapshot);
			later();
		},
		end() {
			leave();
			container.removeEventListener("transitionend", later);
			moved.disconnect();
			cancelAnimationFrame(due);
			drawing.remove();
			for (const [group, ids] of joined) for (const id of ids) bus.unlink(id, group);
		},
	};
}

/** A curve between the nearest sides of two frames, with a point at either end. */
function arrow(one: DOMRect, other: DOMRect, shift: { x: number; y: number }): Element[] {
	const middle = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
	const [a, b] = [middle(one), middle(other)];
	const isAcross = Math.abs(a.x - b.x) > Math.abs(a.y - b.y);
	const edge = (box: DOMRect, at: { x: number; y: number }, toward: { x: number; y: number }) =>
		isAcross
			? { x: toward.x > at.x ? box.right : box.left, y: at.y }
			: { x: at.x, y: toward.y > at.y ? box.bottom : box.top };
	const [from, to] = [edge(one, a, b), edge(other, b, a)].map(({ x, y }) => ({
		x: x + shift.x,
		y: y + shift.y,
	})) as [{ x: number; y: number }, { x: number; y: number }];
	const bend = isAcross
		? `${(from.x + to.x) / 2} ${from.y} ${(from.x + to.x) / 2} ${to.y}`
		: `${from.x} ${(from.y + to.y) / 2} ${to.x} ${(from.y + to.y) / 2}`;
	const path = document.createElementNS(SVG, "path");
	path.setAttribute("d", `M ${from.x} ${from.y} C ${bend} ${to.x} ${to.y}`);
	const ends = [from, to].map(({ x, y }) => {
		const end = document.createElementNS(SVG, "circle");
		end.setAttribute("cx", String(x));
		end.setAttribute("cy", String(y));
		end.setAttribute("r", "4");
		return end;
	});
	return [path, ...ends];
}
