/**
 * Whatever happens on the way: each call ends, within its time, as a result of its own or as an error; none is carried out twice that must not
 * be; and when it is over, all is as before. `WEBMCP_FULL` makes 10,000 calls of each era in place of 300, `FAULTS_CALLS` as many as it says;
 * `FAULTS_SEED` repeats a run, but for the order in which things happen.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { LONGEST_MS, makeMany, TIMEOUTS } from "./many.mjs";

const CALLS = Number(process.env.FAULTS_CALLS ?? (process.env.WEBMCP_FULL ? 10_000 : 300));
const SEED = process.env.FAULTS_SEED ?? String(randomInt(1e9));
/** A client each, with an origin of its own: calls wait for their time to be over, not for the processor. */
const CLIENTS = CALLS > 1000 ? 24 : 8;
const MB = 1 << 20;
/** What a call of ours may end with, beside its result and what it was given up for. */
const CODES = ["network", "http", "protocol", "rate_limited", "unauthorized"];

/** @type {{era: "auto" | "modern" | "legacy", speaks: "legacy" | "modern" | "both"}[]} */
const WORLDS = [
	{ era: "legacy", speaks: "both" },
	{ era: "modern", speaks: "both" },
	{ era: "auto", speaks: "legacy" },
];

for (const { era, speaks } of WORLDS) {
	test(`of ${CALLS} calls none is lost, doubled or left hanging, and then all is well (${era}, seed ${SEED})`, async (t) => {
		const many = await makeMany({ speaks, era, calls: CALLS, clients: CLIENTS, seed: SEED });
		const { outcomes, calm, memory, handles, code, met, log, trapped, done, safe } = many;
		t.diagnostic(`${era}: ${counted(outcomes)}; ${JSON.stringify(met)}`);
		/** What happened to a call. @param {number} n */
		const story = (n) => log.filter((line) => new RegExp(`[ :]${n}[.:]`).test(line)).join(", ");

		assert.equal(outcomes.length, CALLS, "each call ends once");
		for (const { n, ms, code, problem } of outcomes) {
			assert.equal(problem, undefined, `call ${n} (${story(n)})`);
			assert.ok([...CODES, "ok", "enough"].includes(code), `call ${n} ended with ${code} (${story(n)})`);
			assert.ok(ms < LONGEST_MS, `call ${n} took ${ms} ms (${story(n)})`);
		}
		for (const [n, times] of done)
			assert.equal(times, 1, `call ${n} was carried out ${times} times (${story(n)})`);
		for (const [n, times] of safe)
			assert.ok(times <= 3, `call ${n} was carried out ${times} times (${story(n)})`);
		const carriedOut = new Set([...done.keys(), ...safe.keys()]);
		for (const { n, code } of outcomes)
			assert.ok(code !== "ok" || carriedOut.has(n), `call ${n} was never made`);
		assert.equal(trapped, 0, "no redirect is followed");

		assert.deepEqual([calm.length, calm.filter(({ code, problem }) => code !== "ok" || problem)], [100, []]);
		assert.deepEqual(handles, [], "nothing is left after disconnect");
		assert.equal(code, 0, "the process ends by itself");
		const [early, late] = [memory[Math.floor(memory.length / 3)], memory[memory.length - 1]];
		const grown = (/** @type {"heap" | "outside" | "core"} */ of) => (late[of] - early[of]) / MB;
		t.diagnostic(
			`MB since the first third: heap ${grown("heap")}, outside ${grown("outside")}, core ${grown("core")}`,
		);
		assert.ok(grown("heap") < 16);
		// The core keeps what it once had, and how much it has at most shows only after many. Beside it lies what the platform has of
		// replies of 100 MB that were stopped.
		if (CALLS > 1000)
			for (const [of, most] of /** @type {const} */ ([
				["core", 16],
				["outside", 64],
			]))
				assert.ok(grown(of) < most, of);
	});
}

/** @param {import("./calling.mjs").Outcome[]} outcomes */
function counted(outcomes) {
	/** @type {{[code: string]: number}} */
	const counts = {};
	for (const { code } of outcomes) counts[code] = (counts[code] ?? 0) + 1;
	const longest = Math.round(Math.max(...outcomes.map(({ ms }) => ms)));
	return `${JSON.stringify(counts)}, longest ${longest} ms of ${TIMEOUTS.totalMs}`;
}
