/** Markdown, made harmless. */
import type { DOMPurify } from "dompurify";
import type { Token } from "marked";
import { colour } from "./code/colours.js";
import { element, isSafeUrl, textOf } from "./dom.js";
import { withoutAttributes } from "./raw-html.js";
import { say } from "./say.js";

const MAX_CHARS = 100_000;
/** How a block of code says what language it is in. */
const LANGUAGE = /^language-(\S{1,40})$/;

/** What Markdown becomes, and two tags without which x² would read x2. Nothing here loads anything. */
const ALLOWED = {
	ALLOWED_TAGS: [
		...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
		...["em", "strong", "del", "a", "table", "thead", "tbody", "tr", "th", "td", "sub", "sup"],
	],
	ALLOWED_ATTR: ["href", "title", "start", "align", "class"],
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
};

/** One of our own: what the page sets on the library's shared one would loosen this one. */
let cleaner: DOMPurify | undefined;

/** Shows Markdown in an element that is in the page, in the place of what it holds: anything becomes elements that do nothing but be read. */
export type Shower = (place: HTMLElement, content: unknown) => void;

/** What reads Markdown and what cleans it; they load when the first text appears. */
async function libraries() {
	const [{ Marked }, { default: createDOMPurify }] = await Promise.all([
		import("marked"),
		import("dompurify"),
	]);
	cleaner ??= withWords(createDOMPurify(window));
	const marked = new Marked({ gfm: true, breaks: true });
	marked.use({ renderer: { html: ({ text }) => withoutAttributes(text) } });
	return { marked, purify: cleaner };
}

/** Shows a text that grows, in the place that it was made for; `isWhole` where nothing more comes. */
export type GrowingText = (text: string, isWhole: boolean) => void;

/**
 * How Markdown is shown while it is written: blocks that are complete are read once and stay as they are, so that the whole takes a
 * time in proportion to its length and what is selected stays selected.
 */
export async function growingMarkdown(): Promise<(place: HTMLElement) => GrowingText> {
	const { marked, purify } = await libraries();
	return (place) => {
		let [shown, settled] = ["", 0];
		let last: Node[] = [];
		const put = (tokens: Token[]) => {
			const fragment = cleaned(purify, marked.parser(tokens));
			const nodes = [...fragment.childNodes];
			place.append(fragment);
			return nodes;
		};
		return (whole, isWhole) => {
			const text = whole.slice(0, MAX_CHARS);
			if (!text.startsWith(shown)) {
				place.replaceChildren();
				[settled, last] = [0, []];
			} else if (text === shown && !isWhole) return;
			shown = text;
			for (const node of last) (node as ChildNode).remove();
			const tokens = marked.lexer(text.slice(settled));
			const open = isWhole ? tokens.length : tokens.findLastIndex(({ type }) => type !== "space");
			const done = tokens.slice(0, Math.max(0, open));
			for (const code of colourable(put(done))) colour(code, LANGUAGE.exec(code.className)?.[1] ?? "");
			settled += done.reduce((sum, { raw }) => sum + raw.length, 0);
			last = put(tokens.slice(done.length));
		};
	};
}

function colourable(nodes: readonly Node[]): HTMLElement[] {
	const elements = nodes.filter((node) => node instanceof HTMLElement);
	return elements
		.flatMap((one) => [...one.querySelectorAll<HTMLElement>("code[class]")])
		.filter(({ parentElement }) => parentElement?.localName === "pre");
}

/** How Markdown is shown. */
export async function markdownShower(): Promise<Shower> {
	const { marked, purify } = await libraries();
	return (place, content) => {
		const text = textOf(content, MAX_CHARS);
		if (text.trim() === "") {
			place.replaceChildren(element("p", { class: "wm-note" }, say("There is no text.")));
			return;
		}
		place.replaceChildren(cleaned(purify, marked.parse(text, { async: false })));
		for (const code of place.querySelectorAll<HTMLElement>("pre > code[class]"))
			colour(code, LANGUAGE.exec(code.className)?.[1] ?? "");
	};
}

function cleaned(purify: DOMPurify, dirty: string): DocumentFragment {
	const fragment = purify.sanitize(dirty, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
	for (const link of fragment.querySelectorAll("a")) {
		if (!isSafeUrl(link.getAttribute("href") ?? "")) link.removeAttribute("href");
		link.setAttribute("rel", "noopener noreferrer nofollow");
		link.setAttribute("target", "_blank");
	}
	// The looks of a page and of its widgets are none of a text's business.
	for (const one of fragment.querySelectorAll("[class]"))
		if (one.localName !== "code" || !LANGUAGE.test(one.className)) one.removeAttribute("class");
	return fragment;
}

/** Puts words beside the tags that Markdown writes and that must not stay; the words are cleaned as well. */
function withWords(purify: DOMPurify): DOMPurify {
	purify.addHook("uponSanitizeElement", (node) => {
		if (!(node instanceof Element)) return;
		if (node.matches('img[alt]:not([alt=""])')) node.after(pictureLink(node));
		else if (node.matches("input[type=checkbox]")) node.after(node.hasAttribute("checked") ? "☑" : "☐");
	});
	return purify;
}

/** A picture's address would tell others that the text was read: the person decides whether to follow it. */
function pictureLink(picture: Element): Node | string {
	const words = picture.getAttribute("alt") ?? "";
	if (picture.closest("a")) return words;
	const link = picture.ownerDocument.createElement("a");
	link.setAttribute("href", picture.getAttribute("src") ?? "");
	link.append(words);
	return link;
}
