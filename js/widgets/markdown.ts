/** Markdown, made harmless. */
import type { DOMPurify } from "dompurify";
import { isSafeUrl, textOf } from "./dom.js";

const MAX_CHARS = 100_000;

/** What Markdown becomes, and two tags without which x² would read x2. Nothing here loads anything. */
const ALLOWED = {
	ALLOWED_TAGS: [
		...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "ul", "ol", "li", "pre", "code"],
		...["em", "strong", "del", "a", "table", "thead", "tbody", "tr", "th", "td", "sub", "sup"],
	],
	ALLOWED_ATTR: ["href", "title", "start", "align"],
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
};

/** One of our own: what the page sets on the library's shared one would loosen this one. */
let cleaner: DOMPurify | undefined;

/** Reads Markdown: anything becomes elements that do nothing but be read. */
export type Reader = (content: unknown) => DocumentFragment;

/** How Markdown is read; the libraries that read and clean it load when the first text appears. */
export async function markdownReader(): Promise<Reader> {
	const [{ Marked }, { default: createDOMPurify }] = await Promise.all([
		import("marked"),
		import("dompurify"),
	]);
	const marked = new Marked({ gfm: true, breaks: true });
	cleaner ??= withWords(createDOMPurify(window));
	const purify = cleaner;
	return (content) => cleaned(purify, marked.parse(textOf(content, MAX_CHARS), { async: false }));
}

function cleaned(purify: DOMPurify, dirty: string): DocumentFragment {
	const fragment = purify.sanitize(dirty, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
	for (const link of fragment.querySelectorAll("a")) {
		if (!isSafeUrl(link.getAttribute("href") ?? "")) link.removeAttribute("href");
		link.setAttribute("rel", "noopener noreferrer nofollow");
		link.setAttribute("target", "_blank");
	}
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
