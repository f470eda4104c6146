/** The widgets' recipes as a module, so that the package needs no loader for Markdown, and how each widget's code is loaded. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";

/** What makes a folder a widget. */
const PARTS = ["recipe.md", "render.ts"];

/** What is asked for most: lists of widgets that are cut somewhere begin with it. */
const FIRST = ["stat", "chart", "data-table", "list", "text", "kv", "map"];

/** Writes build/gen/widgets/recipes.js and loaders.js, and their types: a widget is a folder of `js/widgets`. */
export function buildRecipes() {
	const folders = readdirSync(inRoot("js", "widgets"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.filter((name) => PARTS.every((part) => existsSync(inRoot("js", "widgets", name, part))))
		.sort();
	const names = [...FIRST, ...folders.filter((name) => !FIRST.includes(name))];
	const lines = names.map((name) => {
		const text = readFileSync(inRoot("js", "widgets", name, "recipe.md"), "utf8");
		return `\t${JSON.stringify(name)}: ${JSON.stringify(text)},`;
	});
	const types = names.map((name) => `\treadonly ${JSON.stringify(name)}: string;`);
	const out = inRoot("build", "gen", "widgets");
	mkdirSync(out, { recursive: true });
	const doc = "/** The recipe of each native widget, by its name. */";
	writeFileSync(`${out}/recipes.js`, `${doc}\nexport const recipes = {\n${lines.join("\n")}\n};\n`);
	writeFileSync(`${out}/recipes.d.ts`, `${doc}\nexport declare const recipes: {\n${types.join("\n")}\n};\n`);
	const loader = "() => Promise<{ default: WidgetRenderer }>";
	const loaders = names.map((name) => `\t${JSON.stringify(name)}: () => import("./${name}/render.js"),`);
	const loaderDoc = "/** Each widget's code, which loads when the first one of it appears. */";
	const loaderTypes = `export declare const loaders: { readonly [name in keyof typeof recipes]: ${loader} };`;
	const imports =
		'import type { WidgetRenderer } from "../types/index.js";\nimport type { recipes } from "./recipes.js";';
	writeFileSync(`${out}/loaders.js`, `${loaderDoc}\nexport const loaders = {\n${loaders.join("\n")}\n};\n`);
	writeFileSync(`${out}/loaders.d.ts`, `${imports}\n${loaderDoc}\n${loaderTypes}\n`);
}
