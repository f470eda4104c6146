/** Decides whether what a page says of its sign-ins can be used. */
import {
	aFlag,
	aFunction,
	address,
	aText,
	type Check,
	invalid,
	listOf,
	milliseconds,
	must,
	objectOf,
	optional,
	optionsOf,
	read,
} from "../core/arguments.js";
import { safeAddress } from "./addresses.js";
import type { Wire } from "./request.js";
import { usable } from "./scopes.js";
import { quotable } from "./sentence.js";
import type { McpAuthOptions, McpAuthStore, McpRegisteredClient, McpSignInOpener } from "./types.js";

/** The options, checked and filled in. */
export interface Settings {
	/** Character by character as the page wrote it: servers compare it so. */
	readonly redirectUrl: string;
	readonly clientMetadataUrl: string | undefined;
	readonly clients: readonly McpRegisteredClient[];
	readonly clientName: string;
	readonly scopes: readonly string[] | undefined;
	readonly offline: boolean;
	/** Whether a token for a resource that is wider than a server may be sent to that server. */
	allowWider(resource: string, server: string): boolean | Promise<boolean>;
	readonly open: "popup" | "redirect" | McpSignInOpener;
	readonly store: McpAuthStore | undefined;
	readonly wire: Wire;
	readonly signInMs: number;
}

const A_CLIENT = objectOf({ id: aText, secret: optional(aText), issuer: optional(aText) }, "a client");
const A_STORE = objectOf({ get: aFunction, set: aFunction, delete: aFunction }, "a store");
const A_DOCUMENT = must("an https address with a path", (text) => {
	const url = safeAddress(text);
	return url?.protocol === "https:" && url.pathname !== "/";
});
const AN_OPENER: Check = must(
	"'popup', 'redirect' or a function",
	(open) => open === "popup" || open === "redirect" || typeof open === "function",
	true,
);
const OPTIONS = objectOf({
	clientMetadataUrl: optional(A_DOCUMENT),
	client: optional((what, client) => {
		const isList = read(what, () => Array.isArray(client));
		(isList ? listOf(A_CLIENT) : A_CLIENT)(what, client);
	}),
	clientName: optional(aText),
	scopes: optional(listOf(aText)),
	offlineAccess: optional(aFlag),
	allowWiderResource: optional(aFunction),
	open: optional(AN_OPENER),
	store: optional(A_STORE),
	fetch: optional(aFunction),
	timeouts: optional(objectOf({ requestMs: optional(milliseconds), signInMs: optional(milliseconds) })),
});

/** Asks by the browser's own question; where there is none, nobody has agreed. */
function asksPerson(resource: string, server: string): boolean {
	const { confirm } = globalThis as Partial<Pick<Window, "confirm">>;
	if (typeof confirm !== "function") return false;
	return confirm.call(
		globalThis,
		`${quotable(server)} asks to be given a token that is good for all of ${quotable(resource)}. Only agree where all of that is one owner's.`,
	);
}

/** @throws {@link WebMcpError} `invalid_argument` when the options make no sense. */
export function checked(given: McpAuthOptions): Settings {
	const what = "createMcpAuth: options";
	const options = optionsOf(what, given, OPTIONS);
	const { redirectUrl } = options;
	const absolute = address(`${what}.redirectUrl`, redirectUrl);
	if (!safeAddress(absolute)) {
		throw invalid(`${what}.redirectUrl`, "must be an https address, or an http address of this machine");
	}
	const { client, fetch: asked, timeouts } = options;
	const clients = client ? [client].flat() : [];
	for (const { secret, issuer } of clients) {
		// The first server that is connected to could name an authorization server of its own, and would be told the secret.
		if (secret && !issuer) throw invalid(`${what}.client`, "must name its `issuer` where it has a secret");
	}
	return {
		redirectUrl: typeof redirectUrl === "string" && URL.canParse(redirectUrl) ? redirectUrl : absolute,
		clientMetadataUrl: options.clientMetadataUrl,
		clients: clients.map((one) => ({ ...one })),
		clientName: options.clientName ?? "webmcp-auto-ui",
		scopes: usable(options.scopes),
		offline: options.offlineAccess ?? true,
		allowWider: options.allowWiderResource?.bind(given) ?? asksPerson,
		open: options.open ?? "popup",
		store: options.store,
		wire: {
			// A browser's `fetch` must be called as the window's.
			fetch: asked ? (url, init) => asked(url, init) : (url, init) => fetch(url, init),
			requestMs: timeouts?.requestMs ?? 20_000,
		},
		signInMs: timeouts?.signInMs ?? 600_000,
	};
}
