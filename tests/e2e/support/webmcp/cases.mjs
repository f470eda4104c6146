/**
 * What `document.modelContext` must do, case by case: each runs in a page, natively and with the polyfill, and what it observes must be what
 * stands here. Where the browser is known to do otherwise that stands here too, as `native`, with the reason.
 */

/** How a promise ends. */
const ended = (promise) =>
	promise.then(
		(value) => ["resolved", value === undefined ? "undefined" : value],
		(error) => [
			error instanceof DOMException ? "DOMException" : (error?.constructor?.name ?? typeof error),
			error?.name ?? error,
		],
	);
/** The name of the error that a call ends in. */
const fails = async (call) => {
	try {
		const [kind, name] = await ended(call());
		return kind === "DOMException" || kind.endsWith("Error") ? name : [kind, name];
	} catch (error) {
		return `thrown: ${error.name}`;
	}
};
const context = () => document.modelContext;
const execute = async () => "done";
const tool = (more = {}) => ({ name: "a", description: "d", execute, ...more });
/** Registers for one case. */
const register = async (more, options = {}) => {
	const controller = new AbortController();
	await context().registerTool(tool(more), { signal: controller.signal, ...options });
	return () => controller.abort();
};
const found = async (name) => (await context().getTools()).find((one) => one.name === name);
const call = async (name, input, options) => context().executeTool(await found(name), input, options);
/** What a tool's result becomes. */
const resultOf = async (make) => {
	const stop = await register({ name: "r", execute: make });
	const outcome = await ended(call("r"));
	stop();
	return outcome;
};
const circular = () => {
	const value = {};
	value.self = value;
	return value;
};
const later = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));
const INVALID = "InvalidStateError";
const SECURITY = "SecurityError";

export const IDL = [
	{
		name: "the interface has its members, each enumerable, and a tag",
		run: async () => {
			const proto = ModelContext.prototype;
			return {
				own: Object.getOwnPropertyNames(proto).sort(),
				enumerable: Object.keys(proto).sort(),
				lengths: [proto.registerTool.length, proto.getTools.length, proto.executeTool.length],
				tag: Object.prototype.toString.call(context()),
				parent: Object.getPrototypeOf(proto) === EventTarget.prototype,
				names: [ModelContext.name, ModelContext.length, proto.registerTool.name],
			};
		},
		expected: {
			own: [
				"constructor",
				"executeTool",
				"getTools",
				"ontoolactivated",
				"ontoolcancel",
				"ontoolchange",
				"registerTool",
			],
			enumerable: [
				"executeTool",
				"getTools",
				"ontoolactivated",
				"ontoolcancel",
				"ontoolchange",
				"registerTool",
			],
			lengths: [1, 0, 1],
			tag: "[object ModelContext]",
			parent: true,
			names: ["ModelContext", 0, "registerTool"],
		},
	},
	{
		name: "the document has it, always the same, by a getter of Document.prototype",
		run: async () => {
			const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(
				Document.prototype,
				"modelContext",
			);
			let illegal;
			try {
				get.call({});
			} catch (error) {
				illegal = error.name;
			}
			return [
				new Set([context(), context()]).size,
				context() instanceof ModelContext,
				typeof get,
				get.name,
				String(set),
				enumerable,
				configurable,
				illegal,
				Object.hasOwn(document, "modelContext"),
			];
		},
		expected: [1, true, "function", "get modelContext", "undefined", true, true, "TypeError", false],
	},
	{
		name: "nobody can make one, and its globals are not enumerable",
		run: async () => {
			const illegal = (make) => {
				try {
					make();
					return "made";
				} catch (error) {
					return error.name;
				}
			};
			return [
				illegal(() => new ModelContext()),
				illegal(() => ModelContext()),
				...["ModelContext", "ToolActivatedEvent", "ToolCancelEvent"].map(
					(name) => Object.getOwnPropertyDescriptor(window, name).enumerable,
				),
			];
		},
		expected: ["TypeError", "TypeError", false, false, false],
	},
	{
		name: "its methods reject, and never throw, whatever they are called on",
		run: async () => [
			await fails(() => ModelContext.prototype.registerTool.call({}, {})),
			await fails(() => ModelContext.prototype.getTools.call(document)),
			await fails(() => ModelContext.prototype.executeTool.call(null, {})),
		],
		expected: ["TypeError", "TypeError", "TypeError"],
	},
	...["ToolActivatedEvent", "ToolCancelEvent"].map((type) => ({
		name: `${type} is made as its IDL says`,
		args: [type],
		run: async (type) => {
			const Type = window[type];
			const made = new Type("x", { toolName: 5, bubbles: true });
			const fails = (make) => {
				try {
					make();
					return "made";
				} catch (error) {
					return error.name;
				}
			};
			return [
				made.toolName,
				made.bubbles,
				made.isTrusted,
				made instanceof Event,
				new Type("x").toolName,
				new Type("x", null).toolName,
				fails(() => new Type()),
				fails(() => new Type("x", { toolName: Symbol() })),
				fails(() => Type("x")),
				Object.prototype.toString.call(made),
				Type.length,
			];
		},
		expected: ["5", true, false, true, "", "", "TypeError", "TypeError", "TypeError", `[object ${type}]`, 1],
	})),
	{
		name: "event handlers are kept, called in the place where they were first set, and taken away",
		run: async () => {
			const heard = [];
			const one = () => heard.push("one");
			const kept = [context().ontoolchange];
			context().ontoolchange = one;
			kept.push(context().ontoolchange === one);
			const listener = () => heard.push("listener");
			context().addEventListener("toolchange", listener);
			context().ontoolchange = function two(event) {
				heard.push("two", this === context(), event.type);
			};
			const stop = await register({ name: "handled" });
			context().ontoolchange = 5;
			kept.push(context().ontoolchange);
			stop();
			await later();
			context().removeEventListener("toolchange", listener);
			return { kept, heard };
		},
		expected: {
			kept: [null, true, null],
			heard: ["two", true, "toolchange", "listener", "listener"],
		},
	},
];

const wrong = (what, call, expected) => ({
	name: `refused: ${what}: ${expected}`,
	run: () => fails(call),
	expected,
});
/** Each makes a call that must fail. */
export const REFUSED = [
	wrong("nothing", () => context().registerTool(), "TypeError"),
	wrong("a text", () => context().registerTool("x"), "TypeError"),
	wrong("no name", () => context().registerTool(tool({ name: undefined })), "TypeError"),
	wrong("no description", () => context().registerTool(tool({ description: undefined })), "TypeError"),
	wrong("no execute", () => context().registerTool(tool({ execute: undefined })), "TypeError"),
	wrong("execute that is no function", () => context().registerTool(tool({ execute: {} })), "TypeError"),
	wrong("a symbol as name", () => context().registerTool(tool({ name: Symbol() })), "TypeError"),
	...["x", null, 5n, true].map((schema) =>
		wrong(
			`the schema ${String(schema)}`,
			() => context().registerTool(tool({ inputSchema: schema })),
			"TypeError",
		),
	),
	wrong("a circular schema", () => context().registerTool(tool({ inputSchema: circular() })), "TypeError"),
	wrong(
		"a schema of which nothing is left",
		() => context().registerTool(tool({ inputSchema: { toJSON() {} } })),
		"TypeError",
	),
	wrong("a function as schema", () => context().registerTool(tool({ inputSchema: () => 1 })), "TypeError"),
	wrong(
		"a schema that throws, with what it throws",
		() =>
			context().registerTool(
				tool({
					inputSchema: {
						toJSON() {
							throw new RangeError("own");
						},
					},
				}),
			),
		"RangeError",
	),
	wrong("a signal that is none", () => context().registerTool(tool(), { signal: {} }), "TypeError"),
	wrong(
		"exposedTo that is no list",
		() => context().registerTool(tool(), { exposedTo: "https://e.com" }),
		"TypeError",
	),
	wrong("annotations that are a text", () => context().registerTool(tool({ annotations: "x" })), "TypeError"),
	wrong("options that are a number", () => context().registerTool(tool(), 5), "TypeError"),
	...["", "bad name", "ä", "a/b", "a:b", "x".repeat(129), "a\n"].map((name) =>
		wrong(
			`the name ${JSON.stringify(name.slice(0, 12))}`,
			() => context().registerTool(tool({ name })),
			INVALID,
		),
	),
	wrong("an empty description", () => context().registerTool(tool({ description: "" })), INVALID),
	...["http://e.com", "*", "/", "about:blank", "ftp://e.com", "e.com", "", "data:text/html,x"].map((origin) =>
		wrong(
			`to be exposed to ${JSON.stringify(origin)}`,
			() => context().registerTool(tool(), { exposedTo: [origin] }),
			SECURITY,
		),
	),
	...["http://e.com", "*", "/", "about:blank"].map((origin) =>
		wrong(
			`(getTools) ${JSON.stringify(origin)}`,
			() => context().getTools({ fromOrigins: [origin] }),
			SECURITY,
		),
	),
	wrong("(getTools) a text as options", () => context().getTools("x"), "TypeError"),
	wrong("(getTools) origins that are no list", () => context().getTools({ fromOrigins: "x" }), "TypeError"),
	wrong("(executeTool) nothing", () => context().executeTool(), "TypeError"),
	...["{}", null, 5, Symbol.iterator].map((input) =>
		wrong(
			`(executeTool) the input ${String(input)}`,
			() => context().executeTool({ name: "a", description: "d", window, origin }, input),
			"TypeError",
		),
	),
	wrong(
		"(executeTool) a tool without its window",
		() => context().executeTool({ name: "a", description: "d", origin }),
		"TypeError",
	),
	wrong(
		"(executeTool) a window that is none",
		() => context().executeTool({ name: "a", description: "d", origin, window: {} }),
		"TypeError",
	),
	wrong(
		"(executeTool) no description",
		() => context().executeTool({ name: "a", origin, window }),
		"TypeError",
	),
	wrong(
		"(executeTool) circular input",
		() => context().executeTool({ name: "a", description: "d", window, origin }, circular()),
		"TypeError",
	),
	wrong(
		"(executeTool) input of which nothing is left",
		() => context().executeTool({ name: "a", description: "d", window, origin }, { toJSON() {} }),
		"TypeError",
	),
	...["null", "garbage", "data:text/plain,x"].map((origin) =>
		wrong(
			`(executeTool) the origin ${origin}`,
			() => context().executeTool({ name: "a", description: "d", window, origin }),
			"NotSupportedError",
		),
	),
	wrong(
		"(executeTool) a tool that there is none of",
		() => context().executeTool({ name: "none", description: "d", window, origin }),
		"UnknownError",
	),
	wrong(
		"(executeTool) a tool of another origin than it says",
		() => context().executeTool({ name: "a", description: "d", window, origin: "https://else.example" }),
		"UnknownError",
	),
];

export const REGISTERING = [
	{
		name: "names of all legal characters and lengths are taken, and a duplicate is not",
		run: async () => {
			const stops = [];
			for (const name of ["a", "A.z-0_9", "x".repeat(128)]) stops.push(await register({ name }));
			const again = await fails(() => context().registerTool(tool({ name: "a" })));
			for (const stop of stops) stop();
			return [again, (await context().getTools()).map(({ name }) => name)];
		},
		expected: [INVALID, []],
	},
	{
		name: "what is wrong is told in the order of the draft",
		run: async () => {
			const stop = await register({ name: "there" });
			const gone = AbortSignal.abort("gone");
			const orders = [
				// WebIDL before everything else.
				await fails(() => context().registerTool(tool({ name: "bad name", inputSchema: 5 }))),
				await fails(() =>
					context().registerTool(tool({ name: "there", description: "", inputSchema: circular() })),
				),
				await fails(() =>
					context().registerTool(tool({ name: "bad name", description: "" }), { signal: gone }),
				),
				await fails(() => context().registerTool(tool({ description: "", inputSchema: circular() }))),
				await fails(() => context().registerTool(tool({ inputSchema: circular() }), { signal: gone })),
				await ended(context().registerTool(tool(), { signal: gone, exposedTo: ["*"] })),
				await fails(() => context().registerTool(tool(), { exposedTo: ["*"] })),
			];
			stop();
			return orders;
		},
		expected: ["TypeError", INVALID, INVALID, INVALID, "TypeError", ["String", "gone"], SECURITY],
	},
	{
		name: "members are read once, in the order of their names",
		run: async () => {
			const read = [];
			const given = new Proxy(tool({ name: "read", title: "T", annotations: {}, inputSchema: {} }), {
				get: (target, key) => {
					read.push(String(key));
					return target[key];
				},
			});
			const controller = new AbortController();
			await context().registerTool(given, { signal: controller.signal });
			controller.abort();
			return read;
		},
		expected: ["annotations", "description", "execute", "inputSchema", "name", "title"],
	},
	{
		name: "a tool is there at once, and toolchange comes before the promise resolves",
		run: async () => {
			const order = [];
			const listener = () => order.push("toolchange");
			context().addEventListener("toolchange", listener);
			const controller = new AbortController();
			const registered = context().registerTool(tool({ name: "now" }), { signal: controller.signal });
			registered.then(() => order.push("resolved"));
			const there = (await context().getTools()).length;
			await registered;
			controller.abort();
			await later();
			context().removeEventListener("toolchange", listener);
			return [there, order];
		},
		expected: [1, ["toolchange", "resolved", "toolchange"]],
	},
	{
		name: "an abort before the promise resolves rejects it with the reason, and takes the tool away",
		run: async () => {
			const controller = new AbortController();
			const registered = ended(context().registerTool(tool({ name: "gone" }), { signal: controller.signal }));
			controller.abort("why");
			return [await registered, (await context().getTools()).length];
		},
		expected: [["String", "why"], 0],
	},
	{
		name: "the schema is a copy, and nothing in it is looked at",
		run: async () => {
			const schema = { type: "object", properties: { a: { type: "string" } } };
			const stops = [await register({ name: "copy", inputSchema: schema })];
			schema.properties.a.type = "changed";
			const strange = [{ type: 42 }, [1], { pattern: "(" }];
			for (const [index, inputSchema] of strange.entries()) {
				stops.push(await register({ name: `strange${index}`, inputSchema }));
			}
			const schemas = (await context().getTools()).map(({ inputSchema }) => inputSchema);
			for (const stop of stops) stop();
			return schemas;
		},
		expected: [
			{ type: "object", properties: { a: { type: "string" } } },
			{ type: 42 },
			[1],
			{ pattern: "(" },
		],
	},
	{
		name: "getTools tells of tools in the order of their names, in new objects without execute",
		run: async () => {
			const stops = [];
			for (const name of ["b", "a", "B"])
				stops.push(await register({ name, title: "T\ud800", annotations: { readOnlyHint: 1 } }));
			stops.push(await register({ name: "plain" }));
			const tools = await context().getTools();
			const [first] = tools;
			const again = await context().getTools();
			for (const stop of stops) stop();
			const plain = tools.find(({ name }) => name === "plain");
			return {
				names: tools.map(({ name }) => name),
				fields: Object.keys(first).sort(),
				title: first.title,
				hints: first.annotations,
				where: [first.window === window, first.origin === origin],
				frozen: Object.isFrozen(first),
				fresh: again[0] !== first,
				plain: [plain.title, "annotations" in plain, "inputSchema" in plain],
			};
		},
		expected: {
			names: ["B", "a", "b", "plain"],
			fields: ["annotations", "description", "name", "origin", "title", "window"],
			title: "T\ufffd",
			hints: { consequentialHint: false, debugging: false, readOnlyHint: true, untrustedContentHint: false },
			where: [true, true],
			frozen: false,
			fresh: true,
			plain: ["", false, false],
		},
	},
	{
		name: "origins that can be trusted are taken",
		run: async () => {
			const stop = await register(
				{ name: "exposed" },
				{
					exposedTo: new Set([
						"https://e.com/path?x",
						"http://localhost:1",
						"http://127.0.0.9",
						"http://[::1]:8",
						"wss://e.com",
					]),
				},
			);
			stop();
			return "taken";
		},
		expected: "taken",
	},
];

export const RESULTS = [
	["a text", "() => 'raw \"text\"'", ["resolved", 'raw "text"']],
	["a number", "() => 42", ["resolved", "42"]],
	["true", "() => true", ["resolved", "true"]],
	["null", "() => null", ["resolved", "null"]],
	["undefined", "() => undefined", ["resolved", "undefined"]],
	["a function", "() => () => 1", ["resolved", "undefined"]],
	["what has nothing left", "() => ({ toJSON() {} })", ["resolved", "undefined"]],
	["an object", "() => ({ a: [1, undefined], b: undefined })", ["resolved", '{"a":[1,null]}']],
	["a list", "async () => [1, 'b']", ["resolved", '[1,"b"]']],
	["a date", "() => new Date(0)", ["resolved", '"1970-01-01T00:00:00.000Z"']],
	["a map", "() => new Map([[1, 2]])", ["resolved", "{}"]],
	["an element", "() => document.body", ["resolved", "{}"]],
	["a BigInt", "() => 10n", ["resolved", "10"]],
	["NaN", "() => NaN", ["resolved", "NaN"]],
	[
		"an error object",
		"() => ({ isError: true, error: 'words' })",
		["resolved", '{"isError":true,"error":"words"}'],
	],
	["what is thrown", "() => { throw new RangeError('lost'); }", ["DOMException", "UnknownError"]],
	["what is rejected", "() => Promise.reject('lost')", ["DOMException", "UnknownError"]],
	["a circle", "() => { const a = {}; a.a = a; return a; }", ["DOMException", "UnknownError"]],
	["a toJSON that throws", "() => ({ toJSON() { throw 1; } })", ["DOMException", "UnknownError"]],
	[
		"a proxy that was revoked",
		"() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy }; }",
		["DOMException", "UnknownError"],
	],
	["an empty text", "() => ''", ["resolved", ""], ["resolved", "Operation succeeded"]],
].map(([what, make, expected, native]) => ({
	name: `a tool's result: ${what}`,
	args: [make],
	// biome-ignore lint/security/noGlobalEval: the page of the test
	run: async (make) => resultOf(globalThis.eval(make)),
	expected,
	...(native ? { native, because: "Chromium 156 answers an empty text by words of its own" } : {}),
}));

/** What ends the tab of Chromium 156, so only the polyfill is asked. */
export const DEADLY = [
	{
		name: "a tool's result: a symbol",
		run: async () => resultOf(() => Symbol("x")),
		expected: ["DOMException", "UnknownError"],
	},
	{
		name: "a document without a window has one that does nothing",
		run: async () => {
			const { modelContext } = document.implementation.createHTMLDocument();
			return [
				await fails(() => modelContext.getTools()),
				await fails(() => modelContext.registerTool(tool())),
			];
		},
		expected: [INVALID, INVALID],
	},
];

export const CALLING = [
	{
		name: "the input goes through JSON, and the tool has no this",
		run: async () => {
			let seen;
			const stop = await register({
				name: "in",
				execute: function (...given) {
					const [input, options] = given;
					seen = [input, Object.getPrototypeOf(input) === Object.prototype, String(this), given.length];
					seen.push(Object.keys(options), options.signal instanceof AbortSignal, options.signal.aborted);
				},
			});
			await call("in", { date: new Date(0), gone: undefined, deep: { a: [1] } });
			const first = seen;
			await call("in", undefined);
			const omitted = seen[0];
			await call("in", [1, 2]);
			const list = seen[0];
			stop();
			return [first, omitted, list];
		},
		expected: [
			[{ date: "1970-01-01T00:00:00.000Z", deep: { a: [1] } }, true, "undefined", 2, ["signal"], true, false],
			{},
			[1, 2],
		],
	},
	{
		name: "input whose toJSON gives a text, or throws, is no input",
		run: async () => {
			const stop = await register({ name: "in" });
			const outcomes = [
				await fails(() => call("in", { toJSON: () => "text" })),
				await fails(() =>
					call("in", {
						toJSON() {
							throw new RangeError("own");
						},
					}),
				),
			];
			stop();
			return outcomes;
		},
		expected: ["UnknownError", "RangeError"],
	},
	{
		name: "the origin is looked at before the input is written",
		run: async () =>
			fails(() => context().executeTool({ name: "a", description: "d", window, origin: "null" }, circular())),
		expected: "NotSupportedError",
	},
	{
		name: "what does not fit the schema runs all the same",
		run: async () => {
			const stop = await register({
				name: "any",
				inputSchema: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
			});
			const outcome = await ended(call("any", { a: 5 }));
			stop();
			return outcome;
		},
		expected: ["resolved", "done"],
	},
	{
		name: "a dictionary made by hand works as one of getTools",
		run: async () => {
			const stop = await register({ name: "hand" });
			const outcome = await ended(
				context().executeTool({ name: "hand", description: "x", window, origin: `${origin}/path` }),
			);
			stop();
			return outcome;
		},
		expected: ["resolved", "done"],
	},
	{
		name: "the tool begins, toolactivated follows, and an abort is heard by the caller, the tool, and toolcancel, in that order",
		run: async () => {
			const order = [];
			let reason;
			const hear = (event) =>
				order.push(
					`${event.type} ${event.toolName} ${event.target === context()} ${event.bubbles} ${event.cancelable}`,
				);
			for (const type of ["toolactivated", "toolcancel"]) context().addEventListener(type, hear);
			const stop = await register({
				name: "slow",
				execute: (_, { signal }) =>
					new Promise(() => {
						order.push("began");
						signal.onabort = () => {
							reason = [signal.reason.constructor.name, signal.reason.name];
							order.push("signal");
						};
					}),
			});
			const caller = new AbortController();
			const running = call("slow", {}, { signal: caller.signal }).catch((error) =>
				order.push(`rejected ${error}`),
			);
			await later();
			caller.abort("reason");
			await running;
			await later();
			stop();
			for (const type of ["toolactivated", "toolcancel"]) context().removeEventListener(type, hear);
			return [order, reason];
		},
		expected: [
			[
				"began",
				"toolactivated slow true false false",
				"rejected reason",
				"signal",
				"toolcancel slow true false false",
			],
			["DOMException", "AbortError"],
		],
	},
	{
		name: "a signal that has aborted already is an error at once, and the tool does not run",
		run: async () => {
			let ran = false;
			const stop = await register({
				name: "never",
				execute: () => {
					ran = true;
				},
			});
			const one = await found("never");
			let reason;
			context()
				.executeTool(one, {}, { signal: AbortSignal.abort("early") })
				.catch((error) => {
					reason = error;
				});
			await Promise.resolve();
			const atOnce = reason;
			await later();
			stop();
			return [atOnce, ran];
		},
		expected: ["early", false],
	},
	{
		name: "calls of one tool are cancelled each by itself, and what comes after an abort is lost",
		run: async () => {
			const signals = [];
			const answers = [];
			const stop = await register({
				name: "two",
				execute: (_, { signal }) =>
					new Promise((resolve) => {
						signals.push(signal);
						answers.push(resolve);
					}),
			});
			const first = new AbortController();
			const outcomes = [ended(call("two", {}, { signal: first.signal })), ended(call("two"))];
			await later();
			first.abort("first");
			await later();
			for (const answer of answers) answer("late");
			const aborted = signals.map((signal) => signal.aborted);
			const all = await Promise.all(outcomes);
			stop();
			return [all, aborted];
		},
		expected: [
			[
				["String", "first"],
				["resolved", "late"],
			],
			[true, false],
		],
	},
	{
		name: "a tool that is taken away while it runs goes on, also by its own doing",
		run: async () => {
			const controller = new AbortController();
			await context().registerTool(
				tool({
					name: "self",
					execute: async (_, { signal }) => {
						controller.abort();
						await later(20);
						return signal.aborted ? "aborted" : "went on";
					},
				}),
				{ signal: controller.signal },
			);
			const outcome = await ended(call("self"));
			return [outcome, (await context().getTools()).length];
		},
		expected: [["resolved", "went on"], 0],
	},
	{
		name: "a hundred registrations are a hundred events",
		run: async () => {
			let heard = 0;
			const listener = () => {
				heard += 1;
			};
			context().addEventListener("toolchange", listener);
			const stops = await Promise.all(
				Array.from({ length: 100 }, (_, index) => register({ name: `n${index}` })),
			);
			await later();
			const first = heard;
			for (const stop of stops) stop();
			await later();
			context().removeEventListener("toolchange", listener);
			return [first, heard];
		},
		expected: [100, 200],
	},
	{
		name: "8 MiB of result and 1 MiB of description are taken",
		run: async () => {
			const stop = await register({
				name: "large",
				description: "d".repeat(2 ** 20),
				execute: () => "r".repeat(8 * 2 ** 20),
			});
			const [described, answered] = [(await found("large")).description.length, (await call("large")).length];
			stop();
			return [described, answered];
		},
		expected: [2 ** 20, 8 * 2 ** 20],
	},
];
