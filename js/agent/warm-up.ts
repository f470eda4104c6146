/** Reading ahead: a model of this page reads before the first wish what it will need for it. */
import { aSignal, copied, objectOf, optional, read } from "../core/arguments.js";
import { aProvider } from "../model/chat-arguments.js";
import { runAgentLoop } from "./session.js";
import type { AgentOptions, LLMProvider } from "../types/index.js";
import { WasmProvider } from "../provider/wasm-provider.js";

/** What decides on what a model reads before the person's words. */
const READ = [
	"provider",
	"layers",
	"client",
	"systemPrompt",
	"promptKind",
	"schemaOptions",
	"needsApproval",
	"discoveryCache",
	"prepareStep",
	"toolTimeout",
	"truncateResults",
	"maxResultLength",
	"signal",
] as const satisfies (keyof AgentOptions)[];

/** The options of a run that say what a model reads before the person's words; others may be there and do nothing. */
export type WarmUpOptions = Pick<AgentOptions, (typeof READ)[number]>;

const OPTIONS = objectOf(
	{ provider: aProvider, signal: optional(aSignal) },
	"an object with provider and layers",
);

/**
 * Lets a model in this page read ahead while it rests: a small one the recipes that the connected servers list (they are
 * asked for with `list_recipes` and `get_recipe`; those that can only be searched wait for a wish), one that composes what there
 * is to show, to call and to query (asked for with `list_recipes`, `list_tools`, and of servers that answer queries with the tools
 * that tell of tables and with `SELECT`s of a few values), one that plans by itself the system prompt and the tools. Without it
 * the first wish waits for that: measured with Gemma 3 270M, led by the package's own recipes, on one thread, 8 to 13 s.
 *
 * What was read stays known, over reloads as well where the model is stored (`useCache`). A wish comes first: reading ends
 * at once when a run with this provider asks the model, and goes on with the next call of this function. `signal` ends the
 * reading too, not the loading.
 *
 * @param options - As for the runs to come. `needsApproval` holds here too: nothing is read that would have to be asked for.
 * @returns When all is read, or a wish came first. Models that run elsewhere, in Google's runtime or in wllama read nothing
 *   ahead; the latter two are loaded.
 * @throws {@link WebMcpError} as {@link runAgentLoop} and `WasmProvider.initialize` do.
 */
export async function warmUp(options: WarmUpOptions): Promise<void> {
	const all = copied("warmUp: options", options, OPTIONS);
	const provider = read("warmUp: options.provider", () => wasm(all.provider));
	if (!provider || all.signal?.aborted) return;
	await provider.initialize();
	if (provider.engine.name !== "gguf") return;
	const given = READ.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]);
	await runAgentLoop("", { ...(Object.fromEntries(given) as WarmUpOptions), maxTokens: 0 });
}

function wasm(provider: LLMProvider): WasmProvider | undefined {
	return provider instanceof WasmProvider ? provider : undefined;
}
