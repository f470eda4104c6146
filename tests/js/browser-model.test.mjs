/** The browser's own model as a provider, over a stand-in that holds the rules of the API's IDL. */
import assert from "node:assert/strict";
import { afterEach, before, test } from "node:test";
import { BrowserModelProvider } from "../../pkg/browser-model/index.js";
import * as kit from "../../pkg/index.js";

const fail = (name, message = name) => Object.assign(new Error(message), { name });
const only = (what, value, names) => {
	for (const name of Object.keys(value ?? {}))
		if (!names.includes(name)) throw new TypeError(`${what}: ${name}`);
};

/**
 * A `LanguageModel` that writes `replies` in turn, in pieces of three characters; `log` is what it was asked. With `hasTools` it is of the
 * draft that hands tools to the model: of a reply that is a list, calls are made in turn, those of one list within it at once, and `log.results` are their results.
 */
function standIn(
	replies,
	{ availability = "available", refuses = () => false, createFails, hasTools = false } = {},
) {
	const log = { created: [], cloned: 0, destroyed: 0, asked: [], constraints: [], results: [] };
	let open = 0;
	const types = ["text", "image", "audio", ...(hasTools ? ["tool-call", "tool-response"] : [])];
	/** An enum of WebIDL takes no other value. */
	const typed = ({ expectedInputs = [], expectedOutputs = [] }) => {
		for (const { type } of [...expectedInputs, ...expectedOutputs])
			if (!types.includes(type)) throw new TypeError(`'${type}' is not a valid enum value`);
	};
	class Session {
		contextWindow = 9216;
		#gone = false;
		constructor(history, tools = []) {
			this.history = history;
			this.tools = tools;
			open += 1;
		}
		async clone(options) {
			this.#demandOpen();
			only("clone", options, ["signal"]);
			log.cloned += 1;
			return new Session([...this.history], this.tools);
		}
		promptStreaming(input, options) {
			this.#demandOpen();
			only("prompt", options, ["signal", "responseConstraint", "omitResponseConstraintInput"]);
			for (const { role, content, ...rest } of input) {
				only("message", rest, ["prefix"]);
				if (role !== "user" && role !== "assistant") throw new TypeError(`role ${role}`);
				if (typeof content !== "string") throw new TypeError("content");
			}
			log.asked.push(input);
			log.constraints.push(options.responseConstraint);
			if (refuses(options.responseConstraint)) {
				return new ReadableStream({ start: (to) => to.error(fail("NotSupportedError", "format")) });
			}
			const reply = replies.shift();
			if (reply instanceof Error) return new ReadableStream({ start: (to) => to.error(reply) });
			const steps = typeof reply === "string" ? [reply] : [...reply];
			this.history.push(...input, { role: "assistant", content: JSON.stringify(reply) });
			let at = 0;
			const call = ([name, args]) => this.tools.find((tool) => tool.name === name).execute(args);
			return new ReadableStream({
				start: (to) => options.signal?.addEventListener("abort", () => to.error(options.signal.reason)),
				async pull(to) {
					if (options.signal?.aborted) return to.error(options.signal.reason);
					while (Array.isArray(steps[0])) log.results.push(await Promise.all(steps.shift().map(call)));
					const [reply] = steps;
					if (at >= reply.length) return to.close();
					to.enqueue(reply.slice(at, at + 3));
					at += 3;
				},
			});
		}
		destroy() {
			if (!this.#gone) open -= 1;
			this.#gone = true;
			log.destroyed += 1;
		}
		#demandOpen() {
			if (this.#gone) throw fail("InvalidStateError");
		}
	}
	globalThis.LanguageModel = {
		availability: async (options = {}) => {
			typed(options);
			return availability;
		},
		create: async (options) => {
			const draft = hasTools ? ["expectedInputs", "expectedOutputs", "tools"] : [];
			only("create", options, ["initialPrompts", "monitor", "signal", "temperature", "topK", ...draft]);
			typed(options);
			for (const tool of options.tools ?? [])
				only("tool", tool, ["name", "description", "inputSchema", "execute"]);
			if ((options.temperature === undefined) !== (options.topK === undefined))
				throw fail("NotSupportedError");
			if (createFails) throw createFails;
			log.created.push(options);
			const monitor = new EventTarget();
			options.monitor?.(monitor);
			monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 0.5 }));
			return new Session([...(options.initialPrompts ?? [])], options.tools);
		},
	};
	return Object.assign(log, { open: () => open });
}

const look = {
	name: "look",
	description: "Looks something up",
	input_schema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};
const wish = [{ role: "user", content: "what is tea?" }];
const call = '{"call": "look", "arguments": {"word": "tea"}}';

before(() => kit.init());
afterEach(() => delete globalThis.LanguageModel);

test("without tools it answers with any text, as it is written", async () => {
	const log = standIn(["Tea is a drink."]);
	const heard = [];
	const provider = new BrowserModelProvider();
	const reply = await provider.chat(wish, [], { system: "Be brief.", onToken: (token) => heard.push(token) });
	assert.deepEqual(reply.content, [{ type: "text", text: "Tea is a drink." }]);
	assert.equal(heard.join(""), "Tea is a drink.");
	assert.ok(heard.length > 1);
	assert.deepEqual(log.created[0].initialPrompts, [{ role: "system", content: "Be brief." }]);
	assert.deepEqual(log.constraints, [undefined]);
	assert.equal(provider.capabilities.contextSize, 9216);
});

test("a call is held to the tool's schema, and its result is all that is read next", async () => {
	const log = standIn([call, '{"say": "A \\"drink\\"."}']);
	const provider = new BrowserModelProvider();
	const deltas = [];
	const first = await provider.chat(wish, [look], { onDelta: (delta) => deltas.push(delta) });
	const [{ id, ...made }] = first.content;
	assert.deepEqual(made, { type: "tool_use", name: "look", input: { word: "tea" } });
	assert.equal(first.stopReason, "tool_use");
	assert.deepEqual(
		deltas.map(({ type }) => type),
		["call-start", "arguments"],
	);
	const check = kit.compileJsonSchema(log.constraints[0]);
	assert.ok(check.validate(JSON.parse(call)).valid);
	assert.ok(check.validate({ say: "hello" }).valid);
	assert.ok(!check.validate({ call: "look", arguments: { word: 3 } }).valid);
	assert.ok(!check.validate({ call: "rm", arguments: {} }).valid);
	const result = { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "a drink" }] };
	const history = [...wish, { role: "assistant", content: first.content }, result];
	const told = [];
	const second = await provider.chat(history, [look], { onToken: (token) => told.push(token) });
	assert.deepEqual(second.content, [{ type: "text", text: 'A "drink".' }]);
	assert.equal(told.join(""), 'A "drink".');
	assert.deepEqual(log.asked[1], [{ role: "user", content: "look answered: a drink" }]);
	assert.deepEqual([log.created.length, log.cloned], [1, 1]);
	// Another conversation about the same tools begins with a clone, and the old session goes.
	await provider.chat(wish, [look]).catch(() => undefined);
	assert.deepEqual([log.created.length, log.cloned], [1, 2]);
	provider.dispose();
	assert.equal(log.open(), 0);
});

test("what must be called is all that can be written, and where nothing may be called, nothing can", async () => {
	for (const [toolChoice, says, calls] of [
		["auto", true, true],
		["required", false, true],
		[{ name: "look" }, false, true],
		["none", true, false],
	]) {
		const log = standIn([says ? '{"say": "x"}' : call]);
		await new BrowserModelProvider().chat(wish, [look], { toolChoice });
		const check = kit.compileJsonSchema(log.constraints[0]);
		assert.equal(check.validate({ say: "x" }).valid, says, JSON.stringify(toolChoice));
		assert.equal(check.validate(JSON.parse(call)).valid, calls, JSON.stringify(toolChoice));
	}
});

test("where the browser takes less of JSON Schema, the arguments are left open", async () => {
	const log = standIn([call, call], {
		refuses: (constraint) => JSON.stringify(constraint).includes('"word"'),
	});
	const provider = new BrowserModelProvider();
	for (const _ of [1, 2]) {
		const { content } = await provider.chat(wish, [look]);
		assert.deepEqual(content[0].input, { word: "tea" });
	}
	assert.equal(log.constraints.length, 3, "it is refused once");
});

test("nothing is downloaded that the page does not want, and it hears how far it is", async () => {
	const log = standIn([], { availability: "downloadable" });
	await assert.rejects(new BrowserModelProvider({ onDownload: () => false }).initialize(), {
		code: "aborted",
	});
	assert.equal(log.created.length, 0);
	const heard = [];
	await new BrowserModelProvider({ onDownload: () => true, onProgress: (at) => heard.push(at) }).initialize();
	assert.deepEqual(heard, [0.5]);
});

test("what goes wrong has a code, and the next chat begins anew", async () => {
	assert.equal(await BrowserModelProvider.availability(), "unavailable");
	await assert.rejects(new BrowserModelProvider().chat(wish, []), { code: "unsupported" });
	for (const [wrong, code] of [
		[fail("QuotaExceededError"), "model"],
		[fail("NotReadableError"), "model"],
		['{"call": "look", "argu', "model"],
		["{}", "model"],
		["no JSON", "model"],
	]) {
		const log = standIn([wrong, call]);
		const provider = new BrowserModelProvider();
		await assert.rejects(
			provider.chat(wish, [look]),
			(error) => error.name === "WebMcpError" && error.code === code,
			String(wrong),
		);
		assert.equal((await provider.chat(wish, [look])).stopReason, "tool_use");
		provider.dispose();
		assert.equal(log.open(), 0);
	}
	for (const [name, code] of [
		["NotAllowedError", "unsupported"],
		["NetworkError", "network"],
		["OperationError", "model"],
	]) {
		standIn([], { createFails: fail(name) });
		await assert.rejects(new BrowserModelProvider().initialize(), { code });
	}
	assert.throws(() => new BrowserModelProvider({ onDownload: 3 }), { code: "invalid_argument" });
	await assert.rejects(new BrowserModelProvider().chat([{ role: "assistant", content: "x" }], []), {
		code: "invalid_argument",
	});
});

test("an abort ends the answer, and no session is left", async () => {
	const log = standIn(["a long answer that nobody waits for", "again"]);
	const provider = new BrowserModelProvider();
	const control = new AbortController();
	const stopped = provider.chat(wish, [], {
		signal: control.signal,
		onToken: () => control.abort(new Error("enough")),
	});
	await assert.rejects(stopped, /enough/);
	await assert.rejects(provider.chat(wish, [], { signal: control.signal }), /enough/);
	assert.deepEqual((await provider.chat(wish, [])).content, [{ type: "text", text: "again" }]);
	provider.dispose();
	assert.equal(log.open(), 0);
});

test("chats at once and a disposal in the middle leave no session", async () => {
	const log = standIn(["one", "two", "three"]);
	const provider = new BrowserModelProvider();
	await provider.chat(wish, []);
	await Promise.all([provider.chat(wish, []), provider.chat(wish, [])]);
	provider.dispose();
	assert.equal(log.open(), 0);
	const late = standIn(["late"]);
	const answering = provider.chat(wish, [], { onToken: () => provider.dispose() });
	assert.deepEqual((await answering).content, [{ type: "text", text: "late" }]);
	assert.equal(late.open(), 0);
});

/** The history once these calls have these results. */
const answered = (history, { content }, results) => [
	...history,
	{ role: "assistant", content },
	{
		role: "user",
		content: content
			.filter(({ type }) => type === "tool_use")
			.map(({ id }, at) => ({ type: "tool_result", tool_use_id: id, content: results[at] })),
	},
];

test("where the browser hands tools to its model, calls end the chat and results go on with the same answer", async () => {
	const calls = [
		["look", { word: "tea" }],
		["look", { word: "milk" }],
	];
	const log = standIn([[calls, [["look", "no object"]], "Both are drinks."], "More."], { hasTools: true });
	const provider = new BrowserModelProvider();
	const deltas = [];
	const first = await provider.chat(wish, [look], {
		system: "Be brief.",
		onDelta: (delta) => deltas.push(delta),
	});
	assert.equal(first.stopReason, "tool_use");
	assert.deepEqual(
		first.content.map(({ name, input }) => [name, input]),
		calls,
	);
	assert.equal(new Set(first.content.map(({ id }) => id)).size, 2);
	assert.deepEqual(
		deltas.map(({ type }) => type),
		["call-start", "arguments", "call-start", "arguments"],
	);
	assert.deepEqual(log.created[0].initialPrompts, [{ role: "system", content: "Be brief." }]);
	assert.deepEqual(log.created[0].tools[0].inputSchema, look.input_schema);
	const second = answered(wish, first, ["a drink", "another"]);
	const wrong = await provider.chat(second, [look], { system: "Be brief." });
	assert.deepEqual(wrong.content[0].input, {}, "what is no object is for the schema to refuse");
	const third = answered(second, wrong, ["refused"]);
	third.at(-1).content[0].is_error = true;
	const told = [];
	const last = await provider.chat(third, [look], {
		system: "Be brief.",
		onToken: (token) => told.push(token),
	});
	assert.deepEqual(last.content, [{ type: "text", text: "Both are drinks." }]);
	assert.equal(told.join(""), "Both are drinks.");
	assert.deepEqual(log.results, [["a drink", "another"], ["Error: refused"]]);
	assert.deepEqual(log.constraints, [undefined], "one prompt, held by nothing");
	const more = [...third, { role: "assistant", content: last.content }, { role: "user", content: "more" }];
	assert.deepEqual((await provider.chat(more, [look], { system: "Be brief." })).content[0].text, "More.");
	assert.deepEqual(log.asked[1], [{ role: "user", content: "more" }], "the session goes on");
	assert.deepEqual([log.created.length, log.cloned], [1, 1]);
	provider.dispose();
	assert.equal(log.open(), 0);
});

test("calls that nobody answers are given up: another history, a choice of tools, an abort, a disposal", async () => {
	const calling = () => [[["look", { word: "tea" }]], "never said"];
	const log = standIn([calling(), "a plain answer", calling(), call, calling(), "said", calling()], {
		hasTools: true,
	});
	const provider = new BrowserModelProvider();
	const first = await provider.chat(wish, [look]);
	const [{ id }] = first.content;
	const other = [{ role: "user", content: "something else" }];
	assert.deepEqual((await provider.chat(other, [look])).content[0].text, "a plain answer");
	// A late result, of a call that is gone, is read as a text.
	assert.equal((await provider.chat(wish, [look])).stopReason, "tool_use");
	const held = await provider.chat(answered(wish, first, ["a drink"]), [look], { toolChoice: "required" });
	assert.deepEqual(held.content[0].input, { word: "tea" });
	assert.ok(log.constraints.at(-1), "what must be called is held by a constraint");
	assert.match(log.asked.at(-1).at(-1).content, /look answered: a drink/);
	const control = new AbortController();
	const stopped = provider.chat(wish, [look], {
		signal: control.signal,
		onDelta: () => control.abort(new Error("enough")),
	});
	await stopped.catch((error) => assert.match(error.message, /enough/));
	assert.deepEqual((await provider.chat(wish, [look])).content[0].text, "said");
	await provider.chat(wish, [look]);
	provider.dispose();
	assert.equal(log.open(), 0);
	assert.ok(id);
});

test("two chats at once do not hear each other's calls", async () => {
	const log = standIn([[[["look", { word: "tea" }]], "one"], call], { hasTools: true });
	const provider = new BrowserModelProvider();
	const [one, other] = await Promise.all([provider.chat(wish, [look]), provider.chat(wish, [look])]);
	assert.deepEqual(one.content[0].input, { word: "tea" });
	assert.deepEqual(other.content[0].input, { word: "tea" });
	assert.deepEqual(log.constraints.map(Boolean), [false, true], "the second is held by a constraint");
	const rest = await provider.chat(answered(wish, one, ["a drink"]), [look]);
	assert.deepEqual(rest.content[0].text, "one");
	provider.dispose();
	assert.equal(log.open(), 0);
});

test("a whole run finds out and shows", async () => {
	const shown = [];
	const server = kit.createWebMcpServer("cards", { description: "" });
	server.registerWidget(
		"---\nwidget: card\ndescription: A card\nschema: {type: object, required: [title], properties: {title: {type: string}}}\n---\n",
		() => {},
	);
	standIn([
		'{"call": "cards_webmcp_widget_display", "arguments": {"name": "card", "params": {"title": "Tea"}}}',
		'{"say": "Here it is."}',
	]);
	const result = await kit.runAgentLoop("a card about tea", {
		provider: new BrowserModelProvider(),
		layers: [server.layer()],
		callbacks: { onWidget: (name, params) => shown.push({ name, params }) },
	});
	assert.equal(result.text, "Here it is.");
	assert.deepEqual(shown, [{ name: "card", params: { title: "Tea" } }]);
});
