/** The agent loop, as a promise of its result. */
import { core, init } from "./init.js";
import type {
	AgentOptions,
	AgentResult,
	CanvasVanilla,
	McpToolDef,
	ProviderTool,
	ToolLayer,
	WebMcpServer,
	Bus,
} from "./types.js";

/**
 * Runs one wish to its end: model, tools, model, until the model calls no tool.
 *
 * @param wish - What the person typed.
 * @returns What was said, called and counted. An abort resolves with `stopReason: "aborted"` and the history so
 *   far; a failing provider rejects, with the history so far as the error's `partial`.
 * @throws {@link WebMcpError} `invalid_argument` for options that cannot be used, else what the provider threw.
 */
export async function runAgentLoop(wish: string, options: AgentOptions): Promise<AgentResult> {
	await init();
	return (await core().runAgentLoop(wish, options)) as AgentResult;
}

/** A local server without widgets. Throws `not_initialised` before `init()`. */
export function createWebMcpServer(name: string, options: { description?: string } = {}): WebMcpServer {
	return core().createWebMcpServer(name, options) as unknown as WebMcpServer;
}

/** An empty canvas. Throws `not_initialised` before `init()`. */
export function createCanvasVanilla(): CanvasVanilla {
	return core().createCanvasVanilla() as unknown as CanvasVanilla;
}

/** A bus without peers. Throws `not_initialised` before `init()`. */
export function createBus(): Bus {
	return core().createBus() as unknown as Bus;
}

/** The system prompt for these layers (spec "ToolLayers"). */
export function buildSystemPrompt(layers: ToolLayer[]): string {
	return core().buildSystemPrompt(layers);
}

/** The tools that a model sees before it touched any server. */
export function buildDiscoveryTools(layers: ToolLayer[]): ProviderTool[] {
	return core().buildDiscoveryTools(layers) as ProviderTool[];
}

/** All tools of all layers under their full names. */
export function buildToolsFromLayers(layers: ToolLayer[]): ProviderTool[] {
	return core().buildToolsFromLayers(layers) as ProviderTool[];
}

/** Which of a server's tools search, list and get recipes. */
export function resolveCanonicalTools(
	tools: McpToolDef[],
): { role: "search_recipes" | "list_recipes" | "get_recipe"; realToolName: string }[] {
	return core().resolveCanonicalTools(tools) as ReturnType<typeof resolveCanonicalTools>;
}
