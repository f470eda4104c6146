/** Shared canvases over time and as files: the chain of versions, signatures, short links, QR codes, Markdown and JSON. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as hyperskills from "hyperskills";
import { encode as matrixOf } from "uqr";
import * as kit from "../../pkg/index.js";
import * as share from "../../pkg/share/index.js";

const URL_OF = "https://example.com/v";
const skillOf = (label) => ({
	meta: { title: label },
	content: { blocks: [{ type: "stat", data: { label, value: "1" } }] },
});

test("hashes are those of the package hyperskills, and of the reference", async () => {
	assert.equal(
		await share.hash("https://x.com", '{"n":1}'),
		"e0397d07fd5e05c2a1edede605869a08520873471502168d2b99df137a790976",
	);
	assert.equal(
		await share.computeHash("https://x.com", { n: 1 }),
		await share.hash("https://x.com", '{"n":1}'),
	);
	for (const before of [undefined, "ab".repeat(32)])
		assert.equal(await share.hash(URL_OF, "é🦊", before), await hyperskills.hash(URL_OF, "é🦊", before));
	assert.equal(await share.buildShortUrl("https://x.com/a?b=1", "c"), "https://x.com/a?n=45cbed7a6f");
	assert.equal(share.getShortToken("https://x.com/a?n=45cbed7a6f"), "45cbed7a6f");
	assert.equal(share.getShortToken("https://x.com/a?n=%3Cb%3E"), null);
	assert.equal(share.getShortToken(), null);
	assert.equal(share.getHsParam(), null);
});

/** A chain of so many versions. */
async function chainOf(count) {
	const versions = [];
	for (let at = 0; at < count; at += 1)
		versions.push(await share.createVersion(skillOf(`v${at}`), URL_OF, versions.at(-1)?.hash));
	return versions;
}

test("a version's hash covers the one before it, as the package hyperskills has it", async () => {
	const [first, second] = await chainOf(2);
	assert.equal(first.previousHash, undefined);
	assert.equal(second.previousHash, first.hash);
	assert.notEqual(second.hash, (await share.createVersion(second.skill, URL_OF)).hash);
	const theirs = await hyperskills.createVersion(URL_OF, JSON.stringify(second.skill), first.hash);
	assert.equal(second.hash, theirs.hash);
	const skill = skillOf("a");
	const version = await share.createVersion(skill, URL_OF);
	skill.meta.title = "b";
	assert.equal(version.skill.meta.title, "a");
});

test("whatever is changed, left out, put in or turned round in a chain is found", async () => {
	const whole = await chainOf(4);
	const head = whole[3].hash;
	assert.deepEqual(await share.verifyChain(whole, head), { valid: true });
	assert.deepEqual(await share.verifyChain(JSON.parse(JSON.stringify(whole)), head), { valid: true });
	assert.deepEqual(await share.verifyChain([]), { valid: true });
	const changed = structuredClone(whole);
	changed[1].skill.content.blocks[0].data.value = "2";
	const rehashed = structuredClone(changed);
	rehashed[1] = await share.createVersion(rehashed[1].skill, URL_OF, whole[0].hash);
	const moved = structuredClone(whole);
	moved[2].url = "https://elsewhere.example/";
	const other = await share.createVersion(skillOf("x"), URL_OF, whole[1].hash);
	for (const [versions, at, last] of [
		[changed, 1],
		[rehashed, 2],
		[moved, 2],
		[whole.slice(1), 0],
		[[whole[0], whole[2], whole[3]], 1],
		[[whole[0], whole[1], other, whole[3]], 3],
		[[whole[1], whole[0]], 0],
		[whole.slice(0, 3), 3, head],
		[[], 0, head],
	]) {
		const verdict = await share.verifyChain(versions, last);
		assert.equal(verdict.valid, false);
		assert.equal(verdict.at, at);
	}
});

test("what two versions differ in is told by the names at the top, as the package hyperskills has it", () => {
	for (const [one, other] of [
		[
			{ a: 1, b: [1], c: 3 },
			{ a: 1, b: [2], d: undefined },
		],
		[skillOf("a"), skillOf("b")],
		[1, 2],
		["a", "a"],
		[null, {}],
	])
		assert.deepEqual(share.diff(one, other), hyperskills.diff(one, other));
	assert.deepEqual(share.diff({}, JSON.parse('{"__proto__":1,"constructor":2}')), [
		"__proto__",
		"constructor",
	]);
});

test("signatures are those of the package hyperskills, both ways", async () => {
	const { privateKey, publicKey } = await share.generateKeyPair();
	const digest = await share.hash(URL_OF, "x");
	assert.ok(await hyperskills.verify(digest, await share.sign(digest, privateKey), publicKey));
	const theirs = await hyperskills.sign(digest, privateKey);
	assert.ok(await share.verify(digest, theirs, publicKey));
	assert.equal(await share.verify(await share.hash(URL_OF, "y"), theirs, publicKey), false);
	assert.equal(await share.verify(digest, theirs, (await share.generateKeyPair()).publicKey), false);
	for (const none of ["", "%%", "AAAA"]) assert.equal(await share.verify(digest, none, publicKey), false);
	await assert.rejects(share.sign(digest, publicKey), { code: "unsupported" });
	await assert.rejects(share.sign(digest, {}), { code: "invalid_argument" });
});

test("a signed HyperSkill is valid on every way, and broken as soon as a letter of it is another", async () => {
	const keys = await share.generateKeyPair();
	const signed = await share.signHyperSkill(skillOf("é"), keys);
	const { key } = signed.meta.signature;
	const valid = { state: "valid", key };
	assert.deepEqual(await share.verifyHyperSkill(signed), valid);
	assert.deepEqual(await share.verifyHyperSkill(skillOf("é")), { state: "none" });
	for (const options of [{}, { short: true }, { compress: "gz" }]) {
		const { question } = await share.readShared(await share.encodeHyperSkill(signed, URL_OF, options));
		assert.deepEqual(question.signature, valid);
	}
	assert.deepEqual(await share.verifyHyperSkill(await share.readSkillFile(share.toFile(signed).blob)), valid);
	const forgeries = [
		(skill) => (skill.meta.title = "e"),
		(skill) => (skill.content.blocks[0].data.value = "2"),
		(skill) => (skill.content.servers = [{ url: "https://evil.example/" }]),
		(skill) => (skill.meta.more = 1),
		(skill) => (skill.meta.signature.value = "AAAA"),
		(skill) => (skill.meta.signature.key = "%"),
	];
	for (const forge of forgeries) {
		const forged = structuredClone(signed);
		forge(forged);
		assert.equal((await share.verifyHyperSkill(forged)).state, "broken", String(forge));
	}
	const again = await share.signHyperSkill(signed, await share.generateKeyPair());
	assert.notEqual(again.meta.signature.key, key);
	assert.equal((await share.verifyHyperSkill(again)).state, "valid");
});

test("where there is no Ed25519, a signed HyperSkill can still be read, and nothing is said of its signature", async (context) => {
	const signed = await share.signHyperSkill(skillOf("a"), await share.generateKeyPair());
	const { key } = signed.meta.signature;
	const unsupported = () => Promise.reject(new DOMException("none", "NotSupportedError"));
	context.mock.method(crypto.subtle, "importKey", unsupported);
	context.mock.method(crypto.subtle, "generateKey", unsupported);
	assert.deepEqual((await share.readShared(signed)).question.signature, { state: "unknown", key });
	await assert.rejects(share.generateKeyPair(), { code: "unsupported" });
});

test("a QR code is the matrix of its text, with the border that readers need", async () => {
	const link = await share.encodeHyperSkill(skillOf("QR"), URL_OF, { short: true });
	const svg = await share.toQrCode(link);
	const { data, size } = matrixOf(link, { ecc: "L", border: 4 });
	assert.match(svg, new RegExp(`viewBox="0 0 ${size} ${size}"`));
	const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
	for (const [y, row] of data.entries())
		for (const [x, isDark] of row.entries()) assert.equal(dark.has(`${x} ${y}`), isDark, `${x} ${y}`);
	assert.ok(data.slice(0, 4).every((row) => row.every((isDark) => !isDark)));
	assert.ok(!svg.includes(link));
	await share.toQrCode("x".repeat(2_953));
	await assert.rejects(share.toQrCode("x".repeat(2_954)), {
		code: "invalid_argument",
		message: /short link/,
	});
	await assert.rejects(share.toQrCode("é".repeat(1_477)), { code: "invalid_argument" });
});

const FULL = {
	meta: {
		title: "Sales — 50 % & <b>",
		description: 'says "a: b"\n## Widgets\n',
		tags: ["x"],
		provenance: { a: [1] },
	},
	content: {
		blocks: [
			{ type: "code", data: { content: '```widget\n{"type":"x"}\n```\n## Widgets\n</script><script>' } },
			{ type: "stat", data: { label: "\u2028", value: "1" }, x: 1, links: ["1"], style: { color: "red" } },
		],
		layout: "grid",
		servers: [{ url: "https://m.example/mcp", name: "m" }],
		localServers: ["autoui"],
		recipe: '# How\n\n```widget\n{"type":"evil"}\n```\n\n## Widgets\n\n```widget\n{"type":"evil"}\n```',
	},
};

test("a file of JSON and a recipe in Markdown hold all of a HyperSkill", async () => {
	const { blob, filename } = share.toFile(FULL);
	assert.equal(filename, "sales-50-b.hyperskill.json");
	assert.deepEqual(await share.readSkillFile(blob), FULL);
	assert.deepEqual(await share.readSkillFile(await blob.text()), FULL);
	const markdown = share.toMarkdown(FULL);
	assert.deepEqual(await share.readSkillFile(markdown), FULL);
	assert.deepEqual(share.readHyperSkill(markdown.replaceAll("\n", "\r\n")).content.blocks.length, 2);
	assert.deepEqual(await share.readSkillFile(share.toMarkdown(skillOf("a"))), skillOf("a"));
	assert.equal(share.toFile({ meta: {}, content: { blocks: [] } }).filename, "canvas.hyperskill.json");
});

test("a recipe of a canvas is one that the package reads, and what somebody edits in it counts", async () => {
	await kit.init();
	const recipe = kit.parseRecipe(share.toMarkdown(FULL), "x.md");
	assert.equal(recipe.name, FULL.meta.title);
	assert.deepEqual(recipe.components_used, ["code", "stat"]);
	assert.deepEqual(recipe.servers, ["autoui"]);
	const edited = share.toMarkdown(skillOf("a")).replace('"value": "1"', '"value": "2"');
	assert.equal(share.readHyperSkill(edited).content.blocks[0].data.value, "2");
	for (const [from, to] of [
		['"value": "1"', '"value": 1,'],
		[/hyperskill: .*/, "hyperskill: {"],
		[/hyperskill: .*/, "hyperskill: []"],
	])
		assert.throws(() => share.readHyperSkill(share.toMarkdown(skillOf("a")).replace(from, to)), {
			code: "invalid_argument",
			message: /no JSON object/,
		});
});

test("a page that no canvas was saved as is no HyperSkill", async () => {
	for (const file of ["<!doctype html><p>x", '<script type="application/json" id="hyperskill">{"meta":'])
		await assert.rejects(share.readSkillFile(file), {
			code: "invalid_argument",
			message: /no canvas was saved/,
		});
	await assert.rejects(share.readSkillFile(7), { code: "invalid_argument" });
});
