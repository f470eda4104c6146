/** What widgets are drawn with lies beside them: a page without a bundler could not find a package by its name. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "../lib/paths.mjs";

/**
 * The files of lit-html (BSD-3-Clause) that widgets need, which find each other: those of its folder `node`, which do the same and can be
 * imported where there is no document.
 */
const LIT = [
	"lit-html.js",
	"directive.js",
	"directive-helpers.js",
	"async-directive.js",
	"directives/ref.js",
	"directives/repeat.js",
];

/** The files of TanStack Virtual (MIT), by which the table draws what is seen. */
const VIRTUAL = [
	"dist/esm/index.js",
	"dist/esm/utils.js",
	"dist/esm/ios-gesture.js",
	"dist/esm/lazy-measurements.js",
	"dist/esm/scroll-classifier.js",
	"LICENSE",
];

const CODE = `export { html, nothing, render, svg } from "./lit-html/lit-html.js";
export { ref } from "./lit-html/directives/ref.js";
export { repeat } from "./lit-html/directives/repeat.js";
`;

const TYPES = `/** What a template becomes. */
export interface Template { readonly strings: TemplateStringsArray; readonly values: unknown[] }
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => Template;
export declare const svg: (strings: TemplateStringsArray, ...values: unknown[]) => Template;
/** In a template nothing; of an attribute, that it is not there. */
export declare const nothing: unique symbol;
export declare function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
/** Calls back with the element that it stands in, once that is there, and without when it goes. */
export declare function ref(found: (element?: Element) => void): unknown;
export declare function repeat<T>(items: Iterable<T>, key: (item: T, at: number) => unknown, template: (item: T, at: number) => unknown): unknown;
`;

/**
 * Copies files of a package to `out`. What only a bundler would put in the place of `process.env.NODE_ENV` stands there already: in a page
 * there is no `process`.
 *
 * @param {string} from the package, or a folder in it
 * @param {readonly string[]} files
 * @param {string} out
 */
function copied(from, files, out) {
	for (const file of files) {
		const to = `${out}/${file}`;
		mkdirSync(dirname(to), { recursive: true });
		const text = readFileSync(inRoot("node_modules", from, file), "utf8");
		writeFileSync(to, text.replaceAll("process.env.NODE_ENV", '"production"'));
	}
}

/** Writes lit.js and virtual-core.js to build/gen/widgets, their types, and what they are made of. */
export function buildVendored() {
	const out = inRoot("build", "gen", "widgets");
	copied("lit-html/node", LIT, `${out}/lit-html`);
	copied("lit-html", ["LICENSE"], `${out}/lit-html`);
	writeFileSync(`${out}/lit.js`, CODE);
	writeFileSync(`${out}/lit.d.ts`, TYPES);
	copied("@tanstack/virtual-core", VIRTUAL, `${out}/virtual-core`);
	writeFileSync(`${out}/virtual-core.js`, 'export * from "./virtual-core/dist/esm/index.js";\n');
	writeFileSync(`${out}/virtual-core.d.ts`, 'export * from "@tanstack/virtual-core";\n');
}
