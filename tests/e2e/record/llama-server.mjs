/** A small OpenAI-compatible server over llama.cpp (node-llama-cpp): what it streams, llama.cpp wrote token by token. */
import { createServer } from "node:http";

/**
 * @typedef {{tool: string, schema: object, prompt: (messages: any[]) => string} | {prompt: (messages: any[]) => string}} Step
 *   one reply: a call of `tool` whose arguments obey `schema`, or text up to the end of the line
 */

/**
 * @param {{llama: typeof import("node-llama-cpp"), modelPath: string, steps: Step[], onReply: (body: string) => void}} options
 */
export async function startLlamaServer({ llama: library, modelPath, steps, onReply }) {
	const llama = await library.getLlama({ gpu: false, build: "never" });
	const model = await llama.loadModel({ modelPath });
	// One thread: with more, llama.cpp's workers wait for each other in busy loops on a loaded machine.
	const context = await model.createContext({ contextSize: 4096, threads: 1 });
	const sequence = context.getSequence();
	const completion = new library.LlamaCompletion({ contextSequence: sequence });

	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-allow-headers", "*");
		if (request.method === "OPTIONS") return response.writeHead(204).end();
		let text = "";
		for await (const chunk of request) text += chunk;
		const { model: name, messages } = JSON.parse(text);
		const step = steps.shift();
		if (!step) return response.writeHead(500).end("no step is left");
		let body = "";
		const base = { id: `chatcmpl-${steps.length}`, object: "chat.completion.chunk", created: 0, model: name };
		const send = (delta, finish = null, more = {}) => {
			const event = { ...base, choices: [{ index: 0, delta, finish_reason: finish }], ...more };
			const line = `data: ${JSON.stringify(event)}\n\n`;
			body += line;
			response.write(line);
		};
		response.writeHead(200, { "content-type": "text/event-stream" });
		send({ role: "assistant", content: null });
		const call = (fields) => ({ tool_calls: [{ index: 0, ...fields }] });
		const isCall = "tool" in step;
		if (isCall)
			send(
				call({ id: `call_${steps.length}`, type: "function", function: { name: step.tool, arguments: "" } }),
			);
		const start = sequence.tokenMeter.getState();
		await completion.generateCompletion(step.prompt(messages), {
			maxTokens: isCall ? 600 : 24,
			temperature: 0,
			...(isCall
				? { grammar: await llama.createGrammarForJsonSchema(step.schema) }
				: { customStopTriggers: ["\n"] }),
			onTextChunk: (piece) => send(isCall ? call({ function: { arguments: piece } }) : { content: piece }),
		});
		const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(start);
		const usage = {
			prompt_tokens: usedInputTokens,
			completion_tokens: usedOutputTokens,
			total_tokens: usedInputTokens + usedOutputTokens,
		};
		send({}, isCall ? "tool_calls" : "stop", { usage });
		body += "data: [DONE]\n\n";
		response.end("data: [DONE]\n\n");
		onReply(body);
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
	return {
		url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
		close: () => server.close(),
	};
}
