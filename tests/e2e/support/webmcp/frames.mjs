/**
 * Tools between the frames of a tab: each case loads a page of origin A, whose frames may be of B, and drives it from outside. `frame(name)` is
 * the frame of that name; what `run` gives must be what stands here.
 */

/** A frame in a page's markup. */
const frame = (name, src, more = "") => `<iframe name="${name}" src="${src}" ${more}></iframe>`;
const ALLOWED = 'allow="tools"';

/** Runs in any frame: registers a tool whose controller is kept. */
const register = (where, name, options = {}) =>
	where.evaluate(
		async ([name, options]) => {
			window.controllers ??= {};
			window.heard ??= [];
			window.controllers[name] = new AbortController();
			await document.modelContext.registerTool(
				{
					name,
					description: "d",
					inputSchema: { type: "object" },
					execute: async (input, { signal }) => {
						window.heard.push(`began ${name}`);
						signal.onabort = () =>
							window.heard.push(`${signal.reason.name} ${signal.reason.message !== "why"}`);
						if (input.wait) await new Promise((resolve) => setTimeout(resolve, input.wait));
						if (input.fail) throw new Error("secret words");
						return { from: location.host.includes("localhost") ? "A" : "B", input };
					},
				},
				{ ...options, signal: window.controllers[name].signal },
			);
		},
		[name, options],
	);
/** Waits until a tool of the frame has heard of an abort, which may have to cross processes, and the frame of the event. */
const aborts = (where, event) =>
	where
		.waitForFunction(
			(event) =>
				window.heard.some((line) => line.startsWith("AbortError")) &&
				(!event || window.events.includes(event)),
			event,
			{ timeout: 5000 },
		)
		.catch(() => {});
const names = (where, options) =>
	where.evaluate(
		async (options) =>
			(await document.modelContext.getTools(options)).map(
				({ name, origin }) => `${name} ${origin.includes("localhost") ? "A" : "B"}`,
			),
		options,
	);
const call = (where, name, { input = {}, from, abort } = {}) =>
	where.evaluate(
		async ([name, input, from, abort]) => {
			const tool = (await document.modelContext.getTools(from ? { fromOrigins: [from] } : {})).find(
				(one) => one.name === name,
			);
			if (!tool) return "no tool";
			const controller = new AbortController();
			if (abort) setTimeout(() => controller.abort("why"), abort);
			return document.modelContext.executeTool(tool, input, { signal: controller.signal }).then(
				(text) => JSON.parse(text),
				(error) => (error instanceof DOMException ? error.name : error),
			);
		},
		[name, input, from, abort],
	);
const failsAll = (where) =>
	where.evaluate(async () => {
		const calls = [
			() => document.modelContext.registerTool({ name: "x", description: "d", execute() {} }),
			() => document.modelContext.getTools(),
			() =>
				document.modelContext.executeTool({ name: "x", description: "d", window, origin: location.origin }),
		];
		return Promise.all(
			calls.map((one) =>
				one().then(
					() => "done",
					(error) => error.name,
				),
			),
		);
	});
const count = (where) =>
	where.evaluate(() => {
		window.changes = 0;
		document.modelContext.addEventListener("toolchange", () => {
			window.changes += 1;
		});
	});
const changes = (where) =>
	where.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(window.changes), 150)));
const DENIED = ["NotAllowedError", "NotAllowedError", "NotAllowedError"];

export const FRAMES = [
	{
		name: "documents of one origin see each other's tools, the same name twice, and toolchange of all",
		body: `${frame("child", "/child")}<iframe name="doc" srcdoc="<p>x"></iframe>`,
		run: async ({ page, frame }) => {
			await count(page);
			await register(page, "same");
			await register(frame("child"), "same");
			await register(frame("child"), "childs");
			const seen = [await names(page), await names(frame("child")), await changes(page)];
			const outcomes = [await call(page, "childs"), await call(frame("child"), "childs")];
			await frame("child").evaluate(() => window.controllers.childs.abort());
			return [seen, outcomes, await names(page), await changes(page)];
		},
		expected: [
			[["same A", "same A", "childs A"].sort(), ["childs A", "same A", "same A"], 3],
			[
				{ from: "A", input: {} },
				{ from: "A", input: {} },
			],
			["same A", "same A"],
			4,
		],
	},
	{
		name: "events of a call are the callee's, and not the caller's",
		body: frame("child", "/child"),
		run: async ({ page, frame }) => {
			await register(frame("child"), "t");
			for (const where of [page, frame("child")]) {
				await where.evaluate(() => {
					window.events = [];
					for (const type of ["toolactivated", "toolcancel"])
						document.modelContext.addEventListener(type, (event) => window.events.push(event.type));
				});
			}
			const outcome = await call(page, "t", { input: { wait: 3000 }, abort: 100 });
			await aborts(frame("child"), "toolcancel");
			return [
				outcome,
				await page.evaluate(() => window.events),
				await frame("child").evaluate(() => [window.events, window.heard]),
			];
		},
		expected: [
			"why",
			[],
			[
				["toolactivated", "toolcancel"],
				["began t", "AbortError true"],
			],
		],
	},
	{
		name: "a frame of another origin may do nothing unless it is allowed",
		body: (b) => frame("other", `${b}/other`),
		run: async ({ frame }) => failsAll(frame("other")),
		expected: DENIED,
	},
	{
		name: "nor may one of the own origin that is forbidden to",
		body: frame("child", "/child", `allow="tools 'none'"`),
		run: async ({ frame }) => failsAll(frame("child")),
		expected: DENIED,
	},
	{
		name: "an allowed frame's tools are its own until it exposes them",
		body: (b) => frame("other", `${b}/other`, ALLOWED),
		run: async ({ page, frame, a, b }) => {
			await count(page);
			await register(frame("other"), "hidden");
			const seen = [
				await names(page),
				await names(page, { fromOrigins: [b] }),
				await names(frame("other")),
				await changes(page),
			];
			const forged = await page.evaluate(
				(origin) =>
					document.modelContext
						.executeTool({ name: "hidden", description: "d", window: frames.other, origin })
						.then(
							() => "ran",
							(error) => error.name,
						),
				b,
			);
			return [seen, forged, a !== b];
		},
		expected: [[[], [], ["hidden B"], 0], "UnknownError", true],
	},
	{
		name: "an exposed tool is told of, listed where its origin is asked for, and called; an abort crosses, its reason and a tool's words do not",
		body: (b) => frame("other", `${b}/other`, ALLOWED),
		run: async ({ page, frame, a, b }) => {
			await count(page);
			await register(frame("other"), "open", { exposedTo: [a] });
			const seen = [await names(page), await names(page, { fromOrigins: [b] }), await changes(page)];
			const ran = await call(page, "open", { from: b, input: { deep: { x: [1] } } });
			const failed = await call(page, "open", { from: b, input: { fail: true } });
			const aborted = await call(page, "open", { from: b, input: { wait: 3000 }, abort: 100 });
			await aborts(frame("other"));
			const heard = await frame("other").evaluate(() => window.heard);
			await frame("other").evaluate(() => window.controllers.open.abort());
			return [
				seen,
				ran,
				failed,
				aborted,
				heard,
				await names(page, { fromOrigins: [b] }),
				await changes(page),
			];
		},
		expected: [
			[[], ["open B"], 1],
			{ from: "B", input: { deep: { x: [1] } } },
			"UnknownError",
			"why",
			["began open", "began open", "began open", "AbortError true"],
			[],
			2,
		],
	},
	{
		name: "a frame of another origin calls what the page exposes to it, and nothing else",
		body: (b) => frame("other", `${b}/other`, ALLOWED),
		run: async ({ page, frame, a, b }) => {
			await count(frame("other"));
			await register(page, "for_b", { exposedTo: [b] });
			await register(page, "own");
			await register(page, "for_c", { exposedTo: ["https://c.example"] });
			const seen = [
				await names(frame("other")),
				await names(frame("other"), { fromOrigins: [a] }),
				await changes(frame("other")),
			];
			return [seen, await call(frame("other"), "for_b", { from: a })];
		},
		expected: [[[], ["for_b A"], 1], { from: "A", input: {} }],
	},
	{
		name: "an exposed tool of a frame that is not allowed any is none",
		body: (b) => frame("other", `${b}/other`),
		run: async ({ page, frame, b }) => {
			await count(frame("other")).catch(() => undefined);
			await register(page, "for_b", { exposedTo: [b] });
			return changes(frame("other"));
		},
		expected: 0,
	},
	{
		name: "a frame that is not allowed tools cannot talk its way to those that are exposed to it",
		body: (b) => frame("other", `${b}/other`, `allow="tools 'none'"`),
		run: async ({ page, frame, b }) => {
			await register(page, "for_b", { exposedTo: [b] });
			const heard = await frame("other").evaluate(async () => {
				const key = "webmcp-auto-ui/model-context";
				const ask = (said) =>
					new Promise((resolve) => {
						const { port1, port2 } = new MessageChannel();
						port1.onmessage = ({ data }) => resolve(data);
						parent.postMessage({ [key]: "hello" }, "*");
						parent.postMessage({ [key]: said, name: "for_b", input: "{}" }, "*", [port2]);
						setTimeout(resolve, 300, "silence");
					});
				return [await ask("list"), await ask("call")];
			});
			return [heard, await page.evaluate(() => window.heard)];
		},
		expected: [["silence", "silence"], []],
	},
	{
		name: "a frame within a frame of another origin is reached, and a sibling too",
		body: (b) => frame("other", `${b}/nest`, ALLOWED) + frame("second", `${b}/other`, ALLOWED),
		nest: (a) => frame("inner", `${a}/inner`, ALLOWED),
		run: async ({ page, frame, a, b }) => {
			await register(frame("inner"), "inner");
			await register(frame("second"), "second", { exposedTo: [a] });
			return [
				await names(page),
				await names(page, { fromOrigins: [b] }),
				await call(page, "inner"),
				await call(frame("inner"), "second", { from: b }),
				await names(frame("other")),
			];
		},
		expected: [
			["inner A"],
			["inner A", "second B"],
			{ from: "A", input: {} },
			{ from: "B", input: {} },
			["second B"],
		],
	},
	{
		name: "a popup is another tab",
		body: "",
		run: async ({ page, popup }) => {
			const other = await popup();
			await register(other, "far");
			return [
				await names(page),
				await page.evaluate(() =>
					document.modelContext
						.executeTool({ name: "far", description: "d", window: window.opened, origin: location.origin })
						.then(
							() => "ran",
							(error) => error.name,
						),
				),
			];
		},
		expected: [[], "UnknownError"],
	},
	{
		name: "a frame that goes elsewhere while its tool runs, or is taken out, has failed",
		body: (b) => frame("child", "/child") + frame("other", `${b}/other`, ALLOWED) + frame("gone", "/child"),
		run: async ({ page, frame, a, b }) => {
			await register(frame("child"), "mine");
			await register(frame("other"), "theirs", { exposedTo: [a] });
			await register(frame("gone"), "gones");
			const ended = (name, from) =>
				Promise.race([
					call(page, name, { from, input: { wait: 3000 } }),
					page.waitForTimeout(2500).then(() => "pending"),
				]);
			const running = [ended("mine"), ended("theirs", b), ended("gones")];
			await page.waitForTimeout(200);
			await page.evaluate(() => {
				for (const name of ["child", "other"]) document.querySelector(`[name=${name}]`).src = "/elsewhere";
				document.querySelector("[name=gone]").remove();
			});
			return Promise.all(running);
		},
		expected: ["UnknownError", "UnknownError", "UnknownError"],
	},
	{
		name: "a document that was taken out of its frame is not active",
		body: frame("child", "/child"),
		run: async ({ page }) =>
			page.evaluate(async () => {
				const { contentWindow } = document.querySelector("[name=child]");
				const { modelContext } = contentWindow.document;
				const [tool] = [{ name: "x", description: "d", window: contentWindow, origin: location.origin }];
				document.querySelector("[name=child]").remove();
				const calls = [
					() => modelContext.getTools(),
					() => modelContext.registerTool({ name: "x", description: "d", execute() {} }),
					() => document.modelContext.executeTool(tool),
				];
				return Promise.all(
					calls.map((one) =>
						one().then(
							() => "done",
							(error) => error.name,
						),
					),
				);
			}),
		expected: ["InvalidStateError", "InvalidStateError", "InvalidStateError"],
	},
	{
		name: "a sandboxed document of no origin lists its own, and nobody can call it",
		body: (_b, a) => frame("box", `${a}/box`, `sandbox="allow-scripts" ${ALLOWED}`),
		run: async ({ page, frame }) => {
			await register(frame("box"), "boxed");
			const own = await frame("box").evaluate(async () =>
				(await document.modelContext.getTools()).map(({ name, origin }) => [name, origin]),
			);
			const called = await frame("box").evaluate(async () => {
				const [tool] = await document.modelContext.getTools();
				return document.modelContext.executeTool(tool).then(
					() => "ran",
					(error) => error.name,
				);
			});
			return [own, called, await names(page)];
		},
		expected: [[["boxed", "null"]], "NotSupportedError", []],
	},
	{
		name: "a header of the document forbids it",
		body: frame("child", "/forbidden"),
		headers: { "/forbidden": { "permissions-policy": "tools=()" } },
		run: async ({ frame }) => failsAll(frame("child")),
		expected: ["done", "done", "done"],
		native: DENIED,
		because: "a script cannot read the header where the browser does not know the feature",
	},
];
