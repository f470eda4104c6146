/** A storage that is full. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openStorageSite } from "./pages/storage/served.mjs";

let opened;

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());

test("without room it is said how much is used and what to do, and what was stored stays", async () => {
	const page = await opened.tab();
	const browser = await opened.context.newCDPSession(page);
	const origin = new URL(opened.site.url).origin;
	// Before the page stores anything: what room there is, is remembered.
	await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
	const id = await page.evaluate(async () => {
		const id = await window.begin({ onProblem: (problem) => Object.assign(window, { problem }) });
		await window.session.append("before");
		window.canvas.addWidget("stat", { label: "before" });
		await window.keeper.settled();
		return id;
	});
	const full = await page.evaluate(async () => {
		// What repeats itself is stored in less.
		const large = Array.from({ length: 200_000 }, () => Math.random().toString(36)).join("");
		const said = await window.outcome(() => window.session.append(large));
		const { id } = window.canvas.addWidget("stat", { label: large });
		while (!window.problem) await new Promise((resolve) => setTimeout(resolve, 10));
		const asked = await window.outcome(() => window.keeper.settled());
		const messages = window.session.messages.map(({ message }) => message);
		window.canvas.removeWidget(id);
		window.canvas.addWidget("stat", { label: "small" });
		await window.keeper.settled();
		return { said, asked, told: window.problem.code, messages, room: await window.storage.room() };
	});
	assert.equal(full.said.code, "unsupported");
	assert.match(full.said.message, /no room left.* uses \d+\.\d MB.*still there: delete sessions/);
	assert.deepEqual(
		[full.said.details.reason, full.asked.code, full.told],
		["quota", "unsupported", "unsupported"],
	);
	assert.ok(full.said.details.used > 0 && full.room.used > 0);
	assert.deepEqual(full.messages, ["before"]);
	await page.reload();
	await page.waitForFunction(() => window.isReady);
	await page.evaluate((id) => window.begin({}, id), id);
	await page.waitForFunction(() => window.session.role === "writer");
	const after = await page.evaluate(() => [
		window.session.messages.map(({ message }) => message),
		window.canvas.getSnapshot().blocks.map(({ data }) => data.label),
	]);
	assert.deepEqual(after, [["before"], ["before", "small"]]);
	await browser.send("Storage.overrideQuotaForOrigin", { origin });
	await page.evaluate(() => window.session.append("there is room again"));
	assert.equal(typeof (await page.evaluate(() => window.storage.persist())), "boolean");
	assert.deepEqual(page.problems, []);
});
