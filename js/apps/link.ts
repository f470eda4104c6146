/** Addresses that an app may have opened. */
import { INVALID_PARAMS, Refusal } from "./wire.js";

const MAX_CHARS = 2048;

/**
 * The address, written as the browser understands it: no letters that look like others, nothing that turns the direction of reading, and no
 * names in front of the host, by which an address looks like another one.
 *
 * @throws {@link Refusal} where it is none of http or https.
 */
export function linkOf(given: unknown): URL {
	if (typeof given === "string" && given.length <= MAX_CHARS && URL.canParse(given)) {
		const url = new URL(given);
		const isWeb = url.protocol === "https:" || url.protocol === "http:";
		if (isWeb && url.username === "" && url.password === "" && url.href.length <= 2 * MAX_CHARS) return url;
	}
	throw new Refusal(INVALID_PARAMS, "Only http and https addresses of moderate length are opened.");
}

/** The address in three: what is in front of the host, the host, and the rest. */
export function partsOf(url: URL): readonly [before: string, host: string, rest: string] {
	const before = `${url.protocol}//`;
	return [before, url.host, url.href.slice(before.length + url.host.length)];
}
