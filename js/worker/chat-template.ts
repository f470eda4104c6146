/** Decides how a conversation becomes the text that a model reads: by its chat template, in a WebAssembly file of its own. */

import {
	type ChatTemplateSource,
	EngineError,
	type EngineErrorCode,
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

/** An instance that has read a template. */
interface Reader {
	exports: Exports;
	memory: RawMemory;
}

function start(module: WebAssembly.Module, source: ChatTemplateSource): Reader {
	// The exports' types are the file's ABI, which TypeScript cannot see.
	const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
	const memory = new RawMemory(exports, exports.memory);
	memory.withText(JSON.stringify(source), exports.read);
	return { exports, memory };
}

/** Runs what a template may end: one that nests too deep, or writes more than there is memory for. */
function guarded<T>(code: EngineErrorCode, problem: string, run: () => T): T {
	try {
		return run();
	} catch (error) {
		if (error instanceof EngineError && error.code !== "out_of_memory") throw error;
		throw new EngineError(code, `${problem}: ${error instanceof Error ? error.message : error}`);
	}
}

/** The error, where it is `too_long`; any other is thrown. */
function asTooLong(error: unknown): EngineError {
	if (error instanceof EngineError && error.code === "too_long") return error;
	throw error;
}

/** The least number from 1 on that `fits`: doubled until one does, then halved between. */
async function fewest(fits: (count: number) => Promise<boolean>): Promise<number> {
	let [least, most] = [1, 1];
	while (!(await fits(most))) [least, most] = [most + 1, most * 2];
	while (least < most) {
		const middle = (least + most) >> 1;
		if (await fits(middle)) most = middle;
		else least = middle + 1;
	}
	return most;
}

/** A template that was read. */
export class ChatTemplate {
	readonly #module: WebAssembly.Module;
	readonly #source: ChatTemplateSource;
	/** None after a trap, which leaves one that nobody knows. */
	#reader: Reader | undefined;
	/** What it shows the model. */
	readonly shown: ModelTemplate;

	private constructor(module: WebAssembly.Module, source: ChatTemplateSource) {
		this.#module = module;
		this.#source = source;
		const problem = "its chat template is not one that can be run";
		this.#reader = guarded("model_invalid", problem, () => start(module, source));
		const told = JSON.parse(this.#reader.memory.text()) as ModelTemplate | { problem: string };
		if ("problem" in told) throw new EngineError("model_invalid", told.problem);
		this.shown = told;
	}

	/**
	 * Reads a template with the library at `url`.
	 *
	 * @throws {@link EngineError} `model_invalid` where it cannot be used: what is wrong, and in which line; `engine` where the
	 *   library could not be fetched
	 */
	static async read(source: ChatTemplateSource, url: string, signal: AbortSignal): Promise<ChatTemplate> {
		return new ChatTemplate(await compiled(url, "what runs chat templates", signal), source);
	}

	/**
	 * Has a conversation answered, without as many of its oldest turns as have no room.
	 *
	 * @param check fails with `too_long` where a text has no room
	 * @param answer gets the text that the model reads, and fails as `check` does
	 * @throws {@link EngineError} `too_long` where the last turn alone has no room, `engine` where the template refuses the
	 *   conversation or does not come to its end
	 */
	async converse<Answer>(
		chat: Chat,
		check: (text: string) => Promise<void>,
		answer: (text: string) => Promise<Answer>,
	): Promise<Answer & { droppedTurns: number }> {
		let tooLong: EngineError;
		try {
			return { ...(await answer(this.#render(chat, 0) ?? "")), droppedTurns: 0 };
		} catch (error) {
			tooLong = asTooLong(error);
		}
		const droppedTurns = await fewest(async (dropped) => {
			const text = this.#render(chat, dropped);
			// Where no turn is left, none is too long.
			if (text === undefined) return true;
			return check(text).then(
				() => true,
				(error: unknown) => {
					tooLong = asTooLong(error);
					return false;
				},
			);
		});
		const text = this.#render(chat, droppedTurns);
		if (text === undefined) throw tooLong;
		return { ...(await answer(text)), droppedTurns };
	}

	/** `undefined` where no turn would be left. */
	#render({ messages, tools = [], prefix = "" }: Chat, dropped: number): string | undefined {
		const { exports, memory } = this.#reader ?? start(this.#module, this.#source);
		this.#reader = undefined;
		const problem = "the model's chat template does not come to the end of this conversation";
		const status = guarded("engine", problem, () =>
			memory.withText(JSON.stringify({ messages, tools }), (pointer, length) =>
				exports.render(pointer, length, dropped),
			),
		);
		this.#reader = { exports, memory };
		return status === 0 ? memory.text() + prefix : undefined;
	}
}
