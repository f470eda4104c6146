/** The tools of the data server. */
import { EXPLORER, explored } from "./explorer.mjs";
import { ranked, skills } from "./skills.mjs";
import { QueryError } from "./sql.mjs";

/** @typedef {Awaited<ReturnType<typeof import("./database.mjs").openDatabase>>} Database */
/** @typedef {Record<string, unknown>} Arguments */

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** @param {string} name @param {string} description */
const text = (name, description) => ({ [name]: { type: "string", description } });

/** @param {Record<string, object>} properties @param {string[]} required */
const object = (properties = {}, required = Object.keys(properties)) => ({
	type: "object",
	properties,
	required,
});

/** @param {unknown} value @param {unknown} [said] what a model reads of it */
const answer = (value, said = value) => ({
	content: [{ type: "text", text: JSON.stringify(said) }],
	...(Array.isArray(value) ? {} : { structuredContent: value }),
});

/**
 * @param {Database} database
 * @returns the tools' definitions and the function that calls one
 */
export function createTools(database) {
	const all = skills(database.tables());
	const names = database.tables().map(({ name }) => name);
	/** @type {Record<string, {description: string, inputSchema: object, title?: string, _meta?: Record<string, unknown>, call(args: Arguments): unknown, brief?(value: any): unknown}>} */
	const tools = {
		query_sql: {
			description: `Answers one read-only SQL SELECT (SQLite). Tables: ${names.join(", ")}.`,
			inputSchema: object(text("sql", "One SELECT statement")),
			call: ({ sql }) => database.query(String(sql)),
		},
		list_tables: {
			description: "Lists the tables with their number of rows.",
			inputSchema: object(),
			call: () => ({ tables: database.tables().map(({ name, rows }) => ({ name, rows })) }),
		},
		describe_table: {
			description: "Lists the columns of a table: name, type, number of distinct values.",
			inputSchema: object({ table: { enum: names, description: "The table's name" } }),
			call: ({ table }) => found(database.tables(), table, "table"),
		},
		find_skills: {
			description: "Finds recipes for questions about this data, the best first.",
			inputSchema: object(text("query", "What is wanted, in words"), []),
			call: ({ query }) =>
				ranked(all, typeof query === "string" ? query : "").map(({ body: _, ...summary }) => summary),
		},
		read_skill: {
			description: "Returns one recipe whole.",
			inputSchema: object(text("name", "The recipe's name")),
			call: ({ name }) => {
				const { examples: _, ...skill } = found(all, name, "recipe");
				return skill;
			},
		},
		explore_table: {
			title: "Table explorer",
			description:
				"Shows a table as bars that the person can sort, filter and ask anew: for each group the number of rows, or the average of a column.",
			inputSchema: object(
				{
					table: { enum: names, description: "The table's name" },
					...text("group", "The column whose values are the groups; without it one that suits"),
					...text("value", "A column of numbers to average; without it rows are counted"),
				},
				["table"],
			),
			_meta: { ui: { resourceUri: EXPLORER } },
			call: async ({ table, ...wanted }) =>
				explored(database, found(database.tables(), table, "table"), wanted),
			// What else could be asked is for whoever looks at it.
			brief: ({ tables: _, ...said }) => said,
		},
	};
	const list = Object.entries(tools).map(([name, { call: _, brief: __, ...definition }]) => ({
		name,
		...definition,
		annotations: READ_ONLY,
	}));
	return {
		/** Without apps their tools would show nothing. @param {boolean} withApps */
		list: (withApps) => list.filter(({ _meta }) => withApps || _meta === undefined),
		/** @param {string} name @param {Arguments} args */
		call: (name, args) => call(tools, name, args),
	};
}

/** @template {{name: string}} T @param {T[]} list @param {unknown} name @param {string} kind @returns {T} */
function found(list, name, kind) {
	const item = list.find((candidate) => candidate.name === name);
	if (item) return item;
	throw new QueryError(
		`There is no ${kind} '${name}'; there are ${list.map((entry) => entry.name).join(", ")}.`,
	);
}

/** @param {Record<string, {call(args: Arguments): unknown, brief?(value: any): unknown}>} tools @param {string} name @param {Arguments} args */
async function call(tools, name, args) {
	try {
		if (!Object.hasOwn(tools, name)) {
			throw new QueryError(`There is no tool '${name}'; there are ${Object.keys(tools).join(", ")}.`);
		}
		const value = await tools[name].call(args);
		return answer(value, tools[name].brief?.(value));
	} catch (error) {
		if (!(error instanceof QueryError)) throw error;
		return { content: [{ type: "text", text: error.message }], isError: true };
	}
}
