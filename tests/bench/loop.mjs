/** What one iteration of the loop costs, beside the AI SDK's, with a model that answers at once. */
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import * as kit from "../../pkg/index.js";
import { compare, report } from "./measure.mjs";

const STEPS = 20;
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

function theirs() {
	let step = 0;
	const model = new MockLanguageModelV3({
		doGenerate: async () => {
			step += 1;
			return step >= STEPS
				? {
						content: [{ type: "text", text: "done" }],
						finishReason: { unified: "stop" },
						usage,
						warnings: [],
					}
				: {
						content: [{ type: "tool-call", toolCallId: `c${step}`, toolName: "echo", input: '{"n":1}' }],
						finishReason: { unified: "tool-calls" },
						usage,
						warnings: [],
					};
		},
	});
	const echo = tool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => n });
	return generateText({ model, prompt: "go", tools: { echo }, stopWhen: stepCountIs(STEPS + 1) });
}

function ours() {
	let step = 0;
	const provider = {
		name: "scripted",
		model: "none",
		async chat() {
			step += 1;
			return step >= STEPS
				? { content: [{ type: "text", text: "done" }], stopReason: "end_turn" }
				: {
						content: [{ type: "tool_use", id: `c${step}`, name: "bench_webmcp_echo", input: { n: step } }],
						stopReason: "tool_use",
					};
		},
	};
	const inputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
	const tools = [{ name: "echo", description: "Echo", inputSchema, execute: async ({ n }) => n }];
	const layers = [{ protocol: "webmcp", serverName: "bench", description: "", tools }];
	return kit.runAgentLoop("go", { provider, layers, maxIterations: STEPS + 1 });
}

await kit.init();
const ourSteps = (await ours()).metrics.iterations;
const theirSteps = (await theirs()).steps.length;
if (ourSteps !== STEPS || theirSteps !== STEPS)
	throw new Error(`steps: ${ourSteps} and ${theirSteps}, not ${STEPS}`);
const times = await compare({ ours, "ai generateText": theirs }, { rounds: 15, warmUps: 5 });
report(`loop overhead, ${STEPS} iterations with one tool call each`, times, {
	unit: "ms",
	per: STEPS,
	perName: "iteration",
});
