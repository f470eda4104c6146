/** Phrases by language: the shipped ones, and a host's. */
import { anObject, aText, invalid, read } from "../core/arguments.js";

/** A phrase with places such as `{name}`; one that counts has a form for each plural category of its language (`Intl.PluralRules`), by `{n}`. */
export type Phrase = string | { readonly other: string; readonly [category: string]: string };

/** Phrases of a language; what is left out is said in English. */
export type Phrases<Key extends string> = { readonly [key in Key]?: Phrase };

/** Says a phrase, its places filled: numbers as the language writes them. */
export type Speak<Key extends string> = (
	key: Key,
	places?: { readonly [place: string]: string | number },
) => string;

/** All phrases that there are for one purpose. */
export interface Book<Key extends string> {
	/**
	 * Adds a language, or other phrases for one that there is.
	 *
	 * @param language - A BCP 47 tag, such as `pt` or `pt-BR`.
	 * @throws {@link WebMcpError} `invalid_argument`.
	 */
	add(language: string, phrases: Phrases<Key>): void;
	/**
	 * How a language is spoken: `de-AT` by its own table, else by that of `de`, else in English.
	 *
	 * @param language - A BCP 47 tag; what is none is English.
	 */
	speaker(language: string): Promise<Speak<Key>>;
	/** Says it in English. */
	readonly english: Speak<Key>;
}

/**
 * Makes a book.
 *
 * @param name - Who takes a host's phrases, for errors.
 * @param english - The phrase of a key in English.
 * @param shipped - Loads the phrases of a language.
 */
export function bookOf<Key extends string>(
	name: string,
	english: (key: Key) => Phrase,
	shipped: { readonly [language: string]: () => Promise<Phrases<Key>> },
): Book<Key> {
	const added = new Map<string, Phrases<Key>>();
	const speakerOf = (tables: readonly Phrases<Key>[], language: string): Speak<Key> => {
		// To make them takes milliseconds, and many pages need none.
		let rules: Intl.PluralRules | undefined;
		let numbers: Intl.NumberFormat | undefined;
		const categoryOf = (count: number) => {
			rules ??= new Intl.PluralRules(language);
			return rules.select(count);
		};
		const filled = (value: string | number) => {
			if (typeof value !== "number") return value;
			// By itself it rounds to three digits: a least value of 0.0005 would be said as another one.
			numbers ??= new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
			return numbers.format(value);
		};
		const find = (key: Key) =>
			tables.find((table) => Object.hasOwn(table, key) && table[key] !== undefined)?.[key] ?? english(key);
		return (key, places = {}) => {
			const phrase = find(key);
			const form = typeof phrase === "string" ? phrase : chosen(phrase, categoryOf(Number(places.n ?? 0)));
			return form.replace(/\{(\w+)\}/g, (whole, place: string) =>
				Object.hasOwn(places, place) ? filled(places[place] ?? "") : whole,
			);
		};
	};
	return {
		add(language, phrases) {
			aText(`${name}: language`, language);
			anObject(`${name}: words`, phrases);
			const given = read(`${name}: words`, () => ({ ...phrases }));
			const tag = canonical(language);
			if (tag === undefined) throw invalid(`${name}: language`, "must be a BCP 47 tag, such as pt-BR");
			added.set(tag, { ...added.get(tag), ...given });
		},
		async speaker(language) {
			const tags = tagsOf(language);
			const tables: Phrases<Key>[] = [];
			for (const tag of tags) {
				const own = added.get(tag);
				if (own) tables.push(own);
				const known = Object.hasOwn(shipped, tag) ? await shipped[tag]?.() : undefined;
				if (known) tables.push(known);
			}
			// Where nothing is known of a language its numbers are counted in English as well.
			return speakerOf(tables, tables.length > 0 ? (tags[0] ?? "en") : "en");
		},
		english: speakerOf([], "en"),
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
