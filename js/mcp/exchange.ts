/** One HTTP request for a client: sent, and its reply handed on as it arrives. */
import { addressOf, follow, isRedirect } from "./redirect.js";
import { connection, type Lane } from "./slots.js";

/** A request as the core wants it sent. */
export interface McpFetch {
	id: number;
	method: string;
	url: string;
	/** Names and values in turns. */
	headers: string[];
	body: string;
	lane: Lane;
}

/** Who hears of it. */
export interface McpListener {
	/** It is being sent now. */
	sent(): void;
	head(status: number, headers: string[]): void;
	piece(bytes: Uint8Array): void;
	end(): void;
	failed(why: string): void;
}

/** What is handed on in the place of a redirect's status, which browsers do not tell. */
const REDIRECTED = 307;

/** Headers of a reply that mean something to the core. */
const HEARD = ["content-type", "mcp-session-id", "www-authenticate", "retry-after"];

/**
 * Sends it, when a connection is free; never rejects.
 *
 * @param client - Whose turn on the connections it takes.
 * @param authorization - The value of that header, if one is to be sent.
 */
export async function exchange(
	client: object,
	asked: McpFetch,
	send: typeof fetch,
	authorization: () => Promise<string | undefined>,
	signal: AbortSignal,
	listener: McpListener,
): Promise<void> {
	let release: (() => void) | undefined;
	try {
		release = await connection(client, asked.url, asked.lane, signal);
		const headers = new Headers();
		for (let at = 0; at + 1 < asked.headers.length; at += 2)
			headers.append(asked.headers[at] as string, asked.headers[at + 1] as string);
		const credentials = await authorization();
		if (credentials !== undefined) headers.set("authorization", credentials);
		signal.throwIfAborted();
		listener.sent();
		const request: RequestInit = {
			method: asked.method,
			headers,
			signal,
			...(asked.body !== "" && { body: asked.body }),
			credentials: "omit",
			redirect: "manual",
			referrerPolicy: "no-referrer",
			// What is posted is kept by no browser; and who says so all the same is asked for leave anew before each request (Chromium 156).
			...(asked.method === "GET" && { cache: "no-store" as const }),
			// The end of a session is told also by a page that is on its way out.
			keepalive: asked.method === "DELETE",
		};
		const url = addressOf(client, asked.url);
		let response = await send(url, request);
		if (isRedirect(response)) {
			const leads = await follow(client, asked.url, response, send, signal);
			if ("problem" in leads) return refuse(listener, leads.problem);
			response = await send(leads.to, request);
			if (isRedirect(response)) return refuse(listener, `${leads.to} redirects once more.`);
		}
		const heard = HEARD.flatMap((name) => {
			const value = response.headers.get(name);
			return value === null ? [] : [name, value];
		});
		if (signal.aborted) return;
		listener.head(response.status, heard);
		await read(response, signal, listener);
		if (!signal.aborted) listener.end();
	} catch (error) {
		if (!signal.aborted) listener.failed(reasonOf(error));
	} finally {
		release?.();
	}
}

/** A redirect that is not followed is the server's answer, in words of ours. */
function refuse(listener: McpListener, problem: string): void {
	listener.head(REDIRECTED, ["content-type", "text/plain"]);
	listener.piece(new TextEncoder().encode(problem));
	listener.end();
}

async function read({ body }: Response, signal: AbortSignal, listener: McpListener): Promise<void> {
	const reader = body?.getReader();
	if (!reader) return;
	// Once its garbage is collected, Node 20 does not remember that the reply hears of the signal, and holds the connection for ever.
	const cancel = (): void => void reader.cancel().catch(() => undefined);
	signal.addEventListener("abort", cancel, { once: true });
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done || signal.aborted) return;
			listener.piece(value);
		}
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}

/** Node says why only below its own error. */
function reasonOf(error: unknown): string {
	const { message, cause } = Object(error) as {
		message?: unknown;
		cause?: { message?: unknown; code?: unknown };
	};
	const below = cause?.message || cause?.code;
	return [message ?? error, below].filter((part) => part !== undefined && part !== "").join(": ");
}
