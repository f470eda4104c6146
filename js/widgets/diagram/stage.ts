/**
 * Where the library draws and measures. It writes inline styles and a style element, which a strict CSP forbids: on the elements that it draws
 * in, and on no other, a style that is written becomes one that is set through CSSOM, and a style element a constructed sheet.
 */
import { element } from "../dom.js";
import { setStyle, withoutAddresses } from "./css.js";
import type { Drawn } from "./library.js";

/** What an element's inline style is called in the markup. */
export const STYLE = "data-wm-style";

/** A place for the library to draw in. */
export interface Stage {
	readonly container: HTMLElement;
	/** What was drawn. */
	drawn(): Drawn;
	end(): void;
}

/** Makes a place as wide as the diagram will be, which nobody sees. */
export function stage(width: number): Stage {
	const container = element("div", { "aria-hidden": "true", inert: "" });
	setStyle(
		container,
		`all: initial; position: fixed; top: 0; left: -9999px; width: ${width}px; visibility: hidden;`,
	);
	const sheets: CSSStyleSheet[] = [];
	let drawn: Drawn | undefined;
	const adopt = (text: string) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(text);
		withoutAddresses(sheet);
		sheets.push(sheet);
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	};
	// The library asks for its own drawing as markup when it is done: it is read before that, for markup is styles that are written.
	const read = () => {
		const svg = container.querySelector("svg");
		if (svg) drawn ??= { markup: markupOf(svg), css: sheets.flatMap(rulesOf).join("\n") };
		return "";
	};
	tame(container, { adopt, read });
	document.body.append(container);
	return {
		container,
		drawn() {
			if (!drawn) throw new Error("The library has drawn nothing.");
			return drawn;
		},
		end() {
			container.remove();
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
		},
	};
}

const rulesOf = ({ cssRules }: CSSStyleSheet) => [...cssRules].map(({ cssText }) => cssText);

function markupOf(svg: SVGSVGElement): string {
	for (const one of [svg, ...svg.querySelectorAll("*")]) {
		// A browser that was not asked for a style that was set leaves an empty one where it is removed.
		const style = one.getAttribute("style");
		one.removeAttribute("style");
		if (style) one.setAttribute(STYLE, style);
	}
	return svg.outerHTML;
}

interface Heard {
	adopt(css: string): void;
	read(): string;
}

/** What would load something, or act. */
const isOutward = (name: string, value: unknown) =>
	/^on/i.test(name) || (/^(?:xlink:)?href$|^src$/i.test(name) && !String(value).startsWith("#"));

/** Changes what writing to an element does, and to all that is put into it. */
function tame(node: Node, heard: Heard): void {
	if (!(node instanceof Element) || Object.hasOwn(node, "setAttribute")) return;
	const { prototype: any } = Node;
	const { prototype: own } = Element;
	const put = (child: Node, insert: () => void) => {
		if (child.nodeName.toLowerCase() === "style") heard.adopt(child.textContent ?? "");
		else {
			tame(child, heard);
			insert();
		}
		return child;
	};
	const changed = {
		setAttribute(name: string, value: string) {
			if (name.toLowerCase() === "style") setStyle(node as HTMLElement, value);
			else if (!isOutward(name, value)) own.setAttribute.call(node, name, value);
		},
		setAttributeNS(space: string | null, name: string, value: string) {
			if (!isOutward(name, value)) own.setAttributeNS.call(node, space, name, value);
		},
		appendChild: (child: Node) => put(child, () => any.appendChild.call(node, child)),
		insertBefore: (child: Node, next: Node | null) =>
			put(child, () => any.insertBefore.call(node, child, next)),
	};
	Object.assign(node, changed);
	if (node instanceof HTMLElement)
		Object.defineProperty(node, "innerHTML", { get: heard.read, set: () => node.replaceChildren() });
	for (const child of node.childNodes) tame(child, heard);
}
