/** The data server, asked by the official MCP client. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { startDataServer } from "../../www/server/server.mjs";

/** @type {Awaited<ReturnType<typeof startDataServer>>} */
let server;
/** @type {Client} */
let client;

before(async () => {
	server = await startDataServer();
	client = new Client({ name: "test", version: "1.0.0" });
	await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
});

after(async () => {
	await client.close();
	await server.close();
});

async function call(name, args = {}) {
	const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
	return { text: content[0].text, isError: isError === true, structuredContent };
}

const query = (sql) => call("query_sql", { sql });

test("a select answers with columns and rows, as text and as structure", async () => {
	const { text, structuredContent } = await query('SELECT COUNT(*) AS "n", MIN(Name) AS name FROM cars');
	assert.deepEqual(JSON.parse(text), structuredContent);
	assert.deepEqual(structuredContent.columns, ["n", "name"]);
	assert.equal(structuredContent.rows[0].n, 406);
	assert.equal(structuredContent.truncated, false);
});

test("a long answer is cut at 1000 rows and says so", async () => {
	const { structuredContent } = await query("SELECT * FROM movies");
	assert.equal(structuredContent.rows.length, 1000);
	assert.equal(structuredContent.truncated, true);
});

for (const sql of [
	"DELETE FROM cars",
	"CREATE TABLE x (a)",
	"PRAGMA query_only = 0",
	"ATTACH 'other.db' AS other",
	"BEGIN",
	"WITH x AS (SELECT 1) INSERT INTO cars (Name) SELECT * FROM x",
]) {
	test(`nothing but reading is allowed: ${sql}`, async () => {
		const { text, isError } = await query(sql);
		assert.equal(isError, true);
		assert.match(text, /read-only/);
	});
}

test("mistakes come back as sentences", async () => {
	assert.match((await query("SELEC 1")).text, /syntax error/);
	assert.match((await query("SELECT * FROM nowhere")).text, /no such table: nowhere/);
	assert.match((await query("SELECT 1; SELECT 2")).text, /one statement/);
	assert.match((await query(" ")).text, /empty/);
	assert.match((await query("SELECT zeroblob(100000000)")).text, /too big/);
	assert.match((await call("describe_table", { table: "nowhere" })).text, /there are cars, movies/);
	assert.equal((await call("nothing")).isError, true);
});

test("an endless query is stopped and the server lives on", async () => {
	const endless = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT SUM(x) FROM r";
	assert.match((await query(endless)).text, /longer than 2000 ms/);
	assert.equal((await query("SELECT 1 AS one")).structuredContent.rows[0].one, 1);
});

test("every skill names a table's real columns and its SQL runs for each of them", async () => {
	const skills = JSON.parse((await call("find_skills")).text);
	const { tables } = (await call("list_tables")).structuredContent;
	assert.ok(skills.length >= tables.length);
	for (const { name, examples } of skills) {
		assert.ok(examples.length >= 3, `${name} has at least three examples`);
		const { body } = (await call("read_skill", { name })).structuredContent;
		const field = (key) => JSON.parse(new RegExp(`^${key}: (.*)$`, "m").exec(body)[1]);
		const { properties } = field("parameters");
		for (const table of properties.table?.enum ?? []) {
			const { structuredContent } = await query(field("arguments").sql.replaceAll("{table}", table));
			const { rows } = tables.find((one) => one.name === table);
			assert.equal(structuredContent.rows.length, Math.min(rows, 1000), table);
		}
		for (const column of properties.column?.enum ?? (properties.group ? [""] : [])) {
			for (const group of properties.group.enum) {
				const sql = field("arguments").sql.replaceAll("{column}", column).replaceAll("{group}", group);
				const { structuredContent, text } = await query(sql);
				assert.ok(structuredContent?.rows.length > 0, `${sql}: ${text}`);
				assert.equal(typeof structuredContent.rows[0].label, "string");
				assert.equal(typeof structuredContent.rows[0].value, "number");
			}
		}
	}
});

test("a search puts the skill that fits first", async () => {
	const skills = JSON.parse((await call("find_skills", { query: "fertility per cluster" })).text);
	assert.equal(skills[0].name, "average-by-group-gapminder");
});

test("skills follow the schema of whatever tables are loaded", async () => {
	const rows = [
		{ kind: "a", "Height in m": 1 },
		{ kind: "b", "Height in m": 3 },
	];
	const other = await startDataServer({ tables: [{ table: "trees", rows }] });
	const guest = new Client({ name: "test", version: "1.0.0" });
	await guest.connect(new StreamableHTTPClientTransport(new URL(other.url)));
	const { content } = await guest.callTool({ name: "find_skills", arguments: {} });
	assert.match(content[0].text, /average height in m by kind/);
	assert.doesNotMatch(content[0].text, /cars/);
	await guest.close();
	await other.close();
});

test("pages of other sites and foreign host names get nothing", async () => {
	const ask = (headers) => fetch(server.url, { method: "POST", headers, body: "{}" });
	assert.equal((await ask({ origin: "https://example.com" })).status, 403);
	const preflight = await fetch(server.url, {
		method: "OPTIONS",
		headers: { origin: "http://localhost:5173", "access-control-request-headers": "mcp-session-id" },
	});
	assert.equal(preflight.status, 204);
	assert.equal(preflight.headers.get("access-control-allow-origin"), "http://localhost:5173");
	assert.match(preflight.headers.get("access-control-expose-headers"), /Mcp-Session-Id/);
});

test("an unknown session gets 404, so that clients initialise again", async () => {
	const response = await fetch(server.url, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			"mcp-session-id": "gone",
		},
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
	});
	assert.equal(response.status, 404);
});
