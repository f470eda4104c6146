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

/** A `LanguageModel` that writes `replies` in turn, in pieces of three characters; `log` is what it was asked. */
function standIn(replies, { availability = "available", refuses = () => false, createFails } = {}) {
	const log = { created: [], cloned: 0, destroyed: 0, asked: [], constraints: [] };
	let open = 0;
	class Session {
		contextWindow = 9216;
		#gone = false;
		constructor(history) {
			this.history = history;
			open += 1;
		}
		async clone(options) {
			this.#demandOpen();
			only("clone", options, ["signal"]);
			log.cloned += 1;
			return new Session([...this.history]);
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
			this.history.push(...input, { role: "assistant", content: reply });
			let at = 0;
			return new ReadableStream({
				pull(to) {
					if (options.signal?.aborted) return to.error(options.signal.reason);
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
		availability: async () => availability,
		create: async (options) => {
			only("create", options, ["initialPrompts", "monitor", "signal", "temperature", "topK"]);
			if ((options.temperature === undefined) !== (options.topK === undefined))
				throw fail("NotSupportedError");
			if (createFails) throw createFails;
			log.created.push(options);
			const monitor = new EventTarget();
			options.monitor?.(monitor);
			monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 0.5 }));
			return new Session([...(options.initialPrompts ?? [])]);
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
