/** The buses of two tabs and a Worker as one, in Chromium; a tab that is closed takes its peers along. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./support/chromium.mjs";
import { until } from "../js/support/bus.mjs";
import { serveCases } from "./support/webmcp/site.mjs";

let site, browser, context;
before(async () => {
	site = await serveCases({ polyfill: false });
	browser = await launch();
	context = await browser.newContext();
});
after(async () => {
	await browser?.close();
	await site?.close();
});

/** A tab with a bus on the channel that all share, and one peer. */
async function open(name) {
	const page = await context.newPage();
	const problems = [];
	page.on("pageerror", (error) => problems.push(String(error)));
	await page.goto(`${site.a}/`);
	await page.evaluate(async (name) => {
		const { createBus } = await import("/pkg/index.js");
		const { connectPort } = await import("/pkg/bus/port.js");
		window.bus = createBus();
		window.told = [];
		bus.subscribe(["*"], ({ channel, payload }) => told.push(`${channel} ${payload}`));
		bus.register(name, "tab", ["*"], ({ payload }) => `${name} got ${payload}`);
		window.leave = connectPort(bus, new BroadcastChannel("shop"), { name: "tabs" });
		window.connectPort = connectPort;
	}, name);
	const peers = () =>
		page.evaluate(() => bus.listPeers().map(({ id, origin }) => `${id} ${origin ?? "here"}`));
	return { page, problems, peers };
}

const WORKER = (base) => `import { createBus } from "${base}/pkg/index.js";
import { connectPort } from "${base}/pkg/bus/port.js";
const bus = createBus();
bus.register("adder", "worker", ["sum"], ({ payload }) => payload.reduce((sum, n) => sum + n, 0));
bus.subscribe(["ping"], ({ payload }) => bus.broadcast("adder", "pong", payload + 1));
connectPort(bus, self);`;

test("two tabs and a Worker are one bus: broadcasts, peers, requests, and who goes is gone", async () => {
	const [one, two] = [await open("one"), await open("two")];
	await one.page.evaluate((source) => {
		const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
		window.worker = new Worker(url, { type: "module" });
		window.leaveWorker = connectPort(bus, worker, { name: "worker" });
	}, WORKER(site.a));
	await until(async () => (await two.peers()).length === 3, "all three are known");
	assert.deepEqual((await one.peers()).toSorted(), ["adder worker", "one here", "two tabs"]);
	assert.deepEqual((await two.peers()).toSorted(), ["adder tabs", "one tabs", "two here"]);
	// Through the first tab to its Worker.
	assert.equal(await two.page.evaluate(() => bus.request("two", "adder", "sum", [1, 2, 3])), 6);
	assert.equal(await one.page.evaluate(() => bus.request("one", "two", "hi", 1)), "two got 1");
	await two.page.evaluate(() => bus.broadcast("two", "ping", 1));
	await until(() => two.page.evaluate(() => told.includes("pong 2")), "the Worker answers all");
	await one.page.waitForTimeout(100);
	for (const { page } of [one, two]) {
		const told = await page.evaluate(() => window.told.filter((text) => /^p[io]ng/.test(text)));
		assert.deepEqual(told, ["ping 1", "pong 2"]);
	}

	const asking = one.page.evaluate(() => {
		bus.register("slow", "x", ["*"], () => undefined);
		return bus.request("one", "two", "hi", 2);
	});
	assert.equal(await asking, "two got 2");
	await one.page.close({ runBeforeUnload: false });
	await until(
		async () => (await two.peers()).length === 1,
		"the closed tab's peers vanish, its Worker's too",
	);
	assert.deepEqual(await two.peers(), ["two here"]);
	assert.deepEqual([...one.problems, ...two.problems], []);
	await two.page.close();
});

test("a page that comes back out of the browser's cache is known again", async () => {
	const [one, two] = [await open("one"), await open("two")];
	await until(async () => (await one.peers()).length === 2, "they know each other");
	await two.page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
	await until(async () => (await one.peers()).length === 1, "it has gone");
	assert.equal(await two.page.evaluate(() => bus.broadcast("two", "lost", 1)), 2);
	await two.page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await until(async () => (await one.peers()).length === 2, "it is back");
	assert.deepEqual((await two.peers()).toSorted(), ["one tabs", "two here"]);
	await two.page.evaluate(() => bus.broadcast("two", "found", 2));
	await until(() => one.page.evaluate(() => told.includes("found 2")), "it is heard again");
	assert.deepEqual(await one.page.evaluate(() => told), ["found 2"]);
	// One that crashes says nothing.
	const client = await context.newCDPSession(two.page);
	client.send("Page.crash").catch(() => undefined);
	await until(async () => (await one.peers()).length === 1, "the tab that crashed has gone");
	await one.page.close();
});
