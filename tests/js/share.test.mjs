/** Shared canvases as links: the forms of the parameter, the npm package `hyperskills` as the other side, the dictionary, and what is hostile. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Duplex } from "node:stream";
import { test } from "node:test";
import zlib from "node:zlib";
import * as hyperskills from "hyperskills";
import * as share from "../../pkg/share/index.js";
import { WORDS } from "../../pkg/share/words.js";

const HERE = "https://example.com/view?lang=fr#top";
const stat = { type: "stat", data: { label: "L", value: "1" } };
const skillOf = (...blocks) => ({ meta: { title: "t" }, content: { blocks } });
const refused = (work, words) =>
	assert.rejects(work, (error) => {
		assert.equal(error.name, "WebMcpError");
		assert.equal(error.code, "invalid_argument");
		assert.match(error.message, words);
		return true;
	});
const gz = (text) => `gz.${zlib.gzipSync(text).toString("base64url")}`;
const raw = (text) => Buffer.from(text).toString("base64url");

/** Streams of the platform that know Brotli, as newer ones do. */
function withBrotli(context) {
	const { CompressionStream: own, DecompressionStream: other } = globalThis;
	const known = (of, make) =>
		new Proxy(of, {
			construct: (of, [format]) => (format === "brotli" ? Duplex.toWeb(make()) : new of(format)),
		});
	globalThis.CompressionStream = known(own, zlib.createBrotliCompress);
	globalThis.DecompressionStream = known(other, zlib.createBrotliDecompress);
	context.after(() => Object.assign(globalThis, { CompressionStream: own, DecompressionStream: other }));
}

const TEXTS = { short: "# Hi", long: "é漢🦊 & = + / ? # ".repeat(200), json: JSON.stringify(skillOf(stat)) };

for (const [name, text] of Object.entries(TEXTS)) {
	test(`the package hyperskills reads what we write, and we what it writes: ${name}`, async (context) => {
		withBrotli(context);
		for (const compress of ["none", "gz", "br"]) {
			const ours = await share.encode(HERE, text, { compress });
			const theirs = await hyperskills.encode(HERE, text, { compress });
			assert.equal((await hyperskills.decode(ours)).content, text);
			const decoded = await share.decode(theirs);
			assert.deepEqual(decoded, { sourceUrl: HERE, url: HERE, content: text });
			assert.equal((await hyperskills.decode(ours)).url, decoded.url);
			assert.equal(
				new URL(ours).searchParams.get("hs").slice(0, 3),
				new URL(theirs).searchParams.get("hs").slice(0, 3),
			);
			const param = share.getHsParam(theirs);
			assert.deepEqual(await share.decode(param), { sourceUrl: "", url: "", content: text });
		}
	});
}

test("other parameters and the fragment stay, and an earlier parameter is replaced", async () => {
	const first = await share.encode(HERE, "one");
	const second = new URL(await share.encode(first, "two"));
	assert.equal(second.hash, "#top");
	assert.equal(second.searchParams.get("lang"), "fr");
	assert.equal(second.searchParams.getAll("hs").length, 1);
	assert.equal((await share.decode(second)).content, "two");
});

test("where the platform's streams have no Brotli, that is said", async () => {
	const br = `br.${zlib.brotliCompressSync("x").toString("base64url")}`;
	for (const work of [() => share.decode(br), () => share.encode(HERE, "x", { compress: "br" })])
		await assert.rejects(work, { code: "unsupported", message: /Brotli/ });
});

test("a small HyperSkill is written as it is, a larger one as gzip", async () => {
	const small = skillOf(stat);
	assert.equal(
		await share.encodeHyperSkill(small, "https://example.com/v?x=1"),
		`https://example.com/v?x=1&hs=${raw(JSON.stringify(small))}`,
	);
	const large = skillOf({ type: "text", data: { content: "x".repeat(1_100) } });
	assert.match(share.getHsParam(await share.encodeHyperSkill(large, HERE)), /^gz\./);
	assert.deepEqual((await share.decodeHyperSkill(await share.encodeHyperSkill(large, HERE))).skill, large);
});

test("the form of a canvas, that of a viewer, old base64 and recipes are read", async () => {
	const canvas = {
		...{ version: "1.0", name: "skill-7", created: "2026-01-01T00:00:00Z", mcp: "https://m.example/mcp" },
		...{ llm: "haiku", blocks: [stat], theme: { "color-bg": "#fff" }, servers: ["autoui"] },
	};
	const { skill } = await share.decodeHyperSkill(raw(JSON.stringify(canvas)));
	assert.deepEqual(skill.content, {
		blocks: [stat],
		servers: [{ url: "https://m.example/mcp" }],
		localServers: ["autoui"],
	});
	assert.equal(skill.meta.title, "skill-7");
	assert.deepEqual(skill.meta.theme, { "color-bg": "#fff" });
	const viewer = { meta: { title: "É?>" }, content: { blocks: [{ ...stat, data: { label: "~~~???" } }] } };
	const old = Buffer.from(JSON.stringify(viewer)).toString("base64");
	assert.match(old, /[+/=]/);
	assert.deepEqual((await share.decodeHyperSkill(`https://x.example/?hs=${old}`)).skill, viewer);
	const recipe = '---\nname: "Weather"\ndescription: Shows it\n---\n# W\n\n## Steps\nDo it.';
	const read = (await share.decodeHyperSkill(await share.encode(HERE, recipe))).skill;
	assert.deepEqual(read.meta, { title: "Weather", description: "Shows it" });
	assert.deepEqual(read.content, { blocks: [], recipe });
});

/** Numbers from 0 to 1, the same for the same seed. */
function drawn(seed) {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

function anyJson(random, depth) {
	const pick = (list) => list[Math.floor(random() * list.length)];
	const few = (make) => Array.from({ length: Math.floor(random() * 4) }, make);
	const text = () =>
		pick(["", "~", "~~", "~1", "label", "value", "é漢🦊", "\ud800", "a\nb", "</script>", "0", "__proto__"]);
	if (depth === 0 || random() < 0.4)
		return pick([null, true, false, 0, 1, -1, 2.5, 1e21, text(), text(), text()]);
	const record = () =>
		Object.fromEntries(
			few(() => [pick(["label", "x", "1", "__proto__", "", text()]), anyJson(random, depth - 1)]),
		);
	const same = () =>
		few(() => ({ label: anyJson(random, depth - 1), own: anyJson(random, depth - 1), value: 1 }));
	return pick([record, same, () => few(() => anyJson(random, depth - 1)), () => few(record)])();
}

test("what is read is what was written, for any canvas, short or not", async () => {
	for (let seed = 1; seed <= 400; seed += 1) {
		const random = drawn(seed);
		const blocks = Array.from({ length: Math.floor(random() * 6) }, () => ({
			type: ["stat", "my-widget"][Math.floor(random() * 2)],
			data: { value: anyJson(random, 4), [`k${Math.floor(random() * 3)}`]: anyJson(random, 3) },
		}));
		const skill = { meta: { title: `é ${seed}` }, content: { blocks } };
		for (const short of [false, true]) {
			const link = await share.encodeHyperSkill(skill, HERE, { short });
			const { skill: read, sourceUrl } = await share.decodeHyperSkill(link);
			assert.equal(JSON.stringify(read), JSON.stringify(skill), `seed ${seed}, short ${short}`);
			assert.equal(sourceUrl, HERE);
		}
	}
});

/** 50 widgets of five kinds, as an agent places them. */
const MONTHS = "January February March April May June July August September October November December".split(
	" ",
);
const CITIES = ["Lyon", "Paris", "Lille", "Nantes", "Nice", "Metz", "Brest", "Rennes"];
const column = (key, label) => ({ key, label, align: "right" });
const KINDS = [
	(at) => ["stat", { label: `Orders ${at}`, value: String(900 + at), trend: "+4 %", trendDir: "up" }],
	(at) => [
		"chart",
		{ title: `Sales ${at}`, type: "bar", bars: MONTHS.map((month, n) => [month, 100 + n * 10]) },
	],
	(at) => [
		"data-table",
		{
			title: `Region ${at}`,
			columns: [{ key: "city", label: "City" }, column("orders", "Orders"), column("revenue", "Revenue")],
			rows: CITIES.map((city, n) => ({ city, orders: 10 + n * 3, revenue: 1000 + n * 250, share: n / 10 })),
		},
	],
	(at) => [
		"kv",
		{ title: `Facts ${at}`, rows: Object.entries({ Country: "France", Currency: "EUR", Since: "1990" }) },
	],
	(at) => [
		"timeline",
		{
			title: `Plan ${at}`,
			events: ["Kick-off", "Pilot", "Launch"].map((title, n) => ({
				date: `2026-0${n + 1}-15`,
				title,
				status: "done",
			})),
		},
	],
];
const BOARD = Array.from({ length: 50 }, (_, at) => {
	const [type, data] = KINDS[at % 5](at);
	return { type, data };
});

test("a link of 50 widgets has at most 1,000 characters where gzip alone needs 1,099, and the package hyperskills reads its JSON", async () => {
	const skill = { meta: { title: "Sales" }, content: { blocks: BOARD } };
	const plain = share.getHsParam(await share.encodeHyperSkill(skill, HERE));
	const link = await share.encodeHyperSkill(skill, "https://example.com/", { short: true });
	assert.ok(plain.length >= 1_099, `gzip alone needs ${plain.length}`);
	assert.ok(link.length <= 1_000, `${link.length} characters`);
	const { meta, content } = JSON.parse((await hyperskills.decode(link)).content);
	assert.deepEqual(meta, { title: "Sales" });
	assert.equal(content.short, 1);
});

test("the dictionary's words keep their numbers for ever, and its links stay readable", async () => {
	const first = WORDS.slice(0, 281).join(" ");
	assert.equal(createHash("sha256").update(first).digest("hex").slice(0, 16), "372ebd4a68061106");
	assert.equal(new Set(WORDS).size, WORDS.length);
	const skill = {
		meta: { title: "Golden" },
		content: {
			layout: "grid",
			blocks: [
				{ type: "stat-card", data: { label: "~", value: "USD", variant: "success", own: [1, "x"] } },
				{
					type: "data-table",
					data: {
						rows: [
							{ city: "Lyon", n: 1 },
							{ city: "Nice", n: 2 },
						],
					},
				},
			],
		},
	};
	for (const golden of [
		"eyJtZXRhIjp7InRpdGxlIjoiR29sZGVuIn0sImNvbnRlbnQiOnsic2hvcnQiOjEsInNoYXBlcyI6W1sxNCwwXSxbMSwyXSxbNDgsNDksMjAwLCJvd24iXSxbNjFdLFsyMzIsIm4iXV0sInZhbHVlIjpbMSwifmciLFstMiwifjU4IiwifjM3IixbMywifn4iLCJ-N3MiLCJ-MmYiLFswLDEsIn40Il1dLFs0LFstNSwiTHlvbiIsIk5pY2UiLDEsMl1dXV19fQ",
		"gz.H4sIAAAAAAAAAxWNTQrCMBSE7zLrKTRp6k8u4Ea8wOMtikYt1ERsVKQ0Z5dsBoZvPmbBI-QBfkEe8xTgcUjTJUSsxDnFHGKucL6nV4Y3xHwfnmGGFzGOrVIMrVLcjm5P27ZE-kYoZWOUYjtLRKgSn2F6B3gxRLmB0lii9DsQpduC0hGl1Lada9orKC3r2lVfHKXpieMvRRCn8RzA-q2q6_oHyedWbccAAAA",
	])
		assert.deepEqual((await share.decodeHyperSkill(golden)).skill, skill);
});

test("a link that would unpack to more than a canvas may hold is refused, however small it is", async () => {
	await refused(() => share.decode(gz(Buffer.alloc(40_000_000))), /more than 2000000 bytes/);
	await refused(() => share.decode("A".repeat(70_000)), /more than 65536 characters/);
	await refused(() => share.encode(HERE, "x".repeat(2_100_000)), /more than 2000000 bytes/);
	const noise = Buffer.from(Array.from({ length: 60_000 }, () => Math.random() * 256)).toString("base64");
	await refused(() => share.encode(HERE, noise), /store/);
});

test("a link that servers would refuse is not made, and one of that length that was made elsewhere is read", async () => {
	const noise = (bytes) =>
		Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7919 + at ** 3) % 251)).toString("base64");
	for (const compress of ["none", "gz"]) {
		const fits = await share.encode(HERE, noise(300), { compress });
		assert.ok(fits.length <= 8_000);
		for (const bytes of [6_000, 20_000, 50_000])
			await refused(
				() => share.encode(HERE, noise(bytes), { compress: "none" }),
				/makes a link of \d+ characters, and many servers refuse one of more than 8000; share it as a file \(toFile\) or by a store/,
			);
	}
	const long = Buffer.from("x".repeat(9_000)).toString("base64url");
	assert.equal((await share.decode(`https://example.com/view?hs=${long}`)).content, "x".repeat(9_000));
	// The address itself counts as well.
	await refused(
		() => share.encode(`https://example.com/${"p".repeat(8_000)}`, "x"),
		/makes a link of 80\d\d/,
	);
});

test("what unpacks without an end is left as soon as it is too much", async (context) => {
	const { DecompressionStream: own } = globalThis;
	context.after(() => Object.assign(globalThis, { DecompressionStream: own }));
	let parts = 0;
	globalThis.DecompressionStream = class {
		writable = new WritableStream();
		readable = new ReadableStream({
			pull(controller) {
				parts += 1;
				controller.enqueue(new Uint8Array(100_000));
			},
		});
	};
	await refused(() => share.decode("gz.AAAA"), /more than 2000000 bytes/);
	assert.ok(parts < 30, `${parts} parts were unpacked`);
});

test("links that are damaged or none are refused in words", async () => {
	const whole = gz("x".repeat(100));
	for (const [link, words] of [
		["https://example.com/?x=1", /no parameter 'hs'/],
		["%%%", /no base64url/],
		[whole.slice(0, 23), /cannot be unpacked/],
		[`gz.${raw("no gzip")}`, /cannot be unpacked/],
		[Buffer.from([0xff, 0xfe, 0xfd]).toString("base64url"), /no text/],
		[raw("{"), /no JSON/],
		[raw("{}"), /content.blocks must be a list/],
		[raw('{"content":[]}'), /content must be an object/],
	])
		await refused(() => share.decodeHyperSkill(link), words);
	await refused(() => share.decode(7), /must be a text or a URL/);
	await refused(() => share.encode("not an address", "x"), /must be an address/);
});

test("short forms that nobody has written are refused", async () => {
	const short = (fields) =>
		raw(JSON.stringify({ meta: {}, content: { short: 1, shapes: [], value: 0, ...fields } }));
	for (const [fields, words] of [
		[{ short: 2 }, /must be 1/],
		[{ shapes: 1 }, /must be a list/],
		[{ shapes: [[true]] }, /a text or a number/],
		[{ shapes: [[99_999]] }, /newer version/],
		[{ value: "~zzz" }, /newer version/],
		[{ value: "~?" }, /newer version/],
		[{ value: [1] }, /names a shape/],
		[{ value: [1.5, 1], shapes: [["a"]] }, /names a shape/],
		[{ value: [1], shapes: [["a"]] }, /other values/],
		[{ value: [-1, 1, 2, 3], shapes: [["a", "b"]] }, /other values/],
		[{ value: [-1], shapes: [[]] }, /other values/],
		[{ value: { a: 1 } }, /an object in its short form/],
		[{ value: [[]].concat(nested(200)) }, /nested deeper/],
		[{ shapes: [["k".repeat(20_000)]], value: Array(1_000).fill([1, 0]) }, /more than 2000000/],
	])
		await refused(() => share.decodeHyperSkill(short(fields)), words);
});

function nested(levels) {
	return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

test("what is nested too deep is refused, at 100,000 levels as well", async () => {
	for (const levels of [70, 2_000, 100_000]) {
		const text = `{"meta":{},"content":{"blocks":[{"type":"text","data":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}]}}`;
		await refused(() => share.decodeHyperSkill(gz(text)), /nested deeper|no JSON/);
	}
	const deep = skillOf({ type: "text", data: { x: nested(1_000) } });
	await refused(() => share.encodeHyperSkill(deep, HERE), /nested deeper/);
	const circle = { type: "text", data: {} };
	circle.data.x = circle;
	await refused(() => share.encodeHyperSkill(skillOf(circle), HERE), /cannot be written as JSON/);
});
