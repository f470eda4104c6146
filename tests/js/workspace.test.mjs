/** A conversation with a scripted model, without a page: one wish after the other, stop, retry, edit, approval, what is said meanwhile. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";
import { attachmentOf, withAttachments } from "../../pkg/workspace/attached.js";
import { Conversation } from "../../pkg/workspace/conversation.js";
import { Observed } from "../../pkg/workspace/observed.js";
import { Pace } from "../../pkg/workspace/pace.js";
import { Recorder } from "../../pkg/workspace/recording.js";
import { replayOf } from "../../pkg/workspace/replay.js";
import { DEFAULT_SETTINGS, readSettings } from "../../pkg/workspace/settings.js";
import { desk, say, scripted, use } from "./support/talk.mjs";

before(() => kit.init());

/** Tells when it is asked to. */
class Told extends Observed {
	told() {
		this.tell();
	}
}

/** A conversation whose model gives `replies`. */
function talk(replies, { options = {}, isSmall = false } = {}) {
	const provider = scripted(...replies);
	const server = desk();
	const model = Object.assign(new Told(), {
		...{ provider, isSmall, canAnswer: true, state: { phase: "ready" }, settings: DEFAULT_SETTINGS },
	});
	const servers = Object.assign(new Told(), { areSettled: true, takeSilent: () => [] });
	const recorder = new Recorder();
	const removed = [];
	const conversation = new Conversation({
		...{ model, servers },
		runOptions: () => ({ layers: [server.layer], ...options }),
		listener: (wish) => recorder.hear(wish),
		removeWidgets: (ids) => removed.push(...ids),
		mayRun: () => true,
		stored: async () => undefined,
	});
	return {
		conversation,
		thread: conversation.thread,
		provider,
		model,
		recorder,
		removed,
		calls: server.calls,
	};
}

/** Resolves once the conversation is as it is looked for. */
function until(conversation, look) {
	return new Promise((resolve) => {
		const stops = [];
		const check = () => {
			if (!look()) return;
			for (const stop of stops.splice(0)) stop();
			resolve();
		};
		stops.push(conversation.subscribe(check), conversation.thread.subscribe(check));
		check();
	});
}
const rested = (conversation) =>
	until(conversation, () => {
		const { last } = conversation.thread;
		const isOver = last?.role === "agent" && !["running", "waiting"].includes(last.state);
		return isOver && !conversation.isRunning && conversation.waiting.length === 0;
	});
const texts = ({ path }) => path.map(({ text }) => text);

/** A reply that comes when it is let go, or never, where the run is stopped. */
function held(blocks) {
	let [go, hasBegun] = [];
	const free = new Promise((resolve) => {
		go = () => resolve(blocks);
	});
	const begun = new Promise((resolve) => {
		hasBegun = resolve;
	});
	const reply = ({ signal }) =>
		new Promise((resolve, reject) => {
			hasBegun();
			free.then(resolve);
			signal?.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
		});
	return { go, reply, begun };
}

test("a wish is answered, and the next one is told what was said", async () => {
	const { conversation, thread, provider } = talk([[say("one")], [say("two")]]);
	conversation.send("first");
	await rested(conversation);
	conversation.send("second");
	await until(conversation, () => thread.path.length === 4);
	await rested(conversation);
	assert.deepEqual(texts(thread), ["first", "one", "second", "two"]);
	assert.match(JSON.stringify(provider.requests[1]), /first.*one.*second/s);
	assert.equal(thread.last.state, "done");
	assert.equal(conversation.status.at, "done");
});

test("what comes of a run is a message that grows, with its calls and their results", async () => {
	const { conversation, thread, calls } = talk([
		[say("Looking. "), use("1", "desk_webmcp_look", { n: 7 })],
		[say("There.")],
	]);
	const grown = new Set();
	thread.subscribe(({ message }) => message?.role === "agent" && grown.add(message.text));
	conversation.send("look");
	await rested(conversation);
	assert.deepEqual(calls, ["look 7"]);
	assert.equal(thread.last.steps.length, 1);
	assert.match(thread.last.steps[0].result, /look/);
	assert.ok(grown.size > 2, [...grown].join("|"));
});

test("a model that fails leaves its words in the answer, and the next wish runs", async () => {
	const { conversation, thread } = talk([new Error("no such model"), [say("better")]]);
	conversation.send("first");
	await rested(conversation);
	assert.deepEqual([thread.last.state, /no such model/.test(thread.last.failure)], ["failed", true]);
	conversation.send("second");
	await until(conversation, () => thread.last.state === "done");
	assert.equal(thread.last.text, "better");
});

test("without a model the answer says so", async () => {
	const { conversation, thread, model } = talk([]);
	model.provider = undefined;
	model.state = { phase: "none" };
	conversation.send("first");
	await rested(conversation);
	assert.deepEqual([thread.last.state, thread.last.failure], ["failed", "model-none"]);
});

test("a run is stopped with what it had said, and what would have come next is not run", async () => {
	const { reply } = held([say("never")]);
	const { conversation, thread } = talk(
		[
			async (options) => {
				options.onDelta({ type: "text", text: "So far" });
				return reply(options);
			},
		],
		{ isSmall: true },
	);
	conversation.send("first");
	await until(conversation, () => thread.last?.text === "So far");
	conversation.send("second");
	assert.deepEqual(
		conversation.waiting.map(({ text, note }) => [text, note]),
		[["second", "next"]],
	);
	conversation.stop();
	await until(conversation, () => !conversation.isRunning);
	const [, stopped, left] = thread.path;
	assert.deepEqual([stopped.text, stopped.state], ["So far", "stopped"]);
	assert.equal(conversation.status.at, "stopped");
	assert.deepEqual([left.text, left.note], ["second", "not-run"]);
	assert.equal(conversation.waiting.length, 0);
});

test("wishes for a small model wait their turn, in order", async () => {
	const first = held([say("one")]);
	const { conversation, thread } = talk([first.reply, [say("two")], [say("three")]], { isSmall: true });
	for (const wish of ["1", "2", "3"]) conversation.send(wish);
	assert.deepEqual(
		conversation.waiting.map(({ text }) => text),
		["2", "3"],
	);
	first.go();
	await until(conversation, () => thread.last.text === "three");
	await rested(conversation);
	assert.deepEqual(texts(thread), ["1", "one", "2", "two", "3", "three"]);
	assert.ok(thread.path.every(({ note }) => note === undefined));
});

test("what is said while a run goes on is read at its next step", async () => {
	const first = held([use("1", "desk_webmcp_look", { n: 1 })]);
	const { conversation, thread, provider } = talk([first.reply, [say("seen both")]]);
	conversation.send("look");
	await first.begun;
	conversation.send("and be brief");
	assert.equal(thread.last.note, "read-next");
	first.go();
	await until(conversation, () => !conversation.isRunning);
	assert.match(JSON.stringify(provider.requests[1]), /and be brief/);
	assert.ok(thread.all.every(({ note }) => note === undefined));
});

test("what is said in the moment before a run's first step is read by it too", async () => {
	const { conversation, thread, provider } = talk([[say("seen both")]]);
	conversation.send("look");
	conversation.send("and be brief");
	assert.equal(thread.last.note, "read-next");
	await until(conversation, () => !conversation.isRunning);
	assert.match(JSON.stringify(provider.requests[0]), /and be brief/);
	assert.ok(thread.all.every(({ note }) => note === undefined));
});

test("an answer is given anew beside the one that there was, whose widgets go", async () => {
	const { conversation, thread, removed } = talk([[say("one")], [say("other")]]);
	conversation.send("wish");
	await rested(conversation);
	const [, first] = thread.path;
	first.widgets = ["w1", "w2"];
	conversation.retry(first.id);
	await until(conversation, () => thread.last.text === "other" && !conversation.isRunning);
	assert.deepEqual(texts(thread), ["wish", "other"]);
	assert.deepEqual(thread.versions(thread.last).at, 1);
	assert.deepEqual(removed, ["w1", "w2"]);
	thread.show(first.id);
	assert.deepEqual(texts(thread), ["wish", "one"]);
});

test("an answer that is given anew is told nothing of the first", async () => {
	const { conversation, thread, provider } = talk([[say("one")], [say("secret")], [say("three")]]);
	conversation.send("a");
	await rested(conversation);
	conversation.send("b");
	await until(conversation, () => thread.path.length === 4);
	await rested(conversation);
	conversation.retry(thread.last.id);
	await until(conversation, () => thread.last.text === "three" && !conversation.isRunning);
	assert.doesNotMatch(JSON.stringify(provider.requests[2]), /secret/);
	assert.match(JSON.stringify(provider.requests[2]), /one/);
});

test("an edited wish is a branch of its own, with the files of the first", async () => {
	const { conversation, thread, provider } = talk([[say("one")], [say("two")], [say("three")]]);
	conversation.send("first", [{ kind: "text", name: "a.txt", text: "inside" }]);
	await rested(conversation);
	conversation.send("second");
	await until(conversation, () => thread.path.length === 4);
	await rested(conversation);
	conversation.edit(thread.path[0].id, "changed");
	await until(conversation, () => thread.last.text === "three" && !conversation.isRunning);
	assert.deepEqual(texts(thread), ["changed", "three"]);
	assert.match(JSON.stringify(provider.requests[2]), /changed.*inside/s);
	assert.doesNotMatch(JSON.stringify(provider.requests[2]), /second|first/);
	thread.show(thread.versions(thread.path[0]).ids[0]);
	assert.deepEqual(texts(thread), ["first", "one", "second", "two"]);
});

test("nothing is answered anew or edited while a run goes on", async () => {
	const later = held([say("two")]);
	const { conversation, thread } = talk([[say("one")], later.reply]);
	conversation.send("first");
	await rested(conversation);
	const [wish, answer] = thread.path;
	conversation.send("second");
	conversation.retry(answer.id);
	conversation.edit(wish.id, "x");
	conversation.retry("nobody");
	conversation.edit(answer.id, "x");
	assert.equal(thread.all.length, 4);
	later.go();
	await rested(conversation);
});

const ASKING = { options: { needsApproval: "always" } };

test("calls that wait are decided one by one, and the run goes on with those that were allowed", async () => {
	const { conversation, thread, calls, provider } = talk(
		[[use("1", "desk_webmcp_look", { n: 1 }), use("2", "desk_webmcp_pay", { n: 2 })], [say("did one")]],
		ASKING,
	);
	conversation.send("do");
	await until(conversation, () => thread.last?.state === "waiting");
	assert.deepEqual(
		thread.last.pending.map(({ id }) => id),
		["1", "2"],
	);
	conversation.decide([{ id: "1", approved: true }]);
	assert.deepEqual([calls, conversation.isRunning], [[], false]);
	conversation.decide([{ id: "2", approved: false, reason: "too dear" }]);
	await until(conversation, () => thread.last.state === "done");
	assert.deepEqual(calls, ["look 1"]);
	assert.match(JSON.stringify(provider.requests[1]), /too dear/);
});

test("decisions about calls that nobody asked about decide nothing", async () => {
	const { conversation, thread, calls } = talk(
		[[use("1", "desk_webmcp_pay", { n: 2 })], [say("paid")]],
		ASKING,
	);
	conversation.send("do");
	await until(conversation, () => thread.last?.state === "waiting");
	conversation.decide([{ id: "other", approved: true }]);
	assert.deepEqual([thread.last.state, thread.last.decisions, calls], ["waiting", [], []]);
	conversation.decide([{ id: "1", approved: false }]);
	await until(conversation, () => thread.last.state === "done");
});

test("another wish ends a run that waits, and its calls are never made", async () => {
	const { conversation, thread, calls } = talk(
		[[use("1", "desk_webmcp_pay", { n: 2 })], [say("other")]],
		ASKING,
	);
	conversation.send("do");
	await until(conversation, () => thread.last?.state === "waiting");
	const asked = thread.last;
	conversation.send("something else");
	await until(conversation, () => thread.last.state === "done");
	conversation.decide([{ id: "1", approved: true }]);
	assert.deepEqual([asked.state, asked.run, calls], ["stopped", undefined, []]);
});

test("a run that waited when the page was left waits again, and goes on with what is decided", async () => {
	const before = talk([[use("1", "desk_webmcp_pay", { n: 2 })]], ASKING);
	before.conversation.send("do");
	await until(before.conversation, () => before.thread.last?.state === "waiting");
	const stored = JSON.parse(JSON.stringify(before.thread.all));
	const { conversation, thread, calls } = talk([[say("paid")]], ASKING);
	conversation.restore(stored);
	assert.deepEqual([thread.last.state, conversation.status.at], ["waiting", "waiting"]);
	conversation.decide([{ id: "1", approved: true }]);
	await until(conversation, () => thread.last.state === "done");
	assert.deepEqual([calls, thread.last.text], [["pay 2"], "paid"]);
});

test("an answer that the page was left in is cut, and is not run again", async () => {
	const { conversation, thread, provider } = talk([]);
	const wish = { role: "person", id: "w", at: 1, text: "wish" };
	const answer = {
		role: "agent",
		id: "a",
		parent: "w",
		at: 2,
		text: "half",
		steps: [],
		state: "running",
		widgets: [],
	};
	conversation.restore([wish, answer]);
	assert.deepEqual([thread.last.state, thread.last.text, provider.requests.length], ["cut", "half", 0]);
});

test("decisions wait for a model that is not there yet", async () => {
	const { conversation, thread, calls, model } = talk(
		[[use("1", "desk_webmcp_pay", { n: 2 })], [say("paid")]],
		ASKING,
	);
	conversation.send("do");
	await until(conversation, () => thread.last?.state === "waiting");
	model.canAnswer = false;
	conversation.decide([{ id: "1", approved: true }]);
	assert.deepEqual([calls, conversation.status.at], [[], "decided"]);
	model.canAnswer = true;
	model.told();
	await until(conversation, () => thread.last.state === "done");
	assert.deepEqual(calls, ["pay 2"]);
});

test("a conversation that is cleared begins anew", async () => {
	const { conversation, thread, provider } = talk([[say("one")], [say("two")]]);
	conversation.send("first");
	await rested(conversation);
	conversation.clear();
	assert.deepEqual([thread.path.length, conversation.status], [0, undefined]);
	conversation.send("second");
	await rested(conversation);
	assert.doesNotMatch(JSON.stringify(provider.requests[1]), /first/);
});

test("a recorded run is run again by its own answers, also where it waited for the person and where no model is there", async () => {
	const turns = [[use("1", "desk_webmcp_pay", { n: 2 })], [say("paid")]];
	const { conversation, thread, calls, recorder, model, provider } = talk(turns, ASKING);
	const approve = async () => {
		await until(conversation, () => thread.last?.state === "waiting");
		// A call of an id that the conversation knows already has got another one.
		conversation.decide(thread.last.pending.map(({ id }) => ({ id, approved: true })));
		await until(conversation, () => thread.last.state === "done" && !conversation.isRunning);
	};
	conversation.send("pay");
	await approve();
	const recording = JSON.parse(JSON.stringify(recorder));
	model.provider = undefined;
	model.canAnswer = false;
	model.state = { phase: "none" };
	conversation.send("pay", [], replayOf(recording, recording.runs[0].id));
	await approve();
	assert.deepEqual(texts(thread), ["pay", "paid", "pay", "paid"]);
	assert.deepEqual(calls, ["pay 2", "pay 2"]);
	assert.equal(provider.requests.length, 2);
});

test("a recorded run that is run again while another runs comes next", async () => {
	const first = held([say("one")]);
	const { conversation, thread } = talk([first.reply]);
	conversation.send("first");
	conversation.send("again", [], scripted([say("as recorded")]));
	assert.equal(conversation.waiting.length, 1);
	first.go();
	await until(conversation, () => thread.path.length === 4);
	await rested(conversation);
	assert.deepEqual(texts(thread), ["first", "one", "again", "as recorded"]);
});

test("a picture, a table and a text become attachments, and stand with the wish", async () => {
	const picture = await attachmentOf(new File([new Uint8Array([137, 80])], "a.png", { type: "image/png" }));
	assert.deepEqual(picture, { kind: "picture", name: "a.png", mediaType: "image/png", data: "iVA=" });
	const table = await attachmentOf(new File(["a,b\n1,2"], "t.csv", { type: "application/vnd.ms-excel" }));
	assert.deepEqual(table, { kind: "text", name: "t.csv", text: "a,b\n1,2" });
	const { text, messages } = withAttachments({ text: "look", attachments: [picture, table] });
	assert.equal(text, "look\n\nt.csv:\na,b\n1,2");
	assert.deepEqual(messages[0].content, [{ type: "image", data: "iVA=", mediaType: "image/png" }]);
});

test("what is too large, or no text, is refused; of a long text it is said that it is the beginning", async () => {
	const large = new File([new Uint8Array(5_000_001)], "a.png", { type: "image/png" });
	assert.equal(await attachmentOf(large), "too-large");
	const pdf = Uint8Array.from("%PDF-1.7\n\u0001\u0002\u0003\u00ff", (letter) => letter.charCodeAt(0));
	for (const bytes of [pdf, new Uint8Array([65, 0, 66])])
		assert.equal(await attachmentOf(new File([bytes], "a.bin")), "no-text");
	const long = await attachmentOf(new File(["é".repeat(30_000)], "a.txt"));
	assert.deepEqual([long.text.length, long.isCut], [20_000, true]);
	assert.match(withAttachments({ text: "", attachments: [long] }).text, /a\.txt \(its beginning\)/);
	const short = await attachmentOf(new File(["é".repeat(20_000)], "a.txt"));
	assert.deepEqual([short.text.length, short.isCut], [20_000, undefined]);
});

test("texts are read as they were written: UTF-8, UTF-16, and what spreadsheets of the West write", async () => {
	const read = async (...bytes) =>
		(await attachmentOf(new File([Uint8Array.from(bytes.flat())], "a.csv"))).text;
	assert.equal(await read([...Buffer.from("Zürich 😀")]), "Zürich 😀");
	assert.equal(await read([0xff, 0xfe], [...Buffer.from("Zürich", "utf16le")]), "Zürich");
	assert.equal(await read([...Buffer.from("Zürich", "latin1")]), "Zürich");
});

test("settings that anybody has stored are read: what is none is as it was by default", () => {
	for (const stored of [
		undefined,
		null,
		7,
		"x",
		[],
		{ kind: "constructor", ask: undefined, servers: {}, localUrl: 7 },
	])
		assert.deepEqual(readSettings(stored), DEFAULT_SETTINGS);
	const read = readSettings({
		kind: "local",
		localModel: "m",
		servers: ["https://a.example/", 7, "none"],
		extra: 1,
	});
	assert.deepEqual(read, {
		...DEFAULT_SETTINGS,
		kind: "local",
		localModel: "m",
		servers: ["https://a.example/"],
	});
	assert.equal(
		Object.getPrototypeOf(readSettings(JSON.parse('{"__proto__": {"ask": "never"}}'))),
		Object.prototype,
	);
});

test("what is not understood of when to ask asks always", () => {
	for (const ask of ["sometimes", null, 0, {}, "Never"]) assert.equal(readSettings({ ask }).ask, "always");
	for (const ask of ["never", "destructive", "always"]) assert.equal(readSettings({ ask }).ask, ask);
});

test("how fast a download is, and how long it will take, is told by what came in the last seconds", (t) => {
	let now = 0;
	t.mock.method(performance, "now", () => now);
	const pace = new Pace();
	const at = (ms, bytes, total = 10_000) => {
		now = ms;
		return pace.told(bytes, total);
	};
	assert.deepEqual(at(0, 0), {});
	assert.deepEqual(at(500, 500), {}, "before a second has passed nothing is told");
	assert.deepEqual(at(2000, 2000), { speed: 1000, left: 8 });
	assert.deepEqual(at(9000, 2700), { speed: 100, left: 73 }, "what was fast long ago does not count");
	assert.deepEqual(at(20_000, 2700), {}, "of what stands still nothing is told");
	assert.deepEqual(new Pace().told(undefined, 5), {});
});

test("an answer keeps only what it has added, and the model is told all of it", async () => {
	const { conversation, thread, provider } = talk([[say("one")], [say("two")], [say("three")]]);
	for (const [at, wish] of ["first", "second", "third"].entries()) {
		conversation.send(wish);
		await until(conversation, () => !conversation.isRunning && thread.path.length === 2 * (at + 1));
	}
	const answers = thread.path.filter(({ role }) => role === "agent");
	assert.deepEqual(
		answers.map(({ history }) => history.length),
		[2, 2, 2],
	);
	const told = JSON.stringify(provider.requests.at(-1));
	for (const text of ["first", "one", "second", "two", "third"]) assert.ok(told.includes(text), text);
});
