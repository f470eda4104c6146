/** The widgets' schemas, out of the types of what they show: `js/widgets/<name>/props.ts` → the `schema` of `recipe.md` beside it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createGenerator } from "ts-json-schema-generator";
import { inRoot } from "../lib/paths.mjs";
import { Failure, main, say } from "../lib/say.mjs";

/** A line of a recipe is broken where it would be longer. */
const MOST_COLUMNS = 130;

/** @typedef {any} Schema */

/** `data-table` → `DataTableProps`. @param {string} widget */
const typeOf = (widget) =>
	`${widget.replace(/(^|-)([a-z])/g, (_, _dash, letter) => letter.toUpperCase())}Props`;

/** The names of the widgets whose data has a type. */
export function typedWidgets() {
	const folders = readdirSync(inRoot("js", "widgets"), { withFileTypes: true });
	return folders
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.filter((name) => readdirSync(inRoot("js", "widgets", name)).includes("props.ts"))
		.sort();
}

/** Keywords whose value is a map of schemas. */
const MAPS = ["properties", "definitions"];

/** The schema as 2020-12 and small models have it: pairs by `prefixItems`, no words that say nothing. @param {Schema} schema @returns {Schema} */
function plain(schema) {
	if (Array.isArray(schema)) return schema.map(plain);
	if (typeof schema !== "object" || schema === null) return schema;
	const { $schema: _, title: _label, ...fields } = schema;
	if (Array.isArray(fields.items)) {
		fields.prefixItems = fields.items;
		delete fields.items;
	}
	if (fields.enum && fields.type === "string") delete fields.type;
	for (const empty of ["additionalProperties", "definitions"]) {
		if (fields[empty] && Object.keys(fields[empty]).length === 0) delete fields[empty];
	}
	if (typeof fields.description === "string") fields.description = fields.description.replace(/\.$/, "");
	const inside = (/** @type {string} */ key, /** @type {Schema} */ value) =>
		MAPS.includes(key)
			? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
			: plain(value);
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

/** Whether a text means itself in YAML, also inside brackets. */
const isBare = (/** @type {string} */ text) =>
	/^[A-Za-z][\w -]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);

/** The fields of a schema in the order in which people read them; of properties in their own. @param {Schema} schema @param {boolean} isMap */
const ordered = (schema, isMap) =>
	isMap ? Object.entries(schema) : Object.entries(schema).sort(([one], [other]) => place(one) - place(other));

/** A value in YAML on one line. @param {Schema} value @param {boolean} [isMap] @returns {string} */
function flow(value, isMap = false) {
	if (Array.isArray(value)) return `[${value.map((one) => flow(one)).join(", ")}]`;
	if (typeof value === "string" && isBare(value)) return value;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const fields = ordered(value, isMap).map(([key, inner]) => `${key}: ${flow(inner, MAPS.includes(key))}`);
	return `{${fields.join(", ")}}`;
}

/** A schema in YAML, broken into lines where it is long. @param {Schema} schema @param {string} indent @param {boolean} [isMap] @returns {string} */
function block(schema, indent, isMap = false) {
	return ordered(schema, isMap)
		.map(([key, value]) => {
			const isInner = MAPS.includes(key);
			const line = `${indent}${key}: ${flow(value, isInner)}`;
			const hasFields = typeof value === "object" && value !== null && !Array.isArray(value);
			const isBroken = hasFields && (isInner || line.length > MOST_COLUMNS);
			return isBroken ? `${indent}${key}:\n${block(value, `${indent}  `, isInner)}` : line;
		})
		.join("\n");
}

/** The recipe with the schema that its type says. @param {string} recipe @param {Schema} schema */
function withSchema(recipe, schema) {
	return recipe.replace(/^schema:\n(?: .*\n)+/m, `schema:\n${block(schema, "  ")}\n`);
}

/**
 * Brings the recipes' schemas up to their types. With `isCheck` nothing is written.
 *
 * @returns {string[]} the widgets whose recipe says something else
 */
export function buildSchemas({ isCheck = false } = {}) {
	const generator = createGenerator({
		path: inRoot("js", "widgets", "*", "props.ts"),
		tsconfig: inRoot("tsconfig.base.json"),
		skipTypeCheck: true,
		topRef: false,
		expose: "none",
		additionalProperties: true,
		jsDoc: "extended",
	});
	return typedWidgets().filter((widget) => {
		const path = inRoot("js", "widgets", widget, "recipe.md");
		const recipe = readFileSync(path, "utf8");
		const { description: _, ...schema } = plain(generator.createSchema(typeOf(widget)));
		const wanted = withSchema(recipe, schema);
		if (wanted === recipe) return false;
		if (!isCheck) writeFileSync(path, wanted);
		return true;
	});
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		const isCheck = process.argv.includes("--check");
		const changed = buildSchemas({ isCheck });
		if (isCheck && changed.length > 0) {
			throw new Failure(`The schema of ${changed.join(", ")} is not that of props.ts; run npm run schemas.`);
		}
		say(changed.length > 0 ? `Written: ${changed.join(", ")}.` : "Every recipe has its type's schema.");
	});
}
