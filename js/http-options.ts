/** What all models behind an address have in common: their options, checked when they are given. */
import { capabilitiesOf } from "./capabilities.js";
import { WebMcpError } from "./errors.js";
import type { Capabilities, JsonObject, ProviderTimeouts, ToolCallFormat, WireFormat } from "./types.js";

const FORMATS: readonly WireFormat[] = ["anthropic", "openai", "openai-responses", "gemini"];

/** The ways of writing tool calls as text. */
export const TOOL_CALL_FORMATS: readonly ToolCallFormat[] = [
	"auto",
	"gemma",
	"function-gemma",
	"qwen",
	"mistral",
	"llama",
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

/** Fails with `invalid_argument` on options that no request could be made with. */
export function check(owner: string, options: HttpProviderOptions & { format?: WireFormat }): void {
	const { format, maxRetries, timeouts = {}, body, toolCallText = false } = options;
	if (toolCallText !== false && !TOOL_CALL_FORMATS.includes(toolCallText)) {
		fail(
			owner,
			`toolCallText must be false or one of ${TOOL_CALL_FORMATS.join(", ")}, not '${toolCallText}'`,
		);
	}
	if (format !== undefined && !FORMATS.includes(format)) {
		fail(owner, `format must be one of ${FORMATS.join(", ")}, not '${format}'`);
	}
	if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 100)) {
		fail(owner, `maxRetries must be a whole number from 0 to 100, not ${maxRetries}`);
	}
	for (const [name, ms] of Object.entries(timeouts)) {
		if (ms !== undefined && !(typeof ms === "number" && ms >= 0)) {
			fail(owner, `timeouts.${name} must be milliseconds from 0, not ${ms}`);
		}
	}
	if (body !== undefined && (typeof body !== "object" || body === null || Array.isArray(body))) {
		fail(owner, "body must be an object of further fields");
	}
}

function fail(owner: string, problem: string): never {
	throw new WebMcpError("invalid_argument", `${owner}: ${problem}.`);
}

/** The address to send requests to. Fails with `invalid_argument` on a blank one. */
export function address(owner: string, option: string, value: unknown): string {
	if (typeof value === "string" && value.trim() !== "") return value;
	throw new WebMcpError(
		"invalid_argument",
		`${owner} needs the option ${option}: the address to send requests to.`,
	);
}

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
