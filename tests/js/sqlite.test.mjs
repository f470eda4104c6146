/** Files as tables, without a browser: where cells end, of which kind columns are, what they are called, what a model is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../pkg/sqlite/index.js";
import { layerOf } from "../../pkg/sqlite/layer.js";
import { MAX_CELL, MAX_COLUMNS } from "../../pkg/sqlite/limits.js";
import { columnNames, tableName } from "../../pkg/sqlite/names.js";
import { recordsOf } from "../../pkg/sqlite/records.js";
import { decoded } from "../../pkg/sqlite/encoding.js";
import { sheetOf } from "../../pkg/sqlite/sheet.js";
import { isHeader } from "../../pkg/sqlite/header.js";
import { delimiterOf } from "../../pkg/sqlite/sniff.js";
import { Turns } from "../../pkg/sqlite/turns.js";

const records = (text, delimiter = ",") => [...recordsOf(text, delimiter)];
const read = (text, name = "a.csv", reading = {}) => {
	const { columns, rows } = sheetOf(name, text, reading);
	return { names: columns.map((one) => one.name), types: columns.map((one) => one.type), rows: [...rows()] };
};

const CELLS = {
	"quotes, and a delimiter and a line's end within them": [
		'a,"b, ""c""\r\nd"\r\ne,f',
		[
			["a", 'b, "c"\r\nd'],
			["e", "f"],
		],
	],
	"every kind of line's end, and none at the end": ["a\nb\r\nc\rd", [["a"], ["b"], ["c"], ["d"]]],
	"empty cells, also the last": [
		"a,,\n,,b\n",
		[
			["a", "", ""],
			["", "", "b"],
		],
	],
	"empty lines are no rows": ["\n\na\r\n\r\n\nb\n\n", [["a"], ["b"]]],
	"an empty text in quotes is an empty cell": ['"",a', [["", "a"]]],
	"a quote within a cell is one": ['a"b,c', [['a"b', "c"]]],
	"what stands behind a closing quote belongs to the cell": ['"a"b,c', [["ab", "c"]]],
	"a closing quote at the very end": ['a,"b"', [["a", "b"]]],
	"a delimiter at the very end": ["a,", [["a", ""]]],
};
for (const [what, [text, expected]] of Object.entries(CELLS)) {
	test(`cells: ${what}`, () => assert.deepEqual(records(text), expected));
}

test("whatever is written by the rules is read again", () => {
	const parts = ['"', ",", "\n", "\r", "\r\n", "a", "é", "🦊", " ", ""];
	let state = 7;
	const draw = (most) => {
		state = (state * 48_271) % 2_147_483_647;
		return state % most;
	};
	for (let round = 0; round < 500; round += 1) {
		const cell = () => Array.from({ length: draw(5) }, () => parts[draw(parts.length)]).join("");
		const rows = Array.from({ length: 1 + draw(4) }, () => [`x${cell()}`, cell(), `${cell()}x`]);
		const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(";")).join("\r\n");
		assert.deepEqual(records(text, ";"), rows);
	}
});

test("a quote that never closes, a cell and a row that are too long say where", () => {
	assert.throws(() => records('a\nb\n"c\nd'), /^Error: Row 3 has a quote that never closes\.$/);
	assert.throws(() => records('a\r\nb\r\n"c'), /Row 3 /);
	assert.throws(() => records(`a\n${"x".repeat(MAX_CELL + 1)}`), /Row 2 has a cell of more than/);
	assert.throws(() => records(",".repeat(MAX_COLUMNS)), /Row 1 has more than 2000 cells/);
	assert.equal(records("x".repeat(100_000))[0][0].length, 100_000);
});

test("the delimiter is the one that parts rows evenly, and not the one that is there most", () => {
	assert.equal(delimiterOf("a,b\n1,2\n"), ",");
	assert.equal(delimiterOf("a;b\n1,5;2,5\n3,5;4,5\n"), ";");
	assert.equal(delimiterOf("a\tb\n1, 2 and 3\tx\n"), "\t");
	assert.equal(delimiterOf("a|b\n1|2\n"), "|");
	assert.equal(delimiterOf('"x, y";b\n"a, b, c";d\n'), ";");
	assert.equal(delimiterOf("one\ntwo\n"), ",");
	// Looked at is only the beginning, which ends within quotes here.
	assert.equal(delimiterOf(`a;b\n1;"${"x,\n".repeat(100_000)}"\n`), ";");
	assert.deepEqual(read("sep=|\na|b,c\n1|2\n").names, ["a", "b,c"]);
});

test("names are no numbers, no dates and not missing; who knows better says so", () => {
	assert.equal(isHeader(["name", "born", ""]), true);
	assert.equal(isHeader(["Ann", "40"]), false);
	assert.equal(isHeader(["Lyon", "2024-01-02"]), false);
	assert.deepEqual(read("1,2\n3,4").names, ["column_1", "column_2"]);
	assert.deepEqual(read("Ann,Lyon\nBob,Nice", "a.csv", { header: false }).rows.length, 2);
	assert.deepEqual(read("2023,2024\n3,4", "a.csv", { header: true }).names, ["2023", "2024"]);
});

const KINDS = {
	"whole numbers": ["1\n-20\n0", [1, -20, 0]],
	"decimal points and exponents": ["1.5\n.5\n-2e-3", [1.5, 0.5, -0.002]],
	"grouped digits": ['"1,204"\n"12,000.5"\n7', [1204, 12000.5, 7]],
	"an empty cell is no number": ['1\n""\n3', [1, 3]],
	"what programs write for none": ["1\nNA\nn/a\n-\n2", [1, null, null, null, 2]],
	"blanks around numbers": [" 1\n2 \n", [1, 2]],
	"ISO dates stay text": ["2024-01-31\n2024-02-01T10:00:00Z", ["2024-01-31", "2024-02-01T10:00:00Z"], "date"],
	"no month is the thirteenth": ["2024-13-01\n2024-01-01", ["2024-13-01", "2024-01-01"], "text"],
	"zeros in front are a code": ["007\n12", ["007", "12"], "text"],
	"more digits than a number holds": ["1234567890123456\n1", ["1234567890123456", "1"], "text"],
	"one word among numbers": ["1\n2\nthree", ["1", "2", "three"], "text"],
	"one number among words, the last": ["a\nb\n3", ["a", "b", "3"], "text"],
	"dates among numbers": ["2024-01-01\n5", ["2024-01-01", "5"], "text"],
	"infinity and hexadecimal are words": ["Infinity\n0x10", ["Infinity", "0x10"], "text"],
	"nothing but what stands for none": ["NA\n-", ["NA", "-"], "text"],
};
for (const [what, [cells, values, type = "number"]] of Object.entries(KINDS)) {
	test(`kinds: ${what}`, () => {
		const found = read(`x\n${cells}`, "a.csv", { delimiter: ",", header: true });
		assert.deepEqual(
			found.rows.map(([value]) => value),
			values,
		);
		assert.deepEqual(found.types, [type]);
	});
}

test("a comma is decimal where semicolons part, and groups where commas do", () => {
	assert.deepEqual(read("a;b\n1,234;x\n2,500;y").rows, [
		[1.234, "x"],
		[2.5, "y"],
	]);
	assert.deepEqual(read("a;b\n1.234,50;x\n2;y").rows, [
		[1234.5, "x"],
		[2, "y"],
	]);
	assert.deepEqual(read("a;b\n1 234,50;x\n2;y").rows, [
		[1234.5, "x"],
		[2, "y"],
	]);
	// One way of writing for a whole column.
	assert.deepEqual(read("a;b\n1.5;x\n2,5;y").types[0], "text");
	assert.deepEqual(read('a,b\n"1,234",x\n"2,500",y').rows, [
		[1234, "x"],
		[2500, "y"],
	]);
	assert.deepEqual(read('a,b\n"1,5",x\n"2,25",y').rows, [
		[1.5, "x"],
		[2.25, "y"],
	]);
});

test("rows that are too short are filled up, and longer ones get columns", () => {
	const { names, rows } = read("a,b\n1\n1,2,3\n");
	assert.deepEqual(names, ["a", "b", "column_3"]);
	assert.deepEqual(rows, [
		[1, null, null],
		[1, 2, 3],
	]);
});

test("columns are called so that they can be asked for, each once", () => {
	const heads = [
		"a",
		"A",
		"",
		" x\n\ty ",
		'"; DROP TABLE x',
		"__proto__",
		"constructor",
		"e\u0301",
		"\u202eb",
		"`[{;}]'",
	];
	assert.deepEqual(columnNames(heads), [
		"a",
		"A_2",
		"column_3",
		"x y",
		"DROP TABLE x",
		"__proto___2",
		"constructor_2",
		"é",
		"b",
		"column_10",
	]);
	const long = columnNames(["🦊".repeat(100), "🦊".repeat(100)]);
	assert.deepEqual(long, ["🦊".repeat(60), `${"🦊".repeat(60)}_2`]);
});

test("tables are called as their files, without what would have to be quoted", () => {
	const named = (file, ...taken) => tableName(file, (name) => taken.includes(name));
	assert.equal(named("C:\\files\\Order Items (new).csv"), "order_items_new");
	assert.equal(named("../../étés.tsv"), "étés");
	assert.equal(named("2024.csv"), "t_2024");
	assert.equal(named("sqlite_master.csv"), "t_sqlite_master");
	assert.equal(named('x"; DROP TABLE y;--.csv'), "x_drop_table_y");
	assert.equal(named("🦊.json"), "t");
	assert.equal(named("a.csv", "a", "a_2"), "a_3");
});

test("JSON is a list of records, whatever they are called and hold", () => {
	const { names, types, rows } = read(
		'{"made": 1, "all": [{"__proto__": 1, "n": 2.5, "d": "2024-01-01"}, {"n": null, "deep": {"a": [1]}, "is": true}]}',
		"a.JSON",
	);
	assert.deepEqual(names, ["__proto___2", "n", "d", "deep", "is"]);
	assert.deepEqual(types, ["number", "number", "date", "text", "text"]);
	assert.deepEqual(rows, [
		[1, 2.5, "2024-01-01", null, null],
		[null, null, null, '{"a":[1]}', "true"],
	]);
	for (const wrong of ["", "[]", "[1]", "{}", "7", "[[1]]", '{"a":[{"x":1}],"b":[{"x":1}]}', "[{}]"])
		assert.throws(() => sheetOf("a.json", wrong, {}), /^Error: It/, wrong);
});

test("what is no table says so", () => {
	assert.throws(() => sheetOf("a.csv", "", {}), /It has no rows/);
	assert.throws(() => sheetOf("a.csv", "a,b\n", {}), /It has no rows/);
	assert.throws(() => sheetOf("a.csv", "PK\u0003\u0004\0\0", {}), /It is no text/);
});

test("bytes are UTF-8, UTF-16 by its mark, else what spreadsheets wrote before", () => {
	const bytes = (...all) => Uint8Array.from(all).buffer;
	assert.equal(decoded(new TextEncoder().encode("é🦊").buffer), "é🦊");
	assert.equal(decoded(bytes(0xef, 0xbb, 0xbf, 0x61)), "a");
	assert.equal(decoded(bytes(0xff, 0xfe, 0xe9, 0x00)), "é");
	assert.equal(decoded(bytes(0xfe, 0xff, 0x00, 0xe9)), "é");
	assert.equal(decoded(bytes(0xe9, 0x61)), "éa");
	assert.equal(decoded(bytes()), "");
});

const TABLE = {
	name: "trips",
	rows: 3,
	columns: [
		{ name: "km", type: "number", distinct: 3 },
		{ name: "town", type: "text", distinct: 2 },
	],
};
const layer = (tables) =>
	layerOf("files", tables, async (sql) => ({ columns: [sql], rows: [], truncated: false }));

test("the layer has the tools of a data server, and says which tables there are", async () => {
	const { protocol, tools } = layer([TABLE]);
	assert.equal(protocol, "webmcp");
	const named = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
	assert.deepEqual(Object.keys(named), [
		"query_sql",
		"list_tables",
		"describe_table",
		"find_skills",
		"read_skill",
	]);
	assert.match(named.query_sql.description, /trips \(3 rows, 2 columns\)/);
	assert.ok(tools.every(({ annotations }) => annotations.readOnlyHint));
	assert.deepEqual((await named.query_sql.execute({ sql: "SELECT 1" })).columns, ["SELECT 1"]);
	assert.deepEqual(await named.list_tables.execute({}), { tables: [{ name: "trips", rows: 3 }] });
	assert.deepEqual(await named.describe_table.execute({ table: "trips" }), TABLE);
	await assert.rejects(named.describe_table.execute({ table: "x" }), {
		code: "not_found",
		message: "There is no table 'x'; there are trips.",
	});
	const [best] = await named.find_skills.execute({ query: "average km by town" });
	assert.equal(best.name, "average-by-group-trips");
	assert.equal(best.body, undefined);
	const { body } = await named.read_skill.execute({ name: best.name });
	assert.match(
		body,
		/SELECT CAST\("\{group\}" AS TEXT\) AS label, AVG\("\{column\}"\) AS value FROM "trips"/,
	);
});

test("without a table nothing can be asked but that", () => {
	assert.deepEqual(
		layer([]).tools.map(({ name }) => name),
		["list_tables"],
	);
});

test("questions are asked one after the other, also where one is given up", async () => {
	const turns = new Turns();
	const said = [];
	let open = () => {};
	const gate = new Promise((done) => {
		open = done;
	});
	const stop = new AbortController();
	const first = turns.take(() => gate.then(() => said.push("first")), stop.signal);
	const second = turns.take(async () => said.push("second"));
	// The first one has begun.
	await new Promise(setImmediate);
	stop.abort(new Error("enough"));
	await assert.rejects(first, /enough/);
	assert.deepEqual(said, []);
	open();
	await second;
	assert.deepEqual(said, ["first", "second"]);
	const held = turns.take(() => new Promise(() => {}));
	const others = Array.from({ length: 63 }, () => turns.take(async () => 1));
	await assert.rejects(
		turns.take(async () => 1),
		{ code: "tool_failed", message: /Too many questions wait/ },
	);
	assert.ok(held && others.length === 63);
});

test("where there are no Workers it is said in a sentence, and a wrong option by its name", async () => {
	await assert.rejects(openDatabase(), {
		name: "WebMcpError",
		code: "unsupported",
		message: /Worker could not be started/,
	});
	for (const [option, value] of [
		["name", " "],
		["maxRows", 0],
		["timeoutMs", "1"],
		["worker", 1],
		["library", 5],
	])
		await assert.rejects(openDatabase({ [option]: value }), {
			code: "invalid_argument",
			message: new RegExp(`openDatabase: options\\.${option}`),
		});
});
