/** Decides what can be asked of tables: recipes made of their columns, which are read and not known. */
import { averageExamples, browseExamples, countExamples, spoken } from "./examples.js";
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
/** As many as a query brings at least, by default. */
const MAX_ROWS = 1000;
const AS_BARS =
	"Choose the parameters, call query_sql with the SQL and show the rows as a bar chart of label and value";
const AS_TABLE = "Choose the table, call query_sql with the SQL and show the rows as a table, by reference";

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
		examples: browseExamples(tables),
	});
}

function average(table: Table, numbers: readonly string[], groups: readonly string[]): Skill {
	const known = `"{column}" IS NOT NULL AND "{group}" IS NOT NULL`;
	return recipe({
		name: `average-by-group-${table.name}`,
		description: `Average of a number of ${spoken(table.name)} (${numbers.map(spoken).join(", ")}) for each ${groups.map(spoken).join(", ")}`,
		parameters: { column: [...numbers], group: [...groups] },
		sql: grouped(`AVG("{column}")`, `${quoted(table.name)} WHERE ${known}`),
		advice: AS_BARS,
		examples: averageExamples(table),
	});
}

function count(table: Table, groups: readonly string[]): Skill {
	return recipe({
		name: `count-by-group-${table.name}`,
		description: `Number of rows of ${spoken(table.name)} for each ${groups.map(spoken).join(", ")}`,
		parameters: { group: [...groups] },
		sql: grouped("COUNT(*)", `${quoted(table.name)} WHERE "{group}" IS NOT NULL`),
		advice: AS_BARS,
		examples: countExamples(table),
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
