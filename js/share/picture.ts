/** A canvas as a picture. */
import { COLOR_TOKENS } from "../core/color-tokens.js";
import { anElement } from "../widgets/dom.js";
import { snapshotOf } from "./snapshot.js";

/** What the copy has from the page around it. */
const INHERITED = [
	...["font-family", "font-size", "line-height", "color", "color-scheme", "direction"],
	...COLOR_TOKENS.map((token) => `--color-${token}`),
];

/**
 * A mounted canvas as it looks now, all of it: a PNG, or an SVG where the browser keeps the pixels to itself or there are too many of them.
 * A page whose Content-Security-Policy lets no image be of `data:` gets an SVG as well.
 *
 * @param mounted - The element that the canvas is mounted in.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function toPicture(mounted: HTMLElement): Promise<Blob> {
	anElement("toPicture: mounted", mounted);
	const width = Math.ceil(Math.max(mounted.scrollWidth, mounted.clientWidth));
	const height = Math.ceil(Math.max(mounted.scrollHeight, mounted.clientHeight));
	const svg = drawing(mounted, width, height);
	// It brings along what draws widgets, which a page has already and Node cannot load.
	const { pngOfSvg } = await import("../widgets/svg-file.js");
	try {
		return await pngOfSvg(svg, width, height);
	} catch {
		return new Blob([svg], { type: "image/svg+xml" });
	}
}

/** The copy as XML: what an image may hold. */
function drawing(mounted: HTMLElement, width: number, height: number): string {
	const { root, css } = snapshotOf(mounted);
	const looks = getComputedStyle(mounted);
	const apart = root.ownerDocument;
	const page = apart.createElement("div");
	for (const name of INHERITED) page.style.setProperty(name, looks.getPropertyValue(name));
	page.style.background = groundOf(mounted);
	page.style.width = `${width}px`;
	page.style.minHeight = `${height}px`;
	root.style.margin = "0";
	page.append(root);
	const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
	const xml = new XMLSerializer().serializeToString(page);
	// A style element would be held to the page's own Content-Security-Policy, even in a document apart.
	const sheet = `<style>${css.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" data-theme="${theme}">${sheet}<foreignObject width="100%" height="100%">${xml}</foreignObject></svg>`;
	// A text of the page may hold marks that XML cannot.
	return svg.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** The colour that is seen behind an element. */
function groundOf(shown: HTMLElement): string {
	for (let one: Element | null = shown; one; one = one.parentElement) {
		const colour = getComputedStyle(one).backgroundColor;
		if (!/^(?:transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
	}
	return "Canvas";
}
