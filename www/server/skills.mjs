/** Recipes made from the schema of whatever tables there are: the columns are read, not known. */
import { averageExamples, browseExamples, countExamples, spoken } from "../../pkg/sqlite/examples.js";
import { quoted } from "./sql.mjs";

/** @typedef {import("./sql.mjs").TableInfo} TableInfo */
/** @typedef {{name: string, description: string, examples: string[], body: string}} Skill */

/** More groups than this make no readable chart. */
const MAX_GROUPS = 40;

/** As many as a question may bring. */
const MAX_ROWS = 1000;

/** What the columns of a table are good for: to be averaged, and to group by. @param {TableInfo} table */
export function rolesOf({ columns }) {
	const names = (/** @type {import("./sql.mjs").Column[]} */ some) => some.map(({ name }) => name);
	return {
		numbers: names(columns.filter(({ type, distinct }) => type === "number" && distinct > 1)),
		groups: names(columns.filter(({ distinct }) => distinct > 1 && distinct <= MAX_GROUPS)),
	};
}

/** @param {TableInfo[]} tables @returns {Skill[]} */
export function skills(tables) {
	const summaries = tables.flatMap((table) => {
		const { numbers, groups } = rolesOf(table);
		if (groups.length === 0) return [];
		return numbers.length === 0
			? [count(table, groups)]
			: [average(table, numbers, groups), count(table, groups)];
	});
	return tables.length === 0 ? summaries : [...summaries, browse(tables)];
}

/**
 * One recipe for all tables: a model that has to tell fewer of them apart chooses better.
 *
 * @param {TableInfo[]} tables @returns {Skill}
 */
function browse(tables) {
	return recipe({
		name: "table-of-all-rows",
		description: `The whole table of ${tables.map(({ name }) => spoken(name)).join(", ")}: all rows, every column`,
		parameters: { table: tables.map(({ name }) => name) },
		sql: `SELECT * FROM "{table}" LIMIT ${MAX_ROWS}`,
		advice: "Choose the table, call query_sql with the SQL and show the rows as a table, by reference",
		examples: browseExamples(tables),
	});
}

/** @param {TableInfo} table @param {string[]} numbers @param {string[]} groups @returns {Skill} */
function average(table, numbers, groups) {
	return chart({
		name: `average-by-group-${table.name}`,
		description: `Average of a number of ${spoken(table.name)} (${numbers.map(spoken).join(", ")}) for each ${groups.map(spoken).join(", ")}`,
		parameters: { column: numbers, group: groups },
		select: `AVG("{column}") AS value FROM ${quoted(table.name)} WHERE "{column}" IS NOT NULL AND "{group}" IS NOT NULL`,
		examples: averageExamples(table),
	});
}

/** @param {TableInfo} table @param {string[]} groups @returns {Skill} */
function count(table, groups) {
	return chart({
		name: `count-by-group-${table.name}`,
		description: `Number of rows of ${spoken(table.name)} for each ${groups.map(spoken).join(", ")}`,
		parameters: { group: groups },
		select: `COUNT(*) AS value FROM ${quoted(table.name)} WHERE "{group}" IS NOT NULL`,
		examples: countExamples(table),
	});
}

/**
 * @param {{name: string, description: string, parameters: Record<string, string[]>, select: string, examples: string[]}} facts
 * @returns {Skill}
 */
function chart({ select, ...facts }) {
	return recipe({
		...facts,
		// Labels are text also where the group is a number; the order is the group's own.
		sql: `SELECT CAST("{group}" AS TEXT) AS label, ${select} GROUP BY "{group}" ORDER BY "{group}"`,
		advice:
			"Choose the parameters, call query_sql with the SQL and show the rows as a bar chart of label and value",
	});
}

/**
 * @param {{name: string, description: string, parameters: Record<string, string[]>, sql: string, advice: string, examples: string[]}} facts
 * @returns {Skill}
 */
function recipe({ name, description, parameters, sql, advice, examples }) {
	const choices = Object.entries(parameters).map(([key, values]) => `- {${key}}: ${values.join(", ")}`);
	// JSON is YAML's flow style, so each field is one line.
	const head = Object.entries({ name, description, examples }).map(
		([key, value]) => `${key}: ${JSON.stringify(value)}`,
	);
	const body = `---\n${head.join("\n")}\n---\n\n${advice}:\n\n${choices.join("\n")}\n\n\`\`\`sql\n${sql}\n\`\`\`\n`;
	return { name, description, examples, body };
}

/**
 * The skills that share the most words with a query come first; without one, all in their order.
 *
 * @param {Skill[]} all
 * @param {string} [query]
 */
export function ranked(all, query = "") {
	const words = (/** @type {string} */ text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	const asked = words(query);
	const score = (/** @type {Skill} */ skill) => {
		const own = words(`${skill.name} ${skill.description} ${skill.examples.join(" ")}`);
		return [...asked].filter((word) => own.has(word)).length;
	};
	return all
		.map((skill) => ({ skill, score: score(skill) }))
		.sort((a, b) => b.score - a.score)
		.map(({ skill }) => skill);
}
