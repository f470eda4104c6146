/** What the model reads: the history as prompts, the tools in words, and the schema that holds its answer. */
import type { ChatMessage, ChatOptions, ContentBlock, JsonObject, ProviderTool } from "../types/index.js";
import type { Prompt } from "./language-model.js";

const FORM =
	'Answer with one JSON object: {"say": text} to tell the person something, or {"call": tool, "arguments": object} to call one tool. You are told its result and go on.';

/** The system's text, with the tools and the form of an answer where there are any. */
export function systemOf(messages: ChatMessage[], tools: readonly ProviderTool[], system = ""): string {
	const own = messages.filter(({ role }) => role === "system").map(({ content }) => wordsOf(content));
	const described = tools.map(
		({ name, description, input_schema: schema }) =>
			`- ${name}: ${description}\n  arguments: ${JSON.stringify(schema)}`,
	);
	const offer = tools.length > 0 ? [`${FORM}\nTools:\n${described.join("\n")}`] : [];
	return [system, ...own, ...offer].filter((part) => part !== "").join("\n\n");
}

/** The history without the system's; an answer of the model as it has written it. */
export function promptsOf(messages: ChatMessage[], tools: readonly ProviderTool[]): Prompt[] {
	const names = new Map<string, string>();
	return messages.flatMap(({ role, content }): Prompt[] => {
		if (role === "system") return [];
		const blocks: ContentBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
		const lines = blocks.flatMap((block): string[] => {
			switch (block.type) {
				case "text":
					if (block.text === "") return [];
					return [
						role === "assistant" && tools.length > 0 ? JSON.stringify({ say: block.text }) : block.text,
					];
				case "tool_use":
					names.set(block.id, block.name);
					return [callText(block.name, block.input)];
				case "tool_result": {
					const what = block.is_error ? "failed" : "answered";
					return [`${names.get(block.tool_use_id) ?? "The tool"} ${what}: ${block.content}`];
				}
				default:
					return [];
			}
		});
		return lines.length > 0 ? [{ role, content: lines.join("\n") }] : [];
	});
}

/** What prompts are told apart by. */
export const keysOf = (prompts: Prompt[]): string[] => prompts.map((prompt) => JSON.stringify(prompt));

/** A call as the model writes it. */
export function callText(name: string, input: JsonObject): string {
	return JSON.stringify({ call: name, arguments: input });
}

/**
 * What the answer has to be: nothing where it may be any text.
 *
 * @param isLoose leaves the arguments open, for browsers that take only some of JSON Schema
 */
export function constraintOf(
	tools: readonly ProviderTool[],
	choice: ChatOptions["toolChoice"],
	isLoose: boolean,
): object | undefined {
	if (tools.length === 0) return undefined;
	const say = closed({ say: { type: "string" } });
	if (choice === "none") return say;
	const named = typeof choice === "object" ? tools.filter(({ name }) => name === choice.name) : tools;
	const calls = named.map(({ name, input_schema: schema }) =>
		closed({ call: { enum: [name] }, arguments: isLoose ? { type: "object" } : schema }),
	);
	const mustCall = choice === "required" || typeof choice === "object";
	return { anyOf: mustCall && calls.length > 0 ? calls : [say, ...calls] };
}

function closed(properties: { [name: string]: object }): object {
	return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function wordsOf(content: string | ContentBlock[]): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
