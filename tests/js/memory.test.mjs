/** The nano-RAG of the package. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";

const FACTS = [
	["parliament", "The deputy Anna Mandl voted against the amendment on pensions."],
	["weather", "Heavy rain is expected over Lyon on Friday."],
	["shop", "The stock of bicycles fell to twelve."],
];

async function filled(options) {
	const rag = new kit.ContextRAG(options);
	for (const [tool, text] of FACTS) await rag.ingest(text, { tool, query: "q", id: tool });
	return rag;
}

test("a wish finds what it is about, with source and reason, and a context for the prompt", async () => {
	const rag = await filled();
	assert.equal(rag.size, 3);
	const [hit, ...others] = await rag.query("how did Mandl vote on pensions?");
	assert.equal(hit.source.tool, "parliament");
	assert.ok(hit.score >= 0.5 && hit.score <= 1 && others.length === 0);
	assert.deepEqual(hit.reasons, ["text: mandl, pension"]);
	const block = await rag.buildContext("rain in Lyon");
	assert.equal(
		block,
		"Relevant parts of earlier results:\n[Tool: weather| Query: q]\n- Heavy rain is expected over Lyon on Friday.",
	);
	assert.equal(await rag.buildContext("quarterly revenue"), "");
	rag.clear();
	assert.equal(rag.size, 0);
});

test("an embedder of the host finds by meaning, whatever kind of list its vectors are", async () => {
	// Two subjects, and else one of many directions: texts about other things are not alike.
	const about = (text) => {
		const place = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 101, 7);
		const others = Array.from({ length: 101 }, (_, i) => (i === place ? 0.1 : 0));
		return [/\brain|umbrella/.test(text) ? 1 : 0, /vote|ballot/.test(text) ? 1 : 0, ...others];
	};
	for (const make of [(v) => v, (v) => new Float32Array(v), (v) => new Float64Array(v)]) {
		const rag = await filled({
			embedder: { embed: async (texts) => texts.map((text) => make(about(text))) },
		});
		const [hit] = await rag.query("umbrella");
		assert.equal(hit.source.tool, "weather");
		assert.match(hit.reasons[0], /^meaning (0\.9\d|1\.00)$/);
	}
});

test("an embedder that fails or answers nonsense rejects by name, and words still find", async () => {
	for (const embed of [
		async () => [[Number.NaN]],
		async () => [[0, 0]],
		async () => [["a"]],
		async () => [5],
		async () => [{ length: 1e9 }],
		async () => null,
		async () => [],
		() => {
			throw new Error("down");
		},
	]) {
		const rag = new kit.ContextRAG({ embedder: { embed } });
		await assert.rejects(rag.ingest("The deputy voted."), (error) => {
			assert.ok(error instanceof kit.WebMcpError, String(error));
			assert.match(error.message, /embedder/);
			return true;
		});
		assert.equal((await kit.ContextRAG.fromJSON(rag.toJSON()).query("deputy")).length, 1);
	}
});

test("a memory is saved and comes back with its vectors", async () => {
	let asked = 0;
	const embedder = {
		embed: async (texts) => {
			asked += texts.length;
			return texts.map((text) => [text.length, 1]);
		},
	};
	const rag = await filled({ embedder });
	await rag.query("bicycles");
	const saved = JSON.parse(JSON.stringify(rag));
	assert.equal(saved.chunks.length, 3);
	const before = asked;
	const again = kit.ContextRAG.fromJSON(saved, { embedder });
	assert.equal(again.size, 3);
	assert.equal((await again.query("bicycles"))[0].source.tool, "shop");
	assert.equal(asked, before + 1, "only the question was embedded anew");
	await assert.rejects(kit.ContextRAG.fromJSON({ version: 9 }).query("x"), { code: "invalid_argument" });
});

test("options that make no sense are refused by name", async () => {
	for (const [options, name] of [
		[{ maxChunkChars: 5 }, "maxChunkChars"],
		[{ minScore: 2 }, "minScore"],
		[{ maxChunks: 0 }, "maxChunks"],
		[{ topK: "many" }, "ContextRAG options"],
		[{ embedder: {} }, "embedder"],
	]) {
		await assert.rejects(new kit.ContextRAG(options).query("x"), (error) => {
			assert.equal(error.code, "invalid_argument");
			assert.ok(error.message.includes(name), error.message);
			return true;
		});
	}
});

test("a run remembers results and is reminded of them", async () => {
	const rag = new kit.ContextRAG();
	const systems = [];
	const replies = [
		[{ type: "tool_use", id: "c1", name: "data_mcp_votes", input: {} }],
		[{ type: "text", text: "done" }],
	];
	const provider = {
		name: "scripted",
		model: "none",
		async chat(_messages, _tools, options) {
			systems.push(options.system);
			const content = replies.shift();
			return { content, stopReason: content[0].type === "text" ? "end_turn" : "tool_use" };
		},
	};
	const text = `${FACTS[0][1]} ${"Other business followed. ".repeat(20)}`;
	const client = { callTool: async () => ({ content: [{ type: "text", text }] }) };
	const tools = [{ name: "votes", description: "Votes", inputSchema: { type: "object" } }];
	const layers = [{ protocol: "mcp", serverName: "data", tools }];
	const run = await kit.runAgentLoop("How did Mandl vote?", { provider, layers, client, contextRAG: rag });
	const { content } = run.messages[2].content[0];
	assert.match(content, /recall\('c1'\) for full result/);
	assert.ok(content.length < 300, "only the beginning stays");
	assert.ok(rag.size >= 1);
	assert.match(systems[1], /Anna Mandl voted against/);
});
