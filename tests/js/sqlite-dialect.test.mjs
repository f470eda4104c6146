/** How files are written is told from them: decimals, names, rows above, encodings, JSON of three kinds; and a person may know better. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded, encodingOf } from "../../pkg/sqlite/encoding.js";
import { tableName } from "../../pkg/sqlite/names.js";
import { sheetOf } from "../../pkg/sqlite/sheet.js";

const read = (text, name = "a.csv", reading = {}) => {
	const { columns, rows, dialect } = sheetOf(name, text, reading);
	return {
		names: columns.map((one) => one.name),
		types: columns.map((one) => one.type),
		units: columns.map((one) => one.unit),
		rows: [...rows()],
		dialect,
	};
};
const column = (cells, delimiter = "\t") =>
	read(`a${delimiter}x\n${cells.map((cell) => `t${delimiter}${cell}`).join("\n")}\n`, "a.csv", { delimiter });
const values = (cells, delimiter) => column(cells, delimiter).rows.map(([, value]) => value);

test("a group of thousands never begins with a zero", () => {
	assert.deepEqual(values(["0,125", "0,250", "1,375"]), [0.125, 0.25, 1.375]);
	assert.deepEqual(values(["1.204", "0.950"], ";"), [1.204, 0.95]);
	assert.deepEqual(values(["1,204", "12,375"]), [1204, 12375]);
});

test("a file has one decimal mark: the one that some column has for sure", () => {
	const mixed = read("Land;Faelle;Inzidenz\nBayern;2.155;19,47\nHessen;1.345;12,10\n");
	assert.deepEqual(mixed.rows, [
		["Bayern", 2155, 19.47],
		["Hessen", 1345, 12.1],
	]);
	assert.equal(mixed.dialect.decimal, ",");
	// The comma of one column proves nothing of the points of another one.
	assert.deepEqual(mixed.dialect.doubtful, ["Faelle"]);
	assert.deepEqual(read("a;b;c\n1,204;1.5;x\n2,375;2.25;y\n").rows[0], [1204, 1.5, "x"]);
	// A column that is numbers by the other mark alone is read by it.
	assert.deepEqual(read("a;b;lat\n1,5;2,5;48.8566\n2,5;3,5;50.1\n").rows[0], [1.5, 2.5, 48.8566]);
});

test("beside 1.204 a 950 tells of groups, a sign of money as well, and a 1500 of decimals", () => {
	assert.deepEqual(values(["2.155", "950", "1.345"], ";"), [2155, 950, 1345]);
	assert.deepEqual(values(["5.000 €", "12.500 €"], ";"), [5000, 12500]);
	assert.deepEqual(values(["2.155", "1500", "950"], ";"), [2.155, 1500, 950]);
});

test("what nothing decides is named, and read as the person says", () => {
	const text = "n;x\nA;48.856\nB;50.123\n";
	const told = read(text);
	assert.deepEqual([told.dialect.decimal, told.dialect.doubtful, told.rows[0]], [".", ["x"], ["A", 48.856]]);
	const again = read(text, "a.csv", { decimal: "," });
	assert.deepEqual([again.dialect.doubtful, again.rows[0]], [undefined, ["A", 48856]]);
});

const NUMBERS = {
	"money with its sign before": [["$1,234.50", "$5.00", "-$3", "$-4"], [1234.5, 5, -3, -4], "$"],
	"money with its sign behind": [["1.234,50 €", "5 €", "€ 6", "7"], [1234.5, 5, 6, 7], "€"],
	"money by its code": [["CHF 1'234.50", "CHF 5"], [1234.5, 5], "CHF"],
	"accounts write what is owed in brackets": [["(1,234)", "2,000", "($5)"], [-1234, 2000, -5], "$"],
	"Swiss apostrophes of both kinds": [
		["1'234.50", "12’000.00"],
		[1234.5, 12000],
	],
	"signs, also the typographer's": [
		["+5", "−3", "–2", "7-"],
		[5, -3, -2, -7],
	],
	"percentages are the figures that stand there": [["12%", "3.5 %", "0", "-1%"], [12, 3.5, 0, -1], "%"],
	"brackets beside another number": [
		["(5)", "12"],
		[-5, 12],
	],
	"three groups beside another number": [
		["612.345.678", "1.345.678", "7"],
		[612345678, 1345678, 7],
	],
	"India's groups": [
		["1,23,456", "12,34,567.50"],
		[123456, 1234567.5],
	],
	"narrow blanks group": [
		["1\u202f234,5", "12\u00a0000"],
		[1234.5, 12000],
	],
	"what spreadsheets write for nothing": [
		["10", "#N/A", "20", "$ -", "\\N", "#DIV/0!", "#REF!", "#VALUE!", "#WERT!", "#NAME?", "—", ".."],
		[10, null, 20, null, null, null, null, null, null, null, null, null],
	],
};
for (const [what, [cells, expected, unit]] of Object.entries(NUMBERS)) {
	test(`numbers: ${what}`, () => {
		const { types, units, rows } = column(cells);
		assert.deepEqual([types[1], units[1]], ["number", unit]);
		assert.deepEqual(
			rows.map(([, value]) => value),
			expected,
		);
	});
}

test("what has digits and is no number stays as it is written", () => {
	for (const cells of [
		["12%", "3.5"],
		["$5", "€5"],
		["+41441234567", "+41441234568"],
		["+41 441 234 567", "+41 441 234 568"],
		["01067", "10115"],
		["12 kg", "13 kg"],
		["1,2,3", "4,5,6"],
		["1.2.3", "4.5.6"],
		["10:30", "11:45"],
		["31.12.2024", "01.02.2025"],
		["(5", "6"],
		["--5", "6"],
		["192.168.178.201", "192.168.178.202"],
		["1436278513418522630", "5"],
		["1,436,278,513,418,522,630", "5"],
		["999999999999999.99", "5"],
		["(1)", "(2)"],
		["612.345.678", "612.345.679"],
		["732 829 320", "732 829 321"],
		["12.345.678.901.234.567,25", "5"],
	]) {
		const { types, rows } = column(cells);
		assert.deepEqual([types[1], rows.map(([, value]) => value)], ["text", cells]);
	}
});

const HEADS = {
	years: ["region,2023,2024,2025\nNorth,10,20,30\nSouth,5,6,7\n", ["region", "2023", "2024", "2025"]],
	"years that fall": ["item,2025,2024\nRevenue,12.5,11\nCost,9,8\n", ["item", "2025", "2024"]],
	"years alone": ["2023,2024\n10,20\n30,40\n", ["2023", "2024"]],
	"years beside other names": ["code,2020,2021,note\nA,1,2,x\nB,..,4,y\n", ["code", "2020", "2021", "note"]],
	"numbers one after the other": ["name,1,2,3,4\nA,3,4,5,6\nB,9,8,7,6\n", ["name", "1", "2", "3", "4"]],
	"numbers in even steps": ["sex,0,5,10\nm,100,200,50\nf,90,80,70\n", ["sex", "0", "5", "10"]],
	months: ["Name,202412,202501\nA,5,7\nB,9,8\n", ["Name", "202412", "202501"]],
	"parts of one": ["name,0.25,0.5,0.75\na,1,2.5,4\nb,2,3,7\n", ["name", "0.25", "0.5", "0.75"]],
	"days over numbers": ["country,2020-01-22,1/23/20\nFR,5,6\nDE,7,8\n", ["country", "2020-01-22", "1/23/20"]],
	"an index without a name": [",0,1,2\n0,5,6,7\n1,8,9,9\n", ["column_1", "0", "1", "2"]],
};
for (const [what, [text, names]] of Object.entries(HEADS)) {
	test(`names of columns: ${what}`, () => {
		const found = read(text);
		assert.deepEqual(found.names, names);
		assert.equal(found.dialect.header, 1);
		assert.equal(found.rows.length, 2);
	});
}

test("a first row of values is none of names", () => {
	for (const text of [
		"Ann,1990,2010\nBob,1985,2005\n",
		"North,10,20,30\nSouth,5,6,7\n",
		"Ann,2024-01-02\nBob,2024-02-03\n",
		"1,2,3\n4,5,6\n",
		"a,5,10,15,20\nb,1,2,3,4\n",
		"Ann,12%\nBob,13%\n",
		"Ann,202412\nBob,5\n",
		"Ann,202412,202501\nBob,202401,202402\n",
		"a,0.25,0.5,0.75\nb,0.1,0.2,0.3\n",
		"a,0.25,0.5,0.8\nb,0.1,0.7,0.3\n",
	]) {
		const { rows, dialect } = read(text);
		assert.deepEqual([rows.length, dialect.header], [2, 0], text);
	}
});

const ABOVE = {
	"a bank": [
		'"Kontonummer:";"1030 / Konto"\n"Von:";"01.03.2025"\n\n"Tag";"Text";"Wer";"Betrag"\n"03.03.2025";"Abgang";"Strom AG";"-30,78"\n',
		["Tag", "Text", "Wer", "Betrag"],
		["03.03.2025", "Abgang", "Strom AG", -30.78],
		2,
	],
	"a statistics office, with a delimiter at the end of each row": [
		'\uFEFF"Data Source","Indicators",\r\n\r\n"Last Updated","2024-06-28",\r\n\r\n"Country","Code","1960","1961",\r\n"Aruba","ABW","54608","",\r\n"Africa","AFE","130692579","1",\r\n',
		["Country", "Code", "1960", "1961"],
		["Aruba", "ABW", 54608, null],
		2,
	],
	comments: [
		"# Report, with a comma\n# Account: shop\nCountry,Users\nFrance,120\nSpain,80\n",
		["Country", "Users"],
		["France", 120],
		2,
	],
	"more lines than the table has": [
		"# a\n# b\n# c\n# d\n# e\n# f\nCountry\tUsers\nFrance\t120\nSpain\t80\n",
		["Country", "Users"],
		["France", 120],
		6,
	],
	"a title that was filled up": [
		"Sales report,,,\n,,,\nRegion,Q1,Q2,Q3\nNorth,1,2,3\nSouth,4,5,6\n",
		["Region", "Q1", "Q2", "Q3"],
		["North", 1, 2, 3],
		2,
	],
	"names and values, filled up": [
		"Bank,UBS,,\nAccount,1234,,\nDate,Text,Amount,Balance\n01.02.2024,x,-5,3\n02.02.2024,y,6,9\n",
		["Date", "Text", "Amount", "Balance"],
		["01.02.2024", "x", -5, 3],
		2,
	],
	"above years": [
		"Source,World Bank\nregion,2023,2024\nNorth,10,20\nSouth,5,6\n",
		["region", "2023", "2024"],
		["North", 10, 20],
		1,
	],
};
for (const [what, [text, names, row, rows]] of Object.entries(ABOVE)) {
	test(`rows before the table are left out, and told: ${what}`, () => {
		const found = read(text);
		assert.deepEqual(found.names, names);
		assert.deepEqual(found.rows[0], row);
		assert.deepEqual([found.dialect.header, found.dialect.skipped.rows], [rows + 1, rows]);
		assert.equal(found.dialect.skipped.texts.length, rows);
	});
}

test("nothing is left out of a table that begins at once", () => {
	for (const text of [
		"#,Name,Age\n1,Ann,30\n2,Bob,31\n",
		"name,city,\nAnn,Lyon,x\nBob,Nice,y\n",
		"a,b\n1\n1,2,3\n",
		"name;note\nAnn;a, b, c\nBob;d, e, f\n",
	])
		assert.deepEqual([read(text).dialect.skipped, read(text).dialect.header], [undefined, 1], text);
});

test("a person says which row the names are, or that there are none", () => {
	const text = "x,y\na,b\nc,d\n";
	const third = read(text, "a.csv", { header: 2 });
	assert.deepEqual([third.names, third.rows, third.dialect.header], [["a", "b"], [["c", "d"]], 2]);
	assert.deepEqual(read(text, "a.csv", { header: false }).rows.length, 3);
});

test("blanks before quotes are none of a cell's", () => {
	const { names, rows } = read(
		'"LatD", "City", "State"\n41, "Youngstown", OH\n42, \t"Yankton, ""East""" , SD\n',
	);
	assert.deepEqual(names, ["LatD", "City", "State"]);
	assert.deepEqual(rows, [
		[41, "Youngstown", "OH"],
		[42, 'Yankton, "East"', "SD"],
	]);
	assert.deepEqual(read('a, b\n1, "x, y"\n2, z\n').rows[1], [2, "z"]);
	// Quotes within a cell, and one that never closes, are letters.
	assert.deepEqual(read('a,b\nx, "said" he\ny, "5 inch\n').rows, [
		["x", '"said" he'],
		["y", '"5 inch'],
	]);
});

test("the sign of a first line may stand in quotes", () => {
	for (const first of ['"sep=;"', "sep=;", "SEP=;", "\uFEFFsep=;"]) {
		const { rows, dialect } = read(`${first}\na,b;c\n1,5;2\n`);
		assert.deepEqual([rows, dialect.delimiter], [[[1.5, 2]], ";"], first);
	}
});

test("JSON Lines are records, by the file's name and by their first line", () => {
	const text = '\uFEFF{"id":1,"user":"Ann"}\r\n\r\n{"id":2,"user":"Bob","more":[1]}\n';
	for (const name of ["a.jsonl", "a.NDJSON", "a.json", "a.txt", "a.csv", "a"]) {
		const { rows, dialect } = read(text, name);
		assert.deepEqual(rows, [
			[1, "Ann", null],
			[2, "Bob", "[1]"],
		]);
		assert.equal(dialect.format, "json-lines");
	}
	assert.deepEqual(read('{"a":1},\n{"a":2}\n', "a.txt").rows, [[1], [2]]);
	assert.throws(() => read('{"a":1}\n{"a":\n', "a.jsonl"), /^Error: Line 2 is no JSON/);
	assert.throws(() => read('{"a":1}\n[2]\n', "a.jsonl"), /^Error: Line 2 is no record/);
	assert.deepEqual(read(' [{"a":1}]', "a.txt").dialect, { format: "json" });
	assert.deepEqual(read('{"rows":[{"a":1},{"a":2}]}', "a.txt").rows, [[1], [2]]);
	assert.deepEqual(read('{"a":1}', "a.txt").rows, [[1]]);
	assert.equal(read("{note},b\n1,2\n").dialect.format, "delimited");
	assert.equal(
		tableName("a.geojson", () => false),
		"a",
	);
	assert.equal(
		tableName("a.jsonl", () => false),
		"a",
	);
});

test("of GeoJSON the properties are columns, and where points lie", () => {
	const features = [
		{
			type: "Feature",
			id: 7,
			properties: { name: "Lyon" },
			geometry: { type: "Point", coordinates: [4.8, 45.7, 9] },
		},
		{ type: "Feature", properties: { name: "Alps" }, geometry: { type: "Polygon", coordinates: [[]] } },
		{ type: "Feature", properties: null, geometry: null },
	];
	for (const [name, text] of [
		["a.geojson", JSON.stringify({ type: "FeatureCollection", features })],
		["a.json", JSON.stringify({ type: "FeatureCollection", name: "x", features })],
		["a.geojsonl", features.map((one) => JSON.stringify(one)).join("\n")],
	]) {
		const { names, rows, dialect } = read(text, name);
		assert.deepEqual(names, ["id", "name", "longitude", "latitude", "geometry"]);
		assert.deepEqual(rows, [
			[7, "Lyon", 4.8, 45.7, null],
			[null, "Alps", null, null, "Polygon"],
			[null, null, null, null, null],
		]);
		assert.equal(dialect.format, "geojson");
	}
});

test("digits that a number cannot hold make it a text, and those that a program writes are held", () => {
	assert.deepEqual(
		values(["99999999999999.98", "12345678901234.566", "1234567890123.50", "0.30000000000000004"]),
		[99999999999999.98, 12345678901234.566, 1234567890123.5, 0.30000000000000004],
	);
	assert.deepEqual(read('[{"a":1e400,"b":-1.5E+400},{"a":5,"b":1e100}]', "a.json").rows, [
		["1e400", "-1.5E+400"],
		["5", "1e+100"],
	]);
});

test("whole numbers beyond 2^53 in JSON are exact, as texts", () => {
	const ids = ["1436278513418522630", "1436278513418522631", "-9007199254740993"];
	for (const [name, text] of [
		["a.json", `[${ids.map((id) => `{"id":${id}}`).join(",\n")},{"id":5}]`],
		["a.jsonl", `${ids.map((id) => `{"id": ${id} }`).join("\n")}\n{"id":5}`],
	])
		assert.deepEqual(
			read(text, name).rows.map(([id]) => id),
			[...ids, "5"],
		);
	const deep = read(
		'[{"a\\"1436278513418522630":"1436278513418522630\\\\","b":{"id":1436278513418522630},"c":1.436278513418522630,"d":1436278513418522630e2,"e":9007199254740991}]',
		"a.json",
	);
	assert.deepEqual(deep.rows, [
		[
			"1436278513418522630\\",
			'{"id":"1436278513418522630"}',
			Number("1.436278513418522630"),
			Number("1436278513418522630e2"),
			9007199254740991,
		],
	]);
	assert.deepEqual(deep.names[0], "a1436278513418522630");
});

const bytes = (...all) => Uint8Array.from(all.flat()).buffer;
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
// 東京, 大阪, さいたま; 北京, 上海; 서울, 부산; Москва, Казань.
const ENCODINGS = {
	shift_jis: [
		0x93,
		0x8c,
		0x8b,
		0x9e,
		ascii(",5\n"),
		0x91,
		0xe5,
		0x8d,
		0xe3,
		ascii(",6\n"),
		0x82,
		0xb3,
		0x82,
		0xa2,
	],
	"euc-jp": [
		0xa4,
		0xc8,
		0xa4,
		0xa6,
		0xa4,
		0xad,
		0xa4,
		0xe7,
		0xa4,
		0xa6,
		ascii(",5\n"),
		0xc2,
		0xe7,
		0xba,
		0xe5,
	],
	gb18030: [0xb1, 0xb1, 0xbe, 0xa9, ascii(",5\n"), 0xc9, 0xcf, 0xba, 0xa3, ascii(",6\n")],
	"euc-kr": [0xbc, 0xad, 0xbf, 0xef, ascii(",5\n"), 0xba, 0xce, 0xbb, 0xea, ascii(",6\n")],
	"windows-1251": [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, ascii(",5\n"), 0xca, 0xe0, 0xe7, 0xe0, 0xed, 0xfc],
	"windows-1252": [ascii("Z"), 0xfc, ascii("rich,5\nOrl"), 0xe9, ascii("ans "), 0x80],
	macintosh: [ascii("Z"), 0x9f, ascii("rich,5\nOrl"), 0x8e, ascii("ans")],
};
for (const [label, all] of Object.entries(ENCODINGS)) {
	test(`bytes without a mark that are no UTF-8 are guessed, which is said: ${label}`, () =>
		assert.deepEqual(encodingOf(bytes(all)), { label, isGuessed: true }));
}

test("an encoding that cannot be told is asked for, and one that is said is taken", () => {
	// Big5: 臺北, 高雄, 縣.
	const big5 = bytes(
		0xbb,
		0x4f,
		0xa5,
		0x5f,
		ascii(",5\n"),
		0xb0,
		0xaa,
		0xb6,
		0xaf,
		ascii(",6\n"),
		0xbf,
		0xa4,
		0x40,
	);
	assert.throws(() => encodingOf(big5), /^Error: Its encoding cannot be detected.*option "encoding"/);
	assert.equal(decoded(big5, "big5").slice(0, 4), "臺北,5");
});

test("UTF-8 and marks are no guess, and one broken place makes no other encoding of UTF-8", () => {
	assert.deepEqual(encodingOf(new TextEncoder().encode("é").buffer), { label: "utf-8", isGuessed: false });
	assert.deepEqual(encodingOf(bytes(0xff, 0xfe, 0xe9, 0x00)), { label: "utf-16le", isGuessed: false });
	const broken = new TextEncoder().encode(`${"Zürich, ".repeat(30)}?`);
	broken[broken.length - 1] = 0xe9;
	assert.deepEqual(encodingOf(broken.buffer), { label: "utf-8", isGuessed: true });
});
