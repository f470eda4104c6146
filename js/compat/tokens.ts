/** Counts what a page's models read and wrote, also per minute. */
import { aFunction, copied } from "../core/arguments.js";
import type { Cleanup, Usage } from "../types/index.js";

/** What was counted until now. */
export interface TokenStats {
	requests: number;
	inputTokens: number;
	outputTokens: number;
	/** Read from a provider's cache; not among `inputTokens`. */
	cachedTokens: number;
	/** Milliseconds of all requests together. */
	latencyMs: number;
	/** Of those, how many requests were only estimated. */
	estimatedRequests: number;
	/** Over the last 60 seconds. */
	perMinute: { requests: number; inputTokens: number; outputTokens: number };
}

interface Counted {
	at: number;
	input: number;
	output: number;
}

const MINUTE_MS = 60_000;
/** As the published estimate counts; for better ones see `estimateTokens`. */
const CHARS_PER_TOKEN = 4;

/** Adds up usages. Feed it from `onLLMResponse`: `(response, ms) => tracker.record(response.usage, ms)`. */
export class TokenTracker {
	readonly #listeners = new Set<(stats: TokenStats) => void>();
	readonly #now: () => number;
	#recent: Counted[] = [];
	#sums = sums();

	/** @param now - Milliseconds; for tests. */
	constructor(now: () => number = () => Date.now()) {
		aFunction("TokenTracker: now", now);
		this.#now = now;
	}

	/** Counts one request. A reply without usage counts as a request only. */
	record(usage: Partial<Usage> | undefined, latencyMs = 0): void {
		this.#add(copied("record: usage", usage ?? {}), latencyMs, false);
	}

	/** Counts one request of a model that tells no usage, at four characters per token. */
	recordEstimate(promptChars: number, outputChars: number, latencyMs = 0): void {
		const tokens = (chars: number) => Math.ceil(count(chars) / CHARS_PER_TOKEN);
		const usage = { input_tokens: tokens(promptChars), output_tokens: tokens(outputChars) };
		this.#add(usage, latencyMs, true);
	}

	/** What was counted until now. */
	get stats(): TokenStats {
		const since = this.#now() - MINUTE_MS;
		this.#recent = this.#recent.filter(({ at }) => at > since);
		const sum = (key: "input" | "output") => this.#recent.reduce((all, one) => all + one[key], 0);
		const perMinute = {
			requests: this.#recent.length,
			inputTokens: sum("input"),
			outputTokens: sum("output"),
		};
		return { ...this.#sums, perMinute };
	}

	/** The same under its other published name. */
	get metrics(): TokenStats {
		return this.stats;
	}

	/** Tells `listener` of each change. Returns an idempotent unsubscribe. */
	subscribe(listener: (stats: TokenStats) => void): Cleanup {
		aFunction("subscribe: listener", listener);
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Counts from zero. */
	reset(): void {
		this.#sums = sums();
		this.#recent = [];
		this.#tell();
	}

	#add(usage: Partial<Usage>, latencyMs: number, isEstimate: boolean): void {
		const input = count(usage.input_tokens);
		const output = count(usage.output_tokens);
		this.#sums.requests += 1;
		this.#sums.estimatedRequests += isEstimate ? 1 : 0;
		this.#sums.inputTokens += input;
		this.#sums.outputTokens += output;
		this.#sums.cachedTokens += count(usage.cache_read_input_tokens);
		this.#sums.latencyMs += count(latencyMs);
		this.#recent.push({ at: this.#now(), input, output });
		this.#tell();
	}

	#tell(): void {
		const stats = this.stats;
		for (const listener of this.#listeners) {
			try {
				listener(stats);
			} catch (error) {
				reportError(error);
			}
		}
	}
}

function sums() {
	return {
		requests: 0,
		inputTokens: 0,
		outputTokens: 0,
		cachedTokens: 0,
		latencyMs: 0,
		estimatedRequests: 0,
	};
}

/** A count from a server that nobody vouches for. */
function count(value: unknown): number {
	return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
