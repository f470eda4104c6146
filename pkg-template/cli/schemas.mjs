/** `webmcp-auto-ui schemas`: the types of widgets' props → the schemas of their recipes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { generatorOf, loadLibrary, reasonOf } from "./generator.mjs";
import { nameOf } from "./props.mjs";
import { dashed, withSchema } from "./recipe.mjs";
import { Refusal } from "./refusal.mjs";
import { inOrder } from "./schema.mjs";
import { filesOf, programOf } from "./sources.mjs";
import { widgetsAmong } from "./widgets.mjs";

/** @typedef {import("./schema.mjs").Schema} Schema */
/** @typedef {import("./widgets.mjs").Widget} Widget */

/**
 * @typedef {object} Options
 * @property {readonly string[]} patterns files, folders and patterns
 * @property {string} [folder] where they are relative to, and whose generator is taken; by itself the one that it runs in
 * @property {string} [out] a folder for `<widget>.schema.json`
 * @property {string} [type] the name of the type of the props
 * @property {string} [tsconfig]
 * @property {boolean} [isCheck] nothing is written
 */

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The texts that say the schema of a widget, by their paths. @param {Widget} widget @param {Schema} schema @param {string} [out] @returns {[string, string][]} */
function textsOf({ file, recipe }, schema, out) {
	// What a recipe says of its widget is the author's; the comment on a type is for whoever reads its code.
	const { description: _, ...ofRecipe } = schema;
	/** @type {[string, string][]} */
	const texts = [];
	if (recipe) texts.push([recipe.path, withSchema(recipe.text, ofRecipe)]);
	if (out) {
		const name = (recipe?.widget ?? dashed(nameOf(file))).replace(/[^\w.-]/g, "_");
		const whole = { $schema: DIALECT, ...inOrder(schema) };
		texts.push([join(out, `${name}.schema.json`), `${JSON.stringify(whole, null, 2)}\n`]);
	}
	return texts;
}

/** What a file holds. @param {string} path */
const textAt = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

/**
 * Brings recipes, and files of schemas where a folder for them is named, up to the types of their widgets' props.
 *
 * @param {Options} options
 * @returns {{changed: string[], same: string[], notes: string[]}} paths relative to the folder: those whose schema was another, and
 *   is written unless `isCheck`, and the others; `notes`: a sentence on each file that is passed over
 * @throws {Refusal} where something that is asked for cannot be done; nothing is written then
 */
export function schemas({ patterns, folder = process.cwd(), out, type, tsconfig, isCheck = false }) {
	const library = loadLibrary(folder);
	const near = (/** @type {string} */ path) => relative(folder, path).replaceAll("\\", "/");
	const project = tsconfig && resolve(folder, tsconfig);
	if (project && !existsSync(project)) throw new Refusal(`${near(project)} is not there.`);
	const files = filesOf(library.ts, patterns, folder);
	const names = files.map(({ file }) => file);
	const program = programOf(library.ts, names, { tsconfig: project, folder });
	const { widgets, notes } = widgetsAmong(library.ts, program, files, {
		type,
		isAll: out !== undefined,
		near,
	});
	const schemaOf = generatorOf(library, program);
	const schemaFor = (/** @type {Widget} */ { node, file }) => {
		try {
			return schemaOf(node);
		} catch (error) {
			throw new Refusal(`${near(file)}: ${reasonOf(error)}`);
		}
	};
	/** @type {Map<string, string>} */
	const wanted = new Map();
	for (const widget of widgets) {
		for (const [path, text] of textsOf(widget, schemaFor(widget), out && resolve(folder, out))) {
			if (wanted.has(path)) throw new Refusal(`Two widgets would be written to ${near(path)}.`);
			wanted.set(path, text);
		}
	}
	/** @type {string[]} */
	const changed = [];
	/** @type {string[]} */
	const same = [];
	for (const [path, text] of wanted) {
		const isSame = textAt(path) === text;
		(isSame ? same : changed).push(near(path));
		if (isSame || isCheck) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	return { changed, same, notes };
}
