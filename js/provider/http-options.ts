/** What all models behind an address have in common: their options, checked when they are given. */
import {
	anObject,
	aText,
	type Check,
	milliseconds,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
	recordOf,
} from "../core/arguments.js";
import { capabilitiesOf } from "../model/capabilities.js";
import type {
	Capabilities,
	JsonObject,
	ProviderTimeouts,
	ToolCallFormat,
	WireFormat,
} from "../types/index.js";

const FORMATS: readonly WireFormat[] = ["anthropic", "openai", "openai-responses", "gemini"];

/** The ways of writing tool calls as text. */
export const TOOL_CALL_FORMATS: readonly ToolCallFormat[] = [
	"auto",
	"gemma",
	"function-gemma",
	"qwen",
	"mistral",
	"llama",
	"deepseek",
	"kimi",
	"minimax",
	"gpt-oss",
	"json",
];

/** Options of every model behind an address. */
export interface HttpProviderOptions {
	/** Sent with each request; never put a key here that must stay secret. */
	headers?: { [name: string]: string };
	/**
	 * Further fields of each request's body, such as `{ reasoning_effort: "low" }`, `{ thinking: { type: "enabled",
	 * budget_tokens: 4000 } }` or `{ generationConfig: { thinkingConfig: { includeThoughts: true } } }`. Those that a
	 * format writes itself (`model`, messages, tools, `stream`, what {@link ChatOptions} has) stay as they are.
	 */
	body?: JsonObject;
	/**
	 * How often a request is sent again after 408, 409, 429, 5xx or a lost connection, with growing, random pauses;
	 * the server's `Retry-After` is kept up to a minute. Never once a piece of the reply was told. Default 2.
	 */
	maxRetries?: number;
	/** How long is waited for what. */
	timeouts?: ProviderTimeouts;
	/**
	 * How the model writes tool calls that its server does not recognise; they are looked for in the text of its
	 * answers. `auto` knows all of them. Default `auto` for {@link LocalLLMProvider}, otherwise `false`.
	 */
	toolCallText?: ToolCallFormat | false;
	/** What the model can do, where it is known better than {@link MODEL_CAPABILITIES} knows it. */
	capabilities?: Partial<Capabilities>;
}

const TOOL_CALL_TEXT = oneOf(TOOL_CALL_FORMATS);

const HTTP: { readonly [option: string]: Check } = {
	format: optional(oneOf(FORMATS)),
	maxRetries: optional(
		number("a whole number from 0 to 100", (times) => Number.isInteger(times) && times >= 0 && times <= 100),
	),
	timeouts: optional(recordOf(optional(milliseconds))),
	headers: optional(recordOf(optional(aText))),
	body: optional(anObject),
	capabilities: optional(anObject),
	toolCallText: (what, value) => value === false || optional(TOOL_CALL_TEXT)(what, value),
};

/** The options, once it is sure that requests can be made with them; `more` are those of `owner` alone. */
export function checked<T extends HttpProviderOptions>(
	owner: string,
	options: T,
	more: { readonly [option: string]: Check },
): T {
	return optionsOf(`${owner}: options`, options, objectOf({ ...HTTP, ...more }));
}

/** The check of an address to send requests to. */
export const anAddress: Check = must(
	"the address to send requests to",
	(value) => typeof value === "string" && value.trim() !== "",
);

/** The part of an endpoint that options decide, as the core reads it. */
export function settings(
	format: WireFormat,
	model: string,
	options: HttpProviderOptions,
	defaults: ProviderTimeouts = {},
) {
	const limits = Object.entries({ ...defaults, ...options.timeouts });
	return {
		model,
		format,
		capabilities: capabilitiesOf(format, model, options.capabilities),
		...(options.body ? { body: options.body } : {}),
		...(options.toolCallText ? { toolCallText: options.toolCallText } : {}),
		...(options.maxRetries === undefined ? {} : { maxRetries: options.maxRetries }),
		// JSON knows no infinity; for the core, 0 is for ever as well.
		timeouts: Object.fromEntries(
			limits.filter(([, ms]) => ms !== undefined).map(([name, ms]) => [name, Number.isFinite(ms) ? ms : 0]),
		),
	};
}
