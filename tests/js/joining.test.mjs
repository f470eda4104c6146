/** Widgets as peers of the real bus: who hears what a person does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoui, createBus, createCanvasVanilla, init } from "../../pkg/index.js";
import { followOwnData, takeIn } from "../../pkg/canvas/told-data.js";
import { join, mentioned } from "../../pkg/widgets/joining.js";

await init();

/** A frame of a canvas, which notes what its widget is told. */
function frame() {
	const heard = [];
	return {
		outer: new EventTarget(),
		update: (patch) => heard.push(["update", patch]),
		receive: (channel, payload) => heard.push([channel, payload]),
		heard,
	};
}

const act = ({ outer }, action, payload) =>
	outer.dispatchEvent(new CustomEvent("widget:interact", { detail: { action, payload } }));

test("what a person does reaches the widgets of the same group, by their ids, and subscribers", () => {
	const bus = createBus();
	const [one, other, alone] = [frame(), frame(), frame()];
	const leave = [one, other, alone].map((peer, at) => join(bus, { id: `w${at}`, type: "t" }, peer));
	const told = [];
	bus.subscribe(["rowclick"], ({ from, payload }) => told.push([from, payload]));
	const group = bus.link(["w0", "w1"]);
	other.heard.length = 0;
	one.heard.length = 0;
	act(one, "rowclick", { row: { pet: "cat" } });
	assert.deepEqual(other.heard, [["rowclick", { row: { pet: "cat" } }]]);
	assert.deepEqual([one.heard, alone.heard], [[], []]);
	assert.deepEqual(told, [["w0", { row: { pet: "cat" } }]]);
	bus.send("host", "w1", "data-update", { b: 2 });
	assert.deepEqual(other.heard.at(-1), ["update", { b: 2 }]);
	bus.broadcast("w0", "data-update", { b: 3 });
	assert.deepEqual(alone.heard, []);
	bus.unlink("w1", group);
	other.heard.length = 0;
	act(one, "rowclick", {});
	assert.deepEqual(other.heard, []);
	for (const off of leave) off();
	assert.deepEqual(bus.listPeers(), []);
	act(one, "rowclick", {});
	assert.equal(told.length, 2, "who has left tells nothing more");
});

test("what a message mentions are its texts and numbers, not too deep and not too many", () => {
	assert.deepEqual(
		[...mentioned({ row: { pet: "cat", fee: 7, more: null, deep: ["x"] } })],
		["cat", "7", "x"],
	);
	const far = { a: { b: { c: { d: "too deep" } } } };
	assert.deepEqual([...mentioned(far)], []);
	assert.equal(mentioned(Array.from({ length: 1000 }, (_, n) => n)).size, 100);
	const cycle = {};
	cycle.self = cycle;
	assert.equal(mentioned(cycle).size, 0);
});

test("which of its own entries somebody pressed is no name, but a field of a row may be called so", () => {
	assert.deepEqual([...mentioned({ index: 3, title: "cat" })], ["cat"]);
	assert.deepEqual([...mentioned({ row: { index: 3 } })], ["3"]);
});

test("a message that holds the same part often is looked at for a moment only", () => {
	let reads = 0;
	const counted = {
		get: (target, key) => {
			reads += 1;
			return Reflect.get(target, key);
		},
	};
	const part = new Proxy(
		Array.from({ length: 1000 }, () => ({})),
		counted,
	);
	const many = Array.from({ length: 1000 }, () => part);
	assert.equal(mentioned(Array.from({ length: 1000 }, () => many)).size, 0);
	assert.ok(reads > 0 && reads < 100_000, `${reads} of a thousand million entries were read`);
});

test("what a widget tells of its own data is in canvas.blocks afterwards, as one thing that the bus has done", () => {
	const [bus, canvas] = [createBus(), createCanvasVanilla()];
	canvas.setBlocks([
		{ id: "widget_sales", type: "stat", data: { label: "Sales", value: "1" } },
		{ id: "widget_other", type: "stat", data: { label: "Other", value: "2" } },
	]);
	const stop = followOwnData(bus, canvas, (id) => id === "widget_sales");
	const heard = [];
	bus.subscribe(["data-update"], (msg) => heard.push([msg.from, msg.payload]));
	bus.broadcast("widget_sales", "data-update", { newValue: 42 });
	bus.broadcast("widget_sales", "data-update", { newValue: 43 });
	assert.deepEqual(heard[0], ["widget_sales", { newValue: 42 }]);
	assert.deepEqual(
		canvas.blocks.map(({ data }) => data),
		[
			{ label: "Sales", value: "1", newValue: 43 },
			{ label: "Other", value: "2" },
		],
	);
	assert.equal(canvas.history.done.at(-1).actor, "bus");
	canvas.undo({ by: "bus" });
	assert.equal("newValue" in canvas.blocks[0].data, false, "a stream of values is one thing");
	for (const odd of [5, null, "text", [1], undefined]) bus.broadcast("widget_sales", "data-update", odd);
	bus.broadcast("widget_other", "data-update", { value: "not shown" });
	bus.send("widget_sales", "nobody", "data-update", { value: "sent to somebody else" });
	stop();
	bus.broadcast("widget_sales", "data-update", { value: "after the end" });
	assert.deepEqual(
		canvas.blocks.map(({ data }) => data.value),
		["1", "2"],
	);
});

test("what its server does not let pass changes no widget, and does not stop the bus", async (t) => {
	const canvas = createCanvasVanilla();
	autoui.attachCanvas(canvas);
	t.after(() => autoui.detachCanvas());
	const params = { label: "Sales", value: "1" };
	const { id } = await autoui.executeTool("widget_display", { name: "stat", params });
	const warned = t.mock.method(console, "warn", () => undefined);
	takeIn(canvas, id, { label: { no: "text" } });
	takeIn(canvas, id, { toString: "x", value: "2" });
	takeIn(canvas, "w_gone", { value: "3" });
	const cycle = {};
	cycle.self = cycle;
	takeIn(canvas, id, cycle);
	assert.equal(canvas.blocks[0].data.label, "Sales");
	const said = warned.mock.calls.map(({ arguments: [words] }) => words);
	assert.ok(
		said.length >= 2 && said.every((words) => words.includes(`a data-update of '${id}' is left out: `)),
		said.join("\n"),
	);
	takeIn(canvas, id, { value: "4" });
	assert.deepEqual([canvas.blockCount, canvas.blocks[0].data.value], [1, "4"]);
});
