/** Schemas in YAML, as recipes have them: short parts on one line, long ones broken. */
import { MAPS, ordered } from "./schema.mjs";

/** @typedef {import("./schema.mjs").Schema} Schema */

/** A line of a recipe is broken where it would be longer. */
const MOST_COLUMNS = 130;

/** What other readers of YAML take for something else than a text. */
const KEYWORD = /^(?:true|false|null|yes|no|on|off)$/i;

/** Whether a text means itself in YAML, also inside brackets. @param {string} text */
const isBare = (text) => /^[A-Za-z](?:[\w -]*[\w-])?$/.test(text) && !KEYWORD.test(text);

/** @param {string} key */
const keyOf = (key) => (/^[A-Za-z_$][\w$-]*$/.test(key) && !KEYWORD.test(key) ? key : JSON.stringify(key));

/** A recipe's lines have keys without escapes. @param {Schema} fields */
const hasPlainKeys = (fields) => Object.keys(fields).every((key) => keyOf(key).replace(/^"|"$/g, "") === key);

/** A value in YAML on one line. @param {Schema} value @param {boolean} [isMap] @returns {string} */
function flow(value, isMap = false) {
	if (Array.isArray(value)) return `[${value.map((one) => flow(one)).join(", ")}]`;
	if (typeof value === "string" && isBare(value)) return value;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const isInner = (/** @type {string} */ key) => !isMap && MAPS.includes(key);
	const fields = ordered(value, isMap).map(([key, inner]) => `${keyOf(key)}: ${flow(inner, isInner(key))}`);
	return `{${fields.join(", ")}}`;
}

/**
 * A schema in YAML, broken into lines where it is long.
 *
 * @param {Schema} schema an object that is not empty
 * @param {string} indent
 * @param {boolean} [isMap] whether its keys are names of properties
 * @returns {string}
 */
export function block(schema, indent, isMap = false) {
	return ordered(schema, isMap)
		.map(([key, value]) => {
			const isInner = !isMap && MAPS.includes(key);
			const line = `${indent}${keyOf(key)}: ${flow(value, isInner)}`;
			const hasFields =
				typeof value === "object" &&
				value !== null &&
				!Array.isArray(value) &&
				Object.keys(value).length > 0 &&
				hasPlainKeys(value);
			const isBroken = hasFields && (isInner || line.length > MOST_COLUMNS);
			return isBroken ? `${indent}${keyOf(key)}:\n${block(value, `${indent}  `, isInner)}` : line;
		})
		.join("\n");
}
