/** Position, size and style of a widget's frame, set through CSSOM, which no CSP forbids. */
import type { Widget } from "./types.js";

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
]);

const MAX_VALUE_CHARS = 200;

/** Makes the frame look as the widget says; what the widget no longer says is taken back. */
export function applyFrame(frame: HTMLElement, widget: Widget): void {
	const wanted = new Map<string, string>();
	for (const [name, value] of Object.entries(widget.style ?? {})) {
		const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
		if (STYLES.has(property) && isHarmless(value)) wanted.set(property, value);
	}
	const { x = 0, y = 0, width, height } = widget;
	if (x !== 0 || y !== 0) wanted.set("transform", `translate(${x}px, ${y}px)`);
	if (width !== undefined) wanted.set("width", `${width}px`);
	if (height !== undefined) {
		wanted.set("height", `${height}px`);
		if (!wanted.has("overflow")) wanted.set("overflow", "auto");
	}
	for (const property of [...STYLES, "transform", "width", "height"]) {
		const value = wanted.get(property) ?? "";
		if (frame.style.getPropertyValue(property) !== value) frame.style.setProperty(property, value);
	}
}

function isHarmless(value: unknown): value is string {
	return (
		typeof value === "string" &&
		value.length <= MAX_VALUE_CHARS &&
		!/url\s*\(|image-set|expression|\\/i.test(value)
	);
}
