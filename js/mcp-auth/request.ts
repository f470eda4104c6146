/** Asks addresses: nothing of the browser's is sent along, nothing leads elsewhere, and nothing is read or waited for without end. */
import { WebMcpError } from "../core/errors.js";
import { type Fields, fieldsOf, parsed } from "./fields.js";
import { cancelled, inTime } from "./waiting.js";

const MAX_BODY_BYTES = 262_144;

/** How addresses are asked. */
export interface Wire {
	readonly fetch: typeof fetch;
	readonly requestMs: number;
}

/** What is sent. */
export interface Sent {
	readonly headers?: { readonly [name: string]: string };
	/** Makes it a POST. */
	readonly body?: string;
}

/** What came back. */
export interface Reply {
	readonly status: number;
	/** Empty where the body is no JSON object. */
	readonly fields: Fields | undefined;
}

/**
 * Asks `url`.
 *
 * @throws {@link WebMcpError} `network` where nothing came in time, `protocol` where too much came, `aborted`.
 */
export async function ask(wire: Wire, url: URL, sent: Sent, signal?: AbortSignal): Promise<Reply> {
	const late = () =>
		new WebMcpError(
			"network",
			`${placeOf(url)} did not answer within ${wire.requestMs} ms. Try again later.`,
		);
	return inTime(wire.requestMs, signal, late, async (inner) => {
		try {
			const response = await wire.fetch(url.href, {
				method: sent.body === undefined ? "GET" : "POST",
				headers: { accept: "application/json", ...sent.headers },
				...(sent.body === undefined ? {} : { body: sent.body }),
				credentials: "omit",
				// A redirect would take secrets along, or lead to what this page alone can reach.
				redirect: "error",
				referrerPolicy: "no-referrer",
				cache: "no-store",
				signal: inner,
			});
			if (response.redirected || response.type === "opaqueredirect") throw new TypeError("redirected");
			const text = await textOf(response, url);
			return { status: response.status, fields: fieldsOf(parsed(text)) };
		} catch (error) {
			if (signal?.aborted) throw cancelled();
			if (error instanceof WebMcpError) throw error;
			throw new WebMcpError("network", `${placeOf(url)} could not be asked. ${REMEDY}`);
		}
	});
}

/** What a page can do where an address cannot be asked; the browser does not tell why. */
export const REMEDY =
	"Where it can be reached at all, it has to let this page's origin ask (CORS) and must not redirect; otherwise give createMcpAuth a `fetch` that goes through a server of yours.";

/** The document at `url`; nothing where there is none, `unreachable` where that cannot be told. */
export async function documentAt(
	wire: Wire,
	url: URL,
	signal: AbortSignal,
): Promise<Fields | "unreachable" | undefined> {
	try {
		const { status, fields } = await ask(wire, url, {}, signal);
		if (status >= 500) return "unreachable";
		return status === 200 ? fields : undefined;
	} catch (error) {
		if (error instanceof WebMcpError && error.code === "network") return "unreachable";
		throw error;
	}
}

/** An address in a sentence: what follows `?` may be anything. */
export function placeOf({ origin, pathname }: URL): string {
	return `${origin}${pathname}`.slice(0, 200);
}

async function textOf(response: Response, url: URL): Promise<string> {
	const reader = response.body?.getReader();
	if (!reader) return "";
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return text + decoder.decode();
			bytes += value.length;
			if (bytes > MAX_BODY_BYTES) {
				throw new WebMcpError("protocol", `${placeOf(url)} answered with more than ${MAX_BODY_BYTES} bytes.`);
			}
			text += decoder.decode(value, { stream: true });
		}
	} catch (error) {
		reader.cancel().catch(() => undefined);
		throw error;
	}
}
