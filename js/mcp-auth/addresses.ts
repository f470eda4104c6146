/** Decides which addresses are asked and opened, and where a server's metadata may lie. */
import { isInside, isThisMachine, reachesThisMachine } from "../core/loopback.js";

const MAX_ADDRESS_CHARS = 4096;
const WELL_KNOWN = "/.well-known";

/** The address where it is https, or http on this machine, without a name before the host and without a fragment. */
export function safeAddress(text: unknown): URL | undefined {
	if (typeof text !== "string" || text.length > MAX_ADDRESS_CHARS || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isThisMachine(url));
	return isSafe && !url.username && !url.password && !text.includes("#") ? url : undefined;
}

/**
 * The address that a server names. What a server outside cannot reach it must not have asked from here: a public one nothing in a network,
 * one in a network nothing on this machine.
 */
export function addressBy(server: URL, text: unknown): URL | undefined {
	const url = safeAddress(text);
	if (!url) return undefined;
	const isNearer =
		(isInside(url) && !isInside(server)) || (reachesThisMachine(url) && !reachesThisMachine(server));
	return isNearer ? undefined : url;
}

/** The address of a server as it is known by: what is behind `#` never leaves the page. */
export function serverAddress(text: string): URL | undefined {
	return safeAddress(text.split("#", 1)[0]);
}

/** A server's name where its metadata gives none (RFC 8707): without the slash that stands for no path. */
export function canonical({ origin, pathname, search }: URL): string {
	return pathname === "/" && search === "" ? origin : `${origin}${pathname}${search}`;
}

/** Where the metadata of a protected resource may lie (RFC 9728, section 3.1), the likeliest first. */
export function resourceMetadataAddresses({ origin, pathname, search }: URL): URL[] {
	const root = `${origin}${WELL_KNOWN}/oauth-protected-resource`;
	const paths = [pathname === "/" ? "" : pathname, withoutSlash(pathname)].map(
		(path) => `${root}${path}${search}`,
	);
	return once([...paths, root]);
}

/** Where the metadata of an authorization server may lie (RFC 8414, sections 3.1 and 5), in the order that MCP demands. */
export function serverMetadataAddresses({ origin, pathname }: URL): URL[] {
	const path = withoutSlash(pathname);
	return once([
		`${origin}${WELL_KNOWN}/oauth-authorization-server${path}`,
		`${origin}${WELL_KNOWN}/openid-configuration${path}`,
		`${origin}${path}${WELL_KNOWN}/openid-configuration`,
	]);
}

/** Whether what a server says that it is (`resource`) holds for the address at which it was asked: the same, or a path above it. */
export function isWithin(server: URL, resource: URL): boolean {
	const above = withoutSlash(resource.pathname);
	const isAbove = `${withoutSlash(server.pathname)}/`.startsWith(`${above}/`);
	return (
		resource.origin === server.origin &&
		isAbove &&
		(resource.search === "" || resource.search === server.search)
	);
}

/** Whether a resource is more than the server at this address: others of its host may be behind the rest. */
export function isWider(server: URL, resource: URL): boolean {
	return (
		withoutSlash(server.pathname) !== withoutSlash(resource.pathname) || server.search !== resource.search
	);
}

function withoutSlash(path: string): string {
	return path.endsWith("/") ? path.slice(0, -1) : path;
}

function once(addresses: readonly string[]): URL[] {
	return [...new Set(addresses)].map((address) => new URL(address));
}
