/**
 * From the page through the key-keeping proxy to a model's API and back: recorded streams of Anthropic, OpenAI (chat
 * completions of DeepSeek and Mistral, and Responses) and Gemini (tests/fixtures/wire), cut and delayed at random.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { KEY } from "../js/support/proxy.mjs";
import { drawSeed, fixture, play, random } from "../js/support/replay.mjs";
import { makeWish } from "./support/demo.mjs";
import { asOffered, openRemote, RESULT } from "./support/remote.mjs";

const RUN_MS = 30_000;
const seed = drawSeed();
const below = random(seed);

/** What each API said: a call first, then a text; `args`, `lead` and `text` stand in the recordings. */
const RECORDED = [
	{
		format: "anthropic",
		path: "/v1/messages",
		call: "anthropic-tool-no-args.sse",
		tool: "updateIssueList",
		args: {},
		answer: "anthropic-thinking.sse",
		text: "925 ÷ 5 = 185",
	},
	{
		format: "openai",
		path: "/v1/chat/completions",
		call: "deepseek-tool-call.sse",
		tool: "weather",
		args: { location: "San Francisco" },
		answer: "mistral-thinking.sse",
		text: "2 + 2 = 4",
	},
	{
		format: "gemini",
		path: "/v1/models/m-1:streamGenerateContent?alt=sse",
		call: "gemini-tool-call.sse",
		tool: "weather",
		args: { location: "San Francisco" },
		answer: "gemini-thinking.sse",
		text: 'There are **3** "r"s in strawberry.\n\nSt**r**awbe**rr**y',
	},
];

let remote;
/** What the page sent anywhere: a key of the proxy must not be in it. */
const sent = [];

before(async () => {
	remote = await openRemote();
	remote.page.on("request", (request) => sent.push(JSON.stringify([request.headers(), request.postData()])));
});
after(() => remote?.close());

/** Has the model say these recordings, wishes, and gives what came of it. */
async function wish(format, ...recordings) {
	const { page, answers, calls, seen } = remote;
	await remote.choose(format);
	for (const list of [seen, calls, answers]) list.splice(0);
	for (const bytes of recordings) answers.push((_, response) => play(response, bytes, below));
	return makeWish(page, "do what is needed", RUN_MS);
}

for (const { format, path, call, tool, args, answer, text } of RECORDED) {
	test(`${format}: the call in ${call} is run, and the text of ${answer} arrives`, async () => {
		const { calls, seen } = remote;
		const called = asOffered(fixture(`wire/${call}`), tool);
		const { said, failure, steps } = await wish(format, called, fixture(`wire/${answer}`));
		assert.equal(failure, undefined, `seed ${seed}`);
		assert.equal(said, text, `seed ${seed}`);
		assert.deepEqual(calls, [{ tool, args }], "the MCP server was asked what the model had asked for");
		assert.deepEqual(
			steps.map((step) => step.tool),
			[`forecast_mcp_${tool}`],
		);
		assert.deepEqual(
			seen.map(({ url }) => url),
			[path, path],
		);
		assert.ok(seen[1].body.includes(RESULT), "the model was told what the tool had said");
		assert.ok(
			seen.every(({ headers }) => JSON.stringify(headers).includes(KEY)),
			"the proxy added the key",
		);
	});
}

test("openai-responses: the recorded call is run, and the recorded refusal is said in a sentence", async () => {
	const called = asOffered(fixture("wire/responses-reasoning-call.sse"), "calculator");
	const { failure } = await wish("openai-responses", called, fixture("wire/responses-error.sse"));
	assert.deepEqual(remote.calls, [{ tool: "calculator", args: { a: 12, b: 7, op: "add" } }]);
	assert.match(failure, /^[A-Z].*quota.*\.$/s);
	const [{ answer, text }] = RECORDED;
	const { said } = await wish("anthropic", fixture(`wire/${answer}`));
	assert.equal(said, text, "and the next wish is answered");
});

test("the words appear while the model still writes", async () => {
	const { page, answers } = remote;
	await remote.choose("openai");
	const bytes = fixture("llama-cpp/chart-3.sse");
	let finish = () => {};
	const finished = new Promise((done) => {
		finish = done;
	});
	const head = bytes.indexOf("\n\n", bytes.indexOf('"content":"', 400)) + 2;
	answers.push(async (_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(bytes.subarray(0, head));
		await finished;
		response.end(bytes.subarray(head));
	});
	const running = makeWish(page, "say something", RUN_MS);
	await page.getByTestId("stop").waitFor();
	await page.waitForFunction(() => [...deepAll(".said")].at(-1)?.textContent !== "");
	const early = await page.locator(".said").last().innerText();
	assert.ok(await page.getByTestId("stop").isVisible());
	finish();
	const { said } = await running;
	assert.ok(said.trim().startsWith(early.trim()) && said.length > early.length, `${early} | ${said}`);
});

test("the page never had the key, and nothing went wrong in it", () => {
	assert.ok(sent.length > 10);
	assert.deepEqual(
		sent.filter((request) => request.includes(KEY)),
		[],
	);
	assert.deepEqual(remote.demo.problems, []);
});
