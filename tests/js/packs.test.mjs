/** Packs in Node: hundreds of widgets of another library, of which nothing loads before one is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { vegaLite } from "../../pkg/packs/vega-lite/index.js";

/** What a card of a shop's goods could be registered as. */
const recipe = (name, description = `Shows ${name}`) => `---
widget: ${name}
description: ${description}
schema:
  type: object
  properties:
    label: {type: string}
examples:
  - {wish: "${name}", params: {label: "x"}}
---
Use it for ${name}.
`;
const pack = (names, load = () => () => undefined) => ({
	name: "goods",
	recipes: names.map((name) => recipe(name)),
	load,
});
const namesOf = (server) => server.listWidgets().map(({ name }) => name);

test("650 widgets are registered, found by words, read and placed without any of them being loaded", async () => {
	await kit.init();
	const server = kit.createWebMcpServer("shop");
	server.registerWidget(recipe("note"), () => undefined);
	const loads = [];
	const names = Array.from({ length: 650 }, (_, at) => `goods-${at}`);
	const forget = kit.registerPack(server, {
		name: "goods",
		recipes: names.map((name, at) => recipe(name, at === 377 ? "A lantern for the garden" : `Shows ${name}`)),
		load: (name) => {
			loads.push(name);
			return () => undefined;
		},
	});
	assert.equal(namesOf(server).length, 651);
	const found = await server.executeTool("search_recipes", { query: "lantern in a garden" });
	assert.equal(found[0].name, "goods-377");
	const { schema } = await server.executeTool("get_recipe", { name: "goods-377" });
	assert.deepEqual(Object.keys(schema.properties), ["label"]);
	const placed = await server.executeTool("widget_display", { name: "goods-377", params: { label: "l" } });
	assert.equal(placed.widget, "goods-377");
	const layers = [server.layer()];
	assert.ok(!kit.buildSystemPrompt(layers).includes("goods-377"));
	const tools = JSON.stringify(kit.buildToolsFromLayers(layers));
	assert.ok(
		!tools.includes("goods-5") && tools.includes("There are 651"),
		"so many are not named in every request",
	);
	const unknown = await server.executeTool("widget_display", { name: "nothing like it", params: {} });
	assert.ok(unknown.available.length === 80 && JSON.stringify(unknown).length < 5_000);
	assert.deepEqual(loads, []);
	forget();
	forget();
	assert.deepEqual(namesOf(server), ["note"]);
	assert.equal(server.unregisterWidget("goods-377"), false);
	assert.ok(JSON.stringify(kit.buildToolsFromLayers([server.layer()])).includes('["note"]'));
});

test("a pack is registered whole or not at all", async () => {
	await kit.init();
	const server = kit.createWebMcpServer("shop");
	server.registerWidget(recipe("b"), () => undefined);
	const refused = (given, code, said) =>
		assert.throws(
			() => kit.registerPack(server, given),
			(error) => {
				assert.ok(error instanceof kit.WebMcpError);
				assert.equal(error.code, code);
				assert.match(error.message, said);
				return true;
			},
		);
	refused(
		pack(["a", "b", "c"]),
		"duplicate_widget",
		/'goods' has a widget 'b', which the server 'shop' has already/,
	);
	refused(pack(["a", "c", "a"]), "duplicate_widget", /'a'/);
	refused({ ...pack([]), recipes: [recipe("a"), "no recipe"] }, "invalid_recipe", /widget/);
	const broken = recipe("z").replace("label: {type: string}", "label: {type: strange}");
	refused({ ...pack([]), recipes: [recipe("a"), broken] }, "invalid_schema", /'z'/);
	assert.deepEqual(namesOf(server), ["b"]);
	kit.registerPack(server, pack(["a", "c"]));
	kit.registerPack(server, pack([]));
	assert.deepEqual(namesOf(server), ["b", "a", "c"]);
});

test("the pack of Vega-Lite has recipes with examples that fit, and nothing of the library with it", async () => {
	await kit.init();
	const server = kit.createWebMcpServer("charts");
	kit.registerPack(server, vegaLite);
	const names = namesOf(server);
	assert.ok(names.length >= 24);
	const native = kit.nativeWidgets.map(({ name }) => name);
	assert.deepEqual(
		names.filter((name) => native.includes(name)),
		[],
	);
	for (const name of names) {
		assert.match(name, /^vega-[a-z-]+$/);
		const { schema, description, examples } = await server.executeTool("get_recipe", { name });
		assert.ok(description.length <= 70, `${name}: ${description.length} letters`);
		assert.ok(Object.keys(schema.properties).length <= 8, `${name} has few parameters`);
		assert.ok(examples.length >= 1);
		for (const { params } of examples) {
			const placed = await server.executeTool("widget_display", { name, params });
			assert.equal(placed.error, undefined, JSON.stringify(placed));
		}
	}
	for (const [words, wanted] of [
		["spread of prices with outliers", "vega-boxplot"],
		["plan of tasks from start to end", "vega-gantt"],
		["how many are left at each stage", "vega-funnel"],
		["open high low close", "vega-candlestick"],
	]) {
		const found = await server.executeTool("search_recipes", { query: words });
		assert.equal(found[0].name, wanted, words);
	}
});
