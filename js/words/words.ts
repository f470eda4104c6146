/** What an interface says, by language: shipped in English, French and German, and in any other by a host's table. */
import { anObject, aText, invalid, read } from "../core/arguments.js";
import { en, type WordKey } from "./en.js";

export type { WordKey } from "./en.js";

/** A phrase with places such as `{name}`; one that counts has a form for each plural category of its language (`Intl.PluralRules`), by `{n}`. */
export type Phrase = string | { readonly other: string; readonly [category: string]: string };

/** All phrases of a language; what a host leaves out is said in English. */
export type Words = { readonly [key in WordKey]?: Phrase };

/** Says a phrase, its places filled. */
export type Say = (key: WordKey, places?: { readonly [place: string]: string | number }) => string;

const SHIPPED: { readonly [language: string]: () => Promise<Words> } = {
	fr: async () => (await import("./fr.js")).fr,
	de: async () => (await import("./de.js")).de,
};

const added = new Map<string, Words>();

/**
 * Adds a language, or other phrases for one that there is. Elements that are in the page already do not change.
 *
 * @param language - A BCP 47 tag, such as `pt` or `pt-BR`.
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function addWords(language: string, words: Words): void {
	aText("addWords: language", language);
	anObject("addWords: words", words);
	const given = read("addWords: words", () => ({ ...words }));
	const tag = canonical(language);
	if (tag === undefined) throw invalid("addWords: language", "must be a BCP 47 tag, such as pt-BR");
	added.set(tag, { ...added.get(tag), ...given });
}

/**
 * How a language is spoken: `de-AT` by its own table, else by that of `de`, else in English.
 *
 * @param language - A BCP 47 tag; what is none is English.
 */
export async function speaker(language: string): Promise<Say> {
	const tags = tagsOf(language);
	const tables: Words[] = [];
	for (const tag of tags) {
		const own = added.get(tag);
		if (own) tables.push(own);
		const shipped = Object.hasOwn(SHIPPED, tag) ? await SHIPPED[tag]?.() : undefined;
		if (shipped) tables.push(shipped);
	}
	// Where nothing is known of a language its numbers are counted in English as well.
	const rules = new Intl.PluralRules(tables.length > 0 ? tags[0] : "en");
	const find = (key: WordKey): Phrase => tables.find((table) => table[key] !== undefined)?.[key] ?? en[key];
	return (key, places = {}) => {
		const phrase = find(key);
		const form = typeof phrase === "string" ? phrase : chosen(phrase, rules.select(Number(places.n ?? 0)));
		return form.replace(/\{(\w+)\}/g, (whole, place: string) =>
			Object.hasOwn(places, place) ? String(places[place]) : whole,
		);
	};
}

function chosen(phrase: Exclude<Phrase, string>, category: string): string {
	return (Object.hasOwn(phrase, category) && phrase[category]) || phrase.other;
}

/** `de-at` and `de` of `de-AT`. */
function tagsOf(language: string): string[] {
	const parts = (canonical(language) ?? "en").split("-");
	return parts.map((_, at) => parts.slice(0, parts.length - at).join("-"));
}

/** The tag as it is looked up, of older ones the newer: `he` of `iw`; undefined for what is none. */
function canonical(language: string): string | undefined {
	try {
		return Intl.getCanonicalLocales(language)[0]?.toLowerCase();
	} catch {
		return undefined;
	}
}
