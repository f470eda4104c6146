/** A tab that is killed while it writes: the next load has all that was acknowledged, and shows what the page once showed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { drawSeed, random } from "../js/support/replay.mjs";
import { openStorageSite } from "./pages/storage/served.mjs";
import { boardSteps, talkSteps } from "./pages/storage/steps.js";

const KILLS = Number(process.env.KILLS ?? 100);
/** More steps than a page takes until it is killed. */
const MAX_STEPS = 20_000;
const MAX_MS = 150;
const seed = drawSeed();
let opened;

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());

/** Ends all processes that run pages of this browser, as a system does that has no memory left, and waits until the browser knows. */
async function killPages(browser) {
	const renderers = async () => {
		const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
		return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
	};
	const killed = await renderers();
	for (const id of killed) process.kill(id, "SIGKILL");
	// Else it may open the next page in one of them.
	while ((await renderers()).some((id) => killed.includes(id))) await setTimeout(5);
}

/** What was acknowledged last, and what the page began with. */
function listen(page) {
	const told = { board: 0, talk: 0, begun: undefined };
	let isBegun = () => {};
	told.ready = new Promise((resolve) => {
		isBegun = resolve;
	});
	page.on("console", (message) => {
		const [word, rest] = message.text().split(/ (.*)/s);
		if (word === "board" || word === "talk") told[word] = Number(rest);
		if (word !== "begun") return;
		told.begun = JSON.parse(rest);
		isBegun();
	});
	return told;
}

/** The step whose state was found, from the last that was acknowledged on; the beginning is step 0. */
function stepOf(found, acknowledged, start, steps) {
	const wanted = JSON.stringify(found);
	if (acknowledged === 0 && wanted === JSON.stringify(start)) return 0;
	for (const { at, state } of steps) {
		if (at >= acknowledged && JSON.stringify(state) === wanted) return at;
		if (at > MAX_STEPS) return undefined;
	}
	return undefined;
}

test(`a page that is killed ${KILLS} times has what was acknowledged, and nothing by half`, async () => {
	const below = random(seed);
	const first = await opened.tab();
	const id = await first.evaluate(() => window.begin({}));
	await first.close();
	const browser = await opened.context.browser().newBrowserCDPSession();
	const sums = { board: 0, talk: 0 };
	let before;
	for (let life = 0; life <= KILLS; life += 1) {
		const page = await opened.tab();
		const told = listen(page);
		page.evaluate(([id, seed]) => window.live(id, seed), [id, seed + life]).catch(() => undefined);
		await told.ready;
		const now = told.begun;
		if (before) {
			const { board, talk } = before.begun;
			const said = talk.map(({ text }) => text);
			const where = `${life - 1} lives after seed ${seed}`;
			const boardStep = stepOf(now.board, before.board, board, boardSteps(seed + life - 1, board));
			assert.ok(boardStep !== undefined, `the canvas, acknowledged up to ${before.board}, ${where}`);
			const texts = now.talk.map(({ text }) => text);
			const talkStep = stepOf(texts, before.talk, said, talkSteps(seed + life - 1, talk));
			assert.ok(talkStep !== undefined, `the conversation, acknowledged up to ${before.talk}, ${where}`);
			sums.board += before.board;
			sums.talk += before.talk;
		}
		if (life < KILLS) {
			await setTimeout(below(MAX_MS));
			const crashed = page.waitForEvent("crash");
			await killPages(browser);
			await crashed;
		}
		before = told;
		await page.close();
	}
	// Else it was always killed before it had done anything.
	assert.ok(sums.board > KILLS / 4 && sums.talk > KILLS / 4, JSON.stringify(sums));
	console.log(`${sums.board} steps of the canvas and ${sums.talk} of the conversation acknowledged`);
});
