/** What widgets and the canvas say of their own, by its English words: in the page's language (`<html lang>`) where it is known, as their numbers. */
import { report } from "../core/report.js";
import { bookOf, type Phrases, type Speak } from "../words/book.js";
import { languageOfPage } from "./dom.js";

const book = bookOf<string>("addWidgetWords", (words) => words, {
	fr: async () => (await import("../words/widgets/fr.js")).fr,
	de: async () => (await import("../words/widgets/de.js")).de,
});

let spoken = { language: "en", say: book.english };

/**
 * Adds a language to what widgets and the canvas say, or other words for one that there is; what is drawn already does not change.
 *
 * @param language - A BCP 47 tag, such as `pt` or `pt-BR`.
 * @param words - By the English words, as `{"Page {at} of {count}": "Página {at} de {count}"}`: the keys of the shipped tables, `fr.ts` and
 * `de.ts` in `js/words/widgets`.
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function addWidgetWords(language: string, words: Phrases<string>): void {
	book.add(language, words);
	spoken = { language: "", say: spoken.say };
}

/** Whether what is said is in the page's language, as far as that is known. */
export function isSpoken(): boolean {
	return spoken.language === (languageOfPage() ?? "en");
}

/** Makes {@link say} speak the page's language; where its words cannot be loaded it goes on as it spoke. */
export async function speak(): Promise<void> {
	const language = languageOfPage() ?? "en";
	if (language === spoken.language) return;
	try {
		spoken = { language, say: await book.speaker(language) };
	} catch (error) {
		report(error);
	}
}

/** Says an English phrase in the page's language, its places filled; before {@link speak} in English. */
export const say: Speak<string> = (words, places) => spoken.say(words, places);
