/** The widgets' recipes as a module, so that the package needs no loader for Markdown. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";

/** Writes build/gen/widgets/recipes.js and its types. */
export function buildRecipes() {
	const names = readdirSync(inRoot("js", "widgets"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.sort();
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
}
