/** A widget that is drawn while its arguments are still being written, in Chromium, with a model that writes slowly. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

let site;
let opened;

before(async () => {
	site = await serve();
	opened = await openPage(site.address);
	await opened.page.evaluate(async () => {
		const kit = await import("/index.js");
		await kit.init();
		const [previews, canvasBox] = [document.createElement("div"), document.createElement("div")];
		document.body.append(previews, canvasBox);
		const canvas = kit.createCanvasVanilla();
		kit.autoui.attachCanvas(canvas);
		kit.mountCanvas(canvasBox, canvas, [kit.autoui]);
		const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
		/** Runs a wish whose only call is written as `pieces`; what the preview shows after each. */
		const write = async (pieces, input) => {
			const seen = [];
			let turn = 0;
			const provider = {
				name: "slow",
				model: "none",
				async chat(_messages, _tools, options) {
					turn += 1;
					if (turn > 1) return { content: [{ type: "text", text: "done" }], stopReason: "end_turn" };
					for (const delta of pieces) {
						options.onArguments({ id: "w", name: "autoui_webmcp_widget_display", delta });
						await frame();
						seen.push(previews.innerText.replace(/\s+/g, " ").trim());
					}
					const call = { type: "tool_use", id: "w", name: "autoui_webmcp_widget_display", input };
					return { content: [call], stopReason: "tool_use" };
				},
			};
			const preview = kit.createWidgetPreview(previews, [kit.autoui]);
			await kit.runAgentLoop("go", {
				provider,
				layers: [kit.autoui.layer()],
				callbacks: { onEvent: (event) => preview.onEvent(event) },
			});
			await frame();
			return {
				seen,
				left: previews.childElementCount,
				canvas: canvas.blockCount,
				shown: canvasBox.innerText,
			};
		};
		// The widget's code is there, as after the first of it.
		const data = { label: "l", value: "1" };
		await kit.mountWidget(document.createElement("div"), "stat", data, [kit.autoui]).ready;
		Object.assign(window, { write });
	});
});

after(async () => {
	await opened?.close();
	site?.close();
});

test("the preview grows with the arguments, and gives way to the widget", async () => {
	const { seen, left, canvas, shown } = await opened.page.evaluate(() =>
		window.write(['{"name": "sta', 't", "params": {"label": "Visi', 'tors"', ', "value": "4', '2"}}'], {
			name: "stat",
			params: { label: "Visitors", value: "42" },
		}),
	);
	// Nothing is drawn before the schema holds: a stat needs its value.
	assert.deepEqual(seen.slice(0, 3), ["", "", ""]);
	assert.match(seen[3], /Visitors/);
	assert.match(seen[3], /4/);
	assert.match(seen[4], /42/);
	assert.deepEqual([left, canvas], [0, 1]);
	assert.match(shown, /Visitors/);
});

test("what is no widget, or no JSON, previews nothing and hurts nothing", async () => {
	for (const pieces of [
		['{"name": "nobody", "params": {"a": 1}}'],
		["not json", " at all"],
		['{"name": "stat", "params": [1]}'],
		['{"__proto__": {"polluted": 1}, "name": "stat", "params": {"label": 5}}'],
	]) {
		const { seen, left } = await opened.page.evaluate(
			(pieces) => window.write(pieces, { name: "nobody", params: {} }),
			pieces,
		);
		assert.ok(
			seen.every((text) => text === ""),
			JSON.stringify(seen),
		);
		assert.equal(left, 0);
	}
	assert.equal(await opened.page.evaluate(() => ({}).polluted), undefined);
});
