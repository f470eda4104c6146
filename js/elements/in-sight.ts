/** Brings a widget into sight that somebody asked for and that came below what is seen. */
import type { Cleanup } from "../types/index.js";

/** A chart is drawn some moments after its frame is there, and grows by it, milliseconds. */
const GROWS_FOR_MS = 2000;
/** By these a person says that they look elsewhere. */
const TURNS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls until the frame is seen, and again while it grows; one that is not laid out yet, as in a tab that is not shown, once it is.
 * Nothing is scrolled once the person turns to something, or while they work in a widget.
 *
 * @param board - What holds the frames.
 * @param id - Of the widget.
 * @returns Ends it; calling it twice is harmless.
 */
export function bringIntoSight(board: HTMLElement, id: string): Cleanup {
	const frame = board.querySelector<HTMLElement>(`[data-widget-id="${CSS.escape(id)}"]`);
	const root = board.getRootNode() as ShadowRoot;
	if (!frame || board.contains(root.activeElement)) return () => undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const grown = new ResizeObserver(() => {
		if (frame.offsetHeight === 0) return;
		if (timer === undefined) {
			timer = setTimeout(end, GROWS_FOR_MS);
			// Not before: who opens the tab that it is in turns to it.
			for (const turn of TURNS) addEventListener(turn, end, { capture: true, passive: true });
		}
		const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
		frame.scrollIntoView({ behavior, block: "nearest", inline: "nearest" });
	});
	const end = () => {
		clearTimeout(timer);
		grown.disconnect();
		for (const turn of TURNS) removeEventListener(turn, end, true);
	};
	grown.observe(frame);
	return end;
}
