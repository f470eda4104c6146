/** All widgets of the package are there without being registered: for a run that begins at once, a shared canvas and a second server. */
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

test("a run that begins before they are there places one of them; what the page has of the same name stays", async () => {
	await kit.init();
	const { autoui } = kit;
	autoui.registerWidget(
		"---\nwidget: form\ndescription: Mine\nschema: {type: object}\n---\n",
		() => undefined,
	);
	assert.equal(autoui.getWidget("stat-card"), undefined, "not yet");
	const placed = [];
	const provider = scripted([use("1", "autoui_webmcp_widget_display", CARD)], [say("There it is.")]);
	await kit.runAgentLoop("conversion", {
		provider,
		layers: [autoui.layer()],
		callbacks: { onWidget: (type, data) => void placed.push([type, data.value]) },
	});
	assert.deepEqual(placed, [["stat-card", "3.2%"]]);
	assert.equal(autoui.getWidget("form").description, "Mine");
	assert.equal(autoui.listWidgets().length, 41);
});

test("another server is given them all, and a shared canvas may show each", async () => {
	const server = kit.createWebMcpServer("own");
	for (const { recipe, renderer } of await kit.allWidgets()) server.registerWidget(recipe, renderer);
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
