/** `webmcp-auto-ui schemas`: the types of widgets' props → the schemas of their recipes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { faultOf, generatorOf, loadLibrary } from "./generator.mjs";
import { nameOf } from "./props.mjs";
import { dashed, withSchema } from "./recipe.mjs";
import { Refusal } from "./refusal.mjs";
import { inOrder } from "./schema.mjs";
import { fileOf, filesOf, programOf } from "./sources.mjs";
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

/** The texts of widgets that are wanted, by their paths; a problem for each that two want. @param {[string, string][]} texts @param {(path: string) => string} near */
function once(texts, near) {
	/** @type {Map<string, string>} */
	const wanted = new Map();
	/** @type {Set<string>} */
	const twice = new Set();
	for (const [path, text] of texts) {
		if (wanted.has(path)) twice.add(path);
		wanted.set(path, text);
	}
	for (const path of twice) wanted.delete(path);
	return { wanted, problems: [...twice].map((path) => `Two widgets would be written to ${near(path)}.`) };
}

/**
 * Brings recipes, and files of schemas where a folder for them is named, up to the types of their widgets' props.
 *
 * @param {Options} options
 * @returns {{changed: string[], same: string[], notes: string[], problems: string[]}} paths relative to the folder: those whose schema
 *   was another, and is written unless `isCheck`, and the others; `notes`: a sentence on each file that is passed over; `problems`: on
 *   each of which no schema can be made, which keeps none of the others from being written
 * @throws {Refusal} where there is nothing to begin with
 */
export function schemas({ patterns, folder = process.cwd(), out, type, tsconfig, isCheck = false }) {
	const library = loadLibrary(folder);
	/** @param {string} path @param {import("ts-json-schema-generator").ts.SourceFile} [source] @param {number} [start] */
	const near = (path, source, start) => {
		const name = relative(folder, source ? fileOf(source.fileName) : path).replaceAll("\\", "/");
		return source && start !== undefined
			? `${name}:${source.getLineAndCharacterOfPosition(start).line + 1}`
			: name;
	};
	const project = tsconfig && resolve(folder, tsconfig);
	if (project && !existsSync(project)) throw new Refusal(`${near(project)} is not there.`);
	const files = filesOf(library.ts, patterns, folder);
	const names = files.map(({ file }) => file);
	const program = programOf(library.ts, names, { tsconfig: project, folder });
	const found = widgetsAmong(library.ts, program, files, { type, isAll: out !== undefined, near });
	const { notes, problems } = found;
	const schemaOf = generatorOf(library, program);
	const texts = found.widgets.flatMap((widget) => {
		try {
			return textsOf(widget, schemaOf(widget.node), out && resolve(folder, out));
		} catch (error) {
			const { reason, source, start } = faultOf(error);
			problems.push(`${near(widget.file, source, start)}: ${reason}`);
			return [];
		}
	});
	const { wanted, problems: ofPaths } = once(texts, near);
	problems.push(...ofPaths);
	// With nothing done, what was passed over is why, and a check that looked at nothing must not pass.
	if (found.widgets.length === 0 && problems.length === 0) {
		problems.push(
			...(notes.length > 0 ? notes.splice(0) : [`${patterns.join(" ")}: no file declares props.`]),
		);
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
	return { changed, same, notes, problems };
}
