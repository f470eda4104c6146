/** Forms that are tools (WebMCP's explainer of forms, as Chromium 156 has them), case by case as `cases.mjs`. */
const context = () => document.modelContext;
const later = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms));
const found = async (name) => (await context().getTools()).find((one) => one.name === name);
const ended = (promise) =>
	Promise.race([
		promise.then(
			(value) => ["resolved", value],
			(error) => [error instanceof DOMException ? error.name : error],
		),
		later(1500).then(() => "pending"),
	]);

/** Puts a form into the page for one case; what its submit event does is `onSubmit`. */
async function withForm(html, use, onSubmit) {
	const place = document.createElement("div");
	place.innerHTML = html;
	document.body.append(place);
	const form = place.querySelector("form");
	if (onSubmit) form.addEventListener("submit", onSubmit);
	await later(0);
	await later(0);
	try {
		return await use(form, place);
	} finally {
		place.remove();
		await later(0);
		await later(0);
	}
}
const call = async (input, options, name = "f") => {
	const tool = await found(name);
	return tool ? ended(context().executeTool(tool, input, options)) : "no tool";
};
const form = (inside, more = "") => `<form toolname="f" tooldescription="d" ${more}>${inside}</form>`;
const respond = (value) => (event) => {
	event.preventDefault();
	event.respondWith(Promise.resolve(value));
};

const schema = (what, inside, properties, required = []) => ({
	name: `the schema of ${what}`,
	run: () => withForm(form(inside), async () => (await found("f")).inputSchema),
	expected: { type: "object", properties, required },
});
const text = { type: "string" };
const choice = (...each) => ({
	type: "string",
	anyOf: each.map(([value, title]) => ({ type: "string", const: value, ...(title ? { title } : {}) })),
	enum: each.map(([value]) => value),
});

export const SCHEMAS = [
	schema("nothing", "", {}),
	schema(
		"texts",
		"<input name=a minlength=2><input name=b type=email><input name=c type=url><input name=d type=tel><input name=e type=search><input name=f type=password autocomplete=off><textarea name=g maxlength=3></textarea><input name=h type=unheardof>",
		{ a: text, b: text, c: text, d: text, e: text, f: text, g: text, h: text },
	),
	schema(
		"what is required",
		"<input name=a required><input name=b type=checkbox required><select name=c required><option>x</select><input type=radio name=d value=1><input type=radio name=d value=2 required>",
		{ a: text, b: { type: "boolean" }, c: choice(["x", "x"]), d: choice(["1"], ["2"]) },
		["a", "b", "c", "d"],
	),
	schema("a pattern", '<input name=a pattern="[a-z]+">', { a: { type: "string", pattern: "[a-z]+" } }),
	schema(
		"numbers",
		"<input type=number name=a><input type=number name=b min=1 max=9 step=2><input type=number name=c min=0 max=10 step=2><input type=number name=d step=any><input type=number name=e min=4 step=2><input type=number name=f step=0.5><input type=number name=g min=0.5><input type=number name=h step=-1><input type=number name=i min=x>",
		{
			a: { type: "number", multipleOf: 1 },
			b: { type: "number", minimum: 1, maximum: 9 },
			c: { type: "number", minimum: 0, maximum: 10, multipleOf: 2 },
			d: { type: "number" },
			e: { type: "number", minimum: 4, multipleOf: 2 },
			f: { type: "number", multipleOf: 0.5 },
			g: { type: "number", minimum: 0.5 },
			h: { type: "number", multipleOf: 1 },
			i: { type: "number", multipleOf: 1 },
		},
	),
	schema("ranges", "<input type=range name=a><input type=range name=b min=-5 max=5 step=5>", {
		a: { type: "number", minimum: 0, maximum: 100, multipleOf: 1 },
		b: { type: "number", minimum: -5, maximum: 5, multipleOf: 5 },
	}),
	schema(
		"boxes",
		"<input type=checkbox name=a value=x><label>One<input type=checkbox name=b value=1></label><input type=checkbox name=b value=2>",
		{
			a: { type: "boolean" },
			b: { type: "array", items: choice(["1", "One"], ["2"]), uniqueItems: true },
		},
	),
	schema(
		"radio buttons",
		"<label>One<input type=radio name=a value=1></label><input type=radio name=a value=2 id=two><label for=two>  The\n second </label>",
		{
			a: choice(["1", "One"], ["2", "The\n second"]),
		},
	),
	schema(
		"lists",
		'<select name=a><option value="">none<option value=x>X<option disabled>Y<optgroup label=G><option label=L>Z</optgroup></select><select name=b multiple><option>1<option>2</select>',
		{
			a: choice(["", "none"], ["x", "X"], ["Y", "Y"], ["Z", "Z"]),
			b: { type: "array", items: choice(["1", "1"], ["2", "2"]), uniqueItems: true },
		},
	),
	schema(
		"days and times",
		"<input type=date name=a min=2020-01-01><input type=time name=b><input type=datetime-local name=c><input type=month name=d><input type=week name=e><input type=color name=f>",
		{
			a: { type: "string", format: "date", description: "Dates MUST be provided in 'YYYY-MM-DD' format." },
			b: { type: "string", format: "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
			c: { type: "string", format: "^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$" },
			d: { type: "string", format: "^[0-9]{4}-(0[1-9]|1[0-2])$" },
			e: { type: "string", format: "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$" },
			f: { type: "string", format: "^#[0-9a-zA-Z]{6}$" },
		},
	),
	schema(
		"what nobody can fill in",
		"<input type=file name=a><input type=hidden name=b><input name=c disabled><input name=d readonly><input type=submit name=e><button name=f>x</button><input type=image name=g><input type=reset name=h><input type=button name=i><fieldset disabled><input name=j></fieldset><output name=k></output><fieldset name=l><input name=m></fieldset>",
		{ m: text },
	),
	schema(
		"descriptions",
		'<label>Label <b>bold</b> <input name=a toolparamdescription="Own"></label><label>Label <b>bold</b> <input name=b></label><input name=c aria-description="Aria"><input name=d title=Title placeholder=Place><label>Born <input type=date name=e></label><label>L<select name=f toolparamdescription=S><option>x</select></label><label>Hidden <button type=button>click</button><input name=g></label>',
		{
			a: { type: "string", description: "Own" },
			b: { type: "string", description: "Label bold" },
			c: { type: "string", description: "Aria" },
			d: text,
			e: {
				type: "string",
				format: "date",
				description: "Born (Dates MUST be provided in 'YYYY-MM-DD' format.)",
			},
			f: { ...choice(["x", "x"]), description: "S" },
			g: text,
		},
	),
	schema(
		"descriptions of groups",
		"<input type=radio name=a value=1 toolparamdescription=Radio><input type=radio name=a value=2 toolparamdescription=Other><input type=checkbox name=b value=1><input type=checkbox name=b value=2 toolparamdescription=Box>",
		{
			a: { ...choice(["1"], ["2"]), description: "Radio" },
			b: { type: "array", items: choice(["1"], ["2"]), uniqueItems: true, description: "Box" },
		},
	),
].map((one) =>
	one.name.endsWith("descriptions of groups")
		? {
				...one,
				native: {
					...one.expected,
					properties: {
						a: choice(["1"], ["2"]),
						b: { type: "array", items: choice(["1"], ["2"]), uniqueItems: true },
					},
				},
				because: "Chromium 156 drops what is said of a group",
			}
		: one,
);

export const FORMS = [
	{
		name: "a form with a name and a description is a tool, others are none",
		run: () =>
			withForm(
				'<form toolname="ok" tooldescription="D" tooltitle="T"></form><form toolname="bad name" tooldescription="d"></form><form toolname="none"></form><form tooldescription="d"></form><form toolname="" tooldescription="d"></form><form toolname="empty" tooldescription=""></form><form toolname="ok" tooldescription="second"></form>',
				async () =>
					(await context().getTools()).map(({ name, title, description, annotations }) => [
						name,
						title,
						description,
						typeof annotations,
					]),
			),
		expected: [
			["empty", "", "", "undefined"],
			["ok", "T", "D", "undefined"],
		],
	},
	{
		name: "a form that comes, changes its name or goes is told of, and one that was second stays none",
		run: async () => {
			let heard = 0;
			const listener = () => {
				heard += 1;
			};
			context().addEventListener("toolchange", listener);
			const names = [];
			const look = async () => {
				await later();
				names.push([
					(await context().getTools()).map(({ name, description }) => `${name} ${description}`).join(),
					heard > 0,
				]);
				heard = 0;
			};
			await withForm(`${form("")}<form toolname=f tooldescription=second></form>`, async (one) => {
				await look();
				one.setAttribute("toolname", "g");
				await look();
				one.setAttribute("tooldescription", "e");
				await look();
				one.remove();
				await look();
			});
			context().removeEventListener("toolchange", listener);
			return names;
		},
		expected: [
			["f d", true],
			["g d", true],
			["g e", true],
			["", true],
		],
	},
	{
		name: "an agent fills in and submits: each changed control says input and change, and the response is the result",
		run: () => {
			const order = [];
			return withForm(
				form(
					"<input name=a><input type=number name=n><input type=checkbox name=c><input type=radio name=r value=1 checked><input type=radio name=r value=2><select name=s><option>x<option>y</select><select name=t multiple><option>1<option>2<option>3</select><textarea name=u></textarea><input name=same value=same>",
					"toolautosubmit",
				),
				async (one) => {
					for (const type of ["input", "change"])
						one.addEventListener(type, ({ target }) => order.push(`${target.name} ${type}`));
					const outcome = await call({
						a: "text",
						n: 42,
						c: true,
						r: "2",
						s: "y",
						t: ["1", "3"],
						u: "area",
						same: "same",
					});
					return [outcome, order, new URLSearchParams(new FormData(one)).toString()];
				},
				respond({ got: 1 }),
			);
		},
		expected: [
			["resolved", '{"got":1}'],
			[
				"a input",
				"a change",
				"n input",
				"n change",
				"c input",
				"c change",
				"r input",
				"r change",
				"s input",
				"s change",
				"t input",
				"t change",
				"u input",
				"u change",
			],
			"a=text&n=42&c=on&r=2&s=y&t=1&t=3&u=area&same=same",
		],
	},
	{
		name: "boxes of one name are a list",
		run: () =>
			withForm(
				form(
					"<input type=checkbox name=m value=1 checked><input type=checkbox name=m value=2>",
					"toolautosubmit",
				),
				async (one) => [await call({ m: ["2"] }), new URLSearchParams(new FormData(one)).toString()],
				respond(1),
			),
		expected: [["resolved", "1"], "m=2"],
	},
	{
		name: "toolactivated comes when the form is filled in, and agentInvoked is true for the agent's submission alone",
		run: () => {
			const invoked = [];
			let filled;
			return withForm(
				form("<input name=a><button>go</button>", "toolautosubmit"),
				async (one) => {
					context().addEventListener(
						"toolactivated",
						() => {
							filled = one.a.value;
						},
						{ once: true },
					);
					await call({ a: "x" });
					one.requestSubmit();
					return [invoked, filled];
				},
				(event) => {
					invoked.push(event.agentInvoked);
					event.preventDefault();
					if (event.agentInvoked) event.respondWith(Promise.resolve());
				},
			);
		},
		expected: [[true, false], "x"],
	},
	{
		name: "respondWith wants an agent's submission that was prevented",
		run: async () => {
			const errors = [];
			const attempt = (work) => {
				try {
					work();
					errors.push("nothing");
				} catch (error) {
					errors.push(error.name);
				}
			};
			const own = new SubmitEvent("submit", { cancelable: true });
			attempt(() => own.respondWith(Promise.resolve()));
			const outcome = await withForm(
				form("", "toolautosubmit"),
				() => call({}),
				(event) => {
					attempt(() => event.respondWith(Promise.resolve(1)));
					event.preventDefault();
					attempt(() => event.respondWith(Promise.resolve(1)));
					attempt(() => event.respondWith(Promise.resolve(2)));
				},
			);
			return [own.agentInvoked, errors, outcome, SubmitEvent.prototype.respondWith.length];
		},
		expected: [false, ["InvalidStateError", "InvalidStateError", "nothing", "nothing"], ["resolved", "2"], 1],
	},
	...[
		[
			"a value that comes late",
			() => new Promise((resolve) => setTimeout(resolve, 30, "late")),
			["resolved", "late"],
		],
		["no promise", () => "plain", ["resolved", "plain"]],
		["a promise that is rejected", () => Promise.reject(new Error("lost")), ["UnknownError"]],
	].map(([what, make, expected]) => ({
		name: `a response: ${what}`,
		run: () =>
			withForm(
				form("", "toolautosubmit"),
				() => call({}),
				(event) => {
					event.preventDefault();
					event.respondWith(make());
				},
			),
		expected,
	})),
	{
		name: "a submission that was prevented and not responded to is an error",
		run: () =>
			withForm(
				form("", "toolautosubmit"),
				() => call({}),
				(event) => event.preventDefault(),
			),
		expected: ["UnknownError"],
	},
	{
		name: "a submission into another frame has no result",
		run: () =>
			withForm(`<iframe name=hidden></iframe>${form("", "toolautosubmit target=hidden action=/blank")}`, () =>
				call({}),
			),
		expected: ["resolved", null],
	},
	{
		name: "a listener may submit the form itself",
		run: () =>
			withForm(
				`<iframe name=hidden></iframe>${form("", "toolautosubmit target=hidden action=/blank")}`,
				() => call({}),
				(event) => {
					event.preventDefault();
					event.target.submit();
				},
			),
		expected: ["resolved", null],
	},
	...[
		["of no control", { zzz: 1 }],
		["that is no number", { n: "abc" }],
		["that is no option", { s: "z" }],
		["that is null", { a: null }],
		["that is an object", { a: {} }],
		["with an option that there is none of", { t: ["1", "9"] }],
		["that is no day", { d: "2024-02-30" }],
	].map(([what, input]) => ({
		name: `an argument ${what} is an error, and nothing is filled in`,
		run: () =>
			withForm(
				form(
					"<input name=a><input type=number name=n><select name=s><option>x</select><select multiple name=t><option>1</select><input type=date name=d>",
					"toolautosubmit",
				),
				async (one) => [await call({ ...input }), one.a.value + one.n.value + one.d.value],
				respond(1),
			),
		expected: [["UnknownError"], ""],
	})),
	...[
		["a number as text", { n: "12" }, "n", "12"],
		["a text as number", { a: 5 }, "a", "5"],
	].map(([what, input, name, value]) => ({
		name: `${what} is taken`,
		run: () =>
			withForm(
				form("<input name=a><input type=number name=n>", "toolautosubmit"),
				async (one) => [await call(input), one[name].value],
				respond(1),
			),
		expected: [["resolved", "1"], value],
	})),
	{
		name: "a form that is not valid is not submitted",
		run: () => {
			const seen = [];
			return withForm(
				form("<input name=a pattern=x><input name=b required>", "toolautosubmit"),
				async (one) => {
					one.addEventListener("invalid", ({ target }) => seen.push(target.name), true);
					return [await call({ a: "y" }), seen];
				},
				(event) => {
					seen.push("submitted");
					respond(1)(event);
				},
			);
		},
		expected: [["UnknownError"], ["a", "b"]],
	},
	{
		name: "without toolautosubmit the person submits: the button has the focus, and the call waits",
		run: () =>
			withForm(
				form("<input name=a><button id=go>go</button>"),
				async (one) => {
					const running = call({ a: "x" });
					await later();
					const seen = [document.activeElement.id, one.a.value];
					document.getElementById("go").click();
					return [seen, await running];
				},
				respond("by hand"),
			),
		expected: [
			["go", "x"],
			["resolved", "by hand"],
		],
	},
	{
		name: "a reset, another name, or an abort ends a call that waits",
		run: async () => {
			const outcomes = [];
			const waiting = form("<input name=a><button>go</button>");
			await withForm(waiting, async (one) => {
				const running = call({ a: "x" });
				await later();
				one.reset();
				outcomes.push(await running);
			});
			await withForm(waiting, async (one) => {
				const running = call({ a: "x" });
				await later();
				one.setAttribute("toolname", "g");
				outcomes.push(await running);
			});
			await withForm(waiting, async () => {
				const controller = new AbortController();
				let cancelled = 0;
				context().addEventListener(
					"toolcancel",
					() => {
						cancelled += 1;
					},
					{ once: true },
				);
				const running = context()
					.executeTool(await found("f"), {}, { signal: controller.signal })
					.catch((error) => error);
				await later();
				controller.abort("why");
				outcomes.push(await running);
				await later();
				outcomes.push(cancelled);
			});
			return outcomes;
		},
		expected: [["UnknownError"], ["UnknownError"], "why", 1],
	},
	{
		name: "a form that is called anew leaves the call before without an end",
		run: () =>
			withForm(
				form("<input name=a><button id=go>go</button>"),
				async (one) => {
					// A call reaches the form by another process, which may be slow.
					const filled = async (value) => {
						for (let looks = 0; looks < 200 && one.a.value !== value; looks += 1) await later();
					};
					const first = call({ a: "1" });
					await filled("1");
					const second = call({ a: "2" });
					await filled("2");
					document.getElementById("go").click();
					return [await second, await first, one.a.value];
				},
				respond("done"),
			),
		expected: [["resolved", "done"], ["UnknownError"], "2"],
		native: [["resolved", "done"], "pending", "2"],
		because: "nothing of ours hangs",
	},
	{
		name: "a form whose controls are called as its methods are works all the same",
		run: () =>
			withForm(
				form(
					"<input name=elements><button name=submit>go</button><input name=requestSubmit><input name=checkValidity>",
					"toolautosubmit",
				),
				async () => [
					Object.keys((await found("f")).inputSchema.properties).sort(),
					await call({ elements: "x" }),
				],
				respond("done"),
			),
		expected: [
			["checkValidity", "elements", "requestSubmit"],
			["resolved", "done"],
		],
	},
	{
		name: "a form tells where it is active",
		run: () => {
			const seen = [];
			const look = (one) =>
				seen.push(
					CSS.supports("selector(:tool-form-active)")
						? [one.matches(":tool-form-active"), one.querySelector("button").matches(":tool-submit-active")]
						: [
								one.hasAttribute("data-tool-form-active"),
								one.querySelector("button").hasAttribute("data-tool-submit-active"),
							],
				);
			return withForm(
				form("<button>go</button>", "toolautosubmit"),
				async (one) => {
					look(one);
					await call({});
					await later();
					look(one);
					return seen;
				},
				(event) => {
					look(event.target);
					respond(1)(event);
				},
			);
		},
		expected: [
			[false, false],
			[true, true],
			[false, false],
		],
	},
];
