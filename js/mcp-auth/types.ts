/** What signs in to MCP servers, and what a page tells it. */

import type { McpAuth } from "../types/index.js";

export type { McpAuth, McpRefusal } from "../types/index.js";

/** Where tokens are kept: by default in the page's memory. Any script of a page reads what lies in the page's storages. */
export interface McpAuthStore {
	/** @returns What was kept under this name; nothing (or `null`) where nothing was. */
	get(key: string): Promise<string | null | undefined> | string | null | undefined;
	set(key: string, value: string): Promise<void> | void;
	delete(key: string): Promise<void> | void;
}

/** A client that somebody has registered at an authorization server by hand. */
export interface McpRegisteredClient {
	readonly id: string;
	/** Whoever has the page has it too; a page should be registered as a public client, without one. Needs `issuer`. */
	readonly secret?: string;
	/**
	 * The `issuer` of the authorization server that knows it, character by character. Without it, the client belongs to the first
	 * authorization server that it is used with.
	 */
	readonly issuer?: string;
}

/**
 * Brings the person to the authorization page and back.
 *
 * @returns The address that the authorization server has sent the person to: `redirectUrl` with the answer.
 */
export type McpSignInOpener = (url: URL, signal: AbortSignal) => Promise<string | URL> | string | URL;

/** Options of `createMcpAuth`. */
export interface McpAuthOptions {
	/** Where authorization servers send the person back to: https, or http on this machine. Every server has to know it. */
	redirectUrl: string | URL;
	/** An https address of a Client ID Metadata Document that names `redirectUrl`: then no registration is needed where servers read such. */
	clientMetadataUrl?: string;
	/** Clients that are registered by hand; they go before all else. */
	client?: McpRegisteredClient | readonly McpRegisteredClient[];
	/** What a person reads at an authorization server where this client registers itself; default `webmcp-auto-ui`. */
	clientName?: string;
	/** Asked for in place of all that a server lists; what a server demands comes in addition. */
	scopes?: readonly string[];
	/** Whether a token that can be renewed is asked for, where the authorization server has such; default true. */
	offlineAccess?: boolean;
	/**
	 * Whether a server may be sent a token that is for more than itself: `https://host.example/a/mcp` may say that what it takes is a token
	 * for `https://host.example`, which is good for others there as well. Only `true` agrees. Default: the person is asked by the browser's
	 * own question (`confirm`), and where there is none it is refused.
	 */
	allowWiderResource?(resource: string, server: string): boolean | Promise<boolean>;
	/**
	 * How the person gets to the authorization page. `popup`, the default: in a window, which a browser opens only in a click (see
	 * `prepare`), and whose last page calls `finishMcpSignIn`. `redirect`: in the place of this page; `redirectUrl` calls `complete`.
	 */
	open?: "popup" | "redirect" | McpSignInOpener;
	/** Default: the memory of the page, so that a reload signs in anew. */
	store?: McpAuthStore;
	/** How addresses are asked, such as through a server of the page's for authorization servers that let no page ask them. */
	fetch?: typeof fetch;
	/** Milliseconds: of a request (default 20 000), and of all that a person does to sign in (default 600 000). */
	timeouts?: { requestMs?: number; signInMs?: number };
}

/** What signs in, and what a page needs for it. */
export interface McpSignIn extends McpAuth {
	/**
	 * To be called in a click, before anything is awaited: opens the window that the next sign-in needs. Where the person has closed the
	 * window of one that waits, that one goes on in the new window. Without `open: "popup"` it does nothing.
	 *
	 * @returns Closes the window if nothing has needed it.
	 * @throws {@link WebMcpError} `unsupported` where there are no windows.
	 */
	prepare(): () => void;
	/**
	 * For `open: "redirect"`: takes the answer out of the page's address, or out of the one that is given, and ends the sign-in.
	 *
	 * @returns The address of the server that is signed in to; nothing where the address holds no answer that is waited for.
	 * @throws {@link WebMcpError} As `authorize` does.
	 */
	complete(callbackUrl?: string | URL): Promise<string | undefined>;
	/** Forgets the tokens for a server, and has them revoked where its authorization server can; without an address all, with all registrations. */
	signOut(serverUrl?: string): Promise<void>;
}
