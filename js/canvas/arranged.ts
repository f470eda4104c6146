/** Frames at the places that a layout gives them. */
import type { CanvasLayout, CanvasSnapshot, Widget } from "../types/index.js";
import { useStyles } from "../widgets/styles.js";
import { type Box, floatingLayout, stackLayout, tilingLayout, weightsOf } from "./layouts.js";

const LOOKS = `
.wm-canvas { position: relative; contain: paint; overflow-clip-margin: 0.5rem; }
.wm-frame > .wm-body { contain: paint; overflow-clip-margin: 1rem; }
.wm-many > .wm-frame:not(:has(> .wm-more[open])) { content-visibility: auto; contain-intrinsic-size: auto 10rem; }
.wm-canvas[data-layout="grid"] { display: grid; gap: 0.75rem; grid-auto-rows: minmax(17.5rem, auto); align-items: start;
	grid-template-columns: repeat(auto-fill, minmax(min(var(--wm-column, 20rem), 100%), 1fr)); }
.wm-canvas:is([data-layout="tiling"], [data-layout="floating"], [data-layout="stack"]) { display: block; position: relative; overflow: auto;
	min-height: var(--wm-room, 37.5rem); }
.wm-canvas:is([data-layout="tiling"], [data-layout="floating"], [data-layout="stack"]) > .wm-frame { position: absolute; inset: auto; box-sizing: border-box;
	margin: 0; overflow: auto; max-width: none; }
.wm-canvas:is([data-layout="tiling"], [data-layout="floating"], [data-layout="stack"]) > .wm-frame > .wm-body { height: 100%; container-type: size; overflow: auto; }
.wm-canvas:is([data-layout="tiling"], [data-layout="floating"], [data-layout="stack"]) :is(.wm-chart, .wm-map) { height: max(7rem, 100cqh - 2.5rem); }`;

const PLACED: ReadonlySet<CanvasLayout> = new Set(["tiling", "floating", "stack"]);

/** Whether the layout gives each frame a place and a size in numbers; the others are the style sheet's. */
export function isPlaced(layout: CanvasLayout): boolean {
	return PLACED.has(layout);
}

/** Where the widgets of a snapshot lie in a room of that size. */
export function boxesOf(
	{ blocks, layout }: CanvasSnapshot,
	area: { width: number; height: number },
): Map<string, Box> {
	const newest = weightsOf(blocks.length);
	const panes = blocks.map((widget, at) => ({
		id: widget.id,
		weight: newest[blocks.length - 1 - at] ?? 1,
		saved: savedOf(widget),
	}));
	if (layout === "tiling") return tilingLayout(panes, area);
	return layout === "floating" ? floatingLayout(panes, area) : stackLayout(panes, area);
}

function savedOf({ x, y, width, height }: Widget): Partial<Box> {
	return {
		...(x !== undefined && { x }),
		...(y !== undefined && { y }),
		...(width !== undefined && { width }),
		...(height !== undefined && { height }),
	};
}

/** Above whom a widget lies, from 1: `z` may be any number, and what the page has beside the canvas must stay above it. */
export function ranks(blocks: readonly Widget[]): ReadonlyMap<string, number> {
	if (blocks.every(({ z }) => z === undefined)) return new Map();
	const heights = [...new Set(blocks.map(({ z = 0 }) => z))].sort((one, other) => one - other);
	if (heights.length < 2) return new Map();
	const rank = new Map(heights.map((height, at) => [height, at + 1]));
	return new Map(blocks.map(({ id, z = 0 }) => [id, rank.get(z) ?? 1]));
}

/** Makes the styles of layouts known where the canvas is. */
export function useLayouts(container: HTMLElement): void {
	useStyles(container, LOOKS);
}
