/** The schema of a type, as JSON Schema 2020-12 and small models have it. */

import { isDeepStrictEqual } from "node:util";

/** @typedef {any} Schema */

/** Keywords whose value is a map of schemas. */
export const MAPS = ["properties", "patternProperties", "definitions"];

/** Keywords whose value is data, which may have fields of any name. */
const DATA = ["default", "const", "enum", "examples"];

/** Marks what is no data: functions, and what a page draws. */
export const NO_DATA = "no-data";

/** Whether no value of a schema is data. @param {Schema} schema @returns {boolean} */
function isNoData(schema) {
	if (typeof schema !== "object" || schema === null) return false;
	const { anyOf, items, additionalProperties } = schema;
	if (Array.isArray(anyOf) && anyOf.some(isNoData)) {
		return anyOf.every((one) => isNoData(one) || one.type === "null");
	}
	return NO_DATA in schema || isNoData(items) || isNoData(additionalProperties);
}

/** Takes out of a schema what is no data. @param {Schema} fields */
function keepData(fields) {
	delete fields[NO_DATA];
	if (Array.isArray(fields.anyOf)) {
		fields.anyOf = fields.anyOf.filter((/** @type {Schema} */ one) => !isNoData(one));
		if (fields.anyOf.length === 1) {
			Object.assign(fields, { ...fields.anyOf[0], ...fields });
			delete fields.anyOf;
		}
	}
	if (!fields.properties) return;
	const kept = Object.entries(fields.properties).filter(([, property]) => !isNoData(property));
	fields.properties = Object.fromEntries(kept);
	if (kept.length === 0) delete fields.properties;
	const required = fields.required?.filter((/** @type {string} */ name) =>
		Object.hasOwn(fields.properties ?? {}, name),
	);
	if (required?.length > 0) fields.required = required;
	else delete fields.required;
}

/**
 * A choice of objects that differ only in what they require, as one object: `{a, b} | {a, c}` requires `a`, and `b` or `c`.
 *
 * @param {Schema} fields
 */
function joinObjects(fields) {
	const parts = fields.anyOf;
	const isSimple = (/** @type {Schema} */ { type, properties, required, ...more }) =>
		type === "object" && properties && required && Object.keys(more).length === 0;
	if (!Array.isArray(parts) || parts.length < 2 || !parts.every(isSimple)) return;
	/** @type {Record<string, Schema>} */
	const properties = {};
	for (const [name, part] of parts.flatMap((one) => Object.entries(one.properties))) {
		properties[name] ??= part;
		if (!isDeepStrictEqual(properties[name], part)) return;
	}
	const isShared = (/** @type {string} */ name) => parts.every((one) => one.required.includes(name));
	const shared = parts[0].required.filter(isShared);
	const own = parts.map((one) => one.required.filter((/** @type {string} */ name) => !isShared(name)));
	if (Object.keys(properties).length === 0 || own.some((names) => names.length === 0)) return;
	Object.assign(fields, { type: "object", properties, anyOf: own.map((required) => ({ required })) });
	if (shared.length > 0) fields.required = shared;
}

/**
 * The schema without words that say nothing; pairs by `prefixItems`.
 *
 * @param {Schema} schema of ts-json-schema-generator
 * @returns {Schema}
 */
export function plain(schema) {
	if (Array.isArray(schema)) return schema.map(plain);
	if (typeof schema !== "object" || schema === null) return schema;
	const { $schema: _, title: _label, ...fields } = schema;
	keepData(fields);
	joinObjects(fields);
	if (Array.isArray(fields.items)) {
		fields.prefixItems = fields.items;
		delete fields.items;
		if (fields.additionalItems !== undefined) fields.items = fields.additionalItems;
		delete fields.additionalItems;
	}
	if (fields.enum && fields.type === "string") delete fields.type;
	for (const empty of ["additionalProperties", "definitions"]) {
		if (fields[empty] && Object.keys(fields[empty]).length === 0) delete fields[empty];
	}
	// What stands behind the tag is why; the keyword says only whether.
	if (fields.deprecated === false) delete fields.deprecated;
	else if (fields.deprecated !== undefined && typeof fields.deprecated !== "object") fields.deprecated = true;
	if (typeof fields.description === "string") fields.description = fields.description.replace(/\.$/, "");
	const inside = (/** @type {string} */ key, /** @type {Schema} */ value) => {
		if (DATA.includes(key)) return value;
		if (!MAPS.includes(key)) return plain(value);
		return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
	};
	return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, inside(key, value)]));
}

/** The keywords of a schema, in the order in which people read them. */
const ORDER = [
	"type",
	"enum",
	"default",
	"required",
	"minItems",
	"maxItems",
	"minimum",
	"maximum",
	"maxLength",
	"description",
];

const place = (/** @type {string} */ key) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

/**
 * The fields of a schema in the order in which people read them; those of a map in their own.
 *
 * @param {Schema} schema
 * @param {boolean} isMap
 * @returns {[string, Schema][]}
 */
export const ordered = (schema, isMap) =>
	isMap ? Object.entries(schema) : Object.entries(schema).sort(([one], [other]) => place(one) - place(other));

/** A schema with all its fields in that order. @param {Schema} schema @param {boolean} [isMap] @returns {Schema} */
export function inOrder(schema, isMap = false) {
	if (Array.isArray(schema)) return schema.map((one) => inOrder(one));
	if (typeof schema !== "object" || schema === null) return schema;
	const field = (/** @type {[string, Schema]} */ [key, value]) => [
		key,
		!isMap && DATA.includes(key) ? value : inOrder(value, !isMap && MAPS.includes(key)),
	];
	return Object.fromEntries(ordered(schema, isMap).map(field));
}
