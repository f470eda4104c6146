/** What the tools of a server say about apps. */
import { anObject, oneOf, read } from "../core/arguments.js";
import { isRecord } from "./wire.js";

/** The type of an app's resource. */
export const APP_MIME_TYPE = "text/html;profile=mcp-app";

/**
 * What a client that shows apps declares when it connects: `capabilities: { extensions: { ...UI_EXTENSION } }`. Servers offer tools with
 * apps to no other.
 */
export const UI_EXTENSION: { readonly "io.modelcontextprotocol/ui": { mimeTypes: string[] } } = Object.freeze(
	{
		"io.modelcontextprotocol/ui": { mimeTypes: [APP_MIME_TYPE] },
	},
);

/** A tool, as a server lists it; whatever it holds. */
export interface McpAppToolDefinition {
	readonly name: string;
	readonly _meta?: unknown;
}

const WHO = oneOf(["model", "app"]);

const metaOf = ({ _meta }: McpAppToolDefinition): { readonly [name: string]: unknown } =>
	isRecord(_meta) ? _meta : {};

/**
 * The `ui://` address of the app that shows what a tool gives; nothing where the tool has none, or names no such address. The earlier
 * key `ui/resourceUri` counts where the new one is not there.
 *
 * @throws {@link WebMcpError} `invalid_argument` where `tool` is no object.
 */
export function appOf(tool: McpAppToolDefinition): string | undefined {
	anObject("appOf: tool", tool);
	return read("appOf: tool", () => {
		const meta = metaOf(tool);
		const uri = (isRecord(meta.ui) ? meta.ui.resourceUri : undefined) ?? meta["ui/resourceUri"];
		return isAppAddress(uri) ? uri : undefined;
	});
}

/** Whether something is the address of an app. */
export function isAppAddress(uri: unknown): uri is string {
	return typeof uri === "string" && uri.length <= 2048 && /^ui:\/\/[^\s]+$/.test(uri);
}

/**
 * Whether a tool may be used by a model, or by an app of the same server. A tool that says nothing about it is for both; one that says
 * something else than the specification has is for nobody.
 *
 * @throws {@link WebMcpError} `invalid_argument`.
 */
export function isVisibleTo(who: "model" | "app", tool: McpAppToolDefinition): boolean {
	WHO("isVisibleTo: who", who);
	anObject("isVisibleTo: tool", tool);
	return read("isVisibleTo: tool", () => {
		const { ui } = metaOf(tool);
		const visibility = isRecord(ui) ? ui.visibility : undefined;
		return visibility === undefined || (Array.isArray(visibility) && visibility.includes(who));
	});
}
