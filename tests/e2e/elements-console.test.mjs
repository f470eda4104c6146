/** `<auto-ui-console>`: what was asked and called, found, opened, compared, taken along, run again; and what others have recorded. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { elementsPage, focused, tell } from "./pages/elements/support.mjs";

const { talk } = elementsPage();

/** A console and a chat in which a wish was answered by two requests and two calls, one of which failed. */
async function watched(workspace) {
	const opened = await talk({ tags: "console,chat" }, {}, workspace);
	const { page } = opened;
	await page.getByTestId("wish-input").fill("look there");
	await page.getByTestId("wish-input").press("Enter");
	await tell(page, "calls", ["c1", "desk_webmcp_look", { place: "attic" }], ["c2", "desk_webmcp_fail", {}]);
	await tell(page, "says", "It is dusty.");
	await page.getByTestId("stop").waitFor({ state: "hidden" });
	await page.waitForFunction(() => window.deepAll("[part=line]").length === 4);
	return { ...opened, lines: page.getByTestId("line"), detail: page.getByTestId("detail") };
}

test("each request and call is a line with its place in time, its tokens, and the sums of all", async () => {
	const { page, problems, lines, close } = await watched({ run: { prices: undefined } });
	const texts = (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
	assert.match(texts[0], /Request: 1 message, \d+ tools .*1,200 → 34 tokens/);
	assert.match(texts[1], /look of desk/);
	assert.match(texts[2], /fail of desk/);
	assert.match(texts[3], /Request: 3 messages/);
	assert.equal(
		await page.getByTestId("sums").innerText(),
		"Requests: 2 · calls: 2 · tokens read: 2,400, written: 68",
	);
	const bars = await page.evaluate(() =>
		window.deepAll(".bar").map((bar) => {
			const [track, own] = [bar.parentElement.getBoundingClientRect(), bar.getBoundingClientRect()];
			return [own.left - track.left, own.right - track.right, own.width].map(Math.round);
		}),
	);
	assert.ok(
		bars.every(([left, right, width]) => left >= -1 && right <= 3 && width >= 2),
		JSON.stringify(bars),
	);
	assert.ok(bars[3][0] >= bars[0][0], "what came later lies further on");
	assert.deepEqual(problems, []);
	await close();
});

test("lines are filtered by kind and found by words, and a word that is nowhere is told", async () => {
	const { page, lines, close } = await watched();
	const shown = async (count) =>
		page.waitForFunction((count) => window.deepAll("[part=line]").length === count, count);
	const kind = page.locator("auto-ui-console select");
	await kind.selectOption("call");
	await shown(2);
	await kind.selectOption("failed");
	await shown(1);
	assert.match(await lines.innerText(), /fail of desk/);
	await kind.selectOption("all");
	await page.locator("auto-ui-console input[type=search]").fill("attic DUSTY");
	await shown(1);
	assert.match(await lines.innerText(), /Request: 3 messages/);
	await page.locator("auto-ui-console input[type=search]").fill("nowhere");
	await shown(0);
	await page.getByText("Nothing is found.").waitFor();
	await close();
});

test("a line shows by keyboard what was sent, what came back, and what has changed since the request before", async () => {
	const { page, problems, lines, detail, close } = await watched();
	await lines.nth(1).focus();
	await page.keyboard.press("Enter");
	await detail.waitFor();
	assert.match(await detail.innerText(), /attic.*"did":"look"/s);
	assert.equal(await focused(page), "line");
	await lines.nth(2).click();
	await detail.getByText("it is broken").waitFor();
	await lines.nth(3).click();
	await detail.locator("auto-ui-widget").waitFor();
	const diff = detail.locator("auto-ui-widget");
	await diff.getByText("tool_result").first().waitFor();
	assert.match(await detail.innerText(), /It is dusty\./);
	await lines.nth(3).click();
	await detail.waitFor({ state: "detached" });
	assert.equal(await lines.nth(3).getAttribute("aria-expanded"), "false");
	assert.deepEqual(problems, []);
	await close();
});

/** The JSON that a press saves as a file. */
async function saved(page, part) {
	const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId(part).click()]);
	return {
		name: download.suggestedFilename(),
		json: JSON.parse(await readFile(await download.path(), "utf8")),
	};
}

test("a recording is taken along as JSON and as spans, and is opened again elsewhere", async () => {
	const first = await watched();
	const recording = await saved(first.page, "json");
	assert.equal(recording.name, "recording.json");
	assert.deepEqual(
		recording.json.entries.map(({ kind }) => kind),
		["request", "call", "call", "request"],
	);
	const spans = await saved(first.page, "spans");
	const names = spans.json.resourceSpans[0].scopeSpans[0].spans.map(({ name }) => name);
	assert.deepEqual(names, [
		"invoke_agent webmcp-auto-ui",
		"chat told-1",
		"execute_tool desk_webmcp_look",
		"execute_tool desk_webmcp_fail",
		"chat told-1",
	]);
	await first.close();
	const { page, problems, close } = await talk({ tags: "console" });
	assert.equal(await page.getByTestId("json").isDisabled(), true);
	await open(page, "recording.json", JSON.stringify(recording.json));
	await page.waitForFunction(() => window.deepAll("[part=line]").length === 4);
	await page.getByRole("button", { name: "Back to this page's" }).focus();
	await page.keyboard.press("Enter");
	await page.getByText("Nothing was asked or called yet.").waitFor();
	assert.notEqual(await focused(page), "body");
	assert.deepEqual(problems, []);
	await close();
});

const open = (page, name, text) =>
	page
		.locator("auto-ui-console input[type=file]")
		.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("a file that is no recording is refused in words, and what is shown stays", async () => {
	const { page, problems, close } = await watched();
	const hostile = {
		version: 1,
		runs: [],
		entries: [{ kind: "request", id: 1, run: 1, start: 1, messages: [null], tools: [] }],
	};
	for (const [name, text] of [
		["a.json", "no JSON"],
		["b.json", "null"],
		["c.json", JSON.stringify(hostile)],
	]) {
		await open(page, name, text);
		await page.getByText(`${name} is no recording.`).waitFor();
	}
	assert.equal(await page.getByTestId("line").count(), 4);
	await page.locator("auto-ui-console input[type=search]").fill("attic");
	await page.waitForFunction(() => window.deepAll("[part=line]").length === 3);
	assert.deepEqual(problems, []);
	await close();
});

test("whatever stands in another's recording is shown as text, runs nothing and breaks nothing", async () => {
	const { page, problems, close } = await talk({ tags: "console" });
	const evil = '<img src=x onerror="window.ran = 1"><script>window.ran = 2</script>';
	const entries = [
		{
			kind: "request",
			id: 1,
			run: 9,
			start: 10,
			end: 20,
			messages: [{ role: evil, content: evil }],
			tools: [{ name: evil }],
			response: { content: [{ type: "text", text: { evil } }], usage: { input_tokens: "9".repeat(400) } },
		},
		{
			kind: "request",
			id: 2,
			run: 9,
			start: 0,
			messages: [{ role: "user", content: [{ type: evil }] }],
			tools: [],
			costUsd: 1e308,
		},
		{
			kind: "call",
			id: 3,
			run: 9,
			start: Number.MAX_SAFE_INTEGER,
			call: { name: `${evil}_mcp_${evil}`, args: [evil], error: 7, fixes: evil },
		},
		{ kind: "call", id: 4, run: 777, start: 3, call: { name: "__proto__", result: evil } },
	];
	await open(
		page,
		"evil.json",
		JSON.stringify({ version: 1, runs: [{ id: 9, wish: evil, start: 0 }], entries }),
	);
	await page.waitForFunction(() => window.deepAll("[part=line]").length === 4);
	for (let at = 0; at < 4; at++) {
		await page.getByTestId("line").nth(at).click();
		await page.getByTestId("detail").waitFor();
		await page.evaluate(() => {
			for (const details of window.deepAll("details")) details.open = true;
		});
		await page.getByTestId("line").nth(at).click();
	}
	assert.doesNotMatch(await page.getByTestId("sums").innerText(), /NaN|999/);
	await saved(page, "spans");
	await page.locator("auto-ui-console select").selectOption("failed");
	assert.equal(await page.evaluate(() => window.ran), undefined);
	assert.deepEqual(problems, []);
	await close();
});

test("two thousand lines are some tens in the page, each is reached by keyboard, and what has the focus is not scrolled away", async () => {
	const { page, problems, close } = await talk({ tags: "console" });
	await page.evaluate(() => {
		const { recorder } = window.talk.workspace;
		const { onEvent } = recorder.hear("many");
		for (let at = 0; at < 2000; at++) {
			onEvent({ type: "tool-start", call: { id: `c${at}`, name: `tool_${at}`, args: {} } });
			onEvent({ type: "tool-end", call: { id: `c${at}`, name: `tool_${at}`, args: {}, result: "r" } });
		}
	});
	await page.waitForFunction(() => window.deepAll("[part=line]").length > 5);
	assert.ok((await page.getByTestId("line").count()) < 60);
	await page.getByTestId("line").first().focus();
	for (let at = 0; at < 40; at++) await page.keyboard.press("Tab");
	const reached = await page.evaluate(() => window.deepFocus().textContent);
	assert.match(reached, /tool_40/);
	const lines = page.locator("auto-ui-console .lines");
	await lines.evaluate((element) => {
		element.scrollTop = element.scrollHeight;
	});
	await page.getByText("tool_1999").waitFor();
	assert.match(await page.evaluate(() => window.deepFocus()?.textContent ?? ""), /tool_40/);
	assert.ok((await page.getByTestId("line").count()) < 60);
	assert.equal(await page.locator("auto-ui-console li").last().getAttribute("aria-setsize"), "2000");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	assert.equal(await focused(page), "line");
	assert.deepEqual(problems, []);
	await close();
});

test("a run is run again from its first request: the answers are those that were recorded, the calls are made", async () => {
	const { page, problems, lines, detail, close } = await watched();
	await lines.nth(3).click();
	await detail.waitFor();
	assert.equal(await page.getByTestId("replay").count(), 0, "a run begins with its first request");
	await lines.nth(0).click();
	await page.getByTestId("replay").click();
	await page.locator("form.approval").first().waitFor();
	assert.equal(
		await page.evaluate(() => window.talk.calls.length),
		2,
		"whoever recorded it, nothing is called unasked",
	);
	const approve = page.locator("[part=approve-all], form.approval [part=approve]");
	for (let left = 40; left > 0 && (await page.evaluate(() => window.talk.calls.length)) < 4; left--) {
		if ((await approve.count()) > 0) await approve.first().click();
		await page.waitForTimeout(50);
	}
	await page.getByTestId("reply").nth(1).getByText("It is dusty.").waitFor();
	assert.deepEqual(await page.evaluate(() => window.talk.calls.map(([name]) => name)), [
		"look",
		"fail",
		"look",
		"fail",
	]);
	assert.equal(await page.evaluate(() => window.talk.model.asked.length), 2, "the model was not asked again");
	assert.deepEqual(problems, []);
	await close();
});

test("a request under way grows in the waterfall, and what it costs is told where prices are known", async () => {
	const { page, close } = await talk(
		{ tags: "console,chat" },
		{},
		{ run: { prices: { input: 3, output: 15 } } },
	);
	await page.getByTestId("wish-input").fill("cost");
	await page.getByTestId("wish-input").press("Enter");
	await page.getByTestId("line").waitFor();
	assert.match(await page.getByTestId("line").innerText(), /…/);
	await tell(page, "says", "done");
	await page.getByTestId("sums").getByText("$0.0041").waitFor();
	await close();
});
