/** Decides in which order a request is judged before a model behind a key is asked. */
import { readFields } from "./body.js";
import { FORMATS, type Target, targetOf } from "./formats.js";
import { betasUp, judged } from "./judge.js";
import { Places } from "./limits.js";
import { type Checked, checked, type Settings } from "./options.js";
import { corsOf, isLocalRequest, preflight } from "./origin.js";
import { quoted, Refusal } from "./refusal.js";
import { relay } from "./relay.js";
import type { WireFormat } from "../types/index.js";
import type { ModelProxy, ModelProxyOptions, ProxyEntry } from "./types.js";

/** Headers of a client that go up; everything else stays here, above all its own credentials. */
const PASSED_UP = ["accept", "anthropic-version", "idempotency-key"];

/** What is known of a request so far. */
interface Known extends Omit<ProxyEntry, "ms"> {
	format: WireFormat | undefined;
	cors: { [name: string]: string };
	/** The upstream's answer is under way, so that its end is told, not that of the judging. */
	streams: boolean;
}

/**
 * A proxy that keeps the keys of model APIs: pages ask it at `{basePath}/{upstream}/{path of the API}`, and
 * `{basePath}/{upstream}` alone where the API has one path. It answers a `Request` with a `Response`, so it runs
 * wherever `fetch` handlers do: `webmcp-auto-ui/proxy/node` serves it in Node, and Deno, Bun and workerd take
 * `{ fetch: (request) => proxy(request) }`.
 *
 * @throws {@link WebMcpError} `invalid_argument` when the options make no sense.
 */
export function createModelProxy(options: ModelProxyOptions): ModelProxy {
	const settings = checked(options);
	const places = new Places(settings.limits);
	return async (request, bound) => {
		const began = performance.now();
		const known: Known = {
			upstream: undefined,
			model: undefined,
			subject: undefined,
			status: 500,
			bytes: 0,
			outcome: "refused",
			format: undefined,
			cors: {},
			streams: false,
		};
		const tell = () => {
			const { format, cors, streams, ...entry } = known;
			try {
				options.onRequest?.({ ...entry, ms: performance.now() - began });
			} catch {
				// A log that fails must not fail the request.
			}
		};
		let response: Response;
		try {
			response = await answer(request, bound, { options, settings, places, known, tell });
		} catch (error) {
			// Other errors may hold a header in their words.
			const refusal =
				error instanceof Refusal ? error : new Refusal(500, "The proxy failed; tell its operator.");
			if (refusal.status === 499) known.outcome = "client-left";
			response = refusal.response(known.format);
		}
		known.status = response.status;
		if (!known.streams) tell();
		return withHeaders(response, known.cors);
	};
}

interface House {
	options: ModelProxyOptions;
	settings: Settings;
	places: Places;
	known: Known;
	tell: () => void;
}

async function answer(request: Request, bound: "loopback" | undefined, house: House): Promise<Response> {
	const { options, settings, places, known, tell } = house;
	known.cors = corsOf(request, settings);
	const { upstream, target } = routed(new URL(request.url), settings, known);
	if (request.method === "OPTIONS" && request.headers.has("origin")) return preflight(request, known.cors);
	if (request.method !== "POST") {
		throw new Refusal(405, `Models are asked by POST, not by ${quoted(request.method)}.`, { allow: "POST" });
	}
	const refused = await unauthorized(request, bound, house);
	if (refused) return refused;
	const free = places.take(known.subject);
	try {
		const { idleMs, maxTokens } = settings.limits;
		const fields = await readFields(request, settings.limits);
		const { model, text } = judged(fields, upstream, target.model, maxTokens);
		known.model = model;
		const secret = await keyOf(upstream, request, options);
		const response = await relay({
			name: upstream.name,
			url: `${upstream.url}/${target.path}`,
			headers: headersUp(upstream, request, secret),
			body: text,
			secret,
			idleMs,
			signal: request.signal,
			fetch: options.fetch ?? ((url, init) => fetch(url, init)),
			ended: (outcome, bytes) => {
				free();
				Object.assign(known, { outcome, bytes });
				// An answer without a body ends before its status is known here.
				if (known.streams) tell();
			},
		});
		known.streams = response.body !== null;
		return response;
	} catch (error) {
		free();
		throw error;
	}
}

function routed(url: URL, settings: Settings, known: Known): { upstream: Checked; target: Target } {
	const { basePath, upstreams } = settings;
	const [, name = "", path = ""] =
		(url.pathname.startsWith(basePath) &&
			/^\/([^/]+)(?:\/(.*))?$/.exec(url.pathname.slice(basePath.length))) ||
		[];
	const upstream = upstreams.get(name);
	if (!upstream)
		throw new Refusal(404, "There is no such upstream here; the path begins with the name of one.");
	known.upstream = name;
	known.format = upstream.format;
	const target = targetOf(upstream.format, path, url.searchParams);
	if (target) return { upstream, target };
	const asked = FORMATS[upstream.format].path ?? "models/{model}:streamGenerateContent";
	throw new Refusal(404, `Only ${asked} may be asked of '${name}'.`);
}

/** Finds out who asks; gives `authorize`'s own response where it has one. */
async function unauthorized(request: Request, bound: "loopback" | undefined, house: House) {
	const { options, known } = house;
	if (!options.authorize) {
		if (bound === "loopback" && isLocalRequest(request)) return undefined;
		throw new Refusal(
			403,
			"This proxy has no authorize, so it serves this machine only, bound to loopback. Its operator can set authorize.",
		);
	}
	const { method, headers } = request;
	const said = await options.authorize(new Request(request.url, { method, headers }));
	if (said instanceof Response) return said;
	if (!said) throw new Refusal(401, "You may not ask this proxy; sign in first.");
	const subject = typeof said === "object" ? said.subject : undefined;
	if (subject !== undefined && typeof subject !== "string") throw new TypeError("subject is no text");
	known.subject = subject;
	return undefined;
}

async function keyOf(upstream: Checked, request: Request, { keys }: ModelProxyOptions): Promise<string> {
	if (upstream.keyStyle === "none") return "";
	const key = typeof keys === "function" ? await keys(upstream.name, request) : keys?.[upstream.name];
	// Files end in a line break.
	const bare = typeof key === "string" ? key.trim() : "";
	if (/^[\x21-\x7e]+$/.test(bare)) return bare;
	throw new Refusal(500, `The proxy has no usable key for '${upstream.name}'; its operator has to set one.`);
}

function headersUp(upstream: Checked, request: Request, secret: string): Headers {
	const { format, keyStyle, headers } = upstream;
	const up = new Headers(FORMATS[format].headers);
	const betas = betasUp(request.headers.get("anthropic-beta"), upstream);
	if (betas) up.set("anthropic-beta", betas);
	for (const name of PASSED_UP) {
		const value = request.headers.get(name);
		if (value !== null) up.set(name, value);
	}
	for (const [name, value] of Object.entries(headers)) up.set(name, value);
	up.set("content-type", "application/json");
	// What is compressed comes in blocks, not word by word.
	up.set("accept-encoding", "identity");
	if (typeof keyStyle === "object") up.set(keyStyle.header, secret);
	else if (keyStyle === "bearer") up.set("authorization", `Bearer ${secret}`);
	return up;
}

function withHeaders(response: Response, more: { [name: string]: string }): Response {
	if (Object.keys(more).length === 0) return response;
	// The headers of some responses, such as Response.redirect()'s, cannot be changed.
	const headers = new Headers(response.headers);
	for (const [name, value] of Object.entries(more)) {
		if (name === "vary") headers.append(name, value);
		else headers.set(name, value);
	}
	return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
