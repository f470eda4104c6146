/** Serves, from a Service Worker, the tools of the pages that it controls, under the site's own addresses. Keeps nothing: it may be stopped at any time. */
import { aFunction, invalid, must, number, objectOf, optional, optionsOf } from "../core/arguments.js";
import { type Asked, type FromPage, KIND, type ToPage } from "../tool-api/bridge.js";
import { withLimit } from "../tool-api/body.js";
import { Deadline } from "../tool-api/request.js";

/** What is used of a `FetchEvent`. */
export interface FetchLike {
	readonly request: Request;
	respondWith(response: Promise<Response>): void;
}

/** A page that the worker controls, as `clients.matchAll()` tells of it. */
export interface PageLike {
	postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Options of `serveFromPages`. */
export interface PagesOptions {
	/** The prefix of the pages' `createToolApi`. Default `/explorer`. */
	prefix?: string;
	/** Milliseconds until some page must have said that it answers; default 2 000. Then 503. */
	findMs?: number;
	/** Milliseconds for the answer; default 70 000, more than a page gives its tools. Then 504. */
	answerMs?: number;
	/** Bytes of a body at most, default 8 MiB; the page's own limit may be less. */
	bodyBytes?: number;
	/** The pages, those that were looked at last in front. Default: the windows that this worker controls. */
	pages?: () => Promise<readonly PageLike[]>;
}

const POSITIVE = number("milliseconds above 0", (value) => value > 0);
const OPTIONS = objectOf({
	prefix: optional(
		must(
			"a path such as '/explorer'",
			(value) => typeof value === "string" && /^(\/[\w.~-]+)+$/.test(value),
			true,
		),
	),
	findMs: optional(POSITIVE),
	answerMs: optional(POSITIVE),
	bodyBytes: optional(number("a whole number above 0", (value) => Number.isSafeInteger(value) && value > 0)),
	pages: optional(aFunction),
});

/**
 * A listener for `fetch` in a Service Worker: `addEventListener("fetch", serveFromPages())`. What is below the prefix is answered by a page
 * that has called `answerFromPage`, everything else is left alone.
 *
 * @throws {@link WebMcpError} `invalid_argument` when the options make no sense.
 */
export function serveFromPages(options: PagesOptions = {}): (event: FetchLike) => void {
	const given = optionsOf("serveFromPages: options", options, OPTIONS);
	const settings = {
		prefix: "/explorer",
		findMs: 2000,
		answerMs: 70_000,
		bodyBytes: 8 * 1024 * 1024,
		pages: windows,
		...given,
	};
	return (event) => {
		const { pathname, origin } = new URL(event.request.url);
		const isOurs = pathname === settings.prefix || pathname.startsWith(`${settings.prefix}/`);
		// The same path of another site is none of ours.
		if (isOurs && origin === globalThis.location.origin) {
			event.respondWith(
				inTime(event.request, pathname, settings).catch(() => refusal(500, "Internal error")),
			);
		}
	};
}

async function windows(): Promise<readonly PageLike[]> {
	const { clients } = globalThis as unknown as {
		clients: { matchAll(which: object): Promise<readonly PageLike[]> };
	};
	return clients.matchAll({ type: "window" });
}

const refusal = (status: number, error: string) =>
	Response.json({ error }, { status, headers: { "cache-control": "no-store" } });

async function inTime(request: Request, path: string, settings: Required<PagesOptions>): Promise<Response> {
	const deadline = new Deadline(settings.answerMs, request.signal);
	try {
		return await answer(request, path, settings, deadline);
	} finally {
		deadline.end();
	}
}

async function answer(
	request: Request,
	path: string,
	settings: Required<PagesOptions>,
	deadline: Deadline,
): Promise<Response> {
	const body = await withLimit(request.body, settings.bodyBytes, deadline.passed);
	if (body === "late") return refusal(408, "The body has not come in time.");
	if (!body) return refusal(413, `The body has more than ${settings.bodyBytes} bytes.`);
	const port = await found(path, settings);
	if (!port) return refusal(503, "No open page answers for these tools. Open the page that has them.");
	try {
		const {
			status,
			headers,
			body: text,
		} = await replied(
			port,
			{ request: { method: request.method, path, headers: headersOf(request), body } },
			deadline.signal,
		);
		return new Response(text === "" || request.method === "HEAD" ? null : text, { status, headers });
	} catch {
		return refusal(504, "The page has not answered in time.");
	} finally {
		port.close();
	}
}

/**
 * The headers with what a Service Worker is not told by them: whose page asks. It hears of its own pages' requests and of addresses that
 * somebody goes to; a form of another site may go to one with a body.
 */
function headersOf(request: Request): { [name: string]: string } {
	const isForeign = request.mode === "navigate" && request.method !== "GET";
	return {
		...Object.fromEntries(request.headers),
		host: globalThis.location.host,
		"sec-fetch-site": isForeign ? "cross-site" : "same-origin",
	};
}

/** The port of the page that answers first. */
async function found(
	path: string,
	{ pages, findMs }: Required<PagesOptions>,
): Promise<MessagePort | undefined> {
	const all = await pages();
	const asked: Asked = { kind: KIND, path };
	const ports: MessagePort[] = [];
	const first = await new Promise<MessagePort | undefined>((resolve) => {
		if (all.length === 0) resolve(undefined);
		setTimeout(() => resolve(undefined), findMs);
		for (const page of all) {
			const { port1, port2 } = new MessageChannel();
			ports.push(port1);
			port1.onmessage = ({ data }: MessageEvent<FromPage>) => {
				if ("offers" in data) resolve(port1);
			};
			page.postMessage(asked, [port2]);
		}
	});
	// A page that answered later has nothing to do.
	for (const port of ports) if (port !== first) port.close();
	return first;
}

function replied(port: MessagePort, message: ToPage, stop: AbortSignal) {
	return new Promise<Extract<FromPage, { reply: unknown }>["reply"]>((resolve, reject) => {
		port.onmessage = ({ data }: MessageEvent<FromPage>) => {
			if ("reply" in data) resolve(data.reply);
		};
		port.addEventListener("close", () => reject(new Error("The page is gone.")));
		const left: ToPage = { left: true };
		stop.addEventListener("abort", () => {
			port.postMessage(left);
			reject(stop.reason);
		});
		if (stop.aborted) throw invalid("request", "has ended");
		port.postMessage(message);
	});
}
