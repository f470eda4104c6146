/** Decides whether a proxy's options make sense, before the first request comes. */
import {
	aFlag,
	aFunction,
	aNumber,
	aText,
	type Check,
	listOf,
	objectOf,
	optional,
	recordOf,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { ALLOWED, namingOf } from "./allowed.js";
import { FORMATS } from "./formats.js";
import { isThisMachine } from "../core/loopback.js";
import { quoted, Refusal } from "./refusal.js";
import { extended, type Shape } from "./shape.js";
import type { WireFormat } from "../types/index.js";
import type { KeyStyle, ModelProxyOptions, ProxyLimits, Upstream } from "./types.js";

/** An upstream as the driver wants it. */
export interface Checked {
	readonly name: string;
	readonly format: WireFormat;
	/** Without a slash at the end. */
	readonly url: string;
	readonly keyStyle: KeyStyle;
	readonly headers: { readonly [name: string]: string };
	readonly models: readonly string[];
	/** What is written where a body does not say how long the reply may be. */
	readonly tokenField: string;
	/** What of a body goes up. */
	readonly shape: Shape;
	/** Values of `anthropic-beta` that go up. */
	readonly betas: readonly string[];
	/** Hears what does not go up; may refuse. */
	readonly strange: (what: string) => void;
}

/** Options as the driver wants them. */
export interface Settings {
	readonly upstreams: ReadonlyMap<string, Checked>;
	readonly limits: Required<ProxyLimits>;
	readonly origins: ReadonlySet<string>;
	/** Begins with a slash and ends without one; empty where there is none. */
	readonly basePath: string;
}

const DEFAULT_LIMITS: Required<ProxyLimits> = {
	bodyBytes: 8 * 1024 * 1024,
	bodyBytesPerSecond: 4096,
	maxTokens: 16_384,
	concurrency: 256,
	concurrencyPerSubject: 16,
	requestsPerMinute: Number.POSITIVE_INFINITY,
	idleMs: 120_000,
};

const TEXTS = listOf(aText, "a list of texts");

const keyStyle: Check = (what, value) => {
	if (typeof value !== "string") objectOf({ header: aText }, "'bearer', 'none', or {header}")(what, value);
};

const keys: Check = (what, value) => {
	if (typeof value !== "function") recordOf(optional(aText))(what, value);
};

const UPSTREAM = objectOf({
	format: optional(aText),
	url: optional(aText),
	keyStyle: optional(keyStyle),
	headers: optional(recordOf(aText)),
	allowHttp: optional(aFlag),
	allowFields: optional(TEXTS),
	allowBetas: optional(TEXTS),
	tokenField: optional(aText),
});

/** Of which kind everything is; whether it makes sense is looked at below. */
const OPTIONS = objectOf({
	upstreams: optional(recordOf(UPSTREAM)),
	keys: optional(keys),
	authorize: optional(aFunction),
	allowModels: optional(recordOf(TEXTS)),
	limits: optional(recordOf(optional(aNumber))),
	unknownFields: optional(aText),
	origins: optional(TEXTS),
	basePath: optional(aText),
	onRequest: optional(aFunction),
	fetch: optional(aFunction),
});

/** The options with their defaults. @throws {@link WebMcpError} `invalid_argument`, naming the option. */
export function checked(options: ModelProxyOptions): Settings {
	OPTIONS("createModelProxy: options", options);
	const upstreams = Object.entries(options.upstreams ?? {});
	if (upstreams.length === 0) throw wrong("upstreams is empty: name at least one, as {format, url}.");
	for (const name of Object.keys(options.allowModels ?? {})) {
		if (!Object.hasOwn(options.upstreams, name)) {
			throw wrong(`allowModels.${name} belongs to no upstream; there are ${Object.keys(options.upstreams)}.`);
		}
	}
	const basePath = options.basePath ?? "";
	if (basePath !== "" && !/^(\/[\w.~-]+)+$/.test(basePath)) {
		throw wrong(`basePath is ${JSON.stringify(basePath)}; write it as '/api', or leave it out.`);
	}
	if (![undefined, "drop", "refuse"].includes(options.unknownFields)) {
		throw wrong("unknownFields is 'drop' or 'refuse'.");
	}
	return {
		upstreams: new Map(upstreams.map(([name, upstream]) => [name, checkedUpstream(name, upstream, options)])),
		limits: checkedLimits(options.limits ?? {}),
		origins: new Set((options.origins ?? []).map(checkedOrigin)),
		basePath,
	};
}

function checkedUpstream(name: string, upstream: Upstream, options: ModelProxyOptions): Checked {
	const at = `upstreams.${name}`;
	if (!/^[\w.~-]+$/.test(name) || /^\.+$/.test(name)) {
		throw wrong(`${at}: a name is part of the path; use letters, digits and '-'.`);
	}
	if (!Object.hasOwn(FORMATS, upstream?.format)) {
		throw wrong(
			`${at}.format is ${String(upstream?.format)}; it is one of ${Object.keys(FORMATS).join(", ")}.`,
		);
	}
	const format = FORMATS[upstream.format];
	const keyStyle = upstream.keyStyle ?? format.keyStyle;
	if (typeof keyStyle === "object" ? !headerName(keyStyle.header) : !["bearer", "none"].includes(keyStyle)) {
		throw wrong(`${at}.keyStyle is 'bearer', 'none', or {header} with the name of a header.`);
	}
	const { keys } = options;
	const key =
		typeof keys === "function" ? "asked for later" : keys && Object.hasOwn(keys, name) && keys[name];
	if (keyStyle !== "none" && !(typeof key === "string" && key.trim() !== "")) {
		throw wrong(
			`keys.${name} is missing or empty; where the upstream needs no key, say ${at}.keyStyle: 'none'.`,
		);
	}
	const models = options.allowModels?.[name];
	if (!Array.isArray(models) || !models.every((model) => typeof model === "string" && model !== "")) {
		throw wrong(`allowModels.${name} is missing: list the models that may be asked for, or ['*'] for all.`);
	}
	for (const [header, value] of Object.entries(upstream.headers ?? {})) {
		if (!headerName(header) || !/^[\x20-\x7e]*$/.test(value))
			throw wrong(`${at}.headers.${header} is no header.`);
	}
	const url = checkedUrl(at, upstream.url ?? format.url, upstream.allowHttp === true);
	return {
		name,
		format: upstream.format,
		url: url.href.replace(/\/+$/, ""),
		keyStyle,
		headers: { ...upstream.headers },
		models: [...models],
		tokenField: checkedTokenField(at, upstream, url.hostname),
		shape: fieldsOf(at, upstream),
		betas: names(`${at}.allowBetas`, upstream.allowBetas ?? []),
		strange: options.unknownFields === "refuse" ? refuse : () => undefined,
	};
}

function checkedTokenField(at: string, { format, tokenField }: Upstream, hostname: string): string {
	const { tokenFields } = FORMATS[format];
	if (tokenField !== undefined && !tokenFields.includes(tokenField)) {
		throw wrong(`${at}.tokenField is one of ${tokenFields.join(", ")}.`);
	}
	const own = format === "openai" && /^(?:api\.openai\.com|.*\.openai\.azure\.com)$/.test(hostname);
	return tokenField ?? (own ? "max_completion_tokens" : (tokenFields[0] ?? "max_tokens"));
}

function fieldsOf(at: string, { format, allowFields = [] }: Upstream): Shape {
	const naming = namingOf(format);
	return names(`${at}.allowFields`, allowFields).reduce((shape: Shape, entry) => {
		if (!/^[\w$-]+(?:\.[\w$-]+)*(?:=[\w.:-]+)?$/.test(entry)) {
			throw wrong(`${at}.allowFields has ${JSON.stringify(entry)}; write a path, or path=kind.`);
		}
		return extended(shape, entry.replace(/[^.=]+/g, naming));
	}, ALLOWED[format]);
}

function names(option: string, list: readonly string[]): readonly string[] {
	if (Array.isArray(list) && list.every((name) => typeof name === "string" && name !== "")) return [...list];
	throw wrong(`${option} is no list of names.`);
}

function refuse(what: string): never {
	throw new Refusal(400, `${quoted(what)} is not passed on; leave it out, or ask the proxy's operator.`);
}

function checkedUrl(at: string, text: string, allowHttp: boolean): URL {
	// The text is not repeated: people put keys into queries.
	if (!URL.canParse(text)) throw wrong(`${at}.url is no address.`);
	const url = new URL(text);
	if (url.protocol !== "https:" && url.protocol !== "http:") throw wrong(`${at}.url begins with https://.`);
	if (url.username || url.password || url.search || url.hash) {
		throw wrong(`${at}.url has a user, a query or a fragment; put keys into keys, the rest into headers.`);
	}
	if (url.protocol === "http:" && !allowHttp && !isThisMachine(url)) {
		throw wrong(
			`${at}.url would send the key readable over http:; use https:, or say ${at}.allowHttp: true.`,
		);
	}
	return url;
}

function checkedLimits(limits: ProxyLimits): Required<ProxyLimits> {
	for (const [name, value] of Object.entries(limits)) {
		if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw wrong(`limits.${name} is not known.`);
		if (value !== undefined && !(typeof value === "number" && value > 0)) {
			throw wrong(`limits.${name} is ${String(value)}; give a number above 0, or Infinity.`);
		}
	}
	const given = Object.entries(limits).filter(([, value]) => value !== undefined);
	return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}

function checkedOrigin(origin: string): string {
	if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
	throw wrong(`origins has ${JSON.stringify(origin)}; write each as 'https://app.example', without a path.`);
}

function headerName(name: unknown): boolean {
	return typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

function wrong(what: string): WebMcpError {
	return new WebMcpError("invalid_argument", `createModelProxy: ${what}`);
}
