/** Which sign parts a file, where another one stands in its cells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sheetOf } from "../../pkg/sqlite/sheet.js";

const read = (text, reading = {}) => {
	const { columns, rows, dialect } = sheetOf("a.csv", text, reading);
	return {
		names: columns.map((one) => one.name),
		units: columns.map((one) => one.unit),
		rows: [...rows()],
		dialect,
	};
};

test("a comma in each row but the names parts nothing where another sign parts the names as well", () => {
	const bank = read(
		"Datum;Text;Ort;Betrag\n01.02.24;Bar, Zürich;ZH;\n02.02.24;x;y;2,25\n03.02.24;x;y;3,25\n",
	);
	assert.deepEqual(bank.names, ["Datum", "Text", "Ort", "Betrag"]);
	assert.deepEqual(
		[bank.rows.length, bank.rows[0], bank.dialect.skipped],
		[3, ["01.02.24", "Bar, Zürich", "ZH", null], undefined],
	);
	const shop = read("sku\tname\tcolor\tsize\tprice\nA1\tShirt, red\tred\tL\t\nA2\tShirt\tblue\tL\t12,50\n");
	assert.deepEqual(shop.rows, [
		["A1", "Shirt, red", "red", "L", null],
		["A2", "Shirt", "blue", "L", 12.5],
	]);
});

test("where each row is one cell wider than the names, the rows have names and these have none", () => {
	const cars = read("mpg\tcyl\nMazda\t21\t6\nDatsun\t22.8\t4\n");
	assert.deepEqual(cars.names, ["column_1", "mpg", "cyl"]);
	assert.deepEqual([cars.rows[0], cars.dialect.header], [["Mazda", 21, 6], 1]);
	const quoted = read('"mpg","made by"\n"Mazda RX4",21,"Mazda"\n"Datsun 710",22.8,"Nissan"\n');
	assert.deepEqual(quoted.names, ["column_1", "mpg", "made by"]);
	const commas = read("lat;town\na, b, c;1,5;x\nd, e, f;2,5;y\n");
	assert.deepEqual(
		[commas.names, commas.rows[0]],
		[
			["column_1", "lat", "town"],
			["a, b, c", 1.5, "x"],
		],
	);
	// Neither where rows differ, nor where each ends with a delimiter.
	assert.deepEqual(read("a,b\n1,2,3\n4,5\n").names, ["a", "b", "column_3"]);
	assert.deepEqual(read("a,b\n1,2,\n4,5,\n").names, ["a", "b"]);
	assert.deepEqual(read("x,y\n1,2\n").names, ["x", "y"]);
});

test("quotes behind backslashes are a cell's where the file writes them so, and paths end with a backslash where it does not", () => {
	const mysql = read('id,txt,n\n1,"say \\"hi\\", ok",5\n2,"5\\", a ""b"" and \\\\",6\n3,"b",7\n');
	assert.deepEqual(mysql.rows, [
		[1, 'say "hi", ok', 5],
		[2, '5", a "b" and \\', 6],
		[3, "b", 7],
	]);
	const paths = read('id,path,n\n1,"C:\\dir\\",5\n2,"D:\\\\a\\",6\n');
	assert.deepEqual(paths.rows, [
		[1, "C:\\dir\\", 5],
		[2, "D:\\\\a\\", 6],
	]);
	assert.deepEqual(read('id,json\n1,"{""a"":""x\\""y""}"\n').rows, [[1, '{"a":"x\\"y"}']]);
	// What never closes so closes by the standard.
	assert.deepEqual(read('a,b\nx\\"y,"C:\\"\n').rows, [['x\\"y', "C:\\"]]);
});

test("a row of units below the names is none of the table, unless a person says where the names are", () => {
	const text = "Ort;Temp;Wind;Regen\n;°C;[m/s];kg m-2\nA;12,5;3;1\nB;14,2;5;2\n";
	const found = read(text);
	assert.deepEqual(found.rows, [
		["A", 12.5, 3, 1],
		["B", 14.2, 5, 2],
	]);
	assert.deepEqual(found.units, [undefined, "°C", "m/s", "kg m-2"]);
	assert.deepEqual([found.dialect.header, found.dialect.hasUnits], [1, true]);
	assert.equal(read(text, { header: 1 }).rows.length, 3);
	for (const other of [
		"size,code\nm,s\nl,m\n",
		"id,size\n1,m\n2,180\n",
		"name,age\nfoo,bar\n1,3\n",
		"a,b\n,\n1,2\n",
		"a,b\nTBD,TBD\n1,2\n",
	]) {
		const { rows, dialect } = read(other);
		assert.deepEqual([rows.length, dialect.hasUnits], [2, undefined], other);
	}
});
