/** How long a reply may get and how much may be thought for it, by whatever name a client asks for more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelProxy } from "../../pkg/proxy/index.js";
import { options, request } from "./support/proxy.mjs";

const MOST = 1000;

/** What goes up of `body`, or the status and words of the refusal. */
async function sent(format, body, { up = {}, model = "m", maxTokens = MOST } = {}) {
	let asked;
	const more = { limits: { maxTokens }, allowModels: { up: ["*"] } };
	const proxy = createModelProxy({
		...options("http://127.0.0.1:1", more, { format, ...up }),
		fetch: async (_, init) => {
			asked = JSON.parse(init.body);
			return Response.json({});
		},
	});
	const path = format === "gemini" ? `/up/models/${model}:generateContent` : "/up";
	const response = await proxy(request(path, { model, ...body }), "loopback");
	const text = await response.text();
	if (!asked) return { status: response.status, words: JSON.parse(text).error.message };
	delete asked.model;
	return asked;
}

test("what is thought is kept to the same limit, and leaves room for an answer", async () => {
	for (const [format, asked, up] of [
		["anthropic", { max_tokens: 800, thinking: { type: "enabled", budget_tokens: 500 } }, undefined],
		[
			"anthropic",
			{ max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 3000 } },
			{ max_tokens: 1000, thinking: { type: "enabled", budget_tokens: 750 } },
		],
		[
			"anthropic",
			{ thinking: { type: "enabled", budget_tokens: 9e9 } },
			{ thinking: { type: "enabled", budget_tokens: 750 }, max_tokens: 1000 },
		],
		[
			"gemini",
			{ generationConfig: { thinkingConfig: { thinkingBudget: 24_576 } } },
			{ generationConfig: { thinkingConfig: { thinkingBudget: 750 }, maxOutputTokens: 1000 } },
		],
		[
			"gemini",
			{ generation_config: { max_output_tokens: 2000, thinking_config: { thinking_budget: 500 } } },
			{ generation_config: { max_output_tokens: 1000, thinking_config: { thinking_budget: 250 } } },
		],
		[
			"gemini",
			{ generationConfig: { maxOutputTokens: 9, thinkingConfig: { thinkingBudget: -1 } } },
			undefined,
		],
		[
			"gemini",
			{ generationConfig: { maxOutputTokens: 9, thinkingConfig: { thinkingBudget: 0 } } },
			undefined,
		],
		["openai", { max_tokens: 9, reasoning: { effort: "high", max_tokens: 500 } }, undefined],
		[
			"openai",
			{ max_tokens: 9, reasoning: { max_tokens: 5000 }, thinking: { budget_tokens: 5000 } },
			{ max_tokens: 9, reasoning: { max_tokens: 750 }, thinking: { budget_tokens: 750 } },
		],
		[
			"openai",
			{ max_tokens: 9, thinking_budget: 5000, chat_template_kwargs: { thinking_budget: 5000 } },
			{ max_tokens: 9, thinking_budget: 750, chat_template_kwargs: { thinking_budget: 750 } },
		],
		[
			"openai-responses",
			{ max_output_tokens: 5000, reasoning: { effort: "high" } },
			{ max_output_tokens: 1000, reasoning: { effort: "high" } },
		],
	]) {
		assert.deepEqual(await sent(format, asked), up ?? asked, JSON.stringify(asked));
	}
});

test("names of a length that an operator lets up are kept to the limit wherever they stand", async () => {
	const names = ["n_predict", "max_new_tokens", "num_predict", "min_tokens", "maxTokens", "max_length"];
	const allowFields = ["options", "extra_body", ...names];
	for (const name of names) {
		for (const wrap of [
			(value) => ({ [name]: value }),
			(value) => ({ options: { [name]: value } }),
			(value) => ({ extra_body: { deeper: [{ [name]: value }] } }),
		]) {
			assert.deepEqual(await sent("openai", { max_tokens: 9, ...wrap(9e9) }), { max_tokens: 9 });
			const up = await sent("openai", { max_tokens: 9, ...wrap(9e9) }, { up: { allowFields } });
			assert.deepEqual(up, { max_tokens: 9, ...wrap(MOST) });
			for (const value of [-1, 0, "9999", 1.5, true]) {
				const { status, words } = await sent("openai", wrap(value), { up: { allowFields } });
				assert.equal(status, 400, `${name} ${value}`);
				assert.ok(words.includes(name), words);
			}
		}
	}
});

test("limits that are no numbers are refused, also of thoughts", async () => {
	for (const value of ["9", -2, 0.5, true]) {
		for (const [format, body] of [
			["anthropic", { thinking: { budget_tokens: value } }],
			["gemini", { generationConfig: { thinkingConfig: { thinkingBudget: value } } }],
			["openai", { max_completion_tokens: value }],
			["openai-responses", { max_output_tokens: value }],
		]) {
			assert.equal((await sent(format, body)).status, 400, JSON.stringify(body));
		}
	}
});

test("a server that may not know max_completion_tokens is told by the name that all know", async () => {
	const asked = { max_completion_tokens: 50 };
	const renamed = { max_tokens: 50 };
	for (const [up, model, body] of [
		[{}, "llama3.3", renamed],
		[{}, "gpt-oss:20b", renamed],
		[{}, "gpt-5-mini", asked],
		[{}, "openai/o3", asked],
		[{ url: "https://api.openai.com/v1" }, "gpt-4o", asked],
		[{ url: "https://me.openai.azure.com/openai/v1" }, "my-deployment", asked],
		[{ tokenField: "max_completion_tokens" }, "my-deployment", asked],
	]) {
		assert.deepEqual(await sent("openai", asked, { up, model }), body, model);
	}
	const both = { max_tokens: 9e9, max_completion_tokens: 50 };
	assert.deepEqual(await sent("openai", both), { max_tokens: MOST, max_completion_tokens: 50 });
	const chosen = await sent("openai", {}, { up: { tokenField: "max_completion_tokens" } });
	assert.deepEqual(chosen, { max_completion_tokens: MOST });
});

test("words and schemas that look like limits stay as they are", async () => {
	const schema = { type: "object", properties: { max_tokens: { type: "integer" } }, max_tokens: "any" };
	const body = {
		max_tokens: 5,
		messages: [{ role: "assistant", content: null, tool_calls: [{ function: { max_tokens: 9e9 } }] }],
		tools: [{ type: "function", function: { name: "f", parameters: { ...schema, n_predict: 9e9 } } }],
		response_format: { type: "json_schema", json_schema: { schema, max_tokens: 9e9 } },
	};
	assert.deepEqual(await sent("openai", body), body);
	const gemini = {
		contents: [{ parts: [{ functionCall: { name: "f", args: { maxOutputTokens: 9e9 } } }] }],
		generationConfig: { responseJsonSchema: { properties: { max_tokens: 9e9 } }, maxOutputTokens: 5 },
	};
	assert.deepEqual(await sent("gemini", gemini), gemini);
});

test("without a limit of tokens lengths are the client's own", async () => {
	const asked = { max_completion_tokens: 9e9, thinking_budget: 9e9, n: 2 };
	assert.deepEqual(await sent("openai", asked, { maxTokens: Number.POSITIVE_INFINITY }), asked);
});
