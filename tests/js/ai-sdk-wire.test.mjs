/** A real model of the AI SDK as a provider over real connections: recorded streams, whole runs, and what breaks off. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { fromLanguageModel } from "../../pkg/adapters/ai-sdk/index.js";
import * as kit from "../../pkg/index.js";
import { options, serveProxy } from "./support/proxy.mjs";
import { drawSeed, fixture, play, random, upstream } from "./support/replay.mjs";

const seed = drawSeed();
const wish = [{ role: "user", content: "go" }];

before(() => kit.init());

/** A model of `@ai-sdk/openai-compatible` that asks `url`. */
const compatible = (url) =>
	createOpenAICompatible({ name: "up", baseURL: url, includeUsage: true }).chatModel("m");

for (const name of ["llama-cpp/chart-2.sse", "llama-cpp/question-3.sse", "synthetic-openai-tools.sse"]) {
	test(`${name} means the same through @ai-sdk/openai-compatible as through our own codec`, async (t) => {
		const below = random(seed);
		const up = await upstream((_, response) => play(response, fixture(name), below));
		t.after(() => up.close());
		const tools = [{ name: "look", description: "Looks", input_schema: { type: "object", properties: {} } }];
		const chat = async (provider) => {
			const told = { text: "", arguments: "" };
			const { stats, ...reply } = await provider.chat(wish, tools, {
				system: "Be brief.",
				onToken: (token) => (told.text += token),
				onArguments: ({ delta }) => (told.arguments += delta),
			});
			return { reply, told };
		};
		const theirs = await chat(fromLanguageModel(compatible(`${up.url}/v1`)));
		const ours = await chat(new kit.LocalLLMProvider({ model: "m", baseUrl: up.url }));
		// A newline of their own is all that servers put around calls.
		const content = ({ content }) =>
			content.filter((block) => block.type !== "text" || block.text.trim() !== "");
		assert.deepEqual(content(theirs.reply), content(ours.reply), `seed ${seed}`);
		assert.equal(theirs.reply.stopReason, ours.reply.stopReason);
		assert.deepEqual(theirs.told, ours.told);
		const [first, second] = up.seen.map(({ body }) => JSON.parse(body));
		assert.deepEqual(first.messages, second.messages);
		assert.deepEqual(
			first.tools.map(({ function: { name } }) => name),
			second.tools.map(({ function: { name } }) => name),
		);
	});
}

test("a whole run goes through the SDK's model and the proxy: a recipe is read, a chart shown, a sentence said", async (t) => {
	const below = random(seed);
	const names = ["chart-1", "chart-2", "chart-3"];
	const up = await upstream((_, response) =>
		play(response, fixture(`llama-cpp/${names.shift()}.sse`), below),
	);
	t.after(() => up.close());
	const proxy = await serveProxy(t, options(up.url));
	const tokens = [];
	const result = await kit.runAgentLoop("a chart", {
		provider: fromLanguageModel(compatible(`${proxy.url}/up/v1`)),
		layers: [kit.autoui.layer()],
		callbacks: { onToken: (token) => tokens.push(token) },
	});
	assert.equal(result.stopReason, "end_turn");
	assert.deepEqual(
		result.toolCalls.map(({ name, error }) => [name, error]),
		[
			["autoui_webmcp_get_recipe", undefined],
			["autoui_webmcp_widget_display", undefined],
		],
	);
	assert.equal(tokens.join(""), result.text);
	assert.equal(JSON.parse(up.seen[2].body).messages.filter(({ role }) => role === "tool").length, 2);
});

test("a network that breaks off ends in a clear error, also inside a call", async (t) => {
	const bytes = fixture("llama-cpp/chart-2.sse");
	const below = random(seed);
	const end = bytes.toString().search(/"finish_reason":"/);
	const endings = {
		reset: (response, until) => play(response, bytes, below, { until }),
		// As a proxy might that swallows the break.
		polite: (response, until) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.end(bytes.subarray(0, until));
		},
	};
	for (const [ending, answer] of Object.entries(endings)) {
		const up = await upstream((_, response) => answer(response, below(end)));
		t.after(() => up.close());
		const provider = fromLanguageModel(compatible(`${up.url}/v1`));
		for (let round = 0; round < 5; round += 1) {
			await assert.rejects(provider.chat(wish, []), (error) => {
				assert.ok(error instanceof kit.WebMcpError, String(error));
				assert.match(error.code, /network|model|protocol/, `${ending}, seed ${seed}: ${error.message}`);
				return true;
			});
		}
	}
	const gone = fromLanguageModel(compatible("http://127.0.0.1:9/v1"));
	await assert.rejects(gone.chat(wish, []), { code: "network" });
});

test("refusals have their codes, and leaving ends the request", { timeout: 10_000 }, async (t) => {
	for (const [status, code] of [
		[401, "unauthorized"],
		[429, "rate_limited"],
		[500, "http"],
	]) {
		const up = await upstream((_, response) => {
			response.writeHead(status, { "content-type": "application/json", "retry-after": "3" });
			response.end('{"error":{"message":"because","type":"x","code":null,"param":null}}');
		});
		t.after(() => up.close());
		await assert.rejects(fromLanguageModel(compatible(`${up.url}/v1`)).chat(wish, []), (error) => {
			assert.equal(error.code, code);
			assert.match(error.message, /because/);
			assert.deepEqual(error.details, { status, retryAfter: "3" });
			return true;
		});
	}
	const up = await upstream((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
	});
	t.after(() => up.close());
	const controller = new AbortController();
	const provider = fromLanguageModel(compatible(`${up.url}/v1`));
	const run = kit.runAgentLoop("go", {
		provider,
		layers: [],
		signal: controller.signal,
		callbacks: { onToken: () => controller.abort() },
	});
	assert.equal((await run).stopReason, "aborted");
	assert.equal(await up.seen[0].gone, true);
	const reason = new Error("enough");
	const direct = provider.chat(wish, [], { signal: AbortSignal.abort(reason) });
	await assert.rejects(direct, (error) => error === reason);
});
