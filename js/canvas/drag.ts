/** Moving and resizing frames by pointer or touch. What is dragged moves on the screen alone; the canvas hears of it at the end. */
import type { Box } from "./layouts.js";
import type { Frame } from "./frames.js";
import type { Guides } from "./guides.js";
import type { Mounted } from "./mount.js";
import { goingAlong, moveBy } from "./moving.js";
import { scrolledBy } from "./scrolling.js";
import { snapped } from "./snap.js";
import { say } from "../widgets/say.js";

/** A pointer that moved less did not mean to drag. */
const LEAST = 4;
/** The least that a frame can be made. */
export const LEAST_SIZE = { width: 120, height: 80 };

export interface Dragging {
	/** `grip` moves the frame. */
	move(frame: Frame, grip: HTMLElement): void;
	/** `handle` resizes it. */
	resize(frame: Frame, handle: HTMLElement): void;
	/** Whether the click that the browser sends now only ends a drag. */
	justEnded(): boolean;
	end(): void;
}

/** What a drag does as the pointer goes. */
interface Doing {
	step(dx: number, dy: number, event: PointerEvent): void;
	/** Lets go; `kept` is false where it was given up. */
	done(kept: boolean): void;
}

export function draggedBy(mounted: Mounted, guides: Guides, announce: (words: string) => void): Dragging {
	const { container, canvas, frames } = mounted;
	let ended = -1;
	let giveUp: (() => void) | undefined;

	const boxOf = ({ outer }: Frame): Box => {
		const [own, all] = [outer.getBoundingClientRect(), container.getBoundingClientRect()];
		const x = own.left - all.left - container.clientLeft + container.scrollLeft;
		const y = own.top - all.top - container.clientTop + container.scrollTop;
		return { x, y, width: own.width, height: own.height };
	};
	const others = (moving: ReadonlySet<string>) =>
		[...frames.values()].filter(({ widget }) => !moving.has(widget.id)).map(boxOf);

	const watch = (frame: Frame, grip: HTMLElement, begin: () => Doing | undefined) => {
		grip.addEventListener("pointerdown", (down) => {
			if (down.button !== 0 || frame.widget.locked) return;
			let doing: Doing | undefined;
			const scroll = scrolledBy(container);
			// It is where it is going.
			for (const animation of frame.outer.getAnimations()) animation.finish();
			grip.setPointerCapture(down.pointerId);
			const moved = (event: PointerEvent) => {
				const dx = event.clientX - down.clientX + scroll.x();
				const dy = event.clientY - down.clientY + scroll.y();
				if (!doing && Math.hypot(dx, dy) < LEAST) return;
				if (!doing) {
					doing = begin();
					if (!doing) return stop(false);
					frame.outer.classList.add("wm-dragged");
				}
				doing.step(dx, dy, event);
				scroll.toward(event, () => moved(event));
			};
			const stop = (kept: boolean) => {
				giveUp = undefined;
				scroll.end();
				grip.removeEventListener("pointermove", moved);
				grip.removeEventListener("pointerup", released);
				grip.removeEventListener("pointercancel", lost);
				removeEventListener("keydown", onKey, true);
				frame.outer.classList.remove("wm-dragged");
				guides.show([]);
				if (!doing) return;
				if (kept) ended = performance.now();
				doing.done(kept);
			};
			const released = () => stop(true);
			const lost = () => stop(false);
			const onKey = (event: KeyboardEvent) => {
				if (event.key !== "Escape") return;
				event.stopPropagation();
				stop(false);
			};
			giveUp = lost;
			grip.addEventListener("pointermove", moved);
			grip.addEventListener("pointerup", released);
			grip.addEventListener("pointercancel", lost);
			addEventListener("keydown", onKey, true);
		});
	};

	/** Frames float: all that is selected goes along, and their groups. */
	const floating = (frame: Frame): Doing => {
		const { selected } = canvas.getSnapshot();
		const own = frame.widget.id;
		const ids = goingAlong(mounted, selected.includes(own) ? selected : [own]);
		const start = frame.box ?? boxOf(frame);
		const beside = others(new Set(ids));
		let [dx, dy] = [0, 0];
		const shift = (text: string) => {
			for (const id of ids) frames.get(id)?.outer.style.setProperty("translate", text);
		};
		return {
			step(toX, toY) {
				const there = { ...start, x: Math.max(0, start.x + toX), y: Math.max(0, start.y + toY) };
				const { box, guides: lines } = snapped(there, beside, "place");
				[dx, dy] = [Math.max(0, box.x) - start.x, Math.max(0, box.y) - start.y];
				shift(`${dx}px ${dy}px`);
				guides.show(lines);
			},
			done(kept) {
				shift("");
				if (!kept) return;
				// However soon another one follows, it is one thing to take back.
				canvas.transact(() => moveBy(mounted, ids, dx, dy), { label: "move" });
				announce(say("Moved"));
			},
		};
	};

	/** Frames have an order: one is put where another one is. */
	const ordered = (frame: Frame): Doing => {
		let over: Frame | undefined;
		return {
			step(dx, dy, { clientX, clientY }) {
				frame.outer.style.setProperty("translate", `${dx}px ${dy}px`);
				over = [...frames.values()].find(
					(other) => other !== frame && holds(other.outer.getBoundingClientRect(), clientX, clientY),
				);
			},
			done(kept) {
				frame.outer.style.removeProperty("translate");
				if (!kept || !over) return;
				canvas.moveBlock(frame.widget.id, over.widget.id);
				// What moves in the page loses the focus.
				frame.outer.querySelector<HTMLElement>(".wm-grip")?.focus({ preventScroll: true });
				const at = canvas.getSnapshot().blocks.findIndex(({ id }) => id === frame.widget.id);
				announce(say("Moved to place {at}", { at: at + 1 }));
			},
		};
	};

	const sized = (frame: Frame): Doing => {
		const { style } = frame.outer;
		const before = { width: style.width, height: style.height };
		const start = boxOf(frame);
		const beside = others(new Set([frame.widget.id]));
		let size = { width: start.width, height: start.height };
		return {
			step(dx, dy) {
				const { box, guides: lines } = snapped(
					{ ...start, width: start.width + dx, height: start.height + dy },
					beside,
					"size",
				);
				size = {
					width: Math.max(LEAST_SIZE.width, box.width),
					height: Math.max(LEAST_SIZE.height, box.height),
				};
				style.width = `${size.width}px`;
				style.height = `${size.height}px`;
				guides.show(lines);
			},
			done(kept) {
				Object.assign(style, before);
				if (!kept) return;
				canvas.transact(
					() => canvas.resizeWidget(frame.widget.id, Math.round(size.width), Math.round(size.height)),
					{ label: "resize" },
				);
				announce(
					say("{width} by {height}", { width: Math.round(size.width), height: Math.round(size.height) }),
				);
			},
		};
	};

	return {
		move: (frame, grip) =>
			watch(frame, grip, () =>
				canvas.getSnapshot().layout === "floating" ? floating(frame) : ordered(frame),
			),
		resize: (frame, handle) => watch(frame, handle, () => sized(frame)),
		justEnded: () => performance.now() - ended < 50,
		end: () => giveUp?.(),
	};
}

function holds(box: DOMRect, x: number, y: number): boolean {
	return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
