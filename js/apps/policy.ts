/** What an app may load and connect to: the domains that its resource names, each checked, and nothing else. */
import { isThisMachine } from "../core/loopback.js";

/** Domains by what they are for, under the names that the specification has for them. */
export interface McpAppDomains {
	/** For `fetch`, WebSockets and the like. */
	readonly connectDomains: string[];
	/** For scripts, styles, images, fonts and media. */
	readonly resourceDomains: string[];
	/** For frames inside the app. */
	readonly frameDomains: string[];
	/** For the base of relative addresses. */
	readonly baseUriDomains: string[];
}

/** What a domain is for. */
export type McpAppDomainUse = keyof McpAppDomains;

const USES = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"] as const;
/** Of each kind; a policy of thousands would be read anew for each thing that is loaded. */
const MAX_DOMAINS = 50;

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const PORT = "(?::\\d{1,5})?";
/** Whatever a policy's grammar could make more of has no place in it: quotes, semicolons, spaces, commas, paths. */
const SECURE = new RegExp(`^(https|wss)://(?:\\*\\.(?:${LABEL}\\.)+|(?:${LABEL}\\.)*)${LABEL}${PORT}$`);
const PLAIN = new RegExp(`^(?:http|ws)://(?:(?:${LABEL}\\.)*${LABEL}\\.?|\\[[\\da-f:.]+\\])${PORT}$`);

/** The domain as it stands in a policy; nothing where it may not. */
function domainOf(given: unknown, use: McpAppDomainUse): string | undefined {
	if (typeof given !== "string" || given.length > 300) return undefined;
	const domain = given.toLowerCase().replace(/\/$/, "");
	const isSocket = domain.startsWith("ws");
	if (isSocket && use !== "connectDomains") return undefined;
	return SECURE.test(domain) ? domain : localDomain(domain);
}

/** One of this machine, as browsers write it: the spelling of a policy is compared with theirs. */
function localDomain(domain: string): string | undefined {
	if (!PLAIN.test(domain) || !URL.canParse(domain)) return undefined;
	const { protocol, host, hostname } = new URL(domain);
	return isThisMachine(hostname) ? `${protocol}//${host}` : undefined;
}

/**
 * The domains of a resource's `csp` that may stand in a policy.
 *
 * @param allows - Decides on each; without it all sound ones are taken.
 * @param refused - Hears of each that is left out.
 */
export function domainsIn(
	csp: unknown,
	allows: (domain: string, use: McpAppDomainUse) => boolean = () => true,
	refused: (domain: unknown, use: McpAppDomainUse) => void = () => undefined,
): McpAppDomains {
	const given = typeof csp === "object" && csp !== null ? (csp as { [use: string]: unknown }) : {};
	const taken = (use: McpAppDomainUse) => {
		const list = given[use];
		const kept: string[] = [];
		for (const one of Array.isArray(list) ? list.slice(0, MAX_DOMAINS) : []) {
			const domain = domainOf(one, use);
			if (domain !== undefined && allows(domain, use)) kept.push(domain);
			else refused(one, use);
		}
		return kept;
	};
	const [connectDomains, resourceDomains, frameDomains, baseUriDomains] = USES.map(taken);
	return {
		connectDomains: connectDomains ?? [],
		resourceDomains: resourceDomains ?? [],
		frameDomains: frameDomains ?? [],
		baseUriDomains: baseUriDomains ?? [],
	};
}

/**
 * The Content-Security-Policy of an app. It is stricter than the specification asks for: `'self'` is left out, for it would be the origin of
 * the sandbox page. `frame-src` also keeps the app itself from leaving for another address, as the page around it has the same policy.
 */
export function policyOf(domains: McpAppDomains): string {
	const listed = (list: readonly string[], always = "") => [always, ...list].join(" ").trim() || "'none'";
	const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = domains;
	const directives: readonly (readonly [name: string, sources: string])[] = [
		["default-src", "'none'"],
		["script-src", listed(resourceDomains, "'unsafe-inline'")],
		["style-src", listed(resourceDomains, "'unsafe-inline'")],
		["img-src", listed(resourceDomains, "data:")],
		["media-src", listed(resourceDomains, "data:")],
		["font-src", listed(resourceDomains)],
		["connect-src", listed(connectDomains)],
		["frame-src", listed(frameDomains)],
		["base-uri", listed(baseUriDomains)],
		["object-src", "'none'"],
		["worker-src", "'none'"],
		["form-action", "'none'"],
	];
	return directives.map(([name, sources]) => `${name} ${sources}`).join("; ");
}
