/** The MCP App of this server: the tool that it shows, and its page, which is one document without a network. */
import { readFileSync } from "node:fs";
import { rolesOf } from "./skills.mjs";
import { QueryError, quoted } from "./sql.mjs";

/** @typedef {import("./sql.mjs").TableInfo} TableInfo */

export const EXPLORER = "ui://datasets/explorer";
/** What a client says of itself that shows apps, and the type of their pages. */
const EXTENSION = "io.modelcontextprotocol/ui";
const APP_TYPE = "text/html;profile=mcp-app";
const MAX_GROUPS = 100;

/** Whether a client shows apps. @param {{extensions?: Record<string, object>}} capabilities */
export function showsApps({ extensions }) {
	const { mimeTypes } = /** @type {{mimeTypes?: unknown}} */ (extensions?.[EXTENSION] ?? {});
	return Array.isArray(mimeTypes) && mimeTypes.includes(APP_TYPE);
}

/** The app's resource, as `resources/read` gives it. */
export function explorerPage() {
	const file = (/** @type {string} */ name) =>
		readFileSync(new URL(`explorer/${name}`, import.meta.url), "utf8");
	const text = file("page.html")
		.replace('<link rel="stylesheet" href="./style.css" />', () => `<style>${file("style.css")}</style>`)
		.replace(
			'<script type="module" src="./main.mjs"></script>',
			() => `<script type="module">${inlined(file, "main.mjs")}</script>`,
		);
	return { uri: EXPLORER, mimeType: APP_TYPE, text, _meta: { ui: { csp: {}, prefersBorder: false } } };
}

/** A module with those that it imports in it. @param {(name: string) => string} file @param {string} name @returns {string} */
function inlined(file, name) {
	return file(name)
		.replace(/^import .* from "\.\/(.+)";$/gm, (_, other) => inlined(file, other))
		.replace(/^export /gm, "");
}

/**
 * One number for each group of a table, and what else could be asked.
 *
 * @param {Pick<Awaited<ReturnType<typeof import("./database.mjs").openDatabase>>, "tables" | "query">} database
 * @param {TableInfo} table
 * @param {{group?: unknown, value?: unknown}} wanted
 */
export async function explored(database, table, { group, value }) {
	const tables = database.tables().map((one) => ({ name: one.name, ...rolesOf(one) }));
	const own = rolesOf(table);
	const by = columnOf(table, group ?? own.groups[0], "group");
	const of = value === undefined || value === null ? null : columnOf(table, value, "value");
	if (of !== null && !own.numbers.includes(of)) {
		throw new QueryError(`'${of}' holds no numbers; there are ${own.numbers.join(", ")}.`);
	}
	const what = of === null ? "COUNT(*)" : `AVG(${quoted(of)})`;
	const isThere = of === null ? "" : `WHERE ${quoted(of)} IS NOT NULL`;
	const { rows } = await database.query(
		`SELECT CAST(${quoted(by)} AS TEXT) AS label, ${what} AS value FROM ${quoted(table.name)} ${isThere}
		GROUP BY ${quoted(by)} ORDER BY ${quoted(by)} LIMIT ${MAX_GROUPS + 1}`,
	);
	const kept = rows.slice(0, MAX_GROUPS);
	return {
		table: table.name,
		group: by,
		value: of,
		rows: kept,
		truncated: rows.length > kept.length,
		tables,
	};
}

/** @param {TableInfo} table @param {unknown} name @param {string} argument */
function columnOf(table, name, argument) {
	const names = table.columns.map((column) => column.name);
	if (typeof name === "string" && names.includes(name)) return name;
	throw new QueryError(`'${argument}' is a column of ${table.name}: ${names.join(", ")}.`);
}
