/** CSV as spreadsheets read it: none of it is run, and numbers, percentages and telephone numbers stay as they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BOM, csvLine } from "../../pkg/core/csv.js";
import { csvFile, separated } from "../../pkg/widgets/data-table/exports.js";
import { columnsOf } from "../../pkg/widgets/data-table/rows.js";

test("what a spreadsheet would run begins with an apostrophe", () => {
	for (const text of [
		"=cmd()",
		"=1+1",
		"@SUM(A1)",
		"+1+1",
		"-2-3",
		"-1*2",
		"+A1",
		"-A1",
		"+1+cmd|' /C calc'!A0",
		"-2+3+cmd|' /C calc'!A0",
		"\t=1",
		"\r=1",
		"\n=1",
		"＝1+1",
		"-5%+1",
		"+41 44 HYPERLINK(1)",
		"-(1)",
		`+${"1".repeat(60)}`,
	])
		assert.match(csvLine([text]), /^"?'/, text);
});

test("numbers, percentages, money and telephone numbers stay as they are", () => {
	for (const text of [
		"-5%",
		"-5.5 %",
		"-5",
		"+5",
		"-.5",
		"-1.5e-3",
		"-$5.00",
		"-1234,50",
		"-1'234.50",
		"- 5",
		"-5 €",
		"−3",
		"-",
		"--",
		"+41 44 123 45 67",
		"+41441234567",
		"+1-800-555-0199",
		"+1 (800) 555-0199",
		"+49 (0)30/1234567",
		"a=b",
		"1+1",
	])
		assert.equal(csvLine([text], ";"), `${text}\r\n`, text);
	assert.equal(csvLine([-5, -5n, null, "", 1.5]), "-5,-5,,,1.5\r\n");
});

test("the table's button writes the same lines, marked for Excel; what is copied has no mark", () => {
	const rows = [
		new Map([
			["a", "-5%"],
			["b", "=x"],
		]),
	];
	const columns = columnsOf([{ key: "a" }, { key: "b" }], rows);
	assert.equal(separated(columns, rows), "a,b\r\n-5%,'=x\r\n");
	assert.equal(csvFile(columns, rows), `${BOM}a,b\r\n-5%,'=x\r\n`);
	assert.equal(separated(columns, rows, "\t"), "a\tb\r\n-5%\t'=x\r\n");
});
