/** Of very many rows those that are seen. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "../virtual-core.js";

/** About how high a row is before it was measured, CSS pixels. */
const ROW_PX = 32;
/** Rows above and below what is seen, which are there when one scrolls. */
const OVERSCAN = 12;

/** What is drawn of a table: rows from one to before another, and the empty room above and below, CSS pixels. */
export interface Window {
	readonly from: number;
	readonly to: number;
	readonly above: number;
	readonly below: number;
}

/** Follows the scrolling of a table. */
export class Scrolling {
	readonly #virtual: Virtualizer<HTMLElement, HTMLElement>;
	readonly #options: ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0];
	#unmount: (() => void) | undefined;
	#region: HTMLElement | null = null;

	/** @param changed - Is called when other rows are seen. */
	constructor(changed: () => void) {
		// Rows are measured while they are drawn: what follows from that is drawn with the next frame.
		let isDue = false;
		const soon = () => {
			if (isDue) return;
			isDue = true;
			requestAnimationFrame(() => {
				isDue = false;
				if (this.#region?.isConnected) changed();
			});
		};
		this.#options = {
			count: 0,
			getScrollElement: () => this.#region,
			estimateSize: () => ROW_PX,
			overscan: OVERSCAN,
			scrollToFn: elementScroll,
			observeElementRect,
			observeElementOffset,
			// Before there is an element, about a screen.
			initialRect: { width: 800, height: 600 },
			onChange: soon,
		};
		this.#virtual = new Virtualizer(this.#options);
	}

	/** The element that scrolls. */
	follow(region: HTMLElement): void {
		if (region === this.#region) return;
		this.#region = region;
		this.#unmount ??= this.#virtual._didMount();
		this.#virtual._willUpdate();
	}

	/** What is drawn of so many rows. */
	window(count: number): Window {
		this.#virtual.setOptions({ ...this.#options, count });
		const items = this.#virtual.getVirtualItems();
		const [first, last] = [items[0], items.at(-1)];
		if (!first || !last) return { from: 0, to: 0, above: 0, below: 0 };
		const below = this.#virtual.getTotalSize() - last.end;
		return { from: first.index, to: last.index + 1, above: first.start, below };
	}

	/** Learns how high a row is; its place stands in `data-index`. */
	measure(row: HTMLElement): void {
		this.#virtual.measureElement(row);
	}

	/** Begins at the top again. */
	reset(): void {
		this.#region?.scrollTo({ top: 0 });
	}

	stop(): void {
		this.#unmount?.();
	}
}
