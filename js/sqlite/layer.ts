/** Decides what a model can do with the database: the tools of its layer. */
import { WebMcpError } from "../core/errors.js";
import type { JsonObject, JsonSchema, WebMcpLayer, WebMcpToolDef } from "../types/index.js";
import { ranked, skillsOf } from "./skills.js";
import type { QueryResult, Table } from "./types.js";

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Answers a query. */
type Ask = (sql: string, options: { signal?: AbortSignal }) => Promise<QueryResult>;

/**
 * The layer of these tables. It has a layer's tools and none that show something, so a page hands it to runs beside a server's.
 *
 * @param name - What the database is called.
 */
export function layerOf(name: string, tables: readonly Table[], ask: Ask): WebMcpLayer {
	const description = "Files that the person has given, as tables of a SQL database in this page";
	return { protocol: "webmcp", serverName: name, description, tools: toolsOf(tables, ask) };
}

function toolsOf(tables: readonly Table[], ask: Ask): WebMcpToolDef[] {
	const list = tool("list_tables", "Lists the tables with their number of rows.", object({}), () => ({
		tables: tables.map(({ name, rows }) => ({ name, rows })),
	}));
	// A choice out of nothing is no schema, and a query would find no table.
	if (tables.length === 0) return [list];
	const skills = skillsOf(tables);
	const names = tables.map(({ name }) => name);
	// What a model remembers of the tables hangs on these words: they change with the tables.
	const told = tables.map(({ name, rows, columns }) => `${name} (${rows} rows, ${columns.length} columns)`);
	return [
		tool(
			"query_sql",
			`Answers one read-only SQL SELECT (SQLite). Tables: ${told.join(", ")}.`,
			object({ sql: text("One SELECT statement") }),
			({ sql }, options) => ask(String(sql), options),
		),
		list,
		tool(
			"describe_table",
			"Lists the columns of a table: name, type, number of distinct values.",
			object({ table: { enum: names, description: "The table's name" } }),
			({ table }) => found(tables, table, "table"),
		),
		tool(
			"find_skills",
			"Finds recipes for questions about this data, the best first.",
			object({ query: text("What is wanted, in words") }, []),
			({ query }) =>
				ranked(skills, typeof query === "string" ? query : "").map(({ body: _, ...summary }) => summary),
		),
		tool(
			"read_skill",
			"Returns one recipe whole.",
			object({ name: text("The recipe's name") }),
			({ name }) => {
				const { examples: _, ...skill } = found(skills, name, "recipe");
				return skill;
			},
		),
	];
}

function tool(
	name: string,
	description: string,
	inputSchema: JsonSchema,
	execute: (args: JsonObject, options: { signal?: AbortSignal }) => unknown,
): WebMcpToolDef {
	return {
		name,
		description,
		inputSchema,
		annotations: READ_ONLY,
		execute: async (args, options = {}) => execute(args, options),
	};
}

const text = (description: string): JsonSchema => ({ type: "string", description });

const object = (properties: JsonSchema, required = Object.keys(properties)): JsonSchema => ({
	type: "object",
	properties,
	required,
});

function found<T extends { name: string }>(list: readonly T[], name: unknown, kind: string): T {
	const item = list.find((candidate) => candidate.name === name);
	if (item) return item;
	const names = list.map((one) => one.name).join(", ");
	throw new WebMcpError("not_found", `There is no ${kind} '${name}'; there are ${names}.`);
}
