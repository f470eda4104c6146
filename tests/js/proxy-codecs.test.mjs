/** All that our own codecs write goes up through the proxy as it is. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { options, serveProxy } from "./support/proxy.mjs";
import { upstream } from "./support/replay.mjs";

before(() => kit.init());

const IMAGE = { data: "aGk=", mediaType: "image/png" };
/** Thoughts in the shapes that each API gave them. */
const THOUGHTS = {
	anthropic: [{ signature: "s1" }, { redacted: "r1" }],
	openai: [
		{ field: "reasoning_content" },
		{ field: "reasoning" },
		{ field: "thinking" },
		{ field: "reasoning_details", details: [{ type: "reasoning.encrypted", data: "e", id: "r", index: 0 }] },
	],
	"openai-responses": [
		{ id: "rs_1", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "e" },
		{ id: "rs_2", summary: [], encrypted_content: "e" },
	],
	gemini: [{ thoughtSignature: "t1" }, { thoughtSignature: "t2", of: "c1" }],
};
/** Everything that a conversation may hold. */
const conversation = (format) => [
	{ role: "assistant", content: "I begin." },
	{
		role: "user",
		content: [
			{ type: "text", text: "look" },
			{ type: "image", ...IMAGE },
		],
	},
	{
		role: "assistant",
		content: [
			...THOUGHTS[format].map((data) => ({ type: "reasoning", text: "hm", opaque: { format, data } })),
			{ type: "text", text: "I look." },
			{ type: "tool_use", id: "c1", name: "s_mcp_t", input: { web_search: { type: "file", file_id: "f" } } },
			{ type: "tool_use", id: "c2", name: "s_mcp_t", input: {} },
		],
	},
	{
		role: "user",
		content: [
			{ type: "tool_result", tool_use_id: "c1", content: "seen", images: [IMAGE] },
			{ type: "tool_result", tool_use_id: "c2", content: "failed", is_error: true },
			{ type: "text", text: "go on" },
		],
	},
];
const TOOLS = [
	{
		name: "s_mcp_t",
		description: "A tool.",
		strict: true,
		input_schema: {
			type: "object",
			properties: { type: { enum: ["web_search"] }, max_tokens: { type: "integer", maximum: 10 } },
			required: ["type"],
			additionalProperties: false,
		},
	},
	{ name: "s_mcp_u", description: "Another.", input_schema: { type: "object", properties: {} } },
];
const OPTIONS = [
	{},
	{ system: "Be brief.", maxTokens: 300, temperature: 0.5, topK: 3, parallelToolCalls: false },
	{ toolChoice: { name: "s_mcp_t" }, cacheEnabled: false },
	...["auto", "none", "required"].map((toolChoice) => ({ toolChoice, maxTokens: 16_384 })),
];
/** What hosts write into `body`, as the README and the types have it. */
const BODIES = {
	anthropic: [
		{},
		{ thinking: { type: "enabled", budget_tokens: 2048 } },
		{ thinking: { type: "adaptive" }, output_config: { effort: "low" }, stop_sequences: ["x"], top_p: 0.9 },
	],
	openai: [{}, { reasoning_effort: "low", top_p: 0.9 }, { reasoning: { effort: "high" }, seed: 7 }],
	"openai-responses": [{}, { reasoning: { effort: "low", summary: "auto" }, text: { verbosity: "low" } }],
	gemini: [
		{},
		{ generationConfig: { thinkingConfig: { includeThoughts: true } } },
		{ generationConfig: { thinkingConfig: { thinkingBudget: 1024, thinkingLevel: "low" }, topP: 0.5 } },
	],
};
const MODELS = {
	anthropic: ["claude-sonnet-4-5"],
	openai: ["gpt-4o", "gpt-5-mini", "openai/o3", "mistral-large", "deepseek-chat", "qwen3"],
	"openai-responses": ["gpt-5-mini", "gpt-4o"],
	gemini: ["gemini-2.5-flash", "gemini-3-pro"],
};

for (const [format, models] of Object.entries(MODELS)) {
	test(`${format}: what our codec writes goes up as it is, also where strange fields are refused`, async (t) => {
		const up = await upstream((_, response) => response.writeHead(400).end("{}"));
		t.after(() => up.close());
		const more = { allowModels: { up: ["*"] }, unknownFields: "refuse" };
		const { url } = await serveProxy(t, options(up.url, more, { format }));
		const capabilities = { images: true, reasoning: true };
		for (const model of models) {
			for (const body of BODIES[format]) {
				for (const chosen of OPTIONS) {
					for (const proxyUrl of [up.url, `${url}/up`]) {
						const how = { proxyUrl, model, format, body, capabilities, maxRetries: 0 };
						const provider = new kit.RemoteLLMProvider(how);
						await assert.rejects(provider.chat(conversation(format), TOOLS, chosen), { code: "http" });
					}
					const [direct, passed] = up.seen.splice(0).map((seen) => JSON.parse(seen.body));
					if (chosen.maxTokens === undefined && format !== "anthropic") {
						const place = format === "gemini" ? passed.generationConfig : passed;
						const fields = ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens"];
						const field = fields.find((name) => place[name] === 16_384);
						delete place[field];
						if (format === "gemini" && !direct.generationConfig) delete passed.generationConfig;
					}
					assert.deepEqual(passed, direct, JSON.stringify({ model, body, chosen }));
				}
			}
		}
	});
}
