/** The bus: who hears what, in which order, and what happens to those who throw, are slow, or answer in circles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBus } from "../../pkg/index.js";

/** A bus and what was reported meanwhile. */
function watched() {
	const bus = createBus();
	const reported = [];
	bus.watch(({ problems }) => reported.push(...problems));
	return { bus, reported };
}

/** Runs it while the console says nothing. */
async function quietly(work) {
	const { error } = console;
	console.error = () => undefined;
	try {
		await work();
	} finally {
		console.error = error;
	}
}

const channelsOf = (told) => told.map(({ channel, payload }) => `${channel} ${payload}`);

test("a message reaches its target only on a channel that it hears, and those who listen without a name", () => {
	const bus = createBus();
	const told = [];
	bus.register("table", "data-table", ["rows"], () => told.push("table"));
	bus.register("chart", "chart", ["*"], () => told.push("chart"));
	bus.subscribe(["rows"], () => told.push("log"));
	assert.equal(bus.send("me", "table", "rows", 1), true);
	assert.equal(bus.send("me", "table", "other", 1), false);
	assert.equal(bus.send("me", "nobody", "rows", 1), false);
	assert.equal(bus.send("me", "chart", "anything", 1), true);
	assert.deepEqual(told, ["table", "log", "log", "chart"]);
});

test("a broadcast reaches everybody else, in the order of registration, and its payload is not copied", () => {
	const bus = createBus();
	const told = [];
	const payload = { f() {}, big: 10n };
	for (const id of ["a", "b", "c"])
		bus.register(id, "x", ["n"], (message) => told.push([id, message.payload]));
	bus.subscribe(["n"], () => told.push(["s"]));
	assert.equal(bus.broadcast("b", "n", payload), 3);
	assert.deepEqual(
		told.map(([id]) => id),
		["a", "c", "s"],
	);
	assert.equal(told[0][1], payload);
	assert.ok(Object.isFrozen(bus.lastMessage));
	assert.equal(bus.lastMessage.payload, payload);
});

test("a star at the end stands for any ending", () => {
	const bus = createBus();
	const told = [];
	bus.subscribe(["orders.*"], (message) => told.push(message));
	for (const channel of ["orders", "orders.new", "orders.new.eu", "order.new", "x.orders.new"])
		bus.broadcast("", channel, 1);
	assert.deepEqual(channelsOf(told), ["orders.new 1", "orders.new.eu 1"]);
});

test("a name registered again replaces, and the old remover removes nothing", () => {
	const bus = createBus();
	const told = [];
	const remove = bus.register("a", "x", ["n"], () => told.push(1));
	bus.register("a", "x", ["n"], () => told.push(2));
	remove();
	bus.broadcast("", "n");
	assert.deepEqual(told, [2]);
	assert.equal(bus.peerCount, 1);
	assert.deepEqual(bus.listPeers(), [{ id: "a", type: "x", channels: ["n"] }]);
});

test("who is taken away while a message is told does not hear it, and who comes hears the next", () => {
	const bus = createBus();
	const told = [];
	let remove = () => undefined;
	bus.subscribe(["n"], () => {
		remove();
		bus.subscribe(["n"], ({ payload }) => told.push(`late ${payload}`));
	});
	remove = bus.subscribe(["n"], ({ payload }) => told.push(`gone ${payload}`));
	bus.broadcast("", "n", 1);
	assert.deepEqual(told, []);
	bus.broadcast("", "n", 2);
	assert.deepEqual(told, ["late 2"]);
});

test("everybody hears everything in one order, whoever sends while being told", () => {
	const bus = createBus();
	const [one, two] = [[], []];
	bus.subscribe(["*"], (message) => {
		one.push(message);
		if (message.channel === "a") bus.broadcast("", "b", 2);
	});
	bus.subscribe(["*"], (message) => two.push(message));
	bus.broadcast("", "a", 1);
	assert.deepEqual(channelsOf(one), ["a 1", "b 2"]);
	assert.deepEqual(channelsOf(two), ["a 1", "b 2"]);
});

test("who throws is told of, and harms nobody", () =>
	quietly(() => {
		const { bus, reported } = watched();
		const problem = new Error("broken");
		let heard = 0;
		bus.subscribe(["n"], () => {
			throw problem;
		});
		bus.subscribe(["n"], () => heard++);
		bus.broadcast("", "n");
		bus.broadcast("", "n");
		assert.equal(heard, 2);
		assert.deepEqual(reported, [problem, problem]);
	}));

test("messages that go round in a circle are cut, and those who send them are named", () =>
	quietly(() => {
		const { bus, reported } = watched();
		let calls = 0;
		bus.register("thermostat", "x", ["warm"], () => {
			calls += 1;
			bus.send("thermostat", "heater", "heat");
		});
		bus.register("heater", "x", ["heat"], () => {
			calls += 1;
			bus.send("heater", "thermostat", "warm");
		});
		bus.send("me", "heater", "heat");
		assert.ok(calls > 10 && calls < 100, `${calls} calls`);
		assert.equal(reported.length, 1);
		assert.match(
			reported[0].message,
			/'heater' on 'warm' → 'thermostat' on 'heat'|'thermostat' on 'heat' → 'heater' on 'warm'/,
		);
		// The bus goes on.
		assert.equal(bus.broadcast("", "nothing"), 0);
	}));

test("what is retained is told to whoever comes later, the last of each channel", () => {
	const bus = createBus();
	bus.broadcast("", "rate", 1, { retain: true });
	bus.broadcast("", "rate", 2, { retain: true });
	bus.broadcast("", "rate", 3);
	bus.broadcast("", "other", 9, { retain: true });
	const told = [];
	bus.subscribe(["rate"], (message) => told.push(message));
	assert.deepEqual(channelsOf(told), ["rate 2"]);
	for (let n = 0; n < 1500; n++) bus.broadcast("", `c${n}`, n, { retain: true });
	const all = [];
	bus.subscribe(["*"], (message) => all.push(message));
	assert.equal(all.length, 1000, "the oldest are forgotten");
	assert.equal(all.at(-1).payload, 1499);
});

test("a request resolves to what the peer returns, or to what it throws", async () => {
	const { bus, reported } = watched();
	const heard = [];
	bus.subscribe(["sum"], () => {
		heard.push("log");
		return "not the answer";
	});
	bus.register("adder", "x", ["sum", "late", "fail", "never"], ({ channel, payload }) => {
		if (channel === "fail") throw new RangeError("too much");
		if (channel === "never") return new Promise(() => undefined);
		const sum = payload.reduce((a, b) => a + b, 0);
		return channel === "late" ? new Promise((resolve) => setTimeout(resolve, 5, sum)) : sum;
	});
	assert.equal(await bus.request("me", "adder", "sum", [1, 2]), 3);
	assert.equal(await bus.request("me", "adder", "late", [3, 4]), 7);
	await assert.rejects(bus.request("me", "adder", "fail"), RangeError);
	await assert.rejects(bus.request("me", "adder", "nothing"), {
		code: "not_found",
		message: /'adder' listens to 'nothing'/,
	});
	await assert.rejects(bus.request("me", "adder", "never", 0, { timeoutMs: 10 }), {
		code: "network",
		message: /10 ms/,
	});
	const leaving = new AbortController();
	const asked = bus.request("me", "adder", "never", 0, { signal: leaving.signal });
	leaving.abort(new Error("left"));
	await assert.rejects(asked, /left/);
	await assert.rejects(
		bus.request("me", "adder", "sum", [], { signal: AbortSignal.abort(new Error("before")) }),
		/before/,
	);
	assert.deepEqual([heard, reported], [["log"], []]);
});

test("a step before the bus may change a message or keep it back, and one that throws keeps it back", () =>
	quietly(() => {
		const bus = createBus();
		const told = [];
		bus.subscribe(["*"], (message) => told.push(message));
		const remove = bus.use((message) =>
			message.channel === "secret" ? undefined : { ...message, payload: message.payload * 2 },
		);
		bus.use((message) => {
			if (message.payload === 26) throw new Error("unlucky");
			return message;
		});
		assert.equal(bus.broadcast("", "secret", 1), 0);
		bus.broadcast("", "a", 2);
		bus.broadcast("", "a", 13);
		remove();
		bus.broadcast("", "a", 3);
		assert.deepEqual(channelsOf(told), ["a 4", "a 3"]);
	}));

test("a busy handler gets what came meanwhile one after another, or only the last, as it wishes", async () => {
	const bus = createBus();
	const told = { call: [], queue: [], latest: [] };
	const running = { call: 0, queue: 0, latest: 0 };
	const most = { ...running };
	for (const whenBusy of Object.keys(told)) {
		bus.subscribe(
			["n"],
			async ({ payload }) => {
				running[whenBusy] += 1;
				most[whenBusy] = Math.max(most[whenBusy], running[whenBusy]);
				await new Promise((resolve) => setTimeout(resolve, 5));
				running[whenBusy] -= 1;
				told[whenBusy].push(payload);
			},
			{ whenBusy },
		);
	}
	for (let n = 0; n < 5; n++) bus.broadcast("", "n", n);
	await new Promise((resolve) => setTimeout(resolve, 120));
	assert.deepEqual(told, { call: [0, 1, 2, 3, 4], queue: [0, 1, 2, 3, 4], latest: [0, 4] });
	assert.deepEqual(most, { call: 5, queue: 1, latest: 1 });
});

test("links group and ungroup, one alone is no group, and each change is told", () => {
	const bus = createBus();
	const told = [];
	bus.subscribe(["link"], ({ payload }) => told.push(payload));
	const group = bus.link(["a", "b", "a"]);
	assert.match(group, /^_grp_/);
	assert.equal(bus.link(["c"], group), group);
	assert.deepEqual(bus.getGroup(group), ["a", "b", "c"]);
	assert.deepEqual(bus.getLinks("b"), [group]);
	bus.unlink("a", group);
	bus.unlink("b", group);
	assert.deepEqual(bus.getGroup(group), []);
	assert.equal(bus.hasLinks("c"), false);
	assert.deepEqual(told[0], { action: "linked", ids: ["a", "b", "a"], groupId: group });
	assert.deepEqual(
		told.map(({ action }) => action),
		["linked", "linked", "unlinked", "unlinked"],
	);
});
