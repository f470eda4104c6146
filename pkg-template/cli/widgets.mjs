/** Which files are those of widgets: the type of their props, and the recipe that it belongs to. */
import { basename, dirname } from "node:path";
import { nameOf, propsIn } from "./props.mjs";
import { dashed, recipeBeside } from "./recipe.mjs";
import { Refusal } from "./refusal.mjs";
import { moduleOf } from "./sources.mjs";

/** @typedef {import("ts-json-schema-generator").ts.Program} Program */
/** @typedef {import("ts-json-schema-generator").ts.Node} Node */
/** @typedef {import("ts-json-schema-generator").ts.SourceFile} SourceFile */
/** @typedef {NonNullable<ReturnType<typeof recipeBeside>["recipe"]>} Recipe */
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

/** Why a file with props has no recipe to write to, and what to do. @param {string} file @param {{path: string, lack: string} | undefined} other @param {(path: string) => string} near */
function withoutRecipe(file, other, near) {
	if (other) return `${near(file)} has no recipe beside it: ${near(other.path)} has no ${other.lack}.`;
	const name = dashed(nameOf(file));
	const head = `'---', 'widget: ${name}', 'description: <what it shows>', '---'`;
	return `${near(file)} has no recipe beside it: make ${name}.md of the lines ${head}, or name a folder for schemas by --out.`;
}

/** The first fault of a file's grammar, which TypeScript itself reads on after. @param {typeof import("ts-json-schema-generator").ts} ts @param {Program} program @param {SourceFile | undefined} source */
function faultIn(ts, program, source) {
	const [first] = source ? program.getSyntacticDiagnostics(source) : [];
	return first && { reason: ts.flattenDiagnosticMessageText(first.messageText, " "), start: first.start };
}

/**
 * The widgets among files.
 *
 * @param {typeof import("ts-json-schema-generator").ts} ts
 * @param {Program} program
 * @param {readonly {file: string, isNamed: boolean}[]} files
 * @param {{type?: string, isAll: boolean, near: (path: string, source?: SourceFile, start?: number) => string}} how `isAll`: also those
 *   without a recipe
 * @returns {{widgets: Widget[], notes: string[], problems: string[]}} `notes`: a sentence on each file that seems to be one and is
 *   passed over; `problems`: on each that cannot be
 */
export function widgetsAmong(ts, program, files, { type, isAll, near }) {
	/** @type {Map<string, Widget[]>} by the recipe's path, or their own */
	const beside = new Map();
	/** @type {string[]} */
	const notes = [];
	/** @type {string[]} */
	const problems = [];
	for (const { file, isNamed } of files) {
		const source = program.getSourceFile(moduleOf(file));
		const { node, among } = source ? propsIn(ts, source, file, type) : {};
		const { recipe, other } = recipeBeside(file);
		const fault = faultIn(ts, program, source);
		const name = near(file);
		if (fault) {
			const isWidget = isNamed || recipe !== undefined || (isAll && node !== undefined);
			(isWidget ? problems : notes).push(`${near(file, source, fault.start)}: ${fault.reason}`);
		} else if (node && (recipe || isAll)) {
			const key = recipe?.path ?? file;
			beside.set(key, [...(beside.get(key) ?? []), { file, node, recipe }]);
		} else if (node || among || isNamed) {
			const problem = node
				? withoutRecipe(file, other, near)
				: among
					? `${name} declares ${among.join(" and ")}; --type names one.`
					: `${name} declares no ${type ?? "props, such as an interface Props in TypeScript"}.`;
			(isNamed ? problems : notes).push(problem);
		}
	}
	const widgets = [...beside.values()].flatMap((those) => {
		const [{ recipe }] = those;
		try {
			return recipe ? oneOf(those, recipe, near) : those[0];
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			problems.push(error.message);
			return [];
		}
	});
	return { widgets, notes, problems };
}
