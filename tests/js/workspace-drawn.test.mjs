/** Which canvas a workspace shows, and which servers place widgets on it: what is attached stays attached. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { Workspace } from "../../pkg/elements/index.js";

before(() => kit.init());

const show = (server) =>
	server.executeTool("widget_display", { name: "stat", params: { label: "Mine", value: "1" } });
const NOTE = "---\nwidget: note\ndescription: A note.\nschema:\n  type: object\n---\n";
const noting = (name) => {
	const server = kit.createWebMcpServer(name);
	server.registerWidget(NOTE, () => undefined);
	return server;
};

/** Workspaces that are ready, and disposed of when the test has ended. */
async function workspaces(t, ...all) {
	const made = all.map((options) =>
		options === "elements" ? new Workspace({}, true) : new Workspace(options),
	);
	t.after(() => Promise.all(made.map((one) => one.dispose())));
	await Promise.all(made.map(({ ready }) => ready));
	return made;
}

for (const who of ["elements", {}])
	test(`a canvas that the page has attached autoui to is the one of ${who === "elements" ? "elements that were given no workspace" : "a workspace without options"}`, async (t) => {
		const canvas = kit.createCanvasVanilla();
		kit.autoui.attachCanvas(canvas);
		t.after(() => kit.autoui.detachCanvas());
		const [workspace] = await workspaces(t, who);
		assert.equal(workspace.canvas, canvas);
		assert.equal((await show(kit.autoui)).placed, true);
		assert.equal((await show(workspace.localServers[0])).placed, true);
		assert.equal(canvas.blockCount, 2);
	});

test("a second canvas gets a server of its own with the same widgets, later ones included", async (t) => {
	const [mine, other] = [kit.createCanvasVanilla(), kit.createCanvasVanilla()];
	kit.autoui.attachCanvas(mine);
	t.after(() => kit.autoui.detachCanvas());
	const [workspace] = await workspaces(t, { canvas: other });
	const [server] = workspace.localServers;
	kit.autoui.registerWidget(NOTE.replace("note", "note-later"), () => undefined);
	const names = (one) => one.listWidgets().map(({ name }) => name);
	assert.deepEqual(names(server), names(kit.autoui));
	assert.equal((await show(server)).placed, true);
	assert.equal((await server.executeTool("widget_display", { name: "note-later", params: {} })).placed, true);
	assert.deepEqual([workspace.canvas === other, mine.blockCount, other.blockCount], [true, 0, 2]);
	await show(kit.autoui);
	assert.deepEqual([mine.blockCount, other.blockCount], [1, 2]);
});

test("of several workspaces each has a canvas and a server of its own, and autoui is the page's first one's", async (t) => {
	const [elements, first, second] = await workspaces(t, "elements", {}, undefined);
	for (const { localServers } of [elements, first, first, second, second, second])
		await show(localServers[0]);
	assert.deepEqual(
		[elements, first, second].map(({ canvas }) => canvas.blockCount),
		[1, 2, 3],
	);
	await show(kit.autoui);
	assert.equal(first.canvas.blockCount, 3);
});

test("a workspace that ends frees autoui, and its canvas is no longer the place of what comes", async () => {
	const ended = new Workspace();
	await ended.ready;
	await ended.dispose();
	const early = new Workspace();
	await early.dispose();
	await early.ready;
	const next = new Workspace();
	await next.ready;
	await show(kit.autoui);
	assert.deepEqual(
		[ended, early, next].map(({ canvas }) => canvas.blockCount),
		[0, 0, 1],
	);
	await next.dispose();
});

test("a server that is given and attached brings its canvas along", async (t) => {
	const canvas = kit.createCanvasVanilla();
	const [attached, free] = [noting("attached"), noting("free")];
	attached.attachCanvas(canvas);
	const [workspace] = await workspaces(t, { servers: [free, attached] });
	for (const server of [free, attached])
		await server.executeTool("widget_display", { name: "note", params: {} });
	assert.deepEqual([workspace.canvas === canvas, canvas.blockCount], [true, 2]);
});

test("servers that are attached to different canvases are an error that names one, and stay where they are", async () => {
	const [one, two] = [noting("one"), noting("two")];
	const [left, right] = [kit.createCanvasVanilla(), kit.createCanvasVanilla()];
	one.attachCanvas(left);
	two.attachCanvas(right);
	for (const options of [{ servers: [one, two] }, { servers: [two], canvas: left }]) {
		const workspace = new Workspace(options);
		await assert.rejects(workspace.ready, ({ code, message }) => {
			assert.equal(code, "invalid_argument");
			assert.match(message, /'two' is attached to another/);
			return true;
		});
		await workspace.dispose();
	}
	await two.executeTool("widget_display", { name: "note", params: {} });
	assert.deepEqual([left.blockCount, right.blockCount], [0, 1]);
	two.detachCanvas();
	const workspace = new Workspace({ servers: [two], canvas: left });
	await workspace.ready;
	await two.executeTool("widget_display", { name: "note", params: {} });
	assert.equal(left.blockCount, 1);
	await workspace.dispose();
});
