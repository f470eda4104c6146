/** Colours of code by Shiki, which a page has where it wants them: without it code is plain. */
import type { HighlighterCore, ThemedToken } from "shiki/core";
import { element } from "../dom.js";
import { grammarOf, type Language, languageOf } from "./languages.js";

/** Longer code stays plain: each word of it would be an element. */
const MAX_CHARS = 30_000;
/** Lines beyond this, such as of a file without any, stay plain. */
const MAX_LINE_CHARS = 2_000;
/** Milliseconds that one line may take. */
const LINE_TIME = 500;
/** The theme names a variable for each kind of word; here the kind is a class. */
const PREFIX = "--wm-code-";
const KIND = /^var\(--wm-code-token-([a-z-]+)\)$/;

let highlighter: HighlighterCore | undefined;
let loading: Promise<HighlighterCore | undefined> | undefined;
const ready = new Set<Language>();

async function load(): Promise<HighlighterCore | undefined> {
	try {
		const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] =
			await Promise.all([import("shiki/core"), import("shiki/engine/javascript")]);
		const theme = createCssVariablesTheme({ name: "page", variablePrefix: PREFIX, fontStyle: false });
		// What of a grammar JavaScript's expressions cannot say is left out, and so a few words plain.
		const engine = createJavaScriptRegexEngine({ forgiving: true });
		highlighter = await createHighlighterCore({ themes: [theme], engine });
		return highlighter;
	} catch {
		return undefined;
	}
}

/**
 * Colours the code that is the text of `code`: at once where the language is loaded, else when it is. Code of no known language, or
 * in a page without Shiki, stays as it is.
 */
export function colour(code: HTMLElement, name: string): void {
	const language = languageOf(name);
	const content = code.textContent ?? "";
	if (!language || content === "" || content.length > MAX_CHARS) return;
	const draw = () => highlighter && drawTokens(code, content, language, highlighter);
	if (ready.has(language)) {
		draw();
		return;
	}
	loading ??= load();
	void loading
		.then((shiki) => shiki?.loadLanguage(grammarOf(language)))
		.then(() => {
			if (!highlighter) return;
			// A grammar's expressions are made when they are first needed: on a slow machine the first lines would be cut by their time.
			tokens(content, language, highlighter);
			ready.add(language);
			if (code.textContent === content) draw();
		})
		// A grammar that does not load leaves its code plain.
		.catch(() => undefined);
}

function tokens(content: string, lang: Language, shiki: HighlighterCore): ThemedToken[][] {
	const limits = { tokenizeMaxLineLength: MAX_LINE_CHARS, tokenizeTimeLimit: LINE_TIME };
	return shiki.codeToTokensBase(content, { lang, theme: "page", ...limits });
}

function drawTokens(code: HTMLElement, content: string, lang: Language, shiki: HighlighterCore): void {
	const lines = tokens(content, lang, shiki);
	code.replaceChildren(...lines.flatMap((line, index) => [...(index > 0 ? ["\n"] : []), ...line.map(word)]));
}

function word({ content, color = "" }: ThemedToken): Node | string {
	const kind = KIND.exec(color)?.[1];
	return kind === undefined ? content : element("span", { class: `wm-token-${kind}` }, content);
}
