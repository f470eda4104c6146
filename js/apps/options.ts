/** What a page passes, checked before anything is shown. */
import {
	aFunction,
	aSignal,
	aText,
	address,
	anObject,
	type Check,
	copied,
	invalid,
	json,
	listOf,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
	recordOf,
} from "../core/arguments.js";
import { isThisMachine } from "../core/loopback.js";
import { PERMISSIONS } from "./permissions.js";
import type { McpAppOptions } from "./types.js";

const functions = (...names: string[]) =>
	Object.fromEntries(names.map((name) => [name, optional(aFunction)]));
const aTool = objectOf({
	name: aText,
	definition: optional(anObject),
	arguments: optional(anObject),
	result: optional(anObject),
});
const someTools: Check = (what, value) => {
	if (typeof value !== "function") listOf(objectOf({ name: aText }))(what, value);
};

const OPTIONS: Check = objectOf({
	resource: objectOf({ uri: aText }),
	tool: optional(aTool),
	tools: optional(someTools),
	title: optional(aText),
	hostContext: optional(anObject),
	hostInfo: optional(objectOf({ name: aText, version: aText })),
	permissions: optional(listOf(oneOf(PERMISSIONS))),
	maxHeight: optional(number("pixels above 0", (value) => value > 0)),
	words: optional(recordOf(aText)),
	signal: optional(aSignal),
	...functions("callTool", "readResource", "onMessage", "onModelContext", "openLink", "downloadFile"),
	...functions("requestDisplayMode", "onTeardownRequest", "onLog", "audit", "allowDomain"),
});

/**
 * The options, checked; what is JSON in them is a copy, behind whose fields no getter stands.
 *
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function checkedOptions(options: McpAppOptions): McpAppOptions {
	const what = "mountMcpApp: options";
	const given = optionsOf(what, options, OPTIONS);
	const plain = <T>(name: string, value: T): T => {
		const text = json(`${what}.${name}`, value);
		return text === undefined ? value : (JSON.parse(text) as T);
	};
	const { _meta, ...resource } = copied(`${what}.resource`, given.resource);
	const { tool, hostContext } = given;
	const { definition, ...call } = tool ? copied(`${what}.tool`, tool) : {};
	return {
		...given,
		resource: { ...resource, _meta: plain("resource._meta", _meta) },
		...(tool ? { tool: { ...call, name: tool.name, definition: plain("tool.definition", definition) } } : {}),
		...(hostContext ? { hostContext: plain("hostContext", hostContext) } : {}),
	};
}

/** Whether something is an element; one of another window is no instance of ours. */
export const anElement: Check = objectOf({ append: aFunction, getRootNode: aFunction }, "an element");

/**
 * The address of the sandbox page.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it is on the page's own origin, or where anybody on the way could change it.
 */
export function sandboxOf(given: string | URL): URL {
	const what = "mountMcpApp: options.sandboxUrl";
	const url = new URL(address(what, given));
	const isPlainTaken = isThisMachine(url) || location.protocol === "http:";
	if (url.protocol !== "https:" && !(url.protocol === "http:" && isPlainTaken)) {
		throw invalid(what, "must be an https address");
	}
	if (url.origin === location.origin) {
		throw invalid(
			what,
			"must be on another origin than the page: on the same one an app would have all that the page has",
		);
	}
	return url;
}
