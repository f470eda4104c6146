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

/** Imports a session of widgets, and keeps a canvas that a server is attached to; the server loads no pictures of others. */
const kept = (page, blocks, more = "") =>
	page.evaluate(
		async ([blocks, more]) => {
			const { kit, storage } = window;
			const problems = [];
			await storage.close();
			const onProblem = ({ code, message, details }) => problems.push({ code, message, ...details });
			window.storage = await window.openStorage({ passphrase: "p", onProblem });
			const canvas = { layout: "grid", blocks };
			const session = { id: "s", title: "", createdAt: 1, updatedAt: 1, messages: [], canvas };
			const copy = { format: "webmcp-auto-ui storage", version: 1, settings: {}, sessions: [session] };
			const [id] = await window.storage.importAll(copy);
			const careful = kit.createWebMcpServer("careful", { allowUrl: (url) => !url.includes("evil") });
			for (const { recipe, renderer } of kit.autoui.listWidgets()) careful.registerWidget(recipe, renderer);
			const board = kit.createCanvasVanilla();
			const container = document.body.appendChild(document.createElement("div"));
			if (more === "mounted") kit.mountCanvas(container, board, [careful]);
			else if (more !== "options") careful.attachCanvas(board);
			const loaded = await window.storage.sessions.load(id);
			const keeper = await loaded.keepCanvas(board, more === "options" ? { servers: [careful] } : undefined);
			Object.assign(window, { board, careful, loaded, keeper, problems });
			const { layout, blocks: shown } = board.getSnapshot();
			return {
				shown: shown.map(({ id }) => id),
				layout,
				problems,
				servers: shown.map((one) => one.serverName),
			};
		},
		[blocks, more],
	);
const stat = (id, more) => ({ id, type: "stat", data: { label: id, value: "1" }, ...more });
const refusedOnes = {
	"an address that the server does not let load, of no server": (id) => ({
		...{ id, type: "image", data: { src: "https://evil.test/x.png", alt: "x" } },
	}),
	"the same of a server that is not there": (id) => ({
		...{ id, type: "image", data: { src: "https://evil.test/x.png", alt: "x" }, serverName: "gone" },
	}),
	"the same of the server itself": (id) => ({
		...{ id, type: "image", data: { src: "//evil.test/x.png", alt: "x" }, serverName: "careful" },
	}),
	"an address of a scheme that runs": (id) => ({
		id,
		type: "image",
		data: { src: "javascript:1", alt: "x" },
	}),
	"data that the schema does not have": (id) => ({
		id,
		type: "stat",
		data: { label: 7 },
		serverName: "other",
	}),
	"a style that no frame may have": (id) => stat(id, { style: { position: "fixed" } }),
	"a type that nobody draws": (id) => ({ id, type: "no-such", data: {} }),
};

test("a widget that is refused is told and stays stored, the others are shown, whatever server it names", async () => {
	for (const [what, refused] of Object.entries(refusedOnes)) {
		for (const way of ["attached", "mounted", "options"]) {
			const ids = ["a", "b", "bad", "c", "d", "e"];
			const blocks = ids.map((id) => (id === "bad" ? refused(id) : stat(id, { serverName: "gone" })));
			const seen = await kept(page, blocks, way);
			const about = `${what}, ${way}`;
			assert.deepEqual(seen.shown, ["a", "b", "c", "d", "e"], about);
			assert.equal(seen.layout, "grid", about);
			assert.deepEqual([...new Set(seen.servers)], ["careful"], about);
			assert.deepEqual(
				seen.problems.map(({ code, widget }) => [code, widget]),
				[["invalid_argument", "bad"]],
				about,
			);
			assert.match(seen.problems[0].message, /'(image|stat|no-such)' \(bad\) is not shown: .+ stays stored/);
			const after = await page.evaluate(async () => {
				const { board, keeper, loaded, storage } = window;
				board.removeWidget("b");
				board.addWidget("stat", { label: "new" });
				board.moveBlock("e", "a");
				await keeper.settled();
				const { blocks } = await loaded.blocks();
				const { sessions } = await storage.exportAll();
				const saved = sessions.find(({ id }) => id === loaded.id).canvas.blocks;
				const count = (await storage.sessions.list()).find(({ id }) => id === loaded.id).widgets;
				await loaded.close();
				return { stored: blocks.map(({ id, data }) => data.label ?? id), saved: saved.length, count };
			});
			assert.deepEqual(after.stored.includes("bad") || after.stored.includes(7), true, about);
			assert.deepEqual([after.stored.length, after.saved, after.count], [6, 6, 6], about);
		}
	}
	assert.ok(!(await page.evaluate(() => performance.getEntries().some(({ name }) => name.includes("evil")))));
});

test("a widget that no server draws yet is shown once one does", async () => {
	const seen = await kept(page, [stat("a"), { id: "late", type: "late", data: {} }, stat("b")]);
	assert.deepEqual(seen.shown, ["a", "b"]);
	const shown = await page.evaluate(async () => {
		const { careful, board, keeper, loaded } = window;
		careful.registerWidget(
			"---\nwidget: late\ndescription: late\nschema:\n  type: object\n---\nLate.",
			() => undefined,
		);
		await keeper.settled();
		const { blocks } = await loaded.blocks();
		return [board.getSnapshot().blocks.map(({ id }) => id), blocks.map(({ id }) => id)];
	});
	assert.deepEqual(shown, [
		["a", "late", "b"],
		["a", "late", "b"],
	]);
});
