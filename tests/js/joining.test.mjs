/** Widgets as peers of the real bus: who hears what a person does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBus, init } from "../../pkg/index.js";
import { join, mentioned } from "../../pkg/widgets/joining.js";

await init();

/** A frame of a canvas, which notes what its widget is told. */
function frame(data = {}) {
	const heard = [];
	const mounted = {
		update: (next) => heard.push(["update", next]),
		receive: (channel, payload) => heard.push([channel, payload]),
	};
	return { outer: new EventTarget(), data, mounted, heard };
}

const act = ({ outer }, action, payload) =>
	outer.dispatchEvent(new CustomEvent("widget:interact", { detail: { action, payload } }));

test("what a person does reaches the widgets of the same group, by their ids, and subscribers", () => {
	const bus = createBus();
	const [one, other, alone] = [frame(), frame({ a: 1 }), frame()];
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
	assert.deepEqual(other.heard.at(-1), ["update", { a: 1, b: 2 }]);
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
