/** What a query may add up and read, by SQLite in Node: sums refuse texts, are exact, and only tables of files are there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Guard } from "../../pkg/sqlite/guard.js";
import { startSqlite } from "../../pkg/sqlite/library.js";
import { sheetOf } from "../../pkg/sqlite/sheet.js";
import { fill } from "../../pkg/sqlite/tables.js";

const sqlite = await startSqlite(import.meta.resolve("@sqlite.org/sqlite-wasm"));

/** A guarded database of these files, and one with SQLite's own functions. */
function opened(files) {
	const db = new sqlite.oo1.DB(":memory:", "c");
	const plain = new sqlite.oo1.DB(":memory:", "c");
	const tables = new Map();
	const guard = new Guard(sqlite, db, { maxRows: 1_000, timeoutMs: 60_000 }, tables);
	for (const [name, text] of Object.entries(files)) {
		const [table] = name.split(".");
		const sheet = sheetOf(name, text, {});
		tables.set(
			table,
			guard.unlocked(() => fill(sqlite, db, table, sheet)),
		);
		fill(sqlite, plain, table, sheet);
	}
	const first = (sql) => Object.values(guard.query(sql).rows[0])[0];
	return { guard, db, plain, first };
}

const FILES = {
	"p.csv": "name,price,code,km\na,10,007,1\nb,tbd,008,2.5\nc,n/k,009,\nd,5,010,4\n",
	"big.json": '[{"n":9007199254740991},{"n":9007199254740990},{"n":5}]',
	"ids.json": '[{"id":1436278513418522630},{"id":1436278513418522631}]',
};

test("SUM, AVG and TOTAL of texts that are no numbers say which column it is, and what stands there", () => {
	const { guard, first } = opened(FILES);
	for (const sql of [
		"SELECT sum(price) FROM p",
		"SELECT AVG(p.price) FROM p GROUP BY name",
		"SELECT total(price) OVER (ORDER BY name) FROM p",
		"SELECT sum(DISTINCT price) FILTER (WHERE price <> '10') FROM p AS q",
		"SELECT x FROM (SELECT avg(price) AS x FROM p)",
	])
		assert.throws(() => guard.query(sql), /^Error: (?:SUM|AVG|TOTAL) .*"price" of p .*'tbd', 'n\/k'/, sql);
	assert.throws(
		() => guard.query("SELECT sum(code) FROM p"),
		/"code" of p is a column of texts: '007', '008'/,
	);
	assert.throws(() => guard.query("SELECT sum(id) FROM ids"), /"id" of ids .*'1436278513418522630'/);
	assert.throws(() => guard.query("SELECT sum('x' || name) FROM p"), /^Error: SUM .*'xa' is a text/);
	// Without those that are none, what is written in digits counts.
	assert.equal(first("SELECT avg(price) FROM p WHERE price NOT IN ('tbd', 'n/k')"), 7.5);
	assert.equal(
		first("SELECT sum(km) FROM p"),
		7.5,
		"nothing is left out, and what failed before leaves nothing behind",
	);
});

test("a sum of what texts are in arithmetic is refused as well, unless the query looks at them", () => {
	const { guard, first } = opened(FILES);
	for (const sql of [
		"SELECT sum(CAST(price AS REAL)) FROM p",
		'SELECT avg(cast( p."price" as integer )) FROM p GROUP BY name',
		"SELECT total(price * km) FROM p",
		"SELECT sum(1.0 * price) FROM p WHERE name = 'a'",
		"SELECT name, sum(price + 0) OVER (ORDER BY name) FROM p",
		"SELECT sum(abs(price)) FROM p",
		"SELECT sum(x) FROM (SELECT price / 2 AS x FROM p)",
	])
		assert.throws(() => guard.query(sql), /"price" of p is a column of texts: 'tbd', 'n\/k'/, sql);
	assert.equal(first("SELECT sum(CAST(price AS REAL)) FROM p WHERE price GLOB '[0-9]*'"), 15);
	assert.equal(first("SELECT sum(iif(price = 'tbd' OR price = 'n/k', NULL, price * 1)) FROM p"), 15);
	assert.equal(first("SELECT sum(km * 2) FROM p"), 15);
	assert.equal(first("SELECT sum(CAST(code AS INTEGER)) FROM p"), 34);
	assert.equal(first("SELECT count(price) FROM p"), 4);
});

test("sums of whole numbers are exact beyond 2^53, and say where they are too large", () => {
	const { guard, first } = opened(FILES);
	assert.equal(first("SELECT sum(n) FROM big"), "18014398509481986");
	assert.equal(first("SELECT typeof(max(n)) FROM big"), "integer");
	assert.equal(first("SELECT sum(9007199254740993)"), "9007199254740993");
	assert.throws(() => guard.query("SELECT sum(9223372036854775807) + sum(n) FROM big"), /integer overflow/);
	assert.equal(first("SELECT id FROM ids WHERE id LIKE '%1'"), "1436278513418522631");
});

test("they are SQLite's in all else: nothing, groups, windows, decimals", () => {
	let seed = 3;
	const draw = (most) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % most;
	};
	const value = () => (draw(4) === 0 ? "" : draw(3) === 0 ? draw(10_000) / 8 : draw(1_000) - 500);
	const lines = Array.from({ length: 300 }, (_, at) => `${draw(5)},${at},${value()}`);
	const { guard, plain } = opened({ "r.csv": `g,k,v\n${lines.join("\n")}\n` });
	const frames = ["no others", "current row", "ties", "group"];
	for (let round = 0; round < 90; round += 1) {
		const name = ["sum", "avg", "total"][round % 3];
		const frame = `rows between ${draw(5)} preceding and ${draw(5)} following exclude ${frames[round % 4]}`;
		const sql =
			round % 2 === 0
				? `SELECT ${name}(v) AS x, typeof(${name}(v)) AS t FROM r WHERE k > ${draw(400)} GROUP BY g`
				: `SELECT ${name}(v) OVER (PARTITION BY g ORDER BY k ${frame}) AS x FROM r`;
		const own = guard.query(sql).rows;
		const theirs = plain.selectObjects(sql);
		assert.equal(own.length, theirs.length);
		for (const [at, { x, t }] of own.entries()) {
			assert.equal(t, theirs[at].t, sql);
			assert.ok(x === theirs[at].x || Math.abs(x - theirs[at].x) < 1e-9, sql);
		}
	}
});

test("nothing can be read but the tables of files, the names of tables, and JSON", () => {
	const { guard, first } = opened(FILES);
	for (const sql of [
		"SELECT data FROM sqlite_dbpage",
		"SELECT count(*) FROM SQLITE_DBPAGE",
		"SELECT * FROM sqlite_dbpage('main') WHERE pgno = 1",
		"SELECT sum(pgsize) FROM dbstat",
		"SELECT sql FROM sqlite_stmt",
		"SELECT * FROM bytecode('SELECT 1')",
		"SELECT * FROM tables_used('SELECT 1')",
		"SELECT name FROM pragma_module_list",
		"WITH x AS (SELECT data FROM sqlite_dbpage) SELECT count(data) FROM x",
		"SELECT name FROM p WHERE EXISTS (SELECT 1 FROM dbstat WHERE name = 'p')",
	])
		assert.throws(
			() => guard.query(sql),
			/^Error: \S+ is none of the tables that can be asked \(p, big, ids\)/,
			sql,
		);
	assert.equal(first("SELECT count(*) FROM P"), 4);
	assert.equal(first("WITH c AS (SELECT 1) SELECT count(*) FROM c"), 1);
	assert.equal(first("SELECT sum(value) FROM json_each('[1,2]')"), 3);
	assert.equal(first("SELECT group_concat(name) FROM sqlite_master"), "p,big,ids");
});

test("what was dropped is gone from SQLite's pages", () => {
	const { guard, db } = opened({ "s.csv": `name,pay\n${"SECRETPERSON,5\n".repeat(500)}` });
	const found = "SELECT count(*) FROM sqlite_dbpage WHERE instr(data, CAST('SECRETPERSON' AS BLOB)) > 0";
	const pages = () => guard.unlocked(() => db.selectValue(found));
	assert.ok(pages() > 0);
	guard.unlocked(() => db.exec("DROP TABLE s"));
	assert.equal(pages(), 0);
});
