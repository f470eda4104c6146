/** What the wishes are drawn from. None of it may occur in the product (a test looks). */
import assert, { AssertionError } from "node:assert/strict";

export const SEED = Number(process.env.WEBMCP_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** How many wishes of each kind are tried. */
export const ROUNDS = Number(process.env.WEBMCP_ROUNDS ?? 8);

/**
 * The least share of them that must come right. A model of this size misreads some, and how many is measured elsewhere
 * (`tests/eval/composer`): of all questions that can be drawn here the adapter answered 90 %, of charts 95 %.
 */
export const LEAST_RIGHT = 0.6;

/** A small generator (mulberry32): the same seed draws the same wishes. */
export function generator(seed) {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	const pick = (list) => list[Math.floor(next() * list.length)];
	const sample = (list, count) => {
		const rest = [...list];
		return Array.from({ length: count }, () => rest.splice(Math.floor(next() * rest.length), 1)[0]);
	};
	return { next, pick, sample };
}

export const TOPICS = [
	"rainfall",
	"snow depth",
	"bicycle rentals",
	"harvest weight",
	"library loans",
	"ferry passengers",
	"kiln temperature",
	"honey yield",
];

export const LABELS = [
	["January", "February", "March", "April", "May", "June"],
	["Helsinki", "Lisbon", "Vienna", "Oslo", "Dublin", "Athens"],
	["oak", "birch", "maple", "willow", "cedar", "spruce"],
	["Quentin", "Ursula", "Wolfgang", "Xenia", "Yolanda", "Zacharias"],
];

export const NUMBERS = [
	83, 147, 219, 262, 318, 374, 431, 467, 523, 589, 613, 742, 781, 839, 917, 1463, 2718.5, 73.4, 96.7,
];

/** Each with the words around what is drawn. */
export const CHART_WORDINGS = [
	(topic, pairs) => `bar chart of ${topic}: ${pairs.map(([l, n]) => `${l} ${n}`).join(", ")}`,
	(topic, pairs) => `draw bars for ${topic}: ${pairs.map(([l, n]) => `${l} ${n}`).join(", ")}`,
	(topic, pairs) =>
		`please make a bar graph of ${topic} with ${pairs.map(([l, n]) => `${l} ${n}`).join(", ")}`,
	(topic, pairs) => `plot the ${topic}, ${pairs.map(([l, n]) => `${l} = ${n}`).join("; ")}`,
];

export const DATA_WORDINGS = [
	(column, group) => `show the average ${column} by ${group}`,
	(column, group) => `I want to see the mean ${column} for every ${group}`,
	(column, group) => `chart the average ${column} grouped by ${group}`,
];

export const ROWS_WORDINGS = [
	(table) => `show all rows of ${table} in a table`,
	(table) => `I want to see every entry of the ${table} table`,
	(table) => `give me a table with all the ${table}`,
];

/** Columns of the public data, as it names them. */
export const TABLES = {
	cars: {
		columns: ["Miles_per_Gallon", "Horsepower", "Displacement", "Weight_in_lbs", "Acceleration"],
		groups: ["Origin", "Cylinders", "Year"],
	},
	seattle_weather: { columns: ["precipitation", "temp_max", "temp_min", "wind"], groups: ["weather"] },
	gapminder: { columns: ["fertility", "life_expect"], groups: ["cluster"] },
};

/** Wishes that the adapter is known to fulfil, for tests of what is around the model, and the widgets that they become. */
export const NOTES = [
	["text: the choir rehearsal is cancelled", "text"],
	["alert: the freezer door is open", "alert"],
	["show a list of tools: hammer, chisel, pliers", "list"],
];

/** Wishes for a chart that are known to be understood, and what the chart shows. */
export const KNOWN_CHARTS = [
	{
		wish: "bar chart of ferry passengers: Helsinki 374, Oslo 219, Dublin 523",
		expected: { Helsinki: 374, Oslo: 219, Dublin: 523 },
	},
	{
		wish: "bar chart of library loans: January 742, February 589, June 613",
		expected: { January: 742, February: 589, June: 613 },
	},
	{
		wish: "bar chart of bicycle rentals: oak 318, birch 431, cedar 147",
		expected: { oak: 318, birch: 431, cedar: 147 },
	},
];
const KNOWN_QUESTIONS = [
	["average horsepower by origin", "Horsepower", "Origin"],
	["I want to see the mean acceleration for every origin", "Acceleration", "Origin"],
	["I want to see the mean displacement for every cylinders", "Displacement", "Cylinders"],
];

/** Columns of tables that no server of the demo has; their rows are drawn. */
const READINGS = {
	wing_runs: { columns: ["lift_newton", "drag_newton"], groups: { wing: ["swept", "delta", "gull"] } },
	gauges: {
		columns: ["drift_percent", "price"],
		groups: { maker: ["Orvel", "Tandi"], room: ["north", "south"] },
	},
};
const READING_ROWS = 40;

/** How a person says a column's name. */
export const spoken = (name) => name.replaceAll("_", " ").toLowerCase();

/** A wish for a chart of numbers that it names, and what the chart must show. */
export function drawChart({ pick, sample, next }) {
	const count = 2 + Math.floor(next() * 3);
	const labels = sample(pick(LABELS), count);
	const numbers = sample(NUMBERS, count);
	const pairs = labels.map((label, i) => [label, numbers[i]]);
	return { wish: pick(CHART_WORDINGS)(pick(TOPICS), pairs), expected: Object.fromEntries(pairs) };
}

/** One of these charts. */
export const knownChart = ({ pick }) => pick(KNOWN_CHARTS);

/** A wish for averages of the cars that is known to be understood. */
export function knownQuestion({ pick }) {
	const [wish, column, group] = pick(KNOWN_QUESTIONS);
	return { wish, table: "cars", column, group };
}

/** A wish for an average by group. */
export function drawQuestion({ pick }, table = undefined) {
	const name = table ?? pick(Object.keys(TABLES));
	const column = pick(TABLES[name].columns);
	const group = pick(TABLES[name].groups);
	return { wish: pick(DATA_WORDINGS)(spoken(column), spoken(group)), table: name, column, group };
}

/** The averages, worked out here from the rows, without SQL. */
export function averages(rows, column, group) {
	const sums = new Map();
	for (const row of rows) {
		if (typeof row[column] !== "number" || row[group] === null) continue;
		const [sum, count] = sums.get(String(row[group])) ?? [0, 0];
		sums.set(String(row[group]), [sum + row[column], count + 1]);
	}
	return Object.fromEntries([...sums].map(([label, [sum, count]]) => [label, sum / count]));
}

/** Tables with rows of this draw, and what draws a question about them. */
export function drawReadings({ pick, next }) {
	const row = ({ columns, groups }) => ({
		...Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, pick(values)])),
		...Object.fromEntries(columns.map((name) => [name, Math.round(next() * 1000) / 10])),
	});
	const tables = Object.entries(READINGS).map(([table, about]) => ({
		table,
		rows: Array.from({ length: READING_ROWS }, () => row(about)),
	}));
	const question = () => {
		const table = pick(Object.keys(READINGS));
		const column = pick(READINGS[table].columns);
		const group = pick(Object.keys(READINGS[table].groups));
		return { wish: pick(DATA_WORDINGS)(spoken(column), spoken(group)), table, column, group };
	};
	return { tables, question };
}

/** Has every one of these wishes tried; a few may be misread (an assertion that does not hold), but none may fail otherwise. */
export async function mostlyRight(wishes, attempt) {
	const missed = [];
	for (const wish of wishes) {
		try {
			await attempt(wish);
		} catch (error) {
			if (!(error instanceof AssertionError)) throw error;
			missed.push(error.message);
		}
	}
	const right = wishes.length - missed.length;
	console.log(`${right} of ${wishes.length} right`);
	assert.ok(right >= wishes.length * LEAST_RIGHT, missed.join("\n"));
}
