/** Decides how a conversation is said to a language model of the AI SDK. */
import type { ChatMessage, ChatOptions, ContentBlock, ProviderTool } from "../../types/index.js";
import type { CallOptions, PromptMessage, PromptPart, ProviderOptions } from "./model.js";
import { recalled } from "./thoughts.js";

/** What a model of this version of the specification is asked. */
export function callOptions(
	version: string,
	messages: ChatMessage[],
	tools: ProviderTool[],
	options: ChatOptions,
): CallOptions {
	const call: CallOptions = { prompt: promptOf(version, messages, options.system) };
	if (tools.length > 0) {
		call.tools = tools.map(({ name, description, input_schema, strict }) => ({
			type: "function",
			name,
			description,
			inputSchema: input_schema,
			// Version 2 does not know it.
			...(strict && version !== "v2" ? { strict } : {}),
		}));
		const { toolChoice } = options;
		if (typeof toolChoice === "object") call.toolChoice = { type: "tool", toolName: toolChoice.name };
		else if (toolChoice) call.toolChoice = { type: toolChoice };
	}
	if (options.maxTokens !== undefined) call.maxOutputTokens = options.maxTokens;
	if (options.temperature !== undefined) call.temperature = options.temperature;
	if (options.topK !== undefined) call.topK = options.topK;
	if (options.signal) call.abortSignal = options.signal;
	return call;
}

function promptOf(version: string, messages: ChatMessage[], system: string | undefined): PromptMessage[] {
	const prompt: PromptMessage[] = [];
	const instructions = system ? [system] : [];
	const toolNames = new Map<string, string>();
	for (const message of messages) {
		const blocks: ContentBlock[] =
			typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
		if (message.role === "system") {
			instructions.push(...blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])));
		} else if (message.role === "assistant") {
			for (const block of blocks) if (block.type === "tool_use") toolNames.set(block.id, block.name);
			add(prompt, "assistant", assistantParts(version, blocks));
		} else {
			// Results come first: they must follow the calls.
			add(
				prompt,
				"tool",
				blocks.flatMap((block) => resultPart(block, toolNames)),
			);
			add(
				prompt,
				"user",
				blocks.flatMap((block) => userParts(version, block)),
			);
		}
	}
	const said = instructions.filter((text) => text.trim() !== "").join("\n\n");
	// Several APIs take instructions at the beginning only.
	return said === "" ? prompt : [{ role: "system", content: said }, ...prompt];
}

function add(prompt: PromptMessage[], role: "user" | "assistant" | "tool", content: PromptPart[]): void {
	if (content.length > 0) prompt.push({ role, content });
}

function assistantParts(version: string, blocks: ContentBlock[]): PromptPart[] {
	const parts: PromptPart[] = [];
	const about = new Map<string, ProviderOptions>();
	for (const block of blocks) {
		if (block.type === "reasoning") {
			const { metadata, toolCallId, foreign } = recalled(block);
			if (toolCallId && metadata) about.set(toolCallId, metadata);
			else if (!foreign) {
				parts.push({
					type: "reasoning",
					text: block.text,
					...(metadata ? { providerOptions: metadata } : {}),
				});
			}
		} else if (block.type === "tool_use") {
			const metadata = about.get(block.id);
			parts.push({
				type: "tool-call",
				toolCallId: block.id,
				toolName: block.name,
				input: block.input,
				...(metadata ? { providerOptions: metadata } : {}),
			});
		} else if (block.type !== "tool_result") {
			parts.push(...userParts(version, block));
		}
	}
	return parts;
}

function userParts(version: string, block: ContentBlock): PromptPart[] {
	if (block.type === "text") return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
	if (block.type === "image") return [picture(version, block)];
	// Several providers would write a picture into a tool's answer as text, so it follows as the person's.
	if (block.type === "tool_result") return (block.images ?? []).map((image) => picture(version, image));
	return [];
}

function picture(version: string, { data, mediaType }: { data: string; mediaType: string }): PromptPart {
	return {
		type: "file",
		mediaType,
		data: version === "v2" || version === "v3" ? data : { type: "data", data },
	};
}

function resultPart(block: ContentBlock, toolNames: Map<string, string>): PromptPart[] {
	if (block.type !== "tool_result") return [];
	const { tool_use_id: toolCallId, content: value, is_error: failed } = block;
	const toolName = toolNames.get(toolCallId) ?? toolCallId;
	return [
		{ type: "tool-result", toolCallId, toolName, output: { type: failed ? "error-text" : "text", value } },
	];
}
