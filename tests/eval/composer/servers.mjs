/** The same tables behind servers of two shapes, and tools that others have published. */
import { openDatabase } from "../../../www/server/database.mjs";
import { startDataServer } from "../../../www/server/server.mjs";
import { startMcp } from "../../e2e/support/mcp.mjs";

const text = (/** @type {string[]} */ ...names) => ({
	type: "object",
	properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
	required: names,
});

/** A server as small ones of SQLite are: no recipes, rows alone. @param {string} name @param {import("../../../www/server/datasets.mjs").Table[]} tables */
async function startPlain(name, tables) {
	const database = await openDatabase(tables);
	const tools = [
		{
			name: "read_query",
			description: "Execute a SELECT query on the SQLite database",
			inputSchema: text("query"),
		},
		{ name: "list_tables", description: "List all tables in the database", inputSchema: text() },
		{ name: "describe_table", description: "Schema of one table", inputSchema: text("table_name") },
	];
	const call = async (/** @type {string} */ tool, /** @type {any} */ args) => {
		if (tool === "read_query") return JSON.stringify((await database.query(args.query)).rows);
		const named = database.tables().map(({ name }) => ({ name }));
		if (tool === "list_tables") return JSON.stringify(named);
		const { columns } = await database.query(
			`SELECT * FROM "${args.table_name.replaceAll('"', '""')}" LIMIT 1`,
		);
		return JSON.stringify(columns.map((name, cid) => ({ cid, name, type: "" })));
	};
	const { url, close } = await startMcp({ name, tools, call });
	return {
		url,
		close: async () => {
			await close();
			database.close();
		},
	};
}

/** @param {"recipes" | "plain"} shape @param {string} name @param {import("../../../www/server/datasets.mjs").Table[]} tables */
export const startServer = (shape, name, tables) =>
	shape === "plain" ? startPlain(name, tables) : startDataServer({ name, tables });
