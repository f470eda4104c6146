/** Calls of tools between windows by `postMessage`, under the names that the earlier package had; whom they may come from must be said. */
import {
	aFunction,
	aText,
	anObject,
	invalid,
	json,
	listOf,
	must,
	number,
	objectOf,
	optional,
	optionsOf,
	read,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { aGuard, createToolGuard } from "../guard/guard.js";
import type { ToolGuard } from "../guard/types.js";
import type { JsonObject } from "../types/index.js";

/** Runs a tool by its name. */
export type AgentCallExecutor = (name: string, args: JsonObject, signal: AbortSignal) => unknown;

/** Options of `listenForAgentCalls`. */
export interface ListenOptions {
	/** The origins whose windows may call, such as `https://agent.example`; at least one. */
	allowedOrigins: readonly string[];
	/**
	 * Stands in the door; it sees a tool's name, and no more. Default: one of `createToolGuard()`, which limits calls and asks for none: whoever may
	 * call may call everything that `executor` runs.
	 */
	guard?: ToolGuard;
}

/** Options of `callToolViaPostMessage`. */
export interface PostMessageOptions {
	/** Whose tool it is; default this window. */
	targetWindow?: Window;
	/** The origin that the target must be of. */
	targetOrigin: string;
	/** Milliseconds; default 30,000. */
	timeout?: number;
}

const ORIGIN = must(
	"an origin such as 'https://agent.example'",
	(value) => typeof value === "string" && URL.canParse(value) && new URL(value).origin === value,
	true,
);
const LISTENING = objectOf({ allowedOrigins: listOf(ORIGIN), guard: optional(aGuard) });
const CALLING = objectOf({
	targetWindow: optional(objectOf({ postMessage: aFunction }, "a Window")),
	targetOrigin: ORIGIN,
	timeout: optional(
		number("milliseconds above 0, at most 2147483647", (value) => value > 0 && value <= MAX_TIMER_MS),
	),
});
const TIMEOUT_MS = 30_000;
const MAX_NAME_CHARS = 128;
/** Timers of more would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const listening = new Set<() => void>();

/** Whether a message is one of these. */
export function isWebMCPEvent(data: unknown): boolean {
	return read("isWebMCPEvent: data", () => {
		const type = typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
		return typeof type === "string" && type.startsWith("webmcp:");
	});
}

/**
 * Answers calls that other windows of these origins make by `callToolViaPostMessage`. What `executor` throws is answered as an error.
 *
 * @returns What ends that.
 * @throws {@link WebMcpError} `invalid_argument`, also where no origin is allowed.
 */
export function listenForAgentCalls(executor: AgentCallExecutor, options: ListenOptions): () => void {
	aFunction("listenForAgentCalls: executor", executor);
	const { allowedOrigins, guard = createToolGuard() } = optionsOf(
		"listenForAgentCalls: options",
		options,
		LISTENING,
	);
	if (allowedOrigins.length === 0) {
		throw invalid("listenForAgentCalls: options.allowedOrigins", "must name the origins that may call");
	}
	const answerTo = async (name: string, args: unknown, origin: string) => {
		const given = (args ?? {}) as JsonObject;
		anObject("The arguments", given);
		const call = { door: "message", tool: { name }, args: given, origin };
		const answer = await guard.run(call, (signal) => executor(name, given, signal));
		return "code" in answer
			? { type: "webmcp:tool-error", error: answer.error }
			: { type: "webmcp:tool-result", result: sendable(answer.result) };
	};
	const hear = async ({ data, origin, source }: MessageEvent<unknown>) => {
		if (!allowedOrigins.includes(origin) || !isWebMCPEvent(data) || !source) return;
		const { type, callId, name, args } = data as { [field: string]: unknown };
		if (type !== "webmcp:call-tool" || typeof name !== "string" || name.length > MAX_NAME_CHARS) return;
		const reply = await answerTo(name, args, origin).catch((error: unknown) => ({
			type: "webmcp:tool-error",
			error: error instanceof Error ? error.message : "The call failed.",
		}));
		source.postMessage({ ...reply, callId }, { targetOrigin: origin });
	};
	const own = ownWindow();
	own.addEventListener("message", hear);
	const stop = () => {
		listening.delete(stop);
		own.removeEventListener("message", hear);
	};
	listening.add(stop);
	return stop;
}

/** Ends all that `listenForAgentCalls` has begun; what it returns ends one. */
export function stopListening(): void {
	for (const stop of [...listening]) stop();
}

/**
 * Calls a tool of another window that listens. Resolves to its result.
 *
 * @throws {@link WebMcpError} `invalid_argument`; `tool_failed` where the tool fails, or does not answer in time.
 */
export async function callToolViaPostMessage(
	name: string,
	args: JsonObject,
	options: PostMessageOptions,
): Promise<unknown> {
	aText("callToolViaPostMessage: name", name);
	anObject("callToolViaPostMessage: args", args);
	const sent = JSON.parse(json("callToolViaPostMessage: args", args) ?? "{}") as JsonObject;
	const own = ownWindow();
	const {
		targetWindow = own,
		targetOrigin,
		timeout = TIMEOUT_MS,
	} = optionsOf("callToolViaPostMessage: options", options, CALLING);
	const callId = crypto.randomUUID();
	return new Promise((resolve, reject) => {
		const end = () => {
			clearTimeout(timer);
			own.removeEventListener("message", hear);
		};
		const hear = ({ data, origin, source }: MessageEvent<unknown>) => {
			if (origin !== targetOrigin || source !== targetWindow || !isWebMCPEvent(data)) return;
			const reply = data as { [field: string]: unknown };
			if (reply.callId !== callId || reply.type === "webmcp:call-tool") return;
			end();
			if (reply.type === "webmcp:tool-result") resolve(reply.result);
			else reject(new WebMcpError("tool_failed", wordsOf(reply.error)));
		};
		const timer = setTimeout(() => {
			end();
			reject(new WebMcpError("tool_failed", `Tool call "${name}" timed out after ${timeout}ms`));
		}, timeout);
		own.addEventListener("message", hear);
		targetWindow.postMessage({ type: "webmcp:call-tool", callId, name, args: sent }, targetOrigin);
	});
}

function ownWindow(): Window {
	if (typeof window !== "undefined") return window;
	throw new WebMcpError("unsupported", "Messages between windows need a window.");
}

const wordsOf = (error: unknown): string => (typeof error === "string" ? error : "The tool failed.");

/** Functions and the like cannot be sent; what JSON holds can. */
function sendable(result: unknown): unknown {
	try {
		return structuredClone(result);
	} catch {
		return JSON.parse(json("The result", result) ?? "null");
	}
}
