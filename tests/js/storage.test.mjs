/** The storage without a browser: what is said of it, what is taken of a copy, and what is encrypted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey, PLAIN, unlocked } from "../../pkg/storage/cipher.js";
import { importedOf } from "../../pkg/storage/imported.js";
import { openStorage } from "../../pkg/storage/index.js";
import { folded, holds } from "../../pkg/storage/search.js";
import { Vault } from "../../pkg/storage/vault.js";

const block = { id: "w_1", type: "stat", data: { label: "A" } };
const session = {
	id: "s_1",
	title: "T",
	createdAt: 1,
	updatedAt: 2,
	messages: ["hi"],
	canvas: { layout: "flow", blocks: [block] },
};
const copy = { format: "webmcp-auto-ui storage", version: 1, sessions: [session], settings: { a: 1 } };
const withBlock = (more) => ({
	...copy,
	sessions: [{ ...session, canvas: { layout: "flow", blocks: [{ ...block, ...more }] } }],
});
const withSession = (more) => ({ ...copy, sessions: [{ ...session, ...more }] });

test("where there is no IndexedDB it is said in a sentence", async () => {
	await assert.rejects(openStorage(), {
		name: "WebMcpError",
		code: "unsupported",
		message: /^There is no IndexedDB here.*\.$/,
	});
	await assert.rejects(openStorage({ name: 5 }), {
		code: "invalid_argument",
		message: /openStorage: options\.name/,
	});
	await assert.rejects(openStorage({ passphrase: "" }), { code: "invalid_argument" });
});

test("what is encrypted opens with its passphrase, in its place, and not otherwise", async () => {
	const { cipher, row } = await newKey("Ångström");
	const body = await cipher.seal({ deep: ["secret"] }, "here");
	assert.doesNotMatch(new TextDecoder("latin1").decode(body.sealed), /secret/);
	// The same letters, written otherwise.
	const again = await unlocked("Ångström".normalize("NFD"), row);
	assert.deepEqual(await again.open(body, "here"), { deep: ["secret"] });
	await assert.rejects(again.open(body, "elsewhere"), { code: "conflict" });
	await assert.rejects(again.open({ plain: 1 }, "here"), { code: "conflict" });
	await assert.rejects(PLAIN.open(body, "here"), { code: "conflict" });
	await assert.rejects(unlocked("Angstrom", row), { code: "unauthorized" });
});

test("of a copy what is known is taken, and nothing else", () => {
	const told = importedOf(
		withBlock({ x: 1, locked: true, z: null, onclick: "alert()", frames: { grid: { x: 1 } } }),
	);
	assert.deepEqual(told.sessions[0].canvas.blocks, [
		{ ...block, x: 1, locked: true, frames: { grid: { x: 1 } } },
	]);
	assert.deepEqual(Object.keys(importedOf(withSession({ evil: 1 })).sessions[0]), Object.keys(session));
	assert.deepEqual(importedOf({ ...copy, more: 1 }), copy);
});

test("a copy that is wrong is refused, with the place of what is wrong", () => {
	const circle = { ...copy };
	circle.settings = circle;
	for (const [wrong, words] of [
		[undefined, /copy must be an object/],
		[[], /copy must be an object/],
		["{}", /copy must be an object/],
		[{}, /copy\.format must be/],
		[{ ...copy, format: "other" }, /copy\.format/],
		[{ ...copy, version: "1" }, /copy\.version/],
		[{ ...copy, sessions: {} }, /copy\.sessions must be a list/],
		[{ ...copy, sessions: Array.from({ length: 10_001 }, () => session) }, /a list of at most 10000/],
		[{ ...copy, settings: [] }, /copy\.settings must be an object/],
		[{ ...copy, sessions: [null] }, /copy\.sessions\[0\] must be an object/],
		[withSession({ id: "" }), /sessions\[0\]\.id/],
		[withSession({ title: "x".repeat(1001) }), /sessions\[0\]\.title/],
		[withSession({ createdAt: 1e20 }), /createdAt/],
		[withSession({ messages: "hi" }), /messages must be a list/],
		[withSession({ canvas: { layout: "spiral", blocks: [] } }), /layout must be one of flow/],
		[
			withSession({ canvas: { layout: "flow", blocks: [block, block] } }),
			/blocks must have a different id each/,
		],
		[withBlock({ type: 5 }), /type must be a text/],
		[withBlock({ data: [] }), /data must be an object/],
		[withBlock({ width: -1 }), /width must be CSS pixels from 0/],
		[withBlock({ frames: { floating: { x: "0" } } }), /frames\.floating\.x/],
		[withBlock({ links: [1] }), /links\[0\]/],
		[withBlock({ style: { color: {} } }), /style\.color/],
		[circle, /cannot be written as JSON/],
	])
		assert.throws(() => importedOf(wrong), { name: "WebMcpError", code: "invalid_argument", message: words });
	assert.throws(() => importedOf({ ...copy, version: 2 }), { code: "unsupported", message: /newer version/ });
});

test("texts are found however they are written, and what nobody reads is not", () => {
	const saved = {
		...session,
		title: "Ação",
		messages: [{ role: "assistant", content: [{ type: "text", text: "Größe" }] }],
		canvas: { layout: "flow", blocks: [{ id: "w", type: "stat", data: { rows: [{ city: "São Paulo" }] } }] },
	};
	for (const text of ["acao", "AÇÃO", "größe", "sao paulo", "SÃO"])
		assert.ok(holds(saved, folded(text)), text);
	for (const text of ["assistant", "text", "stat", "flow", "rows"])
		assert.ok(!holds(saved, folded(text)), text);
});

test("whoever changes the key is alone: it waits for those inside, and those who come wait for it", async () => {
	const database = { close: () => said.push("closed") };
	const said = [];
	const vault = new Vault(database, PLAIN);
	const turn = () => new Promise((resolve) => setImmediate(resolve));
	const { cipher } = await newKey("p");
	const first = vault.use(async () => {
		for (let turns = 0; turns < 4; turns += 1) await turn();
		said.push("inside");
	});
	const failing = vault.use(() => Promise.reject(new DOMException("broken", "DataError")));
	const change = vault.alone(async () => {
		await turn();
		said.push("changed");
		return cipher;
	});
	const late = vault.use(async (opened) => said.push(opened.cipher === cipher ? "new key" : "old key"));
	await assert.rejects(failing, { name: "WebMcpError", code: "unsupported", message: /broken/ });
	await Promise.all([first, change, late]);
	await assert.rejects(
		vault.alone(() => Promise.reject(new Error("no"))),
		/no/,
	);
	const last = vault.use(async () => {
		await turn();
		said.push("last");
	});
	await turn();
	await Promise.all([vault.end("It has ended."), last]);
	assert.deepEqual(said, ["inside", "changed", "new key", "last", "closed"]);
	await assert.rejects(
		vault.use(async () => undefined),
		{ code: "conflict", message: "It has ended." },
	);
});
