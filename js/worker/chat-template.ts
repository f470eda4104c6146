/** Decides how a conversation becomes the text that a model reads: by its chat template, in a WebAssembly file of its own. */

import {
	type ChatTemplateSource,
	EngineError,
	type GenerateRequest,
	type ModelTemplate,
} from "./messages.js";
import { compiled, type RawExports, RawMemory } from "./raw.js";

interface Exports extends RawExports {
	memory: WebAssembly.Memory;
	read(pointer: number, length: number): number;
	render(pointer: number, length: number, dropped: number): number;
}

type Chat = NonNullable<GenerateRequest["chat"]>;

/** A template that was read. */
export class ChatTemplate {
	readonly #exports: Exports;
	readonly #memory: RawMemory;
	/** What it shows the model; `null` where it cannot be used. */
	readonly shown: ModelTemplate | null;
	/** Why it cannot be used: what is wrong, and in which line. */
	readonly problem: string | null;

	private constructor(exports: Exports, source: ChatTemplateSource) {
		this.#exports = exports;
		this.#memory = new RawMemory(exports, exports.memory);
		this.#memory.withText(JSON.stringify(source), exports.read);
		const told = JSON.parse(this.#memory.text()) as ModelTemplate | { problem: string };
		[this.shown, this.problem] = "problem" in told ? [null, told.problem] : [told, null];
	}

	/** Reads a template with the library at `url`. */
	static async read(source: ChatTemplateSource, url: string, signal: AbortSignal): Promise<ChatTemplate> {
		const module = await compiled(url, "what runs chat templates", signal);
		const { exports } = await WebAssembly.instantiate(module);
		// The exports' types are the file's ABI, which TypeScript cannot see.
		return new ChatTemplate(exports as unknown as Exports, source);
	}

	/**
	 * Has a conversation answered, without as many of its oldest turns as have no room.
	 *
	 * @param answer gets the text that the model reads; an error `too_long` costs the oldest turn
	 * @throws {@link EngineError} `model_invalid` where the template cannot be used, `too_long` where the last turn alone has no
	 *   room, `engine` where the template refuses the conversation
	 */
	async converse<Answer>(
		chat: Chat,
		answer: (text: string) => Promise<Answer>,
	): Promise<Answer & { droppedTurns: number }> {
		if (this.problem !== null) throw new EngineError("model_invalid", this.problem);
		let tooLong: unknown;
		for (let droppedTurns = 0; ; droppedTurns += 1) {
			const text = this.#render(chat, droppedTurns);
			if (text === undefined) throw tooLong;
			try {
				return { ...(await answer(text)), droppedTurns };
			} catch (error) {
				if (!(error instanceof EngineError) || error.code !== "too_long") throw error;
				tooLong = error;
			}
		}
	}

	/** `undefined` where no turn would be left. */
	#render({ messages, tools = [], prefix = "" }: Chat, dropped: number): string | undefined {
		const status = this.#memory.withText(JSON.stringify({ messages, tools }), (pointer, length) =>
			this.#exports.render(pointer, length, dropped),
		);
		return status === 0 ? this.#memory.text() + prefix : undefined;
	}
}
