/** The subpath `webmcp-auto-ui/wllama`: GGUF models by llama.cpp in Chromium, from the page's own server. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { fetchWeights, WEIGHTS } from "../../scripts/setup/weights.mjs";
import { SHA256 } from "../../scripts/setup/model.mjs";
import { openPage, serve } from "./site.mjs";
import { tinyModels } from "./tiny.mjs";

/** What the README says that a page must allow for wllama, and nothing else. */
const CSP =
	"default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; connect-src 'self' blob:";
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const esm = `${inRoot("node_modules/@wllama/wllama/esm")}/`;

/** For what does not depend on what a model says. */
const TINY = "/tiny/gemma3-1b.gguf";

let tiny;
let site;
let browser;
const requests = [];

before(async () => {
	tiny = await tinyModels();
	site = await serve({ "/wllama-peer/": esm, "/tiny/": tiny.folder }, { "content-security-policy": CSP });
	browser = await openPage(site.address);
	browser.page.context().on("request", (request) => requests.push(request.url()));
	await prepare(browser.page);
});

after(async () => {
	await browser?.close();
	site?.close();
	tiny?.remove();
});

async function prepare(page) {
	await page.evaluate(async () => {
		const kit = await import("/index.js");
		const { wllama } = await import("/wllama/index.js");
		const addresses = { wasm: "/wllama-peer/wasm/wllama.wasm", library: "/wllama-peer/index.js" };
		const make = (options = {}, runtime = {}) =>
			new kit.WasmProvider({
				model: "/model.gguf",
				contextSize: 1024,
				runtime: wllama({ ...addresses, ...runtime }),
				...options,
			});
		const outcome = (promise) =>
			promise.then(
				(value) => ({ value }),
				({ code, message }) => ({ code, message }),
			);
		Object.assign(globalThis, { make, outcome });
	});
}

const user = (content) => [{ role: "user", content }];

test("a GGUF model streams its text, and the tokens are told", async () => {
	const { engine, reply, pieces, phases, stored } = await browser.page.evaluate(
		async ([messages, sha256]) => {
			const phases = new Set();
			globalThis.provider = globalThis.make({ sha256, onProgress: (_, phase) => phases.add(phase) });
			const pieces = [];
			const reply = await globalThis.provider.chat(messages, [], {
				maxTokens: 12,
				temperature: 0,
				onToken: (piece) => pieces.push(piece),
			});
			const { listCachedModels } = await import("/model/cache.js");
			const { engine } = globalThis.provider;
			return { engine, reply, pieces, phases: [...phases], stored: await listCachedModels() };
		},
		[user("What is the capital of France?"), SHA256],
	);
	assert.equal(engine.name, "wllama");
	assert.match(engine.reason, /option runtime/);
	assert.ok(pieces.length > 3, JSON.stringify(pieces));
	assert.deepEqual(reply.content, [{ type: "text", text: pieces.join("") }]);
	assert.equal(reply.stopReason, "max_tokens");
	assert.equal(reply.usage.output_tokens, 12);
	assert.ok(reply.usage.input_tokens > 5 && reply.stats.tokensPerSec > 0, JSON.stringify(reply));
	assert.deepEqual(phases, ["download"]);
	assert.deepEqual([stored[0].complete, stored[0].bytes], [true, 253_113_024]);
	const { origin } = new URL(site.address);
	const foreign = requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith("blob:"));
	assert.deepEqual(foreign, [], "nothing comes from elsewhere");
});

test("an abort ends a reply within a few tokens, and the next one is answered", async () => {
	const { reason, pieces, next } = await browser.page.evaluate(
		async ([long, short, model]) => {
			globalThis.provider.dispose();
			globalThis.provider = globalThis.make({ model });
			const controller = new AbortController();
			let pieces = 0;
			const reason = await globalThis.provider
				.chat(long, [], {
					maxTokens: 500,
					// Drawn, this small model now and then writes a blank line and then nothing that shows.
					temperature: 0,
					signal: controller.signal,
					onToken: () => {
						pieces += 1;
						if (pieces === 1) controller.abort("enough");
					},
				})
				.catch((error) => error);
			const next = await globalThis.provider.chat(short, [], { maxTokens: 3, temperature: 0 });
			return { reason, pieces, next };
		},
		[user("Tell a long story."), user("One, two,"), TINY],
	);
	assert.equal(reason, "enough");
	assert.ok(pieces < 20, `${pieces} pieces`);
	assert.equal(next.usage.output_tokens, 3);
});

test("a history with calls and their results is read, and tools are offered", async () => {
	const { reply, problem } = await browser.page.evaluate(async () => {
		const tool = {
			name: "weather",
			description: "Weather",
			input_schema: { type: "object", properties: {} },
		};
		const messages = [
			{ role: "user", content: "Weather?" },
			{ role: "assistant", content: [{ type: "tool_use", id: "c1", name: "weather", input: {} }] },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "rain" }] },
		];
		const asked = globalThis.provider.chat(messages, [tool], { maxTokens: 4, system: "Be brief." });
		const { value: reply, ...problem } = await globalThis.outcome(asked);
		return { reply, problem };
	});
	assert.equal(reply?.usage.output_tokens, 4, JSON.stringify(problem));
});

test("a model whose Worker is gone is told of when it is disposed, and a new one comes from storage", async () => {
	requests.splice(0);
	const { ended, again, phases } = await browser.page.evaluate(
		async ([messages, model]) => {
			const onToken = () => globalThis.provider.dispose();
			const ended = await globalThis.outcome(
				globalThis.provider.chat(messages, [], { maxTokens: 500, onToken }),
			);
			const phases = new Set();
			globalThis.provider = globalThis.make({ model, onProgress: (_, phase) => phases.add(phase) });
			const again = await globalThis.provider.chat(messages, [], { maxTokens: 3 });
			return { ended, again, phases: [...phases] };
		},
		[user("Tell a long story."), TINY],
	);
	assert.equal(ended.code, "model");
	assert.match(ended.message, /disposed of/);
	assert.equal(again.usage.output_tokens, 3);
	assert.deepEqual(phases.includes("download"), false, "it came out of storage");
	assert.ok(!requests.some((url) => url.endsWith(".gguf")));
});

test("what is no model, what is damaged, and what is not there are errors that name the remedy", async () => {
	const outcomes = await browser.page.evaluate(async () => {
		const attempt = async (options, runtime) => {
			const provider = globalThis.make(options, runtime);
			const outcome = await globalThis.outcome(provider.initialize());
			provider.dispose();
			return { ...outcome, status: provider.status };
		};
		return {
			page: await attempt({ model: new File(["<!doctype html>"], "page.gguf") }),
			cut: await attempt({ model: "/cut.gguf", useCache: false }),
			other: await attempt({ model: new File(["GGUF"], "x.gguf"), sha256: "00".repeat(32) }),
			nowhere: await attempt({ model: "/nowhere.gguf" }),
			library: await attempt({}, { library: "/nowhere.js" }),
			module: await attempt({}, { library: "/core/errors.js" }),
			wasm: await attempt({}, { wasm: "/nowhere.wasm" }),
		};
	});
	assert.equal(outcomes.page.code, "unsupported");
	assert.match(outcomes.page.message, /no GGUF model/);
	assert.equal(outcomes.cut.code, "model", JSON.stringify(outcomes.cut));
	assert.match(outcomes.other.message, /SHA-256 is \w+ and should be 0000/);
	assert.equal(outcomes.nowhere.code, "network");
	assert.match(outcomes.library.message, /could not be imported .*serve esm\/index\.js/);
	assert.match(outcomes.module.message, /offers no Wllama/);
	assert.match(
		outcomes.wasm.message,
		/WebAssembly is not at .*nowhere\.wasm .*serve esm\/wasm\/wllama\.wasm/,
	);
	for (const { message } of Object.values(outcomes)) assert.match(message, /^\S[^{}]{20,}\.$/s);
});

test("a page whose policy forbids blob: hears of it instead of waiting", async (t) => {
	const strict = await serve({ "/wllama-peer/": esm }, { "content-security-policy": STRICT });
	const { page, close } = await openPage(strict.address);
	t.after(async () => {
		await close();
		strict.close();
	});
	await prepare(page);
	const failed = await page.evaluate(() =>
		globalThis.outcome(globalThis.make({ useCache: false }).initialize()),
	);
	assert.equal(failed.code, "model");
	assert.match(failed.message, /policy must allow blob:|blob/);
});

if (process.env.WEBMCP_FULL) {
	test("a model of another architecture follows its own template", async (t) => {
		const folder = `${dirname(await fetchWeights(WEIGHTS["smollm2-135m"]))}/`;
		const smol = await serve({ "/wllama-peer/": esm, "/smol/": folder }, { "content-security-policy": CSP });
		const { page, close } = await openPage(smol.address);
		t.after(async () => {
			await close();
			smol.close();
		});
		await prepare(page);
		const said = await page.evaluate(async () => {
			const provider = globalThis.make({ model: "/smol/SmolLM2-135M-Instruct.Q4_1.gguf", useCache: false });
			const { content, stopReason } = await provider.chat(
				[{ role: "user", content: "What is the capital of France? Answer in one short sentence." }],
				[],
				{ temperature: 0, maxTokens: 40 },
			);
			provider.dispose();
			return { text: content[0].text, stopReason };
		});
		assert.match(said.text, /Paris/);
		assert.equal(said.stopReason, "end_turn", "it ends its turn by itself, as its template has it");
	});
}
