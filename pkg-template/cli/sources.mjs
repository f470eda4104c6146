/** The files that are asked for, and what of them TypeScript reads. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Refusal } from "./refusal.mjs";

/** @typedef {typeof import("ts-json-schema-generator").ts} TypeScript */

/** Files of components, of which their scripts are read. */
const COMPONENT = /\.(?:svelte|vue)$/;

const ENDINGS = [".svelte", ".vue", ".ts", ".tsx"];

/** What holds no widget. TypeScript by itself enters neither node_modules nor folders with a dot, unless a pattern names them. */
const LEFT_OUT = ["**/*.d.ts", "**/*.test.*", "**/*.spec.*"];

/** An opening tag: its attributes may hold a `>` in quotes. */
const SCRIPT = /<script((?:[^"'>]|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi;

/** Everything but line ends, so that what stays is where it was, and errors have the lines of the file. @param {string} text */
const blank = (text) => text.replace(/[^\r\n]/g, " ");

/** The parameters of a generic component, as types of what they may be. @param {TypeScript} ts @param {string} attributes of its script */
function parametersIn(ts, attributes) {
	const [, , words] = /\bgenerics?\s*=\s*(["'])([\s\S]*?)\1/.exec(attributes) ?? [];
	if (!words) return "";
	const source = ts.createSourceFile("generics.ts", `type Of<${words}> = 0;`, ts.ScriptTarget.ES2022);
	const [alias] = source.statements.filter(ts.isTypeAliasDeclaration);
	return [...(alias?.typeParameters ?? [])]
		.map(({ name, constraint }) => ` type ${name.text} = ${constraint?.getText(source) ?? "unknown"};`)
		.join("");
}

/** The TypeScript in a component, each word in its place; nothing where its scripts are JavaScript. @param {TypeScript} ts @param {string} component */
function scriptsOf(ts, component) {
	const shown = component.replace(/<!--[\s\S]*?-->/g, blank);
	let scripts = "";
	let parameters = "";
	let at = 0;
	for (const { 1: attributes = "", 2: code = "", index } of shown.matchAll(SCRIPT)) {
		if (!/\blang\s*=\s*["']?(?:ts|typescript)\b/.test(attributes)) continue;
		const start = index + `<script${attributes}>`.length;
		// Two scripts may be on one line.
		scripts += `${blank(shown.slice(at, start - 1))}${scripts ? ";" : " "}${code}`;
		at = start + code.length;
		parameters += parametersIn(ts, attributes);
	}
	// At the end, where they move nothing.
	return parameters ? `${scripts};${parameters}` : scripts;
}

/** The name under which TypeScript knows a file: a component's scripts have that of a module. @param {string} file */
export const moduleOf = (file) => (COMPONENT.test(file) ? `${file}.ts` : file);

/** The component whose scripts a name is. @param {string} name */
const componentOf = (name) => {
	const file = name.replace(/\.ts$/, "");
	return file !== name && COMPONENT.test(file) && !existsSync(name) && existsSync(file) ? file : undefined;
};

/** The file that people know a name by. @param {string} name */
export const fileOf = (name) => componentOf(name) ?? name;

/**
 * The files that patterns name: a file, a folder with what is below it, or `*`, `**` and `?` in either.
 *
 * @param {TypeScript} ts
 * @param {readonly string[]} patterns
 * @param {string} folder where they are relative to
 * @returns {{file: string, isNamed: boolean}[]} in order; `isNamed` where a pattern is that very file
 * @throws {Refusal} where a pattern names none
 */
export function filesOf(ts, patterns, folder) {
	/** @type {Map<string, boolean>} */
	const found = new Map();
	for (const pattern of patterns) {
		const named = resolve(folder, pattern).replaceAll("\\", "/");
		if (ts.sys.fileExists(named)) found.set(named, true);
		else {
			const all = ts.sys.directoryExists(named) ? `${named}/**/*` : named;
			const below = ts.sys.readDirectory(folder, ENDINGS, LEFT_OUT, [all]);
			if (below.length === 0) throw new Refusal(`${pattern}: no file of TypeScript, Svelte or Vue.`);
			for (const file of below) if (!found.has(file)) found.set(file, false);
		}
	}
	return [...found]
		.map(([file, isNamed]) => ({ file, isNamed }))
		.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** What TypeScript goes by: the options of a project, or strict ones. @param {TypeScript} ts @param {string | undefined} project */
function optionsOf(ts, project) {
	// Without import and export a file would be a script, whose types are merged with those of all others and of the DOM.
	const always = { noEmit: true, moduleDetection: ts.ModuleDetectionKind.Force };
	const strict = {
		strict: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		jsx: ts.JsxEmit.Preserve,
	};
	if (project === undefined) return { ...strict, ...always };
	const { config } = ts.readConfigFile(project, ts.sys.readFile);
	const folder = project.replace(/\/[^/]*$/, "");
	// Its errors are those of files that it names and of settings that are about output; neither is asked for.
	const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, folder);
	// A component is imported by its own name, and read as a module of TypeScript.
	return { ...options, ...always, composite: false, incremental: false, declaration: false };
}

/**
 * A program of the files, in which components are modules that others may import.
 *
 * @param {TypeScript} ts
 * @param {readonly string[]} files
 * @param {{tsconfig?: string, folder: string}} where
 */
export function programOf(ts, files, { tsconfig, folder }) {
	const project = tsconfig ?? ts.findConfigFile(folder, ts.sys.fileExists);
	const options = optionsOf(ts, project?.replaceAll("\\", "/"));
	const host = ts.createCompilerHost(options, true);
	const { fileExists, readFile } = host;
	host.fileExists = (name) => fileExists(name) || componentOf(name) !== undefined;
	host.readFile = (name) => {
		const component = componentOf(name);
		return component === undefined ? readFile(name) : scriptsOf(ts, readFileSync(component, "utf8"));
	};
	return ts.createProgram(files.map(moduleOf), options, host);
}
