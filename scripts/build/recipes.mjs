/** The widgets' recipes as a module, so that the package needs no loader for Markdown, and how each widget's code is loaded. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";

/** What makes a folder a widget. */
const PARTS = ["recipe.md", "render.ts"];

/** What is asked for most: lists of widgets that are cut somewhere begin with it. */
const FIRST = ["stat", "chart", "data-table", "list", "text", "kv", "map"];

/** Writes recipes.js, names.js, loaders.js and judges.js to build/gen/widgets, and their types: a widget is a folder of `js/widgets`. */
export function buildRecipes() {
	const folders = readdirSync(inRoot("js", "widgets"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.filter((name) => PARTS.every((part) => existsSync(inRoot("js", "widgets", name, part))))
		.sort();
	const names = [...FIRST, ...folders.filter((name) => !FIRST.includes(name))];
	const out = inRoot("build", "gen", "widgets");
	mkdirSync(out, { recursive: true });
	const doc = "/** The recipe of each widget of the package, by its name. */";
	const fields = names.map((name) => `\treadonly ${JSON.stringify(name)}: string;`);
	writeFileSync(
		`${out}/recipes.js`,
		`${doc}\nexport const recipes = {\n${names.map(lineOf).join("\n")}\n};\n`,
	);
	writeFileSync(`${out}/recipes.d.ts`, `${doc}\nexport declare const recipes: {\n${fields.join("\n")}\n};\n`);
	const nameDoc = "/** The names of all widgets of the package, those that are asked for most first. */";
	writeFileSync(`${out}/names.js`, `${nameDoc}\nexport const names = ${JSON.stringify(names)};\n`);
	writeFileSync(`${out}/names.d.ts`, `${nameDoc}\nexport declare const names: readonly string[];\n`);
	const loader = "() => Promise<{ default: WidgetRenderer }>";
	const loaders = names.map((name) => `\t${JSON.stringify(name)}: () => import("./${name}/render.js"),`);
	const loaderDoc = "/** Each widget's code, which loads when the first one of it appears. */";
	const loaderTypes = `export declare const loaders: { readonly [name: string]: ${loader} };`;
	const imports = 'import type { WidgetRenderer } from "../types/index.js";';
	writeFileSync(`${out}/loaders.js`, `${loaderDoc}\nexport const loaders = {\n${loaders.join("\n")}\n};\n`);
	writeFileSync(`${out}/loaders.d.ts`, `${imports}\n${loaderDoc}\n${loaderTypes}\n`);
	writeJudges(out, names);
}

/** What looks at a widget's data before it is placed: `normal.ts` is loaded at once, `check.ts` with the first of its widgets. */
function writeJudges(/** @type {string} */ out, /** @type {string[]} */ names) {
	const having = (/** @type {string} */ part) =>
		names.filter((name) => existsSync(inRoot("js", "widgets", name, part)));
	const [normal, checked] = [having("normal.ts"), having("check.ts")];
	const imports = normal.map((name, at) => `import n${at} from "./${name}/normal.js";`);
	const normalisers = normal.map((name, at) => `\t${JSON.stringify(name)}: n${at},`);
	const checks = checked.map((name) => `\t${JSON.stringify(name)}: () => import("./${name}/check.js"),`);
	const doc = "/** What looks at the data of a widget before it is placed, by the widget's name. */";
	const code = [
		`export const normalisers = {\n${normalisers.join("\n")}\n};`,
		`export const checks = {\n${checks.join("\n")}\n};`,
	];
	writeFileSync(`${out}/judges.js`, `${doc}\n${[...imports, ...code].join("\n")}\n`);
	const types = [
		'import type { JsonObject, WidgetRenderer } from "../types/index.js";',
		"export declare const normalisers: { readonly [name: string]: (data: JsonObject) => JsonObject };",
		'type Check = () => Promise<{ default: NonNullable<WidgetRenderer["validate"]> }>;',
		"export declare const checks: { readonly [name: string]: Check };",
	];
	writeFileSync(`${out}/judges.d.ts`, `${doc}\n${types.join("\n")}\n`);
}

/** A recipe in the module. @param {string} name */
function lineOf(name) {
	const text = readFileSync(inRoot("js", "widgets", name, "recipe.md"), "utf8");
	return `\t${JSON.stringify(name)}: ${JSON.stringify(text)},`;
}
