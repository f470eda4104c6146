/** Servers: their tools, recipes, widgets and layers. */
import type { CanvasVanilla } from "./canvas.js";
import type { Json, JsonObject, JsonSchema } from "./json.js";

/** Undoes what was drawn: listeners, timers, elements. */
export type Cleanup = () => void;

/** What a widget can tell the page that shows it. */
export interface WidgetContext {
	/**
	 * Tells what the person did with the widget, such as `rowclick`. The widget's box gets an event of that name and a
	 * `widget:interact` with `{action, payload}`, both of which bubble; on a canvas with a bus linked widgets hear it as well.
	 *
	 * @param payload - JSON; what each native widget tells stands in its recipe.
	 */
	emit(action: string, payload: Json): void;
}

/** A widget that is drawn. */
export interface DrawnWidget {
	/** Shows other data in place; without it the widget is drawn anew. */
	update?(data: JsonObject): void;
	/**
	 * Hears what a linked widget tells, such as `rowclick`, and what is sent to this one on the bus. Payloads come from other widgets'
	 * data: nothing of them is sure.
	 */
	receive?(channel: string, payload: unknown): void;
	/** Removes listeners and timers when the widget goes. */
	dispose?(): void;
}

/** Why a widget cannot show its data, as a model reads it. */
export interface WidgetProblem {
	/** One sentence that names what is wrong. */
	readonly reason: string;
	/** The line of the text that is wrong, from 1. */
	readonly line?: number;
	/** What to send instead. */
	readonly remedy?: string;
	/** The rest is shown: the widget is placed, and the problem is part of the result. Default false. */
	readonly isPartial?: boolean;
}

/**
 * Draws one widget.
 *
 * @param container - An empty element that belongs to this widget alone.
 * @param data - The widget's data, already checked against the widget's schema; a private copy.
 * @param context - What the widget can tell the page.
 * @returns How it is updated and removed; a function alone removes it; nothing where there is nothing to remove.
 */
export interface WidgetRenderer {
	(
		container: HTMLElement,
		data: JsonObject,
		context: WidgetContext,
		// biome-ignore lint/suspicious/noConfusingVoidType: a renderer may return nothing at all
	): void | Cleanup | DrawnWidget | Promise<void | Cleanup | DrawnWidget>;
	/**
	 * The data of a call in the form of the schema, such as code without its Markdown fence. It runs before the schema is checked, so nothing
	 * of the data is sure, and it must not wait.
	 */
	normalise?(data: JsonObject): JsonObject;
	/**
	 * Looks whether data that fits the schema can be drawn, before `widget_display` or an update by `canvas` does anything. It may run where
	 * there is no DOM. What it throws is reported, and an answer that takes longer than 5 seconds is not waited for; the widget is placed then.
	 */
	validate?(data: JsonObject): WidgetProblem | undefined | Promise<WidgetProblem | undefined>;
}

/** A tool that a local (WebMCP) server offers. */
export interface WebMcpToolDef {
	/** Bare name, without server or protocol. */
	name: string;
	description: string;
	inputSchema: JsonSchema;
	/** The person is asked before each call; the run pauses until then. */
	needsApproval?: boolean;
	/** MCP's hints (`readOnlyHint`, `destructiveHint`, `idempotentHint`). */
	annotations?: JsonObject;
	/** Runs the tool. `signal` aborts with the run. */
	execute(args: JsonObject, options?: { signal?: AbortSignal }): unknown;
}

/** A tool as a remote (MCP) server lists it. */
export interface McpToolDef {
	name: string;
	description?: string;
	inputSchema: JsonSchema;
	annotations?: JsonObject;
	/** The person is asked before each call; the run pauses until then. */
	needsApproval?: boolean;
}

/** The short form of a recipe. */
export interface RecipeSummary {
	name: string;
	description: string;
	/** The whole recipe, where it was read; then `get_recipe` is answered without the server. */
	body?: string;
}

/** What a server's recipe is called in "ToolLayers". */
export type McpRecipe = RecipeSummary;

/** The data layer of one MCP server (spec "ToolLayers", McpLayer). */
export interface McpLayer {
	protocol: "mcp";
	serverName: string;
	serverUrl?: string;
	description?: string;
	tools: McpToolDef[];
	recipes?: RecipeSummary[];
}

/** The display layer of one WebMCP server (spec "ToolLayers", WebMcpLayer). */
export interface WebMcpLayer {
	protocol: "webmcp";
	serverName: string;
	description: string;
	tools: WebMcpToolDef[];
	recipes?: RecipeSummary[];
	/**
	 * What is wrong with a widget's data, as a model reads it; `undefined` where nothing is. A run whose host places the
	 * widgets itself asks it before `onUpdate`.
	 */
	checkWidget?(type: string, data: JsonObject): JsonObject | undefined;
	/**
	 * The arguments of `widget_display` as the server would mend them, and what it mended, in words. A run asks it before
	 * anybody judges the call, so that what was allowed is what runs.
	 */
	mendWidget?(args: JsonObject): { args: JsonObject; fixes?: string[] };
}

/** One connected server, local or remote. */
export type ToolLayer = McpLayer | WebMcpLayer;

/** A widget that a server can draw. */
export interface WidgetEntry {
	name: string;
	description: string;
	inputSchema: JsonSchema;
	/** The recipe's Markdown, frontmatter included. */
	recipe: string;
	group?: string;
	renderer: WidgetRenderer;
}

/** A local server of widgets and tools (spec "System Architecture", Widget Registry). */
export interface WebMcpServer {
	readonly name: string;
	readonly description: string;
	/**
	 * Adds a widget.
	 *
	 * @param recipe - Markdown with frontmatter: `widget`, `description`, `schema`, optionally `group` and `examples`.
	 * @throws {@link WebMcpError} `invalid_recipe`, `invalid_schema` or `duplicate_widget`.
	 */
	registerWidget(recipe: string, renderer: WidgetRenderer): void;
	/** Forgets a widget; those that are shown stay as they are. False when there is none of that name. */
	unregisterWidget(name: string): boolean;
	/** Adds a tool of the host. Throws `invalid_argument` on a bad definition or a name that is taken. */
	addTool(tool: WebMcpToolDef): void;
	/**
	 * Runs a tool and resolves to its result. A mistake in `args` resolves to `{error, …}`,
	 * it does not reject: a model reads it and tries again. Rejects with `not_found` for a tool that there is none of,
	 * with `tool_failed` where the tool throws.
	 */
	executeTool(name: string, args: JsonObject, options?: { signal?: AbortSignal }): Promise<unknown>;
	/** The layer to hand to `runAgentLoop`. */
	layer(): WebMcpLayer;
	getWidget(name: string): WidgetEntry | undefined;
	listWidgets(): WidgetEntry[];
	/** Calls `listener` after each widget or tool that is added. Returns an idempotent unsubscribe. */
	subscribe(listener: () => void): () => void;
	/**
	 * From now on this server places its widgets on `canvas`, which must come from this package, and the canvas holds them
	 * to their schemas and to `allowUrl`, whoever changes them.
	 */
	attachCanvas(canvas: CanvasVanilla): void;
	/** From now on the host places the widgets, through the callbacks of a run. */
	detachCanvas(): void;
}
