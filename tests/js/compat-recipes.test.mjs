/** The published helpers around recipes, on the built package. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const KPI = `---
id: kpi
name: "KPI: dashboard"
when: numbers are compared
components_used: [stat, chart]
servers: [autoui]
layout: {type: grid, columns: 2}
interactions:
  - {source: chart, target: stat}
---
## How
Place it.`;

test("frontmatter keeps what readers of YAML get wrong as recipes mean it", () => {
	const { frontmatter, body } = kit.parseFrontmatter(
		'---\ndesc: a: b\nid: 007\nd: 2024-01-02\nnested: [a, [b, "c,d"]]\nlist:\n- x\n- y # note\nblock: |\n  one\n  two\n__proto__: {evil: true}\n---\n\nbody',
	);
	assert.equal(body, "body");
	assert.equal(frontmatter.desc, "a: b");
	assert.equal(frontmatter.id, "007");
	assert.equal(frontmatter.d, "2024-01-02");
	assert.deepEqual(frontmatter.nested, ["a", ["b", "c,d"]]);
	assert.deepEqual(frontmatter.list, ["x", "y"]);
	assert.equal(frontmatter.block, "one\ntwo\n");
	assert.equal(Object.getPrototypeOf(frontmatter), Object.prototype);
	assert.equal({}.evil, undefined);
	const plain = "\n# Title\r\ntext";
	assert.deepEqual(kit.parseFrontmatter(plain), { frontmatter: {}, body: plain });
	assert.throws(() => kit.parseFrontmatter("---\na: [1\n---\n"), {
		code: "invalid_recipe",
		message: /Line 1/,
	});
});

test("a recipe is read with all its fields", () => {
	assert.deepEqual(kit.parseRecipe(KPI, "x.md"), {
		id: "kpi",
		name: "KPI: dashboard",
		description: "KPI: dashboard",
		when: "numbers are compared",
		components_used: ["stat", "chart"],
		servers: ["autoui"],
		layout: { type: "grid", columns: 2 },
		interactions: [{ source: "chart", target: "stat" }],
		body: "## How\nPlace it.",
	});
});

test("a recipe without frontmatter takes its id from the file, its name and its use from the headings", () => {
	for (const heading of ["## When to use", "## Quand"]) {
		const raw = `# Compare cities\n\n${heading}\nTwo or more cities.\n\n## How\nA table.`;
		const recipe = kit.parseRecipe(raw, "recipes/compare-cities.recipe.md");
		assert.equal(recipe.id, "compare-cities");
		assert.equal(recipe.name, "Compare cities");
		assert.equal(recipe.when, "Two or more cities.");
		assert.equal(recipe.body, raw);
	}
	assert.deepEqual(kit.parseRecipe("text", "a.md"), {
		id: "a",
		name: "a",
		description: "a",
		when: "",
		body: "text",
	});
});

test("a recipe that cannot be read names its file", () => {
	assert.throws(() => kit.parseRecipes({ "good.md": "x", "bad.md": "---\na: {\n---\n" }), {
		code: "invalid_recipe",
		message: /^bad\.md: .*Line 1/,
	});
});

test("a recipe survives being written and read, whatever its texts hold", () => {
	const odd = {
		...kit.parseRecipe(KPI, "x"),
		name: 'a "b": #c\n- d',
		when: "{x: [1\u2028.",
		description: "\\u0041 \b é 😀",
		servers: ["__proto__", "- a"],
		body: "---\nnot frontmatter\n---\n",
	};
	for (const recipe of [odd, kit.parseRecipe(KPI, "x"), kit.parseRecipe("text", "k")]) {
		assert.deepEqual(kit.parseRecipe(kit.recipeToMarkdown(recipe), "other"), recipe);
	}
});

test("a download has a name that every file system takes", async () => {
	const recipe = { ...kit.parseRecipe(KPI, "x"), name: "../Été: a/b\\c?*" };
	const { blob, filename } = kit.recipeToDownloadBlob(recipe);
	assert.match(filename, /^[\p{L}\p{N}-]+\.md$/u);
	assert.equal(await blob.text(), kit.recipeToMarkdown(recipe));
	assert.equal(kit.recipeToDownloadBlob({ ...recipe, name: "???" }).filename, "recipe.md");
});

test("registries keep to themselves, and take the newer of two recipes of one id", () => {
	const registry = kit.createRecipeRegistry();
	registry.register(kit.parseRecipes({ "toString.md": "old", "b.md": "b" }));
	registry.register([kit.parseRecipe("new", "toString.md")]);
	assert.equal(registry.size, 2);
	assert.equal(registry.get("toString").body, "new");
	assert.ok(registry.has("b") && !registry.has("constructor"));
	assert.equal(kit.recipeRegistry.size, 0);
	kit.registerRecipes(registry.getAll());
	assert.deepEqual(kit.recipeRegistry.getAll(), registry.getAll());
});

test("recipes are for the servers that they name, and for all where they name none", () => {
	const of = (id, servers) => ({ id, ...(servers ? { servers } : {}) });
	const recipes = [of("all"), of("empty", []), of("ui", ["autoui"]), of("votes", ["Tricoteuses MCP server"])];
	const ids = (...args) => kit.filterRecipesByServer(recipes, ...args).map(({ id }) => id);
	assert.deepEqual(ids("autoui"), ["all", "empty", "ui"], "recipes for everybody reach every server");
	assert.deepEqual(ids("ui"), ["all", "empty"], "a part of a word is another server");
	assert.deepEqual(ids("tricoteuses"), ["all", "empty", "votes"]);
	assert.deepEqual(ids("code4code", { code4code: ["tricoteuses"] }), ["all", "empty", "votes"]);
	assert.deepEqual(ids("constructor"), ["all", "empty"]);
});

test("recipes are found by every word, whatever the accents, and ordered without changing the list", () => {
	const recipes = [
		{ name: "recipe 10", description: "Élections", server: "parliament" },
		{ name: "Recipe 9", description: "weather" },
	];
	assert.deepEqual(kit.filterRecipes(recipes, "ELECTIONS parl"), [recipes[0]]);
	assert.deepEqual(kit.filterRecipes(recipes, " "), recipes);
	assert.deepEqual(kit.filterRecipes(recipes, "elections weather"), []);
	assert.deepEqual(
		kit.sortRecipes(recipes).map(({ name }) => name),
		["Recipe 9", "recipe 10"],
	);
	assert.equal(recipes[0].name, "recipe 10");
});

test("recipes for a prompt are one line each", () => {
	const text = kit.formatRecipesForPrompt([kit.parseRecipe(KPI, "x")]);
	assert.equal(
		text,
		"- KPI: dashboard (kpi): KPI: dashboard · When: numbers are compared · Widgets: stat, chart",
	);
	assert.equal(
		kit.formatMcpRecipesForPrompt([{ name: "a", description: "two\nlines" }], "srv"),
		"Recipes of srv:\n- a: two lines",
	);
	assert.equal(kit.formatRecipesForPrompt([]) + kit.formatMcpRecipesForPrompt([], "x"), "");
});

test("recipes of a server's answer are found where servers put them", () => {
	const list = [{ name: "a", description: "d", body: "b", more: 1 }, { id: "b" }, { title: "none" }, 7, null];
	const expected = [
		{ name: "a", description: "d", body: "b" },
		{ name: "b", description: "" },
	];
	const text = (value) => ({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) });
	for (const result of [
		{ content: [text(list)] },
		{ content: [{ type: "image", data: "x" }, text("Here they are:"), text({ items: list })] },
		{ content: [text({ recipes: list })] },
		{ content: [], structuredContent: { recipes: list } },
	]) {
		assert.deepEqual(kit.parseRecipesFromToolResponse(result), expected);
	}
	for (const odd of [{ content: [text("[not json")] }, { content: [text({ a: 1 })] }, {}, undefined]) {
		assert.deepEqual(kit.parseRecipesFromToolResponse(odd), []);
	}
});

test("a layer takes the page's recipes as its own, and the model can read them", () => {
	const recipes = kit.filterRecipesByServer([kit.parseRecipe(KPI, "x")], "autoui");
	const layer = { protocol: "mcp", serverName: "autoui", description: "", tools: [], recipes };
	const [offered] = kit.buildDiscoveryTools([layer]).filter(({ name }) => name.endsWith("_get_recipe"));
	assert.ok(offered, "get_recipe is offered for a layer with recipes");
	assert.match(
		kit.buildDiscoveryCache([layer]).resolve("autoui", "get_recipe", { name: "KPI: dashboard" }),
		/Place it/,
	);
});

test("autoui lists each recipe once, and every one is a widget that it draws", async () => {
	const listed = await kit.autoui.executeTool("list_recipes", {});
	const names = (listed.recipes ?? listed).map(({ name }) => name);
	assert.equal(new Set(names).size, names.length);
	assert.deepEqual(names.toSorted(), [...kit.NATIVE_WIDGET_NAMES].toSorted());
});
