/** What the engine remembers is there again after a reload, beside the stored model; damaged, it is not missed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";
import { tinyModels } from "./tiny.mjs";

const PREFIX =
	"A list of widgets and what they show. chart: numbers over time, as lines or bars. table: rows and columns with headings. ".repeat(
		3,
	);
const TEXT = " A chart of the temperature";
const FOLDER = "webmcp-auto-ui-models";
const MODEL = "/tiny/gemma3-1b.gguf";
/** Prefixes that make a snapshot of some thirty megabytes, which takes a while to write. */
const MANY = 12;
let tiny;
let site;
let browser;
/** What the score is without anything remembered. */
let expected;

before(async () => {
	tiny = await tinyModels();
	site = await serve({ "/tiny/": tiny.folder });
	browser = await openPage(site.address);
});

after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

/**
 * Loads the model in a page of its own making and scores. Then it waits: with `wait` until what was learned is stored, with
 * `disposeAfterMs` so long after the first sign of that, with `restMs` so long. `many` more prefixes are learned before.
 */
async function visit({
	wait = false,
	prefix = PREFIX,
	many = 0,
	disposeAfterMs,
	restMs = 0,
	...options
} = {}) {
	await browser.page.goto(site.address);
	const visited = await browser.page.evaluate(
		async ([model, prefix, many, text, options]) => {
			const { createEngineClient } = await import("/worker/client.js");
			const engine = createEngineClient();
			globalThis.engine = engine;
			const start = performance.now();
			const info = await engine.load(model, { contextSize: 512, ...options });
			const loaded = performance.now();
			const prefixes = Array.from({ length: many }, (_, index) => `${index} ${prefix}`);
			if (many > 0) await engine.score({ prefixes, text });
			const [score] = await engine.score({ prefixes: [prefix], text });
			const scored = performance.now();
			return { stored: info.stored, score, loadMs: loaded - start, scoreMs: scored - loaded };
		},
		[MODEL, prefix, many, TEXT, options],
	);
	if (disposeAfterMs !== undefined) {
		await browser.page.evaluate(
			async ([folder, ms]) => {
				const home = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
				const begun = async () => {
					for await (const { name } of home.values()) if (name.includes(".kept-")) return true;
					return false;
				};
				const end = performance.now() + 10_000;
				// Looking all the time would take the core that the engine stores with.
				while (performance.now() < end && !(await begun())) await new Promise((done) => setTimeout(done, 2));
				await new Promise((resolve) => setTimeout(resolve, ms));
				globalThis.engine.dispose();
			},
			[FOLDER, disposeAfterMs],
		);
	}
	await browser.page.waitForTimeout(restMs);
	for (let tries = 0; wait && tries < 100; tries += 1) {
		if ((await snapshots()).some(({ size }) => size > 0)) break;
		await browser.page.waitForTimeout(100);
	}
	// The file appears before its last byte is written.
	if (wait) await browser.page.waitForTimeout(500);
	await browser.page.evaluate(() => globalThis.engine.dispose());
	return visited;
}

const removeSnapshots = () =>
	browser.page.evaluate(async (folder) => {
		const home = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
		const names = [];
		for await (const { name } of home.values()) if (name.includes(".kept-")) names.push(name);
		for (const name of names) await home.removeEntry(name);
	}, FOLDER);

const snapshots = () =>
	browser.page.evaluate(async (folder) => {
		const root = await navigator.storage.getDirectory();
		const home = await root.getDirectoryHandle(folder, { create: true });
		const found = [];
		for await (const entry of home.values()) {
			if (entry.name.includes(".kept-")) found.push({ name: entry.name, size: (await entry.getFile()).size });
		}
		return found;
	}, FOLDER);

test("a prefix that was scored before a reload is known after it, and the score is the same", async (context) => {
	const first = await visit({ wait: true });
	assert.equal(first.score.cachedTokens, 0);
	expected = first.score.logProb;
	const [{ name, size }] = await snapshots();
	assert.match(name, /^[0-9a-f]{32}\.kept-relaxed-simd-512$/);
	const second = await visit();
	assert.equal(second.stored, true);
	assert.ok(second.score.cachedTokens > 60, JSON.stringify(second.score));
	assert.equal(second.score.logProb, first.score.logProb);
	context.diagnostic(
		`${size} bytes; the first score took ${first.scoreMs} ms, after a reload ${second.scoreMs} ms`,
	);
});

test("the snapshot is no model of its own, and asking for the list does not show it", async () => {
	const list = await browser.page.evaluate(async () => {
		const { listCachedModels } = await import("/model/cache.js");
		return await listCachedModels();
	});
	assert.deepEqual(
		list.map(({ complete }) => complete),
		[true],
	);
});

for (const damage of ["a byte is another", "it is cut short", "it is not a snapshot"]) {
	test(`where the stored snapshot is damaged (${damage}), the engine starts without it and writes it anew`, async () => {
		await browser.page.evaluate(
			async ([folder, damage]) => {
				const root = await navigator.storage.getDirectory();
				const home = await root.getDirectoryHandle(folder);
				for await (const entry of home.values()) {
					if (!entry.name.includes(".kept-")) continue;
					const bytes = new Uint8Array(await (await entry.getFile()).arrayBuffer());
					bytes[bytes.length >> 1] ^= 16;
					const stream = await entry.createWritable();
					if (damage === "a byte is another") await stream.write(bytes);
					else if (damage === "it is cut short") await stream.write(bytes.subarray(0, bytes.length >> 1));
					else await stream.write("something else");
					await stream.close();
				}
			},
			[FOLDER, damage],
		);
		const { score } = await visit({ wait: true });
		assert.equal(score.cachedTokens, 0);
		assert.ok((await visit()).score.cachedTokens > 60);
	});
}

test("a page that wants nothing kept neither takes back nor leaves what was remembered", async () => {
	const before = await snapshots();
	const { score } = await visit({ keep: false });
	assert.equal(score.cachedTokens, 0);
	await browser.page.waitForTimeout(1500);
	assert.deepEqual(await snapshots(), before);
});

test("two tabs with the same model: both decide, both leave in peace what the other stores, and it is whole", async () => {
	await removeSnapshots();
	const other = await browser.page.context().newPage();
	try {
		await other.goto(site.address);
		await browser.page.goto(site.address);
		const scores = await Promise.all(
			[browser.page, other].map((page, tab) =>
				page.evaluate(
					async ([model, prefix, text]) => {
						const { createEngineClient } = await import("/worker/client.js");
						globalThis.engine = createEngineClient();
						await globalThis.engine.load(model, { contextSize: 512 });
						await globalThis.engine.score({ prefixes: [prefix], text });
						// Long enough that both have stored what they learned, at about the same time.
						await new Promise((resolve) => setTimeout(resolve, 4000));
						const [again] = await globalThis.engine.score({ prefixes: [prefix], text });
						globalThis.engine.dispose();
						return again;
					},
					[MODEL, `${PREFIX}tab ${tab}`, TEXT],
				),
			),
		);
		for (const { cachedTokens } of scores) assert.ok(cachedTokens > 60, JSON.stringify(scores));
	} finally {
		await other.close();
	}
	const known = [];
	for (const tab of [0, 1]) known.push((await visit({ prefix: `${PREFIX}tab ${tab}` })).score);
	assert.ok(
		known.some(({ cachedTokens }) => cachedTokens > 60),
		JSON.stringify(known),
	);
});

test("an engine that is disposed of while it stores: what is half written is not taken for whole", async () => {
	for (const afterMs of [0, 4, 20]) {
		await removeSnapshots();
		await visit({ disposeAfterMs: afterMs, many: MANY });
		const { score } = await visit({ wait: true });
		assert.ok(score.cachedTokens === 0 || score.cachedTokens > 60, JSON.stringify(score));
		assert.ok(Math.abs(score.logProb - expected) < 1e-3, JSON.stringify(score));
		assert.ok((await visit()).score.cachedTokens > 60);
	}
});

test("where there is no room for a snapshot, nothing of it is left and the model goes on", async () => {
	await removeSnapshots();
	const devtools = await browser.page.context().newCDPSession(browser.page);
	const usage = await browser.page.evaluate(async () => (await navigator.storage.estimate()).usage);
	const { origin } = new URL(site.address);
	await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 100_000 });
	try {
		const { score } = await visit({ restMs: 2500 });
		assert.ok(Math.abs(score.logProb - expected) < 1e-3);
		assert.deepEqual(await snapshots(), []);
	} finally {
		await devtools.send("Storage.overrideQuotaForOrigin", { origin });
	}
	assert.equal((await visit()).stored, true);
});

test("removing the model removes what was remembered with it", async () => {
	const [gone, left] = await browser.page.evaluate(
		async ([folder, model]) => {
			const { clearModelCache } = await import("/model/cache.js");
			const gone = await clearModelCache(model);
			const home = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
			const left = [];
			for await (const { name } of home.values()) left.push(name);
			return [gone, left];
		},
		[FOLDER, MODEL],
	);
	assert.deepEqual([gone, left], [true, []]);
});
