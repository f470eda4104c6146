/**
 * The loop as a page runs it: a fake `fetch` that streams OpenAI chunks (30 text deltas and a tool call in four pieces
 * a step, 1.4 KB a piece of the network), a tool that answers at once. CPU time per step, best and median.
 *
 *   node tests/bench/http-loop.mjs [steps …]     default 100 500
 */
import { createOpenAI } from "@ai-sdk/openai";
import { Agent, OpenAIProvider, Runner, tool as agentsTool } from "@openai/agents";
import { stepCountIs, streamText as aiStreamText, tool as aiTool } from "ai";
import { streamText as xsaiStreamText } from "@xsai/stream-text";
import { rawTool } from "@xsai/tool";
import { z } from "zod";
import * as kit from "../../pkg/index.js";
import { median } from "./measure.mjs";
import { byHand, DONE, event, streamed } from "./openai-stream.mjs";

const ROUNDS = 7;
const encoder = new TextEncoder();
const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

/** @param {number} step @param {boolean} last @param {string} name */
function reply(step, last, name) {
	let text = event({ role: "assistant", content: "" });
	for (let n = 0; n < 30; n += 1) text += event({ content: ` word${n}` });
	if (!last) {
		const call = (/** @type {object} */ part) => event({ tool_calls: [{ index: 0, ...part }] });
		text += call({ id: `call_${step}`, type: "function", function: { name, arguments: "" } });
		for (const piece of ['{"n"', ": ", `${step}}`]) text += call({ function: { arguments: piece } });
	}
	return `${text}${event({}, last ? "stop" : "tool_calls")}${DONE}`;
}

/** A network that plays `steps` replies. @param {number} steps @param {string} name */
function fakeFetch(steps, name) {
	const replies = Array.from({ length: steps }, (_, step) =>
		encoder.encode(reply(step, step === steps - 1, name)),
	);
	let at = 0;
	return async () => {
		at += 1;
		return streamed(replies[at - 1]);
	};
}

/** The least that does the job: the floor for anything in JavaScript. */
async function loopByHand(/** @type {typeof fetch} */ fetch) {
	/** @type {object[]} */
	const messages = [{ role: "user", content: "go" }];
	for (;;) {
		const response = await fetch("http://x/v1/chat/completions", {
			method: "POST",
			body: JSON.stringify({
				model: "m",
				messages,
				stream: true,
				tools: [{ type: "function", function: { name: "echo", parameters: schema } }],
			}),
		});
		let text = "";
		const calls = [];
		await byHand(response, (delta) => {
			if (delta.content) text += delta.content;
			for (const part of delta.tool_calls ?? []) {
				calls[part.index] ??= { id: part.id, name: part.function.name, arguments: "" };
				calls[part.index].arguments += part.function.arguments;
			}
		});
		messages.push({ role: "assistant", content: text, tool_calls: calls });
		if (calls.length === 0) return messages.length;
		for (const call of calls) {
			messages.push({ role: "tool", tool_call_id: call.id, content: String(JSON.parse(call.arguments).n) });
		}
	}
}

/** @type {Record<string, (steps: number) => Promise<number>>} */
const contestants = {
	async "webmcp-auto-ui"(steps) {
		globalThis.fetch = fakeFetch(steps, "bench_webmcp_echo");
		const tools = [{ name: "echo", description: "Echo", inputSchema: schema, execute: ({ n }) => n }];
		const provider = new kit.LocalLLMProvider({ model: "m", baseUrl: "http://x" });
		const layers = [{ protocol: "webmcp", serverName: "bench", description: "", tools }];
		return (await kit.runAgentLoop("go", { provider, layers, maxIterations: steps })).metrics.iterations;
	},
	async "by hand"(steps) {
		return (await loopByHand(fakeFetch(steps, "echo"))) / 2;
	},
	async xsai(steps) {
		const { steps: taken, textStream } = xsaiStreamText({
			fetch: fakeFetch(steps, "echo"),
			baseURL: "http://x/v1/",
			apiKey: "x",
			model: "m",
			maxSteps: steps,
			messages: [{ role: "user", content: "go" }],
			tools: [rawTool({ name: "echo", parameters: schema, execute: ({ n }) => String(n) })],
		});
		for await (const _ of textStream);
		return (await taken).length;
	},
	async "@openai/agents"(steps) {
		globalThis.fetch = fakeFetch(steps, "echo");
		const provider = new OpenAIProvider({ apiKey: "x", baseURL: "http://x/v1", useResponses: false });
		const parameters = z.object({ n: z.number() });
		const echo = agentsTool({ name: "echo", description: "Echo", parameters, execute: ({ n }) => String(n) });
		const agent = new Agent({ name: "bench", model: await provider.getModel("m"), tools: [echo] });
		const runner = new Runner({ tracingDisabled: true });
		const result = await runner.run(agent, "go", { stream: true, maxTurns: steps + 1 });
		for await (const _ of result.toTextStream());
		await result.completed;
		return result.rawResponses.length;
	},
	async "ai + @ai-sdk/openai"(steps) {
		const openai = createOpenAI({ apiKey: "x", baseURL: "http://x/v1", fetch: fakeFetch(steps, "echo") });
		const result = aiStreamText({
			model: openai.chat("m"),
			prompt: "go",
			stopWhen: stepCountIs(steps + 1),
			tools: { echo: aiTool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => n }) },
		});
		for await (const _ of result.textStream);
		return (await result.steps).length;
	},
};

await kit.init();
const network = globalThis.fetch;
const sizes = process.argv.slice(2).map(Number);
/** @type {Record<string, number[]>} */
const bests = {};
for (const steps of sizes.length > 0 ? sizes : [100, 500]) {
	/** @type {Record<string, number[]>} */
	const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
	for (let round = -1; round < ROUNDS; round += 1) {
		for (const [name, run] of Object.entries(contestants)) {
			globalThis.gc?.();
			const start = process.cpuUsage();
			const taken = await run(steps);
			const { user, system } = process.cpuUsage(start);
			if (Math.abs(taken - steps) > 1) throw new Error(`${name} took ${taken} steps, not ${steps}`);
			if (round >= 0) times[name].push((user + system) / steps);
		}
	}
	console.log(`\nHTTP loop, ${steps} steps: CPU µs per step`);
	const ours = median(times["webmcp-auto-ui"]);
	for (const [name, values] of Object.entries(times)) {
		bests[name] = [...(bests[name] ?? []), median(values)];
		const ratio = (median(values) / ours).toFixed(2);
		console.log(
			`  ${name.padEnd(20)} best ${Math.min(...values).toFixed(0)}, median ${median(values).toFixed(0)}  ×${ratio}`,
		);
	}
}
for (const [name, values] of Object.entries(bests)) {
	if (values.length > 1)
		console.log(`  ${name.padEnd(20)} last ÷ first: ×${(values.at(-1) / values[0]).toFixed(2)}`);
}
globalThis.fetch = network;
