/** A storage with a passphrase: nothing that a person wrote can be read without it. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { databaseOf, openStorageSite } from "./pages/storage/served.mjs";

const SECRETS = [
	"Hidden title",
	"hidden words",
	"hidden label",
	"chart-of-secrets",
	"hidden setting",
	"floating",
];
let opened;
let page;

before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());
beforeEach(async () => {
	page = await opened.tab();
});
afterEach(async () => {
	assert.deepEqual(page.problems, []);
	await page.evaluate(() => window.storage.destroy());
	await page.close();
});

const raw = () => page.evaluate((name) => window.raw(name), databaseOf());

/** Opens a storage and writes the secrets into it. */
const fill = (options) =>
	page.evaluate(async (options) => {
		await window.begin(options);
		const { storage, session, canvas, keeper } = window;
		await storage.sessions.rename(session.id, "Hidden title");
		await session.append({ role: "user", text: "hidden words" });
		canvas.setLayout("floating");
		canvas.addWidget("chart-of-secrets", { label: "hidden label" });
		await keeper.settled();
		await storage.settings.set("theme", "hidden setting");
		return session.id;
	}, options);

async function assertAllThere() {
	const seen = await page.evaluate(async () => {
		const { storage } = window;
		const [{ id, title }] = await storage.sessions.search("HIDDEN LABEL");
		const session = await storage.sessions.load(id);
		const { blocks, layout } = await session.blocks();
		const shown = [title, session.messages[0].message.text, blocks[0].data.label, blocks[0].type];
		await session.close();
		return [...shown, await storage.settings.get("theme"), layout];
	});
	assert.deepEqual(seen, SECRETS);
}

test("the rows hold none of it, the right passphrase opens it, and no other does", async () => {
	await fill({ passphrase: "correct horse" });
	const stored = await raw();
	for (const secret of SECRETS) assert.ok(!stored.includes(secret), secret);
	assert.ok(!stored.includes("correct horse"));
	const failures = await page.evaluate(async () => {
		await window.storage.close();
		const tries = [{}, { passphrase: "wrong" }, { passphrase: "" }];
		const outcomes = [];
		for (const options of tries) outcomes.push(await window.outcome(() => window.openStorage(options)));
		window.storage = await window.openStorage({ passphrase: "correct horse" });
		return outcomes;
	});
	assert.deepEqual(
		failures.map(({ code }) => code),
		["unauthorized", "unauthorized", "invalid_argument"],
	);
	assert.match(failures[0].message, /encrypted: open it with its passphrase/);
	assert.match(failures[1].message, /passphrase is not the one/);
	await assertAllThere();
});

test("equal texts are stored differently, and the key is made of the passphrase as OWASP asks", async () => {
	const derived = await page.evaluate(async () => {
		const { deriveKey } = SubtleCrypto.prototype;
		const calls = [];
		SubtleCrypto.prototype.deriveKey = function (...args) {
			calls.push([args[0].name, args[0].hash, args[0].iterations, args[2].length, args[3]]);
			return deriveKey.apply(this, args);
		};
		await window.begin({ passphrase: "p" });
		await window.session.append("same");
		await window.session.append("same");
		SubtleCrypto.prototype.deriveKey = deriveKey;
		return calls;
	});
	for (const call of derived) assert.deepEqual(call, ["PBKDF2", "SHA-256", 600_000, 256, false]);
	const rows = JSON.parse(
		(await raw())
			.split("\n")
			.find((line) => line.startsWith("messages"))
			.slice(9),
	);
	assert.notEqual(rows[0].body.sealed, rows[1].body.sealed);
	assert.notEqual(rows[0].body.iv, rows[1].body.iv);
});

test("encryption is turned on, the passphrase changed, and turned off again, with a session open", async () => {
	await fill({});
	for (const secret of SECRETS) assert.ok((await raw()).includes(secret), secret);
	await page.evaluate(() => window.storage.setPassphrase("first"));
	for (const secret of SECRETS) assert.ok(!(await raw()).includes(secret), secret);
	const reopen = (passphrase) =>
		page.evaluate(async (passphrase) => {
			await window.storage.close();
			const opened = await window.outcome(async () => {
				window.storage = await window.openStorage({ passphrase });
				return window.storage.isEncrypted;
			});
			return opened.code ?? opened.value;
		}, passphrase);
	await page.evaluate(async () => {
		await window.session.append("while it is encrypted");
		// What is written meanwhile comes under the new one.
		await Promise.all([window.storage.setPassphrase("second"), window.session.append("meanwhile")]);
	});
	assert.equal(await reopen("first"), "unauthorized");
	assert.equal(await reopen("second"), true);
	await assertAllThere();
	await page.evaluate(() => window.storage.setPassphrase(null));
	for (const secret of [...SECRETS, "while it is encrypted", "meanwhile"])
		assert.ok((await raw()).includes(secret), secret);
	assert.equal(await reopen(undefined), false);
	await assertAllThere();
	assert.equal(await reopen("third"), true, "what was plain is encrypted at once");
	for (const secret of SECRETS) assert.ok(!(await raw()).includes(secret), secret);
	await assertAllThere();
});

test("a row that is moved, damaged or replaced by a plain one is not taken for what it was", async () => {
	await fill({ passphrase: "p" });
	const seen = await page.evaluate(async (name) => {
		const { session, storage } = window;
		const other = await storage.sessions.create("Other");
		const { id } = session;
		await storage.close();
		const request = indexedDB.open(name);
		const database = await new Promise((resolve) => {
			request.onsuccess = () => resolve(request.result);
		});
		const change = (work) =>
			new Promise((resolve) => {
				const transaction = database.transaction("sessions", "readwrite");
				const sessions = transaction.objectStore("sessions");
				const reading = sessions.getAll();
				reading.onsuccess = () => {
					const rows = Object.fromEntries(reading.result.map((row) => [row.id, row]));
					sessions.put(work(rows[id], rows[other.id]));
				};
				transaction.oncomplete = resolve;
			});
		const seen = [];
		const list = async () => {
			const problems = [];
			const onProblem = ({ code, details }) => problems.push([code, details.place.replace(id, "first")]);
			window.storage = await window.openStorage({ passphrase: "p", onProblem });
			const heads = await window.storage.sessions.list();
			seen.push([heads.map(({ title, isDamaged }) => [title, isDamaged]).sort(), problems]);
			await window.storage.close();
		};
		let whole;
		await change((row, stranger) => {
			whole = row.body;
			return { ...row, body: stranger.body };
		});
		await list();
		await change((row) => ({ ...row, body: { ...whole, sealed: whole.sealed.slice(1) } }));
		await list();
		await change((row) => ({ ...row, body: { plain: "another title" } }));
		await list();
		await change((row) => ({ ...row, body: whole }));
		database.close();
		await list();
		window.storage = await window.openStorage({ passphrase: "p" });
		return seen;
	}, databaseOf());
	const damaged = [
		[
			["", true],
			["Other", undefined],
		],
		[["conflict", "title first"]],
	];
	const whole = [
		[
			["Hidden title", undefined],
			["Other", undefined],
		],
		[],
	];
	assert.deepEqual(seen, [damaged, damaged, damaged, whole]);
});
