/** Decides whether a call answers a wish: valid, the right widget, every value of the wish in its place. */

/** As it is compared: case, blanks, quotes and what ends a sentence do not matter. @param {unknown} value */
const plain = (value) =>
	String(value)
		.toLowerCase()
		.replace(/[\s"“”]+/g, " ")
		.replace(/^[ ']+|[ .!']+$/g, "");

/** The values of an object or list that are no objects or lists themselves. @param {any} value @returns {string[]} */
const own = (value) =>
	Object.values(value)
		.filter((one) => typeof one !== "object")
		.map(plain);

/** Every object and list in a value, itself among them. @param {any} value @returns {any[]} */
const nodes = (value) =>
	typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(nodes)] : [];

/**
 * @param {import("./compose-wishes.mjs").Wish} wanted
 * @param {{ call?: any, valid: boolean }} got
 * @returns {{ valid: boolean, widget: boolean, values: boolean }} `values` holds only for a valid call of the right widget
 */
export function judge(wanted, got) {
	const widget = got.valid && wanted.widgets.includes(got.call?.name);
	const inside = nodes(got.call?.params);
	const holds = (/** @type {any} */ node, /** @type {string} */ value) =>
		value.split("|").some((one) => own(node).includes(plain(one)));
	const appears = (/** @type {string | string[]} */ value) =>
		inside.some((node) => [value].flat().every((one) => holds(node, one)));
	return { valid: got.valid, widget, values: widget && wanted.values.every(appears) };
}
