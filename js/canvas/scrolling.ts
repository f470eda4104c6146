/** Scrolls what a canvas is in while something is dragged towards an edge. */

/** So near to an edge it scrolls, CSS pixels. */
const NEAR = 40;
/** So fast, CSS pixels a frame. */
const STEP = 12;

export interface Scrolling {
	/** How far all has scrolled since the drag began. */
	x(): number;
	y(): number;
	/** Scrolls on while the pointer stays near an edge; `moved` is called after each step. */
	toward(pointer: PointerEvent, moved: () => void): void;
	end(): void;
}

export function scrolledBy(inside: HTMLElement): Scrolling {
	const scrollers = scrollersOf(inside);
	const sum = (key: "scrollLeft" | "scrollTop") => scrollers.reduce((all, one) => all + one[key], 0);
	const [left, top] = [sum("scrollLeft"), sum("scrollTop")];
	let frame = 0;
	return {
		x: () => sum("scrollLeft") - left,
		y: () => sum("scrollTop") - top,
		toward({ clientX, clientY }, moved) {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(() => {
				const before = [sum("scrollLeft"), sum("scrollTop")];
				for (const scroller of scrollers) {
					const box = roomOf(scroller);
					scroller.scrollBy(stepOf(clientX, box.left, box.right), stepOf(clientY, box.top, box.bottom));
					// The innermost one that can.
					if (sum("scrollLeft") !== before[0] || sum("scrollTop") !== before[1]) return moved();
				}
			});
		},
		end: () => cancelAnimationFrame(frame),
	};
}

function stepOf(at: number, from: number, to: number): number {
	if (at < from + NEAR) return -STEP;
	return at > to - NEAR ? STEP : 0;
}

function roomOf(scroller: Element): DOMRect {
	const isPage = scroller === document.scrollingElement;
	return isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : scroller.getBoundingClientRect();
}

/** What may scroll, from the inside out: the canvas itself, what is around it, the page. */
function scrollersOf(inside: HTMLElement): Element[] {
	const found: Element[] = [];
	for (let at: Element | null = inside; at; at = at.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(at);
		if (/auto|scroll/.test(overflowX + overflowY)) found.push(at);
	}
	const page = document.scrollingElement;
	return page && !found.includes(page) ? [...found, page] : found;
}
