/** A model that gives what it is told to, and a server with two tools, for conversations without a page. */

export const use = (id, name, input = {}) => ({ type: "tool_use", id, name, input });
export const say = (text) => ({ type: "text", text });

/**
 * A model that gives `replies` in turn, then "done": blocks, an error to reject with, or a function of signal and messages that gives
 * blocks.
 */
export function scripted(...replies) {
	const requests = [];
	return {
		name: "scripted",
		model: "none",
		requests,
		async chat(messages, _tools, options) {
			requests.push(messages);
			let content = replies.shift() ?? [say("done")];
			if (typeof content === "function") content = await content(options, messages);
			if (content instanceof Error) throw content;
			for (const { text } of content) if (text) options.onDelta?.({ type: "text", text });
			return { content, stopReason: "end_turn", usage: { input_tokens: 10, output_tokens: 5 } };
		},
	};
}

/** A server `desk` that says what was called: `look` reads only, `pay` may change something, `fail` fails. */
export function desk() {
	const calls = [];
	const inputSchema = { type: "object", properties: { n: { type: "number" } } };
	const tool = (name, annotations) => ({
		name,
		description: name,
		inputSchema,
		annotations,
		execute: ({ n }) => {
			calls.push(`${name} ${n}`);
			if (name === "fail") throw new Error("broken");
			return { did: name };
		},
	});
	const tools = [
		tool("look", { readOnlyHint: true }),
		tool("pay", { destructiveHint: true }),
		tool("fail", {}),
	];
	return { calls, layer: { protocol: "webmcp", serverName: "desk", description: "", tools } };
}
