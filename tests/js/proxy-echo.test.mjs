/** A key that an upstream echoes in other words: as JSON or an address writes it, in Base64, in pieces cut anywhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../../pkg/proxy/redact.js";
import { ask, KEY, options, serveProxy } from "./support/proxy.mjs";
import { cut, drawSeed, random, upstream } from "./support/replay.mjs";

const seed = drawSeed();
const below = random(seed);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~";

const letters = (n, from = LETTERS) => Array.from({ length: n }, () => from[below(from.length)]).join("");
const anyCase = (text) => (below(2) ? text.toUpperCase() : text.toLowerCase());
const hex = (letter, digits) => anyCase(letter.charCodeAt(0).toString(16)).padStart(digits, "0");
const each = (write) => (text) => [...text].map(write).join("");
const some = (write) => each((letter) => (below(3) === 0 ? write(letter) : letter));
const inJson = (letter) => `\\u${hex(letter, 4)}`;
const inAddress = (letter) => `%${hex(letter, 2)}`;
/** Base64 of a longer text, in which the key stands anywhere. */
const base64 = (kind) => (text) => Buffer.from(letters(below(9)) + text + letters(below(9))).toString(kind);
const wrapped = (width, end) => (text) => text.replace(new RegExp(`.{${width}}`, "g"), `$&${end}`);

/** What turns a key into another spelling of it. */
const SPELLINGS = {
	"every character as \\u": each(inJson),
	"some characters as \\u": some(inJson),
	"JSON inside JSON": (key) => JSON.stringify(JSON.stringify(each(inJson)(key))).slice(2, -2),
	"slashes as \\/": (key) => key.replaceAll("/", "\\/"),
	"an address": encodeURIComponent,
	"every character as %": each(inAddress),
	"some characters as %": some(inAddress),
	"an address inside an address": (key) => encodeURIComponent(encodeURIComponent(each(inAddress)(key))),
	"JSON inside an address": (key) => encodeURIComponent(some(inJson)(key)),
	Base64: base64("base64"),
	"Base64 for addresses": base64("base64url"),
	"Base64 in lines of 76": (key) => wrapped(76, "\r\n")(base64("base64")(key)),
	"Base64 in lines of 64, in JSON": (key) => wrapped(64, "\\n")(base64("base64")(key)),
	"Base64 in an address": (key) => encodeURIComponent(base64("base64")(key)),
	"Base64 twice": (key) => base64("base64")(base64("base64")(key)),
	"Base64 for addresses in Base64": (key) => base64("base64")(base64("base64url")(key)),
	"hexadecimal digits": each((letter) => hex(letter, 2)),
	"hexadecimal digits with colons": (key) => [...key].map((letter) => hex(letter, 2)).join(":"),
	"hexadecimal digits with blanks": (key) => [...key].map((letter) => hex(letter, 2)).join(" "),
	"hexadecimal digits with dashes": (key) => [...key].map((letter) => hex(letter, 2)).join("-"),
	"hexadecimal digits as in C": each((letter) => `\\x${hex(letter, 2)}`),
	"hexadecimal numbers": (key) => [...key].map((letter) => `0x${hex(letter, 2)}`).join(", "),
	"hexadecimal texts in a list": (key) => [...key].map((letter) => `"${hex(letter, 2)}"`).join(","),
	"a list in JSON": (key) =>
		JSON.stringify(JSON.stringify([...key].map((letter) => hex(letter, 2)))).slice(3, -3),
	"HTML in decimal": each((letter) => `&#${letter.charCodeAt(0)};`),
	"HTML in decimal with noughts, without an end": (key) =>
		`${each((letter) => `&#000${letter.charCodeAt(0)}`)(key)};`,
	"HTML in hexadecimal": some((letter) => `&#${below(2) ? "x" : "X"}${hex(letter, 2)};`),
	"HTML by names": each(
		(letter) =>
			({ "-": "&#45;", _: "&lowbar;", "+": "&plus;", "/": "&sol;", "=": "&equals;", ".": "&period;" })[
				letter
			] ?? letter,
	),
	"HTML in HTML": each((letter) => `&amp;#${letter.charCodeAt(0)};`),
	"HTML in JSON": (key) => each((letter) => `\\u0026#${letter.charCodeAt(0)};`)(key),
	"letters with blanks between": (key) => [...key].join(" "),
	"letters with line ends and tabs between": (key) => [...key].join("\n\t"),
	"letters with a mark of no width between": (key) => [...key].join("\u200b"),
	"letters with several marks of no width between": (key) => [...key].join("\u200d\u2060\ufeff\u00ad"),
	"letters with marks of no width in JSON": (key) => [...key].join("\\u200b"),
	"letters with marks of no width in an address": (key) => [...key].join("%E2%80%8B"),
	"letters with marks of no width in HTML": (key) => [...key].join("&ZeroWidthSpace;"),
	"capital letters": (key) => key.toUpperCase(),
	"small letters": (key) => key.toLowerCase(),
	"capitals here and there": some((letter) => anyCase(letter)),
	backwards: (key) => [...key].reverse().join(""),
	"backwards in Base64": (key) => base64("base64")([...key].reverse().join("")),
	"Base64 in JSON": (key) => base64("base64")(key).replaceAll("/", "\\/").replaceAll("+", "\\u002b"),
};

/**
 * Every eight characters of `text` that stand in a row, an escape counted as one (three characters and an escape stand by chance in what
 * is around the key), but those that Base64 shares with what is around it.
 */
const windows = (text) => {
	const characters = text.match(/\\u[0-9a-f]{4}|%[0-9a-f]{2}|[\s\S]/gi) ?? [];
	const from = characters.slice(75, -75);
	return from.slice(7).map((_, at) => from.slice(at, at + 8).join(""));
};

function passed(key, bytes, most) {
	const redactor = new Redactor(key);
	const pieces = cut(bytes, below, most).flatMap((piece) => redactor.take(piece));
	return Buffer.concat([...pieces, redactor.end()]).toString("latin1");
}

for (const [name, spell] of Object.entries(SPELLINGS)) {
	test(`a key is found when it is written as ${name}`, () => {
		for (let round = 0; round < 300; round += 1) {
			const key = letters(24 + below(150));
			const spelled = spell(key);
			const before = `{"id":"${letters(below(30), "abc \\%\n")}"}`;
			const text = `${before}x: ${spelled}"\n\ndata: the end`;
			const out = passed(key, Buffer.from(text), 1 + below(40));
			const at = `seed ${seed} round ${round}: ${key} in ${text} became ${out}`;
			assert.ok(out.startsWith(before) && out.endsWith('"\n\ndata: the end'), at);
			assert.ok(out.includes("[redacted]"), at);
			assert.ok(out.length < text.length - spelled.length + 80, at);
			for (const part of windows(spelled)) assert.ok(!out.includes(part), `${part} | ${at}`);
		}
	});
}

test("keys with signs that JSON and addresses write otherwise are found plain and otherwise", () => {
	for (const key of [
		"a%41b%25cdefg",
		"%%%%%%%%%%%%",
		'q"uo\\te\\\\d"key',
		"\\u0041\\u0042-secret",
		"\\".repeat(12),
	]) {
		for (const text of [key, JSON.stringify(key), encodeURIComponent(key), base64("base64")(key)]) {
			for (let round = 0; round < 50; round += 1) {
				const out = passed(key, Buffer.from(`>${text}<`), 1 + below(12));
				assert.match(out, /^>.{0,15}\[redacted\].{0,15}<$/, `${key} in ${text}`);
			}
		}
	}
});

test("what is not the key goes on as it came, whatever it looks like", () => {
	for (let round = 0; round < 500; round += 1) {
		const key = `K${letters(24 + below(40))}`;
		const near = [
			key.slice(0, -1),
			Buffer.from(key).toString("base64").slice(0, 20),
			each(inJson)(key.slice(1)),
		];
		const text = Array.from({ length: 40 }, () =>
			below(5) === 0 ? `!${near[below(near.length)]}!` : letters(1 + below(20), `${LETTERS}\\\\\\%%%u02nr\n`),
		).join("");
		const end = "!".repeat(9);
		assert.equal(passed(key, Buffer.from(text + end), 1 + below(60)), text + end, `seed ${seed}: ${key}`);
	}
});

test("an answer and its headers hold no key in other words", async (t) => {
	const basic = `Basic ${Buffer.from(`user:${KEY}`).toString("base64")}`;
	const up = await upstream((_, response) => {
		response.setHeader("x-request-id", basic);
		response.setHeader("request-id", each(inAddress)(KEY));
		response.end(`{"a":"${basic}","b":"${each(inJson)(KEY)}","c":"?key=${each(inAddress)(KEY)}"}`);
	});
	t.after(() => up.close());
	const proxy = await serveProxy(t, options(up.url));
	const response = await ask(`${proxy.url}/up`);
	assert.equal(response.headers.get("x-request-id"), null);
	assert.equal(response.headers.get("request-id"), null);
	const said = await response.json();
	assert.match(said.a, /^Basic .{0,9}\[redacted\].{0,3}$/);
	assert.deepEqual([said.b, said.c], ["[redacted]", "?key=[redacted]"]);
});
