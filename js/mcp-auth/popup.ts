/** Signs in in a window of its own. Its pages are not to know this one, and this one does not rely on knowing them: `closed` is true as well where a page has cut itself off (COOP). */
import { WebMcpError } from "../core/errors.js";
import { CHANNEL } from "./callback.js";
import type { Door } from "./door.js";
import { fieldsOf, textOf } from "./fields.js";
import type { Pending } from "./pending.js";
import { cancelled } from "./waiting.js";

const LOOKING_MS = 500;
/** So long the person has to be back in this page without a window before the sign-in counts as given up. */
const GIVEN_UP_MS = 10_000;

interface Waiting {
	window: Window;
	readonly url: URL;
}

/** Windows, and the sign-ins in them. */
export class Popups implements Door {
	/** Opened in a click, and not needed yet. */
	#ready: Window | undefined;
	readonly #waiting = new Set<Waiting>();

	prepare(): () => void {
		const popup = blank();
		if (!popup) return () => undefined;
		const lost = [...this.#waiting].find(({ window }) => window.closed);
		if (lost) {
			lead(lost, popup);
			return () => undefined;
		}
		this.#ready?.close();
		this.#ready = popup;
		return () => {
			if (this.#ready !== popup) return;
			this.#ready = undefined;
			popup.close();
		};
	}

	open(url: URL, { state }: Pending, signal: AbortSignal): Promise<URL> {
		if (signal.aborted) return Promise.reject(cancelled());
		const ready = this.#ready?.closed ? undefined : this.#ready;
		this.#ready = undefined;
		const popup = ready ?? blank();
		if (!popup) {
			const problem =
				"The browser opened no window for the sign-in. Call prepare() in the click that leads to it, before anything is awaited.";
			return Promise.reject(new WebMcpError("unauthorized", problem));
		}
		const waiting: Waiting = { window: popup, url };
		return new Promise((resolve, reject) => {
			const channel = new BroadcastChannel(CHANNEL);
			const end = () => {
				clearInterval(timer);
				channel.close();
				signal.removeEventListener("abort", leave);
				this.#waiting.delete(waiting);
				waiting.window.close();
			};
			const leave = () => {
				end();
				reject(cancelled());
			};
			const giveUp = () => {
				end();
				reject(new WebMcpError("aborted", "The window was closed before the sign-in had ended."));
			};
			let backMs = 0;
			const timer = setInterval(() => {
				backMs = waiting.window.closed && document.hasFocus() ? backMs + LOOKING_MS : 0;
				if (backMs >= GIVEN_UP_MS) giveUp();
			}, LOOKING_MS);
			channel.onmessage = ({ data }) => {
				const fields = fieldsOf(data);
				const address = fields && textOf(fields, "address");
				// Answers to other sign-ins pass here as well.
				if (!fields || !address || fields.state !== state || !URL.canParse(address)) return;
				channel.postMessage({ taken: state });
				end();
				resolve(new URL(address));
			};
			signal.addEventListener("abort", leave, { once: true });
			this.#waiting.add(waiting);
			lead(waiting, popup);
		});
	}
}

function lead(waiting: Waiting, popup: Window): void {
	waiting.window = popup;
	popup.location.replace(waiting.url.href);
}

function blank(): Window | undefined {
	if (typeof window === "undefined") {
		throw new WebMcpError(
			"unsupported",
			"There is no window here to sign in with: give createMcpAuth `open`, a function.",
		);
	}
	const popup = window.open("about:blank", "_blank", "popup,width=520,height=720");
	if (!popup) return undefined;
	// While it is still ours: a foreign page could otherwise lead this one elsewhere.
	popup.opener = null;
	return popup;
}
