/** The canvas store: snapshots whose unchanged blocks stay the same frozen objects, and what it refuses. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const CARD = `---
widget: card
schema:
  type: object
  required: [title]
  properties: {title: {type: string}, src: {type: string}}
---`;

test("a change makes new what it changes and leaves every other block the same object", () => {
	const canvas = kit.createCanvasVanilla();
	const ids = ["a", "b", "c", "d"].map((type) => canvas.addWidget(type, { n: 1 }).id);
	const before = canvas.getSnapshot();
	assert.equal(canvas.getSnapshot(), before);
	canvas.updateWidget(ids[1], { n: 2 });
	const after = canvas.getSnapshot();
	assert.notEqual(after, before);
	assert.deepEqual(
		before.blocks.map(({ data }) => data.n),
		[1, 1, 1, 1],
		"what was told stays as it was",
	);
	assert.deepEqual(
		after.blocks.map(({ data }) => data.n),
		[1, 2, 1, 1],
	);
	for (const at of [0, 2, 3]) assert.equal(after.blocks[at], before.blocks[at]);
	canvas.moveBlock(ids[3], ids[0]);
	assert.deepEqual(
		canvas.blocks.map(({ type }) => type),
		["d", "a", "b", "c"],
	);
	assert.equal(canvas.blocks[0], after.blocks[3]);
	canvas.moveBlock(ids[3], ids[2]);
	assert.deepEqual(
		canvas.blocks.map(({ type }) => type),
		["a", "b", "c", "d"],
	);
	canvas.removeWidget(ids[0]);
	assert.deepEqual(
		canvas.blocks.map(({ id }) => id),
		ids.slice(1),
	);
	assert.equal(canvas.blocks[1], after.blocks[2]);
});

test("a snapshot cannot be changed", () => {
	const canvas = kit.createCanvasVanilla();
	const block = canvas.addWidget("stat", { label: "a" });
	const snapshot = canvas.getSnapshot();
	for (const part of [snapshot, snapshot.blocks, block, block.data]) assert.ok(Object.isFrozen(part));
	assert.equal(snapshot.blocks[0], block);
});

test("the store and its blocks agree after any changes", () => {
	const canvas = kit.createCanvasVanilla();
	const told = [];
	canvas.subscribe((snapshot) => told.push(snapshot));
	let seed = 11;
	const draw = (below) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return seed % below;
	};
	const pick = () => canvas.blocks[draw(canvas.blockCount)]?.id ?? "w_none";
	for (let n = 0; n < 3000; n++) {
		const before = canvas.blocks.map(({ id }) => id);
		const doing = draw(10);
		if (doing < 4) canvas.addWidget(`t${n}`, { n });
		else if (doing < 6) canvas.updateWidget(pick(), { n });
		else if (doing < 7) canvas.removeWidget(pick());
		else if (doing < 9) canvas.moveBlock(pick(), pick());
		else canvas.resizeWidget(pick(), n, n);
		assert.equal(canvas.blockCount, canvas.blocks.length);
		assert.equal(new Set(canvas.blocks.map(({ id }) => id)).size, canvas.blocks.length);
		assert.ok(Math.abs(canvas.blocks.length - before.length) <= 1);
	}
	canvas.setBlocks(canvas.blocks.map((block) => ({ ...block })));
	const again = kit.createCanvasVanilla();
	again.setBlocks(canvas.blocks);
	assert.deepEqual(again.blocks, canvas.blocks);
	assert.equal(told.at(-1), canvas.getSnapshot());
});

test("what is taken back, done again or done as one reaches the blocks step for step", () => {
	const canvas = kit.createCanvasVanilla();
	let told = 0;
	canvas.subscribe(() => told++);
	let seed = 5;
	const draw = (below) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor(seed / 64) % below;
	};
	const pick = () => canvas.blocks[draw(canvas.blockCount)]?.id ?? "w_none";
	const change = (n) => {
		const doing = draw(9);
		if (doing < 3) canvas.addWidget(`t${n}`, { n });
		else if (doing < 5) canvas.updateWidget(pick(), { n });
		else if (doing < 6) canvas.removeWidget(pick());
		else if (doing < 8) canvas.moveBlock(pick(), pick());
		else canvas.setLayout(["flow", "grid", "floating"][draw(3)]);
	};
	for (let n = 0; n < 600; n++) {
		const [before, heard] = [canvas.blocks, told];
		const doing = draw(8);
		let changed = true;
		if (doing < 3) {
			canvas.transact(() => {
				for (let step = 0; step < 6; step++) change(n * 10 + step);
			});
		} else if (doing < 5) changed = canvas.undo();
		else if (doing < 6) changed = canvas.redo();
		else if (doing < 7) canvas.travel(canvas.history.done[draw(canvas.history.done.length)]?.number ?? 0);
		else {
			const failed = () =>
				canvas.transact(() => {
					for (let step = 0; step < 6; step++) change(n * 10 + step);
					throw new Error("given up");
				});
			assert.throws(failed, /given up/);
			assert.deepEqual(canvas.blocks, before);
		}
		assert.ok(told - heard <= 1, "listeners hear once");
		assert.ok(changed || told === heard);
		// A canvas that is told all at once has the same blocks.
		const again = kit.createCanvasVanilla();
		again.setLayout(canvas.getSnapshot().layout);
		again.setBlocks(canvas.blocks);
		assert.deepEqual(canvas.blocks, again.blocks);
	}
	assert.throws(() => canvas.transact(async () => undefined), {
		code: "invalid_argument",
		message: /promise/,
	});
	assert.throws(() => canvas.transact(() => canvas.undo()), {
		code: "invalid_argument",
		message: /transaction/,
	});
});

test("a snapshot tells the layout, the selection, and what can be taken back", () => {
	const canvas = kit.createCanvasVanilla();
	const { id } = canvas.addWidget("a");
	canvas.select([id, "w_none"]);
	canvas.setLayout("tiling");
	canvas.undo();
	assert.deepEqual(
		{ ...canvas.getSnapshot(), blocks: 0 },
		{ blocks: 0, layout: "flow", selected: [id], canUndo: true, canRedo: true },
	);
	const { done, undone } = canvas.history;
	assert.deepEqual(
		[done, undone].map((entries) => entries.map(({ actor, label }) => [actor, label])),
		[[["person", "add"]], [["person", "layout"]]],
	);
	canvas.act({ action: "update", id, params: { data: { n: 1 } } }, "agent");
	assert.equal(canvas.undo({ by: "person" }), true);
	assert.deepEqual(canvas.blocks, []);
	assert.deepEqual(
		canvas.history.undone.map(({ label }) => label),
		["add"],
		"what anybody took back is forgotten once something else is done",
	);
});

test("every way of changing a widget passes its server's schema and media rule", async () => {
	const canvas = kit.createCanvasVanilla();
	const asked = [];
	const allowUrl = (url) => {
		asked.push(url);
		return url.startsWith("https://cdn.example/");
	};
	const server = kit.createWebMcpServer("desk", { allowUrl });
	server.registerWidget(CARD, () => undefined);
	server.attachCanvas(canvas);
	const { id } = canvas.addWidget("card", { title: "A" }, { serverName: "desk" });
	const other = kit.createWebMcpServer("other");
	other.attachCanvas(canvas);
	for (const data of [{ title: 5 }, { src: "javascript:x" }, { src: "//evil.example/a" }]) {
		assert.throws(() => canvas.updateWidget(id, data), { code: "invalid_argument" });
		assert.throws(() => canvas.addWidget("card", { title: "B", ...data }, { serverName: "desk" }), {
			code: "invalid_argument",
		});
		const block = { type: "card", data: { title: "B", ...data }, serverName: "desk" };
		assert.throws(() => canvas.setBlocks([block]), { code: "invalid_argument" });
		const args = { action: "update", id, params: data };
		assert.ok((await other.executeTool("canvas", args)).error, "through another server as well");
	}
	assert.equal(asked.at(-1), "https://evil.example/a", "the page is asked about what a browser would load");
	assert.deepEqual(
		canvas.blocks.map(({ data }) => data),
		[{ title: "A" }],
	);
	assert.equal(canvas.updateWidget(id, { src: "https://cdn.example/a.png" }), true);
	assert.throws(
		() => canvas.styleWidget(id, { display: "none" }),
		({ details }) => details.allowed.includes("background-color"),
	);
});

test("with callbacks a host gets what a canvas would apply, and the model hears what was not done", async () => {
	const server = kit.createWebMcpServer("desk");
	server.registerWidget(CARD, () => undefined);
	const use = (id, name, input) => ({ type: "tool_use", id, name: `desk_webmcp_${name}`, input });
	const actions = [
		["update", { data: { title: "B" } }],
		["update", { src: "javascript:x" }],
		["style", { styles: { color: "red" } }],
		["style", { display: "none" }],
		["move", { x: 1, y: 2 }],
		["remove", {}],
	];
	const replies = [
		[use("d", "widget_display", { name: "card", params: { title: "A" } })],
		actions.map(([action, params], at) => use(`c${at}`, "canvas", { action, id: "mine", params })),
	];
	const provider = {
		name: "scripted",
		model: "none",
		chat: async () => ({
			content: replies.shift() ?? [{ type: "text", text: "done" }],
			stopReason: "end_turn",
		}),
	};
	const heard = [];
	const callbacks = {
		onWidget: () => ({ id: "mine" }),
		onUpdate: (...all) => heard.push(["update", ...all]),
		onStyle: (...all) => heard.push(["style", ...all]),
		onRemove: (...all) => heard.push(["remove", ...all]),
	};
	const result = await kit.runAgentLoop("go", { provider, layers: [server.layer()], callbacks });
	assert.deepEqual(heard, [
		["update", "mine", { title: "B" }],
		["style", "mine", { color: "red" }],
		["remove", "mine"],
	]);
	const failed = result.toolCalls.slice(1).map(({ error }) => error !== undefined);
	assert.deepEqual(failed, [false, true, false, true, true, false]);
	assert.match(result.toolCalls[5].error, /no callback onMove/);
});

test("a number that onWidget returns as the id is the widget's id, as a text, for the model and in later calls", async () => {
	const server = kit.createWebMcpServer("desk");
	server.registerWidget(CARD, () => undefined);
	const use = (id, name, input) => ({ type: "tool_use", id, name: `desk_webmcp_${name}`, input });
	const heard = [];
	for (const [id, written] of [
		[7, "7"],
		[7, 7],
		[0, "0"],
	]) {
		const replies = [
			[use("d", "widget_display", { name: "card", params: { title: "A" } })],
			[use("c", "canvas", { action: "update", id: written, params: { title: "B" } })],
		];
		const chat = async () => ({ content: replies.shift() ?? [], stopReason: "end_turn" });
		const provider = { name: "scripted", model: "none", chat };
		const callbacks = {
			counted: id,
			onWidget() {
				return { id: this.counted };
			},
			onUpdate: (...all) => heard.push(all),
		};
		const { toolCalls } = await kit.runAgentLoop("go", { provider, layers: [server.layer()], callbacks });
		assert.equal(JSON.parse(toolCalls[0].result).id, String(id));
		assert.equal(toolCalls[1].error, undefined);
	}
	assert.deepEqual(heard, [
		["7", { title: "B" }],
		["7", { title: "B" }],
		["0", { title: "B" }],
	]);
	for (const odd of [{ id: Number.NaN }, { id: null }, 7, new Proxy({}, { get: () => assert.fail() })]) {
		const replies = [[use("d", "widget_display", { name: "card", params: { title: "A" } })]];
		const chat = async () => ({ content: replies.shift() ?? [], stopReason: "end_turn" });
		const provider = { name: "scripted", model: "none", chat };
		const callbacks = { onWidget: () => odd };
		const { toolCalls } = await kit.runAgentLoop("go", { provider, layers: [server.layer()], callbacks });
		assert.match(JSON.parse(toolCalls[0].result).id, /^w_/);
	}
});

test("a host's callbacks hear of moving, resizing and clearing, and what onWidget throws is the model's to read", async () => {
	const server = kit.createWebMcpServer("desk");
	server.registerWidget(CARD, () => undefined);
	const use = (id, name, input) => ({ type: "tool_use", id, name: `desk_webmcp_${name}`, input });
	const show = (id) => use(id, "widget_display", { name: "card", params: { title: "A" } });
	const go = async (callbacks, ...replies) => {
		const chat = async () => ({
			content: replies.shift() ?? [{ type: "text", text: "done" }],
			stopReason: "end_turn",
		});
		const provider = { name: "scripted", model: "none", chat };
		return kit.runAgentLoop("go", { provider, layers: [server.layer()], callbacks });
	};
	const heard = [];
	const callbacks = {
		onWidget: () => ({ id: "mine" }),
		onMove: (...all) => heard.push(["move", ...all]),
		onResize: (...all) => heard.push(["resize", ...all]),
		onClear: (...all) => heard.push(["clear", ...all]),
	};
	const actions = [
		["move", { x: 1, y: 2 }],
		["resize", { width: 30, height: 40 }],
		["clear", undefined],
	];
	const calls = actions.map(([action, params], at) =>
		use(`c${at}`, "canvas", { action, ...(params && { id: "mine", params }) }),
	);
	const { toolCalls } = await go(callbacks, [show("d")], calls);
	assert.deepEqual(heard, [["move", "mine", 1, 2], ["resize", "mine", 30, 40], ["clear"]]);
	assert.deepEqual(
		toolCalls.map(({ error }) => error),
		[undefined, undefined, undefined, undefined],
	);
	const onWidget = () => {
		throw new Error("no room for it");
	};
	const failed = await go({ onWidget }, [show("d")]);
	assert.match(failed.toolCalls[0].error, /no room for it/);
	assert.equal(failed.messages.at(-2).content[0].is_error, true);
});
