/** What leads a small model is a file of its own: loaded with such a model alone, missed with a remedy, found again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";
import { fileOf, tinyModels } from "./tiny.mjs";

const FILE = "**/small-model/*.wasm";
let tiny;
let site;
let browser;
/** What the page asked for. */
const asked = [];

before(async () => {
	tiny = await tinyModels();
	site = await serve({ "/models/": `${tiny.folder}/` });
	browser = await openPage(site.address);
	browser.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await browser.page.evaluate(
		async (model) => {
			const kit = await import("/index.js");
			await kit.init();
			globalThis.kit = kit;
			globalThis.load = async () => {
				const provider = new kit.WasmProvider({ model, contextSize: 256, useCache: false });
				try {
					await provider.initialize();
					return { status: provider.status };
				} catch ({ code, message }) {
					return { code, message };
				} finally {
					provider.dispose();
				}
			};
		},
		new URL(`/models/${fileOf(tiny.folder).path.split("/").at(-1)}`, site.address).href,
	);
});

after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

test("a page whose model answers over HTTP does not load it", async () => {
	const shown = await browser.page.evaluate(async () => {
		const said = ["a", "b"].map((text) => ({ content: [{ type: "text", text }], stopReason: "end_turn" }));
		const provider = { name: "scripted", model: "none", chat: async () => said.shift() };
		return (await kit.runAgentLoop("go", { provider, layers: [kit.autoui.layer()] })).text;
	});
	assert.equal(shown, "a");
	assert.deepEqual(
		asked.filter((path) => path.includes("small_model")),
		[],
	);
});

test("where it is missing the model says so and how to mend it, and loads once it is there", async () => {
	await browser.page.route(FILE, (route) => route.fulfill({ status: 404, body: "Not found" }));
	const { code, message } = await browser.page.evaluate(() => load());
	assert.equal(code, "unsupported", message);
	assert.match(message, /could not be loaded \(.+\); serve the folder small-model beside the package/);

	await browser.page.unroute(FILE);
	assert.deepEqual(await browser.page.evaluate(() => load()), { status: "ready" });
	assert.ok(asked.some((path) => path.endsWith("/small-model/webmcp_small_model_bg.wasm")));
});
