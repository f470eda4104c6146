/** What the page answers to what servers ask. */
import { WebMcpError } from "../core/errors.js";
import type { Json, JsonObject } from "../types/index.js";
import type { McpAsked, McpClientOptions, McpElicitRequest, McpElicitResult } from "./types.js";

const ACTIONS = ["accept", "decline", "cancel"];

/** What is told servers that the page can do. */
export function capabilitiesOf({ elicit, sample, roots, extensions }: McpClientOptions): JsonObject {
	return {
		...(elicit && { elicitation: { form: {}, url: {} } }),
		...(sample && { sampling: {} }),
		...(roots && { roots: {} }),
		...(extensions && { extensions }),
	};
}

/** Answers one question. */
export async function answer(
	{ elicit, sample, roots }: McpClientOptions,
	method: string,
	params: JsonObject,
	signal: AbortSignal,
): Promise<Json> {
	const asked: McpAsked = { signal };
	if (method === "elicitation/create" && elicit) {
		const request = params as unknown as McpElicitRequest;
		return withDefaults(request, await elicit(request, asked));
	}
	if (method === "sampling/createMessage" && sample) return sample(params, asked);
	if (method === "roots/list" && roots) {
		return {
			roots: (await roots(asked)).map(({ uri, name }) => ({ uri, ...(name !== undefined && { name }) })),
		};
	}
	throw new WebMcpError("unsupported", `This page does not answer ${method}.`);
}

/** What was accepted, with the defaults of the form where a field was left out (SEP-1034). */
function withDefaults(request: McpElicitRequest, result: McpElicitResult): JsonObject {
	const { action, content } = Object(result) as Partial<McpElicitResult>;
	if (!action || !ACTIONS.includes(action)) {
		const problem = `options.elicit must resolve with {action}, one of ${ACTIONS.join(", ")}.`;
		throw new WebMcpError("invalid_argument", problem);
	}
	if (action !== "accept" || request.mode === "url") return { action };
	const properties = Object(request.requestedSchema?.properties) as { [name: string]: { default?: Json } };
	const defaults = Object.entries(properties).flatMap(([name, field]) =>
		field?.default === undefined ? [] : [[name, field.default] as const],
	);
	return { action, content: { ...Object.fromEntries(defaults), ...content } };
}
