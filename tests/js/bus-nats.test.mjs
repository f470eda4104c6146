/** Buses on several machines as one, over a real broker that is killed and started again: nothing acknowledged is lost. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { natsServer } from "../../scripts/setup/nats-server.mjs";
import { connectNats } from "../../pkg/bus/nats.js";
import { heard, reports, settled, until } from "./support/bus.mjs";
import { startBroker } from "./support/nats.mjs";

const program = await natsServer();
// The gate counts what is skipped as a failure; without apt it leaves these out, but not where all is wanted.
if (!program && process.env.WEBMCP_FULL)
	throw new Error("There is no nats-server, and it could not be installed.");
if (!program)
	console.log(
		"The tests against a NATS broker are left out: there is no nats-server, nor apt to install it.",
	);
else describe("a NATS broker", againstBroker);

function againstBroker() {
	/** A bus on the broker. */
	async function joined(t, broker, options) {
		const one = heard();
		const connection = await broker.connect();
		const link = connectNats(one.bus, connection, options);
		t.after(() => link.disconnect());
		return { ...one, connection, link };
	}

	test("what crosses over ports crosses over it too", async (t) => {
		const reported = reports(t);
		const broker = await startBroker(program, t);
		const one = await joined(t, broker);
		one.bus.broadcast("", "rate", 2, { retain: true });
		const [two, three] = [await joined(t, broker), await joined(t, broker)];
		two.bus.register("adder", "x", ["*"], ({ channel, payload }) => {
			if (channel === "fail") throw new Error("too much");
			return payload[0] + payload[1];
		});
		await until(() => one.names().includes("adder") && three.names().includes("adder"));
		assert.equal(await one.bus.request("me", "adder", "sum", [1, 2]), 3);
		await assert.rejects(three.bus.request("me", "adder", "fail"), /too much/);
		await until(() => two.payloads().includes(2) && three.payloads().includes(2));
		for (let n = 10; n < 30; n++) one.bus.broadcast("", "n", { n });
		await one.link.acknowledged();
		assert.equal(one.link.waiting, 0);
		const list = Array.from({ length: 20 }, (_, n) => n + 10);
		for (const { told } of [two, three])
			assert.deepEqual(
				told.filter(({ channel }) => channel === "n").map(({ payload }) => payload.n),
				list,
			);
		two.link.disconnect();
		await until(() => one.bus.peerCount === 0 && three.bus.peerCount === 0);
		assert.deepEqual(reported, []);
	});

	test("the broker is killed again and again: what was acknowledged arrived once, in order, and so does the rest", async (t) => {
		const reported = reports(t);
		const broker = await startBroker(program, t);
		const [one, two, three] = [await joined(t, broker), await joined(t, broker), await joined(t, broker)];
		two.bus.register("far", "x", ["ask"], ({ payload }) => payload + 1);
		await until(() => one.names().includes("far") && three.names().includes("far"));
		await until(() => two.bus.peerCount === 1 && one.bus.peerCount === 1);
		const numbers = ({ told }) => told.filter(({ channel }) => channel === "n").map(({ payload }) => payload);
		let sent = 0;
		const acknowledged = new Set();
		const stream = setInterval(() => {
			for (let n = 0; n < 5; n++) one.bus.broadcast("", "n", sent++);
			const until = sent;
			one.link.acknowledged().then(() => {
				for (let n = 0; n < until; n++) {
					if (acknowledged.has(n)) continue;
					acknowledged.add(n);
					// What is acknowledged has arrived by then, at both.
					assert.ok(numbers(two).length > n && numbers(three).length > n);
				}
			});
		}, 2);
		t.after(() => clearInterval(stream));
		for (let round = 0; round < 3; round++) {
			const before = acknowledged.size;
			await until(() => acknowledged.size > before + 100, "acknowledged before", 20_000);
			await broker.kill();
			const asked = one.bus.request("me", "far", "ask", round, { timeoutMs: 20_000 });
			await settled(200);
			await broker.start();
			assert.equal(await asked, round + 1);
		}
		const before = acknowledged.size;
		await until(() => acknowledged.size > before + 100, "acknowledged after", 20_000);
		clearInterval(stream);
		await one.link.acknowledged();
		const all = Array.from({ length: sent }, (_, n) => n);
		assert.deepEqual(numbers(two), all);
		assert.deepEqual(numbers(three), all);
		assert.deepEqual(one.names(), ["far"]);
		assert.deepEqual(reported, []);
		console.log(`${sent} messages, three kills`);
	});

	test("what is too large or no JSON is told of with its channel, and the rest crosses", async (t) => {
		const reported = reports(t);
		const broker = await startBroker(program, t);
		const [one, two] = [await joined(t, broker), await joined(t, broker)];
		two.bus.register("far", "x", ["*"], () => 1n);
		await until(() => one.names().includes("far"));
		one.bus.broadcast("", "big", "x".repeat(1024 * 1024));
		one.bus.broadcast("", "odd", 1n);
		await assert.rejects(one.bus.request("me", "far", "x"), /answer of 'far' on 'x' cannot be sent/);
		one.bus.broadcast("", "fine", 1);
		await until(() => two.told.some(({ channel }) => channel === "fine"));
		assert.match(reported[0], /'nats': a message on 'big' cannot be sent/);
		assert.match(reported[1], /a message on 'odd' cannot be sent/);
		assert.equal(two.told.filter(({ channel }) => channel !== "x").length, 1);
	});

	test("whoever else speaks on the subject breaks nothing", async (t) => {
		const reported = reports(t);
		const broker = await startBroker(program, t);
		const [one, two] = [await joined(t, broker), await joined(t, broker)];
		two.bus.register("far", "x", ["*"], ({ payload }) => payload);
		await until(() => one.names().includes("far"));
		const stranger = await broker.connect();
		const texts = [
			"",
			"x",
			"5",
			"null",
			"[]",
			"{",
			"[".repeat(900_000),
			'{"by":"s"}',
			'{"by":"s","n":-1}',
			'{"by":"s","n":1e99}',
		];
		const counts = [null, 5, { a: -1 }, { a: "x" }, [1.5], { __proto__: 1 }];
		for (const have of counts) texts.push(JSON.stringify({ by: "s", next: 1, first: 1, have, base: {} }));
		texts.push(JSON.stringify({ by: "s", next: 1, first: 5, have: {}, base: {} }));
		const base = {};
		stranger.subscribe("webmcp", {
			callback: (_, message) => {
				const [, by] = /^\{"by":"([^"]+)"/.exec(message.string()) ?? [];
				if (by) base[by] = 0;
			},
		});
		for (const text of texts) stranger.publish("webmcp", text);
		one.bus.broadcast("", "n", 1);
		await until(() => two.told.length > 0 && Object.keys(base).length > 2);
		// It knows how to speak, and says nonsense.
		stranger.publish("webmcp", JSON.stringify({ by: "s", next: 1, first: 1, have: {}, base }));
		const frames = [
			null,
			5,
			{ kind: "tell" },
			{
				kind: "tell",
				message: { id: "a", hops: 1, from: "x", to: "*", channel: "deep", timestamp: 1, payload: 0 },
			},
		];
		frames.push({ kind: "here", peers: [{ id: "far", type: "t", channels: ["*"], home: "s" }] });
		for (const [at, frame] of frames.entries()) {
			const deep = frame?.message ? "[".repeat(5000) + "]".repeat(5000) : 0;
			const text = JSON.stringify({ by: "s", n: at + 1, frame }).replace('"payload":0', `"payload":${deep}`);
			stranger.publish("webmcp", text);
		}
		await until(() => reported.some((text) => /'far' of the other side was refused/.test(text)));
		assert.ok(reported.some((text) => /'deep' is more than 100 levels deep/.test(text)));
		assert.equal(await one.bus.request("me", "far", "x", 4), 4);
		assert.ok(!one.told.some(({ channel }) => channel === "deep"));
	});

	test("a side that is killed is forgotten after a while, and nobody waits for it any longer", async (t) => {
		const broker = await startBroker(program, t);
		const [one, two] = [
			await joined(t, broker, { silenceMs: 500 }),
			await joined(t, broker, { silenceMs: 500 }),
		];
		two.bus.register("far", "x", ["*"], () => new Promise(() => undefined));
		await until(() => one.names().includes("far"));
		const asked = assert.rejects(one.bus.request("me", "far", "x", 0, { timeoutMs: 0 }), /'far' went away/);
		await settled(100);
		// It says nothing any more, not even that it goes.
		two.connection.publish = () => undefined;
		one.bus.broadcast("", "n", 1);
		assert.ok(one.link.waiting > 0);
		const acknowledged = one.link.acknowledged();
		await until(() => one.link.waiting === 0, "nobody is waited for");
		await Promise.all([asked, acknowledged]);
		assert.equal(one.bus.peerCount, 0);
		await one.connection.close();
		await assert.doesNotReject(one.link.acknowledged());
	});
}
