/** Signs in in the place of the page: what has to be compared afterwards is kept in the tab's `sessionStorage`. */
import { WebMcpError } from "../core/errors.js";
import type { Door } from "./door.js";
import { fieldsOf, parsed } from "./fields.js";
import { type Pending, pendingOf } from "./pending.js";
import { cancelled } from "./waiting.js";

const KEY = "mcp-auth pending";

/** Leads the tab away; nobody is there any more to hear of the end. */
export const redirectDoor: Door = {
	prepare: () => () => undefined,
	async open(url, pending, signal) {
		if (typeof sessionStorage === "undefined" || typeof location === "undefined") {
			throw new WebMcpError(
				"unsupported",
				"There is no page here that could be left to sign in: give createMcpAuth `open`, a function.",
			);
		}
		if (signal.aborted) throw cancelled();
		const client =
			pending.client.kind === "given" ? { ...pending.client, secret: undefined } : pending.client;
		sessionStorage.setItem(KEY, JSON.stringify({ ...pending, client }));
		location.assign(url.href);
		return new Promise((_, reject) => {
			// The person has come back without an answer, and the browser has kept the page as it was.
			globalThis.addEventListener?.("pageshow", ({ persisted }) => persisted && reject(cancelled()));
		});
	},
};

/** The sign-in that an answer belongs to; it is taken once. */
export function takePending(state: string | undefined, maxAgeMs: number): Pending | undefined {
	if (typeof sessionStorage === "undefined" || state === undefined) return undefined;
	const pending = pendingOf(fieldsOf(parsed(sessionStorage.getItem(KEY) ?? "")));
	if (pending?.state !== state) return undefined;
	sessionStorage.removeItem(KEY);
	return Date.now() - pending.at <= maxAgeMs ? pending : undefined;
}
