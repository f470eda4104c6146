/**
 * A long answer: 10,000 deltas of 20 characters, 1.4 KB a piece of the network, read to its end by whoever listens to
 * the text. Milliseconds, µs per event, and what the heap grew by while the text was read.
 *
 *   node --expose-gc tests/bench/stream.mjs
 */
import { createOpenAI } from "@ai-sdk/openai";
import { streamText } from "ai";
import * as kit from "../../pkg/index.js";
import { median } from "./measure.mjs";
import { byHand, DONE, event, streamed } from "./openai-stream.mjs";

const DELTAS = 10_000;
const PIECE = "twenty characters ok";
const ROUNDS = 7;

const bytes = new TextEncoder().encode(
	`${event({ content: PIECE }).repeat(DELTAS)}${event({}, "stop")}${DONE}`,
);
const network = async () => streamed(bytes);

/** @type {Record<string, (hear: (text: string) => void) => Promise<unknown>>} */
const contestants = {
	async "webmcp-auto-ui"(hear) {
		globalThis.fetch = network;
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl: "http://x" });
		await kit.runAgentLoop("go", { provider, layers: [], callbacks: { onToken: hear } });
	},
	async "by hand"(hear) {
		await byHand(await network(), (delta) => {
			if (delta.content) hear(delta.content);
		});
	},
	async "ai + @ai-sdk/openai"(hear) {
		const openai = createOpenAI({ apiKey: "x", baseURL: "http://x/v1", fetch: network });
		for await (const text of streamText({ model: openai.chat("m"), prompt: "go" }).textStream) hear(text);
	},
};

await kit.init();
/** @type {Record<string, {ms: number[], heap: number[]}>} */
const seen = Object.fromEntries(Object.keys(contestants).map((name) => [name, { ms: [], heap: [] }]));
for (let round = -2; round < ROUNDS; round += 1) {
	for (const [name, run] of Object.entries(contestants)) {
		globalThis.gc?.();
		const before = process.memoryUsage();
		let characters = 0;
		const start = performance.now();
		await run((text) => {
			characters += text.length;
		});
		const ms = performance.now() - start;
		const after = process.memoryUsage();
		if (characters !== DELTAS * PIECE.length) throw new Error(`${name}: ${characters} characters`);
		if (round < 0) continue;
		seen[name].ms.push(ms);
		seen[name].heap.push(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers);
	}
}
const mb = (/** @type {number} */ size) => (size / 1024 / 1024).toFixed(1);
console.log(
	`\n${DELTAS} deltas, ${mb(DELTAS * PIECE.length)} MB of text in ${mb(bytes.length)} MB of events`,
);
const ours = median(seen["webmcp-auto-ui"].ms);
for (const [name, { ms, heap }] of Object.entries(seen)) {
	console.log(
		`  ${name.padEnd(20)} best ${Math.min(...ms).toFixed(1)}, median ${median(ms).toFixed(1)} ms  ×${(median(ms) / ours).toFixed(2)}  ${((median(ms) * 1000) / DELTAS).toFixed(2)} µs an event, heap +${mb(median(heap))} MB`,
	);
}
