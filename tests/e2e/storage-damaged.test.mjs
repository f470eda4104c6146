/** A row that is damaged, in any way: all others open, are found and go out in a copy, and the damage is told. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { databaseOf, openStorageSite } from "./pages/storage/served.mjs";

let opened;
before(async () => {
	opened = await openStorageSite();
});
after(() => opened?.close());

/** Runs in the page: damages each row in turn, each in all ways, and says what no longer holds. */
async function damageAll([name, passphrase]) {
	const problems = [];
	const onProblem = (problem) => problems.push(problem);
	const storage = await window.openStorage({ ...(passphrase && { passphrase }), onProblem });
	window.storage = storage;
	const ids = [];
	for (const title of ["One", "Two", "Three"]) {
		const { id } = await storage.sessions.create(title);
		ids.push(id);
		const session = await storage.sessions.load(id);
		for (const text of ["first", "second"]) await session.append({ text: `${text} of ${title}` });
		const canvas = window.kit.createCanvasVanilla();
		for (const label of ["a", "b"]) canvas.addWidget("stat", { label: `${label} of ${title}` });
		await (await session.keepCanvas(canvas)).settled();
		await session.close();
	}
	await storage.settings.set("theme", "dark");
	await storage.settings.set("more", { a: [1] });
	const database = await new Promise((resolve) => {
		const request = indexedDB.open(name);
		request.onsuccess = () => resolve(request.result);
	});
	const done = (request) =>
		new Promise((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	const store = (of, mode) => database.transaction(of, mode).objectStore(of);
	const contents = async (id) => {
		const session = await storage.sessions.load(id);
		const [messages, blocks] = [session.messages, await session.blocks()];
		await session.close();
		return JSON.stringify([session.title, messages, blocks.blocks.map(({ data }) => data)]);
	};
	const whole = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await contents(id)])));
	let state = 5;
	const number = (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	/** A copy with one bit turned, wherever its bytes are; of a plain one a value of another kind. */
	const flipped = (body) => {
		const copy = structuredClone(body);
		if (!("sealed" in copy)) return { plain: [7, null, { deep: [] }, "sideways", [[]]][number(5)] };
		const bytes = number(4) === 0 ? copy.iv : new Uint8Array(copy.sealed);
		bytes[number(bytes.length)] ^= 1 << number(8);
		return copy;
	};
	const bodies = [
		() => undefined,
		() => null,
		() => 7,
		() => "text",
		() => ({}),
		() => [],
		() => ({ plain: undefined }),
		() => ({ sealed: "x", iv: "y" }),
		() => ({ sealed: new ArrayBuffer(0), iv: new Uint8Array(0) }),
		() => (passphrase ? { plain: "forged" } : { sealed: new ArrayBuffer(40), iv: new Uint8Array(12) }),
		flipped,
		flipped,
		flipped,
	];
	const failures = [];
	let cases = 0;
	for (const of of ["sessions", "messages", "canvases", "widgets", "settings"]) {
		const rows = await done(store(of).getAll());
		const keys = await done(store(of).getAllKeys());
		for (const [at, row] of rows.entries()) {
			const key = keys[at];
			const isOutside = of === "settings";
			const own = isOutside ? undefined : (row.session ?? row.id);
			const ways = isOutside
				? bodies.map((way) => way(row))
				: bodies.map((way) => ({ ...row, body: way(row.body) }));
			const fields = isOutside ? [] : Object.keys(row).filter((field) => !["id", "session"].includes(field));
			for (const field of fields) {
				for (const value of [undefined, null, "x", -1, [{}], { a: 1 }]) ways.push({ ...row, [field]: value });
				const { [field]: _, ...rest } = row;
				ways.push(rest);
			}
			for (const [way, damaged] of [...ways.entries(), ["gone"]]) {
				cases += 1;
				const about = `${of} ${key} way ${way}`;
				const put = (value) =>
					done(isOutside ? store(of, "readwrite").put(value, key) : store(of, "readwrite").put(value));
				await (way === "gone" ? done(store(of, "readwrite").delete(key)) : put(damaged));
				try {
					const heads = await storage.sessions.list();
					const found = (await storage.sessions.search("of")).map(({ id }) => id);
					const copy = await storage.exportAll();
					const all = await storage.settings.all();
					await storage.settings.get("theme");
					for (const id of ids.filter((id) => id !== own)) {
						if (!heads.some((head) => head.id === id && head.title !== "")) failures.push(`${about}: list`);
						if (!found.includes(id)) failures.push(`${about}: search`);
						if (!copy.sessions.some((session) => session.id === id)) failures.push(`${about}: copy`);
						if ((await contents(id)) !== whole[id]) failures.push(`${about}: contents of another`);
					}
					for (const name of ["theme", "more"])
						if (!(isOutside && key === name) && !(name in all)) failures.push(`${about}: settings`);
					if (own !== undefined && !(of === "sessions" && way === "gone")) {
						const session = await storage.sessions.load(own);
						const canvas = window.kit.createCanvasVanilla();
						const keeper = await session.keepCanvas(canvas);
						await keeper.stop();
						await session.close();
						if (!heads.some(({ id }) => id === own)) failures.push(`${about}: its own in the list`);
						const left = of === "widgets" ? 1 : 2;
						if (canvas.blockCount < left) failures.push(`${about}: ${canvas.blockCount} widgets of its own`);
					}
					// A copy with what is left of it comes in again.
					if (cases % 40 === 0) {
						const again = await storage.importAll(copy);
						for (const id of again) await storage.sessions.remove(id);
					}
				} catch (error) {
					failures.push(`${about}: ${error?.message}`);
				}
				await put(row);
			}
		}
	}
	database.close();
	const told = new Set(problems.map(({ details }) => details?.place));
	const isSaid = problems.every((one) => one.name === "WebMcpError" && one.message.endsWith("."));
	await storage.destroy();
	return { failures, cases, told: told.size, isSaid };
}

for (const [what, passphrase] of [
	["plain", undefined],
	["encrypted", "p"],
]) {
	test(`of a storage that is ${what} any one row may be damaged in any way, and all others open`, async () => {
		const page = await opened.tab();
		const { failures, cases, told, isSaid } = await page.evaluate(damageAll, [databaseOf(), passphrase]);
		assert.deepEqual(failures, []);
		assert.ok(cases > 400, String(cases));
		assert.ok(told >= 15 && isSaid, `${told} places were told`);
		assert.deepEqual(page.problems, []);
		await page.close();
	});
}

test("a storage opens with its passphrase where the row that tells of it is damaged, and with no other", async () => {
	const page = await opened.tab();
	const seen = await page.evaluate(async (name) => {
		let storage = await window.openStorage({ passphrase: "right" });
		await storage.sessions.create("First");
		await storage.close();
		const database = await new Promise((resolve) => {
			const request = indexedDB.open(name);
			request.onsuccess = () => resolve(request.result);
		});
		const seen = [];
		for (const check of [undefined, 7, { plain: "webmcp-auto-ui" }]) {
			await new Promise((resolve) => {
				const meta = database.transaction("meta", "readwrite").objectStore("meta");
				const reading = meta.get("encryption");
				reading.onsuccess = () => {
					meta.put({ ...reading.result, check }, "encryption").onsuccess = resolve;
				};
			});
			seen.push((await window.outcome(() => window.openStorage({ passphrase: "wrong" }))).code);
			storage = await window.openStorage({ passphrase: "right" });
			seen.push((await storage.sessions.list()).map(({ title }) => title));
			await storage.close();
		}
		database.close();
		storage = await window.openStorage({ passphrase: "right" });
		await storage.setPassphrase("other");
		seen.push((await storage.sessions.list()).map(({ title }) => title));
		await storage.destroy();
		return seen;
	}, databaseOf());
	const each = ["unauthorized", ["First"]];
	assert.deepEqual(seen, [...each, ...each, ...each, ["First"]]);
	await page.close();
});
