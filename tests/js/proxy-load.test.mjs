/** 200 streams at once through a proxy in a process of its own: nothing is lost, and it does not grow with what passes. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ask, options } from "./support/proxy.mjs";
import { upstream } from "./support/replay.mjs";

const STREAMS = 200;
const PAD = "x".repeat(900);
/** Events in a stream; also the short ones fill what sockets hold. */
const SHORT = 160;
const LONG = 480;

const event = (stream, n) => `data: {"stream":${stream},"n":${n},"pad":"${PAD}"}`;

/** A proxy as a child process, and its memory after a collection, bytes. */
async function child(t, proxyOptions) {
	const path = fileURLToPath(new URL("./support/served-proxy.mjs", import.meta.url));
	const proxy = fork(path, [JSON.stringify(proxyOptions)], { execArgv: ["--expose-gc"] });
	t.after(() => proxy.kill());
	const [{ url }] = await once(proxy, "message");
	const memory = async () => {
		proxy.send("memory");
		return (await once(proxy, "message"))[0];
	};
	return { url, memory };
}

/** Reads a stream event by event; each must be the next one of this stream. Waits at the middle. */
async function follow(url, stream, events, { arrived, goOn }) {
	const response = await ask(`${url}/up`, { model: "m", stream, events });
	assert.equal(response.status, 200);
	const decoder = new TextDecoder();
	let rest = "";
	let next = 0;
	for await (const piece of response.body) {
		rest += decoder.decode(piece, { stream: true });
		const parts = rest.split("\n\n");
		rest = parts.pop();
		for (const part of parts) {
			if (part !== event(stream, next)) assert.fail(`stream ${stream}, event ${next}: ${part.slice(0, 80)}`);
			next += 1;
			if (next === events / 2) arrived();
		}
	}
	assert.deepEqual([next, rest], [events, ""]);
	await goOn;
}

test("200 streams at once lose nothing, and what the proxy holds does not grow with their length", {
	timeout: 120_000,
}, async (t) => {
	let goOn;
	const up = await upstream(async (entry, response) => {
		const { stream, events } = JSON.parse(entry.body);
		entry.body = "";
		response.writeHead(200, { "content-type": "text/event-stream" });
		for (let n = 0; n < events; n += 1) {
			// All are held in the middle until the proxy has been weighed.
			if (n === events / 2) await goOn.promise;
			const more = response.write(`${event(stream, n)}\n\n`);
			if (!more) await once(response, "drain");
		}
		response.end();
	});
	t.after(() => up.close());
	const { url, memory } = await child(t, options(up.url, {}, { allowFields: ["events"] }));
	/** Lets 200 streams pass; gives the memory in their middle. */
	const wave = async (events) => {
		goOn = {};
		goOn.promise = new Promise((resolve) => {
			goOn.resolve = resolve;
		});
		let waiting = STREAMS;
		let all;
		const middle = new Promise((resolve) => {
			all = resolve;
		});
		const arrived = () => {
			waiting -= 1;
			if (waiting === 0) all();
		};
		const streams = Array.from({ length: STREAMS }, (_, stream) =>
			follow(url, stream, events, { arrived, goOn: goOn.promise }),
		);
		await Promise.race([middle, Promise.all(streams)]);
		const held = await memory();
		goOn.resolve();
		await Promise.all(streams);
		return held;
	};
	await wave(SHORT);
	const before = await memory();
	const short = await wave(SHORT);
	const long = await wave(LONG);
	const after = await memory();
	const kb = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;
	const each = (held) => kb((held.live - before.live) / STREAMS);
	console.log(
		`live memory per open stream: ${each(short)} after ${SHORT / 2} kB of it, ${each(long)} after ${LONG / 2} kB; RSS ${kb(before.rss)} before, ${kb(long.rss)} with ${STREAMS} open, ${kb(after.rss)} after`,
	);
	// A proxy that collected its streams would hold this much more in the middle of the long ones.
	const collected = (STREAMS * (LONG - SHORT) * PAD.length) / 2;
	assert.ok(long.live - short.live < collected / 5, `${kb(long.live - short.live)} of ${kb(collected)}`);
	assert.ok(after.live - before.live < collected / 5, `${kb(after.live - before.live)} stayed`);
	assert.equal(up.seen.length, 3 * STREAMS);
	assert.ok(up.seen.every(({ closed }) => !closed));
});
