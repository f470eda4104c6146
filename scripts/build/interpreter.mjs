/**
 * What code of the widgets `js-sandbox` and `notebook` runs in: QuickJS in WebAssembly (MIT), and as one text the world that it finds
 * there (`js/widgets/js-sandbox/isolated/inside`).
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";
import { once } from "../lib/stamp.mjs";

const CORE = "quickjs-emscripten-core";
const VARIANT = "@jitl/quickjs-wasmfile-release-sync";
const TYPES = "@jitl/quickjs-ffi-types";

/** Its files, as they are called in the package; what they import by a package's name lies beside them. */
const FILES = [
	[`${CORE}/dist/chunk-V2S4ZYJR.mjs`, "core.js"],
	[`${TYPES}/dist/index.mjs`, "types.js"],
	[`${VARIANT}/dist/ffi.mjs`, "ffi.js"],
	[`${VARIANT}/dist/emscripten-module.browser.mjs`, "module.js"],
];
const AS_THEY_ARE = [
	[`${VARIANT}/dist/emscripten-module.wasm`, "emscripten-module.wasm"],
	[`${VARIANT}/LICENSE`, "LICENSE"],
];

const CODE = `import { QuickJSWASMModule } from "./quickjs/core.js";
import { QuickJSFFI } from "./quickjs/ffi.js";
import load from "./quickjs/module.js";

/** An interpreter that fills no more than this memory; its file is loaded, unless \`wasmBinary\` is what stands in it. */
export async function interpreterModule(wasmMemory, wasmBinary) {
	const silent = () => undefined;
	const module = await load({ wasmMemory, ...(wasmBinary && { wasmBinary }), print: silent, printErr: silent });
	module.type = "sync";
	return new QuickJSWASMModule(module, new QuickJSFFI(module));
}
`;

const DECLARED = `/** QuickJS: what is used of it. */
export interface Handle { readonly alive: boolean }
export type Result = { readonly error: Handle; readonly value?: undefined } | { readonly error?: undefined; readonly value: Handle };
export type PromiseState =
	| { readonly type: "pending" }
	| { readonly type: "fulfilled"; readonly value: Handle; readonly notAPromise?: boolean }
	| { readonly type: "rejected"; readonly error: Handle };
export interface Context {
	readonly global: Handle;
	readonly undefined: Handle;
	evalCode(code: string, name: string, flags?: number): Result;
	callFunction(work: Handle, self: Handle, ...values: Handle[]): Result;
	getProp(object: Handle, name: string): Handle;
	setProp(object: Handle, name: string, value: Handle): void;
	newObject(): Handle;
	newNumber(value: number): Handle;
	newString(value: string): Handle;
	newFunction(name: string, work: (...values: Handle[]) => Handle): Handle;
	getPromiseState(promise: Handle): PromiseState;
	dump(value: Handle): unknown;
}
export interface Runtime {
	newContext(): Context;
	setMaxStackSize(bytes: number): void;
	setInterruptHandler(isEnough: () => boolean): void;
	executePendingJobs(most: number): { readonly error?: Handle; readonly value: number };
}
/** An interpreter that fills no more than this memory; its file is loaded, unless \`bytes\` are what stands in it. */
export declare function interpreterModule(memory: WebAssembly.Memory, bytes?: BufferSource): Promise<{ newRuntime(): Runtime }>;
`;

/** Writes quickjs.js, its types and what it is made of to build/gen/widgets. */
function vendored(/** @type {string} */ out) {
	mkdirSync(`${out}/quickjs`, { recursive: true });
	for (const [from, to] of FILES) {
		const code = readFileSync(inRoot("node_modules", from ?? ""), "utf8");
		// No map lies beside it.
		const here = code.replaceAll(`"${TYPES}"`, '"./types.js"').replace(/\n\/\/# sourceMappingURL=.*/, "");
		writeFileSync(`${out}/quickjs/${to}`, here);
	}
	for (const [from, to] of AS_THEY_ARE) cpSync(inRoot("node_modules", from ?? ""), `${out}/quickjs/${to}`);
	writeFileSync(`${out}/quickjs.js`, CODE);
	writeFileSync(`${out}/quickjs.d.ts`, DECLARED);
}

/** Makes one script of the folder: the interpreter has no modules. */
async function bundled() {
	const { build } = await import("vite");
	const lib = {
		entry: inRoot("js", "widgets", "js-sandbox", "isolated", "inside", "index.ts"),
		name: "inside",
		formats: [/** @type {const} */ ("iife")],
	};
	const result = await build({
		configFile: false,
		logLevel: "warn",
		build: { write: false, target: "es2022", minify: true, lib },
	});
	const [{ output }] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ ([result].flat());
	return output[0].code;
}

/** Writes build/gen/widgets/quickjs.js and inside.js. */
export async function buildInterpreter() {
	const out = inRoot("build", "gen", "widgets");
	vendored(out);
	const inputs = ["js/widgets/js-sandbox/isolated", "scripts/build/interpreter.mjs"];
	await once("interpreter", { inputs, outputs: ["build/gen/widgets/inside.js"] }, async () => {
		const doc = "/** The script that an interpreter runs before any code. */";
		writeFileSync(`${out}/inside.js`, `${doc}\nexport const inside = ${JSON.stringify(await bundled())};\n`);
		writeFileSync(`${out}/inside.d.ts`, `${doc}\nexport declare const inside: string;\n`);
	});
}
