/** The subpaths `proxy`, `proxy/node`, `ai-sdk` and `browser-model` as a stranger gets them: types, examples, and what they load. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { examples, installPackage } from "./consumer.mjs";

let consumer;
let all;

before(() => {
	consumer = installPackage();
	all = examples(readFileSync(consumer.installed("README.md"), "utf8"));
	mkdirSync(join(consumer.folder, "node_modules", "@ai-sdk"), { recursive: true });
	for (const name of ["@ai-sdk/openai-compatible", "@ai-sdk/openai", "ai"]) {
		symlinkSync(inRoot("node_modules", name), join(consumer.folder, "node_modules", name));
	}
});

after(() => consumer?.remove());

/** Runs a module in Node, inside the consumer's folder; gives what it prints. */
function run(code, env = {}) {
	return execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
		cwd: consumer.folder,
		encoding: "utf8",
		env: { ...process.env, ...env },
	}).trim();
}

test("their types hold in a strict project, without Node's types", () => {
	const source = `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { openai } from "@ai-sdk/openai";
import type { LLMProvider } from "webmcp-auto-ui";
import { BrowserModelProvider } from "webmcp-auto-ui/browser-model";
import { fromLanguageModel } from "webmcp-auto-ui/ai-sdk";
import { createModelProxy, type ModelProxy, type ProxyEntry } from "webmcp-auto-ui/proxy";
import { nodeHandler, type Served, serveModelProxy } from "webmcp-auto-ui/proxy/node";
import { autoui, createCanvasVanilla } from "webmcp-auto-ui";
import { installModelContext } from "webmcp-auto-ui/polyfill";
import { type AutoUiApp, addWords, Workspace } from "webmcp-auto-ui/elements";
import type { AutoUiChat } from "webmcp-auto-ui/elements/chat";
import { encodeHyperSkill, type HyperSkill, openShared } from "webmcp-auto-ui/share";
import { type KeptStorage, openStorage } from "webmcp-auto-ui/storage";
import { openDatabase } from "webmcp-auto-ui/sqlite";
import { createToolGuard, type Exposed, exposeNative, type GuardAnswer, importNative, type RegisteredTool } from "webmcp-auto-ui/webmcp";
export const workspace = new Workspace({ mcpServers: ["https://example.com/mcp"], openData: () => openDatabase() });
export const show = (app: AutoUiApp, chat: AutoUiChat) => {
	app.options = { mcpServers: [] };
	chat.workspace = workspace;
};
export const own: LLMProvider = new BrowserModelProvider({ onDownload: async () => true });
addWords("pt", { send: "Enviar" });
// @ts-expect-error no such phrase
addWords("pt", { sned: "Enviar" });
export const storage: Promise<KeptStorage> = openStorage({ name: "n" });
export const link = (skill: HyperSkill): Promise<string> => encodeHyperSkill(skill, "https://example.com/", { short: true });
// @ts-expect-error nothing is opened without asking
openShared("https://example.com/?hs=x", { canvas: createCanvasVanilla(), servers: [autoui] });
export const uninstall: () => void = installModelContext();
export const guard = createToolGuard({ policy: ({ tool }) => (tool.name === "x" ? "deny" : undefined), ask: async () => true });
export const exposed: Exposed = exposeNative(autoui, { guard, prefix: "" });
export const tools = async (): Promise<RegisteredTool[]> => (await importNative({ guard })).layer().tools.map(({ name }) => ({ name, description: "", window, origin: "" }));
export const answer: Promise<GuardAnswer> = guard.run({ door: "own", tool: { name: "x" }, args: {} }, () => 1);
// @ts-expect-error a verdict is one of three
createToolGuard({ policy: "perhaps" });
const compatible = createOpenAICompatible({ name: "x", baseURL: "http://x/v1" });
export const providers: LLMProvider[] = [fromLanguageModel(compatible("m")), fromLanguageModel(openai("m"))];
const heard: ProxyEntry[] = [];
export const proxy: ModelProxy = createModelProxy({
	upstreams: { chat: { format: "anthropic" }, own: { format: "openai", url: "http://localhost:1/v1", keyStyle: "none" } },
	keys: async (name, request) => request.headers.get(name) ?? undefined,
	allowModels: { chat: ["claude-*"], own: ["*"] },
	authorize: (request) => (request.headers.has("cookie") ? { subject: "ann" } : false),
	limits: { concurrency: 2 },
	onRequest: (entry) => heard.push(entry),
});
export const served: Promise<Served> = serveModelProxy(proxy, { port: 0 });
export const listener: (request: never, response: never) => void = nodeHandler(proxy);
export const worker: { fetch: (request: Request) => Promise<Response> } = { fetch: (request) => proxy(request) };
// @ts-expect-error a name is no model
fromLanguageModel("openai/gpt-5");
// @ts-expect-error models have to be allowed
createModelProxy({ upstreams: { chat: { format: "anthropic" } } });
// @ts-expect-error no such API
createModelProxy({ upstreams: { chat: { format: "soap" } }, allowModels: {} });
// @ts-expect-error only a host that knows may say so
proxy(new Request("http://x"), true);
`;
	writeFileSync(join(consumer.folder, "subpaths.ts"), source);
	const options = [
		"--strict",
		"--noEmit",
		"--skipLibCheck",
		"--module",
		"esnext",
		"--moduleResolution",
		"bundler",
	];
	const tsc = join(consumer.folder, "node_modules", "typescript", "bin", "tsc");
	execFileSync(process.execPath, [tsc, ...options, "--types", "", "--target", "es2022", "subpaths.ts"], {
		cwd: consumer.folder,
		stdio: "inherit",
	});
});

test("a listener of Node's own server may be the proxy", () => {
	const source = `import { createServer } from "node:http";
import { createModelProxy } from "webmcp-auto-ui/proxy";
import { nodeHandler } from "webmcp-auto-ui/proxy/node";
const proxy = createModelProxy({ upstreams: { own: { format: "openai", keyStyle: "none" } }, allowModels: { own: ["*"] } });
createServer(nodeHandler(proxy, "loopback")).listen(0, "127.0.0.1");
`;
	writeFileSync(join(consumer.folder, "listener.ts"), source);
	const types = join(consumer.folder, "node_modules", "@types");
	mkdirSync(types, { recursive: true });
	symlinkSync(inRoot("node_modules", "@types", "node"), join(types, "node"));
	const options = [
		"--strict",
		"--noEmit",
		"--skipLibCheck",
		"--module",
		"esnext",
		"--moduleResolution",
		"bundler",
	];
	const tsc = join(consumer.folder, "node_modules", "typescript", "bin", "tsc");
	execFileSync(process.execPath, [tsc, ...options, "--types", "node", "--target", "es2022", "listener.ts"], {
		cwd: consumer.folder,
		stdio: "inherit",
	});
});

test("the README's proxy serves on loopback and asks for allowed models only", () => {
	const code = all.get("proxy").replace("port: 8787", "port: 0");
	assert.match(code, /port: 0/);
	const printed = run(
		`${code}
const ask = (path, model) => fetch(url + path, { method: "POST", headers: { "content-type": "application/json" },
	body: JSON.stringify({ model }) }).then(async (response) => [response.status, (await response.json()).error.message]);
console.log(JSON.stringify([new URL(url).hostname, await ask("/api/chat", "gpt-x"), await ask("/api/openai/v1/chat/completions", "other")]));
await close();`,
		{ ANTHROPIC_API_KEY: "sk-one-for-the-test", OPENAI_API_KEY: "sk-two-for-the-test" },
	);
	assert.deepEqual(JSON.parse(printed), [
		"127.0.0.1",
		[403, "The model 'gpt-x' may not be asked for at 'chat'."],
		[403, "The model 'other' may not be asked for at 'openai'."],
	]);
});

test("the README's tools are called over HTTP", () => {
	const code = all.get("toolapi").replace("port: 8788", "port: 0");
	assert.match(code, /port: 0/);
	const printed = run(`${code}
const json = { "content-type": "application/json" };
const params = { label: "Visitors", value: "42" };
const body = JSON.stringify({ name: "stat", params });
const called = await fetch(url + "/explorer/tools/widget_display/call", { method: "POST", headers: json, body });
const page = await fetch(url + "/explorer/");
console.log(JSON.stringify([called.status, (await called.json()).isError, page.status]));
await close();`);
	assert.deepEqual(JSON.parse(printed), [200, false, 200]);
});

test("the README's model of the AI SDK is a provider", () => {
	const printed = run(`globalThis.location = { origin: "http://127.0.0.1:9" };
${all.get("aisdk")}
await provider.chat([{ role: "user", content: "hi" }], []).catch(({ code }) => console.log(provider.model, code));`);
	assert.equal(printed, "gpt-5-mini network");
});

test("the README's model of the browser is a provider where the browser has one", () => {
	const example = all.get("browsermodel");
	assert.equal(run(`${example}console.log(provider);`), "undefined");
	const has = `globalThis.LanguageModel = { availability: async () => "available" };`;
	assert.equal(run(`${has}${example}console.log(provider.name);`), "browser");
});

test("neither the proxy, nor the tool API, nor the adapter loads the core or the SDK", () => {
	const printed = run(`const { createModelProxy } = await import("webmcp-auto-ui/proxy");
const { serveModelProxy } = await import("webmcp-auto-ui/proxy/node");
const { fromLanguageModel } = await import("webmcp-auto-ui/ai-sdk");
console.log(typeof createModelProxy, typeof serveModelProxy, typeof fromLanguageModel);`);
	assert.equal(printed, "function function function");
	const imports = new Set();
	const visit = (path) => {
		if (imports.has(path)) return;
		imports.add(path);
		if (!path.endsWith(".js")) return;
		for (const [, from] of readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
			visit(from.startsWith(".") ? join(path, "..", from) : from);
		}
	};
	for (const entry of ["proxy/index.js", "hosts/node.js", "adapters/ai-sdk/index.js"])
		visit(consumer.installed(entry));
	for (const entry of ["tool-api/index.js", "hosts/service-worker.js"]) visit(consumer.installed(entry));
	const bare = [...imports].filter((path) => !path.endsWith(".js"));
	assert.deepEqual(bare, ["node:http"]);
	assert.ok(
		![...imports].some((path) => /(?<!tool-api\/)wasm\/|init\.js$/.test(path.slice(consumer.folder.length))),
	);
});
