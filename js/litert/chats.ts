/** Decides what of a history the model still knows, and what it must be told: new messages, or all of it anew. */
import type { ChatDelta, LLMResponse } from "../types/index.js";
import { defuse } from "./control.js";
import { type LiteRtChat, Problem } from "./messages.js";
import { Reply } from "./reply.js";
import type {
	ConversationStart,
	Runtime,
	RuntimeConversation,
	RuntimeEngine,
	RuntimeMessage,
} from "./runtime.js";
import { wordsOf } from "./shapes.js";
import { declare, keyOf, opensTurn, translate } from "./translate.js";

/** How Gemma 4 is sampled where only one of these is given (its generation_config.json). */
const GEMMA = { temperature: 1, topK: 64, topP: 0.95 };
/** Fewer characters per token than texts have, so that an estimate is rather too high. */
const CHARS_PER_TOKEN = 3;
/** Of the context, what stays free for a reply that names no limit. */
const REPLY_SHARE = 0.25;

/** A conversation, and what it holds. */
interface Open {
	conversation: RuntimeConversation;
	/** System text, tools and sampling: with others it is another conversation. */
	terms: string;
	/** The keys of the history's messages that it has read or written. */
	known: string[];
}

/** The chats with one loaded model. One conversation is kept, for its tokens take memory. */
export class Chats {
	readonly #engine: RuntimeEngine;
	readonly #samplers: Runtime["SamplerType"];
	readonly #contextSize: number;
	#open: Open | undefined;
	#replies = 0;

	constructor(engine: RuntimeEngine, samplers: Runtime["SamplerType"], contextSize: number) {
		this.#engine = engine;
		this.#samplers = samplers;
		this.#contextSize = contextSize;
	}

	/** Answers a history. Throws a {@link Problem}, or the signal's reason; after either the next chat begins anew. */
	async chat(
		request: LiteRtChat,
		signal: AbortSignal,
		tell: (delta: ChatDelta) => void,
	): Promise<LLMResponse> {
		const { system, messages } = translate(request.messages);
		const keys = messages.map(keyOf);
		const start = messages.findLastIndex(({ role }) => role === "assistant") + 1;
		if (start === messages.length) {
			throw new Problem(
				"invalid_argument",
				"The history ends with the model's own message: add the person's.",
			);
		}
		const begin = this.#start(request, system);
		const terms = JSON.stringify(begin);
		const open = this.#open;
		this.#open = undefined;
		const goesOn =
			open?.terms === terms &&
			open.known.length === start &&
			open.known.every((key, index) => key === keys[index]) &&
			(await this.#fits(open.conversation, messages.slice(start), request));
		if (open && !goesOn) void open.conversation.delete().catch(() => undefined);
		const attempt = async (conversation: RuntimeConversation, cached: number): Promise<LLMResponse> => {
			const response = await this.#ask(conversation, messages.slice(start), request, cached, signal, tell);
			const said = translate([{ role: "assistant", content: response.content }]).messages.map(keyOf);
			// A call that was taken back is known to the conversation only.
			if (request.parallelToolCalls !== false) {
				this.#open = { conversation, terms, known: [...keys, ...said] };
			} else void conversation.delete().catch(() => undefined);
			return response;
		};
		if (open && goesOn) {
			try {
				return await attempt(open.conversation, await open.conversation.getTokenCount());
			} catch (error) {
				void open.conversation.delete().catch(() => undefined);
				if (!(error instanceof TooLong)) throw error;
			}
		}
		return this.#anew(begin, messages, start, request, signal, attempt);
	}

	/** Tells a new conversation the history, without its oldest turns where that would be too long. */
	async #anew(
		begin: ConversationStart,
		messages: RuntimeMessage[],
		start: number,
		request: LiteRtChat,
		signal: AbortSignal,
		attempt: (conversation: RuntimeConversation, cached: number) => Promise<LLMResponse>,
	): Promise<LLMResponse> {
		let from = 0;
		const fixed = estimate([begin.preface]);
		while (fixed + estimate(messages.slice(from)) > this.#room(request)) {
			const next = nextTurn(messages, from, start);
			if (next === undefined) break;
			from = next;
		}
		for (;;) {
			signal.throwIfAborted();
			const conversation = await this.#engine.createConversation({
				...begin,
				preface: {
					...begin.preface,
					messages: [...begin.preface.messages, ...messages.slice(from, start)],
				},
			});
			try {
				return await attempt(conversation, 0);
			} catch (error) {
				void conversation.delete().catch(() => undefined);
				const next = nextTurn(messages, from, start);
				if (!(error instanceof TooLong)) throw error;
				if (next === undefined) throw tooLong(this.#contextSize);
				from = next;
			}
		}
	}

	async #ask(
		conversation: RuntimeConversation,
		messages: RuntimeMessage[],
		request: LiteRtChat,
		cached: number,
		signal: AbortSignal,
		tell: (delta: ChatDelta) => void,
	): Promise<LLMResponse> {
		this.#replies += 1;
		const begun = performance.now();
		const reply = new Reply(`call_${begun.toString(36).replace(".", "")}_${this.#replies}`, tell);
		const reader = conversation.sendMessageStreaming(messages).getReader();
		// Cancelling the stream is how the runtime is told to stop; what it answers to that is of no interest.
		const stop = (): void => void reader.cancel().catch(() => undefined);
		signal.addEventListener("abort", stop);
		try {
			for (;;) {
				signal.throwIfAborted();
				const { done, value } = await reader.read();
				signal.throwIfAborted();
				if (done) break;
				reply.add(value);
			}
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) throw error;
			if (isTooLong(error) && reply.isEmpty) throw new TooLong();
			throw new Problem(
				"model",
				`The runtime failed (${wordsOf(error)}); the next chat loads the model again.`,
				true,
			);
		} finally {
			signal.removeEventListener("abort", stop);
			stop();
		}
		const response = reply.end(request.parallelToolCalls === false);
		return this.#counted(response, conversation, request, cached, performance.now() - begun);
	}

	/** Adds what the runtime counted, and by it whether a limit ended the reply. */
	async #counted(
		response: LLMResponse,
		conversation: RuntimeConversation,
		{ maxTokens }: LiteRtChat,
		cached: number,
		latencyMs: number,
	): Promise<LLMResponse> {
		const held = await conversation.getTokenCount();
		// A reply is no worse for not being counted.
		const counts = await conversation.getBenchmarkInfo().catch(() => undefined);
		if (!counts) return response;
		const output_tokens = counts.lastDecodeTokenCount;
		const limited = maxTokens !== undefined && output_tokens >= maxTokens;
		const full = held >= this.#contextSize;
		if (response.stopReason === "end_turn") {
			if (full) response.stopReason = "model_context_window_exceeded";
			else if (limited) response.stopReason = "max_tokens";
			if ((full || limited) && response.content.length === 0) {
				const option = full ? "contextSize" : "maxTokens";
				throw new Problem("model", `${option} ended the reply before anything was said: raise it.`);
			}
		}
		return {
			...response,
			usage: {
				input_tokens: counts.lastPrefillTokenCount,
				output_tokens,
				...(cached > 0 ? { cache_read_input_tokens: cached } : {}),
			},
			stats: { tokensPerSec: counts.lastDecodeTokensPerSecond, totalTokens: output_tokens, latencyMs },
		};
	}

	#start(request: LiteRtChat, system: string[]): ConversationStart {
		const { tools, maxTokens, temperature, topK, thinking, constrained } = request;
		const text = [...(request.system ? [defuse(request.system)] : []), ...system].join("\n\n");
		const sampled = temperature !== undefined || topK !== undefined;
		const samplerParams = {
			type: temperature === 0 ? this.#samplers.GREEDY : this.#samplers.TOP_P,
			k: topK ?? GEMMA.topK,
			p: GEMMA.topP,
			temperature: temperature ?? GEMMA.temperature,
		};
		return {
			preface: {
				messages: text === "" ? [] : [{ role: "system", content: [{ type: "text", text }] }],
				...(tools.length > 0 ? { tools: tools.map(declare) } : {}),
				...(thinking ? { extra_context: { enable_thinking: true } } : {}),
			},
			sessionConfig: {
				...(sampled ? { samplerParams } : {}),
				...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
			},
			enableConstrainedDecoding: constrained && tools.length > 0,
			filterChannelContentFromKvCache: thinking,
		};
	}

	#room({ maxTokens }: LiteRtChat): number {
		const most = this.#contextSize * REPLY_SHARE;
		return this.#contextSize - Math.min(maxTokens ?? most, most);
	}

	async #fits(
		conversation: RuntimeConversation,
		added: RuntimeMessage[],
		request: LiteRtChat,
	): Promise<boolean> {
		return (await conversation.getTokenCount()) + estimate(added) <= this.#room(request);
	}
}

/** The prompt has no place in the context. */
class TooLong extends Error {}

function tooLong(contextSize: number): Problem {
	return new Problem(
		"model",
		`The last turn alone has no place in ${contextSize} tokens: raise contextSize, or send less.`,
	);
}

/** The runtime's words: "Input token ids are too long", "context window out of bounds", "remaining capacity". */
function isTooLong(error: unknown): boolean {
	return /too long|context window|remaining capacity|max(imum)? number of tokens/i.test(wordsOf(error));
}

const estimate = (value: unknown[]): number => JSON.stringify(value).length / CHARS_PER_TOKEN;

/** Where the turn after the one at `from` begins; nothing when that is the last. */
function nextTurn(messages: RuntimeMessage[], from: number, start: number): number | undefined {
	const next = messages.findIndex((message, index) => index > from && opensTurn(message));
	return next === -1 || next > start ? undefined : next;
}
