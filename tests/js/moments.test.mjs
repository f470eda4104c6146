/** Which labels of a chart are moments, when they are, and which of them stand below it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf, periodsOf, ticksAmong, timesOf, tipsBy } from "../../pkg/widgets/chart/moments.js";

const DAY = 86_400_000;

test("years, months, days and times of the day are moments where each is later than the one before", () => {
	assert.deepEqual(
		timesOf(["2020", "2021", "2024"]),
		[2020, 2021, 2024].map((year) => Date.UTC(year, 0)),
	);
	assert.deepEqual(
		timesOf(["2024-01", "2024-02", "2024-05"]),
		[0, 1, 4].map((month) => Date.UTC(2024, month)),
	);
	const days = timesOf(["2024-02-28", "2024-02-29", "2024-03-01"]);
	assert.deepEqual([days[1] - days[0], days[2] - days[1]], [DAY, DAY]);
	const clock = timesOf(["2024-01-01 09:30", "2024-01-01T09:31:30", "2024-01-01T10:00:00.500Z"]);
	assert.deepEqual(
		clock.map((time) => time - clock[0]),
		[0, 90_000, 1_800_500],
	);
});

test("anything else is a row of names", () => {
	for (const labels of [
		[],
		["2024", "2025"],
		["2024", "2024", "2025"],
		["2025", "2024", "2023"],
		["2024-13", "2024-14", "2024-15"],
		["2024-01-01", "2024-01-02", "2024-01-40"],
		["2024-01-01", "tomorrow", "2024-01-03"],
		["1", "2", "3"],
		["12024", "12025", "12026"],
		["2024 ", "2025 ", "2026 "],
		["2024-01-01T25:00", "2024-01-01T26:00", "2024-01-01T27:00"],
		["north", "south", "west"],
	])
		assert.equal(timesOf(labels), undefined, labels.join());
});

test("of many moments as many are named as have room, wherever they are", () => {
	const close = [0, 1, 2, 3, 50, 99, 100];
	assert.deepEqual(ticksAmong(close, 4), [0, 50, 99]);
	assert.deepEqual(ticksAmong(close, 2), [0, 100]);
	assert.deepEqual(ticksAmong(close, 1), [0]);
	const thousand = Array.from({ length: 1001 }, (_, n) => n);
	assert.deepEqual(ticksAmong(thousand, 5), [0, 250, 500, 750, 1000]);
	assert.deepEqual(ticksAmong([], 4), []);
});

test("an axis names moments, and a tip its moment, by their labels", () => {
	const labels = ["2020", "2021", "2024"];
	const axis = axisOf(labels, timesOf(labels));
	const shown = { chart: { width: 500 } };
	axis.afterBuildTicks(shown);
	assert.deepEqual(
		shown.ticks.map(({ value }) => axis.ticks.callback(value)),
		["2020", "2021", "2024"],
	);
	assert.deepEqual([axis.min, axis.max], [Date.UTC(2020, 0), Date.UTC(2024, 0)]);
	const { title } = tipsBy(labels).callbacks;
	assert.deepEqual([title([{ dataIndex: 2 }]), title([])], ["2024", ""]);
});

test("the first days of years are years, and those of months are months", () => {
	assert.deepEqual(periodsOf(["1970-01-01", "1982-01-01"]), ["1970", "1982"]);
	assert.deepEqual(periodsOf(["1971-01-01T00:00:00.000Z", "1970-01-01 00:00", "1970-01-01"]), [
		"1971",
		"1970",
		"1970",
	]);
	assert.deepEqual(periodsOf(["2024-01-01T00:00:00+00:00", "2025-01-01T00:00Z"]), ["2024", "2025"]);
	assert.deepEqual(periodsOf(["2024-11-01", "2024-12-01", "2025-01-01"]), ["2024-11", "2024-12", "2025-01"]);
	for (const labels of [
		[],
		["2024-01-01"],
		["2024-01-01", "2024-01-01"],
		["2024-01-01", "2024-02-01"],
		["2024-01-01", "2024-02-01", "2024-03-02"],
		["2024-01-01", "2025-01-01T06:00"],
		["2024-01-01", "2025-01-01T00:00:00+02:00"],
		["2024-01-01", "2025-01-01", "all"],
		["2024", "2025"],
	])
		assert.deepEqual(periodsOf(labels), labels);
});
