/** One wish after the other through the agent loop, with a word on each step. */
import { autoui, type ChatMessage, type RunEvent, runAgentLoop } from "webmcp-auto-ui";
import type { Chat, Reply } from "./chat.js";
import { reasonOf } from "./dom.js";
import type { Model } from "./model.js";
import type { Servers } from "./servers.js";

const MAX_ITERATIONS = 8;

/** What a conversation needs. */
export interface Parts {
	model: Model;
	servers: Servers;
	chat: Chat;
	/** Says in a line what is going on. */
	setStatus(text: string): void;
	setRunning(running: boolean): void;
	/** Told when a run has put something on the canvas. */
	onWidget(): void;
}

/** Runs wishes, one at a time. */
export class Conversation {
	readonly #parts: Parts;
	#abort: AbortController | undefined;
	#history: ChatMessage[] = [];

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Stops the present run. */
	stop(): void {
		this.#abort?.abort();
	}

	/** Runs a wish to its end; failures show in the chat. */
	async run(wish: string): Promise<void> {
		const { model, chat, setRunning, setStatus } = this.#parts;
		if (this.#abort) return;
		chat.wish(wish);
		const reply = chat.reply();
		if (!model.provider) {
			const loading = model.state.phase === "loading";
			reply.fail(loading ? "The model is still loading; send the wish again in a moment." : model.state.text);
			return;
		}
		this.#abort = new AbortController();
		setRunning(true);
		const start = performance.now();
		try {
			await this.#loop(wish, reply, this.#abort.signal);
			setStatus(`Done in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
		} catch (error) {
			reply.fail(reasonOf(error));
			setStatus("The run failed.");
		} finally {
			this.#abort = undefined;
			setRunning(false);
		}
	}

	async #loop(wish: string, reply: Reply, signal: AbortSignal): Promise<void> {
		const { model, servers, setStatus, onWidget } = this.#parts;
		if (!model.provider) return;
		const result = await runAgentLoop(wish, {
			provider: model.provider,
			layers: [autoui.layer(), ...servers.layers],
			client: servers.client,
			// Each wish stands by itself for a small model: an old conversation would fill its context.
			initialMessages: model.isSmall ? [] : this.#history,
			maxIterations: MAX_ITERATIONS,
			signal,
			callbacks: {
				onEvent: (event) => {
					const text = describe(event);
					if (text) setStatus(text);
					if (event.type === "llm-delta") reply.write(event.text);
				},
				onToolCall: (call) => reply.step(call),
				onWidget,
			},
		});
		this.#history = result.messages;
		if (result.stopReason === "aborted") reply.say("Stopped.");
		else reply.say(result.text || "Done.");
	}
}

/** What an event means, in words; undefined when it changes nothing for the person. */
function describe(event: RunEvent): string | undefined {
	switch (event.type) {
		case "iteration-start":
			return `Step ${event.iteration} of at most ${event.maxIterations} …`;
		case "llm-request":
			return `Asking the model, with ${event.tools} tools at hand …`;
		case "tool-start":
			return `Calling ${event.call.name} …`;
		case "tool-end":
			return event.call.error ? `${event.call.name} failed; trying again …` : `${event.call.name} answered.`;
		default:
			return undefined;
	}
}
