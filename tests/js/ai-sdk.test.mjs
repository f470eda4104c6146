/** Language models of the AI SDK as providers, with the SDK's own mock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { fromLanguageModel } from "../../pkg/adapters/ai-sdk/index.js";
import * as kit from "../../pkg/index.js";

const wish = [{ role: "user", content: "go" }];

const usage = {
	inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
	outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const finish = (unified, raw = unified) => ({ type: "finish", usage, finishReason: { unified, raw } });
const text = (delta, id = "t") => ({ type: "text-delta", id, delta });

/** The SDK's mock, which says `replies` in turn. */
function mock(...replies) {
	return new MockLanguageModelV3({
		provider: "mock.chat",
		modelId: "m",
		doStream: async () => ({ stream: convertArrayToReadableStream(replies.shift() ?? [finish("stop")]) }),
	});
}

test("text, calls, usage and the reason to stop come over, and are heard as they are written", async () => {
	const heard = [];
	const provider = fromLanguageModel(
		mock([
			{ type: "stream-start", warnings: [] },
			{ type: "text-start", id: "t" },
			text("Hel"),
			text("lo"),
			{ type: "text-end", id: "t" },
			{ type: "tool-input-start", id: "c1", toolName: "look" },
			{ type: "tool-input-delta", id: "c1", delta: '{"n"' },
			{ type: "tool-input-delta", id: "c1", delta: ":1}" },
			{ type: "tool-input-end", id: "c1" },
			{ type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"n":1}' },
			{ type: "tool-call", toolCallId: "c2", toolName: "pay", input: '{"n":2}' },
			{ type: "tool-call", toolCallId: "s1", toolName: "web", input: "{}", providerExecuted: true },
			{ type: "tool-call", toolCallId: "c3", toolName: "odd", input: "[1" },
			{ type: "raw", rawValue: 1 },
			finish("tool-calls", "tool_calls"),
		]),
	);
	assert.deepEqual([provider.name, provider.model], ["mock.chat", "m"]);
	const reply = await provider.chat(wish, [], {
		onToken: (token) => heard.push(token),
		onArguments: (piece) => heard.push(piece),
	});
	assert.deepEqual(reply, {
		content: [
			{ type: "text", text: "Hello" },
			{ type: "tool_use", id: "c1", name: "look", input: { n: 1 } },
			{ type: "tool_use", id: "c2", name: "pay", input: { n: 2 } },
			{ type: "tool_use", id: "c3", name: "odd", input: { _raw: "[1" } },
		],
		stopReason: "tool_use",
		usage: { input_tokens: 6, output_tokens: 5, cache_read_input_tokens: 4 },
	});
	assert.deepEqual(heard, [
		"Hel",
		"lo",
		{ id: "c1", name: "look", delta: '{"n"' },
		{ id: "c1", name: "look", delta: ":1}" },
		{ id: "c2", name: "pay", delta: '{"n":2}' },
		{ id: "c3", name: "odd", delta: "[1" },
	]);
});

test("a conversation is said in the SDK's words: system first, results before the person, pictures as files", async () => {
	const model = mock();
	const schema = { type: "object", properties: {} };
	await fromLanguageModel(model, { providerOptions: { mock: { a: 1 } }, headers: { "x-a": "b" } }).chat(
		[
			{ role: "system", content: "Be brief." },
			{
				role: "user",
				content: [
					{ type: "text", text: "What is this?" },
					{ type: "image", data: "aGk=", mediaType: "image/png" },
				],
			},
			{
				role: "assistant",
				content: [
					{ type: "text", text: " " },
					{ type: "tool_use", id: "c1", name: "look", input: { n: 1 } },
				],
			},
			{
				role: "user",
				content: [
					{ type: "text", text: "Hurry." },
					{ type: "tool_result", tool_use_id: "c1", content: "gone", is_error: true },
					{
						type: "tool_result",
						tool_use_id: "c0",
						content: "seen",
						images: [{ data: "aGo=", mediaType: "image/gif" }],
					},
				],
			},
			{ role: "user", content: "" },
		],
		[{ name: "look", description: "Looks", input_schema: schema, strict: true }],
		{ system: "You help.", maxTokens: 9, temperature: 0.5, topK: 3, toolChoice: { name: "look" } },
	);
	const [{ abortSignal, ...asked }] = model.doStreamCalls;
	assert.equal(abortSignal, undefined);
	assert.deepEqual(asked, {
		prompt: [
			{ role: "system", content: "You help.\n\nBe brief." },
			{
				role: "user",
				content: [
					{ type: "text", text: "What is this?" },
					{ type: "file", mediaType: "image/png", data: "aGk=" },
				],
			},
			{
				role: "assistant",
				content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input: { n: 1 } }],
			},
			{
				role: "tool",
				content: [
					{
						type: "tool-result",
						toolCallId: "c1",
						toolName: "look",
						output: { type: "error-text", value: "gone" },
					},
					{ type: "tool-result", toolCallId: "c0", toolName: "c0", output: { type: "text", value: "seen" } },
				],
			},
			{
				role: "user",
				content: [
					{ type: "text", text: "Hurry." },
					{ type: "file", mediaType: "image/gif", data: "aGo=" },
				],
			},
		],
		tools: [{ type: "function", name: "look", description: "Looks", inputSchema: schema, strict: true }],
		toolChoice: { type: "tool", toolName: "look" },
		maxOutputTokens: 9,
		temperature: 0.5,
		topK: 3,
		providerOptions: { mock: { a: 1 } },
		headers: { "x-a": "b" },
	});
});

test("models of the versions before and after are understood, others are named", async () => {
	const asked = [];
	const model = (specificationVersion, end) => ({
		specificationVersion,
		provider: "p",
		modelId: "m",
		doStream: async (call) => {
			asked.push(call);
			return { stream: convertArrayToReadableStream([text("hi"), end]) };
		},
	});
	const said = [{ role: "user", content: [{ type: "image", data: "aGk=", mediaType: "image/png" }] }];
	const old = { inputTokens: 10, outputTokens: 5, totalTokens: 15, cachedInputTokens: 4 };
	const tools = [{ name: "look", description: "", input_schema: { type: "object" }, strict: true }];
	const two = await fromLanguageModel(model("v2", { type: "finish", finishReason: "stop", usage: old })).chat(
		said,
		tools,
	);
	const four = await fromLanguageModel(model("v4", finish("stop"))).chat(said, tools);
	assert.deepEqual(two, four);
	assert.deepEqual(
		asked.map(({ prompt }) => prompt[0].content[0].data),
		["aGk=", { type: "data", data: "aGk=" }],
	);
	assert.deepEqual(
		asked.map(({ tools: [tool] }) => tool.strict),
		[undefined, true],
	);
	assert.throws(() => fromLanguageModel(model("v9")), { code: "unsupported", message: /'m' .* v9/ });
	for (const wrong of ["openai/gpt-5", null, {}, undefined]) {
		assert.throws(() => fromLanguageModel(wrong), { code: "invalid_argument" });
	}
});

test("a reply that broke off, was cut inside a call or failed is an error with a code", async () => {
	const half = { type: "tool-call", toolCallId: "c", toolName: "pay", input: '{"amount": 1' };
	for (const [parts, code, words] of [
		[[text("Hel")], "network", /broke off/],
		[
			[text("Hel"), { type: "finish", usage, finishReason: { unified: "other", raw: undefined } }],
			"network",
			/broke off/,
		],
		[
			[half, { type: "finish", usage, finishReason: { unified: "other", raw: undefined } }],
			"network",
			/broke off/,
		],
		[[half, finish("length")], "model", /'pay' in half/],
		[[half, finish("content-filter")], "model", /'pay' in half/],
		[[{ type: "tool-input-start", id: "c", toolName: "pay" }, finish("stop")], "model", /'pay' in half/],
		[[finish("error")], "model", /failed/],
		[[{ type: "error", error: new Error("overloaded") }], "model", /overloaded/],
		[[{ type: "error", error: "plain words" }], "model", /plain words/],
		[[{ type: "error", error: { message: "an object" } }], "model", /an object/],
		[
			[{ type: "error", error: Object.assign(new Error("busy"), { statusCode: 429 }) }],
			"rate_limited",
			/busy/,
		],
		[[{ type: "error", error: new TypeError("fetch failed") }], "network", /fetch failed/],
	]) {
		await assert.rejects(fromLanguageModel(mock(parts)).chat(wish, []), (error) => {
			assert.ok(error instanceof kit.WebMcpError, String(error));
			assert.equal(error.code, code, error.message);
			assert.match(error.message, words);
			return true;
		});
	}
	for (const [unified, raw, expected] of [
		["stop", undefined, "end_turn"],
		["length", "length", "max_tokens"],
		["content-filter", "safety", "refusal"],
		["other", "pause_turn", "pause_turn"],
	]) {
		const reply = await fromLanguageModel(mock([text("x"), finish(unified, raw)])).chat(wish, []);
		assert.equal(reply.stopReason, expected);
	}
});

test("a call that the model's provider ran itself is none of ours, whenever it says so", async () => {
	const begun = { type: "tool-input-start", id: "c", toolName: "search" };
	const ran = { type: "tool-call", toolCallId: "c", toolName: "search", input: "{}", providerExecuted: true };
	const reply = await fromLanguageModel(mock([begun, ran, text("found"), finish("stop")])).chat(wish, []);
	assert.deepEqual(reply.content, [{ type: "text", text: "found" }]);
});

test("whoever leaves hears nothing more, whether or not the model heeds it", {
	timeout: 10_000,
}, async () => {
	const reason = new Error("enough");
	const gone = new AbortController();
	gone.abort(reason);
	let asked = 0;
	const model = (doStream) => new MockLanguageModelV3({ provider: "mock.chat", modelId: "m", doStream });
	const counted = model(async () => {
		asked += 1;
		return { stream: convertArrayToReadableStream([text("x"), finish("stop")]) };
	});
	await assert.rejects(fromLanguageModel(counted).chat(wish, [], { signal: gone.signal }), reason);
	assert.equal(asked, 0);
	// It ends its stream as if it had said all, goes on for ever, or never begins.
	const cancelled = [];
	const stuck = () =>
		new ReadableStream({ start: (to) => to.enqueue(text("x")), cancel: (why) => cancelled.push(why) });
	for (const doStream of [
		async ({ abortSignal }) => ({
			stream: new ReadableStream({
				start: (to) => {
					to.enqueue(text("x"));
					abortSignal.addEventListener("abort", () => {
						to.enqueue(finish("stop"));
						to.close();
					});
				},
			}),
		}),
		async () => ({ stream: stuck() }),
		() => new Promise((resolve) => setTimeout(() => resolve({ stream: stuck() }), 50)),
	]) {
		const leaving = new AbortController();
		const chat = fromLanguageModel(model(doStream)).chat(wish, [], { signal: leaving.signal });
		setTimeout(() => leaving.abort(reason), 20);
		await assert.rejects(chat, reason);
	}
	await new Promise((resolve) => setTimeout(resolve, 60));
	assert.equal(cancelled.length, 2, "what came too late was cancelled, too");
});

test("what a listener throws is reported, and the reply goes on", async (t) => {
	const problems = [];
	t.mock.method(console, "error", (problem) => problems.push(problem.message));
	const reply = await fromLanguageModel(mock([text("a"), text("b"), finish("stop")])).chat(wish, [], {
		onToken: (token) => {
			throw new TypeError(`listener of ${token}`);
		},
	});
	assert.deepEqual(reply.content, [{ type: "text", text: "ab" }]);
	assert.deepEqual(problems, ["listener of a", "listener of b"]);
});

test("thoughts are kept with what their provider wants back, and other providers' are left out", async () => {
	const signature = { mock: { signature: "s1" } };
	const about = { mock: { thoughtSignature: "s2" } };
	const parts = [
		{ type: "reasoning-start", id: "r" },
		{ type: "reasoning-delta", id: "r", delta: "Hmm" },
		{ type: "reasoning-end", id: "r", providerMetadata: signature },
		{ type: "tool-call", toolCallId: "c", toolName: "look", input: "{}", providerMetadata: about },
		finish("tool-calls"),
	];
	const model = mock(parts);
	const provider = fromLanguageModel(model);
	let heard = "";
	const reply = await provider.chat(wish, [], { onReasoning: (thought) => (heard += thought) });
	assert.equal(heard, "Hmm");
	const foreign = { type: "reasoning", text: "theirs", opaque: { format: "anthropic", data: {} } };
	const content = JSON.parse(JSON.stringify([foreign, ...reply.content]));
	await provider.chat([...wish, { role: "assistant", content }], []);
	assert.deepEqual(model.doStreamCalls.at(-1).prompt.at(-1).content, [
		{ type: "reasoning", text: "Hmm", providerOptions: signature },
		{ type: "tool-call", toolCallId: "c", toolName: "look", input: {}, providerOptions: about },
	]);
});

test("whoever listens to deltas hears each piece once, and all that was counted is told apart", async () => {
	const heard = [];
	const never = () => assert.fail("told twice");
	const counted = {
		inputTokens: { total: 20, noCache: undefined, cacheRead: 4, cacheWrite: 6 },
		outputTokens: { total: 9, text: 2, reasoning: 7 },
	};
	const parts = [
		{ type: "reasoning-delta", id: "r", delta: "Hmm" },
		text("Hi"),
		{ type: "tool-input-start", id: "c", toolName: "look" },
		{ type: "tool-input-delta", id: "c", delta: "{}" },
		{ type: "tool-call", toolCallId: "c", toolName: "look", input: "{}" },
		{ ...finish("tool-calls"), usage: counted },
	];
	const reply = await fromLanguageModel(mock(parts)).chat(wish, [], {
		onDelta: (delta) => heard.push(delta),
		onToken: never,
		onReasoning: never,
		onArguments: never,
	});
	assert.deepEqual(heard, [
		{ type: "reasoning", text: "Hmm" },
		{ type: "text", text: "Hi" },
		{ type: "call-start", id: "c", name: "look" },
		{ type: "arguments", id: "c", name: "look", delta: "{}" },
	]);
	assert.deepEqual(reply.usage, {
		input_tokens: 10,
		output_tokens: 9,
		cache_read_input_tokens: 4,
		cache_creation_input_tokens: 6,
		reasoning_tokens: 7,
	});
});

test("pictures of the model come over", async () => {
	const parts = [
		{ type: "file", mediaType: "image/png", data: new Uint8Array([104, 105]) },
		{ type: "file", mediaType: "image/gif", data: "aGk=" },
		{ type: "file", mediaType: "audio/wav", data: "aGk=" },
		finish("stop"),
	];
	assert.deepEqual((await fromLanguageModel(mock(parts)).chat(wish, [])).content, [
		{ type: "image", mediaType: "image/png", data: "aGk=" },
		{ type: "image", mediaType: "image/gif", data: "aGk=" },
	]);
});
