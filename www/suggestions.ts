/** Wishes to start from: one for the widgets, and those that the connected servers' own recipes name. */
import { resolveCanonicalTools } from "webmcp-auto-ui";
import { make } from "./dom.js";
import type { Servers } from "./servers.js";

const OWN = "bar chart of cups of coffee: Anna 3, Ben 5, Carla 2";
const MAX_SUGGESTIONS = 4;

/** Fills the empty canvas and keeps its suggestions in step with the servers. */
export function setUpSuggestions(
	place: HTMLElement,
	servers: Servers,
	propose: (wish: string) => void,
): void {
	const list = make("div", { class: "chips" });
	place.append(
		make("h2", {}, "Nothing here yet"),
		make("p", {}, "Say what you would like to see. It appears here as you ask for it."),
		list,
	);
	const chip = (wish: string) =>
		make("button", { type: "button", class: "chip", onclick: () => propose(wish) }, wish);
	let round = 0;
	const show = async () => {
		round += 1;
		const mine = round;
		const wishes = await wishesOf(servers);
		if (mine === round) list.replaceChildren(...[OWN, ...wishes].slice(0, MAX_SUGGESTIONS).map(chip));
	};
	servers.subscribe(() => void show());
	void show();
}

/** The first example of each recipe, server by server. A server that does not answer suggests nothing. */
async function wishesOf({ layers, client }: Servers): Promise<string[]> {
	const all = await Promise.all(
		layers.map(async ({ serverName, serverUrl, tools }) => {
			const canonical = resolveCanonicalTools(tools);
			const tool = canonical.find(({ role }) => role !== "get_recipe")?.realToolName;
			if (!tool) return [];
			const result = await client.callToolOn(serverUrl ?? serverName, tool).catch(() => undefined);
			return firstExamples(result?.content[0]?.text);
		}),
	);
	return all.flat();
}

function firstExamples(text: unknown): string[] {
	try {
		const recipes: unknown = JSON.parse(String(text));
		if (!Array.isArray(recipes)) return [];
		const examples = recipes.map((recipe: { examples?: unknown[] }) => recipe.examples?.[0]);
		return examples.filter((example) => typeof example === "string");
	} catch {
		return [];
	}
}
