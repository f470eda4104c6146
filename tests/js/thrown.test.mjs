/** Whatever a page, a tool, a provider or a journal throws becomes a sentence, and a run always settles. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const throwing = () => {
	throw new Error("a trap");
};

/** Things that somebody may throw; the last ones are made to break whoever looks at them. */
const THROWN = [
	() => undefined,
	() => null,
	() => true,
	() => 0,
	() => Number.NaN,
	() => 10n,
	() => "",
	() => "plain",
	() => Symbol("s"),
	() => () => 1,
	() => [],
	() => ["a", "b"],
	() => ({}),
	() => ({ message: "an object" }),
	() => ({ message: { deep: ["x"] } }),
	() => new Error("an error"),
	() => new Error(""),
	() => Object.assign(new Error(), { message: ["x"] }),
	() => Object.assign(new Error(), { message: { code: 1 } }),
	() => Object.assign(new Error(), { message: 5 }),
	() => Object.assign(new Error(), { message: Symbol("m") }),
	() => Object.assign(new Error(), { message: 10n }),
	() => Object.assign(new Error(), { message: undefined, name: undefined }),
	() => Object.assign(new Error("x"), { code: { toString: throwing } }),
	() => Object.defineProperty(new Error(), "message", { get: throwing }),
	() => Object.defineProperty({}, "message", { get: throwing }),
	() => Object.create(null),
	() => new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing }),
	() => new Proxy(new Error("x"), { get: throwing, getPrototypeOf: throwing }),
	() => ({ toString: throwing, [Symbol.toPrimitive]: throwing }),
	() => ({ toJSON: throwing, message: { toJSON: throwing } }),
	() => new Date(Number.NaN),
	() => "\ud83d",
	() => Object.assign(new Error("half \ud83d"), { details: { toJSON: throwing } }),
	() => new DOMException("stopped", "AbortError"),
];

/** Promises and thenables that break whoever waits for them. */
const WAITED = [
	...THROWN.map((make) => async () => {
		throw make();
	}),
	// biome-ignore lint/suspicious/noThenProperty: that is what is tested
	() => ({ then: throwing }),
	// biome-ignore lint/suspicious/noThenProperty: that is what is tested
	() => Object.defineProperty({}, "then", { get: throwing }),
	// biome-ignore lint/suspicious/noThenProperty: that is what is tested
	() => Object.assign(Promise.resolve(1), { then: throwing }),
	// biome-ignore lint/suspicious/noThenProperty: that is what is tested
	() => ({ then: (resolve, reject) => [resolve(1), reject(2), resolve(3)] }),
	() => Object.defineProperty(Promise.resolve(1), "constructor", { get: throwing }),
];

const say = (text) => ({ content: [{ type: "text", text }], stopReason: "end_turn" });
const call = {
	content: [{ type: "tool_use", id: "c", name: "desk_webmcp_t", input: {} }],
	stopReason: "tool_use",
};

/** A model that calls the tool once. */
function provider() {
	const replies = [call, say("done")];
	return { name: "scripted", model: "none", chat: async () => replies.shift() };
}

function layers(execute = () => "fine") {
	const tool = { name: "t", description: "t", inputSchema: { type: "object" }, execute };
	return [{ protocol: "webmcp", serverName: "desk", description: "", tools: [tool] }];
}

/** What a run came to: the test fails by its own limit where it never settles. */
async function settles(options, what) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`${what}: the run never settled`)), 10_000);
	});
	const outcome = kit.runAgentLoop("go", { provider: provider(), layers: layers(), ...options }).then(
		(result) => ({ result }),
		(error) => ({ error }),
	);
	try {
		return await Promise.race([outcome, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** Does `work` without the noise of what is reported on the way. */
async function quietly(work) {
	const { error, warn } = console;
	console.error = console.warn = () => undefined;
	try {
		return await work();
	} finally {
		Object.assign(console, { error, warn });
	}
}

const sentence = (text) => {
	assert.equal(typeof text, "string");
	assert.ok(text.trim().length > 0, `'${text}' says something`);
	assert.doesNotMatch(text, /\[object|RuntimeError|unreachable/);
};

test("a tool may throw anything: the model reads a sentence, and the run goes on", async () => {
	for (const [at, make] of [...THROWN, ...WAITED].entries()) {
		const execute =
			at < THROWN.length
				? () => {
						throw make();
					}
				: make;
		const { result, error } = await settles({ layers: layers(execute) }, `tool ${at}`);
		assert.equal(error, undefined, `tool ${at}: ${error}`);
		assert.equal(result.text, "done");
		if (result.toolCalls[0].error !== undefined) sentence(result.toolCalls[0].result);
	}
});

test("a provider may throw anything: the run rejects with a sentence and a code", async () => {
	for (const [at, make] of [...THROWN, ...WAITED].entries()) {
		const chat =
			at < THROWN.length
				? () => {
						throw make();
					}
				: make;
		const { error } = await settles({ provider: { name: "x", model: "x", chat } }, `provider ${at}`);
		assert.ok(error instanceof kit.WebMcpError, `provider ${at}: ${error}`);
		sentence(error.message);
	}
});

test("callbacks may throw anything: the run hears nothing of it", async () => {
	await quietly(async () => {
		for (const [at, make] of THROWN.entries()) {
			const callbacks = new Proxy(
				{},
				{
					get: () => () => {
						throw make();
					},
				},
			);
			const { result } = await settles({ callbacks }, `callback ${at}`);
			assert.equal(result?.text, "done");
		}
	});
});

test("hooks and journals may throw anything: the run rejects with a sentence", async () => {
	for (const [at, make] of [...THROWN, ...WAITED].entries()) {
		const failing =
			at < THROWN.length
				? () => {
						throw make();
					}
				: make;
		for (const options of [
			{ journal: { append: failing } },
			{ prepareStep: failing },
			{ stopWhen: failing },
			{ needsApproval: failing },
		]) {
			const { result, error } = await settles(options, `${Object.keys(options)} ${at}`);
			// A thenable that merely resolves oddly is no failure.
			if (!error) assert.ok(result.stopReason);
			else sentence(error.message);
		}
	}
});

test("a memory, a count and a check of the page may throw anything", async () => {
	await quietly(async () => {
		for (const [at, make] of THROWN.entries()) {
			const failing = () => {
				throw make();
			};
			const contextRAG = { ingest: failing, buildContext: failing };
			const { result } = await settles(
				{ contextRAG, countTokens: failing, maxHistoryTokens: 10 },
				`memory ${at}`,
			);
			assert.equal(result?.text, "done");
		}
	});
});

test("a session goes on after whatever was thrown in it", async () => {
	const session = await kit.createSession({
		provider: {
			name: "x",
			model: "x",
			chat: () => {
				throw Object.assign(new Error(), { message: ["x"] });
			},
		},
		layers: layers(),
	});
	await assert.rejects(session.run("one"), { name: "WebMcpError" });
	const again = await session.run("two", { provider: provider() });
	assert.equal(again.text, "done");
});

test("listeners of a canvas and of a bus may throw anything, and the others hear all the same", async () => {
	await quietly(async () => {
		const canvas = kit.createCanvasVanilla();
		const bus = kit.createBus();
		let heard = 0;
		for (const make of THROWN) {
			const failing = () => {
				throw make();
			};
			canvas.subscribe(failing);
			bus.subscribe(["c"], failing);
		}
		canvas.subscribe(() => heard++);
		bus.subscribe(["c"], () => heard++);
		canvas.addWidget("x");
		bus.broadcast("me", "c", 1);
		assert.equal(heard, 2);
	});
});

test("an error is told in one form, whoever failed, and what says nothing is called so", async () => {
	const errors = {};
	for (const [name, thrown] of Object.entries({
		error: new Error("no disk"),
		text: "no disk",
		nothing: undefined,
	})) {
		const server = kit.createWebMcpServer("desk");
		server.addTool({
			name: "look",
			description: "Looks",
			inputSchema: { type: "object" },
			execute: () => {
				throw thrown;
			},
		});
		const replies = [[{ type: "tool_use", id: "1", name: "desk_webmcp_look", input: {} }]];
		const chat = async () => ({
			content: replies.shift() ?? [{ type: "text", text: "done" }],
			stopReason: "end_turn",
		});
		const run = { provider: { name: "x", model: "x", chat }, layers: [server.layer()] };
		errors[name] = (await kit.runAgentLoop("go", run)).toolCalls[0].error;
	}
	assert.deepEqual(errors, {
		error: "no disk",
		text: "no disk",
		nothing: "undefined was thrown, which says nothing",
	});
});

test("what is no function listens to nothing, and says so at once", () => {
	const canvas = kit.createCanvasVanilla();
	const bus = kit.createBus();
	for (const listener of [undefined, null, 5, "x", {}]) {
		const refused = { name: "WebMcpError", code: "invalid_argument" };
		assert.throws(() => canvas.subscribe(listener), refused, String(listener));
		assert.throws(() => bus.subscribe(["c"], listener), refused, String(listener));
	}
	canvas.addWidget("x");
	bus.broadcast("me", "c", 1);
});

test("what a provider tells after its reply is passed over in silence", async () => {
	const late = [];
	const chat = async (_messages, _tools, options) => {
		late.push(options.onDelta, options.onToken, options.onReasoning, options.onArguments);
		return say("done");
	};
	const texts = [];
	const callbacks = { onText: (text) => texts.push(text) };
	await kit.runAgentLoop("go", { provider: { name: "x", model: "x", chat }, layers: [], callbacks });
	for (const tell of late) tell({ type: "text", text: "late", id: "1", name: "n", delta: "{}" });
	assert.deepEqual(texts, ["done"], "a reply that comes at once is told as text as well");
});

test("an abort by a signal of another realm is heard", async () => {
	const listeners = new Set();
	const signal = {
		aborted: false,
		reason: undefined,
		addEventListener: (_type, listener) => listeners.add(listener),
		removeEventListener: (_type, listener) => listeners.delete(listener),
	};
	const chat = () => new Promise(() => undefined);
	const run = kit.runAgentLoop("go", { provider: { name: "x", model: "x", chat }, layers: [], signal });
	setTimeout(() => {
		signal.aborted = true;
		for (const listener of listeners) listener();
	}, 10);
	assert.equal((await run).stopReason, "aborted");
	assert.equal(listeners.size, 0);
});

test("half a character in a result costs that character alone", async () => {
	const execute = () => ({ text: "a\ud83db", list: ["\udc00"] });
	const { result } = await settles({ layers: layers(execute) }, "surrogates");
	assert.deepEqual(JSON.parse(result.toolCalls[0].result), { text: "a\ufffdb", list: ["\ufffd"] });
});

test("a Map is refused with the remedy, wherever it stands", async () => {
	for (const value of [new Map([["a", 1]]), { rows: [new Set([1])] }]) {
		const { result } = await settles({ layers: layers(() => value) }, "a Map");
		assert.match(result.toolCalls[0].error, /Object\.fromEntries/);
	}
});
