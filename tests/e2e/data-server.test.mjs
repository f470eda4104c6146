/** The data server, asked by the official MCP client. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { appOf, UI_EXTENSION } from "../../pkg/apps/app-of.js";
import { documentOf } from "../../pkg/apps/resource.js";
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
const ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT SUM(x) FROM r";

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
	assert.match((await query(ENDLESS)).text, /longer than 2000 ms/);
	assert.equal((await query("SELECT 1 AS one")).structuredContent.rows[0].one, 1);
});

/** Texts of almost a million letters: one call of a function on them is a single step for SQLite. */
const letters = (n) => `replace(hex(zeroblob(${n / 2})), '0', 'a')`;

for (const sql of [
	`SELECT instr(${letters(900_000)}, ${letters(400_000)} || 'b')`,
	`SELECT replace(${letters(900_000)}, ${letters(400_000)} || 'b', '')`,
]) {
	test(`the limit of time holds inside ${sql.slice(7, 14)}, too, and others are answered meanwhile`, async () => {
		const ended = [];
		const slow = query(sql).then(({ text }) => ended.push(text));
		await Promise.all([call("list_tables"), call("find_skills", { query: "rows" })]);
		ended.push("others");
		await slow;
		assert.equal(ended[0], "others");
		assert.match(ended[1], /longer than 2000 ms/);
		assert.equal((await query("SELECT COUNT(*) AS n FROM cars")).structuredContent.rows[0].n, 406);
	});
}

test("questions wait for each other, not for ever and not in any number", async () => {
	const [slow, ...all] = await Promise.all(
		[ENDLESS, ...Array.from({ length: 100 }, (_, n) => `SELECT ${n} AS n`)].map(query),
	);
	assert.match(slow.text, /longer than/);
	const refused = all.filter(({ isError }) => isError);
	assert.ok(refused.length > 0 && refused.length < 100);
	assert.ok(refused.every(({ text }) => /Too many questions/.test(text)));
	for (const [n, { isError, structuredContent }] of all.entries()) {
		if (!isError) assert.equal(structuredContent.rows[0].n, n);
	}
	assert.equal((await query("SELECT 7 AS n")).structuredContent.rows[0].n, 7);
});

test("every skill names a table's real columns and its SQL runs for each of them", async () => {
	const skills = JSON.parse((await call("find_skills")).text);
	const { tables } = (await call("list_tables")).structuredContent;
	assert.ok(skills.length >= tables.length);
	for (const { name, examples } of skills) {
		// What a row of `gapminder` is, its name does not tell: nobody would count them.
		if (name === "count-by-group-gapminder") assert.deepEqual(examples, []);
		else assert.ok(examples.length >= 3, `${name} has at least three examples`);
		const { body } = (await call("read_skill", { name })).structuredContent;
		const choices = (key) => new RegExp(`^- \\{${key}\\}: (.*)$`, "m").exec(body)?.[1].split(", ") ?? [];
		const [, sql] = /```sql\n(.*)\n```/.exec(body);
		for (const table of choices("table")) {
			const { structuredContent } = await query(sql.replaceAll("{table}", table));
			const { rows } = tables.find((one) => one.name === table);
			assert.equal(structuredContent.rows.length, Math.min(rows, 1000), table);
		}
		const columns = choices("column");
		for (const group of choices("group")) {
			for (const column of columns.length > 0 ? columns : [""]) {
				const asked = sql.replaceAll("{column}", column).replaceAll("{group}", group);
				const { structuredContent, text } = await query(asked);
				assert.ok(structuredContent?.rows.length > 0, `${asked}: ${text}`);
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

const explore = (args) => call("explore_table", args);

test("an app and its tool are there for clients that show apps, and for no others", async () => {
	const names = async (guest) => (await guest.listTools()).tools.map(({ name }) => name);
	assert.ok(!(await names(client)).includes("explore_table"));
	assert.equal(client.getServerCapabilities().resources, undefined);
	const guest = new Client(
		{ name: "test", version: "1.0.0" },
		{ capabilities: { extensions: UI_EXTENSION } },
	);
	await guest.connect(new StreamableHTTPClientTransport(new URL(server.url)));
	assert.ok((await names(guest)).includes("explore_table"));
	const { tools } = await guest.listTools();
	const [uri] = tools.map(appOf).filter((one) => one !== undefined);
	const { contents } = await guest.readResource({ uri });
	const { html, domains } = documentOf(contents[0]);
	assert.deepEqual(Object.values(domains).flat(), [], "it names no domains");
	assert.doesNotMatch(html, /(?:src|href)=|https?:|@import|url\(/, "and loads nothing");
	await assert.rejects(guest.readResource({ uri: "ui://datasets/other" }), /no resource/);
	await guest.close();
});

test("the app's tool averages and counts by group, and says what else there is to ask", async () => {
	const { structuredContent, text } = await explore({ table: "cars", group: "Origin", value: "Horsepower" });
	const { rows } = (
		await query("SELECT Origin AS label, AVG(Horsepower) AS value FROM cars GROUP BY Origin ORDER BY Origin")
	).structuredContent;
	assert.deepEqual(structuredContent.rows, rows);
	const cars = structuredContent.tables.find(({ name }) => name === "cars");
	assert.ok(cars.numbers.includes("Horsepower") && cars.groups.includes("Origin"));
	assert.equal(JSON.parse(text).tables, undefined, "a model needs only the answer");
	const counted = (await explore({ table: "movies" })).structuredContent;
	assert.equal(counted.value, null);
	const all = counted.rows.reduce((sum, { value }) => sum + value, 0);
	assert.equal(all, (await query("SELECT COUNT(*) AS n FROM movies")).structuredContent.rows[0].n);
	const many = (await explore({ table: "movies", group: "Title" })).structuredContent;
	assert.deepEqual([many.rows.length, many.truncated], [100, true]);
});

test("what the app's tool cannot group or average is told in a sentence", async () => {
	for (const [args, words] of [
		[{}, /no table 'undefined'/],
		[{ table: "cars", group: 'x" UNION SELECT 1 --' }, /'group' is a column of cars/],
		[{ table: "cars", value: "Nothing" }, /'value' is a column of cars/],
		[{ table: "cars", value: "Origin" }, /'Origin' holds no numbers/],
		[{ table: "cars", group: 7 }, /'group' is a column of cars/],
	]) {
		const { isError, text } = await explore(args);
		assert.equal(isError, true);
		assert.match(text, words);
	}
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

/** Sends bytes as they are written here; gives the first line of the answer. */
async function raw(text) {
	const { hostname, port } = new URL(server.url);
	const socket = connect(Number(port), hostname);
	let said = "";
	socket.setEncoding("latin1").on("data", (piece) => {
		said += piece;
	});
	socket.write(text, "latin1");
	await once(socket, "close");
	return said.split("\r\n")[0];
}

test("what is no request gets 400, and the server lives on", async () => {
	const head = `host: ${new URL(server.url).host}\r\nconnection: close\r\n`;
	const post = (body) =>
		`POST /mcp HTTP/1.1\r\n${head}content-type: application/json\r\n` +
		`accept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
	for (const text of [
		...["//", "///mcp", "/\\", "//[", "http://[", "http://evil.example/mcp", "*", "mcp", "/a b", "/\xff"].map(
			(url) => `GET ${url} HTTP/1.1\r\n${head}\r\n`,
		),
		`OPTIONS // HTTP/1.1\r\n${head}origin: http://localhost\r\n\r\n`,
		"GET /mcp HTTP/1.1\r\nconnection: close\r\n\r\n",
		`GET /mcp HTTP/1.1\r\n${head}host: evil.example\r\n\r\n`,
		`GET /mcp HTTP/1.1\r\n${head}a b: c\r\n\r\n`,
		`POST /mcp HTTP/1.1\r\n${head}content-length: -1\r\n\r\n`,
		"\x16\x03\x01\x02\x00\r\n\r\n",
		...["", "{", "null", "7", "[]", "[null]", "{}", '{"a":"\xff"}', "[".repeat(100_000)].map(post),
	]) {
		assert.match(await raw(text), /^HTTP\/1\.1 400 /, JSON.stringify(text.slice(0, 60)));
	}
	assert.match(await raw(`GET /%zz HTTP/1.1\r\n${head}\r\n`), / 404 /);
	assert.equal((await query("SELECT 1 AS one")).structuredContent.rows[0].one, 1);
});
