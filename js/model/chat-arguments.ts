/** Decides whether what a page asks a model can be read, for the models that the core does not read it for. */
import {
	aFlag,
	aFunction,
	aNumber,
	anObject,
	aSignal,
	aText,
	type Check,
	listOf,
	objectOf,
	optional,
} from "../core/arguments.js";

const IMAGE = objectOf({ data: aText, mediaType: aText });

/** What a block holds, by its type; types that are not known are passed on. */
const BLOCKS: ReadonlyMap<unknown, Check> = new Map([
	["text", objectOf({ text: aText })],
	["image", IMAGE],
	["reasoning", objectOf({ text: aText })],
	["tool_use", objectOf({ id: aText, name: aText, input: anObject })],
	["tool_result", objectOf({ tool_use_id: aText, content: aText, images: optional(listOf(IMAGE)) })],
]);

const aBlock: Check = (what, value) => {
	objectOf({ type: aText })(what, value);
	BLOCKS.get((value as { type: string }).type)?.(what, value);
};

const content: Check = (what, value) => {
	if (typeof value !== "string") listOf(aBlock, "a text or a list of blocks")(what, value);
};

/** Messages. */
export const aConversation: Check = listOf(objectOf({ role: aText, content }), "a list of messages");

const TOOLS = listOf(objectOf({ name: aText, description: aText, input_schema: anObject }));

const toolChoice: Check = (what, value) => {
	if (value === undefined || typeof value === "string") return;
	objectOf({ name: aText }, "'auto', 'none', 'required' or {name}")(what, value);
};

const OPTIONS = optional(
	objectOf({
		signal: optional(aSignal),
		system: optional(aText),
		maxTokens: optional(aNumber),
		temperature: optional(aNumber),
		topK: optional(aNumber),
		toolChoice,
		parallelToolCalls: optional(aFlag),
		onDelta: optional(aFunction),
		onToken: optional(aFunction),
		onReasoning: optional(aFunction),
		onArguments: optional(aFunction),
	}),
);

/** A model of the page, or one of this package. */
export const aProvider: Check = objectOf(
	{ chat: aFunction },
	"an object with chat(messages, tools, options)",
);

/** Fails with `invalid_argument` on what no model could be asked: the arguments of a provider's `chat`. */
export function checkChat(messages: unknown, tools: unknown, options: unknown): void {
	aConversation("chat: messages", messages);
	TOOLS("chat: tools", tools);
	OPTIONS("chat: options", options);
}
