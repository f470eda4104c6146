/** Copies of a storage: all of it goes out and comes back, and of a copy that is wrong nothing is taken. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { openStorageSite } from "./pages/storage/served.mjs";

let opened;
let page;

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());
beforeEach(async () => {
	page = await opened.tab();
	await page.evaluate(async () => {
		await window.begin({ passphrase: "p" });
		const { storage, session, canvas, keeper } = window;
		await session.append({ text: "a" });
		await session.append({ text: "b" });
		await session.truncate(1);
		canvas.setLayout("floating");
		const { id } = canvas.addWidget("stat", { label: "A", value: "1" });
		canvas.moveWidget(id, 4, 5);
		canvas.styleWidget(id, { color: "red" });
		await keeper.settled();
		await storage.sessions.create("Second");
		await storage.settings.set("theme", "dark");
	});
});
afterEach(async () => {
	assert.deepEqual(page.problems, []);
	await page.evaluate(() => window.storage.destroy());
	await page.close();
});

test("a copy is JSON, and gives the same in a storage that is empty", async () => {
	const { copy, again, session, blocks, ids } = await page.evaluate(async () => {
		const copy = JSON.parse(JSON.stringify(await window.storage.exportAll()));
		await window.storage.destroy();
		window.storage = await window.openStorage();
		const ids = await window.storage.importAll(copy);
		const again = JSON.parse(JSON.stringify(await window.storage.exportAll()));
		const session = await window.storage.sessions.load(
			copy.sessions.find(({ title }) => title === "First").id,
		);
		const canvas = window.kit.createCanvasVanilla();
		await session.keepCanvas(canvas);
		return { copy, again, ids, session: session.messages, blocks: canvas.getSnapshot().blocks };
	});
	assert.deepEqual([copy.format, copy.version], ["webmcp-auto-ui storage", 1]);
	assert.deepEqual(again, copy);
	assert.deepEqual(
		ids,
		copy.sessions.map(({ id }) => id),
	);
	assert.deepEqual(session, [{ id: 1, message: { text: "a" } }]);
	assert.deepEqual([blocks[0].x, blocks[0].y, blocks[0].style.color], [4, 5, "red"]);
});

test("a copy that comes back beside what it was made of gets new ids, and settings are those of the copy", async () => {
	const seen = await page.evaluate(async () => {
		const { storage } = window;
		const copy = await storage.exportAll();
		await storage.settings.set("theme", "light");
		await storage.settings.set("other", 1);
		const ids = await storage.importAll({ ...copy, sessions: [...copy.sessions, copy.sessions[0]] });
		const list = await storage.sessions.list();
		return {
			isNew: ids.every((id) => !copy.sessions.some((session) => session.id === id)),
			different: new Set(list.map(({ id }) => id)).size,
			settings: await storage.settings.all(),
		};
	});
	assert.deepEqual(seen, { isNew: true, different: 5, settings: { theme: "dark", other: 1 } });
});

test("of a copy that is wrong in one place nothing is taken", async () => {
	const seen = await page.evaluate(async () => {
		const { storage } = window;
		const before = JSON.stringify(await storage.exportAll());
		const copy = JSON.parse(before);
		copy.sessions[1].canvas.blocks.push({ id: "w", type: 5, data: {} });
		copy.settings.theme = "hostile";
		const outcome = await window.outcome(() => storage.importAll(copy));
		const deep = JSON.parse(before);
		deep.sessions[0].messages = [JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)];
		const bottomless = await window.outcome(() => storage.importAll(deep));
		return { outcome, bottomless, isSame: JSON.stringify(await storage.exportAll()) === before };
	});
	assert.equal(seen.outcome.code, "invalid_argument");
	assert.match(seen.outcome.message, /sessions\[1\]\.canvas\.blocks\[\d\]\.type must be a text/);
	assert.deepEqual([seen.bottomless.code, seen.isSame], ["invalid_argument", true]);
});

test("what a canvas does not take is refused when it is shown, and stays stored", async () => {
	const seen = await page.evaluate(async () => {
		const { storage } = window;
		const copy = JSON.parse(JSON.stringify(await storage.exportAll()));
		const session = copy.sessions.find(({ title }) => title === "First");
		session.canvas.blocks[0].style = { position: "fixed" };
		const [id] = await storage.importAll({ ...copy, sessions: [session], settings: {} });
		const kept = await storage.sessions.load(id);
		const canvas = window.kit.createCanvasVanilla();
		canvas.addWidget("stat", { label: "there before" });
		const outcome = await window.outcome(() => kept.keepCanvas(canvas));
		canvas.addWidget("stat", { label: "not followed" });
		await kept.append("still written");
		return {
			outcome,
			blocks: (await kept.blocks()).blocks.length,
			shown: canvas.getSnapshot().blocks.length,
		};
	});
	assert.equal(seen.outcome.code, "invalid_argument");
	assert.deepEqual([seen.blocks, seen.shown], [1, 2]);
});
