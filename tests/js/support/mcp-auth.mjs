/** An MCP server that wants tokens and its authorization server, strict, on loopback, and every rule of theirs can be broken. */
import { createHash, randomUUID } from "node:crypto";
import { createMcpAuth } from "../../../pkg/mcp-auth/index.js";
import { serve } from "../serve.mjs";

export const REDIRECT = "http://127.0.0.1:9/callback";

/** Draws the same in every run. */
export function random(seed) {
	let state = seed;
	const number = (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const pick = (list) => list[number(list.length)];
	const text = (length, letters) => Array.from({ length }, () => pick([...letters])).join("");
	return { number, pick, text };
}

/**
 * @typedef {object} Rules what the two servers do otherwise; all may be changed while they run
 * @property {string} [mcpPath]
 * @property {string} [issuerPath]
 * @property {string[]} [resourceAt] paths of the resource's metadata
 * @property {(document: object) => unknown} [resource] what stands there
 * @property {string[]} [metadataAt] paths of the authorization server's metadata
 * @property {(document: object) => unknown} [metadata]
 * @property {(token: object | undefined, request: object) => string | undefined} [challenge] WWW-Authenticate of a 401
 * @property {(token: object | undefined) => { status: number, challenge?: string } | undefined} [refuse]
 * @property {(parameters: object, query: object) => object | [string, string][]} [answer] what the person comes back with
 * @property {(body: object) => { status?: number, body: object } | undefined} [register]
 * @property {(body: object) => { status?: number, body: unknown } | undefined | Promise<unknown>} [token]
 * @property {number} [expiresIn] seconds
 * @property {boolean} [isOne] the MCP server is its own authorization server
 * @property {boolean} [isAsked] whoever comes to sign in finds a page with two links, to allow it and to deny it
 * @property {(message: object) => { status?: number, body?: unknown }} [speak] what the MCP server says to whoever has a token
 */

const consent = (/** @type {URL} */ yes, /** @type {URL} */ no) => {
	const link = (/** @type {URL} */ to, /** @type {string} */ text) =>
		`<p><a href="${to.href.replaceAll("&", "&amp;")}">${text}</a></p>`;
	return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Sign in</title><h1>Sign in</h1>${link(yes, "Allow")}${link(no, "Deny")}`;
};

/** @param {Rules} rules */
export async function world(rules = {}) {
	const seen = [];
	const codes = new Map();
	const tokens = new Map();
	const renewals = new Map();
	const clients = new Map();
	const self = { rules, seen, tokens, clients, reused: 0, issued: 0 };

	const reply = (response, status, body, headers = {}) => {
		response.writeHead(status, {
			"content-type": typeof body === "string" ? "text/html" : "application/json",
			"access-control-allow-origin": "*",
			"access-control-allow-headers": "*, authorization",
			"access-control-expose-headers": "www-authenticate",
			...headers,
		});
		response.end(typeof body === "string" ? body : JSON.stringify(body));
	};
	const note = (side, request, text) => {
		const url = new URL(request.url, "http://x");
		const form = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
		const body = form ? Object.fromEntries(new URLSearchParams(text)) : text && JSON.parse(text);
		const entry = {
			side,
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: request.headers,
			body,
		};
		if (request.method !== "OPTIONS") seen.push(entry);
		return entry;
	};

	const grant = (parts) => {
		self.issued += 1;
		const token = { value: `token-${randomUUID()}`, ...parts };
		const renewal = { value: `renewal-${randomUUID()}`, token };
		tokens.set(token.value, token);
		renewals.set(renewal.value, renewal);
		return {
			access_token: token.value,
			token_type: "Bearer",
			...(self.rules.expiresIn === undefined ? {} : { expires_in: self.rules.expiresIn }),
			refresh_token: renewal.value,
			...(parts.scope === undefined ? {} : { scope: parts.scope }),
		};
	};

	const isClient = (id, request) => {
		const { secret, method } = clients.get(id) ?? {};
		const basic = request.headers.authorization;
		if (method === "client_secret_basic") {
			const wanted = [id, secret].map((part) => encodeURIComponent(part).replaceAll("%20", "+")).join(":");
			return basic === `Basic ${Buffer.from(wanted).toString("base64")}` && !request.body.client_secret;
		}
		if (basic) return false;
		return request.body.client_id === id && request.body.client_secret === secret;
	};

	const tokenFor = (request) => {
		const { body } = request;
		if (body.grant_type === "authorization_code") {
			const code = codes.get(body.code);
			codes.delete(body.code);
			const isProven =
				code && createHash("sha256").update(body.code_verifier).digest("base64url") === code.challenge;
			if (!isProven || body.redirect_uri !== code.redirect || body.resource !== code.resource) {
				return { status: 400, body: { error: "invalid_grant" } };
			}
			if (!isClient(code.client, request)) return { status: 401, body: { error: "invalid_client" } };
			return { body: grant({ client: code.client, scope: code.scope, resource: code.resource }) };
		}
		const renewal = renewals.get(body.refresh_token);
		if (!renewal || body.resource !== renewal.token.resource) {
			return { status: 400, body: { error: "invalid_grant" } };
		}
		if (!isClient(renewal.token.client, request)) return { status: 401, body: { error: "invalid_client" } };
		if (renewal.isUsed) {
			self.reused += 1;
			return { status: 400, body: { error: "invalid_grant", error_description: "used twice" } };
		}
		renewal.isUsed = true;
		tokens.delete(renewal.token.value);
		const { client, scope, resource } = renewal.token;
		return { body: grant({ client, scope, resource }) };
	};

	const authorizationServer = async (request, response, text) => {
		const entry = note("authorization", request, text);
		if (entry.method === "OPTIONS") return reply(response, 204, "");
		const prefix = self.rules.issuerPath ?? "";
		const metadataAt = self.rules.metadataAt ?? [`/.well-known/oauth-authorization-server${prefix}`];
		const base = self.rules.isOne ? self.origin : self.authorizationOrigin;
		if (metadataAt.includes(entry.path)) {
			const document = {
				issuer: self.issuer,
				authorization_endpoint: `${base}${prefix}/authorize`,
				token_endpoint: `${base}${prefix}/token`,
				registration_endpoint: `${base}${prefix}/register`,
				revocation_endpoint: `${base}${prefix}/revoke`,
				response_types_supported: ["code"],
				code_challenge_methods_supported: ["S256"],
				token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
				authorization_response_iss_parameter_supported: true,
			};
			return reply(response, 200, self.rules.metadata?.(document) ?? document);
		}
		if (entry.path === `${prefix}/register`) {
			const ruled = self.rules.register?.(entry.body);
			if (ruled) {
				const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = ruled.body;
				if (id) clients.set(id, { secret, method, redirects: entry.body.redirect_uris });
				return reply(response, ruled.status ?? 201, ruled.body);
			}
			const id = `client-${randomUUID()}`;
			clients.set(id, { method: "none", redirects: entry.body.redirect_uris });
			return reply(response, 201, { ...entry.body, client_id: id });
		}
		if (entry.path === `${prefix}/authorize`) {
			const { query } = entry;
			const code = randomUUID();
			codes.set(code, {
				challenge: query.code_challenge,
				redirect: query.redirect_uri,
				client: query.client_id,
				scope: query.scope,
				resource: query.resource,
			});
			const parameters = { code, state: query.state, iss: self.issuer };
			const answered = self.rules.answer?.(parameters, query) ?? parameters;
			const back = new URL(query.redirect_uri);
			for (const [name, value] of Array.isArray(answered) ? answered : Object.entries(answered)) {
				if (value !== undefined) back.searchParams.append(name, value);
			}
			if (!self.rules.isAsked) return reply(response, 302, "", { location: back.href });
			const denied = new URL(query.redirect_uri);
			const no = { error: "access_denied", state: query.state, iss: self.issuer };
			for (const [name, value] of Object.entries(no)) denied.searchParams.append(name, value);
			return reply(response, 200, consent(back, denied));
		}
		if (entry.path === `${prefix}/token`) {
			const ruled = await self.rules.token?.(entry.body);
			const { status = 200, body } = ruled ?? tokenFor(entry);
			return reply(response, status, body);
		}
		if (entry.path === `${prefix}/revoke`) {
			tokens.delete(entry.body.token);
			return reply(response, 200, {});
		}
		return reply(response, 404, { error: "not_found" });
	};

	const mcpServer = (request, response, text) => {
		const url = new URL(request.url, "http://x");
		const resourceAt = self.rules.resourceAt ?? ["/.well-known/oauth-protected-resource/mcp"];
		if (url.pathname !== new URL(self.mcp).pathname && !resourceAt.includes(url.pathname)) {
			if (self.rules.isOne) return authorizationServer(request, response, text);
			note("mcp", request, text);
			return reply(response, 404, "<h1>Not here</h1>");
		}
		const entry = note("mcp", request, text);
		if (entry.method === "OPTIONS") return reply(response, 204, "");
		if (resourceAt.includes(entry.path)) {
			const document = { resource: self.mcp, authorization_servers: [self.issuer] };
			return reply(response, 200, self.rules.resource?.(document) ?? document);
		}
		const token = tokens.get(entry.headers.authorization?.replace(/^Bearer /, ""));
		const ruled = self.rules.refuse?.(token, entry);
		if (token && !ruled && self.rules.speak && entry.method !== "POST") return reply(response, 405, {});
		if (token && !ruled) {
			const { status = 200, body = { scope: token.scope } } = self.rules.speak?.(entry.body) ?? {};
			return reply(response, status, body);
		}
		const challenge = ruled?.challenge ?? self.rules.challenge?.(token, entry);
		return reply(
			response,
			ruled?.status ?? 401,
			{ error: "refused" },
			challenge ? { "www-authenticate": challenge } : {},
		);
	};

	self.origin = await serve(mcpServer);
	self.authorizationOrigin = await serve(authorizationServer);
	self.mcp = `${self.origin}${rules.mcpPath ?? "/mcp"}`;
	self.issuer = rules.isOne ? self.origin : `${self.authorizationOrigin}${rules.issuerPath ?? ""}`;

	/** Requests to a path, or to all paths that a pattern fits. */
	self.at = (path) =>
		seen.filter((entry) => (path instanceof RegExp ? path.test(entry.path) : entry.path === path));
	/** What the person does: follows the link, agrees, and is sent back. */
	self.browse = async (url, signal) => {
		self.opened = [...(self.opened ?? []), new URL(url)];
		const response = await fetch(url, { redirect: "manual", signal });
		return response.headers.get("location");
	};
	self.auth = (options = {}) => createMcpAuth({ redirectUrl: REDIRECT, open: self.browse, ...options });
	/** What a client does: sends, and once it was refused signs in and sends again. */
	self.call = async (auth, { tries = 4, signal, url = self.mcp } = {}) => {
		for (let tried = 1; ; tried += 1) {
			const sent = await auth.authorization(url, signal);
			const response = await fetch(url, { method: "POST", headers: sent ? { authorization: sent } : {} });
			if (response.ok) return response.json();
			await response.body?.cancel();
			const wwwAuthenticate = response.headers.get("www-authenticate") ?? undefined;
			const isWorth = await auth.authorize({
				serverUrl: url,
				status: response.status,
				...(wwwAuthenticate === undefined ? {} : { wwwAuthenticate }),
				...(sent === undefined ? {} : { sent }),
				...(signal ? { signal } : {}),
			});
			if (!isWorth || tried >= tries) return { status: response.status };
		}
	};
	return self;
}

/** A store that is shared as tabs share one; slow, as real ones are. */
export function sharedStore() {
	const kept = new Map();
	const late = (value) => new Promise((resolve) => setImmediate(() => resolve(value)));
	return {
		kept,
		get: (key) => late(kept.get(key)),
		set: (key, value) => late(kept.set(key, value)).then(() => undefined),
		delete: (key) => late(kept.delete(key)).then(() => undefined),
	};
}

/** Puts the clock forward, so that no test has to wait for a token to run out. */
export function clock(t) {
	const real = Date.now;
	let ahead = 0;
	t.mock.method(Date, "now", () => real() + ahead);
	return (ms) => {
		ahead += ms;
	};
}

/** What assert.rejects takes: the code, and words of the message. */
export function problem(code, words = /./) {
	return (error) => {
		if (error?.name !== "WebMcpError" || error.code !== code || !words.test(error.message)) {
			throw new Error(`${error?.code}: ${error?.message} (${error?.stack})`, { cause: error });
		}
		return true;
	};
}
