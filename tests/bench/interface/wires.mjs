/** How each interface is told what the model says: the same pieces as events of its own protocol. */
import { BARS, BETWEEN, FIRST, pieces, REPORT_PIECES, SHOWN, TITLE, WISH } from "./said.mjs";

/** @typedef {{at: number, send: string}} Due what is sent, and how many milliseconds after the request */

const ID = "call_1";
/** A call's arguments come in so many pieces. */
const ARGUMENT_PIECES = 4;

const event = (/** @type {object} */ value) => `data: ${JSON.stringify(value)}\n\n`;

/**
 * What is asked for by what was said last: the wish itself, or what became of its call.
 *
 * @param {string} wish
 * @param {boolean} isAnswered the call was answered already
 */
function turnOf(wish, isAnswered) {
	if (wish.includes(WISH.report)) return "report";
	return isAnswered ? "shown" : "call";
}

/**
 * Puts pieces on the clock; what opens and closes a turn goes with its first and last piece.
 *
 * @param {string} open
 * @param {string[]} said
 * @param {string} close
 * @returns {Due[]}
 */
const timed = (open, said, close) =>
	said.map((send, index) => ({
		at: FIRST + index * BETWEEN,
		send: (index === 0 ? open : "") + send + (index === said.length - 1 ? close : ""),
	}));

/** @param {"report" | "shown"} turn */
const textOf = (turn) => (turn === "report" ? REPORT_PIECES : [SHOWN]);

/**
 * Text of a message's content, which is a text or a list of parts.
 *
 * @param {unknown} content
 */
const plain = (content) => (typeof content === "string" ? content : JSON.stringify(content));

/** OpenAI's chat completions, as ours asks for them. @param {any} body */
export function chatCompletions({ messages }) {
	const last = messages.at(-1);
	const wish = plain(messages.findLast(({ role }) => role === "user")?.content);
	const turn = turnOf(wish, last.role === "tool");
	const delta = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) =>
		event({
			id: "chatcmpl-1",
			object: "chat.completion.chunk",
			created: 1_700_000_000,
			model: "bench",
			choices: [{ index: 0, delta, finish_reason }],
		});
	const close = (/** @type {string} */ reason) => `${delta({}, reason)}data: [DONE]\n\n`;
	const open = delta({ role: "assistant", content: "" });
	if (turn !== "call")
		return timed(
			open,
			textOf(turn).map((content) => delta({ content })),
			close("stop"),
		);
	const call = JSON.stringify({ name: "chart", params: { title: TITLE, type: "bar", bars: BARS } });
	const calling = (/** @type {{[key: string]: any}} */ more, /** @type {string} */ text) =>
		delta({ tool_calls: [{ index: 0, ...more, function: { ...more.function, arguments: text } }] });
	const named = { id: ID, type: "function", function: { name: "autoui_webmcp_widget_display" } };
	const said = pieces(call, ARGUMENT_PIECES).map((text) => calling({}, text));
	return timed(open + calling(named, ""), said, close("tool_calls"));
}

const CHART = JSON.stringify({ title: TITLE, bars: BARS });

/** The AI SDK's stream of UI messages, which `useChatRuntime` of assistant-ui reads. @param {any} body */
export function uiMessages({ messages }) {
	const wish = plain(messages.findLast(({ role }) => role === "user")?.parts);
	const isAnswered = messages
		.at(-1)
		.parts.some((/** @type {any} */ part) => part.state === "output-available");
	const turn = turnOf(wish, isAnswered);
	const open = event({ type: "start" }) + event({ type: "start-step" });
	const close = `${event({ type: "finish-step" })}${event({ type: "finish" })}data: [DONE]\n\n`;
	if (turn !== "call")
		return timed(
			open + event({ type: "text-start", id: "text-1" }),
			textOf(turn).map((delta) => event({ type: "text-delta", id: "text-1", delta })),
			event({ type: "text-end", id: "text-1" }) + close,
		);
	const named = { toolCallId: ID, toolName: "show_chart" };
	return timed(
		open + event({ type: "tool-input-start", ...named }),
		pieces(CHART, ARGUMENT_PIECES).map((inputTextDelta) =>
			event({ type: "tool-input-delta", toolCallId: ID, inputTextDelta }),
		),
		event({ type: "tool-input-available", ...named, input: JSON.parse(CHART) }) + close,
	);
}

/** AG-UI's events, which CopilotKit's runtime passes on. @param {any} body */
export function agUi({ threadId, runId, messages }) {
	const wish = plain(messages.findLast(({ role }) => role === "user")?.content);
	const turn = turnOf(wish, messages.at(-1).role === "tool");
	const open = event({ type: "RUN_STARTED", threadId, runId });
	const close = event({ type: "RUN_FINISHED", threadId, runId });
	const messageId = `message-${runId}`;
	if (turn !== "call")
		return timed(
			open + event({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }),
			textOf(turn).map((delta) => event({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
			event({ type: "TEXT_MESSAGE_END", messageId }) + close,
		);
	const named = { toolCallId: ID, toolCallName: "show_chart", parentMessageId: messageId };
	return timed(
		open + event({ type: "TOOL_CALL_START", ...named }),
		pieces(CHART, ARGUMENT_PIECES).map((delta) => event({ type: "TOOL_CALL_ARGS", toolCallId: ID, delta })),
		event({ type: "TOOL_CALL_END", toolCallId: ID }) + close,
	);
}

const SURFACE = "main";
const a2ui = (/** @type {object} */ message) => event({ version: "v0.9", ...message });
const valueAt = (/** @type {string} */ path, /** @type {unknown} */ value) =>
	a2ui({ updateDataModel: { surfaceId: SURFACE, path, value } });

/**
 * A2UI's messages. It has no pieces of a text: a value is set anew as long as it grows, which is the only way to stream one. A chart is shown
 * by components that come whole, after as many pieces' time as the others' arguments take.
 *
 * @param {any} body
 */
export function a2uiMessages({ wish }) {
	const turn = turnOf(wish, false);
	if (turn === "report") {
		const soFar = REPORT_PIECES.map((_, index) => REPORT_PIECES.slice(0, index + 1).join(""));
		const said = soFar.map((text) => valueAt("/answer", text));
		return timed("", said, "");
	}
	const components = [
		{ id: "shown", component: "Column", children: ["chart"] },
		{ id: "chart", component: "BarChart", title: TITLE, bars: { path: "/bars" } },
	];
	const chart = valueAt("/bars", BARS) + a2ui({ updateComponents: { surfaceId: SURFACE, components } });
	const said = [...Array.from({ length: ARGUMENT_PIECES - 1 }, () => ":\n\n"), chart];
	const after = { at: FIRST * 2 + BETWEEN * ARGUMENT_PIECES, send: valueAt("/answer", SHOWN) };
	return [...timed("", said, ""), after];
}
