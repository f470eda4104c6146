/** Where a downloaded model is kept: stored once, found again without a network, gone on with, refused when damaged. */
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";
import { fileOf, tinyModels } from "./tiny.mjs";

const HALF = 8_000_000;
/** Longer than two tabs take to begin. */
const PAUSE_MS = 2000;
let tiny;
let model;
let site;
let browser;
let origin;
/** What the model's server was asked, and how it answers. */
let asked = [];
let breakOff = false;
/** Which of its headers tell files apart. */
let validators = { etag: '"one"' };
let refusal = 0;
/** So many requests are hung up on before they are answered. */
let hangUps = 0;
let pauseMs = 0;
const BREAK_MS = 300;

before(async () => {
	tiny = await tinyModels();
	model = fileOf(tiny.folder);
	const { path, size } = model;
	origin = createServer((request, response) => {
		asked.push(request.headers.range ?? "all");
		if (hangUps-- > 0) return request.socket.destroy();
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-expose-headers", "ETag, Content-Range");
		for (const [name, value] of Object.entries(validators)) response.setHeader(name, value);
		if (refusal) return response.writeHead(refusal).end();
		if (request.url === "/not-a-model.gguf") return response.end("<!doctype html>");
		const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
		response.setHeader("content-length", size - start);
		if (start > 0) response.setHeader("content-range", `bytes ${start}-${size - 1}/${size}`);
		response.writeHead(start > 0 ? 206 : 200);
		const file = createReadStream(path, breakOff ? { start, end: HALF } : { start });
		setTimeout(() => file.pipe(response, { end: !breakOff }), pauseMs);
		// What was written still arrives, and is read: of a break at once a busy browser may have seen nothing before it.
		if (breakOff) file.on("end", () => setTimeout(() => response.socket?.end(), BREAK_MS));
		response.on("close", () => file.destroy());
	});
	await new Promise((resolve) => origin.listen(0, "127.0.0.1", resolve));
	site = await serve();
	browser = await openPage(site.address);
	await browser.page.evaluate(async (address) => {
		const { createEngineClient } = await import("/worker/client.js");
		const cache = await import("/model/cache.js");
		/** Loads in an engine of its own, says what came of it, and gives the file back. */
		const load = async (name, options = {}) => {
			const phases = new Set();
			const engine = createEngineClient();
			const onProgress = ({ phase }) => phases.add(phase);
			try {
				const info = await engine.load(`${address}/${name}`, { contextSize: 256, onProgress, ...options });
				const { text } = await engine.generate({ prompt: "One, two,", maxTokens: 3 });
				return { info, text, phases: [...phases] };
			} catch (error) {
				return { code: error.code, message: error.message };
			} finally {
				engine.dispose();
			}
		};
		Object.assign(globalThis, { load, cache });
	}, `http://127.0.0.1:${origin.address().port}`);
});

after(async () => {
	await browser?.close();
	site?.close();
	origin?.closeAllConnections();
	origin?.close();
	tiny?.remove();
});

const load = (name, options) =>
	browser.page.evaluate(([name, options]) => globalThis.load(name, options), [name, options]);
const list = () => browser.page.evaluate(() => globalThis.cache.listCachedModels());

/** A Worker of this page has the stored file open, as a load has it, until `holder` is ended. */
const holdModel = (page) =>
	page.evaluate(async () => {
		const [folder] = await Array.fromAsync((await navigator.storage.getDirectory()).values());
		const [name] = (await Array.fromAsync(folder.keys())).filter((key) => !key.endsWith(".json"));
		const code = `const root = await navigator.storage.getDirectory();
			const file = await (await root.getDirectoryHandle("${folder.name}")).getFileHandle("${name}");
			globalThis.handle = await file.createSyncAccessHandle();
			postMessage("open");`;
		const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
		globalThis.holder = new Worker(address, { type: "module" });
		await new Promise((resolve) => globalThis.holder.addEventListener("message", resolve));
	});

test("a request that no answer came to is made once more, and then the error says so", async () => {
	for (const [times, loads] of [
		[1, true],
		[Number.POSITIVE_INFINITY, false],
	]) {
		asked = [];
		hangUps = times;
		const { text, code, message } = await load("model.gguf", { keep: false });
		hangUps = 0;
		// A browser makes a request again by itself where a connection that it had before is gone.
		assert.ok(asked.length >= 2, asked.join());
		assert.equal(text !== undefined, loads, message);
		if (!loads) assert.match(`${code}: ${message}`, /model_load: .*could not be fetched .*load it again/);
	}
});

test("a download that broke off goes on where it stopped, and the whole file is the right one", async () => {
	asked = [];
	breakOff = true;
	const broken = await load("model.gguf", {});
	assert.equal(broken.code, "model_load");
	assert.match(broken.message, new RegExp(`broke off after \\d+ of ${model.size} bytes .*load it again`));
	const [half] = await list();
	assert.equal(half.complete, false);
	assert.ok(half.bytes > 0 && half.bytes <= HALF + 1, String(half.bytes));
	breakOff = false;
	const whole = await load("model.gguf", { sha256: model.sha256.toUpperCase() });
	assert.equal(whole.info?.stored, false, whole.message);
	assert.ok(whole.phases.includes("download"));
	assert.deepEqual(asked, ["all", `bytes=${half.bytes}-`]);
	const [stored] = await list();
	assert.deepEqual([stored.complete, stored.bytes], [true, model.size]);
});

test("a stored model needs no network", async () => {
	asked = [];
	const again = await load("model.gguf", { sha256: model.sha256 });
	assert.equal(again.info?.stored, true, again.message);
	assert.ok(again.phases.includes("read") && !again.phases.includes("download"));
	assert.deepEqual(asked, []);
});

test("a file with another SHA-256 is refused by name and not kept", async () => {
	const refused = await load("model.gguf?other", { sha256: "00".repeat(32) });
	assert.equal(refused.code, "model_invalid");
	assert.match(refused.message, new RegExp(`${model.sha256} and should be 0000`));
	assert.equal((await list()).length, 1);
});

test("what is no model is not kept", async () => {
	const refused = await load("not-a-model.gguf", {});
	assert.equal(refused.code, "model_invalid");
	assert.equal((await list()).length, 1);
});

test("a refusal while going on with a download leaves what is stored", async () => {
	await browser.page.evaluate(() => globalThis.cache.clearAllModelCaches());
	breakOff = true;
	await load("model.gguf", {});
	breakOff = false;
	const [{ bytes }] = await list();
	refusal = 503;
	const refused = await load("model.gguf", {});
	refusal = 0;
	assert.equal(refused.code, "model_load");
	assert.match(refused.message, /answered 503/);
	assert.equal((await list())[0].bytes, bytes);
	asked = [];
	const whole = await load("model.gguf", { sha256: model.sha256 });
	assert.equal(whole.info?.stored, false, whole.message);
	assert.deepEqual(asked, [`bytes=${bytes}-`]);
});

test("a model that a tab has open is not removed, and nobody is told that it was", async () => {
	await holdModel(browser.page);
	const removed = await browser.page.evaluate(async () => {
		const [{ url }] = await globalThis.cache.listCachedModels();
		const removed = await globalThis.cache.clearModelCache(url);
		globalThis.holder.terminate();
		return removed;
	});
	assert.equal(removed, false);
	const [stored] = await list();
	assert.deepEqual([stored.complete, stored.bytes], [true, model.size]);
});

test("a provider that is disposed of while it loads leaves nothing behind, and can load again", async () => {
	const { first, status } = await browser.page.evaluate(async () => {
		const { WasmProvider } = await import("/provider/wasm-provider.js");
		const [{ url }] = await globalThis.cache.listCachedModels();
		const provider = new WasmProvider({ model: url, contextSize: 256 });
		const loading = provider.initialize().catch((error) => error.message);
		provider.dispose();
		await provider.initialize();
		const { status } = provider;
		provider.dispose();
		return { first: await loading, status };
	});
	assert.match(first, /disposed of while its model was loading/);
	assert.equal(status, "ready");
	for (let wait = 0; wait < 100 && browser.page.workers().length > 0; wait += 1)
		await browser.page.waitForTimeout(50);
	assert.equal(browser.page.workers().length, 0);
});

test("a file that changed on the server begins anew", async () => {
	await browser.page.evaluate(() => globalThis.cache.clearAllModelCaches());
	breakOff = true;
	await load("model.gguf", {});
	breakOff = false;
	validators = { etag: '"two"' };
	asked = [];
	const whole = await load("model.gguf", {});
	assert.equal(whole.info?.stored, false, whole.message);
	assert.deepEqual(asked.length, 2, "the rest was offered of another file, so all of it was asked for");
	assert.equal(asked[1], "all");
});

test("a page that wants nothing kept leaves nothing, and a stored model can be removed", async () => {
	const address = await browser.page.evaluate(async () => (await globalThis.cache.listCachedModels())[0].url);
	assert.equal(await browser.page.evaluate((url) => globalThis.cache.clearModelCache(url), address), true);
	assert.deepEqual(await list(), []);
	const { info, message } = await load("model.gguf", { keep: false });
	assert.equal(info?.stored, false, message);
	assert.equal(info.notKept, undefined);
	assert.deepEqual(await list(), []);
});

test("a second tab that loads the same model at the same time downloads it for itself and says so", async () => {
	pauseMs = PAUSE_MS;
	const infos = await browser.page.evaluate(async () => {
		const [one, two] = await Promise.all([globalThis.load("model.gguf"), globalThis.load("model.gguf")]);
		return [one.info, two.info];
	});
	pauseMs = 0;
	const [kept, other] = infos[0].notKept ? infos.toReversed() : infos;
	assert.equal(kept.notKept, undefined);
	assert.match(other.notKept, /another tab is loading this model/);
});

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toUTCString();
const WEAK = { etag: 'W/"weak"' };
for (const [what, sent, goesOn] of [
	["without an ETag", () => ({}), false],
	["with a weak ETag", () => WEAK, false],
	["with a date of change of just now", () => ({ "last-modified": new Date().toUTCString() }), false],
	["with a weak ETag and an old date of change", () => ({ ...WEAK, "last-modified": AN_HOUR_AGO }), true],
]) {
	test(`a broken download ${what} ${goesOn ? "goes on" : "begins anew, for it may be another file"}`, async () => {
		await browser.page.evaluate(() => globalThis.cache.clearAllModelCaches());
		validators = sent();
		breakOff = true;
		await load("model.gguf", {});
		breakOff = false;
		const [{ bytes }] = await list();
		assert.ok(bytes > 0, "there is something to go on from");
		asked = [];
		const whole = await load("model.gguf", { sha256: model.sha256 });
		assert.equal(whole.info?.stored, false, whole.message);
		assert.deepEqual(asked, [goesOn ? `bytes=${bytes}-` : "all"]);
	});
}

test("a second tab takes a model that is stored whole, though the first has it open", async () => {
	asked = [];
	const other = await browser.page.context().newPage();
	await other.goto(site.address);
	await holdModel(other);
	const lent = await load("model.gguf", { sha256: model.sha256 });
	assert.deepEqual([lent.info?.stored, lent.info?.notKept], [true, undefined], lent.message);
	assert.ok(lent.phases.includes("read") && !lent.phases.includes("download"));
	assert.deepEqual(asked, []);
	await other.close();
	assert.equal((await list())[0].complete, true, "it is still the first tab's");
});

test("a file that is all there is taken, though its note was not finished", async () => {
	asked = [];
	await browser.page.evaluate(async () => {
		const [folder] = await Array.fromAsync((await navigator.storage.getDirectory()).values());
		const [name] = (await Array.fromAsync(folder.keys())).filter((key) => key.endsWith(".json"));
		const handle = await folder.getFileHandle(name);
		const note = JSON.parse(await (await handle.getFile()).text());
		const { sha256, ...rest } = note;
		const writable = await handle.createWritable();
		await writable.write(JSON.stringify({ ...rest, complete: false }));
		await writable.close();
	});
	assert.equal((await list())[0].complete, false);
	const whole = await load("model.gguf", { sha256: model.sha256 });
	assert.equal(whole.info?.stored, true, whole.message);
	assert.deepEqual(asked, []);
	assert.equal((await list())[0].complete, true);
});

test("without room the model is loaded from the network and the reason is said", async () => {
	await browser.page.evaluate(() => globalThis.cache.clearAllModelCaches());
	const session = await browser.page.context().newCDPSession(browser.page);
	const pageOrigin = new URL(site.address).origin;
	await session.send("Storage.overrideQuotaForOrigin", { origin: pageOrigin, quotaSize: 10_000_000 });
	const { info, message } = await load("model.gguf", {});
	await session.send("Storage.overrideQuotaForOrigin", { origin: pageOrigin });
	assert.ok(info, message);
	assert.match(info.notKept, /no room to store the model|needs 17 MB of storage/);
	assert.deepEqual(await list(), []);
});
