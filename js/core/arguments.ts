/** Decides whether what a page passes in can be used: what is of a wrong kind is named, with what it must be. */
import { WebMcpError } from "./errors.js";

/** Throws `invalid_argument` unless `value` fits. `what` names function and argument, such as `filterRecipes: query`. */
export type Check = (what: string, value: unknown) => void;

/** The error about `what`; `problem` says what is wrong with it, in words that follow its name. */
export function invalid(what: string, problem: string): WebMcpError {
	return new WebMcpError("invalid_argument", `${what} ${problem}.`);
}

/**
 * What `look` finds in something that the page passed as `what`.
 *
 * @throws {@link WebMcpError} `invalid_argument` where looking throws, as getters and proxies may.
 */
export function read<T>(what: string, look: () => T): T {
	try {
		return look();
	} catch (error) {
		throw invalid(what, `cannot be read (${reasonOf(error)})`);
	}
}

/**
 * A check.
 *
 * @param wanted - What the value must be, in words that follow "must be".
 * @param shows - Whether a number or a text that does not fit is repeated; a text may hold a secret.
 */
export function must(wanted: string, fits: (value: unknown) => boolean, shows = false): Check {
	return (what, value) => {
		if (read(what, () => fits(value))) return;
		throw invalid(what, `must be ${wanted}, not ${(shows && shown(value)) || wordsFor(value)}`);
	};
}

/** A check of a number. */
export function number(wanted: string, fits: (value: number) => boolean): Check {
	return must(wanted, (value) => typeof value === "number" && fits(value), true);
}

/** Any text. */
export const aText: Check = must("a text", (value) => typeof value === "string");
/** Any number, `Infinity` among them. */
export const aNumber: Check = number("a number", (value) => !Number.isNaN(value));
/** A switch. */
export const aFlag: Check = must("true or false", (value) => typeof value === "boolean");
/** Any function. */
export const aFunction: Check = must("a function", (value) => typeof value === "function");
/** A time that may be endless. */
export const milliseconds: Check = number("milliseconds from 0", (value) => value >= 0);

/** A check of a text out of a closed set. */
export function oneOf(texts: readonly string[]): Check {
	return must(`one of ${texts.join(", ")}`, (value) => texts.includes(value as string), true);
}

/** The check for what may be left out; `null` is left out as well, as the core has it. */
export function optional(check: Check): Check {
	return (what, value) => {
		if (value !== undefined && value !== null) check(what, value);
	};
}

/** A check of an object, and of some of its fields. */
export function objectOf(fields: { readonly [name: string]: Check }, wanted = "an object"): Check {
	const is = must(wanted, (value) => typeof value === "object" && value !== null && !isArray(value));
	return (what, value) => {
		is(what, value);
		for (const [name, check] of Object.entries(fields)) {
			const at = `${what}.${name}`;
			const field = read(at, () => (value as { [name: string]: unknown })[name]);
			check(at, field);
		}
	};
}

/** Any object that is no list. */
export const anObject: Check = objectOf({});

/** A check of an object whose fields, however they are called, are all of one kind. */
export function recordOf(check: Check): Check {
	return (what, value) => {
		anObject(what, value);
		for (const [name, one] of read(what, () => Object.entries(value as object)))
			check(`${what}.${name}`, one);
	};
}

/** A check of a list and of each of its items. */
export function listOf(check: Check, wanted = "a list"): Check {
	const is = must(wanted, isArray);
	return (what, value) => {
		is(what, value);
		const items = value as readonly unknown[];
		const length = read(what, () => items.length);
		// One by one and not as a copy: a list may be nothing but long.
		for (let place = 0; place < length; place += 1) {
			const at = `${what}[${place}]`;
			const item = read(at, () => items[place]);
			check(at, item);
		}
	};
}

/** What ends work early; one of another window is no instance of ours. */
export const aSignal: Check = objectOf({ aborted: aFlag, addEventListener: aFunction }, "an AbortSignal");

/** A Worker; tests have their own. */
export const aWorker: Check = objectOf(
	{ addEventListener: aFunction, postMessage: aFunction, terminate: aFunction },
	"a Worker",
);

/** A copy of an object that the page passed; no getter stands behind its fields. */
export function copied<T extends object>(what: string, value: T, check: Check = anObject): T {
	check(what, value);
	return read(what, () => ({ ...value }));
}

/** As {@link copied}, without fields that are `null`: for the core too they are left out. */
export function optionsOf<T extends object>(what: string, value: T, check: Check = anObject): T {
	const given = Object.entries(copied(what, value, check)).filter(([, field]) => field !== null);
	return Object.fromEntries(given) as T;
}

/** The value as JSON text; `undefined` where JSON has no place for it. */
export function json(what: string, value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch (error) {
		throw invalid(what, `cannot be written as JSON (${reasonOf(error)})`);
	}
}

/** An absolute address; relative ones are the page's. Texts are not repeated: people put keys into addresses. */
export function address(what: string, value: unknown): string {
	try {
		if ((typeof value === "string" && value !== "") || value instanceof URL) {
			return new URL(value, typeof document === "undefined" ? import.meta.url : document.baseURI).href;
		}
	} catch {
		// Said below.
	}
	throw invalid(what, "must be an address");
}

function reasonOf(error: unknown): string {
	try {
		return error instanceof Error ? error.message : String(error);
	} catch {
		return "for a reason that cannot be told";
	}
}

function shown(value: unknown): string | undefined {
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? `'${value}'` : undefined;
}

/** As the core says it. */
function wordsFor(value: unknown): string {
	if (value === undefined || value === null || Number.isNaN(value)) return String(value);
	if (isArray(value)) return "an array";
	return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isArray(value: unknown): boolean {
	try {
		return Array.isArray(value);
	} catch {
		// A proxy that was revoked is nothing any more.
		return false;
	}
}
