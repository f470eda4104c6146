/** A model of a test's page. */

const use = (id, name, input = {}) => ({ type: "tool_use", id, name, input });

/**
 * A model that is told what to say while it is asked: `model.says(text)` ends the request under way or to come, and
 * `model.writes(text)` is heard before. Each request waits until something is said.
 */
export function toldModel() {
	const replies = [];
	let [ask, options] = [];
	const give = () => {
		if (!ask || replies.length === 0) return;
		const reply = replies.shift();
		if (typeof reply === "string") options.onDelta?.({ type: "text", text: reply });
		else if (reply.reasoning) options.onDelta?.({ type: "reasoning", text: reply.reasoning });
		else {
			const done = ask;
			ask = undefined;
			done(reply);
		}
		give();
	};
	const push = (reply) => {
		replies.push(reply);
		give();
	};
	const asked = [];
	return {
		name: "told",
		model: "told-1",
		asked,
		writes: push,
		thinks: (reasoning) => push({ reasoning }),
		says: (text, ...suggestions) => push({ content: [{ type: "text", text }], suggestions }),
		calls: (...calls) => push({ content: calls.map(([id, name, input]) => use(id, name, input)) }),
		fails: (message) => push({ failure: message }),
		chat: (messages, tools, given) =>
			new Promise((resolve, reject) => {
				asked.push({ messages, tools: tools.map(({ name }) => name) });
				given.signal?.addEventListener("abort", () => {
					ask = undefined;
					reject(given.signal.reason);
				});
				options = given;
				ask = ({ content, failure, suggestions = [] }) => {
					const usage = { input_tokens: 1200, output_tokens: 34 };
					if (failure) reject(new Error(failure));
					else
						resolve({
							content,
							stopReason: "end_turn",
							usage,
							...(suggestions.length > 0 && { suggestions }),
						});
				};
				give();
			}),
	};
}
