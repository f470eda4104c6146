/**
 * Decides under which names a server's tools join those that a model has, so that each leads where the run calls it: of two servers of one name
 * the second has a number in its tools' names, which only all layers together tell. Lists that were made here are known by theirs.
 */
import { invalid, read } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { core } from "../core/init.js";
import type { ProviderTool, SchemaOptions, ToolLayer } from "../types/index.js";

type Layers = readonly ToolLayer[];

const made = new WeakMap<object, Layers>();

/** Notes which layers the names of these tools go by. */
export function named(tools: ProviderTool[], layers: Layers): ProviderTool[] {
	for (const tool of tools) made.set(tool, layers);
	return tools;
}

/**
 * A new list: `current`, and those tools of `layer` that it lacks (spec "ToolLayers", Progressive discovery).
 *
 * @param options - `layers`: all layers of the run. Needed only where two of them have the same name and `current` was made neither by
 *   `buildDiscoveryTools` or `buildToolsFromLayers` of all of them nor by this function.
 * @throws {@link WebMcpError} `invalid_argument` where `current` holds tools of another server of that name and nothing tells which name leads
 *   to this one, and for `layers` that do not hold the layer.
 */
export function activateServerTools(
	current: ProviderTool[],
	layer: ToolLayer,
	options: SchemaOptions & { layers?: ToolLayer[] } = {},
): ProviderTool[] {
	const given = read("activateServerTools: options", () => options?.layers);
	const layers = given ?? unlessUnreadable(() => layersOf(current, layer));
	const more =
		given || !layers ? options : read("activateServerTools: options", () => ({ ...options, layers }));
	const tools = core().activateServerTools(current, layer, more) as ProviderTool[];
	// They are copies, the first ones of those that were there.
	for (const [at, tool] of tools.entries()) {
		const by = at < current.length ? made.get(Object(current[at])) : (layers ?? [layer]);
		if (by) made.set(tool, by);
	}
	return tools;
}

/** What cannot be read is named by the core, with what it should be. */
function unlessUnreadable<T>(look: () => T): T | undefined {
	try {
		return look();
	} catch (error) {
		if (error instanceof WebMcpError) throw error;
		return undefined;
	}
}

/** All layers by which the tools are named, with this one in its place; nothing where no other has its name. */
function layersOf(current: unknown, layer: ToolLayer): ToolLayer[] | undefined {
	if (!Array.isArray(current) || typeof layer?.serverName !== "string") return undefined;
	const prefix = core().sanitizeServerName(layer.serverName);
	const isNamesake = (other: ToolLayer) =>
		other.protocol === layer.protocol && core().sanitizeServerName(other.serverName) === prefix;
	const lists = new Set(current.map((tool) => made.get(Object(tool))).filter((list) => list !== undefined));
	for (const list of lists) {
		const place = placeOf(layer, list.filter(isNamesake));
		if (place) return list.map((other) => (other === place ? layer : other));
	}
	const isNumbered = new RegExp(`^${prefix}_\\d+_${layer.protocol}_`);
	const isTaken =
		lists.size > 0
			? [...lists].some((list) => list.some(isNamesake))
			: current.some((tool) => isNumbered.test(String(Object(tool).name)));
	if (!isTaken) return undefined;
	throw invalid(
		"activateServerTools(current, layer)",
		`holds tools of another server called '${layer.serverName}': pass { layers }, all layers of the run`,
	);
}

/** The layer among those of its name: itself, or the only one that another reading of the same server may be. */
function placeOf(layer: ToolLayer, namesakes: Layers): ToolLayer | undefined {
	if (namesakes.includes(layer)) return layer;
	const tools = namesOf(layer);
	const alike = namesakes.filter(
		(other) =>
			other.serverName === layer.serverName &&
			addressOf(other) === addressOf(layer) &&
			namesOf(other) === tools,
	);
	return alike.length === 1 ? alike[0] : undefined;
}

const addressOf = (layer: ToolLayer) => (layer.protocol === "mcp" ? layer.serverUrl : undefined);

const namesOf = ({ tools }: ToolLayer): string =>
	tools
		.map(({ name }) => name)
		.toSorted()
		.join("\n");
