/** The subpath `webmcp-auto-ui/embedder`: needed by nobody else, and bundled by Vite under a strict policy. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "../e2e/support/chromium.mjs";
import { embedderPlugin, installPackage, installPeer, pageOf } from "./consumer.mjs";

let consumer;
let browser;

before(async () => {
	consumer = installPackage();
	browser = await launch();
});

after(async () => {
	await browser?.close();
	consumer?.remove();
});

const EMBED = `import { createWorkerEmbedder } from "webmcp-auto-ui/embedder";
const embedder = createWorkerEmbedder({ model: "/models/all-MiniLM-L6-v2/" });
const vectors = await embedder.embed(["solar power", "electricity from sunlight", "an ivory chess king"]);
const near = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
embedder.dispose();
globalThis.shown = [near(vectors[0], vectors[1]), near(vectors[0], vectors[2])];`;

test("a page that imports everything of the main entry is built without the peer", async (t) => {
	for (const peer of ["@huggingface/transformers", "@litert-lm/core"]) {
		assert.equal(existsSync(join(consumer.folder, "node_modules", peer)), false, `${peer} is optional`);
	}
	const code = `import * as kit from "webmcp-auto-ui";
await kit.init();
globalThis.shown = Object.keys(kit).length;`;
	const opened = await pageOf(t, { ...consumer, browser, name: "main", code });
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.ok((await opened.page.evaluate(() => globalThis.shown)) > 50);
	assert.deepEqual(opened.problems, []);
});

for (const format of ["es", "iife"]) {
	test(`the embedder runs from the page's own server, its Worker bundled as ${format}`, async (t) => {
		installPeer(consumer.folder);
		const opened = await pageOf(t, {
			...consumer,
			browser,
			name: format,
			code: EMBED,
			plugins: [await embedderPlugin()],
			workerFormat: format,
		});
		const requested = [];
		opened.page.context().on("request", (request) => requested.push(new URL(request.url())));
		await opened.open();
		await opened.page.waitForFunction(() => "shown" in globalThis);
		assert.deepEqual(opened.problems, []);
		const [near, far] = await opened.page.evaluate(() => globalThis.shown);
		assert.ok(near > 0.5 && far < 0.2, `${near} ${far}`);
		const { origin } = new URL(opened.page.url());
		assert.deepEqual(
			requested.filter((address) => address.origin !== origin && address.protocol !== "data:").map(String),
			[],
		);
		assert.ok(
			requested.some(({ pathname }) => /ort-wasm.*\.wasm$/.test(pathname)),
			String(requested),
		);
	});
}
