/** What an element of the page shows, as a copy that stands for itself: no scripts, no network, no page around it. */
import { element } from "../widgets/dom.js";

/** A copy, and what it needs to look as it does. */
export interface Snapshot {
	/** In a document of its own, where nothing runs or loads. */
	readonly root: HTMLElement;
	/** All style sheets that the page lets be read. */
	readonly css: string;
}

/** What would run, load or ask something elsewhere, and has no looks of its own. */
const LEFT_OUT = "script, style, link, meta, base, template, noscript, object, embed";
/** What shows something that cannot be copied. */
const ELSEWHERE = "iframe, video, audio";

/** A copy of what `shown` shows now: drawings become pictures, what is typed is taken over. */
export function snapshotOf(shown: HTMLElement): Snapshot {
	const apart = document.implementation.createHTMLDocument();
	const sheets = new Set<CSSStyleSheet>([...document.styleSheets, ...document.adoptedStyleSheets]);
	const tree = shown.getRootNode();
	if (tree instanceof ShadowRoot) addSheets(sheets, tree);
	const root = copyOf(shown, apart, sheets);
	return { root, css: [...sheets].map(rulesOf).join("\n") };
}

function addSheets(sheets: Set<CSSStyleSheet>, tree: ShadowRoot): void {
	for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) sheets.add(sheet);
}

function copyOf<T extends Element>(shown: T, apart: Document, sheets: Set<CSSStyleSheet>): T {
	const copy = apart.importNode(shown, true);
	const originals = [shown, ...shown.querySelectorAll("*")];
	[copy, ...copy.querySelectorAll("*")].forEach((one, at) => {
		const original = originals[at];
		if (original) settle(one, original, apart, sheets);
	});
	for (const one of copy.querySelectorAll(LEFT_OUT)) one.remove();
	return copy;
}

/** Makes of a part of the copy what its original shows. */
function settle(copy: Element, original: Element, apart: Document, sheets: Set<CSSStyleSheet>): void {
	for (const { name } of [...copy.attributes]) if (/^on|^srcset$/i.test(name)) copy.removeAttribute(name);
	if (original.shadowRoot) {
		addSheets(sheets, original.shadowRoot);
		copy.prepend(...[...original.shadowRoot.children].map((child) => copyOf(child, apart, sheets)));
	}
	if (original instanceof HTMLCanvasElement) copy.replaceWith(picture(original, original, apart));
	else if (original instanceof HTMLImageElement) {
		// What is in the file already stays as sharp as it is.
		if (!original.src.startsWith("data:")) copy.replaceWith(picture(original, original, apart));
	} else if (original.matches(ELSEWHERE)) copy.replaceWith(words(original, apart));
	else takeOver(copy, original);
}

/** What was typed and chosen is no part of the markup. */
function takeOver(copy: Element, original: Element): void {
	if (original instanceof HTMLInputElement) {
		if (original.type !== "password" && original.type !== "file") copy.setAttribute("value", original.value);
		copy.toggleAttribute("checked", original.checked);
	} else if (original instanceof HTMLTextAreaElement) copy.textContent = original.value;
	else if (original instanceof HTMLOptionElement) copy.toggleAttribute("selected", original.selected);
}

/** An image of what is drawn; its words where the browser keeps the pixels of another host to itself. */
function picture(
	original: HTMLCanvasElement | HTMLImageElement,
	drawn: CanvasImageSource,
	apart: Document,
): HTMLElement {
	const { width, height } = original.getBoundingClientRect();
	const image = apart.createElement("img");
	for (const { name, value } of original.attributes)
		if (/^(?:class|role|aria-.*|alt)$/.test(name)) image.setAttribute(name, value);
	// An attribute that is set is held to the page's Content-Security-Policy.
	image.style.cssText = original.style.cssText;
	image.alt ||= original.getAttribute("aria-label") ?? "";
	image.width = Math.round(width);
	image.height = Math.round(height);
	try {
		image.src = pixelsOf(original, drawn);
		return image;
	} catch {
		return words(original, apart);
	}
}

function pixelsOf(original: HTMLCanvasElement | HTMLImageElement, drawn: CanvasImageSource): string {
	const isImage = original instanceof HTMLImageElement;
	const canvas = element("canvas");
	canvas.width = isImage ? original.naturalWidth : original.width;
	canvas.height = isImage ? original.naturalHeight : original.height;
	canvas.getContext("2d")?.drawImage(drawn, 0, 0);
	const address = canvas.toDataURL();
	// Without pixels it is `data:,`.
	if (!address.startsWith("data:image/")) throw new Error("It shows nothing.");
	return address;
}

/** Stands for something that is not in the copy. */
function words(original: Element, apart: Document): HTMLElement {
	const said = ["alt", "aria-label", "title"].map((name) => original.getAttribute(name)).find(Boolean);
	const note = apart.createElement("p");
	note.className = "wm-note";
	note.textContent = said ?? `[${original.localName}]`;
	return note;
}

function rulesOf(sheet: CSSStyleSheet): string {
	try {
		return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
	} catch {
		// Another host's.
		return "";
	}
}
