/** Place, size and style of a widget's frame, set through CSSOM, which no CSP forbids. */
import type { Widget } from "../types/index.js";
import { takes } from "./frame-styles.js";
import type { Box } from "./layouts.js";

/** What makes a frame smaller than what is in it. */
const BOUNDS = ["max-width", "max-height"];

/** What was set on a frame. */
const said = new WeakMap<HTMLElement, readonly string[]>();

/** Makes the frame look as the widget says, in `box` where the layout gives it one; what is no longer said is taken back. */
export function lookAs(
	frame: HTMLElement,
	widget: Widget,
	box: Box | undefined,
	rank: number | undefined,
): void {
	const wanted = new Map<string, string>();
	for (const [name, value] of Object.entries(widget.style ?? {})) {
		const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
		if (takes(property, value)) wanted.set(property, value);
	}
	const { x = 0, y = 0 } = widget;
	const { width, height } = box ?? widget;
	if (box) {
		wanted.set("left", `${box.x}px`);
		wanted.set("top", `${box.y}px`);
	} else if (x !== 0 || y !== 0) wanted.set("transform", `translate(${x}px, ${y}px)`);
	if (width !== undefined) wanted.set("width", `${width}px`);
	if (height !== undefined) wanted.set("height", `${height}px`);
	// What has no room in it would lie over others.
	if (height !== undefined || BOUNDS.some((bound) => wanted.has(bound)))
		if (!wanted.has("overflow")) wanted.set("overflow", "auto");
	if (rank !== undefined) wanted.set("z-index", String(rank));
	for (const property of said.get(frame) ?? [])
		if (!wanted.has(property)) frame.style.removeProperty(property);
	for (const [property, value] of wanted) {
		if (frame.style.getPropertyValue(property) !== value) frame.style.setProperty(property, value);
	}
	said.set(frame, [...wanted.keys()]);
}
