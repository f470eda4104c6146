/** The public data of npm's vega-datasets, as rows of plain values. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** @typedef {null | number | string} Cell */
/** @typedef {{table: string, rows: Record<string, Cell>[]}} Table */

const FILES = {
	cars: "cars.json",
	movies: "movies.json",
	seattle_weather: "seattle-weather.csv",
	gapminder: "gapminder.json",
};

/** @returns {Table[]} */
export function datasets() {
	const manifest = createRequire(import.meta.url).resolve("vega-datasets");
	const folder = join(dirname(dirname(manifest)), "data");
	return Object.entries(FILES).map(([table, file]) => {
		const text = readFileSync(join(folder, file), "utf8");
		const rows = (file.endsWith(".csv") ? fromCsv(text) : JSON.parse(text)).map(plain);
		return { table, rows: withYears(rows) };
	});
}

/** Years that are written as their first day are years. @param {Record<string, Cell>[]} rows */
function withYears(rows) {
	const isFirstDay = (/** @type {Cell | undefined} */ cell) => /^\d{4}-01-01$/.test(String(cell));
	const years = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => isFirstDay(row[name])));
	return rows.map((row) => ({
		...row,
		...Object.fromEntries(years.map((name) => [name, Number(String(row[name]).slice(0, 4))])),
	}));
}

/** @param {string} text one that quotes nothing, as these files do */
function fromCsv(text) {
	const [head, ...lines] = text.trim().split(/\r?\n/);
	const names = head.split(",");
	return lines.map((line) => {
		const cells = line.split(",");
		return Object.fromEntries(names.map((name, i) => [name, numberOrText(cells[i])]));
	});
}

/** @param {string | undefined} cell @returns {Cell} */
function numberOrText(cell) {
	if (cell === undefined || cell === "") return null;
	const number = Number(cell);
	return Number.isFinite(number) ? number : cell;
}

/** @param {Record<string, unknown>} row @returns {Record<string, Cell>} */
function plain(row) {
	const cell = (/** @type {unknown} */ value) =>
		value === null || value === undefined ? null : typeof value === "number" ? value : String(value);
	return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));
}
