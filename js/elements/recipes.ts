/** `<auto-ui-recipes>`: what the connected servers know how to do. */
import type { JsonObject } from "../types/index.js";
import { wishesOf } from "../workspace/suggestions.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { OWN } from "./own-widgets.js";
import "./widget.js";

/** What is known of a recipe. */
interface Known {
	readonly name: string;
	readonly description: string;
	readonly group: string;
	readonly body: string;
	/** The words of its examples. */
	wishes(): Promise<readonly string[]>;
}

const MOST_WISHES = 8;

/**
 * Lists the recipes of all servers to look through, by words and by server. A press shows a recipe; the words of its examples can be
 * put where wishes are typed. Event: `auto-ui-recipe` (`{name, server}`). Parts: `recipe`, `example`.
 */
export class AutoUiRecipes extends AutoUiElement {
	#open: Known | undefined;
	#wishes: readonly string[] = [];

	protected override opened(workspace: Workspace): void {
		this.follow(workspace);
		this.follow(workspace.servers);
	}

	protected override view() {
		const { workspace, t } = this;
		if (!workspace.canvas) return nothing;
		const all = this.#all();
		const data: JsonObject = {
			recipes: all.map(({ name, description, group }) => ({ name, description, group })),
		};
		const pressed = (event: Event) => {
			const { name } = (event as CustomEvent<{ name?: string }>).detail;
			void this.#show(all.find((recipe) => recipe.name === name));
		};
		const close = () => void this.#show(undefined);
		const example = (wish: string) =>
			html`<li><button type="button" part="example" @click=${() => workspace.propose(wish)}>${wish}</button></li>`;
		const shown = this.#open;
		return html`<div class="body">${
			shown
				? html`<section part="recipe" tabindex="-1" aria-label=${shown.name}><div class="row"><h3 class="grow">${shown.name}</h3><button type="button" class="quiet" part="close" @click=${close}>${t("close")}</button></div>
					<p class="hint">${shown.group} · ${shown.description}</p>${this.#wishes.length === 0 ? nothing : html`<ul class="plain" aria-label=${t("suggestions")}>${this.#wishes.map(example)}</ul>`}
					${shown.body === "" ? nothing : html`<pre tabindex="0">${shown.body}</pre>`}</section>`
				: nothing
		}<auto-ui-widget type="recipe-browser" .servers=${OWN} .data=${data} @recipeclick=${pressed}></auto-ui-widget></div>`;
	}

	/** Its examples come later: servers have to be asked for them. */
	async #show(recipe: Known | undefined): Promise<void> {
		[this.#open, this.#wishes] = [recipe, []];
		this.update();
		if (!recipe) return;
		this.emit("auto-ui-recipe", { name: recipe.name, server: recipe.group });
		queueMicrotask(() => this.shadow.querySelector<HTMLElement>("[part=recipe]")?.focus());
		const wishes = await recipe.wishes().catch(() => []);
		if (this.#open !== recipe) return;
		this.#wishes = wishes.slice(0, MOST_WISHES);
		this.update();
	}

	#all(): Known[] {
		const { servers, localServers } = this.workspace;
		const local = localServers.flatMap((server) =>
			server.listWidgets().map(({ name, description, recipe }) => ({
				...{ name, description, group: server.name, body: recipe },
				wishes: async () => wishesIn(await server.executeTool("get_recipe", { name })),
			})),
		);
		const remote = servers.layers.flatMap(({ serverName, recipes = [] }) =>
			recipes.map(({ name, description, body = "" }) => ({
				...{ name, description, group: serverName, body },
				wishes: () => wishesOf(servers, serverName, name),
			})),
		);
		return [...remote, ...local];
	}
}

/** What the examples of a widget's recipe wish. */
function wishesIn(recipe: unknown): string[] {
	const { examples } = Object(recipe) as { examples?: readonly { wish?: unknown }[] };
	return (examples ?? []).map(({ wish }) => wish).filter((wish) => typeof wish === "string");
}

define("auto-ui-recipes", AutoUiRecipes);
