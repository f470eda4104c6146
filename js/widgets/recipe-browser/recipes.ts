/** Recipes, checked and capped, and which of them are looked for. */
import { listOf, recordOf, textOf } from "../dom.js";

const MAX_RECIPES = 2000;
const MAX_TAGS = 20;

/** A recipe; texts that are missing are empty. */
export interface Recipe {
	readonly name: string;
	readonly description: string;
	readonly group: string;
	readonly tags: readonly string[];
}

/** What is looked for; empty where anything will do. */
export interface Filters {
	readonly q: string;
	readonly group: string;
	readonly tags: readonly string[];
}

function tagsOf(given: unknown): string[] {
	const tags = listOf(given)
		.slice(0, MAX_TAGS)
		.map((tag) => textOf(tag, 80));
	return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The recipes, and how many are too many. */
export function recipesOf(given: unknown): { recipes: Recipe[]; leftOut: number } {
	const all = listOf(given);
	const recipes = all.slice(0, MAX_RECIPES).map((value) => {
		const { name, description, group, tags } = typeof value === "object" ? recordOf(value) : { name: value };
		return {
			name: textOf(name, 200) || "…",
			description: textOf(description, 1000),
			group: textOf(group, 80),
			tags: tagsOf(tags),
		};
	});
	return { recipes, leftOut: Math.max(all.length - MAX_RECIPES, 0) };
}

/** What is looked for at first. */
export function filtersOf(given: unknown): Filters {
	const { q, group, tags } = recordOf(given);
	return { q: textOf(q, 200), group: textOf(group, 80), tags: tagsOf(tags) };
}

/** A text as it is compared: small letters without accents. */
function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The recipes that have every word, the group and every tag that is looked for. */
export function matching(recipes: readonly Recipe[], { q, group, tags }: Filters): Recipe[] {
	const words = plain(q).split(/\s+/);
	const wanted = tags.map(plain);
	return recipes.filter((recipe) => {
		if (group !== "" && plain(recipe.group) !== plain(group)) return false;
		const own = recipe.tags.map(plain);
		const text = plain([recipe.name, recipe.description, recipe.group, ...recipe.tags].join("\n"));
		return wanted.every((tag) => own.includes(tag)) && words.every((word) => text.includes(word));
	});
}

/** Recipes by their groups, in the order in which these come; those without one are the last. */
export function grouped(recipes: readonly Recipe[]): [string, Recipe[]][] {
	const groups = new Map<string, Recipe[]>();
	for (const recipe of recipes) {
		const group = groups.get(recipe.group);
		if (group) group.push(recipe);
		else groups.set(recipe.group, [recipe]);
	}
	return [...groups].sort(([one], [other]) => Number(one === "") - Number(other === ""));
}
