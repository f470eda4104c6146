/** The subpath `webmcp-auto-ui/litert`: its Worker, bundled by Vite, starts Google's runtime under a strict policy. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../e2e/support/chromium.mjs";
import { installPackage, installPeer, liteRtPlugin, pageOf } from "./consumer.mjs";

let consumer;
let browser;

before(async () => {
	consumer = installPackage();
	installPeer(consumer.folder, ["@litert-lm", "core"]);
	browser = await launch();
});

after(async () => {
	await browser?.close();
	consumer?.remove();
});

const LOAD = `import { WasmProvider } from "webmcp-auto-ui";
import { liteRt } from "webmcp-auto-ui/litert";
const model = new File([new Uint8Array(100000)], "small.litertlm");
const provider = new WasmProvider({ model, runtime: liteRt({ wasm: "/litert-lm/", device: "cpu" }) });
await provider.initialize().catch(({ code, message }) => { globalThis.shown = [code, message]; });`;

for (const format of ["es", "iife"]) {
	test(`the runtime runs from the page's own server, its Worker bundled as ${format}`, async (t) => {
		const opened = await pageOf(t, {
			...consumer,
			browser,
			name: format,
			code: LOAD,
			plugins: [liteRtPlugin()],
			workerFormat: format,
		});
		const requested = [];
		opened.page.context().on("request", (request) => requested.push(new URL(request.url())));
		await opened.open();
		await opened.page.waitForFunction(() => "shown" in globalThis);
		const [code, message] = await opened.page.evaluate(() => globalThis.shown);
		assert.equal(code, "unsupported", message);
		assert.match(message, /no \.litertlm model \(.*magic number/);
		assert.deepEqual(opened.problems, []);
		const { origin } = new URL(opened.page.url());
		assert.deepEqual(
			requested.filter((address) => address.origin !== origin && address.protocol !== "data:").map(String),
			[],
		);
	});
}

test("a page that gives no runtime has Google's from /litert-lm/ of its own server", async (t) => {
	// A card that does not compute: what is looked at is where the runtime comes from.
	const code = `import { WasmProvider } from "webmcp-auto-ui";
Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => ({ info: {} }) } });
const model = new File([new Uint8Array(100000)], "small.litertlm");
const provider = new WasmProvider({ model, contextSize: 32_768 });
await provider.initialize().catch(({ code, message }) => { globalThis.shown = [code, message]; });`;
	const opened = await pageOf(t, {
		...consumer,
		browser,
		name: "unasked",
		code,
		plugins: [liteRtPlugin()],
	});
	const requested = [];
	opened.page.context().on("request", (request) => requested.push(request.url()));
	await opened.open();
	await opened.page.waitForFunction(() => "shown" in globalThis);
	const { origin } = new URL(opened.page.url());
	const [runtime] = requested.filter((address) => /litertlm_wasm.*\.wasm$/.test(address));
	assert.ok(
		runtime?.startsWith(`${origin}/litert-lm/`),
		await opened.page.evaluate(() => globalThis.shown.join()),
	);
});
