/** Which files are those of widgets: the type of their props, and the recipe that it belongs to. */
import { basename, dirname } from "node:path";
import { nameOf, propsIn } from "./props.mjs";
import { dashed, recipeBeside } from "./recipe.mjs";
import { Refusal } from "./refusal.mjs";
import { moduleOf } from "./sources.mjs";

/** @typedef {import("ts-json-schema-generator").ts.Program} Program */
/** @typedef {import("ts-json-schema-generator").ts.Node} Node */
/** @typedef {NonNullable<ReturnType<typeof recipeBeside>>} Recipe */
/** @typedef {{file: string, node: Node, recipe: Recipe | undefined}} Widget */

/** Of several files beside one recipe the widget's: `props.ts`, or the one with the name of the widget or of the folder. @type {((file: string, widget: string) => boolean)[]} */
const PREFERRED = [
	(file) => /^props\.\w+$/.test(basename(file)),
	(file, widget) => dashed(nameOf(file)) === dashed(widget),
	(file) => dashed(nameOf(file)) === dashed(basename(dirname(file))),
];

/** The widget of a recipe. @param {Widget[]} widgets that lie beside it @param {Recipe} recipe @param {(path: string) => string} near */
function oneOf(widgets, recipe, near) {
	if (widgets.length === 1) return widgets[0];
	for (const isPreferred of PREFERRED) {
		const [first, ...others] = widgets.filter(({ file }) => isPreferred(file, recipe.widget));
		if (first && others.length === 0) return first;
	}
	const names = widgets.map(({ file }) => near(file)).join(" and ");
	throw new Refusal(`${names} lie beside ${near(recipe.path)}: name the one whose props it is about.`);
}

/**
 * The widgets among files.
 *
 * @param {typeof import("ts-json-schema-generator").ts} ts
 * @param {Program} program
 * @param {readonly {file: string, isNamed: boolean}[]} files
 * @param {{type?: string, isAll: boolean, near: (path: string) => string}} how `isAll`: also those without a recipe
 * @returns {{widgets: Widget[], notes: string[]}} `notes`: a sentence on each file that seems to be one and is passed over
 * @throws {Refusal} where a file that is named itself is none
 */
export function widgetsAmong(ts, program, files, { type, isAll, near }) {
	/** @type {Map<string, Widget[]>} by the recipe's path, or their own */
	const beside = new Map();
	/** @type {string[]} */
	const notes = [];
	for (const { file, isNamed } of files) {
		const source = program.getSourceFile(moduleOf(file));
		const { node, among } = source ? propsIn(ts, source, file, type) : {};
		const recipe = node && recipeBeside(file);
		const name = near(file);
		if (node && (recipe || isAll)) {
			const key = recipe?.path ?? file;
			beside.set(key, [...(beside.get(key) ?? []), { file, node, recipe }]);
			continue;
		}
		if (!node && !among && !isNamed) continue;
		const problem = node
			? `${name} has no recipe ${dashed(nameOf(file))}.md beside it; --out writes its schema into a folder.`
			: among
				? `${name} declares ${among.join(" and ")}; --type names one.`
				: `${name} declares no ${type ?? "props, such as an interface Props in TypeScript"}.`;
		if (isNamed) throw new Refusal(problem);
		notes.push(problem);
	}
	const widgets = [...beside.values()].map((those) => {
		const [{ recipe }] = those;
		return recipe ? oneOf(those, recipe, near) : those[0];
	});
	return { widgets, notes };
}
