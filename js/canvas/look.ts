/** Place, size and style of a widget's frame, set through CSSOM, which no CSP forbids. */
import type { Widget } from "../types/index.js";
import type { Box } from "./layouts.js";

/** What a model or a host may style. Nothing that loads from an address or takes a frame out of its place. */
const STYLES = new Set([
	"background-color",
	"border",
	"border-color",
	"border-radius",
	"border-style",
	"border-width",
	"box-shadow",
	"color",
	"font-family",
	"font-size",
	"font-style",
	"font-weight",
	"line-height",
	"margin",
	"max-height",
	"max-width",
	"min-height",
	"min-width",
	"opacity",
	"outline",
	"overflow",
	"padding",
	"text-align",
	"text-decoration",
	"text-transform",
	"grid-column",
	"grid-row",
	"order",
	// The colour tokens, which all that is in the frame goes by.
	"--color-bg",
	"--color-surface",
	"--color-surface2",
	"--color-border",
	"--color-border2",
	"--color-accent",
	"--color-accent2",
	"--color-amber",
	"--color-teal",
	"--color-text1",
	"--color-text2",
]);

const MAX_VALUE_CHARS = 200;

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
		if (STYLES.has(property) && isHarmless(value)) wanted.set(property, value);
	}
	const { x = 0, y = 0 } = widget;
	const { width, height } = box ?? widget;
	if (box) {
		wanted.set("left", `${box.x}px`);
		wanted.set("top", `${box.y}px`);
	} else if (x !== 0 || y !== 0) wanted.set("transform", `translate(${x}px, ${y}px)`);
	if (width !== undefined) wanted.set("width", `${width}px`);
	if (height !== undefined) {
		wanted.set("height", `${height}px`);
		if (!wanted.has("overflow")) wanted.set("overflow", "auto");
	}
	if (rank !== undefined) wanted.set("z-index", String(rank));
	for (const property of said.get(frame) ?? [])
		if (!wanted.has(property)) frame.style.removeProperty(property);
	for (const [property, value] of wanted) {
		if (frame.style.getPropertyValue(property) !== value) frame.style.setProperty(property, value);
	}
	said.set(frame, [...wanted.keys()]);
}

function isHarmless(value: unknown): value is string {
	return (
		typeof value === "string" &&
		value.length <= MAX_VALUE_CHARS &&
		!/url\s*\(|image-set|expression|\\/i.test(value)
	);
}
