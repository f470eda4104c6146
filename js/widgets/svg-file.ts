/** A drawing of SVG as a file that stands for itself, and as pixels. */
import { pngOf } from "./taking.js";

/** A picture of it is twice as large as it is shown. */
const SCALE = 2;
const MAX_PIXELS = 8000;
/** What of a drawing's looks its page decides, by style sheets and variables. */
const LOOKS = [
	...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity"],
	...["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility", "display"],
];

/** The markup of a drawing that is shown, with its looks written in it, before a background of the colour `behind`. */
export function svgFile(shown: SVGSVGElement, behind: string): string {
	const { width, height } = sizeOf(shown);
	const copy = shown.cloneNode(true) as SVGSVGElement;
	const originals = [...shown.querySelectorAll<SVGElement>("*")];
	[...copy.querySelectorAll<SVGElement>("*")].forEach((one, at) => {
		const original = originals[at];
		if (original) write(one, getComputedStyle(original));
	});
	write(copy, getComputedStyle(shown));
	copy.removeAttribute("style");
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	copy.setAttribute("width", String(width));
	copy.setAttribute("height", String(height));
	if (!copy.hasAttribute("viewBox")) copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
	const [x = "0", y = "0", wide = "100%", high = "100%"] = (copy.getAttribute("viewBox") ?? "").split(
		/[\s,]+/,
	);
	const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
	for (const [name, value] of Object.entries({ x, y, width: wide, height: high, fill: behind }))
		ground.setAttribute(name, value);
	copy.prepend(ground);
	return new XMLSerializer().serializeToString(copy);
}

/** Whole pixels: half a one would be seen through at the edge. */
export function sizeOf(shown: Element): { width: number; height: number } {
	const { width, height } = shown.getBoundingClientRect();
	return { width: Math.ceil(width), height: Math.ceil(height) };
}

function write(one: SVGElement, looks: CSSStyleDeclaration): void {
	for (const name of LOOKS) {
		const value = looks.getPropertyValue(name);
		if (value !== "") one.setAttribute(name, value);
	}
	// What it says of looks is among those now; a class means nothing elsewhere.
	one.removeAttribute("class");
	one.removeAttribute("style");
}

/** A file's drawing as a PNG; in a page that lets no image be of `data:` it fails. */
export async function pngOfSvg(file: string, width: number, height: number): Promise<Blob> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(file)}`;
	await image.decode();
	const canvas = document.createElement("canvas");
	const scale = Math.min(SCALE, MAX_PIXELS / Math.max(width, height));
	[canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
	canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return pngOf(canvas);
}

/** What a canvas shows, before a background of the colour `behind`, as a PNG. */
export function pngOfCanvas(shown: HTMLCanvasElement, behind: string): Promise<Blob> {
	const copy = document.createElement("canvas");
	[copy.width, copy.height] = [shown.width, shown.height];
	const context = copy.getContext("2d");
	if (context) {
		context.fillStyle = behind;
		context.fillRect(0, 0, copy.width, copy.height);
		context.drawImage(shown, 0, 0);
	}
	return pngOf(copy);
}
