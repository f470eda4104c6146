/** Answers, in a page, for what its Service Worker hears. */
import { aFunction, objectOf } from "../core/arguments.js";
import { type FromPage, isAsked, type ToPage } from "./bridge.js";
import type { ToolApi } from "./types.js";

/** Only the path counts. */
const NOWHERE = "http://localhost";

const API = objectOf({ match: aFunction, handle: aFunction }, "a ToolApi of createToolApi");

const WORKER = objectOf(
	{ addEventListener: aFunction, removeEventListener: aFunction },
	"navigator.serviceWorker, which pages over https and of this machine have",
);

/**
 * From now on `api` answers what `serveFromPages` in the page's Service Worker hears; of several pages one that is asked first. Gives what
 * ends that.
 *
 * @param worker - Where its questions come in; default `navigator.serviceWorker`.
 * @throws {@link WebMcpError} `invalid_argument` when `api` is none.
 */
export function answerFromPage(
	api: ToolApi,
	worker: EventTarget = globalThis.navigator?.serviceWorker,
): () => void {
	API("answerFromPage: api", api);
	WORKER("answerFromPage: worker", worker);
	const hear = (event: Event) => {
		const { data, ports } = event as MessageEvent<unknown>;
		const [port] = ports;
		if (port && isAsked(data) && api.match({ url: `${NOWHERE}${data.path}` })) answer(api, port);
	};
	worker.addEventListener("message", hear);
	// Messages wait for this where nobody has set onmessage.
	if ("startMessages" in worker && typeof worker.startMessages === "function") worker.startMessages();
	return () => worker.removeEventListener("message", hear);
}

function answer(api: ToolApi, port: MessagePort): void {
	const left = new AbortController();
	const tell = (message: FromPage) => port.postMessage(message);
	port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
		if ("left" in data) return left.abort();
		tell({ reply: await api.handle({ ...data.request, signal: left.signal }) });
		return port.close();
	};
	tell({ offers: true });
}
