/** Random wishes whose answers are known, for measuring how often the in-browser model gets them right. */

/** A reproducible source of chance. @param {number} seed */
export function chance(seed) {
	let state = seed >>> 0;
	const next = (/** @type {number} */ below) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % below;
	};
	const one = (/** @type {any[]} */ list) => list[next(list.length)];
	const some = (/** @type {any[]} */ list, /** @type {number} */ count) => {
		const rest = [...list];
		return Array.from({ length: count }, () => rest.splice(next(rest.length), 1)[0]);
	};
	return { next, one, some };
}

const TOPICS = ["rainfall", "enrolment", "harvest", "medals", "goals", "downloads", "attendance", "exports"];
const LABELS = [
	["January", "February", "March", "April", "May", "June"],
	["Norway", "Germany", "Canada", "Japan", "Kenya", "New Zealand"],
	["Maths", "Physics", "Chemistry", "Biology", "History"],
	["Porto", "Gdansk", "Malaga", "Turin", "Ghent"],
];
const CHARTS = [
	(/** @type {string} */ topic, /** @type {string} */ data) => `bar chart of ${topic}: ${data}`,
	(/** @type {string} */ topic, /** @type {string} */ data) => `draw a bar chart for ${topic} with ${data}`,
	(/** @type {string} */ topic, /** @type {string} */ data) => `please chart the ${topic}: ${data}`,
	(/** @type {string} */ topic, /** @type {string} */ data) => `I want a chart of the ${topic}, ${data}`,
];
const AVERAGES = [
	(/** @type {string} */ column, /** @type {string} */ group) => `show the average ${column} by ${group}`,
	(/** @type {string} */ column, /** @type {string} */ group) =>
		`what is the mean ${column} for every ${group}?`,
	(/** @type {string} */ column, /** @type {string} */ group) => `chart average ${column} for each ${group}`,
];
const ROWS = [
	(/** @type {string} */ table) => `show every row of ${table}`,
	(/** @type {string} */ table) => `put all the ${table} into a table`,
	(/** @type {string} */ table) => `I need the complete ${table} table`,
	(/** @type {string} */ table) => `let me look through all ${table}`,
];
/** Tables of the person's own, which no database holds. */
const OWN_TABLES = [
	"table of Ada 36, Grace 45 and Alan 41",
	"make a table: hammer 12, saw 7, drill 3",
	"show a table of Bern 134, Basel 173, Zug 31",
];
const OTHERS = [
	["hello there", "answer"],
	["good morning, how are you?", "answer"],
	["thanks a lot", "answer"],
	["make a list of the planets: Mercury, Venus, Earth", "list"],
	["list my errands: bank, post office, bakery", "list"],
	["show the number of visitors: 1500", "stat"],
	["display the current speed, 88 km/h", "stat"],
	["warn that the server is overheating", "alert"],
	["write a note: call the plumber tomorrow", "text"],
];

/** @param {string} name */
const spoken = (name) => name.replaceAll("_", " ").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * A wish for a whole table, and the table; or for one of the person's own, without a name.
 *
 * @param {ReturnType<typeof chance>} random @param {{name: string}[]} tables
 */
export function drawRows(random, tables) {
	if (random.next(3) === 0) return { wish: random.one(OWN_TABLES), widget: "data-table" };
	const { name } = random.one(tables);
	return { wish: random.one(ROWS)(spoken(name)), widget: "data-table", rows: name };
}

/**
 * One random wish and what should come of it.
 *
 * @param {ReturnType<typeof chance>} random
 * @param {{name: string, numbers: string[], groups: string[]}[]} tables
 * @returns {{wish: string, widget: string, bars?: [string, number][], table?: string, column?: string, group?: string, rows?: string}}
 */
export function draw(random, tables) {
	const kind = random.next(3);
	if (kind === 0) {
		const labels = random.some(random.one(LABELS), 3 + random.next(2));
		const bars = labels.map((label) => /** @type {[string, number]} */ ([label, 2 + random.next(998)]));
		const data = bars.map(([label, value]) => `${label} ${value}`).join(", ");
		return { wish: random.one(CHARTS)(random.one(TOPICS), data), widget: "chart", bars };
	}
	if (kind === 1) {
		const table = random.one(tables);
		const column = random.one(table.numbers);
		const group = random.one(table.groups.filter((/** @type {string} */ name) => name !== column));
		const wish = random.one(AVERAGES)(spoken(column), spoken(group));
		return { wish, widget: "chart", table: table.name, column, group };
	}
	const [wish, widget] = random.one(OTHERS);
	return { wish, widget };
}
