/** Markup to nodes and back. What it makes are nodes in here: the page is told of tags and attributes, never of markup. */
import type { Elem } from "./element.js";
import { Parent, type TreeNode, Words } from "./tree.js";

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Their content is no markup. */
const RAW = new Set(["script", "style", "textarea", "title"]);
/** What ends an element that nobody has closed: `<li>a<li>b` are two. */
const ENDED: { readonly [tag: string]: ReadonlySet<string> } = Object.fromEntries(
	Object.entries({
		li: "li",
		dt: "dt dd",
		dd: "dt dd",
		tr: "tr tbody tfoot",
		td: "td th tr tbody tfoot",
		th: "td th tr tbody tfoot",
		thead: "tbody tfoot",
		tbody: "tbody tfoot",
		option: "option optgroup",
		p: "p div ul ol dl table pre h1 h2 h3 h4 h5 h6 section article header footer form blockquote hr",
	}).map(([tag, by]) => [tag, new Set(by.split(" "))]),
);

const ENTITIES: { readonly [name: string]: string } = {
	...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", copy: "©", reg: "®", trade: "™" },
	...{ hellip: "…", mdash: "—", ndash: "–", times: "×", divide: "÷", middot: "·", bull: "•", deg: "°" },
	...{ larr: "←", rarr: "→", uarr: "↑", darr: "↓", check: "✓", euro: "€", laquo: "«", raquo: "»" },
};

function decoded(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
		if (name) return ENTITIES[name] ?? whole;
		const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}

const TOKEN =
	/<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<\/([a-z][^\s/>]*)[^>]*>|<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Puts what a markup describes into `parent`, as elements that `Made` makes. Scripts do not get in; their texts are given back. */
export function parseInto(
	parent: Parent,
	markup: string,
	Made: new (name: string, isSvg: boolean) => Elem,
): string[] {
	const scripts: string[] = [];
	let at: Parent = parent;
	let place = 0;
	const words = (text: string) => {
		if (text !== "") at.appendChild(new Words(decoded(text)));
	};
	TOKEN.lastIndex = 0;
	for (let token = TOKEN.exec(markup); token; token = TOKEN.exec(markup)) {
		words(markup.slice(place, token.index));
		place = TOKEN.lastIndex;
		const [whole, end, start, attributes = ""] = token;
		if (end) at = closed(at, end.toLowerCase(), parent);
		if (!start) continue;
		const tag = start.toLowerCase();
		while (at !== parent && ENDED[(at as Elem).localName]?.has(tag)) at = at.parentNode ?? parent;
		const isSvg = tag === "svg" || (at !== parent && (at as Elem).isSvg);
		const element = new Made(isSvg ? start : tag, isSvg);
		for (const [, name = "", double, single, bare] of attributes.matchAll(ATTRIBUTE))
			element.setAttribute(name, decoded(double ?? single ?? bare ?? ""));
		if (RAW.has(tag)) {
			const rest = markup.slice(place);
			const length = rest.search(new RegExp(`</${tag}`, "i"));
			const inside = length < 0 ? rest : rest.slice(0, length);
			place += inside.length;
			TOKEN.lastIndex = place;
			if (tag === "script") {
				scripts.push(inside);
				continue;
			}
			element.append(tag === "style" ? inside : decoded(inside));
		}
		at.appendChild(element);
		if (!VOID.has(tag) && !(isSvg && whole.endsWith("/>")) && !RAW.has(tag)) at = element;
	}
	words(markup.slice(place));
	return scripts;
}

/** Where it goes on after an end tag; one that belongs to nothing is passed over. */
function closed(at: Parent, tag: string, top: Parent): Parent {
	for (let one: Parent | null = at; one && one !== top; one = one.parentNode)
		if ((one as Elem).localName.toLowerCase() === tag) return one.parentNode ?? top;
	return at;
}

const escaped = (text: string, isValue = false) =>
	text.replace(isValue ? /[&"\u00a0]/g : /[&<>\u00a0]/g, (sign) =>
		sign === "&"
			? "&amp;"
			: sign === "<"
				? "&lt;"
				: sign === ">"
					? "&gt;"
					: sign === '"'
						? "&quot;"
						: "&nbsp;",
	);

const isElement = (node: Parent): node is Elem => node.nodeType === 1;

/** A node as markup. */
export function markupOf(node: TreeNode): string {
	if (!(node instanceof Parent)) return escaped(node.textContent);
	const inside = () =>
		node.nodes.map((one) => (RAW.has((node as Elem).localName) ? one.textContent : markupOf(one))).join("");
	if (!isElement(node)) return inside();
	const attributes = node.getAttributeNames().map((name) => {
		return ` ${name}="${escaped(node.getAttribute(name) ?? "", true)}"`;
	});
	const start = `<${node.localName}${attributes.join("")}>`;
	return VOID.has(node.localName) ? start : `${start}${inside()}</${node.localName}>`;
}
