/** Which sign parts a file, where another one stands in its cells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sheetOf } from "../../pkg/sqlite/sheet.js";

const read = (text) => {
	const { columns, rows, dialect } = sheetOf("a.csv", text, {});
	return { names: columns.map((one) => one.name), rows: [...rows()], dialect };
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
