/** How the page that authorization servers send the person back to hands the answer on. */
import { invalid, read } from "../core/arguments.js";
import { stateOf } from "./answer.js";
import { fieldsOf, textOf } from "./fields.js";

/** Where windows of this origin tell each other of answers. */
export const CHANNEL = "mcp-auth sign-in";
const TAKING_MS = 3_000;
/** Of answers, by RFC 6749, RFC 9207 and OpenID Connect; other parameters are the page's. */
const ANSWERS = ["code", "state", "iss", "error", "error_description", "error_uri", "session_state", "scope"];

/**
 * For the page at `redirectUrl`, where people sign in in a window of their own: hands the answer to the page that has opened it, which must
 * be of the same origin, and closes the window.
 *
 * @param callbackUrl - Default: the page's own address.
 * @returns Whether that page has taken it. Where none has, the window stays open, for the person to go back.
 * @throws {@link WebMcpError} `invalid_argument` where `callbackUrl` is no address.
 */
export async function finishMcpSignIn(callbackUrl?: string | URL): Promise<boolean> {
	const callback = addressOf("finishMcpSignIn: callbackUrl", callbackUrl);
	const state = stateOf(callback);
	if (state === undefined || !isAnswer(callback)) return false;
	const channel = new BroadcastChannel(CHANNEL);
	const isTaken = await new Promise<boolean>((resolve) => {
		const timer = setTimeout(() => resolve(false), TAKING_MS);
		channel.onmessage = ({ data }) => {
			const fields = fieldsOf(data);
			if (!fields || textOf(fields, "taken") !== state) return;
			clearTimeout(timer);
			resolve(true);
		};
		channel.postMessage({ state, address: callback.href });
	});
	channel.close();
	if (!isTaken) return false;
	if (callbackUrl === undefined) forgetAnswer();
	// Messages that are on their way to a window that closes are lost; this one has been answered.
	globalThis.close?.();
	return true;
}

/** The address that was given, or the page's. */
export function addressOf(what: string, given: string | URL | undefined): URL {
	// Whatever else it is has no business in an address, and could do anything while it is read.
	const text = given === undefined ? globalThis.location?.href : read(what, () => String(given));
	if (!URL.canParse(text))
		throw invalid(what, "must be an absolute address; without a page it cannot be left out");
	return new URL(text);
}

/** Whether an address holds an answer of an authorization server. */
export function isAnswer({ searchParams }: URL): boolean {
	return searchParams.has("code") || searchParams.has("error");
}

/** Takes the answer out of the page's address, so that it is neither kept in the history nor sent along. */
export function forgetAnswer(): void {
	const address = new URL(location.href);
	for (const name of ANSWERS) address.searchParams.delete(name);
	history.replaceState(history.state, "", address.href);
}
