/** Two tabs on one session: the first writes, the second follows and takes over when the first one goes. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { databaseOf, openStorageSite } from "./pages/storage/served.mjs";

let opened;
let one;
let two;
let id;

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());
beforeEach(async () => {
	[one, two] = [await opened.tab(), await opened.tab()];
	id = await one.evaluate(() => window.begin({}));
	await two.evaluate(
		(id) => window.begin({ onProblem: (problem) => Object.assign(window, { problem }) }, id),
		id,
	);
});
afterEach(async () => {
	assert.deepEqual([...one.problems, ...two.problems], []);
	if (!two.isClosed()) await two.close();
	if (!one.isClosed()) await one.close();
	const last = await opened.tab();
	await last.evaluate(async () => (await window.openStorage()).destroy());
	await last.close();
});

const roles = () => Promise.all([one, two].map((tab) => tab.evaluate(() => window.session.role)));
const labels = (tab) => tab.evaluate(() => window.canvas.getSnapshot().blocks.map(({ data }) => data.label));

test("the second sees what the first does", async () => {
	assert.deepEqual(await roles(), ["writer", "follower"]);
	await two.evaluate(() => {
		window.told = 0;
		window.session.subscribe(() => {
			window.told += 1;
		});
	});
	await one.evaluate(async () => {
		window.canvas.addWidget("stat", { label: "A" });
		window.canvas.addWidget("stat", { label: "B" });
		window.canvas.setLayout("grid");
		await window.session.append("hello");
		await window.storage.sessions.rename(window.session.id, "Renamed");
	});
	await two.waitForFunction(() => {
		const { blocks, layout } = window.canvas.getSnapshot();
		return blocks.length === 2 && layout === "grid" && window.session.title === "Renamed";
	});
	assert.deepEqual(await labels(two), ["A", "B"]);
	assert.deepEqual(await two.evaluate(() => window.session.messages), [{ id: 1, message: "hello" }]);
	assert.ok((await two.evaluate(() => window.told)) > 0);
});

test("the second writes nothing, is told why, and its canvas shows what is stored", async () => {
	await one.evaluate(async () => {
		window.canvas.addWidget("stat", { label: "A" });
		await window.keeper.settled();
	});
	await two.waitForFunction(() => window.canvas.getSnapshot().blocks.length === 1);
	const refused = await two.evaluate(async () => {
		const { sessions } = window.storage;
		const { id } = window.session;
		window.canvas.addWidget("stat", { label: "not kept" });
		const settled = await window.outcome(() => window.keeper.settled());
		const tried = [
			await window.outcome(() => window.session.append("x")),
			await window.outcome(() => window.session.truncate(0)),
			await window.outcome(() => sessions.rename(id, "x")),
			await window.outcome(() => sessions.remove(id)),
		];
		return {
			settled,
			told: window.problem?.code,
			codes: tried.map(({ code }) => code),
			why: tried[0].message,
		};
	});
	assert.match(refused.why, /Another tab has this session open and writes it/);
	assert.deepEqual(refused.codes, ["conflict", "conflict", "conflict", "conflict"]);
	assert.deepEqual([refused.settled.code, refused.told], ["conflict", "conflict"]);
	assert.deepEqual(await labels(two), ["A"]);
	const other = await two.evaluate(async () => {
		const { sessions } = window.storage;
		return (await sessions.load((await sessions.create("Of the second")).id)).role;
	});
	assert.equal(other, "writer", "of another session");
});

for (const [how, go] of [
	["closes the session", () => one.evaluate(() => window.session.close())],
	["is closed", () => one.close()],
	["is killed", () => kill()],
]) {
	test(`when the first ${how}, the second writes, from what was stored last`, async () => {
		await one.evaluate(async () => {
			window.canvas.addWidget("stat", { label: "A" });
			await window.keeper.settled();
			await window.session.append("a");
		});
		await go();
		await two.waitForFunction(() => window.session.role === "writer");
		const seen = await two.evaluate(async () => {
			window.canvas.addWidget("stat", { label: "B" });
			await window.keeper.settled();
			await window.session.append("b");
			return window.session.messages.map(({ id, message }) => `${id} ${message}`);
		});
		assert.deepEqual(seen, ["1 a", "2 b"]);
		assert.deepEqual(await labels(two), ["A", "B"]);
	});
}

/** Ends the process of the first tab. */
async function kill() {
	const crashed = one.waitForEvent("crash");
	const browser = await opened.context.newCDPSession(one);
	browser.send("Page.crash").catch(() => undefined);
	await crashed;
}

test("a session that is deleted is closed where it is followed, and a storage that is destroyed everywhere", async () => {
	const other = await one.evaluate(async () => (await window.storage.sessions.create("Other")).id);
	await one.evaluate(() => window.storage.sessions.remove(window.session.id));
	await two.waitForFunction(() => window.session.role === "closed");
	assert.equal(await one.evaluate(() => window.session.role), "closed");
	const list = await two.evaluate(() => window.storage.sessions.list());
	assert.deepEqual(
		list.map(({ id }) => id),
		[other],
	);
	await one.evaluate(() => window.storage.destroy());
	const failure = await two.evaluate(() => window.outcome(() => window.storage.sessions.list()));
	assert.equal(failure.code, "conflict");
	assert.match(failure.message, /Another tab has deleted this storage/);
});

test("settings and new sessions of one tab are told to the other", async () => {
	await two.evaluate(() => {
		window.changes = [];
		window.storage.subscribe((change) => window.changes.push(Object.keys(change)[0]));
	});
	await one.evaluate(async () => {
		await window.storage.settings.set("theme", "dark");
		await window.storage.sessions.create("New");
	});
	await two.waitForFunction(() => window.changes.length === 2);
	assert.deepEqual(await two.evaluate(() => window.changes), ["setting", "session"]);
	assert.equal(await two.evaluate(() => window.storage.settings.get("theme")), "dark");
});

test("nothing is encrypted otherwise while another tab has the storage open", async () => {
	const change = () => one.evaluate(() => window.outcome(() => window.storage.setPassphrase("secret")));
	const refused = await change();
	assert.equal(refused.code, "conflict");
	assert.match(refused.message, /close the other tabs/);
	await two.close();
	assert.equal((await change()).code, undefined);
	assert.doesNotMatch(await one.evaluate((name) => window.raw(name), databaseOf()), /First/);
	await one.evaluate(() => window.storage.setPassphrase(null));
});
