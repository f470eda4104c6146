/** The hosts that a person is told of before a shared canvas opens: those that a browser would ask, however their addresses are written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as share from "../../pkg/share/index.js";

const told = async (data) => {
	const { question } = await share.readShared({ meta: {}, content: { blocks: [{ type: "image", data }] } });
	return question.hosts;
};

/** What a browser asks on a page of either scheme; only without a page both count. */
const asked = (text) =>
	["https://page.invalid/a/b", "http://page.invalid/a/b"]
		.flatMap((base) => (URL.canParse(text, base) ? [new URL(text, base)] : []))
		.filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && hostname !== "page.invalid")
		.map(({ host }) => host);

const SPELLINGS = [
	...[
		"https://a.test/x",
		"HTTPS://A.test/x",
		"http://a.test:8080/",
		"https://a.test:443/",
		"//a.test/x",
		"///a.test/x",
	],
	...[
		"\\\\a.test\\x",
		"/\\a.test/x",
		"\\/a.test",
		"https:\\\\a.test",
		"https:/a.test",
		"https:a.test",
		"http:a.test",
	],
	...[
		"https://en.wikipedia.org\n.evil.test/track.png",
		"/\t/hidden.test/x.png",
		"h\nttps://a.test/",
		"https\t://a.test/",
	],
	...[
		"https:/\t/a.test/",
		"\u0001//a.test/",
		"\0//a.test/",
		"https:\n\n//a.test",
		"http://\t\ta.test/",
		"https://ev\til.test/",
	],
	...[
		"https://[2001:db8::1]/x",
		"//[2001:DB8:0::1]:81/x",
		"http://[::ffff:1.2.3.4]/",
		"  https://a.test/  ",
		"\u001f\r\n//a.test",
	],
	...[
		"https://user:pass@a.test/",
		"https://a.test@b.test/",
		"https://a.test\\@b.test/",
		"https://a%2etest/",
		"https://ⓐ.test/",
	],
	...[
		"https://bücher.test/",
		"https://0x7f.1/",
		"https://2130706433/",
		"https://a.test?x=https://b.test/",
		"https://a.test#//b.test",
	],
	...[
		"https:////////a.test",
		"\t\n\r//\ta.\ntest\r/",
		"https://a.test.",
		"http:\\\t\\a.test",
		"\u000c//a.test/",
		"//a.test:443",
	],
	...[
		"/own/x.png",
		"own.png",
		"?q",
		"#f",
		"./a/../b",
		"data:image/png;base64,AA==",
		"mailto:a@b.test",
		"javascript:1",
	],
	...[
		"https://",
		"https://a b.test",
		"https://<a>.test",
		"https://[::g]",
		"mdi:home",
		"C:\\a\\b",
		"blob:https://a.test/1",
	],
];

test("an address in each spelling is told as the host that is asked, and as nothing else", async () => {
	for (const text of SPELLINGS) {
		const expected = [...new Set(asked(text))].sort();
		// What no browser takes for an address is a text, in which addresses may stand.
		if (expected.length === 0 && /^https:|blob/.test(text)) continue;
		assert.deepEqual(await told({ src: text }), expected, JSON.stringify(text));
	}
	assert.deepEqual(await told({ src: "https://en.wikipedia.org\n.evil.test/track.png" }), [
		"en.wikipedia.org.evil.test",
	]);
});

test("every host that a browser asks is told, of texts that nobody thought of", async () => {
	let state = 7;
	const number = (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
	const pieces = [
		"http",
		"https",
		"h",
		":",
		"/",
		"//",
		"\\",
		"\t",
		"\n",
		"\r",
		"\0",
		" ",
		"@",
		"[::1]",
		"a.test",
		"b",
		".",
		"?",
		"#",
		"%2e",
		":81",
		"\u2028",
		"é",
	];
	let found = 0;
	for (let turn = 0; turn < 4000; turn += 1) {
		const text = Array.from({ length: 1 + number(9) }, () => pieces[number(pieces.length)]).join("");
		const hosts = await told({ deep: [{ anything: text }] });
		for (const host of asked(text)) {
			assert.ok(hosts.includes(host), `${JSON.stringify(text)} asks ${host}, told ${hosts}`);
			found += 1;
		}
	}
	assert.ok(found > 100, String(found));
});

test("several addresses in one text are all told: of a picture in sizes, of Markdown", async () => {
	assert.deepEqual(
		await told({ srcset: "//a.test/1.png 1x,\n https://b.test/2.png 2x, https\t://c.test/3.png" }),
		["a.test", "b.test"],
	);
	const content = [
		"see [a](https://a.test/x), ![b](//b.test/y) and <https://c.test>.",
		"**https://d.test**, (https://[2001:db8::2]/z), https://e.test, or https://f.test:81!",
		"1 / 2 // 3, 12:30, a//b, http:, https://",
	].join("\n");
	assert.deepEqual(await told({ content }), [
		...["[2001:db8::2]", "a.test", "b.test", "c.test", "d.test", "e.test", "f.test:81"],
	]);
	assert.deepEqual(await told({ content: "https://a.test/1 and https://b.test/2" }), ["a.test", "b.test"]);
});

test("a long text of marks is read in no time that anybody notices", async () => {
	for (const piece of ["https:", "//", "https:////", "https:.....,,,,,", "[::", " ", "\n ", "https:\\a("])
		await told({ content: piece.repeat(Math.floor(500_000 / piece.length)) });
});
