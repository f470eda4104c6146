/** Limits of a provider, kept on this side: requests wait instead of being refused. */
import { optionsOf, json, number, objectOf, optional } from "../core/arguments.js";
import { aProvider, checkChat } from "../model/chat-arguments.js";
import { estimateTokens } from "../model/tokens.js";
import { type Core, core, init } from "../core/init.js";
import type { ChatMessage, ChatOptions, LLMProvider, LLMResponse, ProviderTool } from "../types/index.js";

/** What a provider allows. */
export interface RateLimit {
	requestsPerMinute?: number;
	/** Read and written. */
	tokensPerMinute?: number;
}

const rate = optional(number("a number above 0", (value) => value > 0));
const LIMIT = objectOf({ requestsPerMinute: rate, tokensPerMinute: rate });

/**
 * `provider` behind a token bucket. Share the returned provider among all runs that count against the same limit.
 *
 * A request books its estimated tokens before it goes and what it really cost when the reply tells. A request that
 * must wait can be aborted while it does.
 *
 * @throws {@link WebMcpError} `invalid_argument` for a limit that is no positive number.
 */
export function withRateLimit(provider: LLMProvider, limit: RateLimit): LLMProvider {
	aProvider("withRateLimit: provider", provider);
	const { requestsPerMinute, tokensPerMinute } = optionsOf("withRateLimit: limit", limit, LIMIT);
	let limiter: InstanceType<Core["RawRateLimiter"]> | undefined;
	const chat = async (
		messages: ChatMessage[],
		tools: ProviderTool[],
		options?: ChatOptions,
	): Promise<LLMResponse> => {
		checkChat(messages, tools, options);
		await init();
		limiter ??= new (core().RawRateLimiter)(requestsPerMinute, tokensPerMinute);
		const booked = tokensPerMinute ? estimateTokens(said(messages, tools, options)) : 0;
		await sleep(limiter.reserve(booked), options?.signal);
		const reply = await provider.chat(messages, tools, options);
		if (reply?.usage) {
			const { input_tokens, output_tokens, cache_read_input_tokens = 0 } = reply.usage;
			const written = reply.usage.cache_creation_input_tokens ?? 0;
			limiter.settle(input_tokens + output_tokens + cache_read_input_tokens + written - booked);
		}
		return reply;
	};
	return {
		get name() {
			return provider.name;
		},
		get model() {
			return provider.model;
		},
		...(provider.promptKind ? { promptKind: provider.promptKind } : {}),
		get capabilities() {
			return provider.capabilities;
		},
		...(provider.compressHistory === undefined ? {} : { compressHistory: provider.compressHistory }),
		chat,
	};
}

function said(messages: ChatMessage[], tools: ProviderTool[], options: ChatOptions | undefined): string {
	return `${options?.system ?? ""}${json("chat: messages", messages)}${json("chat: tools", tools)}`;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (ms <= 0) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const aborted = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", aborted);
			resolve();
		}, ms);
		if (signal?.aborted) aborted();
		else signal?.addEventListener("abort", aborted, { once: true });
	});
}
