/**
 * Finds out why a server cannot be reached. A browser says only "Failed to fetch", in its own words each; what a page may see depends on
 * what the server allows (CORS), and that can be asked step by step.
 */
import { WebMcpError } from "../core/errors.js";
import { isThisMachine } from "../core/loopback.js";

/** How long each question may take, milliseconds. */
const QUESTION_MS = 5_000;
/** Headers that need no leave (Fetch, "CORS-safelisted request-header"). */
const NEEDS_NO_LEAVE = ["accept", "accept-language", "content-language"];

/** What stands in the way. */
export type McpObstacle =
	| "offline"
	| "mixed-content"
	| "page-policy"
	| "unreachable"
	| "origin-not-allowed"
	| "headers-not-allowed"
	| "reply-not-readable";

interface Found {
	reason: McpObstacle;
	message: string;
	headers?: string[];
}

/**
 * The same error with what stands in the way, and what to do about it; `details` are `{reason, headers?}`.
 *
 * @param sent - Names of the headers that the request had.
 */
export async function explained(
	error: WebMcpError,
	url: string,
	sent: readonly string[],
	send: typeof fetch,
): Promise<WebMcpError> {
	const { location, navigator } = globalThis as Partial<Pick<Window, "location" | "navigator">>;
	const target = new URL(url);
	// Only a page, and only at another origin's, has to be allowed anything.
	if (!location || !("origin" in location)) return error;
	const found = await obstacle(target, location, navigator?.onLine !== false, sent, send);
	if (!found) return error;
	const { message, ...details } = found;
	return new WebMcpError("network", message, details);
}

async function obstacle(
	url: URL,
	{ origin, protocol }: Location,
	isOnline: boolean,
	sent: readonly string[],
	send: typeof fetch,
): Promise<Found | undefined> {
	const { href } = url;
	if (!isOnline)
		return { reason: "offline", message: `${href} was not reached: the browser has no network.` };
	if (protocol === "https:" && url.protocol === "http:" && !isThisMachine(url)) {
		const message = `A page on https may not reach ${href}: the server needs https (mixed content).`;
		return { reason: "mixed-content", message };
	}
	const { isReached, isForbidden } = await reached(send, href);
	if (isForbidden) {
		const message = `This page's own Content-Security-Policy does not let it reach ${href}: add ${url.origin} to connect-src.`;
		return { reason: "page-policy", message };
	}
	if (!isReached) {
		const message = `Nothing answers at ${href}: is the server running, and is the address right?`;
		return { reason: "unreachable", message };
	}
	if (url.origin === origin) return undefined;
	const simple = { "content-type": "text/plain" };
	const ways = await Promise.all([
		readable(send, href, {}),
		readable(send, href, { method: "POST", headers: simple, body: "" }),
	]);
	if (!ways.includes(true)) {
		const message = `${href} answers, but does not let this page read it (CORS): the server has to send Access-Control-Allow-Origin: ${origin}.`;
		return { reason: "origin-not-allowed", message };
	}
	const needed = [...new Set(sent.map((name) => name.toLowerCase()))].filter(
		(name) => !NEEDS_NO_LEAVE.includes(name),
	);
	const allowed = await Promise.all(
		needed.map((name) => readable(send, href, { headers: { [name]: sampleOf(name) } })),
	);
	const headers = needed.filter((_, at) => !allowed[at]);
	if (headers.length > 0) {
		const message = `${href} does not allow the headers ${headers.join(", ")} (CORS): the server has to answer OPTIONS, without credentials, with Access-Control-Allow-Headers: ${headers.join(", ")}.`;
		return { reason: "headers-not-allowed", message, headers };
	}
	const message = `${href} lets this page ask, but not read what it answered (CORS): its replies to POST need Access-Control-Allow-Origin: ${origin} too, also where they are errors, and it must not redirect.`;
	return { reason: "reply-not-readable", message };
}

/** A value that a server could read without harm. */
function sampleOf(name: string): string {
	return name === "content-type" ? "application/json" : "0";
}

/** Whether anything is there at all, and whether it is this page that forbids to ask. */
async function reached(
	send: typeof fetch,
	url: string,
): Promise<{ isReached: boolean; isForbidden: boolean }> {
	let isForbidden = false;
	const scope = globalThis as unknown as Partial<EventTarget> & { document?: EventTarget };
	const target = scope.document ?? (scope as EventTarget);
	const hear = (event: Event): void => {
		const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
		// Without a path, where the server is another origin's.
		if (effectiveDirective === "connect-src" && url.startsWith(blockedURI)) isForbidden = true;
	};
	target.addEventListener?.("securitypolicyviolation", hear);
	const isReached = await asked(send, url, { mode: "no-cors" });
	// The report comes in a task of its own.
	await new Promise((resolve) => setTimeout(resolve, 50));
	target.removeEventListener?.("securitypolicyviolation", hear);
	return { isReached, isForbidden };
}

const readable = (send: typeof fetch, url: string, how: RequestInit): Promise<boolean> =>
	asked(send, url, { ...how, mode: "cors" });

/** Whether there is an answer that a page may see; what is in it does not matter. */
async function asked(send: typeof fetch, url: string, how: RequestInit): Promise<boolean> {
	const abort = new AbortController();
	const timer = setTimeout(() => abort.abort(), QUESTION_MS);
	try {
		await send(url, {
			credentials: "omit",
			referrerPolicy: "no-referrer",
			cache: "no-store",
			...how,
			signal: abort.signal,
		});
		return true;
	} catch {
		return false;
	} finally {
		clearTimeout(timer);
		abort.abort();
	}
}
