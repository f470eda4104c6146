/** Which origins count as ones that can be trusted with tools. */
import { DOMException } from "./dom-exception.js";

/**
 * The origins of these addresses.
 *
 * @throws DOMException `SecurityError` for what is no address, or of an origin that is not potentially trustworthy (Secure Contexts, "Is
 * origin potentially trustworthy?").
 */
export function secureOrigins(name: string, addresses: readonly string[] = []): string[] {
	return addresses.map((address) => {
		const url = URL.canParse(address) ? new URL(address) : undefined;
		if (url && isTrustworthy(url)) return url.origin;
		throw new DOMException(`Only secure origins are allowed in the ${name} list.`, "SecurityError");
	});
}

function isTrustworthy({ protocol, hostname, origin }: URL): boolean {
	if (origin === "null") return false;
	if (protocol === "https:" || protocol === "wss:") return true;
	const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return (protocol === "http:" || protocol === "ws:") && isLoopback;
}
