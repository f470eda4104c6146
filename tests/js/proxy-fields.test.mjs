/** What of a body does not go up: what no operator has thought of. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { options, request } from "./support/proxy.mjs";

/** Sends `body` to a proxy of `format`; gives what went up, or the refusal. */
async function sent(format, body, { up = {}, more = {}, headers = {} } = {}) {
	let asked;
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1", more, { format, ...up }),
		fetch: async (_, init) => {
			asked = { body: JSON.parse(init.body), headers: Object.fromEntries(init.headers) };
			return Response.json({});
		},
	});
	const path = format === "gemini" ? "/up/models/m:generateContent" : "/up";
	const named = format === "gemini" ? body : { model: "m", ...body };
	const response = await proxy(request(path, named, { headers }), "loopback");
	const text = await response.text();
	return asked ?? { status: response.status, words: JSON.parse(text).error.message };
}

/** Fields of others than the conversation and how to answer, by API; all of them are read by some server. */
const STRANGE = {
	anthropic: {
		mcp_servers: [{ type: "url", url: "https://evil.example", name: "x" }],
		container: { skills: [{ type: "anthropic", skill_id: "pptx" }] },
		context_management: { edits: [] },
		service_tier: "auto",
		speed: "fast",
		inference_geo: "us",
		betas: ["x"],
		anthropic_beta: ["x"],
		fallbacks_model: "large",
	},
	openai: {
		...Object.fromEntries(["base_url", "api_base", "api_key", "organization"].map((name) => [name, "x"])),
		n_predict: 9e9,
		max_new_tokens: 9e9,
		options: { num_predict: 9e9 },
		min_tokens: 9e9,
		ignore_eos: true,
		extra_body: { models: ["large"] },
		extra_headers: { authorization: "x" },
		route: "fallback",
		provider: { order: ["x"], allow_fallbacks: true },
		plugins: [{ id: "web" }],
		preset: "x",
		transforms: ["middle-out"],
		web_search_options: {},
		search_parameters: { mode: "on" },
		enable_search: true,
		mcp_servers: [],
		service_tier: "priority",
		prediction: { type: "content", content: "x" },
		modalities: ["text", "audio"],
		audio: { voice: "x" },
		prompt: { id: "pmpt_1" },
		previous_response_id: "resp_1",
		conversation: "conv_1",
		metadata: { tags: ["x"] },
		user: "other",
		chat_template: "{{ x }}",
		custom_llm_provider: "x",
		mock_response: "x",
		callbacks: ["x"],
		deployment_id: "x",
		toString: "x",
	},
	"openai-responses": {
		previous_response_id: "resp_1",
		conversation: "conv_1",
		prompt: { id: "pmpt_1" },
		service_tier: "priority",
		max_tool_calls: 99,
		context_management: [],
		metadata: {},
		base_url: "x",
		max_tokens: 9e9,
	},
	gemini: {
		cachedContent: "cachedContents/x",
		cached_content: "cachedContents/x",
		safetySettings: [],
		labels: { a: "b" },
		base_url: "x",
		model_config: {},
	},
};

for (const [format, strange] of Object.entries(STRANGE)) {
	test(`${format}: fields that run other things, or lead elsewhere, do not go up`, async () => {
		const plain = await sent(format, {});
		for (const [name, value] of Object.entries(strange)) {
			assert.deepEqual((await sent(format, { [name]: value })).body, plain.body, name);
			const { status, words } = await sent(format, { [name]: value }, { more: { unknownFields: "refuse" } });
			assert.equal(status, 400, name);
			assert.ok(words.includes(name), words);
		}
		const proto = `{"model":"m","__proto__":{"stream":true},"constructor":1}`;
		assert.deepEqual((await sent(format, JSON.parse(proto))).body, plain.body);
	});
}

test("of tools only functions go up, whatever a provider calls its own", async () => {
	const named = { name: "f", description: "d", parameters: { type: "object" } };
	for (const [format, own, theirs] of [
		[
			"anthropic",
			[
				{ name: "f", input_schema: {} },
				{ type: "custom", name: "g", input_schema: {} },
			],
			[
				...["web_search_20250305", "web_fetch_20250910", "code_execution_20250825", "computer_20250124"],
				...["bash_20250124", "text_editor_20250728", "memory_20250818", "tool_search_tool_regex_20251119"],
			]
				.map((type) => ({ type, name: "x" }))
				.concat({ type: "mcp_toolset", mcp_server_name: "x" }, { type: "Custom", name: "x" }),
		],
		[
			"openai",
			[{ type: "function", function: named }],
			[
				{ type: "web_search", web_search: { enable: true } },
				{ type: "builtin_function", function: { name: "$web_search" } },
				{ type: "openrouter:web_search" },
				{ type: "mcp", server_url: "https://evil.example" },
				{ googleSearch: {} },
				{ type: ["function"], function: named },
				[{ type: "web_search" }],
				"web_search",
			],
		],
		[
			"openai-responses",
			[{ type: "function", ...named }],
			[
				...["web_search", "web_search_preview", "file_search", "code_interpreter", "computer_use_preview"],
				...["image_generation", "mcp", "local_shell", "shell", "apply_patch", "custom", undefined],
			].map((type) => ({ type, server_url: "https://evil.example" })),
		],
		[
			"gemini",
			[{ functionDeclarations: [{ ...named }] }, { function_declarations: [{ ...named }] }],
			[
				...["googleSearch", "google_search", "googleSearchRetrieval", "codeExecution", "code_execution"],
				...[
					"urlContext",
					"url_context",
					"computerUse",
					"fileSearch",
					"googleMaps",
					"mcpServers",
					"retrieval",
				],
			].map((name) => ({ [name]: {} })),
		],
	]) {
		for (const tool of theirs) {
			const mixed = await sent(format, { tools: [tool, ...own] });
			assert.deepEqual(mixed.body.tools, own, JSON.stringify(tool));
			assert.equal("tools" in (await sent(format, { tools: [tool] })).body, false, "no empty list is left");
			const refused = await sent(format, { tools: [tool] }, { more: { unknownFields: "refuse" } });
			assert.equal(refused.status, 400, JSON.stringify(tool));
			assert.match(refused.words, /tools\[0\]/);
		}
	}
	const mixed = { functionDeclarations: [named], googleSearch: {} };
	assert.deepEqual((await sent("gemini", { tools: [mixed] })).body.tools, [
		{ functionDeclarations: [named] },
	]);
});

test("a conversation names nothing of the key's account: no files, caches, or items of others", async () => {
	const text = { type: "text", text: "a" };
	const file = { type: "file", file_id: "file_1" };
	for (const [format, body, up] of [
		[
			"anthropic",
			{ messages: [{ role: "user", content: [text, { type: "document", source: file }] }] },
			[text],
		],
		[
			"anthropic",
			{ messages: [{ role: "user", content: [text, { type: "container_upload", file_id: "f" }] }] },
			[text],
		],
		["openai", { messages: [{ role: "user", content: [text, { type: "file", file }] }] }, [text]],
	]) {
		const [message] = (await sent(format, body)).body.messages;
		assert.ok(!JSON.stringify(message).includes("file_"), JSON.stringify(message));
		assert.deepEqual(message.content.slice(0, 1), up);
	}
	const nested = { type: "tool_result", tool_use_id: "c", content: [{ type: "image", source: file }, text] };
	const deep = await sent("anthropic", { messages: [{ role: "user", content: [nested] }] });
	assert.ok(!JSON.stringify(deep.body).includes("file_1"));
	const input = [
		{ type: "item_reference", id: "rs_of_another" },
		{ type: "mcp_approval_response", approve: true },
		{ type: "computer_call_output", output: {} },
		{
			role: "user",
			content: [
				{ type: "input_file", file_id: "file_1" },
				{ type: "input_text", text: "a" },
			],
		},
	];
	assert.deepEqual((await sent("openai-responses", { input })).body.input, [
		{ role: "user", content: [{ type: "input_file" }, { type: "input_text", text: "a" }] },
	]);
	const parts = [
		{ fileData: { fileUri: "files/of-another" } },
		{ file_data: { file_uri: "x" } },
		{ text: "a" },
	];
	const { body } = await sent("gemini", {
		contents: [{ role: "user", parts }],
		systemInstruction: { parts },
	});
	assert.deepEqual(body.contents, [{ role: "user", parts: [{ text: "a" }] }]);
	assert.deepEqual(body.systemInstruction, { parts: [{ text: "a" }] });
});

test("an operator lets more go up: fields by path, kinds of tools and blocks, betas", async () => {
	const search = { type: "web_search_20250305", name: "web_search", max_uses: 3 };
	const found = { type: "web_search_tool_result", tool_use_id: "s", content: [] };
	const up = {
		allowFields: ["service_tier", "tools=web_search_20250305", "messages.content=web_search_tool_result"],
		allowBetas: ["interleaved-thinking-2025-05-14", "context-1m-*"],
	};
	const asked = {
		service_tier: "auto",
		speed: "fast",
		tools: [search, { ...search, type: "web_fetch_20250910" }],
		messages: [{ role: "assistant", content: [found, { ...found, type: "mcp_tool_result" }] }],
	};
	const betas = "context-1m-2025-08-07, mcp-client-2025-04-04 ,interleaved-thinking-2025-05-14";
	const { body, headers } = await sent("anthropic", asked, { up, headers: { "anthropic-beta": betas } });
	assert.deepEqual(body, {
		model: "m",
		max_tokens: 16_384,
		service_tier: "auto",
		tools: [search],
		messages: [{ role: "assistant", content: [found] }],
	});
	assert.equal(headers["anthropic-beta"], "context-1m-2025-08-07,interleaved-thinking-2025-05-14");
	const gemini = await sent(
		"gemini",
		{ tools: [{ google_search: {} }, { codeExecution: {} }], generation_config: { speech_config: { a: 1 } } },
		{ up: { allowFields: ["tools.googleSearch", "generation_config.speech_config"] } },
	);
	assert.deepEqual(gemini.body.tools, [{ google_search: {} }]);
	assert.deepEqual(gemini.body.generation_config.speech_config, { a: 1 });
	const own = await sent(
		"openai",
		{ options: { num_ctx: 5, seed: 1 } },
		{ up: { allowFields: ["options.seed"] } },
	);
	assert.deepEqual(own.body.options, { seed: 1 });
});

test("no beta goes up that the operator has not named, at no API", async () => {
	const headers = { "anthropic-beta": "code-execution-2025-08-25, files-api-2025-04-14" };
	for (const format of Object.keys(STRANGE)) {
		const { headers: up } = await sent(format, {}, { headers });
		assert.equal(up["anthropic-beta"], undefined);
	}
	const { status, words } = await sent("anthropic", {}, { headers, more: { unknownFields: "refuse" } });
	assert.equal(status, 400);
	assert.match(words, /code-execution-2025-08-25/);
});

test("null says nothing, and is never refused", async () => {
	const body = { service_tier: null, tools: null, max_tokens: null };
	const { body: up } = await sent("openai", body, { more: { unknownFields: "refuse" } });
	assert.deepEqual(up, { model: "m", tools: null, max_tokens: 16_384 });
});

test("what is nested endlessly is left out or refused, and harms nothing", async () => {
	const nested = (open, close) => open.repeat(200_000) + close.repeat(200_000);
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1", {}, { allowFields: ["options"] }),
		fetch: async (_, { body }) => Response.json({ length: body.length }),
	});
	for (const [field, value, status] of [
		["response_format", nested("[", "]"), 400],
		["options", nested('{"a":', "}").replace(":}", ":1}"), 400],
		["messages", nested("[", "]"), 200],
		["messages", `[{"content":${nested('{"type":"text","content":', "}").replace(":}", ":1}")}}]`, 200],
	]) {
		const response = await proxy(request("/up", `{"model":"m","${field}":${value}}`), "loopback");
		assert.equal(response.status, status, await response.text());
	}
});
