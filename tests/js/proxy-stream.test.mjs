/** Providers through the proxy to a real connection: recorded streams cut anywhere, and every way of breaking off. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { ask, options, serveProxy } from "./support/proxy.mjs";
import { drawSeed, fixture, play, random, upstream } from "./support/replay.mjs";

const seed = drawSeed();
const RECORDED = {
	"llama-cpp/chart-1.sse": "openai",
	"llama-cpp/chart-2.sse": "openai",
	"llama-cpp/question-3.sse": "openai",
	"synthetic-openai-tools.sse": "openai",
	"synthetic-anthropic-tools.sse": "anthropic",
	"wire/anthropic-thinking.sse": "anthropic",
	"wire/deepseek-tool-call.sse": "openai",
	"wire/mistral-thinking.sse": "openai",
	"wire/gemini-thinking.sse": "gemini",
	"wire/gemini-tool-call.sse": "gemini",
	"wire/responses-reasoning-call.sse": "openai-responses",
};
/** Until this has come a reply is not whole. */
const END = /"(?:finish_reason|stop_reason|finishReason)": ?"|"type": ?"response\.completed"/;
/** Gemini names no calls; the ids that our codec makes for them are its own. */
const named = (reply) => JSON.parse(JSON.stringify(reply).replace(/call_[0-9a-f]+_\d+/g, "call_made"));

before(() => kit.init());

const wish = [{ role: "user", content: "go" }];

/** The reply that the provider makes of `bytes` when they come in one piece, without a proxy. */
async function whole(t, bytes, format) {
	const up = await upstream((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.end(bytes);
	});
	t.after(() => up.close());
	const { stats, ...reply } = await new kit.RemoteLLMProvider({
		proxyUrl: up.url,
		model: "m",
		format,
		maxRetries: 0,
	}).chat(wish, []);
	return named(reply);
}

for (const [name, format] of Object.entries(RECORDED)) {
	test(`${name} means the same through the proxy, cut and delayed at random`, async (t) => {
		const bytes = fixture(name);
		const expected = await whole(t, bytes, format);
		assert.ok(expected.content.length > 0);
		const below = random(seed);
		const up = await upstream((_, response) => play(response, bytes, below));
		t.after(() => up.close());
		const proxy = await serveProxy(t, options(up.url, {}, { format }));
		const provider = new kit.RemoteLLMProvider({
			proxyUrl: `${proxy.url}/up`,
			model: "m",
			format,
			maxRetries: 0,
		});
		for (let round = 0; round < 3; round += 1) {
			let text = "";
			const { stats, ...reply } = await provider.chat(wish, [], { onToken: (token) => (text += token) });
			assert.deepEqual(named(reply), expected, `seed ${seed}`);
			assert.equal(
				text,
				expected.content
					.filter(({ type }) => type === "text")
					.map((block) => block.text)
					.join(""),
			);
		}
		const raw = await ask(`${proxy.url}/up${format === "gemini" ? "/models/m:streamGenerateContent" : ""}`);
		assert.deepEqual(Buffer.from(await raw.arrayBuffer()), bytes, "byte for byte");
	});

	test(`${name} broken off anywhere by the upstream is an error, never half a reply`, async (t) => {
		const bytes = fixture(name);
		const below = random(seed);
		// Where a stop reason was said, all that counts has come.
		const end = bytes.toString().search(END);
		assert.ok(end > 0);
		const up = await upstream((_, response) => play(response, bytes, below, { until: below(end) }));
		t.after(() => up.close());
		const entries = [];
		const limits = { onRequest: (entry) => entries.push(entry.outcome) };
		const proxy = await serveProxy(t, options(up.url, limits, { format }));
		const provider = new kit.RemoteLLMProvider({
			proxyUrl: `${proxy.url}/up`,
			model: "m",
			format,
			maxRetries: 0,
		});
		for (let round = 0; round < 6; round += 1) {
			await assert.rejects(provider.chat(wish, []), (error) => {
				assert.ok(error instanceof kit.WebMcpError, String(error));
				// What breaks off before its first byte is no stream at all.
				const unreached = error.code === "http" && error.details.status === 502;
				assert.ok(unreached || error.code === "network", `seed ${seed}: ${error.code} ${error.message}`);
				return true;
			});
		}
		assert.ok(
			entries.every((outcome) => outcome === "upstream-broke" || outcome === "refused"),
			String(entries),
		);
	});
}

/** An upstream that says a beginning and then nothing more. */
async function hanging(t) {
	const up = await upstream((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
	});
	t.after(() => up.close());
	return up;
}

test("the first word comes before the second is written", { timeout: 10_000 }, async (t) => {
	let heard;
	const first = new Promise((resolve) => {
		heard = resolve;
	});
	const up = await upstream(async (_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write('data: {"choices":[{"delta":{"content":"one"}}]}\n\n');
		await first;
		response.end('data: {"choices":[{"delta":{"content":"two"},"finish_reason":"stop"}]}\n\n');
	});
	t.after(() => up.close());
	const proxy = await serveProxy(t, options(up.url));
	const provider = new kit.RemoteLLMProvider({
		proxyUrl: `${proxy.url}/up`,
		model: "m",
		format: "openai",
		maxRetries: 0,
	});
	const reply = await provider.chat(wish, [], { onToken: heard });
	assert.deepEqual(reply.content, [{ type: "text", text: "onetwo" }]);
	assert.equal(await first, "one");
});

test("a client that leaves ends the upstream's work", { timeout: 10_000 }, async (t) => {
	const up = await hanging(t);
	const entries = [];
	const proxy = await serveProxy(t, options(up.url, { onRequest: (entry) => entries.push(entry) }));
	const provider = new kit.RemoteLLMProvider({
		proxyUrl: `${proxy.url}/up`,
		model: "m",
		format: "openai",
		maxRetries: 0,
	});
	const controller = new AbortController();
	const reason = new Error("changed my mind");
	const chat = provider.chat(wish, [], {
		signal: controller.signal,
		onToken: () => controller.abort(reason),
	});
	await assert.rejects(chat, (error) => error === reason);
	assert.equal(await up.seen[0].gone, true);
	assert.equal(entries[0].outcome, "client-left");
});

test("a client that leaves before the upstream has answered ends its work, too", {
	timeout: 10_000,
}, async (t) => {
	let came;
	const arrived = new Promise((resolve) => {
		came = resolve;
	});
	const up = await upstream(() => came());
	t.after(() => up.close());
	const told = [];
	const proxy = await serveProxy(t, options(up.url, { onRequest: (entry) => told.push(entry.outcome) }));
	const controller = new AbortController();
	const asked = ask(`${proxy.url}/up`, undefined, { signal: controller.signal });
	await arrived;
	controller.abort();
	await assert.rejects(asked, { name: "AbortError" });
	assert.equal(await up.seen[0].gone, true);
	assert.deepEqual(told, ["client-left"]);
});

test("an upstream that falls silent is given up, before and after its first word", {
	timeout: 10_000,
}, async (t) => {
	const mute = await upstream(() => undefined);
	t.after(() => mute.close());
	for (const [up, status] of [
		[mute, 504],
		[await hanging(t), 200],
	]) {
		const entries = [];
		const limits = { idleMs: 60 };
		const proxy = await serveProxy(t, options(up.url, { limits, onRequest: (entry) => entries.push(entry) }));
		const response = await ask(`${proxy.url}/up`);
		assert.equal(response.status, status);
		if (status === 504) assert.match((await response.json()).error.message, /'up' did not answer in time/);
		else await assert.rejects(response.text());
		assert.equal(await up.seen[0].gone, true);
		assert.equal(entries[0].outcome, status === 504 ? "refused" : "timed-out");
	}
});

test("a client that takes nothing holds up the upstream, and is given up", { timeout: 20_000 }, async (t) => {
	let written = 0;
	const up = await upstream(async (_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		const piece = Buffer.alloc(64 * 1024, ":");
		while (!response.destroyed && written < 256 * 1024 * 1024) {
			written += piece.length;
			if (!response.write(piece)) {
				await Promise.race([once(response, "drain"), once(response, "close")]);
			}
		}
		response.end();
	});
	t.after(() => up.close());
	const entries = [];
	const limits = { idleMs: 400 };
	const proxy = await serveProxy(t, options(up.url, { limits, onRequest: (entry) => entries.push(entry) }));
	const response = await ask(`${proxy.url}/up`);
	assert.equal(await up.seen[0].gone, true);
	assert.equal(entries[0].outcome, "timed-out");
	// What sockets and streams hold between the four ends, not what the upstream would like to say.
	assert.ok(written < 64 * 1024 * 1024, `${written} bytes were taken`);
	await assert.rejects(response.text());
});

test("a proxy that is killed in the middle ends in a clear error, and the page goes on", {
	timeout: 20_000,
}, async (t) => {
	const up = await hanging(t);
	const script = `import { createModelProxy } from ${JSON.stringify(inRoot("pkg/proxy/index.js"))};
import { serveModelProxy } from ${JSON.stringify(inRoot("pkg/hosts/node.js"))};
const { url } = await serveModelProxy(createModelProxy(${JSON.stringify(options(up.url))}), { port: 0 });
console.log(url);`;
	const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	t.after(() => child.kill("SIGKILL"));
	const [line] = await once(child.stdout, "data");
	const proxyUrl = `${String(line).trim()}/up`;
	const provider = new kit.RemoteLLMProvider({ proxyUrl, model: "m", format: "openai", maxRetries: 0 });
	const tokens = [];
	const run = kit.runAgentLoop("go", {
		provider,
		layers: [kit.autoui.layer()],
		callbacks: {
			onToken: (token) => {
				tokens.push(token);
				child.kill("SIGKILL");
			},
		},
	});
	await assert.rejects(run, (error) => {
		assert.equal(error.code, "network");
		assert.equal(error.partial.stopReason, "error");
		assert.ok(error.partial.state, "it can be resumed");
		return true;
	});
	assert.deepEqual(tokens.slice(0, 1), ["Hel"]);
	await assert.rejects(provider.chat(wish, []), { code: "network" });
	assert.equal(await up.seen[0].gone, true, "the upstream stops working");
	const again = new kit.LocalLLMProvider({
		model: "m",
		baseUrl: (await replaying(t, "llama-cpp/chart-3.sse")).url,
	});
	const result = await kit.runAgentLoop("go", { provider: again, layers: [kit.autoui.layer()] });
	assert.equal(result.stopReason, "end_turn");
});

async function replaying(t, name) {
	const up = await upstream((_, response) => play(response, fixture(name), random(seed)));
	t.after(() => up.close());
	return up;
}
