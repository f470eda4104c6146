/** What a person is asked and told about an app, where the page does it not itself. */
import { saveFiles } from "./files.js";
import { partsOf } from "./link.js";
import { element, type Questions, WORDS, type McpAppWords } from "./question.js";
import type { McpAppFile } from "./types.js";

/** Speaks of one app. */
export class Asking {
	readonly #questions: Questions;
	readonly #words: McpAppWords;
	readonly #title: string;

	/** @param words - In place of the English ones. */
	constructor(questions: Questions, words: Partial<McpAppWords>, title: string) {
		this.#questions = questions;
		this.#words = { ...WORDS, ...words };
		this.#title = title;
	}

	/** A phrase about the app. */
	say(which: keyof McpAppWords): string {
		return this.#words[which].replaceAll("{name}", () => this.#title);
	}

	/** Opens an address if the person agrees; says whether it was done. */
	openLink(url: URL, signal: AbortSignal): Promise<boolean> {
		const [before, host, rest] = partsOf(url);
		const address = element("span", before, element("strong", host), rest);
		const act = () => void window.open(url.href, "_blank", "noopener,noreferrer");
		return this.#ask("openLink", "open", [address], act, signal);
	}

	/** Saves files if the person agrees; says whether it was done. */
	saveFiles(files: readonly McpAppFile[], signal: AbortSignal): Promise<boolean> {
		const own = files.filter((file) => "content" in file);
		// Where the others lie only the server knows, and the page that talks to it.
		if (own.length < files.length) return Promise.resolve(false);
		const names = own.map(({ name, content }) => element("div", `${name} (${content.size} B)`));
		return this.#ask("saveFile", "save", names, () => saveFiles(own), signal);
	}

	#ask(
		says: "openLink" | "saveFile",
		yes: "open" | "save",
		about: readonly Node[],
		act: () => void,
		signal: AbortSignal,
	): Promise<boolean> {
		const words = { says: this.say(says), yes: this.say(yes), no: this.say("refuse") };
		return this.#questions.ask({ ...words, about, act }, signal);
	}
}
