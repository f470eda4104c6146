/** Wishes to start from: those of the host, and those that the connected servers' own recipes name. */
import { resolveCanonicalTools } from "../dispatch/layers.js";
import type { Servers } from "./servers.js";
import type { Workspace } from "./workspace.js";

/**
 * The examples of the servers' recipes: the first of each recipe of each server, then the second, and so on, so that all have their
 * say; of the data in the page first. A server that does not answer suggests nothing.
 */
export async function suggestedWishes({ servers, data }: Workspace, most: number): Promise<string[]> {
	const { layers, client } = servers;
	const lists = await Promise.all([
		ownExamples(data),
		...layers.map(async ({ serverName, serverUrl, tools }) => {
			const tool = resolveCanonicalTools(tools).find(({ role }) => role !== "get_recipe")?.realToolName;
			if (!tool) return [];
			const result = await client.callToolOn(serverUrl ?? serverName, tool).catch(() => undefined);
			return examplesIn(result?.content[0]?.text);
		}),
	]);
	const recipes = lists.flat();
	const longest = Math.max(0, ...recipes.map(({ length }) => length));
	const rounds = Array.from({ length: longest }, (_, round) =>
		recipes.flatMap((examples) => examples[round] ?? []),
	);
	return [...new Set(rounds.flat())].slice(0, most);
}

async function ownExamples(data: Workspace["data"]): Promise<string[][]> {
	if (!data || data.tables().length === 0) return [];
	const { tools } = data.layer();
	const name = resolveCanonicalTools(tools).find(({ role }) => role !== "get_recipe")?.realToolName;
	const answer = await tools.find((tool) => tool.name === name)?.execute({});
	return examplesIn(typeof answer === "string" ? answer : JSON.stringify(answer));
}

/** The examples that a server gives for one of its recipes; none where it does not answer. */
export async function wishesOf(
	{ layers, client }: Servers,
	server: string,
	recipe: string,
): Promise<string[]> {
	const layer = layers.find(({ serverName }) => serverName === server);
	const tool = resolveCanonicalTools(layer?.tools ?? []).find(
		({ role }) => role !== "get_recipe",
	)?.realToolName;
	if (!layer || !tool) return [];
	const result = await client.callToolOn(layer.serverUrl ?? server, tool).catch(() => undefined);
	const found = recipesIn(result?.content[0]?.text).find(({ name }) => name === recipe);
	return found ? textsIn(found.examples) : [];
}

/** The examples of each recipe in a list of them. */
function examplesIn(text: unknown): string[][] {
	return recipesIn(text).map(({ examples }) => textsIn(examples));
}

/** A list of recipes as JSON, which anybody may have written. */
function recipesIn(text: unknown): { name?: unknown; examples?: unknown }[] {
	try {
		const recipes: unknown = JSON.parse(String(text));
		return Array.isArray(recipes) ? recipes.map((recipe) => Object(recipe)) : [];
	} catch {
		return [];
	}
}

function textsIn(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
