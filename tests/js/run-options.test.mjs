/** What a run is given: numbers at their edges, layers that do not fit together, and sessions of any size that fits. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const schema = { type: "object", properties: {} };
const tool = (name, execute = () => "done") => ({ name, description: name, inputSchema: schema, execute });
const layer = (serverName, tools, protocol = "webmcp") => ({ protocol, serverName, description: "", tools });
const use = (id, name, input = {}) => ({ type: "tool_use", id, name, input });

/** A model that gives `replies` in turn, and then ends; a test double only. */
const scripted = (...replies) => ({
	name: "scripted",
	model: "none",
	chat: async () => ({
		content: replies.shift() ?? [{ type: "text", text: "done" }],
		stopReason: "end_turn",
	}),
});

test("no limit is a limit: maxIterations may be Infinity", async () => {
	const replies = Array.from({ length: 40 }, (_, n) => [use(`${n}`, "desk_webmcp_look", { n })]);
	const { stopReason, metrics } = await kit.runAgentLoop("go", {
		provider: scripted(...replies),
		layers: [layer("desk", [{ ...tool("look"), inputSchema: { type: "object" } }])],
		maxIterations: Number.POSITIVE_INFINITY,
		maxTools: Number.POSITIVE_INFINITY,
	});
	assert.deepEqual([stopReason, metrics.iterations], ["end_turn", 41]);
});

test("a tool of the page's that fails is told from one that is not there", async () => {
	const server = kit.createWebMcpServer("desk");
	server.addTool(
		tool("look", () => {
			throw new Error("the lamp is broken");
		}),
	);
	await assert.rejects(server.executeTool("look", {}), {
		code: "tool_failed",
		message: /the lamp is broken/,
	});
	await assert.rejects(server.executeTool("see", {}), { code: "not_found", message: /see/ });
});

test("one client of one server is not lent to the layers of two", async () => {
	const client = { callTool: async () => ({ content: [] }) };
	const layers = [layer("a", [tool("look")], "mcp"), layer("b", [tool("look")], "mcp")];
	await assert.rejects((async () => kit.runAgentLoop("go", { provider: scripted(), layers, client }))(), {
		code: "invalid_argument",
		message: /2 \(a, b\): use a McpMultiClient/,
	});
});

test("tools of a layer whose name is taken get the names that lead to them", () => {
	const [first, second] = [layer("desk", [tool("look")]), layer("desk", [tool("pay")])];
	const options = { layers: [first, second] };
	const tools = kit.activateServerTools([], second, options);
	assert.deepEqual(
		tools.map(({ name }) => name),
		["desk_2_webmcp_pay"],
	);
	const known = kit.activateServerTools([], first, options);
	assert.deepEqual(names(kit.activateServerTools(known, second)), ["desk_webmcp_look", "desk_2_webmcp_pay"]);
});

const names = (tools) => tools.map(({ name }) => name);

/** Which of the tools a run calls, by what they answer; a name that leads nowhere answers with an error. */
async function answered(tools, layers) {
	const calls = tools.map((name, at) => ({ type: "tool_use", id: `c${at}`, name, input: {} }));
	const provider = scripted(calls);
	const { toolCalls } = await kit.runAgentLoop("go", { provider, layers, toolConcurrency: 1, maxRepeats: 0 });
	return toolCalls.map(({ result, error }) => error ?? result);
}

test("activated without layers, every tool has the name under which the run calls it, also of servers of one name", async () => {
	const say = (name, says) => tool(name, () => says);
	const first = layer("Desk", [say("look", "first look"), say("pay", "first pay")]);
	const second = layer("desk!", [say("look", "second look"), say("send", "second send")]);
	const third = layer("Desk 2", [say("look", "third look")]);
	const layers = [first, second, third];
	let current = kit.buildDiscoveryTools(layers);
	for (const one of [second, third, first]) current = kit.activateServerTools(current, one);
	const found = names(current).filter((name) => /_(look|pay|send)$/.test(name));
	const said = await answered(found, layers);
	assert.deepEqual(said.toSorted(), ["first look", "first pay", "second look", "second send", "third look"]);
	// Copies of the list and of a layer are the same ones still.
	const copied = kit.activateServerTools([...kit.buildToolsFromLayers(layers)].slice(0, 1), {
		...second,
		tools: [...second.tools],
	});
	assert.deepEqual(await answered(names(copied).slice(1), layers), ["second look", "second send"]);
});

test("where nothing tells which name leads to a server, nothing is activated under that of another", () => {
	const first = layer("desk", [tool("look"), tool("pay")]);
	const second = layer("Desk", [tool("look")]);
	const refused = { code: "invalid_argument", message: /another server called 'Desk': pass \{ layers \}/ };
	assert.throws(() => kit.activateServerTools(kit.activateServerTools([], first), second), refused);
	const stored = JSON.parse(JSON.stringify(kit.buildDiscoveryTools([first, second])));
	assert.throws(() => kit.activateServerTools(stored, second), refused);
	assert.throws(() => kit.activateServerTools(kit.buildDiscoveryTools([first]), second), refused);
	const remote = layer("Desk", [tool("look")], "mcp");
	assert.deepEqual(
		names(kit.activateServerTools(kit.activateServerTools([], first), remote)).at(-1),
		"desk_mcp_look",
	);
	assert.deepEqual(
		names(kit.activateServerTools(stored, layer("shop", [tool("look")]))).at(-1),
		"shop_webmcp_look",
	);
});

test("a session of many megabytes is restored from what it was saved as", async () => {
	const options = { provider: scripted(), layers: [] };
	const session = kit.createSession(options);
	const long = "a word ".repeat(400_000);
	for (let round = 0; round < 7; round += 1) {
		await session.run(`wish ${round}`, { provider: scripted([{ type: "text", text: long }]) });
	}
	const saved = JSON.stringify(session);
	assert.ok(saved.length > 16 * 2 ** 20, `${saved.length} characters`);
	const restored = kit.createSession(options, JSON.parse(saved));
	assert.equal(restored.messages.length, session.messages.length);
	assert.equal(JSON.stringify(restored), saved);
});

test("a server that offers nothing is named by the diagnosis", () => {
	const found = kit.runDiagnostics([layer("empty", []), layer("desk", [tool("look")])]);
	const named = found.filter(({ code }) => code === "server_offers_nothing");
	assert.deepEqual(
		named.map(({ subject }) => subject),
		["empty"],
	);
});

test("of two servers of one name each has its own recipes and answers", () => {
	const cache = new kit.DiscoveryCache();
	const recipe = (name) => ({ name, description: name, body: `# ${name}` });
	const tools = [tool("list_recipes")];
	cache.register("autoui", { protocol: "webmcp", recipes: [recipe("mine")], tools });
	cache.register("autoui", { protocol: "mcp", recipes: [recipe("theirs")], tools });
	const names = (protocol) => cache.recipesFor("autoui", protocol).map(({ name }) => name);
	assert.deepEqual([names("webmcp"), names("mcp"), names()], [["mine"], ["theirs"], ["theirs"]]);
	assert.match(cache.resolve("autoui", "list_recipes", {}, "webmcp"), /mine/);
	assert.doesNotMatch(cache.resolve("autoui", "list_recipes", {}, "webmcp"), /theirs/);
	assert.equal(cache.has("desk", "mcp"), false);
	assert.equal(cache.resolve("desk", "list_recipes"), null);
	assert.throws(() => cache.has("autoui", "http"), { code: "invalid_argument" });
});
