/** Decides how an upstream is asked, and which of its answers and headers come back. */
import { echoes } from "./redact.js";
import { Refusal } from "./refusal.js";
import { passedOn } from "./stream.js";
import type { ProxyEntry } from "./types.js";
import { Watchdog } from "./watchdog.js";

/** A request to an upstream, and who waits for it. */
export interface Errand {
	name: string;
	url: string;
	headers: Headers;
	body: string;
	/** Never part of what comes back; empty where there is none. */
	secret: string;
	idleMs: number;
	/** Fires when the client leaves. */
	signal: AbortSignal;
	fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Called once, when the answer has ended one way or another. */
	ended: (outcome: ProxyEntry["outcome"], bytes: number) => void;
}

/** What an upstream may say besides its body. */
const PASSED_BACK = ["retry-after", "request-id", "x-request-id"];
const KINDS = ["application/json", "text/event-stream"];

/**
 * Asks the upstream and gives its answer.
 *
 * @throws {@link Refusal} 499, 502 or 504; then `ended` is not called.
 */
export async function relay(errand: Errand): Promise<Response> {
	const { name, signal } = errand;
	const upstream = new AbortController();
	const watchdog = new Watchdog(errand.idleMs, () => upstream.abort());
	const leave = () => upstream.abort();
	if (signal.aborted) leave();
	signal.addEventListener("abort", leave);
	const done = () => {
		watchdog.stop();
		signal.removeEventListener("abort", leave);
	};
	try {
		const { url, headers, body } = errand;
		const init: RequestInit = { method: "POST", headers, body, redirect: "manual", signal: upstream.signal };
		const answer = await errand.fetch(url, init);
		refuseUseless(answer, name);
		const ended: Errand["ended"] = (outcome, bytes) => {
			done();
			errand.ended(outcome, bytes);
		};
		const stream = answer.body && passedOn(answer.body, { ...errand, upstream, watchdog, ended });
		if (!stream) ended("complete", 0);
		return new Response(stream, {
			status: answer.status,
			headers: safeHeaders(answer.headers, errand.secret),
		});
	} catch (error) {
		done();
		upstream.abort();
		if (error instanceof Refusal) throw error;
		if (signal.aborted) throw new Refusal(499, "The client left.");
		if (watchdog.barked) throw new Refusal(504, `The upstream '${name}' did not answer in time. Try again.`);
		// The error's own words may hold the address or a header.
		throw new Refusal(
			502,
			`The upstream '${name}' cannot be reached. Try again, or tell the proxy's operator.`,
		);
	}
}

function refuseUseless({ status }: Response, name: string): void {
	// APIs write parts of the key into this refusal, and clients would take it for a refusal of their own.
	if (status === 401) {
		throw new Refusal(
			502,
			`The upstream '${name}' refuses the proxy's key; the proxy's operator has to renew it.`,
		);
	}
	if (status < 200 || (status >= 300 && status < 400)) {
		throw new Refusal(502, `The upstream '${name}' answered with a redirection, which is not followed.`);
	}
}

function safeHeaders(from: Headers, secret: string): Headers {
	const safe = (value: string | null): value is string => value !== null && !echoes(value, secret);
	const kind = from.get("content-type");
	const known = safe(kind) && KINDS.some((name) => kind.toLowerCase().startsWith(name));
	const headers = new Headers({
		// Nothing that a browser would show as a page of the proxy's origin.
		"content-type": known ? kind : "text/plain; charset=utf-8",
		"cache-control": "no-store",
		"x-content-type-options": "nosniff",
		// Asks servers in between not to collect the stream.
		"x-accel-buffering": "no",
	});
	for (const name of PASSED_BACK) {
		const value = from.get(name);
		if (safe(value)) headers.set(name, value);
	}
	return headers;
}
