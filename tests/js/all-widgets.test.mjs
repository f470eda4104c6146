/** All widgets of the package are there without being registered: in a run that begins at once, on a shared canvas, for another server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import * as share from "../../pkg/share/index.js";
import { say, scripted, use } from "./support/talk.mjs";

/** The end-to-end example of "Tool Calling and Dispatch". */
const CARD = {
	name: "stat-card",
	params: { label: "Conversion", value: "3.2%", trend: "up", variant: "success" },
};

test("a run that begins at once places any of them, and may be told of each", async () => {
	await kit.init();
	const { autoui } = kit;
	const layer = autoui.layer();
	const placed = [];
	const provider = scripted([use("1", "autoui_webmcp_widget_display", CARD)], [say("There it is.")]);
	await kit.runAgentLoop("conversion", {
		provider,
		layers: [layer],
		callbacks: { onWidget: (type, data) => void placed.push([type, data.value]) },
	});
	assert.deepEqual(placed, [["stat-card", "3.2%"]]);
	const display = kit.buildToolsFromLayers([layer]).find(({ name }) => name.endsWith("widget_display"));
	assert.ok(JSON.stringify(display.input_schema).includes('"stat-card"'));
	assert.equal(autoui.listWidgets().length, 41);
	const [found] = await autoui.executeTool("search_recipes", { query: "kanban board" });
	assert.equal(found.name, "kanban");
});

test("another server is given them all, and a shared canvas may show each", async () => {
	const server = kit.createWebMcpServer("own");
	for (const { recipe, renderer } of kit.nativeWidgets) server.registerWidget(recipe, renderer);
	const canvas = kit.createCanvasVanilla();
	canvas.addWidget(CARD.name, CARD.params, { serverName: "own" });
	const link = await share.encodeHyperSkill(
		share.toHyperSkill(canvas, { title: "t" }),
		"https://example.com/",
	);
	const copy = kit.createCanvasVanilla();
	const { problems } = await share.openShared(link, { canvas: copy, servers: [server], ask: () => true });
	assert.deepEqual([problems, copy.blocks.map(({ type }) => type)], [[], ["stat-card"]]);
});
