/** What tables and logs decide before anything is drawn: links, pages, files, which lines are found. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, records, separated } from "../../pkg/widgets/data-table/exports.js";
import { hasWords, linkIn } from "../../pkg/widgets/data-table/links.js";
import { pageOf, pageSizeOf } from "../../pkg/widgets/data-table/pages.js";
import { asRow, columnsOf, filteredRows, sortedRows } from "../../pkg/widgets/data-table/rows.js";
import { linkAddress } from "../../pkg/widgets/dom.js";
import { foundLines, levelsOf } from "../../pkg/widgets/log/lines.js";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });

/** Values that are no text, and nothing that may throw. */
const ODD = [null, undefined, 7, Number.NaN, true, [], {}, ["https://example.com/"], Object.create(null)];

test("a link leads to http, https or mailto in full, as a browser reads it, and nowhere else", () => {
	const leads = {
		"https://example.com": "https://example.com/",
		"HTTP://EXAMPLE.com/a b": "http://example.com/a%20b",
		"mailto:a@example.com": "mailto:a@example.com",
		" https://example.com/\t": "https://example.com/",
	};
	for (const [given, address] of Object.entries(leads)) assert.equal(linkAddress(given), address);
	const none = [
		...["javascript:alert(1)", " java\nscript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x"],
		...["vbscript:x", "file:///etc/passwd", "blob:https://example.com/1", "about:blank", "tel:5550199"],
		...["/page", "page.html", "//example.com/x", "?q", "#a", "", "   ", "example.com", "http://[", "https:"],
		`https://example.com/${"x".repeat(2000)}`,
		...ODD,
	];
	for (const given of none) assert.equal(linkAddress(given), undefined, String(given?.toString?.()));
});

test("a cell's link says its label, or else its address, and anything else what it is", () => {
	const href = "https://example.com/";
	assert.deepEqual(linkIn(href), { words: href, address: href });
	assert.deepEqual(linkIn({ href, label: "Example" }), { words: "Example", address: href });
	assert.deepEqual(linkIn({ href, label: "  " }), { words: href, address: href });
	assert.deepEqual(linkIn({ href, label: 7 }), { words: "7", address: href });
	assert.deepEqual(linkIn({ href, label: { a: 1 } }), { words: '{"a":1}', address: href });
	assert.deepEqual(linkIn({ href: "javascript:x", label: "Go" }), { words: "Go", address: undefined });
	assert.deepEqual(linkIn({ href: { href }, label: "Go" }), { words: "Go", address: undefined });
	assert.deepEqual(linkIn({ label: "Go" }), { words: "Go", address: undefined });
	assert.deepEqual(linkIn({ a: 1 }), { words: '{"a":1}', address: undefined });
	assert.deepEqual(linkIn(null), { words: "", address: undefined });
	for (const odd of ODD) assert.equal(linkIn(odd).address, undefined);
	assert.deepEqual([href, "https://example.com", { href, label: "x" }, "x"].map(linkIn).map(hasWords), [
		...[false, false, true, false],
	]);
});

const SITES = [
	{ site: { href: "https://example.com/b", label: "alpha" }, n: 1 },
	{ site: { href: "https://example.com/a", label: "Beta [x]" }, n: 2 },
	{ site: { href: "javascript:alert(1)", label: "=gamma" }, n: 3 },
	{ site: "https://example.com/|d", n: 4 },
	{ site: null, n: 5 },
];
const rows = SITES.map(asRow);
const columns = columnsOf([{ key: "site", label: "Site", type: "link" }, { key: "n" }], rows);
const numbersOf = (some) => some.map((row) => row.get("n"));

test("a column of links is sorted and filtered by what people read", () => {
	assert.deepEqual(numbersOf(sortedRows(rows, columns[0], false)), [5, 3, 1, 2, 4]);
	assert.deepEqual(numbersOf(filteredRows(rows, columns, "beta")), [2]);
	assert.deepEqual(numbersOf(filteredRows(rows, columns, "example.com")), [4], "not by what is not seen");
	const plain = columnsOf([{ key: "site", type: "button" }], rows);
	assert.equal(plain[0].type, "text");
	assert.deepEqual(numbersOf(filteredRows(rows, plain, "example.com/b")), [1], "of a text all is text");
});

test("a link leaves as its words and its address, and one that leads nowhere as its words", () => {
	const lines = [
		"Site,Site (address),n",
		"alpha,https://example.com/b,1",
		"Beta [x],https://example.com/a,2",
		"'=gamma,,3",
		"https://example.com/|d,https://example.com/|d,4",
		",,5",
	];
	assert.equal(separated(columns, rows), lines.map((line) => `${line}\r\n`).join(""));
	const bare = rows.slice(3);
	assert.equal(separated(columns, bare), "Site,n\r\nhttps://example.com/|d,4\r\n,5\r\n");
	assert.deepEqual(JSON.parse(records(columns, rows)), SITES);
	assert.deepEqual(markdown(columns, rows).split("\n").slice(2), [
		"| [alpha](<https://example.com/b>) | 1 |",
		"| [Beta \\[x\\]](<https://example.com/a>) | 2 |",
		"| =gamma | 3 |",
		"| [https://example.com/\\|d](<https://example.com/%7Cd>) | 4 |",
		"|  | 5 |",
		"",
	]);
});

test("a page has 5 to 500 rows, and the last page stands for those that do not exist", () => {
	const sizes = [
		...[
			[25, 25],
			["20", 20],
			[7.6, 8],
			[1, 5],
			[1e9, 500],
			[0, undefined],
			[-3, undefined],
		],
		...ODD.filter((one) => one !== 7).map((odd) => [odd, undefined]),
		...["many", "", Number.POSITIVE_INFINITY].map((odd) => [odd, undefined]),
	];
	for (const [given, size] of sizes) assert.equal(pageSizeOf(given), size, String(given?.toString?.()));
	assert.deepEqual(pageOf(0, 12, 5), { at: 0, count: 3, from: 0, to: 5 });
	assert.deepEqual(pageOf(2, 12, 5), { at: 2, count: 3, from: 10, to: 12 });
	assert.deepEqual(pageOf(9, 12, 5), { at: 2, count: 3, from: 10, to: 12 });
	assert.deepEqual(pageOf(1, 10, 5), { at: 1, count: 2, from: 5, to: 10 });
	assert.deepEqual(pageOf(3, 0, 5), { at: 0, count: 1, from: 0, to: 0 });
	assert.deepEqual(pageOf(3, 12), { at: 0, count: 1, from: 0, to: 12 });
	assert.deepEqual(pageOf(0, 0), { at: 0, count: 1, from: 0, to: 0 });
});

test("lines of a log are found by level and by all that stands in them", () => {
	const lines = [
		{ timestamp: "10:01", level: "info", source: "disk", message: "Started" },
		{ level: "error", message: "not found" },
		{ level: "fatal", message: "no such level" },
		{ level: { info: 1 }, message: { a: "text" }, source: 7, timestamp: null },
		{},
	];
	const at = (wanted) =>
		foundLines(lines, { hidden: new Set(), text: "", ...wanted }).map((line) => lines.indexOf(line));
	assert.deepEqual(at({}), [0, 1, 2, 3, 4]);
	assert.deepEqual(at({ hidden: new Set(["none"]) }), [0, 1]);
	assert.deepEqual(at({ hidden: new Set(["info", "error"]) }), [2, 3, 4]);
	for (const [text, found] of [
		...[
			[" STARTED ", [0]],
			["disk", [0]],
			["10:01 info", [0]],
			["error", [1]],
			["7", [3]],
			['"a"', [3]],
		],
		...[
			["fatal", []],
			[".*", []],
		],
	])
		assert.deepEqual(at({ text }), found, text);
	assert.deepEqual(at({ text: "s", hidden: new Set(["info"]) }), [2]);
	assert.deepEqual(levelsOf(lines, []), ["info", "error", "none"]);
	assert.deepEqual(levelsOf([], ["warn"]), ["warn"], "a button stays");
});
