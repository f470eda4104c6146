/** Databases of each version that there was are opened, with all that is in them; one of a later version is left alone. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { databaseOf, openStorageSite } from "./pages/storage/served.mjs";

let opened;
let page;
const database = databaseOf();

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());
beforeEach(async () => {
	page = await opened.tab();
	await page.evaluate(() => Object.assign(window, { builds: {} }));
});
afterEach(async () => {
	assert.deepEqual(page.problems, []);
	await page.evaluate(async (name) => {
		await window.storage?.close();
		window.held?.close();
		await new Promise((resolve) => {
			indexedDB.deleteDatabase(name).onsuccess = resolve;
		});
	}, database);
	await page.close();
});

/** A database of version 1 as that version made it: a session is one value. It stays open where `holds` is set. */
const buildFirst = (holds) =>
	page.evaluate(
		async ([name, holds]) => {
			const request = indexedDB.open(name, 1);
			request.onupgradeneeded = () => {
				const sessions = request.result.createObjectStore("sessions", { keyPath: "id" });
				const settings = request.result.createObjectStore("settings");
				const block = (id, more) => ({ id, type: "stat", data: { label: id }, ...more });
				sessions.add({
					id: "s_old",
					title: "Old",
					createdAt: 1000,
					updatedAt: 2000,
					messages: [
						{ role: "user", text: "hello" },
						{ role: "assistant", text: "hi" },
					],
					canvas: { layout: "floating", blocks: [block("w_b", { x: 3, y: 4 }), block("w_a")] },
				});
				const canvas = { layout: "flow", blocks: [] };
				sessions.add({ id: "s_bare", title: "", createdAt: 1, updatedAt: 1, messages: [], canvas });
				settings.add({ dark: true }, "theme");
			};
			const made = await new Promise((resolve) => {
				request.onsuccess = () => resolve(request.result);
			});
			if (holds) window.held = made;
			else made.close();
		},
		[database, holds],
	);

test("version 1, a session in one value, is brought to today's: nothing is lost", async () => {
	await buildFirst(false);
	const seen = await page.evaluate(async () => {
		await window.begin({}, "s_old");
		const { session, canvas, storage } = window;
		const before = {
			messages: session.messages,
			snapshot: canvas.getSnapshot(),
			list: await storage.sessions.list(),
		};
		await session.append("new");
		return {
			...before,
			ids: session.messages.map(({ id }) => id),
			theme: await storage.settings.get("theme"),
		};
	});
	assert.deepEqual(
		seen.messages.map(({ message }) => message.text),
		["hello", "hi"],
	);
	assert.deepEqual(
		seen.snapshot.blocks.map(({ id, x, y }) => [id, x, y]),
		[
			["w_b", 3, 4],
			["w_a", undefined, undefined],
		],
	);
	assert.equal(seen.snapshot.layout, "floating");
	assert.deepEqual(seen.list, [
		{ id: "s_old", title: "Old", createdAt: 1000, updatedAt: 2000, widgets: 2, messages: 2 },
		{ id: "s_bare", title: "", createdAt: 1, updatedAt: 1, widgets: 0, messages: 0 },
	]);
	assert.deepEqual([seen.ids, seen.theme], [[1, 2, 3], { dark: true }]);
});

test("version 2, a row for each widget and message, opens as it is", async () => {
	const seen = await page.evaluate(async (name) => {
		const request = indexedDB.open(name, 2);
		request.onupgradeneeded = () => {
			const store = (called, keyPath) => request.result.createObjectStore(called, keyPath && { keyPath });
			const plain = (value) => ({ plain: value });
			store("meta");
			store("settings").add(plain("blue"), "colour");
			const head = { id: "s", createdAt: 1, updatedAt: 2, widgets: 1, messages: 1, next: 8 };
			store("sessions", "id").add({ ...head, body: plain("Two") });
			store("messages", ["session", "id"]).add({ session: "s", id: 7, body: plain("seven") });
			store("canvases", "session").add({ session: "s", order: ["w"], body: plain("grid") });
			const block = { id: "w", type: "stat", data: { label: "W" } };
			store("widgets", ["session", "id"]).add({ session: "s", id: "w", body: plain(block) });
		};
		const made = await new Promise((resolve) => {
			request.onsuccess = () => resolve(request.result);
		});
		made.close();
		await window.begin({}, "s");
		await window.session.append("eight");
		return {
			messages: window.session.messages,
			blocks: (await window.session.blocks()).blocks,
			layout: window.canvas.getSnapshot().layout,
			settings: await window.storage.settings.all(),
		};
	}, database);
	assert.deepEqual(seen, {
		messages: [
			{ id: 7, message: "seven" },
			{ id: 8, message: "eight" },
		],
		blocks: [{ id: "w", type: "stat", data: { label: "W" } }],
		layout: "grid",
		settings: { colour: "blue" },
	});
});

test("a database of a later version is not touched, and the remedy is named", async () => {
	const failure = await page.evaluate(async (name) => {
		const request = indexedDB.open(name, 99);
		window.held = await new Promise((resolve) => {
			request.onsuccess = () => resolve(request.result);
		});
		return window.outcome(() => window.openStorage());
	}, database);
	assert.equal(failure.code, "unsupported");
	assert.match(failure.message, /written by a newer version of this page.*reload the page/);
	assert.deepEqual(failure.details, { reason: "newer", known: 2 });
});

test("a tab that holds an old version does not make this one wait for ever", async () => {
	await buildFirst(true);
	const failure = await page.evaluate(() => window.outcome(() => window.openStorage()));
	assert.equal(failure.code, "conflict");
	assert.match(failure.message, /another tab has it open: close the other tabs/);
	const later = await page.evaluate(async () => {
		window.held.close();
		window.storage = await window.openStorage();
		return (await window.storage.sessions.list()).length;
	});
	assert.equal(later, 2);
});

test("this one lets go when another tab brings the database to a later version", async () => {
	const seen = await page.evaluate(async (name) => {
		await window.begin({});
		const request = indexedDB.open(name, 99);
		window.held = await new Promise((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onblocked = reject;
		});
		return [window.session.role, await window.outcome(() => window.storage.sessions.list())];
	}, database);
	assert.deepEqual([seen[0], seen[1].code], ["closed", "conflict"]);
	assert.match(seen[1].message, /newer version: reload the page/);
});
