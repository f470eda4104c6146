/** The npm package as a stranger gets it: packed, installed, bundled, run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { launch, openPage } from "../e2e/support/chromium.mjs";
import { modelPlugin } from "../e2e/support/model.mjs";
import { STRICT_CSP } from "../e2e/support/site.mjs";

const MODEL_LIMIT_MS = 240_000;

let folder;
let tarball;
let files;
let browser;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), "webmcp-package-"));
	const packed = execFileSync("npm", ["pack", inRoot("pkg"), "--json", "--pack-destination", folder], {
		cwd: folder,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [info] = Object.values(JSON.parse(packed));
	files = info.files;
	tarball = join(folder, info.filename);
	const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
	const manifest = {
		name: "consumer",
		private: true,
		type: "module",
		dependencies: { "webmcp-auto-ui": `file:${tarball}` },
		devDependencies: Object.fromEntries(
			["vite", "typescript"].map((name) => [name, packages[`node_modules/${name}`].version]),
		),
	};
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	execFileSync("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
		cwd: folder,
		stdio: "ignore",
	});
	browser = await launch();
});

after(async () => {
	await browser?.close();
	rmSync(folder, { recursive: true, force: true });
});

const installed = (...parts) => join(folder, "node_modules", "webmcp-auto-ui", ...parts);

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
		"engine/engine-relaxed.wasm",
		"engine/engine-simd128.wasm",
		"widgets/recipes.js",
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
	const source = `import { init, runAgentLoop, WasmProvider, type AgentResult, type Widget } from "webmcp-auto-ui";
await init();
const provider = new WasmProvider({ model: "/m.gguf" });
const result: AgentResult = await runAgentLoop("x", { provider, layers: [] });
export const first: Widget | undefined = undefined;
export const text: string = result.text;
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

/** The README's example of that name. */
function example(name) {
	const readme = readFileSync(installed("README.md"), "utf8");
	const found = new RegExp(`<!-- example: ${name} -->\n\`\`\`js\n([\\s\\S]*?)\`\`\``).exec(readme);
	assert.ok(found, `the README has an example '${name}'`);
	return found[1];
}

/** Builds a page around a script with the consumer's own Vite and opens it. */
async function openExample(t, name) {
	const root = join(folder, name);
	mkdirSync(root);
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"></head>
<body><main id="canvas"></main><script type="module" src="./main.js"></script></body></html>`;
	writeFileSync(join(root, "index.html"), page);
	writeFileSync(join(root, "main.js"), example(name));
	const { build, preview } = await import(
		pathToFileURL(join(folder, "node_modules", "vite", "dist", "node", "index.js")).href
	);
	const config = { root, configFile: false, logLevel: "warn" };
	await build({ ...config, build: { target: "es2022" }, worker: { format: "es" } });
	const headers = { "Content-Security-Policy": STRICT_CSP };
	const server = await preview({
		...config,
		plugins: [modelPlugin()],
		preview: { host: "127.0.0.1", port: 0, headers },
	});
	t.after(() => server.close());
	const opened = await openPage(browser);
	t.after(() => opened.close());
	await opened.page.goto(server.resolvedUrls.local[0]);
	return opened;
}

test("the README's widget example runs in Chromium, bundled by Vite, under a strict policy", async (t) => {
	const { page, problems } = await openExample(t, "widget");
	await page.waitForSelector("[data-widget-id]");
	assert.equal(await page.innerText("#canvas"), "Tea: 4.5 EUR");
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
