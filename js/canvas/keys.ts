/** What keys do on a canvas. */
import type { Mounted } from "./mount.js";
import { goingAlong, moveBy } from "./moving.js";
import { LEAST_SIZE } from "./drag.js";
import { say } from "../widgets/say.js";

/** A key moves and resizes by so much, CSS pixels; with Alt by one. */
const STEP = 8;
const ARROWS: { readonly [key: string]: readonly [dx: number, dy: number] } = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

export interface Keys {
	onGrip(event: KeyboardEvent, id: string): void;
	onCanvas(event: KeyboardEvent): void;
	/** The selection is this. */
	follow(selected: readonly string[]): void;
}

export function keysOf(
	mounted: Mounted,
	announce: (words: string) => void,
	focus: (id: string) => void,
): Keys {
	const { container, canvas, frames } = mounted;
	let shown = "";
	const isRightToLeft = () => getComputedStyle(container).direction === "rtl";

	/** What a key is about: what is selected, where the frame is among it, else the frame alone. */
	const about = (id: string): readonly string[] => {
		const { selected } = canvas.getSnapshot();
		return selected.includes(id) ? selected : [id];
	};
	const reorder = (id: string, by: number) => {
		const { blocks } = canvas.getSnapshot();
		const at = blocks.findIndex((block) => block.id === id);
		const to = blocks[at + by];
		if (!to) return;
		canvas.moveBlock(id, to.id);
		focus(id);
		announce(say("Place {at} of {count}", { at: at + by + 1, count: blocks.length }));
	};
	const move = (id: string, dx: number, dy: number) =>
		moveBy(mounted, goingAlong(mounted, about(id)), dx, dy);
	const resize = (id: string, dx: number, dy: number) => {
		const outer = frames.get(id)?.outer;
		if (!outer) return;
		const width = Math.max(LEAST_SIZE.width, outer.offsetWidth + dx);
		const height = Math.max(LEAST_SIZE.height, outer.offsetHeight + dy);
		canvas.resizeWidget(id, width, height);
		announce(say("{width} by {height}", { width, height }));
	};
	const remove = (ids: readonly string[]) => {
		const { blocks } = canvas.getSnapshot();
		const at = blocks.findIndex(({ id }) => ids.includes(id));
		const free = ids.filter((id) => !frames.get(id)?.widget.locked);
		canvas.transact(() => free.forEach((id) => void canvas.removeWidget(id)), { label: "remove" });
		announce(say("{n} removed", { n: free.length }));
		const left = canvas.getSnapshot().blocks;
		const next = left[Math.min(Math.max(at, 0), left.length - 1)];
		if (next) focus(next.id);
	};
	const said = (done: boolean, words: string) => announce(done ? words : say("Nothing changed"));

	return {
		onGrip(event, id) {
			const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
			const arrow = ARROWS[key];
			if (ctrlKey || metaKey) return;
			const locked = frames.get(id)?.widget.locked === true;
			if (arrow) {
				if (locked) announce(say("Locked"));
				else if (shiftKey) resize(id, arrow[0] * (altKey ? 1 : STEP), arrow[1] * (altKey ? 1 : STEP));
				else if (canvas.getSnapshot().layout === "floating")
					move(id, arrow[0] * (altKey ? 1 : STEP), arrow[1] * (altKey ? 1 : STEP));
				else reorder(id, (isRightToLeft() ? -arrow[0] : arrow[0]) + arrow[1]);
			} else if (key === "Delete" || key === "Backspace") remove(about(id));
			else if (key === "l")
				said(
					canvas.getSnapshot().selected.length > 1 && canvas.link(canvas.getSnapshot().selected),
					say("Linked"),
				);
			else if (key === "u") said(canvas.unlink(id), say("No longer linked"));
			else if (key === "g") said(about(id).length > 1 && canvas.group(about(id)), say("Grouped"));
			else if (key === "G") said(canvas.ungroup(about(id)), say("Ungrouped"));
			else if (key === "]" && !locked) said(canvas.raise(id), say("In front"));
			else if (key === "[" && !locked) said(canvas.lower(id), say("Behind"));
			else if (key === "x")
				said(locked ? canvas.unlock(id) : canvas.lock(id), locked ? say("Unlocked") : say("Locked"));
			else return;
			event.preventDefault();
		},
		onCanvas(event) {
			if (isTyping(event.target)) return;
			const { key, shiftKey } = event;
			const command = event.ctrlKey || event.metaKey;
			const lower = key.toLowerCase();
			if (command && lower === "z")
				said(shiftKey ? canvas.redo() : canvas.undo(), shiftKey ? say("Done again") : say("Undone"));
			else if (command && lower === "y") said(canvas.redo(), say("Done again"));
			else if (command && lower === "a" && onFrame(event.target))
				canvas.select(canvas.getSnapshot().blocks.map(({ id }) => id));
			else if (key === "Escape" && canvas.getSnapshot().selected.length > 0) canvas.select([]);
			else return;
			event.preventDefault();
		},
		follow(selected) {
			const now = selected.join();
			if (now === shown) return;
			shown = now;
			const last = selected.at(-1);
			// An agent may point at what is out of sight.
			if (last !== undefined) frames.get(last)?.outer.scrollIntoView({ block: "nearest", inline: "nearest" });
		},
	};
}

function onFrame(target: EventTarget | null): boolean {
	return target instanceof Element && target.closest(".wm-grip") !== null;
}

function isTyping(target: EventTarget | null): boolean {
	return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
