/** Decides how a history reads in the shape of chat completions, and what the pieces of a streamed reply amount to. */
import { json } from "../core/arguments.js";
import { parseToolCalls } from "../compat/tool-calls.js";
import { WebMcpError } from "../core/errors.js";
import { tellerOf } from "../litert/client.js";
import type {
	ChatMessage,
	ChatOptions,
	ContentBlock,
	JsonObject,
	LLMResponse,
	ProviderTool,
	Usage,
} from "../types/index.js";
import type { WireCall, WireChunk, WireMessage } from "./library.js";

const NO_PICTURE = "[a picture that this model cannot read]";

/** The request for a reply. */
export function requestOf(history: ChatMessage[], tools: ProviderTool[], options: ChatOptions = {}): object {
	const { system, maxTokens, temperature, topK, toolChoice, parallelToolCalls } = options;
	const named = typeof toolChoice === "object" ? toolChoice.name : undefined;
	const offered = tools.filter(({ name }) => toolChoice !== "none" && (named ?? name) === name);
	const choice = named === undefined ? toolChoice : "required";
	const messages = history.flatMap(messagesOf);
	const systems = messages.flatMap(({ role, content }) => (role === "system" ? [content] : []));
	const lead = [...(system ? [system] : []), ...systems].join("\n\n");
	return {
		stream: true,
		stream_options: { include_usage: true },
		messages: [
			...(lead ? [{ role: "system", content: lead }] : []),
			...messages.filter(({ role }) => role !== "system"),
		],
		...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
		...(temperature === undefined ? {} : { temperature }),
		...(topK === undefined ? {} : { top_k: topK }),
		...(offered.length === 0
			? {}
			: {
					tools: offered.map(({ name, description, input_schema: parameters }) => ({
						type: "function",
						function: { name, description, parameters },
					})),
					...(choice === undefined ? {} : { tool_choice: choice }),
					...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
				}),
	};
}

function messagesOf({ role, content }: ChatMessage): WireMessage[] {
	const blocks: ContentBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
	const text = blocks
		.flatMap((block) => (block.type === "text" ? [block.text] : block.type === "image" ? [NO_PICTURE] : []))
		.join("\n");
	if (role === "system") return [{ role, content: text }];
	if (role === "assistant") {
		const calls: WireCall[] = blocks.flatMap((block) =>
			block.type === "tool_use"
				? [
						{
							id: block.id,
							type: "function",
							function: { name: block.name, arguments: json("chat: messages", block.input) ?? "{}" },
						},
					]
				: [],
		);
		return [{ role, content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
	}
	const results: WireMessage[] = blocks.flatMap((block) =>
		block.type === "tool_result"
			? [{ role: "tool", content: block.content, tool_call_id: block.tool_use_id }]
			: [],
	);
	return text === "" && results.length > 0 ? results : [...results, { role: "user", content: text }];
}

/** A reply that is being written; `add` takes the pieces, `end` gives the whole. */
export function replyOf(tools: ProviderTool[], options: ChatOptions | undefined) {
	const tell = tellerOf(options);
	const began = performance.now();
	const calls: { id: string; name: string; text: string }[] = [];
	let text = "";
	let thoughts = "";
	let usage: Usage | undefined;
	let tokensPerSec = 0;
	let finish: string | undefined;
	return {
		add({ choices = [], usage: counted, timings }: WireChunk): void {
			const { delta, finish_reason } = choices[0] ?? {};
			finish = finish_reason ?? finish;
			tokensPerSec = timings?.predicted_per_second ?? tokensPerSec;
			if (counted) usage = usageOf(counted);
			if (delta?.reasoning_content) {
				thoughts += delta.reasoning_content;
				tell({ type: "reasoning", text: delta.reasoning_content });
			}
			if (delta?.content) {
				text += delta.content;
				tell({ type: "text", text: delta.content });
			}
			for (const { index, id, function: piece } of delta?.tool_calls ?? []) {
				const call = calls[index] ?? { id: id ?? `call_${index + 1}`, name: piece?.name ?? "", text: "" };
				if (!calls[index]) tell({ type: "call-start", id: call.id, name: call.name });
				calls[index] = call;
				call.text += piece?.arguments ?? "";
				if (piece?.arguments)
					tell({ type: "arguments", id: call.id, name: call.name, delta: piece.arguments });
			}
		},
		end(): LLMResponse {
			const lead: ContentBlock[] = thoughts === "" ? [] : [{ type: "reasoning", text: thoughts }];
			const made: ContentBlock[] = calls.map(({ id, name, text: written }) => ({
				type: "tool_use",
				id,
				name,
				input: read(name, written),
			}));
			// A model whose template knows no tools writes its calls as text.
			const found = made.length === 0 && tools.length > 0 ? parseToolCalls(text).content : undefined;
			const said: ContentBlock[] = found ?? (text === "" ? made : [{ type: "text", text }, ...made]);
			const isCall = said.some(({ type }) => type === "tool_use");
			const latencyMs = performance.now() - began;
			return {
				content: [...lead, ...said],
				stopReason: isCall ? "tool_use" : finish === "length" ? "max_tokens" : "end_turn",
				...(usage ? { usage } : {}),
				stats: { tokensPerSec, totalTokens: usage?.output_tokens ?? 0, latencyMs },
			};
		},
	};
}

function usageOf(counted: NonNullable<WireChunk["usage"]>): Usage {
	const cached = counted.prompt_tokens_details?.cached_tokens ?? 0;
	return {
		input_tokens: counted.prompt_tokens - cached,
		output_tokens: counted.completion_tokens,
		...(cached > 0 ? { cache_read_input_tokens: cached } : {}),
	};
}

function read(name: string, written: string): JsonObject {
	try {
		const input: unknown = JSON.parse(written === "" ? "{}" : written);
		if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as JsonObject;
	} catch {
		// Said below.
	}
	throw new WebMcpError("model", `The token limit cut the call of '${name}' in half; raise maxTokens.`);
}
