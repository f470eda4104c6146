/** Which origins count as ones that can be trusted with tools. */
import { isThisMachine } from "../../core/loopback.js";
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

function isTrustworthy(url: URL): boolean {
	const { protocol, origin } = url;
	if (origin === "null") return false;
	if (protocol === "https:" || protocol === "wss:") return true;
	return (protocol === "http:" || protocol === "ws:") && isThisMachine(url);
}
