/** Apps of MCP servers on the canvas: which calls get one, what is kept of it, and what an app may do unasked. */
import { appOf, isVisibleTo, UI_EXTENSION } from "../apps/app-of.js";
import { guarded } from "../core/report.js";
import { createWebMcpServer } from "../server/create.js";
import type {
	AgentOptions,
	CanvasVanilla,
	JsonObject,
	McpLayer,
	McpToolDef,
	McpToolResult,
	WebMcpServer,
	WidgetRenderer,
} from "../types/index.js";
import { isOpen } from "./addresses.js";
import type { ServerEntry, ToolApps } from "./servers.js";
import type { AskBefore } from "./settings.js";

/** The widget that is an app, and the server that draws it, which no model is told of. */
export const APP_WIDGET = "mcp-app";
const SERVER = "mcp-apps";
/** Of arguments and results as JSON so much is kept with a canvas; what is longer is there as long as the page is. */
const MAX_KEPT_CHARS = 200_000;
/** So many calls with more than that are remembered. */
const MOST_LARGE = 16;
/** A canvas gets no more apps than this by calls: each is a page of its own. */
const MOST_APPS = 24;

const RECIPE = `---
widget: ${APP_WIDGET}
description: An app of an MCP server, which shows a call of one of its tools
schema:
  type: object
  required: [serverUrl, serverName, app, tool, call, args, result]
  properties:
    serverUrl: {type: string, maxLength: 2000}
    serverName: {type: string, maxLength: 1000}
    app: {type: string, maxLength: 2048}
    tool: {type: string, maxLength: 1000}
    call: {type: string, maxLength: 100}
    args: {type: string, maxLength: ${MAX_KEPT_CHARS}}
    result: {type: string, maxLength: ${MAX_KEPT_CHARS}}
---
`;

/** What a page gives for apps. */
export interface AppsOptions {
	/** The address of the package's `apps/sandbox.html` on an origin where nothing else is. */
	sandboxUrl: string | URL;
}

/** A call that an app shows. */
export interface AppCall {
	/** Empty where the address may hold a key: then the name counts. */
	readonly serverUrl: string;
	readonly serverName: string;
	readonly tool: string;
	readonly args: JsonObject | undefined;
	/** Nothing where it was too large to be kept. */
	readonly result: McpToolResult | undefined;
}

/** What a workspace needs apps for. */
interface AppsParts {
	canvas(): CanvasVanilla | undefined;
	/** Hears of an app that a run has placed. */
	placed(id: string): void;
}

/** Places apps, and knows their calls. */
export class Apps implements ToolApps {
	readonly extensions: JsonObject = { ...UI_EXTENSION };
	/** Draws them; whoever shows the canvas sets it. */
	renderer: WidgetRenderer | undefined;
	/** The server of the widget. Needs the core. */
	readonly server: WebMcpServer;
	readonly #parts: AppsParts;
	/** Calls with more than is kept, by their ids. */
	readonly #large = new Map<string, Pick<AppCall, "args" | "result">>();

	constructor(parts: AppsParts) {
		this.#parts = parts;
		this.server = createWebMcpServer(SERVER);
		this.server.registerWidget(RECIPE, (...drawn) => this.renderer?.(...drawn));
	}

	forModels(layer: McpLayer): McpLayer {
		return { ...layer, tools: layer.tools.filter((tool) => isVisibleTo("model", tool)) };
	}

	called({ url, name }: ServerEntry, tool: McpToolDef, args: JsonObject, result: McpToolResult): void {
		// The call has succeeded, whatever becomes of its app.
		guarded(() => this.#place(url, name, tool, args, result));
	}

	/** The call of a widget, whoever wrote its data; nothing where there is none. */
	callOf(data: JsonObject): AppCall | undefined {
		const { serverUrl, serverName, tool, call } = data;
		if (typeof serverUrl !== "string" || typeof serverName !== "string" || typeof tool !== "string")
			return undefined;
		const kept = typeof call === "string" ? this.#large.get(call) : undefined;
		const args = kept?.args ?? (objectIn(data.args) as JsonObject | undefined);
		const result = kept?.result ?? resultIn(data.result);
		return { serverUrl, serverName, tool, args, result };
	}

	/**
	 * Whether an app may call a tool without the person being asked: only one that reads only, as its server says, and only where the
	 * person wants to be asked about no such call.
	 */
	mayCallUnasked(
		{ annotations, needsApproval }: McpToolDef,
		ask: AskBefore,
		run: AgentOptions["needsApproval"],
	): boolean {
		const isRead = annotations?.readOnlyHint === true && needsApproval !== true;
		return isRead && ask !== "always" && (run === undefined || run === "destructive");
	}

	#place(
		serverUrl: string,
		serverName: string,
		tool: McpToolDef,
		args: JsonObject,
		result: McpToolResult,
	): void {
		const app = appOf(tool);
		const canvas = this.#parts.canvas();
		// What failed has nothing to show; the model reads why.
		if (app === undefined || !canvas || result.isError) return;
		if (canvas.blocks.filter(({ type }) => type === APP_WIDGET).length >= MOST_APPS) return;
		const call = crypto.randomUUID();
		const [written, given] = [args, result].map((value) => JSON.stringify(value));
		const isLarge = [written, given].some((text) => (text?.length ?? 0) > MAX_KEPT_CHARS);
		if (isLarge) this.#remember(call, { args, result });
		const kept = (text: string | undefined) => (text && text.length <= MAX_KEPT_CHARS ? text : "");
		const data = {
			// A canvas may be given to others.
			serverUrl: isOpen(serverUrl) ? serverUrl : "",
			serverName,
			app,
			tool: tool.name,
			call,
			args: kept(written),
			result: kept(given),
		};
		const place = () => canvas.addWidget(APP_WIDGET, data, { serverName: SERVER });
		this.#parts.placed(canvas.transact(place, { actor: "agent", label: tool.name }).id);
	}

	#remember(call: string, what: Pick<AppCall, "args" | "result">): void {
		this.#large.set(call, what);
		const [oldest] = this.#large.keys();
		if (this.#large.size > MOST_LARGE && oldest !== undefined) this.#large.delete(oldest);
	}
}

function objectIn(text: unknown): object | undefined {
	if (typeof text !== "string" || text === "") return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function resultIn(text: unknown): McpToolResult | undefined {
	const result = objectIn(text) as Partial<McpToolResult> | undefined;
	return result && Array.isArray(result.content) ? (result as McpToolResult) : undefined;
}
