/** JSON Schema on the built package: validation, repair, strict mode, flattening, JSON in pieces. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

const row = {
	type: "object",
	required: ["name"],
	properties: { name: { type: "string", maxLength: 3 }, price: { type: "number", minimum: 0 } },
	additionalProperties: false,
};

test("a verdict names each error with its path, its keyword and the published words", () => {
	const schema = { type: "object", properties: { rows: { type: "array", items: row } } };
	const value = { rows: [{ name: "ok" }, { price: -1, extra: 1 }] };
	assert.deepEqual(kit.validateJsonSchema({ rows: [] }, schema), { valid: true, errors: [] });
	assert.deepEqual(kit.validateJsonSchema(value, schema, "params"), {
		valid: false,
		errors: [
			{
				path: "params.rows[1].price",
				message: "Value -1 is less than minimum 0",
				keyword: "minimum",
				expected: 0,
				actual: "-1",
			},
			{
				path: "params.rows[1].extra",
				message: 'Additional property "extra" is not allowed',
				keyword: "additionalProperties",
			},
			{
				path: "params.rows[1]",
				message: 'Missing required property "name"',
				keyword: "required",
				expected: "name",
			},
		],
	});
});

test("the vectors of the published validator hold, or are better on purpose", () => {
	const valid = (value, schema) => kit.validateJsonSchema(value, schema).valid;
	assert.ok(valid(0.3, { multipleOf: 0.1 }));
	assert.ok(!valid("1", { enum: [1] }));
	assert.ok(valid({ b: 1, a: 2 }, { const: { a: 2, b: 1 } }));
	assert.ok(!valid({}, { required: ["toString"] }));
	assert.ok(!valid("2024-02-30", { format: "date" }));
	assert.ok(valid("🙂", { maxLength: 1 }), "lengths count code points");
	assert.ok(!valid(Number.NaN, { type: "number" }));
	assert.ok(!valid(`${"a".repeat(50_000)}!`, { pattern: "^(a+)+$" }));
	assert.ok(kit.compileJsonSchema({ format: "date" }, { assertFormats: false }).validate("x").valid);
});

test("what is no JSON and what is no schema is an error that names it", () => {
	const circle = {};
	circle.self = circle;
	for (const value of [circle, 1n, undefined, () => 1]) {
		assert.throws(() => kit.validateJsonSchema(value, {}), { code: "invalid_argument" });
	}
	assert.throws(() => kit.validateJsonSchema(1, { type: "nothing" }), { code: "invalid_schema" });
	assert.throws(() => kit.compileJsonSchema({}).validateText("{"), { code: "invalid_argument" });
	assert.throws(() => kit.compileJsonSchema({}).validateText(new Uint8Array([0xff])), {
		code: "invalid_argument",
	});
	let deep = [];
	for (let level = 0; level < 1_000; level += 1) deep = [deep];
	assert.throws(() => kit.validateJsonSchema(deep, {}), { code: "invalid_argument" });
	assert.throws(() => kit.unflattenParams({}, { a: 1 }), { code: "invalid_argument" });
});

test("recursion ends with a violation and leaves the core usable", () => {
	let value = 1;
	for (let level = 0; level < 100; level += 1) value = { a: [value] };
	const $ref = "#/$defs/x";
	const wide = {
		$defs: { x: { allOf: [{ $ref: "#/$defs/y" }] }, y: { anyOf: [{ $ref: "#/$defs/z" }] }, z: {} },
	};
	wide.$defs.z = { properties: { a: { items: { $ref } } } };
	assert.equal(kit.validateJsonSchema({ a: [1] }, { ...wide, $ref }).valid, true);
	for (const schema of [{ $ref: "#" }, { not: { $ref: "#" } }, { oneOf: [{ $ref: "#" }, true] }]) {
		assert.equal(kit.validateJsonSchema(1, schema).errors[0].keyword, "depth");
	}
	let tower = {};
	for (let level = 0; level < 60; level += 1) tower = { items: tower };
	assert.equal(kit.validateJsonSchema([[1]], tower).valid, true);
});

test("a text is judged without parsing it first", () => {
	const schema = kit.compileJsonSchema({ type: "array", items: row });
	assert.equal(schema.validateText('[{"name":"a","price":1}]').valid, true);
	assert.equal(schema.validateText(new TextEncoder().encode('[{"name":"é"}]')).valid, true);
	assert.deepEqual(schema.validateText('[{"name":1}]').errors[0], {
		path: "[0].name",
		message: "Expected type string but got number",
		keyword: "type",
		expected: "string",
		actual: "number",
	});
});

test("arguments are repaired at any depth and every fix is told", () => {
	const schema = {
		type: "object",
		required: ["name", "params"],
		properties: { name: {}, params: { type: "object", properties: { n: { type: "number" } } } },
	};
	assert.deepEqual(kit.autoRepairParams({ name: "stat", n: "5" }, schema, "widget_display"), {
		params: { name: "stat", params: { n: 5 } },
		fixes: [
			"widget_display: flat params → nested {name, params:{...}}",
			'widget_display: params/n: string "5" → number 5',
		],
	});
});

test("schemas are simplified, flattened and left as they were", () => {
	const schema = Object.freeze({
		type: "object",
		required: ["at"],
		properties: { at: { type: "object", required: ["lat"], properties: { lat: { type: ["number"] } } } },
	});
	const { patches } = kit.sanitizeSchemaWithReport(schema);
	assert.deepEqual(
		patches.map(({ path, keyword }) => `${path} ${keyword}`),
		["root.properties.at additionalProperties", "root additionalProperties"],
	);
	assert.equal(kit.sanitizeSchema(schema).additionalProperties, false);
	const flat = kit.flattenSchema(schema);
	assert.deepEqual(Object.keys(flat.schema.properties), ["at__lat"]);
	assert.deepEqual(kit.unflattenParams({ at__lat: 1, a__b__c: 2 }, flat.pathMap), {
		at: { lat: 1 },
		a: { b: { c: 2 } },
	});
});

test("a live value grows with every piece and is exact at the end, wherever it is cut", () => {
	const value = { title: 'Hé "🙂"\n', rows: [[1, -2.5e3], [], [{ a: null }]], ok: true, "": { x: "" } };
	for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
		for (const size of [1, 2, 3, 7, 1_000]) {
			const partial = kit.createPartialJson();
			for (let at = 0; at < text.length; at += size) partial.push(text.slice(at, at + size));
			assert.deepEqual(partial.finish(), value);
		}
	}
	const partial = kit.createPartialJson();
	assert.equal(partial.value, undefined);
	const live = partial.push('{"title":"He');
	assert.deepEqual(live, { title: "He" });
	assert.equal(partial.push('llo","n":1'), live, "it is the same object");
	assert.deepEqual(live, { title: "Hello" });
	assert.throws(() => partial.finish(), { code: "protocol" });
	assert.deepEqual(partial.value, { title: "Hello" });
});

test("hostile keys and broken pieces do no harm", () => {
	const partial = kit.createPartialJson();
	partial.push('{"__proto__":{"polluted":1},"constructor":{"prototype":2}}');
	const value = partial.finish();
	assert.equal({}.polluted, undefined);
	assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
	assert.equal(Object.getPrototypeOf(value), Object.prototype);
	const broken = kit.createPartialJson();
	broken.push('{"a":[1,');
	assert.throws(() => broken.push("]"), { code: "protocol" });
	assert.throws(() => broken.push("2]"), { code: "protocol" });
	assert.deepEqual(broken.value, { a: [1] });
});

test("the full validator answers where the compact one does not", async () => {
	const schema = { pattern: "^\\p{Letter}+$" };
	assert.throws(() => kit.validateJsonSchema("é", schema), {
		code: "invalid_schema",
		message: /loadFullValidator/,
	});
	await kit.loadFullValidator();
	assert.equal(kit.validateJsonSchema("é", schema).valid, true);
	assert.equal(kit.validateJsonSchema("1", schema).errors[0].keyword, "pattern");
	const meta = { $ref: "https://json-schema.org/draft/2020-12/schema" };
	assert.equal(kit.validateJsonSchema({ minLength: -1 }, meta).errors[0].path, "minLength");
	assert.throws(() => kit.validateJsonSchema(1, { pattern: "(?=" }), { code: "invalid_schema" });
});
