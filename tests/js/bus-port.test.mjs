/** Buses as one over ports: what crosses, what does not, what comes back, and what a hostile other side can do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { connectPort } from "../../pkg/bus/port.js";
import { heard, reports, settled, until } from "./support/bus.mjs";

const KEY = "webmcp-auto-ui/bus";

/** Two buses with a channel between them. */
function pair(t, { left = {}, right = {} } = {}) {
	const { port1, port2 } = new MessageChannel();
	const [one, two] = [heard(), heard()];
	const leave = connectPort(one.bus, port1, left);
	const leaveOther = connectPort(two.bus, port2, right);
	t.after(() => {
		leave();
		leaveOther();
		port1.close();
	});
	return { one, two, leave, leaveOther, port1, port2 };
}

/** A bus whose other side is written by hand, with what it said. */
function against(t, options) {
	const { port1, port2 } = new MessageChannel();
	const one = heard();
	const leave = connectPort(one.bus, port1, options);
	const said = [];
	port2.on("message", (data) => said.push(data[KEY]));
	t.after(() => {
		leave();
		port1.close();
	});
	let count = 0;
	const say = (frame, by = "them") => port2.postMessage({ [KEY]: { by, ...frame } });
	const message = (given) => ({
		...{ id: `m${++count}`, hops: 1, from: "x", to: "*", channel: "n", payload: count, timestamp: 1 },
		...given,
	});
	return { one, leave, said, say, message, port2 };
}

test("broadcasts cross once, in their order, with those that handlers send meanwhile, and none comes back", async (t) => {
	const { one, two } = pair(t);
	const reported = reports(t);
	two.bus.subscribe(["a"], ({ payload }) => two.bus.broadcast("", "b", payload * 10));
	for (let n = 1; n <= 3; n++) one.bus.broadcast("me", "a", n);
	await until(() => one.told.length === 6 && two.told.length === 6);
	await settled();
	assert.deepEqual(one.payloads(), [1, 2, 3, 10, 20, 30]);
	assert.deepEqual(two.payloads(), [1, 10, 2, 20, 3, 30]);
	assert.equal(one.told[3].origin.link, "port");
	assert.equal(one.told[0].origin, undefined);
	assert.deepEqual(reported, []);
});

test("peers of the other side are peers here: listed, sent to, asked, with their errors", async (t) => {
	const { one, two, leaveOther } = pair(t);
	const got = [];
	two.bus.register("table", "data-table", ["rows", "sum", "fail", "never", "odd"], ({ channel, payload }) => {
		if (channel === "fail") throw new RangeError("too much");
		if (channel === "never") return new Promise(() => undefined);
		if (channel === "odd") return () => 1;
		got.push(payload);
		return payload.length;
	});
	assert.equal(one.bus.send("me", "table", "rows", [1]), false);
	await until(() => one.names().includes("table"));
	assert.deepEqual(one.bus.listPeers(), [
		{ id: "table", type: "data-table", channels: ["rows", "sum", "fail", "never", "odd"], origin: "port" },
	]);
	assert.equal(one.bus.send("me", "table", "rows", [1, 2]), true);
	assert.equal(one.bus.send("me", "table", "else", [1]), false);
	assert.equal(await one.bus.request("me", "table", "sum", [1, 2, 3]), 3);
	assert.deepEqual(got, [
		[1, 2],
		[1, 2, 3],
	]);
	await assert.rejects(one.bus.request("me", "table", "fail", 0), {
		code: "tool_failed",
		message: "too much",
	});
	await assert.rejects(one.bus.request("me", "table", "odd", 0), /'table' on 'odd' cannot be sent/);
	await assert.rejects(
		one.bus.request("me", "table", "sum", () => 1),
		/could not be cloned/,
	);
	await assert.rejects(one.bus.request("me", "table", "never", 0, { timeoutMs: 20 }), { code: "network" });
	const asked = assert.rejects(one.bus.request("me", "table", "never", 0), {
		code: "network",
		message: /'table' went away/,
	});
	await settled(10);
	leaveOther();
	await asked;
	assert.deepEqual(one.names(), []);
	assert.equal(one.bus.send("me", "table", "rows", []), false);
});

test("peers that come and go later do so on both sides, and only those that hear what crosses", async (t) => {
	const { one, two } = pair(t, { right: { channels: ["open.*", "link"] } });
	const remove = two.bus.register("a", "x", ["*"], () => "here");
	two.bus.register("b", "x", ["closed"], () => undefined);
	await until(() => one.names().includes("a"));
	assert.deepEqual(one.bus.listPeers()[0].channels, ["open.*", "link"]);
	one.bus.broadcast("", "closed", 1);
	two.bus.broadcast("", "closed", 2);
	one.bus.broadcast("", "open.x", 3);
	assert.equal(two.bus.link(["a", "b"]), "_grp_1");
	await until(() => two.payloads().includes(3) && one.told.some(({ channel }) => channel === "link"));
	assert.ok(!two.payloads().includes(1) && !one.payloads().includes(2));
	assert.deepEqual(one.told.at(-1).payload, { action: "linked", ids: ["a", "b"], groupId: "_grp_1" });
	remove();
	await until(() => one.names().length === 0);
});

test("what is retained is told to whoever comes later, on either side", async (t) => {
	const { port1, port2 } = new MessageChannel();
	const [one, two] = [heard(), heard()];
	one.bus.broadcast("", "rate", 1, { retain: true });
	one.bus.broadcast("", "rate", 2, { retain: true });
	two.bus.broadcast("", "mood", "good", { retain: true });
	const ends = [connectPort(one.bus, port1), connectPort(two.bus, port2)];
	t.after(() => {
		for (const end of ends) end();
		port1.close();
	});
	await until(() => two.payloads().includes(2) && one.payloads().includes("good"));
	one.bus.broadcast("", "later", 7, { retain: true });
	await until(() => two.payloads().includes(7));
	const late = [];
	two.bus.subscribe(["rate", "later"], ({ payload }) => late.push(payload));
	assert.deepEqual(late, [2, 7]);
	await settled();
	assert.deepEqual(one.payloads().filter((one) => one === 2).length, 1);
});

test("a name that is here stays here, the other is refused and told of, and comes when the name is free", async (t) => {
	const { one, two } = pair(t);
	const reported = reports(t);
	const remove = one.bus.register("cart", "own", ["*"], () => "own");
	two.bus.register("cart", "theirs", ["*"], () => "theirs");
	await until(() => reported.length === 2);
	assert.match(reported[0], /'port': a peer 'cart' of the other side was refused/);
	assert.equal(await one.bus.request("me", "cart", "x"), "own");
	assert.equal(await two.bus.request("me", "cart", "x"), "theirs");
	remove();
	await until(() => one.names().includes("cart"));
	assert.equal(await one.bus.request("me", "cart", "x"), "theirs");
	one.bus.register("cart", "own", ["*"], () => "own again");
	assert.equal(await one.bus.request("me", "cart", "x"), "own again");
});

test("buses in a circle hear each message once, and a bus between two others passes on", async (t) => {
	const buses = [heard(), heard(), heard()];
	const reported = reports(t);
	const links = [
		[0, 1],
		[1, 2],
		[2, 0],
		[0, 1],
	];
	for (const [from, to] of links) {
		const { port1, port2 } = new MessageChannel();
		const ends = [connectPort(buses[from].bus, port1), connectPort(buses[to].bus, port2)];
		t.after(() => {
			for (const end of ends) end();
			port1.close();
		});
	}
	buses[2].bus.register("far", "x", ["*"], ({ payload }) => payload + 1);
	await until(() => buses.every(({ names }) => names().includes("far")));
	for (let n = 0; n < 20; n++) buses[n % 3].bus.broadcast("", "n", n);
	await until(() => buses.every(({ told }) => told.length >= 20));
	await settled();
	for (const { payloads } of buses)
		assert.deepEqual(
			payloads().toSorted((a, b) => a - b),
			Array.from({ length: 20 }, (_, n) => n),
		);
	assert.equal(await buses[0].bus.request("me", "far", "x", 1), 2);
	assert.deepEqual(reported, []);

	const { port1, port2 } = new MessageChannel();
	const end = heard();
	const ends = [connectPort(buses[1].bus, port1), connectPort(end.bus, port2)];
	t.after(() => {
		for (const leave of ends) leave();
		port1.close();
	});
	await until(() => end.names().includes("far"));
	assert.equal(await end.bus.request("me", "far", "x", 2), 3);
});

test("messages that go round in a circle over two buses are cut", async (t) => {
	const { one, two } = pair(t);
	const reported = reports(t);
	let calls = 0;
	one.bus.subscribe(["warm"], () => {
		calls += 1;
		one.bus.broadcast("thermostat", "heat");
	});
	two.bus.subscribe(["heat"], () => {
		calls += 1;
		two.bus.broadcast("heater", "warm");
	});
	one.bus.broadcast("me", "heat");
	await until(() => reported.some((text) => /go round in a circle/.test(text)));
	await settled();
	assert.ok(calls > 5 && calls < 100, `${calls} calls`);
});

test("what cannot be cloned is told of with its channel, and the rest crosses", async (t) => {
	const { one, two } = pair(t);
	const reported = reports(t);
	two.bus.register("far", "x", ["*"], () => undefined);
	await until(() => one.names().includes("far"));
	one.bus.broadcast("", "draw", () => 1);
	one.bus.send("", "far", "aim", () => 1);
	one.bus.broadcast("", `${"c".repeat(300)}`, 1);
	one.bus.broadcast("", "draw", new Map([["a", new Uint8Array(3)]]));
	await until(() => two.told.length > 0);
	assert.deepEqual(two.payloads(), [new Map([["a", new Uint8Array(3)]])]);
	assert.equal(reported.length, 3);
	assert.match(reported[0], /on 'draw' cannot be sent/);
	assert.match(reported[1], /on 'aim' to 'far' cannot be sent/);
});

test("a hostile other side breaks nothing: shapes, sizes, names, floods", async (t) => {
	const { one, said, say, message, port2 } = against(t);
	const reported = reports(t);
	one.bus.register("mine", "own", ["*"], () => "mine");
	for (const odd of [null, 5, "x", [], {}, { [KEY]: null }, { [KEY]: { kind: "tell" } }])
		port2.postMessage(odd);
	const names = [undefined, null, 5, "", "x".repeat(300), {}, ["a"], "__proto__", "constructor", "*"];
	for (const name of names) {
		say({ kind: name });
		say({ kind: "beat" }, name);
		say({ kind: "gone", id: name });
		say({ kind: "answer", ask: name, value: 1 });
		say({ kind: "here", peers: [{ id: name, type: "t", channels: ["*"], home: "h" }] });
		say({ kind: "hello", peers: name });
		for (const field of ["id", "from", "to", "channel", "timestamp", "hops"])
			say({ kind: "tell", message: message({ [field]: name, payload: "odd" }) });
	}
	say({ kind: "here", peers: [{ id: "mine", type: "t", channels: ["*"], home: "h" }] });
	let deep = 1;
	for (let level = 0; level < 2000; level++) deep = [deep];
	say({ kind: "tell", message: message({ payload: deep, channel: "deep" }) });
	say({
		kind: "tell",
		message: message({ payload: JSON.parse('{"a":{"__proto__":{"b":1}}}'), channel: "proto" }),
	});
	const cycle = {};
	cycle.self = cycle;
	say({ kind: "tell", message: message({ payload: cycle, channel: "cycle" }) });
	say({ kind: "tell", ask: 1, message: message({ to: "mine" }) });
	say({ kind: "tell", ask: 2, message: message({ to: "nobody" }) });
	say({ kind: "tell", message: message({ channel: "last" }) });
	await until(() => one.told.some(({ channel }) => channel === "last"));
	const channels = one.told.map(({ channel }) => channel);
	assert.ok(channels.includes("cycle") && !channels.includes("deep") && !channels.includes("proto"));
	assert.equal(await one.bus.request("me", "mine", "x"), "mine");
	assert.deepEqual(one.names().toSorted(), ["__proto__", "constructor", "mine"]);
	assert.ok(reported.some((text) => /'mine' of the other side was refused/.test(text)));
	assert.ok(reported.some((text) => /'deep' is more than 100 levels deep/.test(text)));
	assert.ok(reported.some((text) => /'proto' has a field '__proto__'/.test(text)));
	await until(() => said.filter(({ kind }) => kind === "answer").length === 2);
	const answers = said.filter(({ kind }) => kind === "answer");
	assert.deepEqual(answers.map(({ value, problem }) => value ?? problem).toSorted(), [
		"Nobody called 'nobody' listens to 'n' there.",
		"mine",
	]);
	assert.equal({}.b, undefined);
});

test("a message that comes twice is told once, and one from beyond is not sent back at it", async (t) => {
	const { one, said, say, message } = against(t);
	say({ kind: "here", peers: [{ id: "theirs", type: "t", channels: ["*"], home: "h" }] });
	const twice = message();
	say({ kind: "tell", message: twice });
	say({ kind: "tell", message: twice });
	say({ kind: "tell", message: message({ to: "theirs", payload: "echo" }) });
	say({ kind: "tell", ask: 1, message: message({ to: "theirs", payload: "echo" }) });
	// A step that forgets where it came from changes nothing of that.
	one.bus.use(({ from, to, channel, payload, timestamp }) => ({ from, to, channel, payload, timestamp }));
	say({ kind: "tell", message: message({ payload: "stepped" }) });
	await until(() => one.payloads().includes("stepped"));
	await settled();
	assert.equal(one.payloads().filter((payload) => payload === twice.payload).length, 1);
	assert.deepEqual(
		said.filter(({ kind }) => kind === "tell"),
		[],
	);
});

test("a flood is bounded: the oldest are dropped, it is told, and the page has its turn", async (t) => {
	const { one, say, message } = against(t);
	const reported = reports(t);
	let turns = 0;
	const turn = setInterval(() => turns++, 1);
	one.bus.subscribe(["n"], () => {
		// Slower than they come.
		for (const end = performance.now() + 0.02; performance.now() < end; );
	});
	const count = 40_000;
	for (let n = 1; n <= count; n++) say({ kind: "tell", message: message({ payload: n }) });
	await until(() => one.payloads().at(-1) === count, "the last arrives", 60_000);
	clearInterval(turn);
	const payloads = one.payloads();
	assert.deepEqual(
		payloads,
		payloads.toSorted((a, b) => a - b),
	);
	if (payloads.length < count) assert.ok(reported.some((text) => /oldest were dropped/.test(text)));
	assert.ok(payloads.length <= count && turns > 2, `${payloads.length} told, ${turns} turns`);
	// What many channels keep is bounded too, so that what is kept here stays.
	one.bus.broadcast("", "own", 1, { retain: true });
	for (let n = 0; n < 1500; n++)
		say({ kind: "tell", message: message({ channel: `c${n}`, retained: true }) });
	await until(() => one.told.some(({ channel }) => channel === "c1499"));
	assert.ok(one.bus.listRetained().some(({ channel }) => channel === "own"));
	assert.equal(one.bus.listRetained().length, 251);
});

test("50,000 messages at once are all told, in their order, and the page has its turn all the while", async (t) => {
	const { one, say, message } = against(t);
	const reported = reports(t);
	let [longest, told] = [0, 0];
	// What a page does meanwhile; each of its turns comes after few messages, however many wait.
	const turn = setInterval(() => {
		longest = Math.max(longest, one.payloads().length - told);
		told = one.payloads().length;
	}, 1);
	one.bus.subscribe(["n"], () => {
		for (const end = performance.now() + 0.05; performance.now() < end; );
	});
	const count = 50_000;
	for (let n = 1; n <= count; n++) say({ kind: "tell", message: message({ payload: n }) });
	await until(() => one.payloads().length === count, "all arrive", 60_000);
	clearInterval(turn);
	assert.deepEqual(
		one.payloads(),
		Array.from({ length: count }, (_, n) => n + 1),
	);
	assert.deepEqual(reported, []);
	assert.ok(longest < 2_000, `${longest} messages between two turns of the page`);
});

test("sides and peers without end are cut off", async (t) => {
	const { one, say } = against(t);
	const reported = reports(t);
	for (let n = 0; n < 300; n++) say({ kind: "beat" }, `side${n}`);
	const peers = (side, at) =>
		Array.from({ length: 100 }, (_, n) => ({
			id: `p${side}-${at + n}`,
			type: "t",
			channels: ["c"],
			home: "h",
		}));
	for (let at = 0; at < 5_000; at += 100) say({ kind: "here", peers: peers(1, at) }, "side1");
	await until(() => reported.some((text) => /1000 peers/.test(text)));
	assert.ok(reported.some((text) => /more sides/.test(text)));
	assert.equal(one.bus.peerCount, 1_000);
	assert.equal(reported.filter((text) => /1000 peers/.test(text)).length, 1, "told once");
	const before = one.bus.listPeers()[0].id;
	say({ kind: "gone", id: before }, "side1");
	say({ kind: "here", peers: [{ id: "later", type: "t", channels: ["c"], home: "h" }] }, "side2");
	await until(() => one.bus.listPeers().some(({ id }) => id === "later"), "there is room again");
});

test("who says nothing for long is gone, and is known again when it speaks", async (t) => {
	const { one, say, said } = against(t, { silenceMs: 100 });
	say({ kind: "here", peers: [{ id: "far", type: "t", channels: ["*"], home: "h" }] });
	await until(() => one.names().includes("far"));
	await until(() => one.names().length === 0);
	say({ kind: "beat" });
	await until(() => said.filter(({ kind }) => kind === "hello").length === 2);
});

test("a BroadcastChannel connects any number, and who leaves takes its peers along", async (t) => {
	const reported = reports(t);
	const all = Array.from({ length: 3 }, () => {
		const channel = new BroadcastChannel("tests/bus-port");
		const one = heard();
		const leave = connectPort(one.bus, channel);
		t.after(() => {
			leave();
			channel.close();
		});
		return { ...one, leave };
	});
	for (const [at, { bus }] of all.entries())
		bus.register(`tab${at}`, "tab", ["*"], ({ payload }) => `${at}:${payload}`);
	await until(() => all.every(({ bus }) => bus.peerCount === 3));
	all[0].bus.broadcast("tab0", "n", 1);
	await until(() => all.every(({ told }) => told.length === 1));
	assert.equal(await all[0].bus.request("tab0", "tab2", "n", 5), "2:5");
	assert.equal(await all[2].bus.request("tab2", "tab1", "n", 6), "1:6");
	assert.equal(all[1].told.filter(({ payload }) => payload === 5).length, 0);
	all[2].leave();
	await until(() => all[0].bus.peerCount === 2 && all[1].bus.peerCount === 2);
	assert.deepEqual(reported, []);
});

test("a Worker of Node's is one of them, and ends with an answer to who asked it", async (t) => {
	const worker = new Worker(new URL("./support/bus-worker.mjs", import.meta.url));
	t.after(() => worker.terminate());
	const one = heard(["pong"]);
	t.after(connectPort(one.bus, worker));
	await until(() => one.names().includes("adder"));
	assert.equal(await one.bus.request("me", "adder", "sum", [1, 2, 3]), 6);
	await assert.rejects(one.bus.request("me", "adder", "fail"), /too much/);
	one.bus.broadcast("me", "ping", 1);
	await until(() => one.payloads().includes(2));
	const asked = assert.rejects(one.bus.request("me", "adder", "stop", 0, { timeoutMs: 0 }), /went away/);
	await worker.terminate();
	await asked;
	assert.deepEqual(one.names(), []);
});
