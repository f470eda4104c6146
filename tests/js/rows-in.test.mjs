/** What a query was answered, as the rows that a widget gets: the shapes that servers write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsIn } from "../../pkg/canvas/rows-in.js";

const ROWS = [
	{ n: 1, name: "a" },
	{ n: 2, name: "b" },
];
const told = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

test("rows are a list, or stand in an object under a name that says so", () => {
	assert.equal(rowsIn(ROWS), ROWS);
	for (const name of ["rows", "data", "results", "result", "items"])
		assert.deepEqual(rowsIn({ [name]: ROWS, count: 2 }), ROWS);
	assert.deepEqual(rowsIn({ rows: [] }), []);
	assert.deepEqual(rowsIn({ users: ROWS, count: 2 }), ROWS);
	assert.throws(() => rowsIn({ users: ROWS, others: [] }), /no rows/);
});

test("lists of cells get the names of the columns beside them", () => {
	const rows = [[1, "a"], [2]];
	const named = [
		{ n: 1, name: "a" },
		{ n: 2, name: undefined },
	];
	assert.deepEqual(rowsIn({ columns: ["n", "name"], rows }), named);
	assert.deepEqual(rowsIn({ fields: [{ name: "n" }, { name: "name" }], rows }), named);
	assert.deepEqual(rowsIn({ columns: ["n"], rows: ROWS }), ROWS);
	const [odd] = rowsIn({ columns: ["__proto__"], rows: [[{ stolen: 1 }]] });
	assert.equal(odd.stolen, undefined);
});

test("a tool's result is read: what it says to programs first, else its text", () => {
	assert.deepEqual(rowsIn(told({ rows: ROWS })), ROWS);
	assert.deepEqual(rowsIn(told(ROWS)), ROWS);
	assert.deepEqual(rowsIn({ ...told("words"), structuredContent: { rows: ROWS } }), ROWS);
	assert.deepEqual(rowsIn({ ...told({ rows: ROWS }), structuredContent: null }), ROWS);
	// A text that was wrapped for programs, a count beside it, and rows behind a sentence.
	for (const structuredContent of [{ result: JSON.stringify(ROWS) }, { count: 2 }])
		assert.deepEqual(rowsIn({ ...told(ROWS), structuredContent }), ROWS);
	const [rows] = told(ROWS).content;
	assert.deepEqual(rowsIn({ content: [{ type: "text", text: "2 rows:" }, rows] }), ROWS);
});

test("what has no rows is an error that says so, in the server's words where there are some", () => {
	const fails = (answer, says) => assert.throws(() => rowsIn(answer), { message: says });
	fails({ ...told("x"), content: [{ type: "text", text: "no such table" }], isError: true }, "no such table");
	fails({ content: [], isError: true }, /does not say why/);
	fails({ content: [{ type: "text", text: "<b>hello" }] }, /^The answer is no JSON: <b>hello$/);
	for (const answer of [
		undefined,
		null,
		5,
		"rows",
		{},
		{ rows: 5 },
		{ columns: ["n"] },
		told({ n: 1 }),
		told(null),
	])
		fails(answer, /There are no rows/);
});
