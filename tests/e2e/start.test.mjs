/** What `npm start` serves: the page that it builds, what the page is told, and the model. The other files serve the same. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { buildDemo, startDemo } from "../../www/serve.mjs";
import { realModel } from "./support/model.mjs";

const mcpServers = ["http://127.0.0.1:9/mcp"];
let demo;
before(async () => {
	demo = await startDemo({ model: realModel(), mcpServers, port: 0 });
});
after(() => demo?.close());

test("the page is served, with all that it names", async () => {
	const page = await fetch(demo.url);
	assert.equal(page.headers.get("cross-origin-opener-policy"), "same-origin");
	const written = await page.text();
	assert.match(written, /http-equiv="Content-Security-Policy"/);
	const named = [...written.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, path]) => path);
	assert.ok(named.length > 2, written);
	// Ahead of need comes what the page may show without a network, and nothing of the libraries that few widgets need.
	assert.ok(named.some((path) => /\/chart-/.test(path)) && named.length < 130, named.join("\n"));
	assert.deepEqual(
		named.filter((path) => /mermaid|vega|diagram|python|quickjs/i.test(path)),
		[],
	);
	for (const path of named) {
		const answer = await fetch(new URL(path, demo.url));
		assert.equal(answer.status, 200, path);
		assert.doesNotMatch(answer.headers.get("content-type") ?? "", /html/, path);
	}
});

test("the page is told of its servers and of a model, which is there", async () => {
	const config = await (await fetch(new URL("config.json", demo.url))).json();
	assert.deepEqual(config.mcpServers, mcpServers);
	const model = await fetch(new URL(config.modelUrl, demo.url), { method: "HEAD" });
	assert.equal(Number(model.headers.get("content-length")), statSync(realModel()).size);
});

test("apps are shown from another site than the page's, by whichever name it was asked for", async () => {
	const { port } = new URL(demo.url);
	for (const [page, sandbox] of [
		["127.0.0.1", "localhost"],
		["localhost", "127.0.0.1"],
	]) {
		const asked = get({
			host: "127.0.0.1",
			port,
			path: "/config.json",
			headers: { host: `${page}:${port}` },
		});
		const [response] = await once(asked, "response");
		const { sandboxUrl } = JSON.parse(await text(response));
		assert.equal(new URL(sandboxUrl).hostname, sandbox);
		const served = await fetch(sandboxUrl);
		assert.equal(served.status, 200);
		assert.match(served.headers.get("content-security-policy"), /^frame-ancestors /);
		assert.match(await served.text(), /sandbox\.js/);
		assert.equal((await fetch(new URL("sandbox.js", sandboxUrl))).status, 200);
		for (const other of ["./", "../package.json", "index.d.ts", "core/init.js", "..%2findex.js"]) {
			assert.equal((await fetch(new URL(other, sandboxUrl))).status, 404, other);
		}
	}
});

test("where the page is built anew while it is open, what it loads later is still there", async () => {
	const file = new URL("../../build/www/assets/of-before.js", import.meta.url);
	try {
		writeFileSync(file, "export {};\n");
		await buildDemo({ keep: true });
		assert.ok(existsSync(file));
	} finally {
		rmSync(file, { force: true });
	}
});
