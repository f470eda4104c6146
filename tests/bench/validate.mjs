/** A table of 100 nested rows from JSON text to a verdict, and a schema's compilation; peers in the same turns. */
import { Validator as Cfworker } from "@cfworker/json-schema";
import Ajv from "ajv/dist/2020.js";
import * as kit from "../../pkg/index.js";
import { compare, report } from "./measure.mjs";

const ROUNDS = 15;
const PER_ROUND = 200;

const schema = {
	type: "object",
	required: ["title", "rows"],
	properties: {
		title: { type: "string", minLength: 1 },
		rows: {
			type: "array",
			items: {
				type: "object",
				required: ["id", "name", "price"],
				properties: {
					id: { type: "integer", minimum: 0 },
					name: { type: "string" },
					price: { type: "number", minimum: 0 },
					kind: { enum: ["a", "b", "c"] },
					tags: { type: "array", items: { type: "string" } },
					at: {
						type: "object",
						required: ["lat", "lng"],
						properties: { lat: { type: "number" }, lng: { type: "number" } },
						additionalProperties: false,
					},
				},
				additionalProperties: false,
			},
		},
	},
	additionalProperties: false,
};
const table = {
	title: "Table",
	rows: Array.from({ length: 100 }, (_, id) => ({
		id,
		name: `Row number ${id}`,
		price: id * 1.25,
		kind: "abc"[id % 3],
		tags: ["first", "second", `tag ${id}`],
		at: { lat: 48.85 + id / 100, lng: 2.35 - id / 100 },
	})),
};
const text = JSON.stringify(table);
const broken = JSON.stringify({
	...table,
	rows: [...table.rows.slice(0, 99), { ...table.rows[99], price: "x" }],
});

await kit.init();
const ours = kit.compileJsonSchema(schema);
const ajv = new Ajv({ allErrors: true }).compile(schema);
const cfworker = new Cfworker(schema, "2020-12", false);
for (const [json, expected] of [
	[text, true],
	[broken, false],
]) {
	const verdicts = [
		ours.validateText(json).valid,
		ajv(JSON.parse(json)),
		cfworker.validate(JSON.parse(json)).valid,
	];
	if (verdicts.some((verdict) => verdict !== expected)) throw new Error(`They do not agree: ${verdicts}`);
}

const repeated =
	(run, times = PER_ROUND) =>
	() => {
		for (let turn = 0; turn < times; turn += 1) run();
	};
const encoded = new TextEncoder().encode(text);
const fromText = await compare(
	{
		"ours, bytes": repeated(() => ours.validateText(encoded)),
		"ours, string": repeated(() => ours.validateText(text)),
		"JSON.parse alone": repeated(() => JSON.parse(text)),
		"ajv (eval)": repeated(() => ajv(JSON.parse(text))),
		"cfworker (no eval)": repeated(() => cfworker.validate(JSON.parse(text))),
	},
	{ rounds: ROUNDS, warmUps: 3 },
);
const micro = (times) =>
	Object.fromEntries(Object.entries(times).map(([name, values]) => [name, values.map((ms) => ms * 1000)]));
const perTable = { unit: "µs", per: PER_ROUND, perName: "table" };
report(`a table that fits, from ${text.length} bytes of JSON text`, micro(fromText), perTable);

const failing = await compare(
	{
		ours: repeated(() => ours.validateText(broken)),
		"ajv (eval)": repeated(() => ajv(JSON.parse(broken))),
		"cfworker (no eval)": repeated(() => cfworker.validate(JSON.parse(broken))),
	},
	{ rounds: ROUNDS, warmUps: 3 },
);
report("a table whose last row does not fit, from text", micro(failing), perTable);

let salt = 0;
const fresh = () => ({ ...schema, title: `schema ${salt++}` });
const compiling = await compare(
	{
		ours: repeated(() => kit.compileJsonSchema(fresh()), 50),
		cfworker: repeated(() => new Cfworker(fresh(), "2020-12", false), 50),
		"ajv (eval)": repeated(() => new Ajv().compile(fresh()), 5),
	},
	{ rounds: ROUNDS, warmUps: 3 },
);
compiling["ajv (eval)"] = compiling["ajv (eval)"].map((ms) => ms * 10);
report("compiling the schema", compiling, { unit: "ms", per: 50, perName: "schema" });
