/** Numbers as people write them, in two languages of a page. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { numberOf } from "../../pkg/widgets/amount.js";

const page = { documentElement: { lang: "en" } };
Object.assign(globalThis, { document: page });
beforeEach(() => {
	page.documentElement.lang = "en";
});

test("money, units, shares and groups of thousands are read", () => {
	const written = {
		"1 234,5": 1234.5,
		"€ 3.2m": 3_200_000,
		"12 M€": 12_000_000,
		"$-3": -3,
		"−5": -5,
		"(12)": -12,
		"45 %": 45,
		"12kg": 12,
		"5 m": 5,
		"5 m²": 5,
		"100 km/h": 100,
		"3 Mio.": 3_000_000,
		"3k": 3000,
		"1e3": 1000,
		".5": 0.5,
		"1'234'567": 1_234_567,
		"1.234,56": 1234.56,
		"1,234.56": 1234.56,
		"1,234,567": 1_234_567,
	};
	for (const [text, number] of Object.entries(written)) assert.equal(numberOf(text), number, text);
	assert.equal(numberOf(7), 7);
});

test("one mark before three digits means what it means in the page's language", () => {
	assert.deepEqual(["1,234", "1.234", "0,123"].map(numberOf), [1234, 1.234, 0.123]);
	page.documentElement.lang = "de";
	assert.deepEqual(["1,234", "1.234", "0.123"].map(numberOf), [1.234, 1234, 0.123]);
	page.documentElement.lang = "no language";
	assert.deepEqual(["1,234", "1.234"].map(numberOf), [1234, 1.234]);
});

test("what is no number is none: dates, times, telephones, words, nothing", () => {
	const others = [
		"2024-01-03",
		"10:30",
		"+49 30 123",
		"1.2.3",
		"12-3",
		"abc",
		"",
		" ",
		"-",
		"€",
		"1".repeat(61),
	];
	for (const text of others) assert.equal(numberOf(text), undefined, text);
	for (const value of [Number.NaN, Infinity, null, undefined, true, [5], { a: 1 }, 5n]) {
		assert.equal(numberOf(value), undefined);
	}
});
