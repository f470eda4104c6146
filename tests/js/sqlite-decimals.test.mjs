/** What a mark between digits is, where one group of three follows it: a wrong guess makes numbers a thousand times too large. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sheetOf } from "../../pkg/sqlite/sheet.js";

const read = (text) => {
	const { columns, rows, dialect } = sheetOf("a.csv", text, {});
	return { types: columns.map((one) => one.type), rows: [...rows()], doubtful: dialect.doubtful };
};

const DECIMALS = {
	"a whole latitude beside one with three decimals": ["name,lat\na,48.856\nb,50\n", [48.856, 50], "lat"],
	"seconds of a race": ["run,seconds\n1,12.345\n2,12\n", [12.345, 12], "seconds"],
	"volts where semicolons part": ["t;U\n1;3.301\n2;3.299\n3;3\n", [3.301, 3.299, 3], "U"],
	"kilograms with a comma": ["Artikel;kg\nA;1,250\nB;2\n", [1.25, 2], "kg"],
	"kilograms where tabs part": ["Artikel\tkg\nA\t1,250\nB\t2\n", [1.25, 2], "kg"],
};
for (const [what, [text, values, doubtful]] of Object.entries(DECIMALS)) {
	test(`three decimals stay decimals beside a whole number of their size, and it is said: ${what}`, () => {
		const found = read(text);
		assert.deepEqual(
			found.rows.map((row) => row.at(-1)),
			values,
		);
		assert.deepEqual(found.doubtful, [doubtful]);
	});
}

test("a whole number a thousand times larger tells of groups, which stays a guess where no column has a decimal", () => {
	const found = read("Land;Faelle\nA;2.155\nB;950\nC;1.345\n");
	assert.deepEqual(
		found.rows.map(([, value]) => value),
		[2155, 950, 1345],
	);
	assert.deepEqual(found.doubtful, ["Faelle"]);
});

test("a comma before the decimals of one column proves no groups in another one; what does is no doubt", () => {
	assert.deepEqual(read("Ort;lat;lon;Preis\nA;48.856;2.352;1,5\nB;50.123;8.456;2,25\n").doubtful, [
		"lat",
		"lon",
	]);
	for (const text of [
		"Land;Faelle;Summe\nA;2.155;1.119,47\nB;1.345;12,10\n",
		"Land;Faelle;Inzidenz\nA;2.155;19,47\nB;950;12,10\n",
		"Artikel;Preis;kg\nA;2.155 €;19,47\nB;1.345 €;12,10\n",
		'Land,Faelle,Inzidenz\nA,"2,155",19.47\nB,"1,345",12.10\n',
	]) {
		const { rows, doubtful } = read(text);
		assert.deepEqual([rows[0][1], doubtful], [2155, undefined], text);
	}
});

test("no groups stand before an exponent", () =>
	assert.deepEqual(read("a;x;y\nA;1.234E+05;1,5\n").rows, [["A", 123400, 1.5]]));

test("a dash in the place of the cents is no sign of what is owed", () => {
	for (const [cells, values] of [
		[
			["3.-", "18.50", "-4.-", "CHF 1'200.-", "3.–", "3.--", "5.— CHF"],
			[3, 18.5, -4, 1200, 3, 3, 5],
		],
		[
			["3,-", "18,50", "5,– €", "1.200,-- €", "7-"],
			[3, 18.5, 5, 1200, -7],
		],
	])
		for (const [at, cell] of cells.entries())
			assert.deepEqual(
				read(`Artikel;Preis\nWein;${cells[1]}\nBrot;${cell}\n`).rows,
				[
					["Wein", values[1]],
					["Brot", values[at]],
				],
				cell,
			);
});
