/** `webmcp-auto-ui/auto`: the documents' programs, which call what is synchronous without any `init()`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const file = (/** @type {string} */ name) =>
	JSON.stringify(new URL(`../../pkg/${name}`, import.meta.url).href);

/** What a program prints in a process of its own, where nothing is loaded yet. */
function printed(/** @type {string} */ code) {
	return execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" }).trim();
}

test("the documents' synchronous programs run as they stand, with nothing before them", () => {
	const code = `import { activateServerTools, autoui, buildDiscoveryTools, buildDiscoveryToolsWithAliases, buildSystemPrompt,
	buildSystemPromptWithAliases, buildToolsFromLayers, createCanvasVanilla, createWebMcpServer, resolveCanonicalTools } from ${file("auto.js")};
const tool = (name) => ({ name, description: "d", inputSchema: { type: "object" } });
const mcpLayer1 = { protocol: "mcp", serverName: "Tricoteuses", tools: [tool("query_sql"), tool("browse_skills")] };
const layers = [mcpLayer1, autoui.layer()];
const prompt = buildSystemPrompt(layers);
const { aliasMap } = buildSystemPromptWithAliases(layers);
const tools = buildToolsFromLayers(layers);
let currentTools = buildDiscoveryTools(layers);
const { tools: discovery } = buildDiscoveryToolsWithAliases(layers);
currentTools = activateServerTools(currentTools, mcpLayer1);
const canvasVanilla = createCanvasVanilla();
canvasVanilla.addWidget("stat", { label: "Visitors", value: "1,234" });
const own = createWebMcpServer("own", { description: "Built-in UI widgets" });
const names = (list) => list.map(({ name }) => name);
console.log(JSON.stringify([
	prompt.includes("tricoteuses_mcp_list_recipes()"),
	aliasMap.get("tricoteuses_mcp_list_recipes"),
	names(tools).includes("tricoteuses_mcp_query_sql"),
	names(discovery).includes("autoui_webmcp_widget_display"),
	names(currentTools).includes("tricoteuses_mcp_query_sql"),
	canvasVanilla.blocks.length,
	own.layer().serverName,
	resolveCanonicalTools(mcpLayer1.tools).map(({ role }) => role),
]));`;
	assert.deepEqual(JSON.parse(printed(code)), [
		true,
		"tricoteuses_mcp_browse_skills",
		true,
		true,
		true,
		1,
		"own",
		["search_recipes", "list_recipes"],
	]);
});

test("it offers what the root does, and these are the same things", () => {
	const code = `const [auto, root] = [await import(${file("auto.js")}), await import(${file("index.js")})];
const names = Object.keys(root);
console.log(names.length > 50 && names.length === Object.keys(auto).length && names.every((name) => auto[name] === root[name]));`;
	assert.equal(printed(code), "true");
});

test("an import that cannot load the core fails with what to do about it", () => {
	// Node compiles a WebAssembly of its own, which is small.
	const code = `const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (file, ...more) => {
	if (file.byteLength > 100_000) throw new Error("no room");
	return instantiate(file, ...more);
};
await import(${file("auto.js")}).catch((error) => console.log(error.name, error.code, error.message));`;
	assert.match(printed(code), /^WebMcpError unsupported .*\(no room\)\. Serve the \.wasm file/);
});

test("the root says before init() what there is instead", () => {
	const uses = [
		"kit.buildSystemPrompt([])",
		"kit.autoui.layer()",
		"kit.createCanvasVanilla()",
		"kit.resolveCanonicalTools([])",
		'kit.createWebMcpServer("x")',
	];
	const code = `import * as kit from ${file("index.js")};
for (const use of [${uses.map((use) => `() => ${use}`)}]) try { use(); } catch ({ code, message }) { console.log(code, message); }`;
	const said =
		"not_initialised webmcp-auto-ui is not loaded yet: call await init() first, or import from webmcp-auto-ui/auto.";
	assert.deepEqual(
		printed(code).split("\n"),
		uses.map(() => said),
	);
});
