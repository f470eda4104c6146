/** Who hears whom: links of the canvas are groups of the bus, and arrows show them. */
import type { CanvasSnapshot } from "../types/index.js";
import { useStyles } from "../widgets/styles.js";
import { type Arrow, arrowBetween, type Point } from "./arrows.js";
import type { Box } from "./layouts.js";
import type { Companion, Mounted } from "./mount.js";

const LOOKS = `
.wm-links { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; z-index: 9999; color: var(--color-accent); }
.wm-links path { fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.wm-links .wm-arrow-head, .wm-links circle { fill: currentColor; }
.wm-links .wm-arrow-edge { stroke: var(--color-surface); stroke-width: 6; }
@media (forced-colors: active) { .wm-links { color: Highlight; } .wm-links .wm-arrow-edge { stroke: Canvas; } }`;

const SVG = "http://www.w3.org/2000/svg";
/** Beyond this many arrows there is nothing to be seen. */
const MAX_ARROWS = 500;
/** Of more than these the ways are not chosen as carefully: it would be felt. */
const [FEW_ARROWS, FEW_FRAMES] = [40, 60];

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
		const isShown = all.length > 0;
		for (const [id, outer] of watched) {
			if (isShown && frames.get(id)?.outer === outer) continue;
			resized.unobserve(outer);
			watched.delete(id);
		}
		moved.disconnect();
		if (!isShown) {
			drawing.remove();
			return;
		}
		for (const [id, { outer }] of frames) {
			// Who moves a frame writes its style; any that grows moves others.
			moved.observe(outer, { attributeFilter: ["style", "class"] });
			if (watched.has(id)) continue;
			watched.set(id, outer);
			resized.observe(outer);
		}
		const arrows = all.flatMap((members) =>
			// One to the next: who is in a group hears all of it.
			members.slice(1).map((id, at) => [members[at] as string, id] as const),
		);
		drawing.replaceChildren(...drawn(arrows.slice(0, MAX_ARROWS)));
		if (!drawing.isConnected) container.append(drawing);
	};
	const drawn = (arrows: readonly (readonly [string, string])[]) => {
		const origin = container.getBoundingClientRect();
		const shift = {
			x: container.scrollLeft - origin.left - container.clientLeft,
			y: container.scrollTop - origin.top - container.clientTop,
		};
		const isFew = arrows.length <= FEW_ARROWS && frames.size <= FEW_FRAMES;
		const ids = isFew ? frames.keys() : new Set(arrows.flat());
		const boxes = new Map<string, Box>();
		for (const id of ids) {
			const outer = frames.get(id)?.outer;
			if (outer) boxes.set(id, shifted(outer.getBoundingClientRect(), shift));
		}
		const room = roomOf(container, shift);
		return arrows.flatMap(([from, to]) => {
			const [one, other] = [boxes.get(from), boxes.get(to)];
			if (!one || !other) return [];
			const others = isFew ? [...boxes.values()].filter((box) => box !== one && box !== other) : [];
			const arrow = arrowBetween(one, other, others, room, isFew ? 3 : 1);
			return arrow ? [view(arrow)] : [];
		});
	};
	const later = () => {
		due ||= requestAnimationFrame(draw);
	};
	const resized = new ResizeObserver(later);
	resized.observe(container);
	const moved = new MutationObserver(later);
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
			resized.disconnect();
			moved.disconnect();
			cancelAnimationFrame(due);
			drawing.remove();
			for (const [group, ids] of joined) for (const id of ids) bus.unlink(id, group);
		},
	};
}

const shifted = ({ x, y, width, height }: DOMRect, by: Point): Box => ({
	x: x + by.x,
	y: y + by.y,
	width,
	height,
});

/** What can be seen around a canvas, scrolled or not: nothing of it is cut off. */
function roomOf(container: HTMLElement, shift: Point): Box {
	const page = document.documentElement;
	let [left, right] = [0, page.clientWidth];
	let [top, bottom] = [-window.scrollY, page.scrollHeight - window.scrollY];
	for (let at: Element | null = container; at && at !== page; at = at.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(at);
		if (overflowX === "visible" && overflowY === "visible") continue;
		const { x, y } = at.getBoundingClientRect();
		const [from, down] = [x + at.clientLeft - at.scrollLeft, y + at.clientTop - at.scrollTop];
		[left, right] = [Math.max(left, from), Math.min(right, from + at.scrollWidth)];
		[top, bottom] = [Math.max(top, down), Math.min(bottom, down + at.scrollHeight)];
	}
	return { x: left + shift.x, y: top + shift.y, width: right - left, height: bottom - top };
}

/** A dot, a line and a head, with an edge around them that sets them apart from what they cross. */
function view({ from, line, head }: Arrow): Element {
	const all = part("g", { class: "wm-arrow" });
	const dot = part("circle", { cx: String(from.x), cy: String(from.y), r: "4" });
	const edge = part("path", { class: "wm-arrow-edge", d: `${line} ${head}` });
	all.append(
		edge,
		part("path", { class: "wm-arrow-line", d: line }),
		part("path", { class: "wm-arrow-head", d: head }),
		dot,
	);
	return all;
}

function part(name: string, attributes: { readonly [name: string]: string }): Element {
	const made = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	return made;
}
