/** The subpath `webmcp-auto-ui/wllama`, bundled by Vite with its optional peer, answers; `tests/browser-engine` has the real weights. */
import assert from "node:assert/strict";
import { createReadStream, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { launch } from "../e2e/support/chromium.mjs";
import { fileOf, tinyModels } from "../browser-engine/tiny.mjs";
import { installPackage, installPeer, pageOf } from "./consumer.mjs";

let consumer;
let browser;
let tiny;

before(async () => {
	tiny = await tinyModels();
	consumer = installPackage();
	installPeer(consumer.folder, ["@wllama", "wllama"]);
	browser = await launch();
});

after(async () => {
	await browser?.close();
	consumer?.remove();
	tiny?.remove();
});

/** What wllama needs besides the strict policy. */
const CSP =
	"default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; connect-src *; img-src data:";
const CODE = `import { WasmProvider } from "webmcp-auto-ui";
import { wllama } from "webmcp-auto-ui/wllama";
const runtime = wllama({ wasm: "/wllama.wasm" });
const provider = new WasmProvider({ model: "/model.gguf", contextSize: 256, runtime });
await provider.chat([{ role: "user", content: "One, two," }], [], { maxTokens: 3 }).then(
	({ usage }) => { globalThis.shown = usage.output_tokens; },
	({ message }) => { globalThis.shown = message; },
);`;

/** Serves the peer's WebAssembly and the model. */
const plugin = {
	name: "wllama",
	configurePreviewServer: ({ middlewares }) => {
		const files = {
			"/wllama.wasm": [
				inRoot("node_modules", "@wllama", "wllama", "esm", "wasm", "wllama.wasm"),
				"application/wasm",
			],
			"/model.gguf": [fileOf(tiny.folder).path, "application/octet-stream"],
		};
		middlewares.use((request, response, next) => {
			const [path, type] = files[new URL(request.url, "http://host").pathname] ?? [];
			if (!path) return next();
			response.setHeader("content-type", type);
			response.setHeader("content-length", statSync(path).size);
			createReadStream(path).pipe(response);
		});
	},
};

test("a page that a bundler made has a model of llama.cpp's", async (t) => {
	const opened = await pageOf(t, {
		...consumer,
		browser,
		name: "wllama",
		code: CODE,
		plugins: [plugin],
		csp: CSP,
	});
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	assert.equal(await opened.page.evaluate(() => globalThis.shown), 3);
	assert.deepEqual(opened.problems, []);
});
