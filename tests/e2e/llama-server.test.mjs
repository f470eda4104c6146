/**
 * LocalLLMProvider against llama.cpp's own server with the real model. What a base model of 270M says is poor, so the
 * protocol is held to: streams, usage, ends, calls under the server's grammar, and leaving.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { llamaServer, llamaServerLacks } from "../../scripts/setup/llama-server.mjs";
import { openPage, serve, weights } from "../browser-engine/site.mjs";

const WEATHER = {
	name: "weather",
	description: "The weather at a place.",
	input_schema: {
		type: "object",
		properties: {
			location: { enum: ["Oslo", "Madrid", "Paris"] },
			days: { type: "integer", minimum: 1, maximum: 5 },
		},
		required: ["location", "days"],
		additionalProperties: false,
	},
};

const lack = llamaServerLacks();
// Nothing else needs Python at this place, so its absence must not fail the quick gate; the full one wants it.
if (lack && process.env.WEBMCP_FULL) throw new Error(`llama.cpp's server cannot be tested: ${lack}.`);
if (lack) console.log(`The tests against llama.cpp's own server are left out: ${lack}.`);
else describe("llama.cpp's own server", againstServer);

function againstServer() {
	let child;
	let site;
	let browser;

	before(async () => {
		const script = inRoot("tests", "e2e", "support", "llama_server.py");
		const template = inRoot("tests", "fixtures", "synthetic-base-model.jinja");
		child = spawn("python3", [script, weights(), template], {
			env: { ...process.env, PYTHONPATH: await llamaServer() },
			stdio: ["pipe", "pipe", "inherit"],
		});
		const [line] = await Promise.race([
			once(child.stdout, "data"),
			once(child, "exit").then(([code]) => {
				throw new Error(`llama.cpp's server ended with ${code}.`);
			}),
		]);
		site = await serve();
		browser = await openPage(site.address);
		await browser.page.evaluate(async (baseUrl) => {
			const { init, LocalLLMProvider } = await import("/index.js");
			await init();
			globalThis.provider = new LocalLLMProvider({ backend: "openai", baseUrl, model: "gemma" });
		}, String(line).trim());
	});

	after(async () => {
		await browser?.close();
		site?.close();
		child?.stdin.end();
		child?.kill();
	});

	/** Asks; gives the reply, and its pieces as they came. */
	const ask = (question, tools, options) =>
		browser.page.evaluate(
			async ([question, tools, options]) => {
				const deltas = [];
				const reply = await globalThis.provider.chat([{ role: "user", content: question }], tools, {
					...options,
					onDelta: (delta) => deltas.push(delta),
				});
				return { reply, deltas };
			},
			[question, tools, options],
		);

	test("a text streams in pieces, and its end and its tokens are told", async () => {
		const { reply, deltas } = await ask("What is the capital of France?", [], {
			maxTokens: 40,
			temperature: 0,
		});
		const pieces = deltas.filter(({ type }) => type === "text").map(({ text }) => text);
		assert.ok(pieces.length > 3, JSON.stringify(deltas));
		assert.deepEqual(reply.content, [{ type: "text", text: pieces.join("") }]);
		assert.equal(reply.stopReason, "max_tokens");
		assert.equal(reply.usage.output_tokens, 40);
		assert.ok(reply.usage.input_tokens > 5, JSON.stringify(reply.usage));
	});

	test("a call that must be made is made under the server's grammar", async () => {
		const options = { maxTokens: 60, temperature: 0, toolChoice: "required", parallelToolCalls: false };
		const { reply, deltas } = await ask("What is the weather in Paris for 2 days?", [WEATHER], options);
		const call = reply.content.find(({ type }) => type === "tool_use");
		assert.equal(reply.stopReason, "tool_use", JSON.stringify(reply));
		assert.equal(call.name, "weather");
		const { location, days } = call.input;
		assert.ok(WEATHER.input_schema.properties.location.enum.includes(location), JSON.stringify(call));
		assert.ok(Number.isInteger(days) && days >= 1 && days <= 5, JSON.stringify(call));
		assert.deepEqual(Object.keys(call.input), ["location", "days"]);
		const written = deltas.filter(({ type }) => type === "arguments").map(({ delta }) => delta);
		assert.deepEqual(JSON.parse(written.join("")), call.input);
	});

	test("leaving a reply ends it, and the next one is answered", async () => {
		const { reason, pieces, next } = await browser.page.evaluate(async () => {
			const controller = new AbortController();
			const ask = (content, options) => globalThis.provider.chat([{ role: "user", content }], [], options);
			let pieces = 0;
			const reason = await ask("Tell a long story.", {
				maxTokens: 1500,
				signal: controller.signal,
				onToken: () => {
					pieces += 1;
					if (pieces === 3) controller.abort("enough");
				},
			}).catch((error) => error);
			// The server has one place for requests, so this waits for as long as the one before goes on.
			const next = await ask("What is the capital of Italy?", { maxTokens: 4, temperature: 0 });
			return { reason, pieces, next };
		});
		assert.equal(reason, "enough");
		assert.ok(pieces >= 3 && pieces < 100, `${pieces} pieces`);
		assert.equal(next.usage.output_tokens, 4);
	});

	test("what the server refuses is said in its own words", async () => {
		const refused = await browser.page.evaluate(() =>
			globalThis.provider
				.chat([{ role: "user", content: "word ".repeat(4000) }], [], { maxTokens: 4 })
				.catch(({ code, message }) => ({ code, message })),
		);
		assert.match(refused.message, /context size|exceed/, JSON.stringify(refused));
	});
}
