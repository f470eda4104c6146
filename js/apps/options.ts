/** What a page passes, checked before anything is shown. */
import {
	aFunction,
	aSignal,
	aText,
	address,
	anObject,
	type Check,
	invalid,
	listOf,
	number,
	objectOf,
	oneOf,
	optional,
} from "../core/arguments.js";
import { PERMISSIONS } from "./resource.js";

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

/** The check of the options of `mountMcpApp`. */
export const OPTIONS: Check = objectOf({
	resource: objectOf({ uri: aText }),
	tool: optional(aTool),
	tools: optional(someTools),
	title: optional(aText),
	hostContext: optional(anObject),
	hostInfo: optional(objectOf({ name: aText, version: aText })),
	permissions: optional(listOf(oneOf(PERMISSIONS))),
	maxHeight: optional(number("pixels above 0", (value) => value > 0)),
	words: optional(anObject),
	signal: optional(aSignal),
	...functions("callTool", "readResource", "onMessage", "onModelContext", "openLink", "downloadFile"),
	...functions("requestDisplayMode", "onTeardownRequest", "onLog", "audit", "allowDomain"),
});

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
	const isNear = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url.protocol !== "https:" && !(url.protocol === "http:" && (isNear || location.protocol === "http:"))) {
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
