/** Decides which pages may ask, and what browsers are told about it. */
import { isThisMachine } from "../core/loopback.js";
import { Refusal, quoted } from "./refusal.js";
import type { Settings } from "./options.js";

/**
 * What servers in between add to tell who asks: then a peer on loopback says nothing. Each maker has names of its own,
 * so they are told by their parts.
 */
const FORWARDED = new RegExp(
	[
		"forward",
		"(?:^|-)(?:client|connecting|connection|originating|real|remote|source|user)-?(?:addr|address|host|ip|port)$",
		"^(?:cdn-loop|front-end-https|max-forwards|via)$",
		"^(?:akamai|cf|fastly|fly|incap|ngrok|tailscale)-",
		"^x-(?:host|proto|proxied|scheme|ssl|url-scheme|varnish)$",
		"^x-(?:akamai|amz|amzn|appengine|arr|azure|cdn|cluster|envoy|nginx|original|proxy|rewrite|vercel)",
	].join("|"),
);

/** What a page's address is told by. */
const PAGES = ["origin", "referer"];

/**
 * Whether the request comes from this machine to a name of this machine, and from a page of this machine where one
 * asks. A page of a name that an attacker has pointed to 127.0.0.1 (DNS rebinding) carries that name in its address, and so does one that
 * another machine has of a development server, whichever `Host` that one has written (`changeOrigin`). A browser that tells no page's address
 * is not believed; what is no browser and comes through a server that adds nothing looks like this machine.
 */
export function isLocalRequest({ url, headers }: Request): boolean {
	const names = [...headers.keys()];
	const pages = PAGES.flatMap((name) => headers.get(name) ?? []);
	const isBrowser = names.some((name) => name === "sec-fetch-site" || name.startsWith("sec-ch-"));
	return (
		isThisMachine(new URL(url)) &&
		pages.every((page) => URL.canParse(page) && isThisMachine(new URL(page))) &&
		!(isBrowser && pages.length === 0) &&
		!names.some((name) => FORWARDED.test(name))
	);
}

/**
 * The CORS headers of a response to `request`: none where no page of another origin asks.
 *
 * @throws {@link Refusal} 403 when a page of an origin asks that is not allowed.
 */
export function corsOf(request: Request, settings: Settings): { [name: string]: string } {
	const origin = request.headers.get("origin");
	if (origin === null) return {};
	if (settings.origins.has(origin)) {
		return {
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			"access-control-expose-headers": "retry-after, request-id, x-request-id",
			vary: "Origin",
		};
	}
	// Host, not origin: behind a server that speaks TLS the proxy itself is asked by http.
	if (URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return {};
	throw new Refusal(
		403,
		`Pages of ${quoted(origin)} may not ask this proxy; its operator can list them in origins.`,
	);
}

/** The answer to a browser that asks whether it may ask. */
export function preflight(request: Request, cors: { [name: string]: string }): Response {
	const wanted = request.headers.get("access-control-request-headers") ?? "";
	const names = wanted.split(",").map((name) => name.trim());
	return new Response(null, {
		status: 204,
		headers: {
			...cors,
			"access-control-allow-methods": "POST",
			// Any may be sent to the proxy; which go on to the upstream is another list.
			"access-control-allow-headers": names.filter((name) => /^[\w-]{1,64}$/.test(name)).join(", "),
			"access-control-max-age": "600",
		},
	});
}
