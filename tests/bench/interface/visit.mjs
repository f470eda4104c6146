/** One visit to an interface by a browser that has never seen it: it loads, shows a chart, and streams a long answer. */
import { setTimeout as pause } from "node:timers/promises";
import { END, SHOWN, WISH } from "./said.mjs";
import { watch } from "./watch.mjs";

/** Nothing has to be loaded for so long, milliseconds, before the next step. */
const QUIET = 600;
const TIMEOUT = 60_000;

/** @typedef {import("playwright-core").CDPSession} Cdp */

/**
 * What is asked of the page goes to it directly, for Playwright's own questions bring a script of their own, whose compiling is a long task
 * in any page.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("./sites.mjs").Site} site
 * @param {Awaited<ReturnType<typeof import("./server.mjs").serve>>} server
 * @param {{throttle?: number, around?: {[step: string]: (cdp: Cdp, go: () => Promise<void>) => Promise<void>}}} [options]
 *   `throttle` slows the page's thread by that factor; `around` wraps steps, for profiles
 */
export async function visit(browser, site, server, { throttle = 1, around = {} } = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		const page = await context.newPage();
		/** @type {string[]} */
		const problems = [];
		page.on("pageerror", (error) => problems.push(String(error)));
		const cdp = await context.newCDPSession(page);
		await cdp.send("Performance.enable");
		if (throttle !== 1) await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
		const { input, button = input, answers = input, chart, log } = site;
		const finds = Object.entries({ input, button, answers, chart, log });
		await page.addInitScript(watch, Object.fromEntries(finds.map(([name, find]) => [name, String(find)])));

		const ask = async (/** @type {string} */ expression) => {
			const { result, exceptionDetails } = await cdp.send("Runtime.evaluate", {
				expression,
				returnByValue: true,
			});
			if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
			return result.value;
		};
		const until = async (/** @type {string} */ expression) => {
			const began = performance.now();
			while (!(await ask(`Boolean(globalThis.bench && (${expression}))`))) {
				if (performance.now() - began > TIMEOUT)
					throw new Error(`${site.name}: ${expression} was not so within a minute. ${problems.join(" ")}`);
				await pause(100);
			}
		};
		const busy = async () => {
			const { metrics } = await cdp.send("Performance.getMetrics");
			return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
		};
		const settled = async () => {
			await server.quiet(QUIET);
			await pause(QUIET);
		};
		const send = async (/** @type {string} */ wish) => {
			await ask("bench.find.input().focus()");
			await cdp.send("Input.insertText", { text: wish });
			await pause(QUIET / 2);
			await ask("delete bench.marks.sent");
			if (site.button) return void (await ask("bench.find.button().click()"));
			const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
			await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
			await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
		};
		const said = (/** @type {string} */ words) =>
			until(`bench.find.log()?.textContent.includes(${JSON.stringify(words)})`);
		let from = { at: 0, busy: 0 };
		/** Does a step and tells what kept the thread in it. */
		const step = async (/** @type {string} */ name, /** @type {() => Promise<void>} */ go) => {
			if (around[name]) await around[name](cdp, go);
			else await go();
			const { at, tasks, frames } = await ask(`bench.since(${from.at})`);
			const now = { at, busy: await busy() };
			const kept = { tasks, frames, busy: now.busy - from.busy };
			from = now;
			return kept;
		};

		server.forget();
		const loading = await step("load", async () => {
			await page.goto(`${server.url}/${site.folder}/`, { waitUntil: "commit" });
			await until("bench.marks.input && bench.marks.answers");
			await settled();
		});
		const untilReady = server.asked();
		const charting = await step("chart", async () => {
			await ask("bench.await(['chart'])");
			await send(WISH.chart);
			await until("bench.marks.chart");
			await said(SHOWN);
			await settled();
		});
		const untilChart = server.asked();
		const { paint, input: field, answers: ready, chart: shown, sent } = await ask("bench.told()");
		const streaming = await step("stream", async () => {
			await send(WISH.report);
			await said(END);
			await settled();
		});
		const times = { paint, input: field, answers: ready, chart: shown - sent };
		const files = { untilReady, untilChart, atEnd: server.asked() };
		return { problems, times, steps: { loading, charting, streaming }, files };
	} finally {
		await context.close();
	}
}
