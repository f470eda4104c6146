/** The questions that are suggested for a table make sense to a person: in tables of eight domains, none of them the demo's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { averageExamples, browseExamples, countExamples } from "../../pkg/sqlite/examples.js";

const table = (name, rows, ...columns) => ({
	name,
	rows,
	columns: columns.map((column) => {
		const [name, type, distinct] = column.split(":");
		return { name, type, distinct: Number(distinct) };
	}),
});

/** Each with the columns that are averaged, those that are grouped by, and what its rows are called. */
const TABLES = [
	{
		of: table(
			"hospital_admissions",
			5000,
			"patient_id:number:4100",
			"ward:text:14",
			"admitted_on:date:700",
			"stay_days:number:45",
			"age:number:96",
			"icd_code:text:320",
			"year:number:3",
		),
		averaged: ["stay days", "age"],
		grouped: ["ward", "year"],
		rows: "hospital admissions",
	},
	{
		of: table(
			"library-loans",
			900,
			"LoanID:number:900",
			"BranchName:text:9",
			"Days:number:60",
			"ISBN:number:610",
			"Month:number:12",
		),
		averaged: ["days"],
		grouped: ["branch name", "month"],
		rows: "library-loans",
	},
	{
		of: table(
			"Invoices",
			240,
			"invoice number:text:240",
			"customer:text:31",
			"net amount:number:233",
			"VAT rate:number:3",
			"zip:number:29",
			"paid:text:2",
		),
		averaged: ["net amount"],
		grouped: ["customer", "paid"],
		rows: "invoices",
	},
	{
		of: table(
			"bird_watch",
			410,
			"species:text:38",
			"latitude:number:401",
			"longitude:number:402",
			"number_of_birds:number:25",
			"cluster:number:5",
			"weekday:text:7",
		),
		averaged: ["number of birds"],
		grouped: ["species", "weekday"],
		rows: undefined,
	},
	{
		of: table(
			"staff",
			60,
			"employee_no:number:60",
			"department:text:6",
			"salary:number:44",
			"years_experience:number:21",
			"satisfaction:number:5",
			"phone:text:60",
		),
		averaged: ["salary", "years experience", "satisfaction"],
		grouped: ["department"],
		rows: "staff",
	},
	{
		of: table(
			"air_quality",
			365,
			"date:date:365",
			"pm25:number:120",
			"station:text:4",
			"level:text:3",
			"season:text:4",
		),
		averaged: ["pm25"],
		grouped: ["station", "level", "season"],
		rows: "days",
	},
	{
		of: table(
			"match_results",
			380,
			"round:number:38",
			"home team:text:20",
			"goals:number:9",
			"attendance:number:377",
			"referee id:number:18",
		),
		averaged: ["attendance"],
		grouped: ["home team", "goals", "round"],
		rows: undefined,
	},
	{
		of: table(
			"Wohnungen",
			75,
			"PLZ:number:12",
			"Stadtteil:text:11",
			"Miete:number:70",
			"Zimmer:number:6",
			"Baujahr:number:40",
			"Jahr:number:4",
		),
		averaged: ["miete"],
		grouped: ["stadtteil", "zimmer", "jahr", "baujahr"],
		rows: undefined,
	},
];

const NEVER = /\b(?:id|isbn|zip|phone|latitude|longitude|plz|code|cluster|no)\b/i;

for (const { of, averaged, grouped, rows } of TABLES)
	test(`questions about ${of.name} average what is measured, group by what has a name, and count rows by theirs`, () => {
		const [averages, counts] = [averageExamples(of), countExamples(of)];
		const all = [...averages, ...counts, ...browseExamples([of])];
		for (const wish of all) assert.doesNotMatch(wish, NEVER);
		assert.equal(new Set(all).size, all.length);
		assert.ok(averages.length >= 3, averages.join("; "));
		for (const wish of averages) {
			assert.ok(
				averaged.some((name) => wish.includes(name)),
				wish,
			);
			assert.ok(
				grouped.some((name) => wish.includes(name)),
				wish,
			);
		}
		for (const name of averaged)
			assert.ok(
				averages.some((wish) => wish.includes(name)),
				`${name}: ${averages}`,
			);
		if (rows === undefined) assert.deepEqual(counts, []);
		else assert.ok(counts.length >= 1 && counts.every((wish) => wish.includes(rows)), counts.join("; "));
	});

test("a table without anything to average or to group by suggests nothing of the kind", () => {
	for (const of of [
		table("ids", 10, "id:number:10", "code:text:3"),
		table("notes", 4, "text:text:4"),
		table("empty", 0),
		table("people", 9, "name:text:9", "born:number:9"),
	])
		assert.deepEqual(averageExamples(of), []);
	assert.deepEqual(countExamples(table("people", 9, "name:text:9", "email:text:9")), []);
});

test("rows that are days are counted by what the days are like, and never by day", () => {
	const of = table("weather", 1461, "date:text:1461", "weather:text:5", "day:number:31");
	assert.ok(countExamples(of).includes("number of days by weather"));
	for (const wish of countExamples(of)) assert.doesNotMatch(wish, /(?:by|per|each) day\b/);
});
