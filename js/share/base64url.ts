/** Bytes as text that an address can carry. */
import { invalid } from "../core/arguments.js";

/** So many bytes at once become arguments of one call. */
const PART = 8_192;

/** Bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
	let binary = "";
	for (let at = 0; at < bytes.length; at += PART)
		binary += String.fromCharCode(...bytes.subarray(at, at + PART));
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The bytes of base64url, or of base64 with or without padding, also where an address has made spaces of its plus signs.
 *
 * @param what - What the text is, for the error.
 * @throws {@link WebMcpError} `invalid_argument` where it is neither.
 */
export function fromBase64url(what: string, text: string): Uint8Array<ArrayBuffer> {
	const base64 = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll(" ", "+").replace(/=+$/, "");
	try {
		const binary = atob(base64);
		return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
	} catch {
		throw invalid(what, "is no base64url");
	}
}
