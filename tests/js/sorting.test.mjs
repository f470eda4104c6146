/** How a table's rows are sorted: numbers by their value, also as people write them, and texts as texts. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { asRow, sortedRows } from "../../pkg/widgets/data-table/rows.js";

const page = { documentElement: { lang: "en" } };
Object.assign(globalThis, { document: page });
beforeEach(() => {
	page.documentElement.lang = "en";
});

const sorted = (values, descending = false) =>
	sortedRows(
		values.map((value) => asRow({ value })),
		{ key: "value" },
		descending,
	).map((row) => row.get("value"));

test("texts that are numbers are sorted by their value, with money, shares and groups of thousands", () => {
	assert.deepEqual(sorted(["1 234,5", "99", "1 000", "-3", "(12)", "5"]), [
		"(12)",
		"-3",
		"5",
		"99",
		"1 000",
		"1 234,5",
	]);
	assert.deepEqual(sorted(["€ 3.2m", "€ 900k", "€ 12", "€ 1bn"]), ["€ 12", "€ 900k", "€ 3.2m", "€ 1bn"]);
	assert.deepEqual(sorted(["12 %", "7.5 %", "100 %"], true), ["100 %", "12 %", "7.5 %"]);
	assert.deepEqual(sorted([30, "4", 200, "1,000"]), ["4", 30, 200, "1,000"]);
});

test("the page's language says what a comma is", () => {
	assert.deepEqual(sorted(["1,500", "2", "3"]), ["2", "3", "1,500"]);
	page.documentElement.lang = "de";
	assert.deepEqual(sorted(["1,500", "2", "3"]), ["1,500", "2", "3"]);
});

test("what is missing in a column of numbers comes last, whichever way", () => {
	const column = ["n/a", "30", "", "4", null, "200", "–"];
	assert.deepEqual(sorted(column).slice(0, 3), ["4", "30", "200"]);
	assert.deepEqual(sorted(column, true).slice(0, 3), ["200", "30", "4"]);
});

test("a column of which some happen to begin with a number stays one of texts", () => {
	const streets = ["9 Elm Road", "Elm Road 4", "10 Oak Street"];
	assert.deepEqual(sorted(streets), ["9 Elm Road", "10 Oak Street", "Elm Road 4"]);
	assert.deepEqual(sorted(["Bob", "3M", "Ann", "Zoe"], true), ["Zoe", "Bob", "Ann", "3M"]);
	assert.deepEqual(sorted(["2024-03-01", "2023-12-31", "2024-01-15"]), [
		"2023-12-31",
		"2024-01-15",
		"2024-03-01",
	]);
	assert.deepEqual(sorted(["10:30", "9:15"]), ["9:15", "10:30"]);
});

test("equal numbers keep the order of their texts, and anything at all is sorted", () => {
	assert.deepEqual(sorted(["5 kg", "5", "5 a"]), ["5", "5 a", "5 kg"]);
	const odd = [{}, [], null, undefined, Number.NaN, Number.POSITIVE_INFINITY, true, "x", 3, "__proto__"];
	for (const descending of [false, true]) assert.equal(sorted(odd, descending).length, odd.length);
});

test("ten times as many numbers with marks take nothing like a hundred times as long", () => {
	const timed = (count) => {
		const column = Array.from(
			{ length: count },
			(_, at) => `${1 + (at % 900)},${String((at * 7919) % 1000).padStart(3, "0")}`,
		);
		const begin = performance.now();
		const [first] = sorted(column);
		assert.match(first, /^1,0/);
		return performance.now() - begin;
	};
	timed(10_000);
	const [few, many] = [timed(10_000), timed(100_000)];
	assert.ok(many < few * 50, `${few} ms, then ${many} ms`);
});
