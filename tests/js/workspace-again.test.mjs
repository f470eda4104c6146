/** When what could not be reached is tried again; no test waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebMcpError } from "../../pkg/core/errors.js";
import { Again, MOMENTS } from "../../pkg/workspace/again.js";
import { canPass, kindOf } from "../../pkg/workspace/failures.js";
import { fakeMoments, turns } from "./support/moments.mjs";

/** Something that is tried; `ends` ends the oldest try under way. */
function tried(time = fakeMoments()) {
	const under = [];
	const names = [];
	const again = new Again((name) => {
		names.push(name);
		return new Promise((resolve, reject) => under.push({ resolve, reject }));
	}, time.moments);
	const ends = async (isOver) => {
		under.shift().resolve(isOver);
		await turns();
	};
	return { time, again, names, under, ends };
}

test("a wait is five seconds, then twice as long each time, and never more than five minutes", async () => {
	const { time, again, ends } = tried();
	again.begin("a");
	const waits = [];
	for (let at = 0; at < 9; at += 1) {
		waits.push(...time.due());
		time.pass();
		await ends(false);
	}
	assert.deepEqual(
		waits,
		[5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000),
	);
});

test("a wait is longer or shorter by chance", () => {
	const waits = [0, 0.5, 0.999].map((chance) => {
		const time = fakeMoments();
		time.chance = chance;
		tried(time).again.begin("a");
		return time.due()[0];
	});
	assert.ok(waits[0] < waits[1] && waits[1] < waits[2], waits.join());
	assert.ok(waits[0] > 3_000 && waits[2] < 7_000, waits.join());
});

test("nothing is tried while nobody is there, and all at once when the page is back", async () => {
	const { time, again, names, under, ends } = tried();
	again.begin("a");
	again.begin("b");
	time.isThere = false;
	time.pass();
	assert.deepEqual(names, []);
	assert.deepEqual(time.due(), [], "nothing runs in the background");
	time.comesBack();
	assert.deepEqual(names, ["a", "b"]);
	await ends(true);
	await ends(false);
	time.comesBack();
	assert.deepEqual(names, ["a", "b", "b"], "also before its time has come");
	assert.equal(under.length, 1);
	time.isThere = false;
	time.comesBack();
	assert.equal(under.length, 1, "what is under way is not tried twice");
});

test("there is never more than one try of a name, even where it was forgotten meanwhile and begun anew", async () => {
	const { time, again, names, under, ends } = tried();
	again.begin("a");
	again.begin("a");
	assert.equal(time.due().length, 1);
	time.pass();
	again.forget("a");
	again.begin("a");
	time.pass();
	assert.deepEqual(names, ["a"]);
	await ends(true);
	assert.equal(time.due().length, 1, "the end of the old try is not that of the new one");
	time.pass();
	assert.deepEqual([names, under.length], [["a", "a"], 1]);
});

test("what is over, forgotten or disposed of is tried no more, and nothing listens to the page any more", async () => {
	const { time, again, names, ends } = tried();
	again.begin("over");
	time.pass();
	await ends(true);
	again.begin("forgotten");
	again.forget("forgotten");
	again.begin("disposed");
	assert.ok(time.isWatched());
	again.dispose();
	assert.deepEqual([time.due(), time.isWatched()], [[], false]);
	time.comesBack();
	assert.deepEqual(names, ["over"]);
});

test("a try that throws counts as one that did not help", async () => {
	const { time, again, under } = tried();
	again.begin("a");
	time.pass();
	under.shift().reject(new Error("unforeseen"));
	await turns();
	assert.deepEqual(time.due(), [10_000]);
});

test("without a page somebody is always there", () => {
	assert.equal(MOMENTS.isThere(), true);
	MOMENTS.watch(() => undefined)();
	MOMENTS.after(1_000_000, () => undefined)();
});

test("a page is there while it is seen and online, and tells when it is so again", (t) => {
	const page = new EventTarget();
	const seen = Object.assign(new EventTarget(), { visibilityState: "visible" });
	const network = { onLine: true };
	const stands = {
		document: seen,
		navigator: network,
		addEventListener: page.addEventListener.bind(page),
	};
	for (const [name, value] of Object.entries(stands)) {
		const kept = Object.getOwnPropertyDescriptor(globalThis, name);
		Object.defineProperty(globalThis, name, { configurable: true, value, writable: true });
		t.after(() => (kept ? Object.defineProperty(globalThis, name, kept) : delete globalThis[name]));
	}
	let told = 0;
	const end = MOMENTS.watch(() => {
		told += 1;
	});
	assert.equal(MOMENTS.isThere(), true);
	network.onLine = false;
	page.dispatchEvent(new Event("offline"));
	assert.deepEqual([MOMENTS.isThere(), told], [false, 0]);
	network.onLine = true;
	page.dispatchEvent(new Event("online"));
	seen.visibilityState = "hidden";
	seen.dispatchEvent(new Event("visibilitychange"));
	assert.deepEqual([MOMENTS.isThere(), told], [false, 1]);
	seen.visibilityState = "visible";
	seen.dispatchEvent(new Event("visibilitychange"));
	assert.deepEqual([MOMENTS.isThere(), told], [true, 2]);
	end();
	page.dispatchEvent(new Event("online"));
	assert.equal(told, 2);
});

test("only what may pass by itself is worth another try", () => {
	const error = (code, details) => new WebMcpError(code, "It failed.", details);
	const passing = [
		error("network"),
		error("network", { reason: "unreachable" }),
		error("network", { reason: "origin-not-allowed" }),
		error("rate_limited", { status: 429 }),
		error("http", { status: 503 }),
	];
	const staying = [
		error("network", { reason: "mixed-content" }),
		error("network", { reason: "page-policy" }),
		error("http", { status: 404 }),
		error("http"),
		error("protocol"),
		error("invalid_argument"),
		error("unauthorized", { status: 401 }),
		new Error("network"),
		"network",
		undefined,
	];
	assert.deepEqual(
		passing.map(canPass),
		passing.map(() => true),
	);
	assert.deepEqual(
		staying.map(canPass),
		staying.map(() => false),
	);
});

test("the kind of a failure is what a browser did not allow, else its code, and nothing that a server wrote", () => {
	assert.equal(kindOf(new WebMcpError("network", "x", { reason: "unreachable" })), "unreachable");
	assert.equal(kindOf(new WebMcpError("network", "x")), "network");
	assert.equal(kindOf(new WebMcpError("protocol", "x", { reason: "anything" })), "protocol");
	assert.equal(kindOf(new TypeError("x")), "unknown");
});
