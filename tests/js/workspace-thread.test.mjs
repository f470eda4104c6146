/** A conversation as a tree, without a page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Thread } from "../../pkg/workspace/thread.js";

const wish = (id, parent) => ({ role: "person", id, parent, at: 1, text: id });
const answer = (id, parent) => ({
	role: "agent",
	id,
	parent,
	at: 1,
	text: id,
	steps: [],
	state: "done",
	widgets: [],
});
const ids = (thread) => thread.path.map(({ id }) => id).join(" ");

/** Two wishes with their answers, one after the other. */
function filled() {
	const thread = new Thread();
	for (const message of [wish("w1"), answer("a1", "w1"), wish("w2", "a1"), answer("a2", "w2")])
		thread.add(message);
	return thread;
}

test("a message is shown with what it follows", () => {
	const thread = filled();
	assert.equal(ids(thread), "w1 a1 w2 a2");
	assert.equal(thread.last.id, "a2");
});

test("another answer stands beside the first, and both can be shown", () => {
	const thread = filled();
	thread.add(answer("a1b", "w1"));
	assert.equal(ids(thread), "w1 a1b");
	assert.deepEqual(thread.versions(thread.get("a1b")), { ids: ["a1", "a1b"], at: 1 });
	thread.show("a1");
	assert.equal(ids(thread), "w1 a1 w2 a2");
});

test("what is shown ends with what came last behind it", () => {
	const thread = filled();
	thread.add(wish("w2b", "a1"));
	thread.add(answer("a2b", "w2b"));
	thread.show("w1");
	assert.equal(ids(thread), "w1 a1 w2b a2b");
	thread.show("w2");
	assert.equal(ids(thread), "w1 a1 w2 a2");
	thread.show("nobody");
	assert.equal(ids(thread), "w1 a1 w2 a2");
});

test("a change is told with its message, and one of no message is told to nobody", () => {
	const thread = filled();
	const told = [];
	const stop = thread.subscribe((change) =>
		told.push(change.type === "message" ? change.message.text : change.type),
	);
	thread.change("a2", { text: "new" });
	thread.change("nobody", { text: "x" });
	stop();
	stop();
	thread.change("a2", { text: "newer" });
	assert.deepEqual(told, ["new"]);
});

test("whoever throws while it hears keeps no other from hearing, and it is reported", (t) => {
	const reported = [];
	globalThis.reportError = (error) => reported.push(error.message);
	t.after(() => Reflect.deleteProperty(globalThis, "reportError"));
	const thread = filled();
	const told = [];
	thread.subscribe(() => {
		throw new Error("deaf");
	});
	thread.subscribe(() => told.push("heard"));
	thread.change("a2", { text: "new" });
	assert.deepEqual([told, reported], [["heard"], ["deaf"]]);
});

test("stored messages come back as they stood, those without a parent that is known left out", () => {
	const thread = new Thread();
	thread.reset([...filled().all, answer("a1b", "w1"), wish("lost", "gone")]);
	assert.equal(ids(thread), "w1 a1b");
	assert.equal(thread.get("lost"), undefined);
	thread.reset();
	assert.deepEqual([thread.path.length, thread.all.length], [0, 0]);
});

test("a message is added to ten thousand about as fast as to a hundred", () => {
	const grown = (count) => {
		const thread = new Thread();
		for (let at = 0; at < count; at++) thread.add(wish(`m${at}`, at === 0 ? undefined : `m${at - 1}`));
		return thread;
	};
	const taken = (thread, round) => {
		const begun = process.hrtime.bigint();
		for (let at = 0; at < 1000; at++) thread.add(wish(`r${round}-${at}`, thread.last.id));
		return Number(process.hrtime.bigint() - begun);
	};
	const best = (count) => Math.min(...[0, 1, 2, 3, 4].map((round) => taken(grown(count), round)));
	best(100);
	const [few, many] = [best(100), best(10_000)];
	assert.ok(many < few * 10, `${many / few} times as long`);
});
