/** The explorer: shows what `explore_table` has answered, sorts and filters it, and asks the tool anew. It speaks with its host as MCP Apps do. */
import { ask, listen, notify } from "./host.mjs";
import { WORDS } from "./words.mjs";

/** @typedef {{label: string | null, value: number | null}} Row */
/** @typedef {{name: string, numbers: string[], groups: string[]}} Table */
/** @typedef {{table: string, group: string, value: string | null, rows: Row[], truncated: boolean, tables: Table[]}} Answer */

const TOOL = "explore_table";
const PROTOCOL = "2026-01-26";
/** So many can be seen at once. */
const MANY_ROWS = 12;

let language = "en";
let words = WORDS.en;
/** @type {Answer | undefined} */
let shown;
/** @type {{by: "label" | "value", down: boolean} | undefined} nothing: as the server has them */
let order;
let isAsking = false;

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
const by = (id) => /** @type {any} */ (document.getElementById(id));
/** @type {Record<"table" | "value" | "group", HTMLSelectElement>} */
const fields = { table: by("table"), value: by("value"), group: by("group") };
/** @type {HTMLInputElement} */
const filter = by("filter");

/** @param {string} text */
function tell(text, failed = false) {
	const state = by("state");
	state.textContent = text;
	state.classList.toggle("failed", failed);
}

/** @param {unknown} name a column's or a table's */
const spoken = (name) => String(name).replaceAll("_", " ");
/** @param {number | null} value */
const figure = (value) =>
	value === null
		? "–"
		: value.toLocaleString(language, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 });
/** @param {string | null} value the column that is averaged */
const measure = (value) => (value === null ? words.count : words.average(spoken(value)));

/** @param {string} tag @param {string} [text] @param {string} [className] */
function element(tag, text = "", className = "") {
	return Object.assign(document.createElement(tag), { textContent: text, className });
}

/** @param {HTMLSelectElement} field @param {[value: string, text: string][]} options @param {string} chosen */
function offer(field, options, chosen) {
	field.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

/** What can be asked of the table that is chosen. */
function offerColumns() {
	const table = shown?.tables.find(({ name }) => name === fields.table.value);
	if (!shown || !table) return;
	const isSame = table.name === shown.table;
	const value = (isSame && shown.value) || "";
	const group = isSame ? shown.group : "";
	offer(
		fields.value,
		["", ...table.numbers].map((name) => [name, measure(name === "" ? null : name)]),
		value,
	);
	const groups = isSame ? new Set([...table.groups, group]) : table.groups;
	offer(
		fields.group,
		[...groups].map((name) => [name, spoken(name)]),
		group,
	);
}

/** @returns {Row[]} what is seen of the answer, in order */
function visible() {
	if (!shown) return [];
	const wanted = filter.value.trim().toLocaleLowerCase(language);
	const rows = shown.rows.filter(({ label }) =>
		(label ?? words.none).toLocaleLowerCase(language).includes(wanted),
	);
	if (!order) return rows;
	const turn = order.down ? -1 : 1;
	const { by } = order;
	return rows.toSorted((one, other) => {
		if (by === "value") return turn * ((one.value ?? -Infinity) - (other.value ?? -Infinity));
		return turn * (one.label ?? "").localeCompare(other.label ?? "", language, { numeric: true });
	});
}

function drawRows() {
	if (!shown) return;
	const rows = visible();
	const most = Math.max(...shown.rows.map(({ value }) => Math.abs(value ?? 0)));
	by("rows").replaceChildren(
		...rows.map(({ label, value }) => {
			const [row, head, lane] = [
				element("tr"),
				element("th", label ?? words.none),
				element("td", "", "lane"),
			];
			head.setAttribute("scope", "row");
			const bar = element("div", "", (value ?? 0) < 0 ? "bar below" : "bar");
			bar.style.width = most === 0 ? "0" : `${(100 * Math.abs(value ?? 0)) / most}%`;
			lane.append(bar);
			row.append(head, lane, element("td", figure(value), "figure"));
			return row;
		}),
	);
	for (const name of /** @type {const} */ (["label", "value"])) {
		const head = by(`by-${name}`).closest("th");
		if (order?.by === name) head?.setAttribute("aria-sort", order.down ? "descending" : "ascending");
		else head?.removeAttribute("aria-sort");
	}
	const all = shown.rows.length.toLocaleString(language);
	const cut = shown.truncated ? words.cut : "";
	const told = words.rows(rows.length.toLocaleString(language), all) + cut;
	if (!isAsking) tell(words.about(spoken(shown.table), told));
}

function draw() {
	for (const one of document.querySelectorAll("[data-word]")) {
		const word = words[/** @type {"table"} */ (/** @type {HTMLElement} */ (one).dataset.word)];
		one.textContent = word;
	}
	if (!shown) return;
	by("title").textContent = words.title(measure(shown.value), spoken(shown.group));
	by("by-label").textContent = spoken(shown.group);
	by("by-value").textContent = measure(shown.value);
	offer(
		fields.table,
		shown.tables.map(({ name }) => [name, spoken(name)]),
		shown.table,
	);
	offerColumns();
	by("search").hidden = shown.rows.length <= MANY_ROWS;
	if (by("search").hidden) filter.value = "";
	by("chart").hidden = false;
	drawRows();
}

/** @param {any} result of the tool */
function take(result) {
	const answer = result?.structuredContent;
	if (result?.isError || !Array.isArray(answer?.rows))
		return tell(String(result?.content?.[0]?.text ?? ""), true);
	shown = answer;
	order = undefined;
	filter.value = "";
	draw();
}

async function askAnew() {
	if (isAsking) return;
	const { table, value, group } = fields;
	isAsking = true;
	by("show").setAttribute("aria-disabled", "true");
	tell(words.asking);
	const wanted = {
		table: table.value,
		group: group.value,
		...(value.value === "" ? {} : { value: value.value }),
	};
	try {
		const result = await ask("tools/call", { name: TOOL, arguments: wanted });
		isAsking = false;
		take(result);
	} catch (error) {
		tell(error instanceof Error ? error.message : String(error), true);
	}
	isAsking = false;
	by("show").removeAttribute("aria-disabled");
}

/** @param {any} context what is known of the page around, or what of it has changed */
function dress({ theme, styles, locale }) {
	const root = document.documentElement;
	if (theme) root.dataset.theme = theme;
	for (const [name, value] of Object.entries(styles?.variables ?? {}))
		root.style.setProperty(name, String(value));
	if (typeof locale !== "string") return;
	language = Object.keys(WORDS).find((one) => locale.toLowerCase().startsWith(one)) ?? "en";
	words = WORDS[/** @type {keyof typeof WORDS} */ (language)];
	// Hosts tell the same again with each change of size, and a person may be choosing meanwhile.
	if (root.lang === language) return;
	root.lang = language;
	draw();
}

listen({
	"ui/notifications/tool-input": () => shown ?? tell(words.waiting),
	"ui/notifications/tool-result": take,
	"ui/notifications/tool-cancelled": () => tell(words.cancelled, true),
	"ui/notifications/host-context-changed": dress,
});

by("form").addEventListener("submit", (event) => {
	event.preventDefault();
	void askAnew();
});
fields.table.addEventListener("change", offerColumns);
filter.addEventListener("input", drawRows);
for (const name of /** @type {const} */ (["label", "value"])) {
	by(`by-${name}`).addEventListener("click", () => {
		// What is large is looked for first.
		order = { by: name, down: order?.by === name ? !order.down : name === "value" };
		drawRows();
	});
}
new ResizeObserver(() => {
	notify("ui/notifications/size-changed", {
		height: document.documentElement.getBoundingClientRect().height,
	});
}).observe(document.documentElement);

const { hostContext, hostCapabilities } = await ask("ui/initialize", {
	appInfo: { name: "explorer", version: "1.0.0" },
	appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
	protocolVersion: PROTOCOL,
});
dress(hostContext ?? {});
draw();
// Without a host that calls tools there is nothing to choose.
by("form").hidden = !hostCapabilities?.serverTools;
notify("ui/notifications/initialized");
