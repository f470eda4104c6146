/** The elements for people who see little or nothing, or use no mouse: what axe-core finds, what is announced, and where the focus is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsPage, tell } from "./pages/elements/support.mjs";
import { found } from "./support/axe.mjs";

const { talk } = elementsPage();

/** Fills conversation, canvas and recorder, so that there is something to find fault with. */
const fill = (page) =>
	page.evaluate(async () => {
		const { conversation, canvas, recorder } = window.talk.workspace;
		const [w1, a1, w2, a2] = window.kit.messages(4);
		Object.assign(a1, {
			text: "# Head\n\nA [link](https://a.example/).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1; // one\n```",
			reasoning: "I thought.",
			steps: [
				{
					id: "1",
					name: "desk_webmcp_look",
					args: { place: "attic" },
					result: "dust",
					elapsed: 3,
					fixes: ["one"],
				},
			],
			missing: [{ name: "s", reason: "gone" }],
		});
		Object.assign(a2, { state: "failed", text: "", failure: "It broke." });
		const w3 = {
			id: "w3",
			role: "person",
			parent: "m3",
			at: 5,
			text: "pay",
			note: "not-run",
			attachments: [{ kind: "text", name: "a.csv", text: "a" }],
		};
		const waits = {
			...{
				id: "a3",
				role: "agent",
				parent: "w3",
				at: 6,
				text: "",
				steps: [],
				widgets: [],
				state: "waiting",
				run: {},
				decisions: [],
			},
			pending: ["1", "2"].map((id) => ({
				id,
				name: "desk_webmcp_pay",
				args: { amount: 7, note: "x".repeat(300) },
			})),
		};
		conversation.restore([w1, a1, { ...a1, id: "m1b" }, w2, a2, w3, waits]);
		conversation.thread.show("a3");
		canvas.addWidget("stat", { label: "a", value: "1" }, { serverName: "autoui" });
		const { onLLMRequest, onEvent } = recorder.hear("w");
		const asked = [{ role: "user", content: "prompt" }];
		onLLMRequest(asked, [{ name: "t" }]);
		onEvent({
			type: "llm-response",
			response: {
				content: [{ type: "text", text: "x" }],
				stopReason: "end_turn",
				usage: { input_tokens: 1200, output_tokens: 33 },
			},
			costUsd: 0.004,
		});
		onEvent({ type: "tool-start", call: { id: "1", name: "desk_webmcp_look", args: {} } });
		onEvent({ type: "tool-end", call: { id: "1", name: "desk_webmcp_look", args: {}, error: "broken" } });
		onLLMRequest([...asked, { role: "assistant", content: "more" }], []);
	});

/** Opens all that can be opened, and presses what shows more. */
const unfold = (page) =>
	page.evaluate(async () => {
		const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
		for (let round = 0; round < 3; round++) {
			for (const details of window.deepAll("details:not([open])")) details.open = true;
			await settle();
		}
		window.deepAll("[part=line]").at(-1)?.click();
		window.deepAll(".wm-recipes-name")[0]?.click();
		await settle();
		for (const details of window.deepAll("details:not([open])")) details.open = true;
		await settle();
	});

const LOOKS = [{ colorScheme: "light" }, { colorScheme: "dark" }];

for (const looks of LOOKS) {
	for (const tag of [
		"chat",
		"console",
		"canvas",
		"servers",
		"recipes",
		"settings",
		"model-select",
		"model-loader",
		"suggestions",
	])
		test(`axe finds nothing in <auto-ui-${tag}>, ${looks.colorScheme}`, async (t) => {
			const wishes = tag === "suggestions" ? ' wishes="One&#10;Two"' : "";
			const { page, problems, close } = await talk(
				{ html: `<auto-ui-${tag}${wishes}></auto-ui-${tag}>` },
				looks,
			);
			t.after(close);
			await fill(page);
			await unfold(page);
			assert.deepEqual(await found(page), []);
			assert.deepEqual(problems, []);
		});

	test(`axe finds nothing in a loader that asks, loads, is paused and has failed, ${looks.colorScheme}`, async (t) => {
		const { page, close } = await talk({ tags: "model-loader" }, looks);
		t.after(close);
		const download = {
			url: "https://a.example/m.gguf",
			bytes: 253e6,
			license: { name: "Own", url: "https://a.example/" },
		};
		const progress = { part: 0.3, status: "Downloading", loaded: 1e7, total: 3e7, speed: 1e6, left: 20 };
		for (const state of [
			{ phase: "asking", download },
			{ phase: "loading", progress },
			{ phase: "paused", progress },
			{ phase: "error", reason: "It broke." },
			{ phase: "stopped" },
		]) {
			await page.evaluate((state) => {
				window.talk.workspace.model.state = state;
				document.querySelector("auto-ui-model-loader").update();
			}, state);
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
			assert.deepEqual(await found(page), [], state.phase);
		}
	});

	test(`axe finds nothing in the app with every panel and the console open, ${looks.colorScheme}`, async (t) => {
		const { page, problems, close } = await talk(
			{
				tags: "app",
				html: '<auto-ui-app wishes="One&#10;Two"><strong slot="brand">Brand</strong></auto-ui-app>',
			},
			{ ...looks, viewport: { width: 1280, height: 900 } },
		);
		t.after(close);
		await page.getByTestId("suggestion").first().waitFor();
		// The app has a `main` of its own; that of the tests' page would be a second one.
		await page.evaluate(() => {
			const app = document.querySelector("auto-ui-app");
			document.body.append(app);
			document.querySelector("#main").remove();
			return app.ready;
		});
		await page.getByTestId("suggestion").first().waitFor();
		assert.deepEqual(await found(page), []);
		await fill(page);
		await page.getByTestId("console").click();
		await page.getByTestId("line").first().waitFor();
		await unfold(page);
		assert.deepEqual(await found(page), []);
		// One of them is open at a time.
		const panels = page.locator("[name=panels]");
		for (let at = 0; at < (await panels.count()); at++) {
			await panels.nth(at).evaluate((panel) => {
				panel.open = true;
			});
			assert.deepEqual(await found(page), [], `panel ${at}`);
		}
		assert.deepEqual(problems, []);
	});
}

test("what goes on is announced: states politely, failures at once, answers when they are whole", async (t) => {
	const { page, close } = await talk({ tags: "chat" });
	t.after(close);
	assert.equal(await page.getByTestId("status").getAttribute("role"), "status");
	await page.getByTestId("wish-input").fill("one");
	await page.keyboard.press("Enter");
	await page.getByTestId("status").getByText("Asking the model").waitFor();
	await tell(page, "writes", "So ");
	await page.getByTestId("said").getByText("So").waitFor();
	assert.equal(await page.getByTestId("said").getAttribute("aria-busy"), "true");
	await tell(page, "says", "So be it.");
	await page
		.getByTestId("status")
		.getByText(/Done in/)
		.waitFor();
	assert.equal(await page.getByTestId("said").getAttribute("aria-busy"), "false");
	assert.equal(await page.getByTestId("log").getAttribute("aria-live"), "polite");
	await page.getByTestId("wish-input").fill("two");
	await page.keyboard.press("Enter");
	await tell(page, "fails", "The model is gone");
	const failure = page.getByTestId("failure");
	await failure.getByText("The model is gone").waitFor();
	assert.equal(await failure.getAttribute("role"), "alert");
});

test("all of the app is reached by Tab, in an order, with a ring that is seen", async (t) => {
	const { page, close } = await talk({ tags: "app" }, { viewport: { width: 1280, height: 900 } });
	t.after(close);
	await fill(page);
	const seen = [];
	await page.evaluate(() => document.body.focus());
	for (let at = 0; at < 80; at++) {
		await page.keyboard.press("Tab");
		const held = await page.evaluate(() => {
			const one = window.deepFocus();
			if (!one || one === document.body) return undefined;
			const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
			const ringed =
				(outlineStyle !== "none" && outlineWidth !== "0px") ||
				boxShadow !== "none" ||
				one.closest(".composer, .composer *") !== null;
			return {
				name:
					one.getAttribute("part") ?? one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 30),
				ringed,
			};
		});
		if (!held) break;
		seen.push(held);
	}
	const names = seen.map(({ name }) => name);
	for (const wanted of ["console", "theme", "log", "approve", "deny-reason", "wish-input", "send", "share"])
		assert.ok(names.includes(wanted), `${wanted} is not among ${names.join(", ")}`);
	assert.deepEqual(
		seen.filter(({ ringed }) => !ringed).map(({ name }) => name),
		[],
	);
});

for (const viewport of [
	{ width: 640, height: 400 },
	{ width: 360, height: 640 },
])
	test(`at ${viewport.width} × ${viewport.height} pixels, as a page at 200 %, the field of the app can be reached and nothing juts out`, async (t) => {
		const { page, close } = await talk({ tags: "app" }, { viewport });
		t.after(close);
		await fill(page);
		await page.locator("[data-panel=model] > summary").click();
		const field = page.getByTestId("wish-input");
		await field.scrollIntoViewIfNeeded();
		await field.click();
		const { inside, wide } = await page.evaluate(() => {
			const box = window.deepFocus().getBoundingClientRect();
			return {
				inside: box.top >= 0 && box.bottom <= innerHeight,
				wide: document.documentElement.scrollWidth - innerWidth,
			};
		});
		assert.deepEqual([inside, wide <= 0], [true, true]);
	});

test("in colours that are forced, what is pressed, chosen and under way is told apart by more than its colour", async (t) => {
	const { page, close } = await talk({ tags: "chat,console,model-loader" }, { forcedColors: "active" });
	t.after(close);
	await fill(page);
	const drawn = await page.evaluate(() => {
		const edge = (query) => getComputedStyle(window.deepAll(query)[0]).borderTopStyle;
		const fillOf = (query) => getComputedStyle(window.deepAll(query)[0]).backgroundColor;
		const [bar, track] = [fillOf(".bar"), fillOf(".lines")];
		return { message: edge("[part=reply]"), send: edge("[part=send]"), isBarSeen: bar !== track };
	});
	assert.deepEqual(drawn, { message: "solid", send: "solid", isBarSeen: true });
});
