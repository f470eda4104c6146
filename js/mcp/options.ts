/** Decides whether the options of a client can be used, and what the core is told of them. */
import {
	aFlag,
	aFunction,
	anObject,
	aSignal,
	aText,
	type Check,
	copied,
	invalid,
	milliseconds,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	read,
	recordOf,
} from "../core/arguments.js";
import { isThisMachine } from "../core/loopback.js";
import { capabilitiesOf } from "./answers.js";
import type { McpCallOptions, McpClientOptions } from "./types.js";

const CONNECT_MS = 20_000;
const CALL_MS = 60_000;
const TOTAL_MS = 600_000;
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

const anAddress: Check = must(
	"an http or https address",
	(url) => typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url),
	true,
);

const OPTIONS: Check = objectOf({
	headers: optional(recordOf(aText)),
	clientName: optional(aText),
	clientVersion: optional(aText),
	timeouts: optional(
		objectOf({
			connectMs: optional(milliseconds),
			callMs: optional(milliseconds),
			totalMs: optional(milliseconds),
		}),
	),
	era: optional(oneOf(["auto", "modern", "legacy"])),
	probe: optional(aFlag),
	maxReplyBytes: optional(number("a number of bytes from 1", (bytes) => bytes >= 1)),
	elicit: optional(aFunction),
	sample: optional(aFunction),
	roots: optional(aFunction),
	extensions: optional(anObject),
	auth: optional(objectOf({ authorization: aFunction, authorize: aFunction })),
	recipes: optional(
		must(
			"false or an address",
			(place) => place === false || place instanceof URL || (typeof place === "string" && place !== ""),
		),
	),
	fetch: optional(aFunction),
});

/**
 * The address in full, and a copy of the options.
 *
 * @throws {@link WebMcpError} `invalid_argument`; also where credentials would go over a network that anybody can listen to
 */
export function checked(url: string, options: McpClientOptions): { url: string; options: McpClientOptions } {
	anAddress("McpClient: url", url);
	const kept = copied("McpClient: options", options, OPTIONS);
	const address = new URL(url);
	const isReadable = address.protocol === "http:" && !isThisMachine(address);
	if (isReadable && (kept.auth || hasCredentials(address, kept.headers ?? {}))) {
		throw invalid(
			"McpClient: url",
			"must be https where credentials go along, unless it is this machine's own",
		);
	}
	if (kept.recipes) demandFile(kept.recipes, address);
	const { extensions } = kept;
	if (extensions) kept.extensions = JSON.parse(jsonOf("McpClient: options.extensions", extensions));
	return { url, options: kept };
}

/** What a model is told to do must not be written by whoever is on the way: a server of https has its recipes there too. */
function demandFile(place: string | URL, server: URL): void {
	const url = URL.canParse(String(place), server.href) ? new URL(place, server) : undefined;
	const isSafe = url?.protocol === "https:" || (url && (server.protocol === "http:" || isThisMachine(url)));
	if (url && isSafe && /^https?:$/.test(url.protocol)) return;
	throw invalid(
		"McpClient: options.recipes",
		"must be an http or https address, relative to the server's, and https where the server's is",
	);
}

/** What names credentials, in headers and queries. */
const SECRET =
	/auth(?!ors?$)|key|token|secret|session|passw|passphrase|pwd|cookie|credential|signature|jwt|bearer|(?:^|[-_])(?:pass|pat|pin|sid|sig)(?:$|[-_])/i;
/** What a value begins with that is credentials, whatever header it stands in (RFC 9110, section 11.1). */
const SCHEME =
	/^\s*(?:basic|bearer|digest|dpop|hoba|mutual|negotiate|ntlm|scram-\S+|token|api-?key|aws4-\S+)\s+\S/i;

/** Whether whoever listens would learn credentials. */
function hasCredentials({ username, password, searchParams }: URL, headers: object): boolean {
	return (
		username !== "" ||
		password !== "" ||
		[...searchParams.keys()].some((name) => SECRET.test(name)) ||
		Object.entries(headers).some(([name, value]) => SECRET.test(name) || SCHEME.test(String(value)))
	);
}

const CALL: Check = objectOf({
	signal: optional(aSignal),
	timeoutMs: optional(milliseconds),
	onProgress: optional(aFunction),
	onTask: optional(aFunction),
	isSafe: optional(aFlag),
});

/** A copy of what goes with one request. `what` names the method. */
export function callOptions(what: string, options: McpCallOptions | null | undefined): McpCallOptions {
	return options === undefined || options === null ? {} : copied(`${what}: options`, options, CALL);
}

/**
 * An object as JSON.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it is no object, or JSON cannot hold it
 */
export function jsonOf(what: string, value: object): string {
	anObject(what, value);
	const json = read(what, () => JSON.stringify(value) as string | undefined);
	if (json?.startsWith("{")) return json;
	throw invalid(what, "must be an object also as JSON");
}

/** What the core is told, as JSON. */
export function settingsOf(url: string, options: McpClientOptions): string {
	const { headers, clientName, clientVersion, timeouts, era, probe, maxReplyBytes, auth } = options;
	return JSON.stringify({
		url: new URL(url).href,
		...(headers && { headers }),
		...(clientName && { clientName }),
		...(clientVersion && { clientVersion }),
		...(era && { era }),
		...(probe !== undefined && probe !== null && { probe }),
		connectMs: finite(timeouts?.connectMs ?? CONNECT_MS),
		callMs: finite(timeouts?.callMs ?? CALL_MS),
		totalMs: finite(timeouts?.totalMs ?? TOTAL_MS),
		maxBytes: Math.min(Math.floor(maxReplyBytes ?? MAX_REPLY_BYTES), 2 ** 31 - 1),
		capabilities: capabilitiesOf(options),
		signsIn: auth !== undefined && auth !== null,
		seed: Math.floor(Math.random() * 2 ** 48),
	});
}

/** For ever is 0 there. */
const finite = (ms: number): number => (Number.isFinite(ms) ? ms : 0);
