/** A model's download that stays open and brings nothing: it ends, says what is stored, and goes on from there. */
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openPage, serve } from "./site.mjs";
import { fileOf, tinyModels } from "./tiny.mjs";

const HALF = 8_000_000;
const esm = `${inRoot("node_modules/@wllama/wllama/esm")}/`;
let tiny;
let size;
let site;
let browser;
let origin;
/** What the model's server was asked, and whether it stops in the middle. */
let asked = [];
let stops = true;
let validators = { etag: '"one"' };

before(async () => {
	tiny = await tinyModels();
	const model = fileOf(tiny.folder);
	({ size } = model);
	origin = createServer(({ headers: { range } }, response) => {
		asked.push(range ?? "all");
		const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
		response.writeHead(start > 0 ? 206 : 200, {
			"access-control-allow-origin": "*",
			"access-control-expose-headers": "ETag, Content-Range",
			"content-length": size - start,
			...(start > 0 ? { "content-range": `bytes ${start}-${size - 1}/${size}` } : {}),
			...validators,
		});
		const file = createReadStream(model.path, stops ? { start, end: HALF } : { start });
		file.pipe(response, { end: !stops });
		response.on("close", () => file.destroy());
	});
	await new Promise((resolve) => origin.listen(0, "127.0.0.1", resolve));
	site = await serve({ "/wllama-peer/": esm });
	browser = await openPage(site.address);
	await browser.page.evaluate(async (model) => {
		const kit = await import("/index.js");
		const { wllama } = await import("/wllama/index.js");
		const runtime = wllama({ wasm: "/wllama-peer/wasm/wllama.wasm", library: "/wllama-peer/index.js" });
		globalThis.load = async (isWllama, downloadIdleMs) => {
			const options = { model, contextSize: 256, downloadIdleMs, ...(isWllama ? { runtime } : {}) };
			const provider = new kit.WasmProvider(options);
			try {
				await provider.initialize();
				return { status: provider.status };
			} catch ({ code, message }) {
				return { code, message };
			} finally {
				provider.dispose();
			}
		};
		globalThis.kit = kit;
	}, `http://127.0.0.1:${origin.address().port}/model.gguf`);
});

after(async () => {
	await browser?.close();
	site?.close();
	origin?.closeAllConnections();
	origin?.close();
	tiny?.remove();
});

/** Loads while the server stops in the middle. */
async function stalled(isWllama) {
	await browser.page.evaluate(() => globalThis.kit.clearAllModelCaches());
	asked = [];
	stops = true;
	const { code, message } = await browser.page.evaluate((is) => globalThis.load(is, 500), isWllama);
	const [{ bytes }] = await browser.page.evaluate(() => globalThis.kit.listCachedModels());
	assert.equal(code, "network", message);
	assert.match(message, new RegExp(`broke off after ${bytes} of ${size} bytes .*nothing came for 0\\.5 s`));
	return { message, bytes };
}

for (const isWllama of [false, true]) {
	test(`a download that stalls for ${isWllama ? "wllama" : "our engine"} ends, and goes on where it stopped`, async () => {
		validators = { etag: '"one"' };
		const { message, bytes } = await stalled(isWllama);
		assert.ok(bytes > 0);
		assert.match(message, new RegExp(`${bytes} bytes are stored: load it again, and it goes on from there`));
		stops = false;
		const again = await browser.page.evaluate((is) => globalThis.load(is), isWllama);
		assert.equal(again.status, "ready", again.message);
		assert.deepEqual(asked, ["all", `bytes=${bytes}-`]);
	});
}

test("where the server names no version of the file, the error says that it begins anew", async () => {
	validators = {};
	const { message } = await stalled(false);
	assert.match(message, /load it again, from its beginning/);
});

test("the engine's file is asked for once more where nothing comes of it", async () => {
	stops = false;
	const { page } = browser;
	let asks = 0;
	await page.route("**/engine-relaxed.wasm", (route) => {
		asks += 1;
		// The first request is left without an answer.
		if (asks > 1) return route.continue();
	});
	const { status } = await page.evaluate(() => globalThis.load(false, 60_000));
	await page.unroute("**/engine-relaxed.wasm");
	assert.deepEqual([asks, status], [2, "ready"]);
});
