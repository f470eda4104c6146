/** What is shared stays what it is on every way: signatures hold, and no character ends a line that is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as share from "../../pkg/share/index.js";

const HERE = "https://example.com/view";

/** Draws the same in every run. */
function drawing(seed) {
	let state = seed;
	const number = (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const pick = (list) => list[number(list.length)];
	return { number, pick };
}

const WORDS = [
	...[
		"a",
		"",
		"~1",
		"\u2028",
		"\u2029",
		"\u0085",
		"\r\n",
		"---\n",
		"```widget\n{}\n```",
		"## Widgets",
		"\ud800",
	],
	...[
		"é",
		"\u{1F600}",
		"</script>",
		"hyperskill: {}",
		"\n## Widgets\n",
		"a: b",
		"\\u2028",
		"\0",
		'"',
		"10",
		"\uffff",
	],
];
const NUMBERS = [0, -0, 1, 1e21, 1e-7, 0.1, -5, 123456789012345680000, 5e-324, 9007199254740992];

/** Any JSON, its keys in any order. */
function json({ number, pick }, depth) {
	const kind = number(depth > 0 ? 6 : 4);
	if (kind === 0) return pick(NUMBERS);
	if (kind === 1) return pick([true, false, null]);
	if (kind < 4) return pick(WORDS) + pick(WORDS);
	const parts = Array.from({ length: number(4) }, () => json({ number, pick }, depth - 1));
	if (kind === 4) return parts;
	return Object.fromEntries(
		parts.map((part) => [pick([...WORDS, "__proto__", "short", "toJSON", "1", "2"]), part]),
	);
}

const shuffled = ({ number }, value) => {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => shuffled({ number }, one));
	const entries = Object.entries(value).map(([key, one]) => [key, shuffled({ number }, one), number(1000)]);
	return Object.fromEntries(entries.sort((one, other) => one[2] - other[2]).map(([key, one]) => [key, one]));
};

/** Each way that a HyperSkill goes. */
const WAYS = {
	link: async (skill) => (await share.decodeHyperSkill(await share.encodeHyperSkill(skill, HERE))).skill,
	"short link": async (skill) =>
		(await share.decodeHyperSkill(await share.encodeHyperSkill(skill, HERE, { short: true }))).skill,
	file: async (skill) => share.readSkillFile(share.toFile(skill).blob),
	Markdown: async (skill) => share.readSkillFile(share.toMarkdown(skill)),
	"Markdown with Windows' line ends": async (skill) =>
		share.readSkillFile(share.toMarkdown(skill).replaceAll("\n", "\r\n")),
	JSON: async (skill) => share.readHyperSkill(JSON.stringify(skill)),
};

test("a signature holds on every way and in any order of keys, and breaks where anything is changed", async () => {
	const draw = drawing(11);
	const keys = await share.generateKeyPair();
	for (let turn = 0; turn < 60; turn += 1) {
		const skill = shuffled(draw, {
			extra: json(draw, 2),
			content: {
				recipe: draw.pick(WORDS),
				more: json(draw, 3),
				short: json(draw, 1),
				blocks: Array.from({ length: draw.number(3) }, () => ({ data: { x: json(draw, 3) }, type: "stat" })),
				layout: "grid",
			},
			meta: {
				title: draw.pick(WORDS) + draw.pick(WORDS),
				theme: { b: json(draw, 2), a: 1 },
				description: draw.pick(WORDS),
			},
		});
		const signed = await share.signHyperSkill(skill, keys);
		assert.equal((await share.verifyHyperSkill(shuffled(draw, signed))).state, "valid", "in another order");
		let other = signed;
		for (const [way, go] of Object.entries(WAYS)) {
			const read = await go(signed);
			assert.equal((await share.verifyHyperSkill(read)).state, "valid", `${way}: ${JSON.stringify(signed)}`);
			assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(signed)), way);
			other = await go(other);
		}
		assert.equal((await share.verifyHyperSkill(other)).state, "valid", "one way after another");
		const changed = structuredClone(signed);
		changed.meta.title += "!";
		assert.equal((await share.verifyHyperSkill(changed)).state, "broken");
	}
});

test("what is signed is the canonical JSON of RFC 8785", async () => {
	const { canonical } = await import("../../pkg/share/canonical.js");
	// The example of the standard, section 3.2.3, and its numbers.
	const given = {
		"\u20ac": "Euro Sign",
		"\r": "Carriage Return",
		"\ufb33": "Hebrew",
		1: "One",
		"\u{1F600}": "Smile",
		"\u0080": "Control",
		"\u00f6": "o",
	};
	assert.equal(
		canonical(given),
		'{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"o","\u20ac":"Euro Sign","\u{1F600}":"Smile","\ufb33":"Hebrew"}',
	);
	assert.equal(
		canonical([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0]),
		"[333333333.3333333,1e+30,4.5,0.002,1e-27,0]",
	);
});

test("characters that end a line elsewhere are characters like any other in a Markdown file", async () => {
	for (const mark of ["\u2028", "\u2029", "\u0085", "\u000b", "\f"]) {
		const blocks = [{ type: "stat", data: { label: `x${mark}\`\`\`${mark}y` } }];
		for (const text of [
			`a${mark}b`,
			`a${mark}hyperskill: {}${mark}b`,
			`${mark}---${mark}`,
			`a${mark}## Widgets${mark}\`\`\`widget${mark}{}`,
		]) {
			const skill = {
				meta: { title: text, description: text, tags: [text] },
				content: { recipe: text, blocks },
			};
			const file = share.toMarkdown(skill);
			assert.deepEqual(share.readHyperSkill(file), skill, JSON.stringify(text));
			assert.deepEqual(await share.readSkillFile(file.replaceAll("\n", "\r\n")), skill, JSON.stringify(text));
		}
	}
	const foreign = share.readHyperSkill(
		"---\nname: a\u2028description: b\ndescription: c\n---\n\n# T\u2028itle\n",
	);
	assert.deepEqual([foreign.meta.title, foreign.meta.description], ["a\u2028description: b", "c"]);
	assert.equal(share.readHyperSkill("x\u2028# no heading\n#\tA heading \n").meta.title, "A heading");
});

test("fences without end are read once, not once for each of them", () => {
	const skill = share.toMarkdown({ meta: {}, content: { blocks: [] } });
	assert.equal(share.readHyperSkill(skill + "```widget\n".repeat(150_000)).content.blocks.length, 0);
});

test("a version that shows other fields than those of its JSON is no version of the chain", async () => {
	const plain = { meta: { title: "shown" }, content: { blocks: [] } };
	const version = await share.createVersion(plain, HERE);
	const { valid } = await share.verifyChain([version]);
	assert.ok(valid);
	const shown = { ...plain, meta: { title: "other" } };
	class Shown {
		meta = plain.meta;
		content = plain.content;
		get title() {
			return "other";
		}
	}
	const first = JSON.parse(JSON.stringify(plain));
	Object.defineProperty(first.meta, "title", { enumerable: true, get: () => "shown" });
	const posing = [
		{ ...shown, toJSON: () => plain },
		Object.assign(Object.create({ toJSON: () => plain }), shown),
		first,
		new Shown(),
		{ ...plain, content: { blocks: Object.assign([], { toJSON: () => [] }) } },
		Object.assign(Object.create({ hidden: 1 }), plain),
	];
	for (const skill of posing) {
		const verdict = await share.verifyChain([{ ...version, skill }]);
		assert.deepEqual([verdict.valid, verdict.at], [false, 0]);
	}
});
