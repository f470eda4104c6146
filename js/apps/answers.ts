/** What an app can ask for, and which function of the page does it. */
import type { Json, JsonObject } from "../types/index.js";
import { isVisibleTo, type McpAppToolDefinition } from "./app-of.js";
import type { Asking } from "./asking.js";
import type { Answer, Answers } from "./calls.js";
import type { Context } from "./context.js";
import { filesOf } from "./files.js";
import { isDisplayMode } from "./info.js";
import { linkOf } from "./link.js";
import type { McpAppInfo, McpAppOptions } from "./types.js";
import { INVALID_PARAMS, isRecord, REFUSED, Refusal } from "./wire.js";

const MAX_BLOCKS = 100;
/** What a block of content has beside its type, as texts. */
const BLOCKS: { readonly [type: string]: readonly string[] } = {
	text: ["text"],
	image: ["data", "mimeType"],
	audio: ["data", "mimeType"],
	resource: [],
	resource_link: ["uri"],
};

/** What answers need beside the page's functions. */
export interface AnswerParts {
	readonly context: Context;
	app(): McpAppInfo | undefined;
	/** Asks the person. */
	readonly asking: Pick<Asking, "openLink" | "saveFiles">;
}

/** All that an app can ask for where the page has these functions. */
export function answersOf(options: McpAppOptions, parts: AnswerParts): Answers {
	const { callTool, readResource, onMessage, onModelContext, openLink, downloadFile } = options;
	const answers = new Map<string, Answer>();
	answers.set("ui/open-link", async ({ url }, call) => {
		const link = linkOf(url);
		const work = openLink ? openLink(link.href, call) : parts.asking.openLink(link, call.signal);
		return done(await work, "The link was not opened.");
	});
	answers.set("ui/download-file", async (params, call) => {
		const files = filesOf(params);
		const work = downloadFile ? downloadFile(files, call) : parts.asking.saveFiles(files, call.signal);
		return done(await work, "The files were not saved.");
	});
	answers.set("ui/request-display-mode", ({ mode }, call) => changeMode(mode, call, options, parts));
	if (callTool) {
		answers.set("tools/call", async ({ name, arguments: args = {} }, call) => {
			if (typeof name !== "string" || !isRecord(args)) throw wrong("'name' and 'arguments' of a tool");
			const tool = toolsOf(options).find((one) => one.name === name);
			// Whether there is such a tool, the app has no need to know.
			if (!tool || !isVisibleTo("app", tool)) throw wrong(`a tool that is this app's to call, not '${name}'`);
			return callTool(name, args, call);
		});
	}
	if (readResource) {
		answers.set("resources/read", async ({ uri }, call) => {
			if (typeof uri !== "string") throw wrong("a 'uri'");
			return { contents: await readResource(uri, call) };
		});
	}
	if (onMessage) {
		answers.set("ui/message", async ({ role, content }, call) => {
			if (role !== "user") throw wrong("the role 'user'");
			const taken = await onMessage({ role, content: blocksOf(content) }, call);
			return done(taken, "The message was not taken.");
		});
	}
	if (onModelContext) {
		answers.set("ui/update-model-context", async ({ content, structuredContent }, call) => {
			if (structuredContent !== undefined && !isRecord(structuredContent)) {
				throw wrong("an object 'structuredContent'");
			}
			const context = {
				...(content === undefined ? {} : { content: blocksOf(content) }),
				...(structuredContent === undefined ? {} : { structuredContent }),
			};
			return done(await onModelContext(context, call), "The context was not taken.");
		});
	}
	return answers;
}

/** What the host says of itself that it can do; the same as it has answers for. */
export function capabilitiesOf(answers: Answers): JsonObject {
	const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} };
	const has = (method: string, capability: JsonObject) => (answers.has(method) ? capability : {});
	return {
		openLinks: {},
		downloadFile: {},
		logging: {},
		...has("tools/call", { serverTools: {} }),
		...has("resources/read", { serverResources: {} }),
		...has("ui/message", { message: content }),
		...has("ui/update-model-context", { updateModelContext: { ...content, structuredContent: {} } }),
	};
}

function toolsOf({ tools, tool }: McpAppOptions): readonly McpAppToolDefinition[] {
	if (tools) return typeof tools === "function" ? tools() : tools;
	return tool ? [{ ...tool.definition, name: tool.name }] : [];
}

const wrong = (wanted: string) => new Refusal(INVALID_PARAMS, `What is wanted is ${wanted}.`);

function done(given: unknown, otherwise: string): JsonObject {
	if (given === false) throw new Refusal(REFUSED, otherwise);
	return {};
}

/** The specification has one block in its text and a list in its schema. */
function blocksOf(content: Json | undefined): readonly JsonObject[] {
	const blocks = Array.isArray(content) ? content : [content];
	const fits = (block: Json | undefined): block is JsonObject => {
		if (!isRecord(block) || typeof block.type !== "string" || !Object.hasOwn(BLOCKS, block.type))
			return false;
		if (block.type === "resource" && !isRecord(block.resource)) return false;
		return BLOCKS[block.type]?.every((name) => typeof block[name] === "string") ?? false;
	};
	if (blocks.length > MAX_BLOCKS || !blocks.every(fits)) {
		throw wrong(`'content' of at most ${MAX_BLOCKS} blocks: ${Object.keys(BLOCKS).join(", ")}`);
	}
	return blocks;
}

const changeMode: (
	mode: Json | undefined,
	call: { readonly signal: AbortSignal },
	options: McpAppOptions,
	parts: AnswerParts,
) => Promise<JsonObject> = async (mode, call, { requestDisplayMode }, { context, app }) => {
	if (!isDisplayMode(mode)) throw wrong("a 'mode': inline, fullscreen or pip");
	const { displayMode, availableDisplayModes } = context.now;
	const own = app()?.availableDisplayModes;
	const isPossible = availableDisplayModes.includes(mode) && (own?.includes(mode) ?? true);
	if (!isPossible || !requestDisplayMode || mode === displayMode) return { mode: displayMode };
	const shown = await requestDisplayMode(mode, call);
	if (isDisplayMode(shown)) context.change({ displayMode: shown });
	return { mode: context.now.displayMode };
};
