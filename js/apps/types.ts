/** What a page gives an app, and what it gets to hear of it. */
import type { Json, JsonObject, McpToolResult } from "../types/index.js";
import type { McpAppToolDefinition } from "./app-of.js";
import type { McpAppPermission } from "./permissions.js";
import type { McpAppDomainUse } from "./policy.js";
import type { McpAppWords } from "./question.js";
import type { McpAppResource } from "./resource.js";

/** How an app is shown: in the flow of the page, over all of it, or in a corner. */
export type McpAppDisplayMode = "inline" | "fullscreen" | "pip";

/** The call that an app shows. What is not known yet is told later, by the handle. */
export interface McpAppTool {
	readonly name: string;
	/** As the server lists it; the app is told of it. */
	readonly definition?: McpAppToolDefinition;
	readonly arguments?: JsonObject;
	readonly result?: McpToolResult;
}

/** What an app knows of the page around it. What is left out is found out, where it can be. */
export interface McpAppContext {
	/** Default: that of the element that the app is in. */
	readonly theme?: "light" | "dark";
	/** CSS variables of the specification, such as `--color-text-primary`; others are left out. `css.fonts`: `@font-face` rules. */
	readonly styles?: {
		readonly variables?: { readonly [name: string]: string };
		readonly css?: { readonly fonts?: string };
	};
	/** Default `inline`. */
	readonly displayMode?: McpAppDisplayMode;
	/** What the page can do; default `inline` alone. */
	readonly availableDisplayModes?: readonly McpAppDisplayMode[];
	/** Default: the width that there is, and the option `maxHeight`. What is fixed by `width` or `height` is not the app's to change. */
	readonly containerDimensions?: {
		readonly width?: number;
		readonly maxWidth?: number;
		readonly height?: number;
		readonly maxHeight?: number;
	};
	/** Default: the language of the page. */
	readonly locale?: string;
	/** Default: the browser's. */
	readonly timeZone?: string;
	readonly userAgent?: string;
	readonly platform?: "web" | "desktop" | "mobile";
	readonly safeAreaInsets?: {
		readonly top: number;
		readonly right: number;
		readonly bottom: number;
		readonly left: number;
	};
}

/** What an app says of itself. */
export interface McpAppInfo {
	readonly name: string;
	readonly version: string;
	/** The modes that it can be shown in; nothing where it does not say. */
	readonly availableDisplayModes?: readonly McpAppDisplayMode[];
}

/** What an app wants to say in the conversation, in the person's name. Blocks of content as MCP has them, of a known `type`. */
export interface McpAppMessage {
	readonly role: "user";
	readonly content: readonly JsonObject[];
}

/** What an app wants a model to know from now on, in the place of what it gave before. */
export interface McpAppModelContext {
	readonly content?: readonly JsonObject[];
	readonly structuredContent?: JsonObject;
}

/** A file that an app hands out: its bytes, or the address where it lies. */
export type McpAppFile =
	| { readonly name: string; readonly type: string; readonly content: Blob }
	| { readonly name: string; readonly type: string; readonly uri: string };

/** A line of an app's log. */
export interface McpAppLog {
	readonly level: string;
	readonly logger?: string;
	readonly data: Json;
}

/** A request of an app's, when it has ended. */
export interface McpAppAudit {
	/** Milliseconds since 1970. */
	readonly at: number;
	/** The app's address. */
	readonly uri: string;
	readonly method: string;
	/** The tool, resource or address that it was about; at most 200 characters. */
	readonly subject?: string;
	readonly outcome: "ok" | "failed" | "cancelled";
	/** Milliseconds. */
	readonly ms: number;
}

/** How an app came to its end. `page`: the page ended it. `app`: it asked for that. `left`: it left its document. `flooded`: it sent without
 * end. `grabbed`: it took the focus from what the person writes in. `unreachable`: the sandbox page did not answer. */
export interface McpAppEnd {
	readonly why: "page" | "app" | "left" | "flooded" | "grabbed" | "unreachable";
	readonly reason: string;
}

/** What the page's functions are given beside what the app wants. */
export interface McpAppCall {
	/** Aborts when the app does not wait any more, or is gone. */
	readonly signal: AbortSignal;
}

/**
 * Options of `mountMcpApp`. What a function throws is told to the app as the reason why it was not done. A function that is not given is one
 * that the host does not offer, and the app is told so, but for `openLink` and `downloadFile`, which ask the person.
 */
export interface McpAppOptions {
	/** What is shown. */
	resource: McpAppResource;
	/** The address of the package's `apps/sandbox.html` on an origin where nothing else is, best on a site of its own. */
	sandboxUrl: string | URL;
	/** The call that is shown. */
	tool?: McpAppTool;
	/** What assistive technology says of the frame. Default: the tool's title or name. */
	title?: string;
	/** The tools of the app's own server. An app can call those of them that are visible to apps; without the list, only the tool that it shows. */
	tools?: readonly McpAppToolDefinition[] | (() => readonly McpAppToolDefinition[]);
	/** Calls a tool of the app's own server, after whatever approval the page demands. */
	callTool?(name: string, args: JsonObject, call: McpAppCall): McpToolResult | Promise<McpToolResult>;
	/** Reads a resource of the app's own server. */
	readResource?(
		uri: string,
		call: McpAppCall,
	): readonly McpAppResource[] | Promise<readonly McpAppResource[]>;
	/** Takes a message for the conversation; `false` refuses it. */
	onMessage?(message: McpAppMessage, call: McpAppCall): unknown;
	/** Takes what a model is to know; `false` refuses it. */
	onModelContext?(context: McpAppModelContext, call: McpAppCall): unknown;
	/** Opens an http or https address; `false` refuses it. Default: shows it in full and asks. */
	openLink?(url: string, call: McpAppCall): unknown;
	/** Saves files; `false` refuses it. Default: names each that comes with its bytes, and asks. */
	downloadFile?(files: readonly McpAppFile[], call: McpAppCall): unknown;
	/** Shows the app otherwise, and says how it is shown then. Only modes are wanted that `availableDisplayModes` and the app have. */
	requestDisplayMode?(
		mode: McpAppDisplayMode,
		call: McpAppCall,
	): McpAppDisplayMode | Promise<McpAppDisplayMode>;
	/** The app wants to be closed; `false` keeps it. */
	onTeardownRequest?(): unknown;
	/** Hears what the app writes to its log. */
	onLog?(line: McpAppLog): void;
	/** Hears of each request of the app's when it has ended. */
	audit?(entry: McpAppAudit): void;
	/** What the app knows of the page at first; `changeContext` of the handle tells it more. */
	hostContext?: McpAppContext;
	/** Who the host says it is. */
	hostInfo?: { name: string; version: string };
	/** What apps may have of the browser if they ask for it; default nothing. The page's own `Permissions-Policy` must let it pass on. */
	permissions?: readonly McpAppPermission[];
	/** Decides on each domain that the resource names; default: all that are sound. */
	allowDomain?(domain: string, use: McpAppDomainUse): boolean;
	/** Pixels that the app may be high, `Infinity` for any height; default 600. What is higher is scrolled. */
	maxHeight?: number;
	/** What is said to the person, in another language. */
	words?: Partial<McpAppWords>;
	/** Ends the app at once. */
	signal?: AbortSignal;
}

/** An app that is shown. */
export interface McpAppHandle {
	/** What was put into the container. */
	readonly element: HTMLElement;
	/** The Content-Security-Policy that it is under. */
	readonly policy: string;
	/** Domains that the resource names and does not get. */
	readonly refusedDomains: readonly string[];
	/** Resolves when the app has said that it is ready; rejects with `aborted` or `network` where it ends before that. */
	readonly ready: Promise<McpAppInfo>;
	/** Resolves when the app is gone. */
	readonly ended: Promise<McpAppEnd>;
	/** Tells the arguments of the call as far as a model has written them. Nothing once they are complete. */
	toolInputPartial(args: JsonObject): void;
	/** Tells the arguments of the call. @throws {@link WebMcpError} `conflict` the second time */
	toolInput(args: JsonObject): void;
	/** Tells what the call gave. @throws {@link WebMcpError} `conflict` where it has ended already */
	toolResult(result: McpToolResult): void;
	/** Tells that the call was cancelled. @throws {@link WebMcpError} `conflict` where it has ended already */
	toolCancelled(reason?: string): void;
	/**
	 * Tells what has changed around the app.
	 *
	 * @throws {@link WebMcpError} `unsupported` for a display mode that the app does not have.
	 */
	changeContext(changes: McpAppContext): void;
	/** Ends the app: it is told, has a second to finish, and is removed. What it still waits for is aborted. */
	end(reason?: string): Promise<void>;
}
