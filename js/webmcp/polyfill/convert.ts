/** Takes what a page passes as WebIDL would: the same order, the same TypeErrors. */
import type { ToolHints } from "../types.js";

type Fields = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is object =>
	(typeof value === "object" && value !== null) || typeof value === "function";

function text(name: string, value: unknown): string {
	if (typeof value === "symbol") throw new TypeError(`${name} cannot be a symbol.`);
	return `${value}`;
}

const wellFormed = (given: string): string => given.replace(/\p{Surrogate}/gu, "\uFFFD");

function dictionary(name: string, value: unknown): Fields {
	if (value === undefined || value === null) return {};
	if (!isObject(value)) throw new TypeError(`${name} is no object.`);
	return value as Fields;
}

function object(name: string, value: unknown): object {
	if (!isObject(value)) throw new TypeError(`${name} is no object.`);
	return value;
}

function required<T>(name: string, value: unknown, take: (name: string, value: unknown) => T): T {
	if (value === undefined) throw new TypeError(`${name} is required.`);
	return take(name, value);
}

function optional<T>(name: string, value: unknown, take: (name: string, value: unknown) => T): T | undefined {
	return value === undefined ? undefined : take(name, value);
}

function callback(name: string, value: unknown): (...given: unknown[]) => unknown {
	if (typeof value !== "function") throw new TypeError(`${name} is no function.`);
	return value as (...given: unknown[]) => unknown;
}

/** A signal of another window is one too, so its own getter is asked instead of `instanceof`. */
function signal(name: string, value: unknown): AbortSignal {
	const aborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")?.get;
	try {
		aborted?.call(value);
	} catch {
		throw new TypeError(`${name} is no AbortSignal.`);
	}
	return value as AbortSignal;
}

function texts(name: string, value: unknown): string[] {
	const list = object(name, value) as Partial<Iterable<unknown>>;
	if (typeof list[Symbol.iterator] !== "function") throw new TypeError(`${name} is no list.`);
	return [...(list as Iterable<unknown>)].map((one) => wellFormed(text(name, one)));
}

function hints(name: string, value: unknown): Required<ToolHints> {
	const given = dictionary(name, value);
	return {
		consequentialHint: Boolean(given.consequentialHint),
		debugging: Boolean(given.debugging),
		readOnlyHint: Boolean(given.readOnlyHint),
		untrustedContentHint: Boolean(given.untrustedContentHint),
	};
}

/** A tool to be registered. Members are read in the order of their names, as WebIDL says. */
export function toolOf(value: unknown) {
	const given = dictionary("tool", value);
	const annotations = optional("tool.annotations", given.annotations, hints);
	const description = required("tool.description", given.description, text);
	const execute = required("tool.execute", given.execute, callback);
	const inputSchema = optional("tool.inputSchema", given.inputSchema, object);
	const name = required("tool.name", given.name, text);
	const title = optional("tool.title", given.title, text);
	return {
		annotations,
		description,
		execute,
		inputSchema,
		name,
		title: title === undefined ? undefined : wellFormed(title),
	};
}

/** Options of `registerTool`. */
export function registerOptions(value: unknown) {
	const given = dictionary("options", value);
	return {
		exposedTo: optional("options.exposedTo", given.exposedTo, texts),
		signal: optional("options.signal", given.signal, signal),
	};
}

/** Options of `getTools`. */
export function getOptions(value: unknown) {
	return {
		fromOrigins: optional("options.fromOrigins", dictionary("options", value).fromOrigins, texts),
	};
}

/** Options of `executeTool`. */
export function executeOptions(value: unknown) {
	return { signal: optional("options.signal", dictionary("options", value).signal, signal) };
}

function aWindow(name: string, value: unknown): Window {
	try {
		// Readable across origins too.
		if (isObject(value) && (value as Window).window === value) return value as Window;
	} catch {
		// No window, then.
	}
	throw new TypeError(`${name} is no Window.`);
}

/** A tool to be called: what `getTools` gave, or an object like it. */
export function registeredTool(value: unknown) {
	const given = dictionary("tool", value);
	optional("tool.annotations", given.annotations, hints);
	required("tool.description", given.description, text);
	optional("tool.inputSchema", given.inputSchema, object);
	const name = required("tool.name", given.name, text);
	const origin = wellFormed(required("tool.origin", given.origin, text));
	optional("tool.title", given.title, text);
	return { name, origin, window: required("tool.window", given.window, aWindow) };
}

/** What a tool is called with. */
export function inputOf(value: unknown): object {
	if (value === undefined) return {};
	if (!isObject(value)) throw new TypeError("invalid input object: value is not an object");
	return value;
}

/**
 * As JSON text.
 *
 * @throws TypeError where nothing is left of it, and what its own `toJSON` throws.
 */
export function jsonText(name: string, value: object): string {
	const written = JSON.stringify(value);
	if (written === undefined) throw new TypeError(`${name}: toJSON() returns undefined`);
	return written;
}
