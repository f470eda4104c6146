/** Decides how a history reads in the runtime's own shape: roles, calls, results, and nothing that commands. */
import type { ChatMessage, ContentBlock, JsonObject, ProviderTool } from "../types/index.js";
import { defuse, defuseAll } from "./control.js";
import type { RuntimeCall, RuntimeMessage, RuntimePart, RuntimeTool } from "./runtime.js";

/** A history as the runtime wants it; `system` texts are taken out, for they stand before everything else. */
export interface Translated {
	system: string[];
	messages: RuntimeMessage[];
}

/** Translates a history. Thoughts are left out: Gemma's template drops those of earlier turns. */
export function translate(history: ChatMessage[]): Translated {
	const names = new Map<string, string>();
	const system: string[] = [];
	const messages: RuntimeMessage[] = [];
	for (const { role, content } of history) {
		const blocks: ContentBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
		if (role === "system") system.push(defuse(textOf(blocks)));
		else if (role === "assistant") messages.push(...said(blocks, names));
		else messages.push(...heard(blocks, names));
	}
	return { system, messages };
}

/** A tool's declaration. Its words come from servers, so they are defused as well. */
export function declare({ name, description, input_schema }: ProviderTool): RuntimeTool {
	return {
		type: "function",
		function: defuseAll({ name, description: description ?? "", parameters: input_schema ?? {} }),
	};
}

/** Two messages with the same key read the same to the model, whatever the order of their fields. */
export function keyOf(message: RuntimeMessage): string {
	return JSON.stringify(message, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
			: part,
	);
}

/** Whether a turn of the person begins with this message. */
export function opensTurn(message: RuntimeMessage): boolean {
	return message.role === "user";
}

function said(blocks: ContentBlock[], names: Map<string, string>): RuntimeMessage[] {
	const text = defuse(textOf(blocks));
	const calls: RuntimeCall[] = [];
	for (const block of blocks) {
		if (block.type !== "tool_use") continue;
		const name = defuse(block.name);
		names.set(block.id, name);
		calls.push({ type: "function", function: { name, arguments: defuseAll(block.input ?? {}) } });
	}
	if (text === "" && calls.length === 0) return [];
	const content: RuntimePart[] = text === "" ? [] : [{ type: "text", text }];
	return [
		{
			role: "assistant",
			...(content.length > 0 ? { content } : {}),
			...(calls.length > 0 ? { tool_calls: calls } : {}),
		},
	];
}

function heard(blocks: ContentBlock[], names: Map<string, string>): RuntimeMessage[] {
	const results: RuntimePart[] = [];
	for (const block of blocks) {
		if (block.type !== "tool_result") continue;
		const name = names.get(block.tool_use_id) ?? "unknown";
		results.push({ type: "tool_response", name, response: answer(block) });
	}
	const text = defuse(textOf(blocks));
	return [
		...(results.length > 0 ? [{ role: "tool", content: results }] : []),
		...(text !== "" ? [{ role: "user", content: [{ type: "text" as const, text }] }] : []),
	];
}

function answer(block: Extract<ContentBlock, { type: "tool_result" }>): JsonObject {
	const text = defuse(block.content + (block.images?.length ? `\n${NO_PICTURE}` : ""));
	return block.is_error ? { error: text } : { result: text };
}

const NO_PICTURE = "[a picture that this model cannot read]";

function textOf(blocks: ContentBlock[]): string {
	return blocks
		.flatMap((block) => (block.type === "text" ? [block.text] : block.type === "image" ? [NO_PICTURE] : []))
		.join("\n");
}
