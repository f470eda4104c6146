/** What runs tell is kept, taken along, read again from anybody, and run again; without a page. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { spansOf } from "../../pkg/elements/console/spans.js";
import { filtered } from "../../pkg/elements/console/rows.js";
import { readRecording } from "../../pkg/workspace/read-recording.js";
import { Recorder } from "../../pkg/workspace/recording.js";
import { replayable, replayOf } from "../../pkg/workspace/replay.js";
import { desk, say, scripted, use } from "./support/talk.mjs";

before(() => kit.init());

/** A recorder that has heard a run of two requests, a call that succeeds and one that fails. */
async function recorded() {
	const recorder = new Recorder();
	const { layer } = desk();
	await kit.runAgentLoop("look", {
		provider: scripted([use("1", "desk_webmcp_look", { n: 1 }), use("2", "desk_webmcp_fail")], [say("seen")]),
		layers: [layer],
		callbacks: recorder.hear("look"),
	});
	return recorder;
}

test("a run is recorded as its requests and calls, each with its times", async () => {
	const { runs, entries } = (await recorded()).toJSON();
	assert.deepEqual(
		entries.map(({ kind }) => kind),
		["request", "call", "call", "request"],
	);
	assert.ok(entries.every(({ start, end, run }) => end >= start && run === runs[0].id));
	assert.deepEqual([runs[0].wish, runs[0].stopReason], ["look", "end_turn"]);
	assert.equal(entries[1].call.result.includes("look"), true);
	assert.match(entries[2].call.error, /broken/);
	assert.ok(entries[3].messages.length > entries[0].messages.length);
});

test("what is recorded is read again from its JSON as it was", async () => {
	const recorder = await recorded();
	const json = JSON.parse(JSON.stringify(recorder));
	const read = readRecording(json);
	assert.deepEqual(
		read.entries.map(({ kind, id, run, start, end }) => [kind, id, run, start, end]),
		json.entries.map(({ kind, id, run, start, end }) => [kind, id, run, start, end]),
	);
	assert.deepEqual(read.entries[1].call, json.entries[1].call);
	assert.deepEqual(read.entries[0].messages, json.entries[0].messages);
	assert.deepEqual(read.entries[0].response.usage, { input_tokens: 10, output_tokens: 5 });
});

test("at most two thousand entries are kept, and no run is kept of which none is left", () => {
	const recorder = new Recorder();
	for (let run = 0; run < 3; run++) {
		const { onLLMRequest, onEvent } = recorder.hear(`wish ${run}`);
		for (let at = 0; at < 1500; at++) onLLMRequest([], []);
		onEvent({ type: "run-end", stopReason: "end_turn" });
	}
	assert.equal(recorder.entries.length, 2000);
	assert.deepEqual(
		recorder.runs.map(({ wish }) => wish),
		["wish 1", "wish 2"],
	);
});

const request = (more = {}) => ({
	kind: "request",
	id: 2,
	run: 1,
	start: 5,
	end: 9,
	messages: [],
	tools: [],
	...more,
});
const call = (more = {}) => ({ kind: "call", id: 3, run: 1, start: 5, call: { name: "t" }, ...more });
const file = (...entries) => ({ version: 1, runs: [{ id: 1, wish: "w", start: 5 }], entries });

test("what is no recording is refused in words", () => {
	const cyclic = {};
	cyclic.runs = cyclic;
	for (const value of [
		undefined,
		null,
		7,
		"text",
		[],
		{},
		cyclic,
		{ version: 2, runs: [], entries: [] },
		{ version: 1, runs: {}, entries: [] },
	])
		assert.throws(() => readRecording(value), { code: "invalid_argument" });
});

test("an entry of a wrong kind is refused, wherever it is wrong", () => {
	const wrong = [
		null,
		[],
		"call",
		call({ call: null }),
		call({ call: { name: 7 } }),
		call({ id: -1 }),
		call({ id: "3" }),
		call({ id: 1.5 }),
		call({ start: Number.NaN }),
		call({ start: 1e300 }),
		call({ end: 1 }),
		call({ run: undefined }),
		call({ kind: "constructor" }),
		request({ messages: [null] }),
		request({ messages: [{ role: "user", content: null }] }),
		request({ messages: [{ role: "user", content: [null] }] }),
		request({ tools: [null] }),
		request({ response: 7 }),
		request({ response: { content: [7] } }),
	];
	for (const entry of wrong)
		assert.throws(() => readRecording(file(entry)), { code: "invalid_argument" }, JSON.stringify(entry));
	assert.throws(() => readRecording({ ...file(), runs: [null] }), { code: "invalid_argument" });
	assert.throws(() => readRecording({ ...file(), runs: [{ id: 1, start: 1 }] }), {
		code: "invalid_argument",
	});
	assert.throws(() => readRecording(file(call(), call())), { code: "invalid_argument" }, "two of one number");
});

test("a field of a wrong kind is left out, so that nothing that reads it later fails", () => {
	const { entries } = readRecording(
		file(
			request({
				response: { content: [], usage: { input_tokens: "1e9", output_tokens: 3 }, stopReason: {} },
				costUsd: "9",
			}),
			call({
				call: { name: "t", id: {}, args: [1], fixes: ["a", { toString: 1 }], error: { a: 1 }, elapsed: "7" },
			}),
		),
	);
	assert.deepEqual(entries[0].response, {
		content: [],
		stopReason: "end_turn",
		usage: { input_tokens: 0, output_tokens: 3 },
	});
	assert.equal("costUsd" in entries[0], false);
	assert.deepEqual(entries[1].call, { id: "", name: "t", args: {}, fixes: ["a"] });
});

test("of a recording that is too long the end is read", () => {
	const many = Array.from({ length: 2500 }, (_, at) => call({ id: at + 10 }));
	const { entries } = readRecording(file(...many));
	assert.deepEqual([entries.length, entries.at(-1).id], [2000, 2509]);
});

test("a recording leaves as spans by the conventions for generative AI, and nothing of what was said is in them", async () => {
	const recording = (await recorded()).toJSON();
	const { resourceSpans } = spansOf(recording, "m-1");
	const [{ spans }] = resourceSpans[0].scopeSpans;
	assert.deepEqual(
		spans.map(({ name }) => name),
		[
			"invoke_agent webmcp-auto-ui",
			"chat m-1",
			"execute_tool desk_webmcp_look",
			"execute_tool desk_webmcp_fail",
			"chat m-1",
		],
	);
	for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spans) {
		assert.match(traceId, /^[0-9a-f]{32}$/);
		assert.match(spanId, /^[0-9a-f]{16}$/);
		assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano));
	}
	assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
	assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
	assert.ok(spans.slice(1).every(({ parentSpanId }) => parentSpanId === spans[0].spanId));
	const chat = Object.fromEntries(
		spans[1].attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
	);
	assert.deepEqual(
		[
			chat["gen_ai.operation.name"],
			chat["gen_ai.request.model"],
			chat["gen_ai.usage.input_tokens"],
			chat["gen_ai.usage.output_tokens"],
		],
		["chat", "m-1", "10", "5"],
	);
	assert.equal(spans[3].status.code, 2);
	assert.doesNotMatch(JSON.stringify(spans), /seen|"look"/);
});

test("the same recording leaves as the same spans, so that what is exported twice is one", async () => {
	const recording = (await recorded()).toJSON();
	assert.deepEqual(
		spansOf(recording, "m"),
		spansOf(readRecording(JSON.parse(JSON.stringify(recording))), "m"),
	);
});

test("lines are found by all words that are typed, in whatever is recorded of them, and by their kind", async () => {
	const { entries } = (await recorded()).toJSON();
	const found = (words, kind = "all") => filtered(entries, { words, kind }).map(({ kind }) => kind);
	assert.deepEqual(found(" BROKEN  desk_webmcp "), ["call", "request"]);
	assert.deepEqual(found("broken", "call"), ["call"]);
	assert.deepEqual(found("", "failed"), ["call"]);
	assert.deepEqual(found("", "request"), ["request", "request"]);
	assert.deepEqual(found("nowhere"), []);
});

test("a recorded run is run again: the model's answers are those that there were, the calls are made", async () => {
	const recording = readRecording(JSON.parse(JSON.stringify(await recorded())));
	const [{ id }] = recording.runs;
	assert.equal(replayable(recording, id), "look");
	const { layer, calls } = desk();
	const result = await kit.runAgentLoop("look", { provider: replayOf(recording, id), layers: [layer] });
	assert.equal(result.text, "seen");
	assert.deepEqual(calls, ["look 1", "fail undefined"]);
});

test("a replay that is asked for more than was recorded says so", async () => {
	const recording = (await recorded()).toJSON();
	const provider = replayOf(recording, recording.runs[0].id);
	await provider.chat([], []);
	const heard = [];
	await provider.chat([], [], { onDelta: ({ text }) => heard.push(text) });
	assert.deepEqual(heard, ["seen"]);
	await assert.rejects(provider.chat([], []), { code: "model" });
	await assert.rejects(replayOf(recording, 999).chat([], []), { code: "model" });
});

test("a run whose beginning is no longer recorded cannot be run again", async () => {
	const { runs, entries } = (await recorded()).toJSON();
	const recording = { version: 1, runs, entries: entries.slice(1) };
	assert.equal(replayable(recording, runs[0].id), undefined);
	assert.equal(replayable(recording, 999), undefined);
});
