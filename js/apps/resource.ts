/** What of a `ui://` resource is taken: its document, the domains that it names, the rights that it asks for. */
import { WebMcpError } from "../core/errors.js";
import { APP_MIME_TYPE, isAppAddress } from "./app-of.js";
import { type McpAppPermission, permissionsIn } from "./permissions.js";
import { domainsIn, type McpAppDomains, type McpAppDomainUse } from "./policy.js";
import { isRecord } from "./wire.js";

/** A resource as `resources/read` gives it. */
export interface McpAppResource {
	readonly uri: string;
	readonly mimeType?: string;
	/** The document. */
	readonly text?: string;
	/** The document in base64. */
	readonly blob?: string;
	/** Under `ui`: `csp`, `permissions`, `prefersBorder`. */
	readonly _meta?: unknown;
}

/** A resource that can be shown. */
export interface AppDocument {
	readonly uri: string;
	readonly html: string;
	readonly domains: McpAppDomains;
	/** Domains that it names and does not get. */
	readonly refusedDomains: readonly string[];
	readonly permissions: readonly McpAppPermission[];
	readonly prefersBorder: boolean | undefined;
}

const MAX_RESOURCE_BYTES = 8 * 1024 * 1024;

/**
 * Reads a resource.
 *
 * @param allowed - What the page lets apps have.
 * @param allows - Decides on each domain.
 * @throws {@link WebMcpError} `unsupported` where it is no app; `protocol` where it is broken or too large.
 */
export function documentOf(
	resource: McpAppResource,
	allowed: readonly McpAppPermission[] = [],
	allows?: (domain: string, use: McpAppDomainUse) => boolean,
): AppDocument {
	const { uri, mimeType } = resource;
	if (!isAppAddress(uri)) throw new WebMcpError("unsupported", "An app's resource has a ui:// address.");
	if (!isAppType(mimeType)) {
		throw new WebMcpError(
			"unsupported",
			`The resource '${uri}' is no app: its type is not ${APP_MIME_TYPE}.`,
		);
	}
	const meta = isRecord(resource._meta) ? resource._meta.ui : undefined;
	const { csp, permissions, prefersBorder } = isRecord(meta) ? meta : {};
	const refusedDomains: string[] = [];
	const domains = domainsIn(csp, allows, (domain) => refusedDomains.push(String(domain).slice(0, 300)));
	return {
		uri,
		html: htmlOf(resource),
		domains,
		refusedDomains,
		permissions: permissionsIn(permissions).filter((one) => allowed.includes(one)),
		prefersBorder: typeof prefersBorder === "boolean" ? prefersBorder : undefined,
	};
}

/** Spaces, quotes and a charset say nothing else. */
function isAppType(mimeType: unknown): boolean {
	if (typeof mimeType !== "string" || mimeType.length > 200) return false;
	const [type, ...parameters] = mimeType.toLowerCase().replace(/[\s"]/g, "").split(";");
	return type === "text/html" && parameters.includes("profile=mcp-app");
}

function htmlOf({ uri, text, blob }: McpAppResource): string {
	const size = typeof text === "string" ? text.length : typeof blob === "string" ? (blob.length * 3) / 4 : 0;
	if (size > MAX_RESOURCE_BYTES) {
		throw new WebMcpError("protocol", `The app '${uri}' is larger than ${MAX_RESOURCE_BYTES} bytes.`);
	}
	if (typeof text === "string") return text;
	if (typeof blob === "string") {
		try {
			const bytes = Uint8Array.from(atob(blob), (char) => char.charCodeAt(0));
			return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		} catch {
			throw new WebMcpError("protocol", `The app '${uri}' is no text in base64.`);
		}
	}
	throw new WebMcpError("protocol", `The app '${uri}' has neither text nor blob.`);
}
