/** The recipe of a widget: where it lies, and its schema in it. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { block } from "./yaml.mjs";

/** @typedef {import("./schema.mjs").Schema} Schema */

/** `PriceTag` and `price-tag` → `price-tag`. @param {string} name */
export const dashed = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();

/** A recipe begins with its head, whose lines stand between two of these. */
const FENCE = /^---[ \t]*$/;

/** The lines of a recipe, and where the first one of its head and its end are. @param {string} text */
function headOf(text) {
	const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
	const first = lines.findIndex((line) => line !== "");
	if (first < 0 || !FENCE.test(lines[first])) return undefined;
	const end = lines.findIndex((line, at) => at > first && FENCE.test(line));
	return end < 0 ? undefined : { lines, start: first + 1, end };
}

/** Where a field of the head begins. */
const FIELD = /^[^\s#}\]-][^:\r\n]*:(?=\s|$)/;

/** The name of the widget whose recipe a text is; none, where it is another text. @param {string} text */
export function widgetOf(text) {
	const head = headOf(text);
	const line = head?.lines.slice(head.start, head.end).find((one) => /^widget:\s/.test(one));
	return /^widget:\s+(["']?)(.*?)\1\s*$/.exec(line ?? "")?.[2] || undefined;
}

/**
 * The recipe beside a file with props: `price-tag.md` for `price-tag.svelte` and `PriceTag.svelte`, or the folder's `recipe.md`.
 *
 * @param {string} file
 * @returns {{recipe?: {path: string, text: string, widget: string}, other?: {path: string, lack: string}}} `other` where only a text
 *   with such a name is there, and what it lacks
 */
export function recipeBeside(file) {
	const name = basename(file).replace(/\.[^.]+$/, "");
	/** @type {{path: string, lack: string} | undefined} */
	let other;
	for (const candidate of new Set([`${name}.md`, `${dashed(name)}.md`, "recipe.md"])) {
		const path = join(dirname(file), candidate);
		if (!existsSync(path)) continue;
		const text = readFileSync(path, "utf8");
		const widget = widgetOf(text);
		if (widget) return { recipe: { path, text, widget } };
		const lack = headOf(text) ? "'widget: <name>' in its head" : "head between --- lines at its beginning";
		other ??= { path, lack };
	}
	return { other };
}

/**
 * A recipe with another schema: in the place of the one that it has, or as the last field of its head.
 *
 * @param {string} recipe
 * @param {Schema} schema
 * @returns {string} with the recipe's own line ends
 */
export function withSchema(recipe, schema) {
	const head = headOf(recipe);
	if (!head) return recipe;
	const { lines } = head;
	const inHead = (/** @type {number} */ from, /** @type {RegExp} */ field) => {
		const at = lines.findIndex((line, at) => at >= from && at < head.end && field.test(line));
		return at < 0 ? head.end : at;
	};
	const start = inHead(head.start, /^schema:(?=\s|$)/);
	const next = start < head.end ? inHead(start + 1, FIELD) : start;
	lines.splice(start, next - start, "schema:", ...block(schema, "  ").split("\n"));
	const mark = recipe.startsWith("\uFEFF") ? "\uFEFF" : "";
	return mark + lines.join(recipe.includes("\r\n") ? "\r\n" : "\n");
}
