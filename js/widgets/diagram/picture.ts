/** A diagram made harmless: shapes and texts, with styles that are set and not written, and nothing from elsewhere. */
import type { DOMPurify } from "dompurify";
import { pngOfSvg } from "../svg-file.js";
import type { Files } from "../taking.js";
import { hasAddress, setStyle, withoutAddresses } from "./css.js";
import { withoutHandlers } from "./handlers.js";
import { STYLE } from "./stage.js";
import type { Drawn } from "./library.js";
import { say } from "../say.js";

/** A diagram as it is shown and taken along. */
export interface Picture extends Files {
	readonly drawing: SVGSVGElement;
	readonly sheet: CSSStyleSheet;
}

/** Shapes and texts; nothing that leads anywhere or holds HTML. */
const ALLOWED = {
	USE_PROFILES: { svg: true, svgFilters: true },
	ADD_ATTR: [STYLE, "dominant-baseline", "alignment-baseline"],
	FORBID_TAGS: ["a", "image", "style", "foreignObject", "switch", "animate", "animateTransform", "set"],
	FORBID_ATTR: ["href", "xlink:href", "style", "target"],
	// In a shadow tree a name hides nothing of the page.
	SANITIZE_DOM: false,
};

/** One of our own: what the page sets on the library's shared one would loosen this one. */
let cleaner: DOMPurify | undefined;

/** Reads what the library has drawn. */
export async function pictureOf({ markup, css }: Drawn, label: string): Promise<Picture> {
	cleaner ??= (await import("dompurify")).default(window);
	const fragment = cleaner.sanitize(withoutHandlers(markup), { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
	const svg = fragment.querySelector("svg");
	if (!svg) throw new Error("The library has drawn nothing.");
	for (const one of [svg, ...svg.querySelectorAll<SVGElement>("*")]) {
		for (const { name, value } of [...one.attributes])
			if (name !== STYLE && hasAddress(value)) one.removeAttribute(name);
		const style = one.getAttribute(STYLE);
		one.removeAttribute(STYLE);
		if (style) setStyle(one, style);
	}
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	withoutAddresses(sheet);
	// Some kinds are as high as they were in another place.
	if (svg.hasAttribute("viewBox")) svg.removeAttribute("height");
	svg.setAttribute("role", "img");
	if (!svg.hasAttribute("aria-labelledby")) svg.setAttribute("aria-label", label || say("Diagram"));
	const [, , width = 300, height = 150] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
	const file = () => fileOf(svg, sheet, width, height);
	return { drawing: svg, sheet, svg: file, png: () => pngOfSvg(file(), width, height) };
}

/** The markup of a drawing that stands for itself. */
function fileOf(svg: SVGSVGElement, { cssRules }: CSSStyleSheet, width: number, height: number): string {
	const rules = [...cssRules].map(({ cssText }) => cssText).join("\n");
	const style = `<style>${rules.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>`;
	const text = new XMLSerializer().serializeToString(svg);
	return text
		.replace(/^<svg[^>]*>/, (head) => `${head.replace(/ (?:width|height)="[^"]*"/g, "")}${style}`)
		.replace(/^<svg/, `<svg width="${width}" height="${height}"`);
}
