/** The journal in IndexedDB, in Chromium: a page that goes away in the middle of a call, and two tabs that come back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, serve } from "./site.mjs";

let site;
let opened;

/** What both lives of the page need: a paying tool that counts, and a model that calls it once. */
const SETUP = `
	window.ready = import("/index.js").then(async (kit) => {
		await kit.init();
		const paid = () => Number(localStorage.getItem("paid") ?? 0);
		const layer = (execute) => ({
			protocol: "webmcp", serverName: "desk", description: "",
			tools: [{ name: "pay", description: "pays", inputSchema: { type: "object" }, execute }],
		});
		const pay = () => { localStorage.setItem("paid", paid() + 1); return "paid"; };
		const model = (...replies) => ({
			name: "scripted", model: "none",
			async chat() { return { content: replies.shift() ?? [{ type: "text", text: "done" }], stopReason: "end_turn" }; },
		});
		const call = [{ type: "tool_use", id: "p", name: "desk_webmcp_pay", input: {} }];
		Object.assign(window, { kit, paid, pay, layer, model, call });
	});
`;

before(async () => {
	site = await serve();
	opened = await openPage(site.address);
	await opened.page.addInitScript(SETUP);
});

after(async () => {
	await opened?.close();
	site?.close();
});

test("a page that went away during a call comes back and does not call again", async () => {
	const { page } = opened;
	await page.reload();
	await page.evaluate(async () => {
		await window.ready;
		const journal = window.kit.createIndexedDBJournal("crash");
		const hangs = () => {
			window.pay();
			return new Promise(() => undefined);
		};
		// Not awaited: the page goes away first.
		window.kit
			.runAgentLoop("go", { provider: window.model(window.call), layers: [window.layer(hangs)], journal })
			.catch(() => undefined);
		while (window.paid() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	});
	await page.reload();
	const seen = await page.evaluate(async () => {
		await window.ready;
		const journal = window.kit.createIndexedDBJournal("crash");
		const entries = await journal.entries();
		const provider = window.model();
		const layers = [window.layer(window.pay)];
		const result = await window.kit.resumeAgentLoop(entries, { provider, layers, journal });
		return {
			last: entries.at(-1).type,
			paid: window.paid(),
			error: result.toolCalls[0].error,
			text: result.text,
			after: (await journal.entries()).at(-1).type,
		};
	});
	assert.deepEqual([seen.last, seen.paid, seen.text, seen.after], ["intent", 1, "done", "replied"]);
	assert.match(seen.error, /outcome unknown/);
});

test("two tabs that approve the same call run it once", async () => {
	const { page } = opened;
	await page.reload();
	const state = await page.evaluate(async () => {
		await window.ready;
		localStorage.setItem("paid", 0);
		const journal = window.kit.createIndexedDBJournal("tabs");
		await journal.clear();
		const options = { provider: window.model(window.call), layers: [window.layer(window.pay)], journal };
		return (await window.kit.runAgentLoop("go", { ...options, needsApproval: "always" })).state;
	});
	const other = await page.context().newPage();
	await other.addInitScript(SETUP);
	await other.goto(site.address);
	const approve = (tab) =>
		tab.evaluate(async (state) => {
			await window.ready;
			const journal = window.kit.createIndexedDBJournal("tabs");
			const options = { provider: window.model(), layers: [window.layer(window.pay)], journal };
			const decisions = [{ id: "p", approved: true }];
			return window.kit.resumeAgentLoop(state, options, decisions).then(
				({ text }) => text,
				({ code }) => code,
			);
		}, state);
	const outcomes = await Promise.all([approve(page), approve(other)]);
	assert.deepEqual(outcomes.toSorted(), ["conflict", "done"]);
	assert.equal(await page.evaluate(() => window.paid()), 1);
	await other.close();
});
