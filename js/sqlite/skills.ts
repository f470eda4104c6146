/** Decides what can be asked of tables: recipes made of their columns, which are read and not known. */
import { quoted } from "./names.js";
import type { Table } from "./types.js";

/** A recipe. */
export interface Skill {
	name: string;
	description: string;
	/** Wishes that it is for. */
	examples: string[];
	/** The whole of it, in Markdown. */
	body: string;
}

/** What a recipe is made of. */
interface Facts {
	name: string;
	description: string;
	/** What stands in braces in the SQL, and what it may be. */
	parameters: { [parameter: string]: string[] };
	sql: string;
	advice: string;
	examples: string[];
}

/** More groups than this make no readable chart. */
const MAX_GROUPS = 40;
/** More columns than this are not named in a recipe. */
const MAX_NAMED = 40;
const EXAMPLES = 6;
/** As many as a query brings at least, by default. */
const MAX_ROWS = 1000;
const AS_BARS =
	"Choose the parameters, call query_sql with the SQL and show the rows as a bar chart of label and value";
const AS_TABLE = "Choose the table, call query_sql with the SQL and show the rows as a table, by reference";

const AVERAGE_WISHES = [
	(column: string, group: string) => `average ${column} by ${group}`,
	(column: string, group: string) => `mean ${column} per ${group}`,
	(column: string, group: string) => `for each ${group}, how high is the ${column} on average?`,
	(column: string, group: string) => `compare the typical ${column} across ${group}`,
];
const COUNT_WISHES = [
	(table: string, group: string) => `number of ${table} by ${group}`,
	(table: string, group: string) => `how many ${table} are there per ${group}?`,
	(table: string, group: string) => `count the ${table} for each ${group}`,
];
const BROWSE_WISHES = [
	(table: string) => `table of all ${table}`,
	(table: string) => `list every row of ${table}`,
	(table: string) => `show me the whole ${table} data`,
	(table: string) => `browse the ${table}`,
];

/** A name as a person would say it. */
const spoken = (name: string): string =>
	name
		.replace(/[_\s]+/g, " ")
		.trim()
		.toLowerCase();

/** The recipes for these tables. */
export function skillsOf(tables: readonly Table[]): Skill[] {
	const summaries = tables.flatMap((table) => {
		const named = (fits: (column: Table["columns"][number]) => boolean) =>
			table.columns
				.filter((column) => column.distinct > 1 && fits(column))
				.slice(0, MAX_NAMED)
				.map(({ name }) => name);
		const numbers = named(({ type }) => type === "number");
		const groups = named(({ distinct }) => distinct <= MAX_GROUPS);
		if (groups.length === 0) return [];
		return numbers.length === 0
			? [count(table, groups)]
			: [average(table, numbers, groups), count(table, groups)];
	});
	return tables.length === 0 ? [] : [...summaries, browse(tables)];
}

/** The recipes that share the most words with a query come first; without one, all in their order. */
export function ranked(all: readonly Skill[], query: string): Skill[] {
	const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
	const asked = [...words(query)];
	const score = ({ name, description, examples }: Skill) => {
		const own = words(`${name} ${description} ${examples.join(" ")}`);
		return asked.filter((word) => own.has(word)).length;
	};
	return all
		.map((skill) => ({ skill, score: score(skill) }))
		.toSorted((one, other) => other.score - one.score)
		.map(({ skill }) => skill);
}

/** One recipe for all tables: a model that has to tell fewer of them apart chooses better. */
function browse(tables: readonly Table[]): Skill {
	const names = tables.map(({ name }) => name);
	return recipe({
		name: "table-of-all-rows",
		description: `The whole table of ${names.map(spoken).join(", ")}: all rows, every column`,
		parameters: { table: names },
		sql: `SELECT * FROM "{table}" LIMIT ${MAX_ROWS}`,
		advice: AS_TABLE,
		examples: BROWSE_WISHES.map((wish, at) => wish(spoken(names[at % names.length] ?? ""))),
	});
}

function average(table: Table, numbers: readonly string[], groups: readonly string[]): Skill {
	const examples = Array.from({ length: EXAMPLES }, (_, at) => {
		const column = numbers[at % numbers.length] ?? "";
		const others = groups.filter((name) => name !== column);
		const group = others[(at + Math.floor(at / others.length)) % others.length] ?? groups[0] ?? "";
		return AVERAGE_WISHES[at % AVERAGE_WISHES.length]?.(spoken(column), spoken(group)) ?? "";
	});
	const known = `"{column}" IS NOT NULL AND "{group}" IS NOT NULL`;
	return recipe({
		name: `average-by-group-${table.name}`,
		description: `Average of a number of ${spoken(table.name)} (${numbers.map(spoken).join(", ")}) for each ${groups.map(spoken).join(", ")}`,
		parameters: { column: [...numbers], group: [...groups] },
		sql: grouped(`AVG("{column}")`, `${quoted(table.name)} WHERE ${known}`),
		advice: AS_BARS,
		examples,
	});
}

function count(table: Table, groups: readonly string[]): Skill {
	const length = Math.max(COUNT_WISHES.length, Math.min(EXAMPLES, groups.length));
	const examples = Array.from({ length }, (_, at) => {
		const group = groups[at % groups.length] ?? "";
		return COUNT_WISHES[at % COUNT_WISHES.length]?.(spoken(table.name), spoken(group)) ?? "";
	});
	return recipe({
		name: `count-by-group-${table.name}`,
		description: `Number of rows of ${spoken(table.name)} for each ${groups.map(spoken).join(", ")}`,
		parameters: { group: [...groups] },
		sql: grouped("COUNT(*)", `${quoted(table.name)} WHERE "{group}" IS NOT NULL`),
		advice: AS_BARS,
		examples,
	});
}

/** Labels are text also where the group is a number; the order is the group's own. */
const grouped = (value: string, from: string): string =>
	`SELECT CAST("{group}" AS TEXT) AS label, ${value} AS value FROM ${from} GROUP BY "{group}" ORDER BY "{group}"`;

function recipe({ name, description, parameters, sql, advice, examples }: Facts): Skill {
	const choices = Object.entries(parameters).map(([key, values]) => `- {${key}}: ${values.join(", ")}`);
	// JSON is YAML's flow style, so each field is one line.
	const head = Object.entries({ name, description, examples }).map(
		([key, value]) => `${key}: ${JSON.stringify(value)}`,
	);
	const body = `---\n${head.join("\n")}\n---\n\n${advice}:\n\n${choices.join("\n")}\n\n\`\`\`sql\n${sql}\n\`\`\`\n`;
	return { name, description, examples, body };
}
