/** What the elements say, by language: shipped in English, French and German, and in any other by a host's table. */
import { bookOf, type Phrases, type Speak } from "./book.js";
import { en, type WordKey } from "./en.js";

export type { Phrase } from "./book.js";
export type { WordKey } from "./en.js";

/** All phrases of a language; what a host leaves out is said in English. */
export type Words = Phrases<WordKey>;

/** Says a phrase, its places filled. */
export type Say = Speak<WordKey>;

const book = bookOf<WordKey>("addWords", (key) => en[key], {
	fr: async () => (await import("./fr.js")).fr,
	de: async () => (await import("./de.js")).de,
});

/**
 * Adds a language to what the elements say, or other phrases for one that there is. Elements that are in the page already do not change.
 *
 * @param language - A BCP 47 tag, such as `pt` or `pt-BR`.
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function addWords(language: string, words: Words): void {
	book.add(language, words);
}

/** How a language is spoken, see {@link Book.speaker}. */
export const { speaker } = book;
