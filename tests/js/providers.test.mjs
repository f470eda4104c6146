/** Providers over HTTP against servers on loopback: retries, limits, thoughts, formats. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { serve } from "./serve.mjs";

const HI = [{ role: "user", content: "hi" }];

/** Streams events; `data` is JSON. */
function stream(response, ...data) {
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (const event of data) response.write(`data: ${JSON.stringify(event)}\n\n`);
	return response;
}

const delta = (delta, finish_reason = null) => ({ choices: [{ delta, finish_reason }] });

/** A server that refuses `times` times. */
function refusing(times, status, headers, log = []) {
	return (_, response, body) => {
		log.push({ at: performance.now(), body });
		if (log.length > times) return stream(response, delta({ content: "ok" }, "stop")).end();
		response.writeHead(status, headers).end('{"error":{"message":"busy"}}');
	};
}

test("a refusal that says when to come back is asked again then, with the same bytes", async () => {
	const log = [];
	const baseUrl = await serve(refusing(1, 429, { "retry-after": "1" }, log));
	const provider = new kit.LocalLLMProvider({ model: "m", baseUrl });
	const reply = await provider.chat(HI, []);
	assert.equal(reply.content[0].text, "ok");
	assert.equal(log.length, 2);
	assert.equal(log[0].body, log[1].body);
	assert.ok(log[1].at - log[0].at >= 990, `came back after ${log[1].at - log[0].at} ms`);
});

test("maxRetries is how often, and the last refusal is the error", async () => {
	const log = [];
	const baseUrl = await serve(refusing(9, 503, { "retry-after-ms": "1" }, log));
	for (const [maxRetries, tries] of [
		[0, 1],
		[3, 4],
	]) {
		log.length = 0;
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl, maxRetries });
		await assert.rejects(provider.chat(HI, []), { code: "http", message: "Local LLM 503: busy" });
		assert.equal(log.length, tries);
	}
});

// One that waited for the server's pause would end by this limit.
test("aborting during the pause rejects, and nothing is sent any more", { timeout: 25_000 }, async () => {
	const log = [];
	const baseUrl = await serve(refusing(9, 429, { "retry-after": "30" }, log));
	const provider = new kit.LocalLLMProvider({ model: "m", baseUrl });
	const controller = new AbortController();
	const asking = provider.chat(HI, [], { signal: controller.signal });
	setTimeout(() => controller.abort(new Error("enough")), 100);
	await assert.rejects(asking, { message: "enough" });
	const run = kit.runAgentLoop("hi", { provider, layers: [], signal: AbortSignal.timeout(100) });
	assert.equal((await run).stopReason, "aborted");
	assert.equal(log.length, 2);
});

test("a server that is too slow is given up, and the error names what was waited for", async () => {
	const cases = {
		connectMs: () => undefined,
		firstByteMs: (response) =>
			response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
		idleMs: (response) => stream(response, delta({ content: "half" })),
	};
	for (const [name, answer] of Object.entries(cases)) {
		let asked = 0;
		const baseUrl = await serve((_, response) => {
			asked += 1;
			answer(response);
		});
		const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000, [name]: 150 };
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl, timeouts });
		await assert.rejects(provider.chat(HI, []), (error) => {
			assert.equal(error.code, "network");
			assert.equal(error.details.timeout, name);
			assert.match(error.message, new RegExp(`150 ms; raise timeouts.${name}`));
			return true;
		});
		assert.equal(asked, 1);
	}
});

test("long waits share a timer, and none ends before its own time", async () => {
	const baseUrl = await serve((_, response) => stream(response, delta({ content: "half" })));
	const start = performance.now();
	/** @type {number[]} */
	const order = [];
	const ended = [2_600, 2_000].map(async (idleMs) => {
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl, timeouts: { idleMs } });
		await assert.rejects(provider.chat(HI, []), { code: "network" });
		order.push(idleMs);
		// A timer may be early by less than a step of its clock.
		assert.ok(performance.now() - start > idleMs - 5, `${idleMs} ms ended early`);
	});
	await Promise.all(ended);
	assert.deepEqual(order, [2_000, 2_600]);
});

test("a reply is told as it is written: thoughts, text, calls, what it costs", async () => {
	const baseUrl = await serve((_, response) => {
		const call = { index: 0, id: "c1", function: { name: "f", arguments: '{"a":' } };
		stream(
			response,
			delta({ reasoning_content: "hm" }),
			delta({ content: "Let me see." }),
			delta({ tool_calls: [call] }),
			delta({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }, "tool_calls"),
			{ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
		).end("data: [DONE]\n\n");
	});
	const heard = [];
	const thought = [];
	const provider = new kit.LocalLLMProvider({ model: "m", baseUrl });
	const reply = await provider.chat(HI, [], {
		onDelta: (delta) => heard.push(delta),
		onReasoning: (text) => thought.push(text),
	});
	const kinds = [...new Set(heard.map(({ type }) => type))];
	assert.deepEqual(kinds, ["reasoning", "text", "call-start", "arguments", "usage", "finish"]);
	const pieces = heard.filter(({ type }) => type === "arguments").map(({ delta }) => delta);
	assert.equal(pieces.join(""), '{"a":1}');
	assert.deepEqual(heard.at(-1), { type: "finish", stopReason: "tool_use" });
	assert.equal(thought.join(""), "hm");
	assert.deepEqual(reply.content[0], {
		type: "reasoning",
		text: "hm",
		opaque: { format: "openai", data: { field: "reasoning_content" } },
	});
	assert.equal(JSON.parse(JSON.stringify(reply)).content[2].id, "c1");
});

test("a run keeps thoughts in its history, gives them back and says what each reply cost", async () => {
	const bodies = [];
	const baseUrl = await serve((_, response, body) => {
		bodies.push(JSON.parse(body));
		const call = { index: 0, id: "c1", function: { name: "s_webmcp_t", arguments: "{}" } };
		const usage = { choices: [], usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } };
		if (bodies.length > 1) return stream(response, delta({ content: "done" }, "stop"), usage).end();
		stream(
			response,
			delta({ reasoning: "I need t." }),
			delta({ tool_calls: [call] }, "tool_calls"),
			usage,
		).end();
	});
	const provider = new kit.LocalLLMProvider({ model: "m", baseUrl });
	const events = [];
	const thoughts = [];
	const result = await kit.runAgentLoop("go", {
		provider,
		layers: [{ protocol: "webmcp", serverName: "s", tools: [{ name: "t", execute: () => "yes" }] }],
		prices: { input: 2, output: 8 },
		callbacks: { onEvent: (event) => events.push(event), onReasoning: (text) => thoughts.push(text) },
	});
	assert.equal(result.text, "done");
	assert.equal(thoughts.join(""), "I need t.");
	assert.equal(bodies[1].messages.find(({ role }) => role === "assistant").reasoning, "I need t.");
	assert.equal(result.messages[1].content[0].type, "reasoning");
	const types = events.map(({ type }) => type);
	for (const type of ["llm-reasoning", "tool-input-start", "tool-input-delta", "llm-usage"]) {
		assert.ok(types.includes(type), `${type} is told`);
	}
	const costs = events.filter(({ type }) => type === "llm-response").map(({ costUsd }) => costUsd);
	assert.deepEqual(costs, [2, 2]);
	// The history goes on with another provider's API, which does not see what it cannot read.
	const other = await serve((_, response, body) => {
		bodies.push(JSON.parse(body));
		response.writeHead(200, { "content-type": "application/json" });
		response.end('{"content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}');
	});
	const remote = new kit.RemoteLLMProvider({ proxyUrl: other });
	await kit.runAgentLoop("more", { provider: remote, layers: [], initialMessages: result.messages });
	assert.ok(!JSON.stringify(bodies.at(-1)).includes("I need t."));
});

test("a provider of one's own tells its reply through onDelta", async () => {
	const provider = {
		name: "own",
		model: "m",
		async chat(_messages, _tools, { onDelta }) {
			onDelta({ type: "reasoning", text: "hm" });
			onDelta({ type: "text", text: "hey" });
			onDelta({ type: "call-start", id: "x", name: "s_webmcp_t" });
			onDelta({ type: "usage", usage: { input_tokens: 1, output_tokens: 2 } });
			onDelta("no delta");
			onDelta({ type: "unheard of" });
			const opaque = { format: "own", data: { kept: [1] } };
			return {
				content: [
					{ type: "reasoning", text: "hm", opaque },
					{ type: "text", text: "hey" },
				],
				stopReason: "end_turn",
			};
		},
	};
	const heard = [];
	const onEvent = (event) => heard.push(event.text ?? event.name ?? event.usage?.output_tokens);
	const result = await kit.runAgentLoop("hi", { provider, layers: [], callbacks: { onEvent } });
	assert.deepEqual(
		heard.filter((entry) => entry !== undefined),
		["hm", "hey", "s_webmcp_t", 2],
	);
	assert.deepEqual(result.messages[1].content[0].opaque, { format: "own", data: { kept: [1] } });
});

test("Responses and Gemini are spoken to at their own addresses", async () => {
	const seen = [];
	const proxyUrl = await serve((request, response, body) => {
		seen.push({ url: request.url, model: request.headers["x-model"], body: JSON.parse(body) });
		if (request.url.startsWith("/v1beta/")) {
			const parts = [{ text: "from Gemini" }];
			return stream(response, { candidates: [{ content: { parts }, finishReason: "STOP" }] }).end();
		}
		const text = { type: "response.output_text.delta", output_index: 0, delta: "from Responses" };
		stream(response, text, { type: "response.completed", response: { status: "completed" } }).end();
	});
	const ask = async (options) => (await new kit.RemoteLLMProvider(options).chat(HI, [])).content[0].text;
	assert.equal(
		await ask({ proxyUrl: `${proxyUrl}/v1/responses`, format: "openai-responses", model: "gpt-5.1" }),
		"from Responses",
	);
	assert.equal(await ask({ proxyUrl, format: "gemini", model: "gemini-3-pro" }), "from Gemini");
	assert.deepEqual(seen[0].body.include, ["reasoning.encrypted_content"]);
	assert.equal(seen[1].url, "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse");
	assert.equal(seen[1].model, "gemini-3-pro");
});

test("what models can do is data that the host may know better", async () => {
	const of = (model, known) => kit.capabilitiesOf("openai", model, known);
	assert.equal(of("openai/gpt-4o-mini").contextSize, 128_000);
	assert.deepEqual([of("gpt-oss:20b").images, of("gpt-oss:20b").reasoning], [false, true]);
	assert.equal(of("qwen3-vl:8b").images, true, "the longest beginning counts");
	assert.equal(of("nobody-knows").contextSize, undefined);
	assert.equal(of("toString").tools, true);
	const remote = new kit.RemoteLLMProvider({ proxyUrl: "/api", capabilities: { images: false } });
	assert.deepEqual([remote.capabilities.images, remote.capabilities.reasoning], [false, true]);
	remote.setModel("claude-3-haiku-20240307");
	assert.equal(remote.capabilities.reasoning, false);
	let body = "";
	const baseUrl = await serve((_, response, sent) => {
		body = sent;
		stream(response, delta({ content: "ok" }, "stop")).end();
	});
	const local = new kit.LocalLLMProvider({
		model: "llama3.2",
		baseUrl,
		body: { keep_alive: "5m", model: "other" },
	});
	const picture = { type: "image", data: "AAAA", mediaType: "image/png" };
	const tool = { name: "f", description: "d", input_schema: { type: "object" } };
	await local.chat([{ role: "user", content: [picture] }], [tool], { toolChoice: "required" });
	const { messages, ...sent } = JSON.parse(body);
	assert.match(messages[0].content, /A picture \(image\/png\) was here/);
	assert.deepEqual([sent.parallel_tool_calls, sent.tool_choice], [false, "required"]);
	assert.deepEqual([sent.keep_alive, sent.model], ["5m", "llama3.2"]);
	assert.equal(kit.withRateLimit(local, { requestsPerMinute: 9 }).capabilities, local.capabilities);
});

test("options that no request could be made with are refused when they are given", () => {
	for (const [option, value] of [
		["format", "grpc"],
		["maxRetries", -1],
		["maxRetries", 1.5],
		["timeouts", { idleMs: -1 }],
		["timeouts", { idleMs: Number.NaN }],
		["body", []],
	]) {
		assert.throws(
			() => new kit.RemoteLLMProvider({ proxyUrl: "/api", [option]: value }),
			(error) => {
				assert.equal(error.code, "invalid_argument");
				assert.match(error.message, new RegExp(`RemoteLLMProvider: .*${option}`));
				return true;
			},
		);
	}
	const forever = { connectMs: Number.POSITIVE_INFINITY, firstByteMs: 0 };
	assert.ok(new kit.RemoteLLMProvider({ proxyUrl: "/api", timeouts: forever }));
});

test("the format is told by the address, else by the model's name, else it is Anthropic's", () => {
	const told = (proxyUrl, model) => new kit.RemoteLLMProvider({ proxyUrl, model }).format;
	const google = "https://generativelanguage.googleapis.com";
	for (const [proxyUrl, format] of [
		["https://api.openai.com/v1/chat/completions", "openai"],
		["/deployments/own/chat/completions?api-version=1", "openai"],
		[`${google}/v1beta/openai/chat/completions`, "openai"],
		["/api/v1/responses/", "openai-responses"],
		["https://api.anthropic.com/v1/messages", "anthropic"],
		[google, "gemini"],
		["/api/v1beta/models", "gemini"],
	]) {
		for (const model of ["claude-sonnet-4-6", "gpt-5", "gemini-3-pro", "m"]) {
			assert.equal(told(proxyUrl, model), format, `${proxyUrl} with ${model}`);
		}
	}
	for (const [model, format] of [
		[undefined, "anthropic"],
		["opus", "anthropic"],
		["claude-3-haiku-20240307", "anthropic"],
		["gpt-4o-mini", "openai"],
		["o3-mini", "openai"],
		["o1", "openai"],
		["chatgpt-4o-latest", "openai"],
		["mistral-large-latest", "openai"],
		["anthropic/claude-sonnet-4", "openai"],
		["gemini-3-pro", "gemini"],
		["models/gemini-3-pro", "gemini"],
		["olmo", "anthropic"],
		["toString", "anthropic"],
	]) {
		assert.equal(told("/api/chat", model), format, model);
		assert.equal(told("/api?to=/v1/chat/completions", model), format, model);
	}
});

test("without a format each request is what its address reads, and another model may change it", async () => {
	const seen = [];
	const origin = await serve((request, response, body) => {
		seen.push([request.url, JSON.parse(body)]);
		if (request.url.startsWith("/v1beta/")) {
			const parts = [{ text: "ok" }];
			return stream(response, { candidates: [{ content: { parts }, finishReason: "STOP" }] }).end();
		}
		if (seen.at(-1)[1].stream_options) return stream(response, delta({ content: "ok" }, "stop")).end();
		response.writeHead(200, { "content-type": "application/json" });
		response.end('{"content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}');
	});
	const text = async (provider) => (await provider.chat(HI, [])).content[0].text;
	const ask = (path) => text(new kit.RemoteLLMProvider({ proxyUrl: `${origin}${path}` }));
	assert.deepEqual([await ask("/v1/chat/completions"), await ask("/v1beta/models?key=k")], ["ok", "ok"]);
	assert.equal(seen[0][1].messages.at(-1).content, "hi");
	assert.equal(seen[1][0], "/v1beta/models/claude-sonnet-4-6:streamGenerateContent?alt=sse&key=k");
	const provider = new kit.RemoteLLMProvider({ proxyUrl: `${origin}/api` });
	assert.deepEqual([await text(provider), provider.format], ["ok", "anthropic"]);
	provider.setModel("gpt-5");
	assert.deepEqual([await text(provider), provider.format], ["ok", "openai"]);
	const fixed = new kit.RemoteLLMProvider({ proxyUrl: "/v1/messages", model: "gpt-5", format: "gemini" });
	fixed.setModel("claude-opus-4-6");
	assert.equal(fixed.format, "gemini", "the host's word counts");
});

test("a proxy that refuses without a word is told of with a remedy", async () => {
	const url = await serve((_, response) => response.writeHead(404).end());
	const provider = new kit.RemoteLLMProvider({ proxyUrl: `${url}/api/chat`, model: "m" });
	await assert.rejects(
		provider.chat([{ role: "user", content: "hi" }], []),
		/Remote LLM API 404: check the address/,
	);
});
