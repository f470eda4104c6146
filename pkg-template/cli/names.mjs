/** The names of a schema's definitions: the library's are made of where types stand in files, and these are the types' own. */
import { isDeepStrictEqual } from "node:util";

/** @typedef {import("./schema.mjs").Schema} Schema */
/** @typedef {typeof import("ts-json-schema-generator")} Library */
/** @typedef {import("ts-json-schema-generator").ts.Node} Node */

const PREFIX = "#/definitions/";

/** The declaration that a type is called after: its own, or of the property that it is written at. @param {Library["ts"]} ts @param {Node | undefined} node @returns {string | undefined} */
function calledAfter(ts, node) {
	for (let at = node; at; at = at.parent) {
		const name = /** @type {{name?: Node}} */ (/** @type {unknown} */ (at)).name;
		if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) continue;
		const word = name.text.replace(/\W/g, "");
		if (word) return word[0].toUpperCase() + word.slice(1);
	}
	return undefined;
}

/**
 * Remembers the types that are read, by the library's names for them.
 *
 * @param {Library} library
 */
export function namesOf({ Context, getKey, ts }) {
	/** @type {Map<string, string>} */
	const known = new Map();
	return {
		/** @param {Node} node */
		remember: (node) => {
			const isNamed =
				ts.isInterfaceDeclaration(node) ||
				ts.isTypeAliasDeclaration(node) ||
				ts.isClassDeclaration(node) ||
				ts.isTypeLiteralNode(node);
			if (!isNamed || node.pos < 0) return;
			const name = calledAfter(ts, node);
			if (name) known.set(getKey(node, new Context()), name);
		},
		/** The name of the type that a definition is called after. @param {string} definition `interface-<key>`, with arguments and marks behind it */
		nameOf: (definition) => {
			const key = definition.replace(/^(?:def-)*[a-z]+-/, "");
			const [longest] = [...known.keys()]
				.filter((one) => key.startsWith(one))
				.sort((one, other) => other.length - one.length);
			return (longest && known.get(longest)) || "Type";
		},
	};
}

/** The names of definitions that a schema leads to, each once, in the order in which it does. @param {Schema} schema @param {Schema} definitions @param {Set<string>} [found] */
function reached(schema, definitions, found = new Set()) {
	if (typeof schema !== "object" || schema === null) return found;
	for (const [key, value] of Object.entries(schema)) {
		if (key !== "$ref" || typeof value !== "string" || !value.startsWith(PREFIX)) {
			reached(value, definitions, found);
			continue;
		}
		const name = decodeURIComponent(value.slice(PREFIX.length));
		if (found.has(name)) continue;
		found.add(name);
		reached(definitions[name], definitions, found);
	}
	return found;
}

/** A schema whose references lead elsewhere. @param {Schema} schema @param {Map<string, string>} to @returns {Schema} */
function led(schema, to) {
	if (Array.isArray(schema)) return schema.map((one) => led(one, to));
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([key, value]) => {
			const isReference = key === "$ref" && typeof value === "string" && value.startsWith(PREFIX);
			if (!isReference) return [key, led(value, to)];
			return [key, to.get(decodeURIComponent(value.slice(PREFIX.length))) ?? value];
		}),
	);
}

/**
 * A schema whose definitions are called as their types are, with a number where two are called the same; one that is the whole
 * schema itself is left out, for `#` says that.
 *
 * @param {Schema} schema
 * @param {(definition: string) => string} nameOf
 * @returns {Schema}
 */
export function withNames({ definitions = {}, ...root }, nameOf) {
	/** @type {Map<string, string>} */
	const to = new Map();
	/** @type {Schema} */
	const kept = {};
	for (const old of reached(root, definitions)) {
		if (isDeepStrictEqual(definitions[old], root)) {
			to.set(old, "#");
			continue;
		}
		const name = nameOf(old);
		let free = name;
		for (let count = 2; Object.hasOwn(kept, free); count++) free = `${name}${count}`;
		kept[free] = definitions[old];
		to.set(old, `${PREFIX}${free}`);
	}
	const schemas = Object.entries(kept).map(([name, one]) => [name, led(one, to)]);
	return { ...led(root, to), ...(schemas.length > 0 && { definitions: Object.fromEntries(schemas) }) };
}
