/** Which hosts a browser asks for the addresses in data: they are read by its own parser, so that no spelling hides one. */
import type { Json } from "../types/index.js";

/** Who an address without a host of its own would ask stands here: the page's own server. */
const OWN = "relative.invalid";
/** Fields that hold several addresses (HTML, "Srcset attributes"). */
const SEVERAL = /^(?:image)?srcset$/i;
/** An address amid other words, as Markdown and HTML write them. */
const AMID = /(?:https?:|(?<![^\s"'(<=,])[\\/]{2})[\\/]*(?:\[[\da-f:.]{2,45}\])?[^\s"'<>()[\]]{0,400}/gi;
/** What ends a sentence, not an address. */
const MARKS = ".,;:!?*_~`";

/** The hosts of all addresses in the texts of `value`, with their ports; those of the page's own server are left out. */
export function hostsIn(value: Json): Set<string> {
	const hosts = new Set<string>();
	const bases = basesOfPage();
	const add = (text: string) => {
		const found = bases.flatMap((base) => hostOf(text, base) ?? []);
		for (const host of found) hosts.add(host);
		return found.length > 0;
	};
	const readText = (text: string, field: string) => {
		if (!/[:\\/]/.test(text)) return;
		if (SEVERAL.test(field)) for (const one of text.split(/[\s,]+/)) add(one);
		// As one address it ends nowhere; behind a blank there may be others all the same.
		const rest = add(text) ? behindBlank(text) : text;
		for (const [address] of rest.matchAll(AMID)) add(withoutMarks(address));
	};
	const walk = (one: Json, field: string) => {
		if (typeof one === "string") readText(one, field);
		else if (Array.isArray(one)) for (const part of one) walk(part, field);
		else if (typeof one === "object" && one !== null)
			for (const [name, part] of Object.entries(one)) walk(part, name);
	};
	walk(value, "");
	return hosts;
}

/**
 * What stands in for the page's address. It decides whether `https:host` names a host; without a page both readings count.
 */
function basesOfPage(): string[] {
	const all = [`https://${OWN}/`, `http://${OWN}/`];
	if (typeof document === "undefined") return all;
	const own = all.filter((base) => document.baseURI.startsWith(base.slice(0, base.indexOf("//") + 2)));
	return own.length > 0 ? own : all;
}

/** What follows the first blank that an address itself does not begin with. */
function behindBlank(text: string): string {
	const blank = text.indexOf(" ", Math.max(0, text.search(/[^\0- ]/)));
	return blank < 0 ? "" : text.slice(blank);
}

function withoutMarks(address: string): string {
	let end = address.length;
	while (end > 0 && MARKS.includes(address.charAt(end - 1))) end -= 1;
	return address.slice(0, end);
}

function hostOf(text: string, base: string): string | undefined {
	if (!URL.canParse(text, base)) return undefined;
	const { protocol, host, hostname } = new URL(text, base);
	return /^https?:$/.test(protocol) && hostname !== OWN ? host : undefined;
}
