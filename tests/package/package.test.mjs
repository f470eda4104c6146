/** The npm package as a stranger gets it: packed, installed, bundled, run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { launch } from "../e2e/support/chromium.mjs";
import { modelPlugin } from "../e2e/support/model.mjs";
import { examples, installPackage, pageOf } from "./consumer.mjs";

const MODEL_LIMIT_MS = 240_000;

let folder;
let files;
let installed;
let remove;
let browser;

before(async () => {
	({ folder, files, installed, remove } = installPackage());
	browser = await launch();
});

after(async () => {
	await browser?.close();
	remove?.();
});

test("the tarball holds what runs, and no weights", () => {
	const paths = files.map(({ path }) => path);
	for (const path of [
		"package.json",
		"README.md",
		"LICENSE-MIT",
		"LICENSE-APACHE",
		"index.js",
		"index.d.ts",
		"wasm/webmcp_auto_ui_bg.wasm",
		"full-schema/webmcp_full_schema_bg.wasm",
		"small-model/webmcp_small_model_bg.wasm",
		"memory/webmcp_memory_bg.wasm",
		"engine/engine-relaxed.wasm",
		"engine/chat-template.wasm",
		"engine/engine-simd128.wasm",
		"widgets/recipes.js",
		"embedder/index.js",
		"embedder/index.d.ts",
		"embedder/worker.js",
		"litert/index.js",
		"litert/index.d.ts",
		"litert/worker.js",
	]) {
		assert.ok(paths.includes(path), `${path} is in the tarball`);
	}
	assert.ok(paths.some((path) => path.startsWith("worker/") && path.endsWith(".js")));
	assert.deepEqual(
		paths.filter((path) => /\.(gguf|safetensors|bin|onnx|ts|rs|map)$/.test(path) && !path.endsWith(".d.ts")),
		[],
	);
	for (const { path, size } of files) assert.ok(size < 5_000_000, `${path} has ${size} bytes`);
	const size = files.reduce((sum, file) => sum + file.size, 0);
	console.log(`The package unpacks to ${(size / 1000).toFixed(0)} kB in ${files.length} files:`);
	for (const { path, size } of files.filter((file) => file.size > 20_000)) console.log(`  ${path} ${size}`);
});

test("what every page loads first stays small", () => {
	const core = readFileSync(installed("wasm/webmcp_auto_ui_bg.wasm"));
	const bytes = brotliCompressSync(core).length;
	assert.ok(bytes <= 320_000, `the core has ${bytes} bytes in brotli; see npm run size`);
});

test("every file that a shipped file imports is shipped", () => {
	const shipped = readdirSync(installed(), { recursive: true }).filter((path) =>
		/\.(m?js|d\.ts)$/.test(path),
	);
	let count = 0;
	for (const path of shipped) {
		const code = readFileSync(installed(path), "utf8");
		for (const [, from] of code.matchAll(/(?:from|import\(|new URL\()\s*"(\.[^"]+)"/g)) {
			const target = installed(dirname(path), from);
			const types = target.replace(/\.js$/, ".d.ts");
			assert.ok(existsSync(path.endsWith(".d.ts") ? types : target), `${path} imports ${from}`);
			count += 1;
		}
	}
	assert.ok(count > 50, `${count} imports`);
});

test("the version is the crate's", () => {
	const { version, dependencies } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
	assert.ok(readFileSync(inRoot("Cargo.toml"), "utf8").includes(`version = "${version}"`));
	for (const range of Object.values(dependencies)) assert.match(range, /^\d+\.\d+\.\d+$/);
});

test("no shipped type is `any`", () => {
	const typings = readdirSync(installed(), { recursive: true }).filter((path) => path.endsWith(".d.ts"));
	assert.ok(typings.length > 10);
	for (const path of typings) {
		const code = readFileSync(installed(path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
		assert.doesNotMatch(code, /\bany\b/, path);
	}
});

test("the types hold in a strict project", () => {
	const source = `import { createProvider, init, runAgentLoop, WasmProvider, type AgentResult, type Widget } from "webmcp-auto-ui";
import { createCanvasVanilla, type CanvasVanilla } from "webmcp-auto-ui/auto";
import { createWorkerEmbedder, type Embedder } from "webmcp-auto-ui/embedder";
import { liteRt, type ModelRuntime } from "webmcp-auto-ui/litert";
import { wllama } from "webmcp-auto-ui/wllama";
import type { McpRecipeSummary, McpTool, Recipe, SchemaPatch, ToolLayer, ValidationError, ValidationResult } from "webmcp-auto-ui";
await init();
const provider = new WasmProvider({ model: "/m.gguf" });
const result: AgentResult = await runAgentLoop("x", { provider, layers: [] });
export const canvas: CanvasVanilla = createCanvasVanilla();
export const first: Widget | undefined = undefined;
export const text: string = result.text;
export const remote: string = createProvider({ type: "remote", proxyUrl: "/x" }).model;
export const recipes: McpRecipeSummary[] = [] satisfies Recipe[];
export let shapes: [McpTool, SchemaPatch, ToolLayer, ValidationError, ValidationResult] | undefined;
export const embedder: Embedder = createWorkerEmbedder({ model: "/m/" });
export const vectors: Float32Array[] = await createWorkerEmbedder({ model: new URL("https://a.b/") }).embed(["x"]);
export const runtime: ModelRuntime = liteRt({ wasm: "/litert-lm/" });
export const other = new WasmProvider({ model: "/m.gguf", runtime: wllama({ wasm: "/wllama.wasm" }) });
export const gemma = new WasmProvider({ model: "gemma-e2b", runtime, onDownload: ({ license }) => license !== undefined });
// @ts-expect-error the runtime's folder is not guessed
liteRt({});
// @ts-expect-error nor is the address of wllama's WebAssembly
wllama({});
// @ts-expect-error no model, no embedder
createWorkerEmbedder({});
// @ts-expect-error a shape that is there has no field of that name
export const typo = result.stopreason;
// @ts-expect-error a wish is a text
await runAgentLoop(7, { provider, layers: [] });
`;
	writeFileSync(join(folder, "consumer.ts"), source);
	const options = ["--strict", "--noEmit", "--module", "esnext", "--moduleResolution", "bundler"];
	const tsc = join(folder, "node_modules", "typescript", "bin", "tsc");
	execFileSync(process.execPath, [tsc, ...options, "--target", "es2022", "consumer.ts"], {
		cwd: folder,
		stdio: "inherit",
	});
});

test("Node can import the package and load the core", () => {
	const script = `import { createCanvasVanilla, init } from "webmcp-auto-ui";
await init();
console.log(createCanvasVanilla().addWidget("stat", { label: "a", value: "b" }).id);`;
	const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
		cwd: folder,
		encoding: "utf8",
	});
	assert.match(printed, /^w_/);
});

test("a use before init() throws a sentence", () => {
	const script = `import { createCanvasVanilla } from "webmcp-auto-ui";
try { createCanvasVanilla(); } catch (error) { console.log(error.code, error.message); }`;
	const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
		cwd: folder,
		encoding: "utf8",
	});
	assert.match(printed, /^not_initialised .*await init\(\)/);
});

async function openExample(t, name) {
	const code = examples(readFileSync(installed("README.md"), "utf8")).get(name);
	const opened = await pageOf(t, { folder, browser, name, code, plugins: [modelPlugin()] });
	await opened.open();
	return opened;
}

test("the README's widget example runs in Chromium, bundled by Vite, under a strict policy", async (t) => {
	const { page, problems } = await openExample(t, "widget");
	await page.waitForSelector("[data-widget-id]");
	assert.equal(await page.innerText("#canvas"), "Tea: 4.5 EUR");
	assert.deepEqual(problems, []);
});

test("the README's program without init() runs, bundled, as soon as its import is there", async (t) => {
	const example = examples(readFileSync(installed("README.md"), "utf8")).get("auto");
	const code = `${example}\nglobalThis.ended = true;`;
	const { page, problems, logs, open } = await pageOf(t, { folder, browser, name: "auto", code });
	await open();
	await page.waitForFunction(() => globalThis.ended);
	assert.deepEqual(logs, ["true 0"]);
	assert.deepEqual(problems, []);
});

test("the README's wish ends as a chart drawn by Gemma in the page", {
	timeout: MODEL_LIMIT_MS,
}, async (t) => {
	const { page, problems } = await openExample(t, "wish");
	await page.waitForSelector(".wm-numbers td", { state: "attached", timeout: MODEL_LIMIT_MS });
	const rows = await page
		.locator(".wm-numbers tr")
		.evaluateAll((all) =>
			all.map((row) => [row.querySelector("th").innerText, row.querySelector("td").dataset.value]),
		);
	assert.deepEqual(rows, [
		["Monday", "31"],
		["Tuesday", "52"],
		["Friday", "44"],
	]);
	assert.deepEqual(problems, []);
});
