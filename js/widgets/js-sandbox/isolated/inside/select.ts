/** Selectors of elements, as far as code for a small page needs them. */
import type { Elem } from "./element.js";

type Fits = (element: Elem) => boolean;

const PART =
	/^(?:([#.])((?:[\w-]|[^\0-\x7f]|\\.)+)|\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*)?\]|:([a-z-]+)(?:\(([^()]*)\))?|(\*|[\w-]+))/i;

const OPERATORS: { readonly [sign: string]: (value: string, wanted: string) => boolean } = {
	"=": (value, wanted) => value === wanted,
	"~=": (value, wanted) => value.split(/\s+/).includes(wanted),
	"|=": (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
	"^=": (value, wanted) => wanted !== "" && value.startsWith(wanted),
	"$=": (value, wanted) => wanted !== "" && value.endsWith(wanted),
	"*=": (value, wanted) => wanted !== "" && value.includes(wanted),
};

const siblings = ({ parentNode }: Elem) => parentNode?.children ?? [];

/** `2n+1`, `odd`, `3` and the like. */
function nth(text: string, place: number): boolean {
	if (text === "odd") return place % 2 === 1;
	if (text === "even") return place % 2 === 0;
	const found = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/.exec(text);
	if (!found) return place === Number(text);
	const [, step = "", sign = "+", rest = "0"] = found;
	const by = step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step);
	const from = place - Number(`${sign}${rest}`);
	return by === 0 ? from === 0 : from % by === 0 && from / by >= 0;
}

function pseudo(name: string, inside: string): Fits {
	switch (name) {
		case "first-child":
			return (element) => siblings(element)[0] === element;
		case "last-child":
			return (element) => siblings(element).at(-1) === element;
		case "nth-child":
			return (element) => nth(inside.trim(), siblings(element).indexOf(element) + 1);
		case "not": {
			const fits = matching(inside);
			return (element) => !fits(element);
		}
		case "checked":
			return ({ checked }) => checked === true;
		case "disabled":
			return (element) => element.hasAttribute("disabled");
		case "empty":
			return ({ nodes }) => nodes.length === 0;
		default:
			throw new SyntaxError(`The selector ':${name}' is not known here.`);
	}
}

/** One compound such as `li.done[data-n="1"]` at the start of a text, and what is left of the text. */
function compound(text: string): { fits: Fits; rest: string } {
	const all: Fits[] = [];
	let rest = text;
	for (let found = PART.exec(rest); found; found = PART.exec(rest)) {
		rest = rest.slice(found[0].length);
		const [, mark, named = "", attribute, sign, double, single, bare, state, inside = "", tag] = found;
		const name = named.replaceAll("\\", "");
		if (mark === "#") all.push(({ id }) => id === name);
		else if (mark === ".") all.push(({ classList }) => classList.contains(name));
		else if (state) all.push(pseudo(state.toLowerCase(), inside));
		else if (attribute) {
			const wanted = double ?? single ?? bare ?? "";
			const works = sign ? OPERATORS[sign] : undefined;
			all.push((element) => {
				const value = element.getAttribute(attribute);
				return value !== null && (works?.(value, wanted) ?? true);
			});
		} else if (tag !== "*") {
			const lower = (tag ?? "").toLowerCase();
			all.push(({ localName }) => localName.toLowerCase() === lower);
		}
		if (tag === undefined && rest === "") break;
	}
	if (rest === text) throw new SyntaxError(`'${text}' is no selector.`);
	return { fits: (element) => all.every((one) => one(element)), rest };
}

/** A chain of compounds; it is checked from its end. */
function chain(text: string): Fits {
	let { fits, rest } = compound(text.trim());
	while (rest.trim() !== "") {
		const [whole = "", mark = " "] = /^\s*([>+~]?)\s*/.exec(rest) ?? [];
		if (whole === "") throw new SyntaxError(`'${text}' is no selector.`);
		const left = fits;
		const next = compound(rest.slice(whole.length));
		rest = next.rest;
		fits = (element) => next.fits(element) && isAfter(element, left, mark);
	}
	return fits;
}

function isAfter(element: Elem, left: Fits, mark: string): boolean {
	const before = siblings(element).slice(0, siblings(element).indexOf(element));
	if (mark === "+") return before.slice(-1).some(left);
	if (mark === "~") return before.some(left);
	const parent = element.parentElement as Elem | null;
	if (mark === ">") return parent !== null && left(parent);
	for (let at = parent; at; at = at.parentElement as Elem | null) if (left(at)) return true;
	return false;
}

const known = new Map<string, Fits>();

/** Whether an element is meant by a selector. */
export function matching(selector: unknown): Fits {
	const text = String(selector);
	const before = known.get(text);
	if (before) return before;
	const parts = text.split(/,(?![^([]*[)\]])/).map(chain);
	const fits: Fits = (element) => parts.some((part) => part(element));
	if (known.size < 500) known.set(text, fits);
	return fits;
}
