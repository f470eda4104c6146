/** A database in the page, under the strict policy: files are dropped and asked, nothing is written, nothing hangs, nothing is lost. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage } from "./support/chromium.mjs";
import { serveSite } from "./support/site.mjs";

const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
/** One step of SQLite, which looks at no clock meanwhile. */
const DEAF = "SELECT instr(hex(zeroblob(1000000)), hex(zeroblob(400000)) || '1')";

let site;
let browser;
let opened;
let page;

before(async () => {
	site = await serveSite("sqlite");
	browser = await launch();
	opened = await openPage(browser);
	page = opened.page;
	await page.goto(site.url);
	await page.waitForFunction(() => "database" in window);
});
after(async () => {
	await browser?.close();
	await site?.close();
});

/** Each test begins with these two tables alone. */
async function fresh() {
	await page.evaluate(async () => {
		window.database.close();
		window.database = await window.openDatabase({ timeoutMs: 500 });
		await window.database.addFile({
			name: "Trips.csv",
			text: "town;km\nLyon;10,5\nNice;20\nLyon;31,5\n",
		});
		await window.database.addFile(new File(['[{"town": "Lyon", "people": 520}]'], "towns.json"));
	});
}

const asked = (sql) => page.evaluate((sql) => window.database.query(sql), sql);
const problem = (sql) => page.evaluate((sql) => window.problemOf(window.database.query(sql)), sql);
const rowsOf = async (sql) => (await asked(sql)).rows;

test("a file that is dropped on the page is a table", async () => {
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(["a,b\n1,x\n2,\n"], "Dropped here.csv"));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
	});
	await page.waitForFunction(() => window.dropped);
	const { table, rows, columns } = await page.evaluate(() => window.dropped);
	assert.deepEqual([table, rows], ["dropped_here", 2]);
	assert.deepEqual(columns, [
		{ name: "a", type: "number", distinct: 2 },
		{ name: "b", type: "text", distinct: 1 },
	]);
	assert.deepEqual(await asked("SELECT * FROM dropped_here"), {
		columns: ["a", "b"],
		rows: [
			{ a: 1, b: "x" },
			{ a: 2, b: null },
		],
		truncated: false,
	});
});

test("a model asks it by the layer's tool, and shows what it was told", async () => {
	await fresh();
	const { names, result, bars, told } = await page.evaluate(async () => {
		const { kit, database, canvas } = window;
		const sql = 'SELECT town, avg(km) AS "mean" FROM trips GROUP BY town ORDER BY town';
		const call = (id, name, input) => ({
			content: [{ type: "tool_use", id, name, input }],
			stopReason: "tool_use",
		});
		const data = { type: "bar", bars: { $result: "c1", path: "/rows" } };
		const replies = [
			call("c1", "files_webmcp_query_sql", { sql }),
			call("c2", "files_webmcp_query_sql", { sql: "DELETE FROM trips" }),
			call("c3", "autoui_webmcp_widget_display", { name: "data-table", params: { rows: data.bars } }),
			{ content: [{ type: "text", text: "Done." }], stopReason: "end_turn" },
		];
		let names = [];
		const provider = {
			name: "scripted",
			model: "none",
			chat: async (_, tools) => {
				if (names.length === 0) names = tools.map(({ name }) => name);
				return replies.shift();
			},
		};
		const result = await kit.runAgentLoop("average km by town", {
			provider,
			layers: [kit.autoui.layer(), database.layer()],
		});
		return {
			names,
			result: result.toolCalls.map(({ result, error }) => result ?? error),
			told: result.text,
			bars: canvas.blocks.at(-1).data.rows,
		};
	});
	for (const tool of ["query_sql", "list_tables", "describe_table", "search_recipes", "get_recipe"])
		assert.ok(names.includes(`files_webmcp_${tool}`), `${tool} is offered from the start`);
	assert.ok(!names.includes("files_webmcp_widget_display"), "it shows nothing itself");
	assert.deepEqual(JSON.parse(result[0]).rows, [
		{ town: "Lyon", mean: 21 },
		{ town: "Nice", mean: 20 },
	]);
	assert.match(result[1], /This database is read-only/);
	assert.deepEqual(bars, [
		{ town: "Lyon", mean: 21 },
		{ town: "Nice", mean: 20 },
	]);
	assert.equal(told, "Done.");
});

test("nothing but reading is answered", async () => {
	await fresh();
	for (const sql of [
		"DROP TABLE trips",
		"INSERT INTO trips VALUES ('x', 1)",
		"UPDATE trips SET km = 0",
		"DELETE FROM trips",
		"CREATE TABLE other (a)",
		"CREATE TEMP TABLE other (a)",
		"CREATE VIEW other AS SELECT 1",
		"ATTACH 'other.db' AS other",
		"PRAGMA query_only = 0",
		"SELECT * FROM pragma_query_only",
		"PRAGMA table_info(trips)",
		"VACUUM INTO 'other.db'",
		"BEGIN",
		"ANALYZE",
	]) {
		const { code, message } = await problem(sql);
		assert.equal(code, "invalid_argument", sql);
		assert.match(message, /read-only/, sql);
	}
	assert.match((await problem("SELECT 1; DROP TABLE trips")).message, /one statement at a time/);
	assert.match((await problem("SELECT load_extension('x')")).message, /no such function|not authorized/);
	assert.match((await problem(" ")).message, /empty/);
	assert.match((await problem(`SELECT '${"x".repeat(20_000)}'`)).message, /longer than 20000/);
	assert.match((await problem("SELECT nope FROM trips")).message, /^no such column: nope$/);
	assert.deepEqual(await rowsOf("SELECT count(*) AS n, sum(km) AS km FROM trips"), [{ n: 3, km: 62 }]);
});

test("an endless query ends with a sentence, and the next one is answered", async () => {
	await fresh();
	const slow = await page.evaluate(async (sql) => {
		let frames = 0;
		const count = () => {
			frames += 1;
			requestAnimationFrame(count);
		};
		requestAnimationFrame(count);
		return { ...(await window.problemOf(window.database.query(sql))), frames };
	}, ENDLESS);
	assert.equal(slow.code, "tool_failed");
	assert.match(slow.message, /took longer than 500 ms and was stopped/);
	assert.ok(slow.frames > 3, `the page drew ${slow.frames} times meanwhile`);
	assert.deepEqual(await rowsOf("SELECT count(*) AS n FROM trips"), [{ n: 3 }]);
});

test("a query that cannot be interrupted is ended with its Worker, and the tables are there again", async () => {
	await fresh();
	const before = await page.evaluate(() => window.database.tables());
	const { code, message } = await problem(DEAF);
	assert.equal(code, "tool_failed");
	assert.match(message, /took longer than 500 ms and was ended/);
	assert.deepEqual(await page.evaluate(() => window.database.tables()), before);
	assert.deepEqual(await rowsOf("SELECT count(*) AS n, sum(km) AS km FROM trips"), [{ n: 3, km: 62 }]);
	assert.deepEqual(await rowsOf("SELECT people FROM towns"), [{ people: 520 }]);
});

test("what is given up rejects at once, and leaves nothing behind", async () => {
	await fresh();
	const { query, file, tables } = await page.evaluate(async (sql) => {
		const { database, problemOf } = window;
		const stopped = (work) => {
			const stop = new AbortController();
			const told = work(stop.signal).then(
				() => "done",
				(reason) => reason,
			);
			setTimeout(() => stop.abort("enough"), 50);
			return told;
		};
		const query = await stopped((signal) => database.query(sql, { signal }));
		const text = `a,b\n${"1,2\n".repeat(2_000_000)}`;
		const file = await stopped((signal) => database.addFile({ name: "large.csv", text }, { signal }));
		await problemOf(database.query("SELECT * FROM large"));
		return { query, file, tables: database.tables().map(({ name }) => name) };
	}, ENDLESS);
	assert.equal(query, "enough");
	assert.equal(file, "enough");
	assert.deepEqual(tables, ["trips", "towns"]);
	assert.match((await problem("SELECT * FROM large")).message, /no such table/);
	assert.deepEqual(await rowsOf("SELECT people FROM towns"), [{ people: 520 }]);
});

test("whatever stands in a file is text", async () => {
	await fresh();
	const hostile = [
		'=HYPERLINK("http://evil.example","x")',
		"+1+1",
		"@SUM(A1)",
		'<img src=x onerror="window.ran = 1">',
		"'; DROP TABLE trips; --",
		"a\u0000b".replace("\u0000", "\u0001"),
		"x".repeat(100_000),
	];
	const { added, rows, csv, shown } = await page.evaluate(async (hostile) => {
		const cell = (text) => `"${text.replaceAll('"', '""')}"`;
		const heads = ["__proto__", '"; DROP TABLE trips; --', "select", "", "<b>x</b>"];
		const lines = hostile.map((text) => [text, text, "a", "b", "c"].map(cell).join(","));
		const text = [heads.map(cell).join(","), ...lines].join("\n");
		const { database, canvas } = window;
		const added = await database.addFile({ name: '"; DROP TABLE trips; --.csv', text });
		const { rows } = await database.query(`SELECT * FROM ${added.table}`);
		canvas.clear();
		canvas.addWidget("data-table", { rows }, { serverName: "autoui" });
		await new Promise((done) => setTimeout(done, 300));
		const csv = await (await database.exportCsv(added.table)).text();
		return { added, rows, csv, shown: document.querySelectorAll("#main img, #main b").length };
	}, hostile);
	assert.equal(added.table, "drop_table_trips");
	const names = added.columns.map(({ name }) => name);
	assert.deepEqual(names, ["__proto___2", "DROP TABLE trips --", "select", "column_4", "<b>x</b>"]);
	assert.deepEqual(
		rows.map((row) => row[names[0]]),
		hostile,
	);
	assert.equal(shown, 0);
	assert.equal(await page.evaluate(() => window.ran), undefined);
	assert.match(csv, /^__proto___2,DROP TABLE trips --,select,column_4,<b>x<\/b>\r\n"'=HYPERLINK\(""http/);
	assert.match(csv, /\r\n'\+1\+1,'\+1\+1,a,b,c\r\n'@SUM/);
	assert.deepEqual(await rowsOf("SELECT count(*) AS n FROM trips"), [{ n: 3 }]);
});

test("a table's name is no reserved word, and another one where it is taken", async () => {
	await fresh();
	const names = await page.evaluate(async () => {
		const text = "a,b\n1,x\n";
		const names = [];
		for (const name of ["order.csv", "order.csv", "SELECT.csv", "trips.tsv"])
			names.push((await window.database.addFile({ name, text })).table);
		names.push((await window.database.addFile({ name: "x.csv", text }, { table: "Mine, all" })).table);
		return names;
	});
	assert.deepEqual(names, ["order_2", "order_3", "select_2", "trips_2", "mine_all"]);
	assert.deepEqual(await rowsOf("SELECT * FROM order_3"), [{ a: 1, b: "x" }]);
});

test("what is no table, or too large, is refused by name and leaves the others alone", async () => {
	await fresh();
	const refused = await page.evaluate(async () => {
		const files = [
			new File([""], "empty.csv"),
			new File(["a,b\n"], "heads.csv"),
			new File(['a\n"b'], "open.csv"),
			new File(["{"], "broken.json"),
			new File([new Uint8Array([80, 75, 3, 4, 0, 0])], "sheet.xlsx"),
			new File([new Uint8Array(64_000_001)], "large.csv"),
			{ name: "wide.csv", text: `${"a,".repeat(2_000)}a\n` },
			{ name: "none.csv" },
		];
		return Promise.all(files.map((file) => window.problemOf(window.database.addFile(file))));
	});
	assert.ok(refused.every(({ name, code }) => name === "WebMcpError" && code === "invalid_argument"));
	const said = refused.map(({ message }) => message);
	assert.match(said[0], /^empty\.csv cannot be read\. It has no rows\.$/);
	assert.match(said[1], /^heads\.csv .*no rows/);
	assert.match(said[2], /^open\.csv .*Row 2 has a quote that never closes\.$/);
	assert.match(said[3], /^broken\.json .*It is no JSON/);
	assert.match(said[4], /^sheet\.xlsx .*It is no text/);
	assert.match(said[5], /larger than 64 MB/);
	assert.match(said[6], /^wide\.csv .*more than 2000 cells/);
	assert.match(said[7], /must be a file/);
	assert.equal((await page.evaluate(() => window.database.tables())).length, 2);
});

test("2,000 columns, and what older programs wrote, are taken", async () => {
	await fresh();
	const { columns, town } = await page.evaluate(async () => {
		const { database } = window;
		const heads = Array.from({ length: 2_000 }, (_, at) => `c${at}`);
		const wide = `${heads.join(",")}\n${heads.map((_, at) => at).join(",")}\n`;
		const { columns } = await database.addFile({ name: "wide.csv", text: wide });
		const old = Uint8Array.from("town\nOrl\xe9ans \x80\n", (letter) => letter.charCodeAt(0));
		await database.addFile(new File([old], "old.csv"));
		const { rows } = await database.query("SELECT c1999, town FROM wide, old");
		return { columns: columns.length, town: rows };
	});
	assert.equal(columns, 2_000);
	assert.deepEqual(town, [{ c1999: 1_999, town: "Orléans €" }]);
});

test("a person takes tables along and drops them, and whoever listens hears of it", async () => {
	await fresh();
	const { csv, gone, heard, tables, refused } = await page.evaluate(async () => {
		const { database, problemOf } = window;
		let heard = 0;
		const stop = database.subscribe(() => {
			heard += 1;
		});
		const csv = await (await database.exportCsv("trips")).text();
		const gone = [await database.dropTable("trips"), await database.dropTable("trips")];
		const refused = await problemOf(database.exportCsv("trips"));
		await database.addFile({ name: "trips.csv", text: "a\n1\n" });
		stop();
		stop();
		await database.dropTable("trips");
		return { csv, gone, heard, tables: database.tables().map(({ name }) => name), refused };
	});
	assert.equal(csv, "town,km\r\nLyon,10.5\r\nNice,20\r\nLyon,31.5\r\n");
	assert.deepEqual(gone, [true, false]);
	assert.equal(refused.code, "not_found");
	assert.equal(heard, 2);
	assert.deepEqual(tables, ["towns"]);
});

test("how a file was read is told with its table, and a person has it read again otherwise", async () => {
	await fresh();
	const { added, again, tables, told, failed, after, restarted } = await page.evaluate(async (deaf) => {
		const { database, problemOf } = window;
		const heads = [0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x6e, 0x0a];
		const file = new File(
			[Uint8Array.from([...heads, 0x93, 0x8c, 0x8b, 0x9e, 0x2c, 0x35, 0x0a])],
			"towns2.csv",
		);
		const added = await database.addFile(file);
		let told = 0;
		const stop = database.subscribe(() => {
			told += 1;
		});
		const again = await database.readAgain("towns2", { encoding: "shift_jis", header: false });
		const failed = await problemOf(database.readAgain("towns2", { header: 9 }));
		stop();
		const after = (await database.query("SELECT * FROM towns2")).rows;
		await problemOf(database.query(deaf));
		const restarted = (await database.query("SELECT * FROM towns2")).rows;
		return { added, again, tables: database.tables(), told, failed, after, restarted };
	}, DEAF);
	assert.deepEqual(added.dialect, {
		format: "delimited",
		delimiter: ",",
		decimal: ".",
		header: 1,
		encoding: "shift_jis",
		isEncodingGuessed: true,
	});
	assert.deepEqual([added.columns[0].name, added.rows], ["名前", 1]);
	assert.deepEqual([again.table, again.rows, again.dialect.header], ["towns2", 2, 0]);
	assert.equal(again.dialect.isEncodingGuessed, undefined);
	assert.deepEqual(
		tables.map(({ name }) => name),
		["trips", "towns", "towns2"],
	);
	assert.deepEqual(tables[2].dialect, again.dialect);
	assert.equal(told, 1);
	assert.match(failed.message, /^towns2\.csv cannot be read\. It has no rows/);
	const rows = [
		{ column_1: "名前", column_2: "n" },
		{ column_1: "東京", column_2: "5" },
	];
	assert.deepEqual(
		[after, restarted],
		[rows, rows],
		"also where it failed, and where the Worker had to start again",
	);
	assert.equal(
		(await page.evaluate(() => window.problemOf(window.database.readAgain("x")))).code,
		"not_found",
	);
});

test("sums of texts are refused by name, ids stay exact, and what was dropped cannot be asked for", async () => {
	await fresh();
	const { sum, ids, pages, said } = await page.evaluate(async () => {
		const { database, problemOf } = window;
		await database.addFile({ name: "p.csv", text: "name,price\na,10\nb,tbd\n" });
		await database.addFile({
			name: "ids.json",
			text: '[{"id":1436278513418522630},{"id":1436278513418522631}]',
		});
		const sum = await problemOf(database.query("SELECT avg(price) FROM p"));
		const [tool] = database.layer().tools;
		const ids = (await tool.execute({ sql: "SELECT id FROM ids" })).rows;
		const pages = await problemOf(database.query("SELECT data FROM sqlite_dbpage"));
		const described = database.layer().tools.find(({ name }) => name === "describe_table");
		const said = (await described.execute({ table: "p" })).dialect.delimiter;
		return { sum, ids, pages, said };
	});
	assert.equal(sum.code, "invalid_argument");
	assert.match(sum.message, /^AVG adds up numbers, and "price" of p is a column of texts: 'tbd'/);
	assert.deepEqual(ids, [{ id: "1436278513418522630" }, { id: "1436278513418522631" }]);
	assert.match(
		pages.message,
		/^sqlite_dbpage is none of the tables that can be asked \(trips, towns, p, ids\)/,
	);
	assert.equal(said, ",");
});

test("a table's CSV is marked as UTF-8, unless that is not wanted", async () => {
	await fresh();
	const marks = await page.evaluate(async () => {
		const first = async (options) => {
			const blob = await window.database.exportCsv("trips", options);
			return [...new Uint8Array(await blob.arrayBuffer()).slice(0, 3)];
		};
		return [await first(), await first({ bom: false })];
	});
	assert.deepEqual(marks, [[0xef, 0xbb, 0xbf], [...new TextEncoder().encode("tow")]]);
});

test("a result is cut where it is told, and one that is closed answers no more", async () => {
	const { many, long, closed } = await page.evaluate(async () => {
		const database = await window.openDatabase({ maxRows: 3 });
		await database.addFile({ name: "n.csv", text: "n\n1\n2\n3\n4\n" });
		const many = await database.query("SELECT n FROM n");
		const long = await database.query("SELECT hex(zeroblob(400000)) FROM n");
		database.close();
		return {
			many,
			long: [long.rows.length, long.truncated],
			closed: await window.problemOf(database.query("SELECT 1")),
		};
	});
	assert.deepEqual(many, { columns: ["n"], rows: [{ n: 1 }, { n: 2 }, { n: 3 }], truncated: true });
	assert.deepEqual(long, [1, true]);
	assert.equal(closed.code, "aborted");
});

test("200,000 rows are loaded while the page goes on", async (context) => {
	const { added, took, longest, sum } = await page.evaluate(async () => {
		const line = (at) =>
			`${at},name ${at % 1000},town ${at % 37},${(at * 1.37).toFixed(2)},2024-0${1 + (at % 9)}-1${at % 9}\n`;
		const part = (_, at) => Array.from({ length: 1_000 }, (_, more) => line(at * 1_000 + more)).join("");
		const file = new File(["id,name,town,price,day\n", ...Array.from({ length: 200 }, part)], "many.csv");
		// What making the file has left to do is not counted.
		await new Promise((done) => setTimeout(done, 1_000));
		let longest = 0;
		const observer = new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
		});
		observer.observe({ entryTypes: ["longtask"] });
		const started = performance.now();
		const added = await window.database.addFile(file);
		const took = performance.now() - started;
		const { rows } = await window.database.query("SELECT count(*) AS n, max(price) AS most FROM many");
		await new Promise((done) => setTimeout(done, 100));
		observer.disconnect();
		return { added, took, longest, sum: rows };
	});
	assert.equal(added.rows, 200_000);
	assert.deepEqual(
		added.columns.map(({ type }) => type),
		["number", "text", "text", "number", "date"],
	);
	assert.deepEqual(sum, [{ n: 200_000, most: 273998.63 }]);
	context.diagnostic(
		`${Math.round(took)} ms; the longest task of the page took ${Math.round(longest)} ms (0: under 50)`,
	);
});

test("nothing was said on the console", () => assert.deepEqual(opened.problems, []));
