/** The guard that stands in every door: who is asked, how much and how often, what is remembered, what is written down. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createToolGuard } from "../../pkg/webmcp/index.js";

const call = (tool = {}, more = {}) => ({ door: "native", tool: { name: "t", ...tool }, args: {}, ...more });
const grave = { annotations: { destructiveHint: true } };
const ran = () => "ran";

test("what may destroy is asked for, and refused where nobody can be asked", async () => {
	const guard = createToolGuard();
	assert.deepEqual(await guard.run(call(), ran), { result: "ran" });
	for (const tool of [grave, { annotations: { consequentialHint: true } }, { needsApproval: true }]) {
		const answer = await guard.run(call(tool), () => assert.fail("it ran"));
		assert.equal(answer.code, "denied");
		assert.match(answer.error, /^'t' needs the person's consent, and nobody can be asked\.$/);
	}
});

test("the person is asked with the call as it will run; anything but yes is no", async () => {
	const asked = [];
	for (const [said, outcome] of [
		[true, "ran"],
		["always", "ran"],
		[false, "denied"],
		["yes", "denied"],
		[undefined, "denied"],
	]) {
		const guard = createToolGuard({
			ask: async (call) => {
				asked.push(call);
				return said;
			},
		});
		const answer = await guard.run(call(grave, { args: { a: 1 }, origin: "https://x.example" }), ran);
		assert.equal(answer.result ?? answer.code, outcome, String(said));
	}
	assert.deepEqual(asked[0].args, { a: 1 });
	assert.equal(asked[0].origin, "https://x.example");
});

test("'always' holds for this tool of this origin by this door, until it changes", async () => {
	let asked = 0;
	const guard = createToolGuard({
		ask({ changed }) {
			asked += 1;
			return changed ? false : "always";
		},
	});
	await guard.run(call(grave), ran);
	await guard.run(call(grave), ran);
	assert.equal(asked, 1);
	await guard.run(call(grave, { origin: "https://other.example" }), ran);
	await guard.run({ ...call(grave), door: "relay" }, ran);
	assert.equal(asked, 3, "another origin and another door are asked for anew");
	const changed = { ...grave, description: "now it deletes everything" };
	assert.equal((await guard.run(call(changed), ran)).code, "denied");
	assert.equal(asked, 4);
});

test("a stranger's tool that was allowed without asking is asked for when it has changed under way", async () => {
	const seen = [];
	const guard = createToolGuard({ ask: ({ changed }) => seen.push(changed) > 0 });
	const theirs = (tool) => call(tool, { foreign: true });
	await guard.run(theirs({ description: "reads" }), ran);
	await guard.run(theirs({ description: "reads" }), ran);
	assert.deepEqual(seen, []);
	assert.deepEqual(await guard.run(theirs({ description: "reads", inputSchema: { type: "object" } }), ran), {
		result: "ran",
	});
	assert.deepEqual(seen, [true]);
	await guard.run(theirs({ description: "reads", inputSchema: { type: "object" } }), ran);
	assert.deepEqual(seen, [true], "what was allowed now is what is remembered");
	const strict = createToolGuard();
	await strict.run(theirs({ description: "reads" }), ran);
	assert.equal((await strict.run(theirs({ description: "writes" }), ran)).code, "denied");
	const own = createToolGuard();
	await own.run(call({ description: "one widget" }), ran);
	assert.deepEqual(
		await own.run(call({ description: "two widgets" }), ran),
		{ result: "ran" },
		"our own change as the page does",
	);
});

test("a question whose call is over is closed, and only so many are open", async () => {
	const controller = new AbortController();
	const signals = [];
	const guard = createToolGuard({
		ask: (_, signal) => {
			signals.push(signal);
			return new Promise(() => undefined);
		},
	});
	const running = Array.from({ length: 25 }, () => guard.run(call(grave), ran, controller.signal));
	const refused = await Promise.all(running.slice(20));
	assert.deepEqual([...new Set(refused.map(({ code }) => code))], ["too_many"]);
	controller.abort();
	const left = await Promise.all(running.slice(0, 20));
	assert.deepEqual([...new Set(left.map(({ code }) => code))], ["denied"]);
	assert.equal(signals.length, 20);
	assert.ok(signals.every((signal) => signal.aborted));
});

test("a policy is a verdict or a function; one that throws or says nonsense lets nothing through", async (context) => {
	context.mock.method(console, "error", () => undefined);
	const verdict = async (policy, tool) =>
		(await createToolGuard({ policy }).run(call(tool), ran)).code ?? "ran";
	assert.equal(await verdict("deny"), "denied");
	assert.equal(await verdict("ask"), "denied");
	assert.equal(await verdict("allow", grave), "ran");
	assert.equal(await verdict(() => undefined, grave), "denied", "silence leaves it to the rule");
	assert.equal(await verdict(({ tool }) => (tool.name === "t" ? "allow" : "deny"), grave), "ran");
	assert.equal(await verdict(() => "perhaps"), "denied");
	assert.equal(
		await verdict(() => {
			throw new Error("x");
		}),
		"denied",
	);
	const asking = createToolGuard({
		policy: "ask",
		ask: () => {
			throw new Error("x");
		},
	});
	assert.equal((await asking.run(call(), ran)).code, "denied");
	assert.throws(() => createToolGuard({ policy: "perhaps" }), /must be one of allow, ask, deny/);
});

test("too much is refused before the tool runs, and a long result is cut", async () => {
	const guard = createToolGuard({ limits: { argumentChars: 20, resultChars: 10 } });
	const large = await guard.run(call({}, { args: { a: "x".repeat(30) } }), () => assert.fail("it ran"));
	assert.equal(large.code, "too_large");
	const circular = {};
	circular.self = circular;
	assert.equal((await guard.run(call({}, { args: circular }), () => assert.fail("it ran"))).code, "failed");
	assert.deepEqual(await guard.run(call(), () => "0123456789abc"), {
		result: { truncated: "The first 10 of 13 characters.", text: "0123456789" },
	});
	const { result } = await guard.run(call(), () => ({ long: "0123456789" }));
	assert.equal(result.text, '{"long":"0');
	const counted = await guard.run(call(), () => ({ n: 12345678901234567890n }));
	assert.equal(counted.result.text, '{"n":"1234');
});

test("calls by one door from one origin are counted for a minute", async () => {
	const guard = createToolGuard({ limits: { callsPerMinute: 2 } });
	const codes = [];
	for (let at = 0; at < 3; at += 1) codes.push((await guard.run(call(), ran)).code);
	codes.push((await guard.run(call({}, { origin: "https://x.example" }), ran)).code);
	assert.deepEqual(codes, [undefined, undefined, "too_many", undefined]);
});

test("after a cancel or a timeout nobody claims to know what the tool has done", async () => {
	const guard = createToolGuard({ limits: { timeoutMs: 30 } });
	let heard;
	const late = await guard.run(call(), (signal) => {
		heard = signal;
		return wait(200, "late");
	});
	assert.equal(late.code, "outcome_unknown");
	assert.match(late.error, /took longer than 30 ms after it had begun: whether it took effect is not known/);
	assert.ok(heard.aborted, "the tool is told");
	const controller = new AbortController();
	const running = createToolGuard().run(call(), () => wait(200), controller.signal);
	setTimeout(() => controller.abort("why"), 10);
	assert.equal((await running).code, "outcome_unknown");
	const early = await guard.run(call(), () => assert.fail("it ran"), AbortSignal.abort());
	assert.equal(early.code, "denied");
});

test("a signal of many calls is not listened to by those that have ended", async () => {
	const { signal } = new AbortController();
	let listening = 0;
	const add = signal.addEventListener.bind(signal);
	signal.addEventListener = (...given) => {
		listening += 1;
		return add(...given);
	};
	const remove = signal.removeEventListener.bind(signal);
	signal.removeEventListener = (...given) => {
		listening -= 1;
		return remove(...given);
	};
	const guard = createToolGuard({ ask: () => true });
	for (const tool of [grave, {}, grave]) await guard.run(call(tool), ran, signal);
	assert.equal(listening, 0);
});

test("what a tool throws is a sentence, whatever it throws", async () => {
	const guard = createToolGuard();
	for (const thrown of [
		new Error("words"),
		"text",
		undefined,
		Symbol("s"),
		{
			toString() {
				throw 1;
			},
		},
	]) {
		const answer = await guard.run(call(), () => {
			throw thrown;
		});
		assert.equal(answer.code, "failed");
		assert.match(answer.error, /^'t' failed: ./);
	}
	assert.equal(
		(await guard.run(call(), () => Promise.reject(new Error("later")))).error,
		"'t' failed: later",
	);
});

test("every call is written down when it has ended, the last thousand are kept, and a listener that throws harms nothing", async (context) => {
	context.mock.method(console, "error", () => undefined);
	const heard = [];
	const guard = createToolGuard({
		limits: { callsPerMinute: 5000 },
		audit(entry) {
			heard.push(entry);
			throw new Error("x");
		},
	});
	await guard.run(call({}, { args: { secret: "x".repeat(2000) }, origin: "https://x.example" }), ran);
	await guard.run(call(grave), ran);
	const [first, second] = heard;
	assert.deepEqual(
		{ ...first, at: typeof first.at, ms: typeof first.ms, args: first.args.length },
		{
			at: "number",
			door: "native",
			origin: "https://x.example",
			tool: "t",
			args: 1000,
			verdict: "allow",
			outcome: "ok",
			ms: "number",
		},
	);
	assert.deepEqual(
		[second.verdict, second.outcome, second.ms, "origin" in second],
		["ask", "denied", 0, false],
	);
	for (let at = 0; at < 1100; at += 1) await guard.run(call(), ran);
	assert.equal(guard.log.length, 1000);
	assert.equal(heard.length, 1102);
});
