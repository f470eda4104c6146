/** What a visitor made is kept: the list of sessions, their canvases and conversations, and settings. */
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
});
afterEach(async () => {
	assert.deepEqual(page.problems, []);
	await page.evaluate(() => window.storage?.destroy());
	await page.close();
});

/** Loads the page anew, as after a crash, and opens the session again. */
async function reload(id) {
	await page.reload();
	await page.waitForFunction(() => window.isReady);
	await page.evaluate((id) => window.begin({}, id), id);
	await page.waitForFunction(() => window.session.role === "writer");
}

test("sessions are listed, named, searched, duplicated and deleted", async () => {
	const seen = await page.evaluate(async () => {
		await window.begin({});
		const { sessions } = window.storage;
		const first = window.session.id;
		const second = await sessions.create("Trip to Évora");
		const titles = async () => (await sessions.list()).map(({ title }) => title);
		const before = await titles();
		await window.session.append({ role: "user", content: [{ type: "text", text: "Show me the RAINFALL" }] });
		window.canvas.addWidget("chart", { title: "Litres", bars: [["Mai", 3]] });
		await window.keeper.settled();
		await sessions.rename(first, "Weather");
		const found = {};
		for (const text of ["evora", "rainfall", "litres", "mai", "user", "nowhere", ""])
			found[text] = (await sessions.search(text)).map(({ title }) => title);
		const copy = await sessions.duplicate(first);
		const copied = await sessions.load(copy.id);
		const blocks = await copied.blocks();
		const messages = copied.messages;
		await copied.append("only in the copy");
		await copied.close();
		const named = await sessions.duplicate(second.id, "Trip, again");
		const doomed = await sessions.load(second.id);
		await doomed.append("from Évora");
		const filled = window.kit.createCanvasVanilla();
		filled.addWidget("stat", { label: "Évora" });
		await (await doomed.keepCanvas(filled)).settled();
		await doomed.close();
		await sessions.remove(second.id);
		const gone = await window.outcome(() => sessions.load(second.id));
		return {
			before,
			found,
			blocks,
			messages,
			gone,
			title: window.session.title,
			named: named.title,
			left: (await sessions.list()).map(({ title, widgets, messages }) => [title, widgets, messages]).sort(),
			raw: (await window.raw("webmcp-auto-ui storage main")).includes("vora"),
		};
	});
	assert.deepEqual(seen.before, ["Trip to Évora", "First"]);
	assert.equal(seen.title, "Weather", "an open session learns its name");
	assert.deepEqual(seen.found, {
		evora: ["Trip to Évora"],
		rainfall: ["Weather"],
		litres: ["Weather"],
		mai: ["Weather"],
		user: [],
		nowhere: [],
		"": ["Weather", "Trip to Évora"],
	});
	assert.deepEqual([seen.blocks.blocks[0].data.title, seen.messages.length], ["Litres", 1]);
	assert.deepEqual([seen.gone.code, seen.named], ["not_found", "Trip, again"]);
	assert.deepEqual(seen.left, [
		["Trip, again", 0, 0],
		["Weather", 1, 1],
		["Weather", 1, 2],
	]);
	assert.equal(seen.raw, false, "what was deleted is nowhere");
});

test("a canvas comes back as it was, with places in all layouts, and only what changed is written", async () => {
	const { id, shown } = await page.evaluate(async () => {
		const id = await window.begin({});
		const { canvas, keeper } = window;
		canvas.transact(() => {
			for (let n = 0; n < 1000; n++) canvas.addWidget("stat", { label: `L${n}`, value: String(n) });
		});
		const [one, two, three, four] = canvas.getSnapshot().blocks;
		canvas.moveWidget(one.id, 10, 20);
		canvas.setLayout("floating");
		canvas.moveWidget(one.id, 300, 200);
		canvas.resizeWidget(two.id, 240, 160);
		canvas.styleWidget(two.id, { color: "red" });
		canvas.link([two.id, three.id]);
		canvas.group([one.id, two.id]);
		canvas.lock(three.id);
		canvas.raise(two.id);
		canvas.moveBlock(four.id, one.id);
		canvas.removeWidget(canvas.getSnapshot().blocks[500].id);
		await keeper.settled();
		return { id, shown: canvas.getSnapshot() };
	});
	await reload(id);
	const seen = await page.evaluate(async () => {
		const { canvas, keeper } = window;
		const { blocks, layout } = canvas.getSnapshot();
		const steps = canvas.history.done.map(({ actor, label }) => `${actor} ${label}`);
		let writes = 0;
		const { put } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = function (...args) {
			writes += 1;
			return put.apply(this, args);
		};
		canvas.select([blocks[0].id]);
		await keeper.settled();
		const ofSelecting = writes;
		canvas.updateWidget(blocks[7].id, { value: "new" });
		canvas.updateWidget(blocks[7].id, { value: "newer" });
		await keeper.settled();
		IDBObjectStore.prototype.put = put;
		return { blocks, layout, steps, ofSelecting, writes, kept: (await window.session.blocks()).blocks[7] };
	});
	assert.deepEqual([seen.layout, seen.blocks], [shown.layout, shown.blocks]);
	assert.deepEqual(seen.steps, ["storage restore"]);
	assert.equal(seen.ofSelecting, 0);
	assert.equal(seen.writes, 2, "the widget's row and the session's");
	assert.equal(seen.kept.data.value, "newer");
});

test("a canvas that was filled before is taken by an empty session, and one that is full gives way", async () => {
	const seen = await page.evaluate(async () => {
		await window.begin({});
		const { sessions } = window.storage;
		const labels = (canvas) => canvas.getSnapshot().blocks.map(({ data }) => data.label);
		const filled = window.kit.createCanvasVanilla();
		filled.addWidget("stat", { label: "before" });
		const { id } = await sessions.create();
		const session = await sessions.load(id);
		await (await session.keepCanvas(filled)).settled();
		await session.close();
		filled.addWidget("stat", { label: "after it was closed" });
		const other = window.kit.createCanvasVanilla();
		other.addWidget("stat", { label: "gives way" });
		await (await sessions.load(id)).keepCanvas(other);
		return { filled: labels(filled), other: labels(other) };
	});
	assert.deepEqual(seen, { filled: ["before", "after it was closed"], other: ["before"] });
});

test("a conversation is added to, corrected and cut, and its ids are not given twice", async () => {
	const { id, ids } = await page.evaluate(async () => {
		const id = await window.begin({});
		const { session } = window;
		const ids = await Promise.all(["a", "b", "c"].map((text) => session.append({ text })));
		await session.replace(ids[1], { text: "B" });
		await session.truncate(ids[1]);
		for (const text of ["d", "e"]) ids.push(await session.append({ text }));
		return { id, ids };
	});
	assert.deepEqual(ids, [1, 2, 3, 4, 5]);
	await reload(id);
	const seen = await page.evaluate(async () => {
		const { session } = window;
		const before = session.messages;
		let told = 0;
		session.subscribe(() => {
			told += 1;
		});
		await session.truncate(0);
		const problems = [
			await window.outcome(() => session.replace(1, "x")),
			await window.outcome(() => session.append(undefined)),
			await window.outcome(() => session.append(1n)),
			await window.outcome(() => session.truncate(-1)),
		];
		await session.close();
		problems.push(await window.outcome(() => session.append("late")));
		return { before, told, left: session.messages, codes: problems.map(({ code }) => code) };
	});
	assert.deepEqual(
		seen.before.map(({ id, message }) => [id, message.text]),
		[
			[1, "a"],
			[2, "B"],
			[4, "d"],
			[5, "e"],
		],
	);
	assert.deepEqual([seen.left, seen.told], [[], 2]);
	assert.deepEqual(seen.codes, [
		"not_found",
		"invalid_argument",
		"invalid_argument",
		"invalid_argument",
		"conflict",
	]);
});

test("settings are kept, and everything is told to whoever listens", async () => {
	const seen = await page.evaluate(async () => {
		await window.begin({});
		const { settings } = window.storage;
		const told = [];
		window.storage.subscribe((change) => told.push(change));
		await settings.set("theme", { dark: true });
		await settings.set("__proto__", "no prototype");
		await settings.set("gone", 1);
		await settings.set("gone", undefined);
		await window.session.append("x");
		const all = await settings.all();
		return {
			told: told.map((change) => change.setting ?? "session"),
			all: Object.entries(all),
			theme: await settings.get("theme"),
			none: (await settings.get("gone")) === undefined,
			wrong: await window.outcome(() => settings.set("f", () => 1)),
		};
	});
	assert.deepEqual(seen.told, ["theme", "__proto__", "gone", "gone", "session"]);
	assert.deepEqual(seen.all.toSorted(), [
		["__proto__", "no prototype"],
		["theme", { dark: true }],
	]);
	assert.deepEqual([seen.theme, seen.none, seen.wrong.code], [{ dark: true }, true, "invalid_argument"]);
});

test("a storage that was closed or destroyed says so, and one that is opened again begins anew", async () => {
	const seen = await page.evaluate(async () => {
		await window.begin({});
		const { storage, session } = window;
		const unwaited = session.append("begun before the end");
		await storage.close();
		await unwaited;
		const closed = await window.outcome(() => storage.sessions.list());
		const again = await window.openStorage();
		const kept = (await again.sessions.list()).map(({ messages }) => messages);
		await again.destroy();
		const fresh = await window.openStorage();
		window.storage = fresh;
		return { closed, role: session.role, kept, left: await fresh.sessions.list() };
	});
	assert.match(seen.closed.message, /was closed: open it again/);
	assert.deepEqual([seen.closed.code, seen.role, seen.kept, seen.left], ["conflict", "closed", [1], []]);
});

test("a page that is put aside holds up nobody: what it is writing is given up, all of it", async () => {
	const seen = await page.evaluate(async () => {
		const id = await window.begin({});
		await window.session.append("kept");
		const writing = [1, 2].map((number) => window.outcome(() => window.session.append(`lost ${number}`)));
		// Until the transaction is under way.
		for (let left = 5; left > 0; left--) await Promise.resolve();
		const [rested, roles] = [window.storage, [window.session.role]];
		dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
		roles.push(window.session.role);
		const others = await window.outcome(() => rested.sessions.list());
		await window.begin({}, id);
		roles.push(window.session.role);
		return { roles, others, written: await Promise.all(writing), kept: window.session.messages };
	});
	assert.deepEqual(seen.roles, ["writer", "closed", "writer"]);
	assert.match(seen.others.message, /left and come back to/);
	assert.deepEqual(
		seen.written.map(({ code }) => code),
		["conflict", "conflict"],
	);
	assert.deepEqual(
		seen.kept.map(({ message }) => message),
		["kept"],
	);
});

test("whatever is passed by mistake is refused by name, and nothing is changed", async () => {
	const seen = await page.evaluate(async () => {
		await window.begin({});
		const { storage, session } = window;
		const { sessions, settings } = storage;
		const before = JSON.stringify(await storage.exportAll());
		const wrong = [null, 5, Number.NaN, {}, [], () => 1, Symbol("s"), 1n, new Map()];
		const calls = {
			"create: title": (value) => sessions.create(value),
			"rename: id": (value) => sessions.rename(value, "t"),
			"rename: title": (value) => sessions.rename(session.id, value),
			"search: text": (value) => sessions.search(value),
			"remove: id": (value) => sessions.remove(value),
			"duplicate: id": (value) => sessions.duplicate(value),
			"load: id": (value) => sessions.load(value),
			"get: key": (value) => settings.get(value),
			"set: key": (value) => settings.set(value, 1),
			"importAll: copy": (value) => storage.importAll(value),
			"keepCanvas: canvas": (value) => session.keepCanvas(value),
			"openStorage: options": (value) => window.openStorage({ name: value ?? 5 }),
		};
		const problems = [];
		for (const [name, call] of Object.entries(calls)) {
			for (const value of wrong) {
				const { code, message = "" } = await window.outcome(() => call(value));
				if (code !== "invalid_argument" || !message.startsWith(name))
					problems.push(`${name}, ${String(value)}: ${code} ${message}`);
			}
		}
		for (const id of ["s_none", "", "__proto__"]) {
			const { code } = await window.outcome(() => sessions.rename(id, "t"));
			if (code !== "not_found") problems.push(`${id}: ${code}`);
		}
		return { problems, isSame: JSON.stringify(await storage.exportAll()) === before };
	});
	assert.deepEqual(seen, { problems: [], isSame: true });
});
