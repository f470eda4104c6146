/** The core and the full validator: Rust → build/gen. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { run } from "../lib/exec.mjs";
import { inRoot } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { forget, isCurrent, once } from "../lib/stamp.mjs";
import { bindTool } from "../setup/bind-tool.mjs";

const TARGET = "wasm32-unknown-unknown";
/** What Rust's default target already uses; wasm-opt has to be told, for wasm-bindgen drops the note. */
const FEATURES = [
	"bulk-memory",
	"mutable-globals",
	"multivalue",
	"nontrapping-float-to-int",
	"reference-types",
	"sign-ext",
].map((name) => `--enable-${name}`);

/** wasm-opt, compiled to JavaScript. */
export const WASM_OPT = inRoot("node_modules", "binaryen", "bin", "wasm-opt");

/**
 * @typedef {object} Module a WebAssembly file of wasm-bindgen's
 * @property {string} what in a sentence
 * @property {string} crate
 * @property {string} name of the files
 * @property {string} profile cargo's
 * @property {string} out the folder
 * @property {string[]} inputs
 * @property {string} optimise wasm-opt's level
 */

/** @type {Module} */
const CORE = {
	what: "the core",
	crate: "webmcp-auto-ui",
	name: "webmcp_auto_ui",
	profile: "release",
	out: "build/gen/wasm",
	inputs: ["src"],
	optimise: "-O3",
};

/** The full JSON Schema validator: rarely loaded, so small before fast. @type {Module} */
const FULL_SCHEMA = {
	what: "the full JSON Schema validator",
	crate: "webmcp-full-schema",
	name: "webmcp_full_schema",
	profile: "small",
	out: "build/gen/full-schema",
	inputs: ["wasm/full-schema"],
	optimise: "-Oz",
};

/**
 * Compiles a module, and nothing else: cargo knows by itself what is current.
 *
 * @param {Module} module
 * @param {NodeJS.ProcessEnv} env
 */
async function compile({ what, crate, profile }, env) {
	const args = ["build", "--quiet", "-p", crate, "--lib", "--target", TARGET, "--profile", profile];
	if ((await run("cargo", args, { env })) !== 0) {
		throw new Failure(`${what[0]?.toUpperCase()}${what.slice(1)} does not compile; see above.`);
	}
}

/**
 * Writes the JavaScript that goes with a compiled module.
 *
 * @param {Module} module
 * @param {boolean} optimised whether wasm-opt goes over it: smaller and faster, and as long again
 */
async function bind({ name, profile, out, optimise }, optimised) {
	const compiled = inRoot(process.env.CARGO_TARGET_DIR ?? "target", TARGET, profile, `${name}.wasm`);
	mkdirSync(inRoot(out), { recursive: true });
	const code = await run(await bindTool(), [compiled, inRoot(out), name]);
	if (code !== 0) throw new Failure(`No JavaScript could be made for ${name}; see above.`);
	if (!optimised) return;
	const file = inRoot(out, `${name}_bg.wasm`);
	const smaller = `${file}.opt`;
	rmSync(smaller, { force: true });
	const optimising = await run(process.execPath, [WASM_OPT, file, optimise, ...FEATURES, "-o", smaller]);
	if (optimising !== 0 || !existsSync(smaller)) throw new Failure(`wasm-opt failed on ${file}.`);
	renameSync(smaller, file);
}

/**
 * @param {Module} module
 * @param {{quick?: boolean, env?: NodeJS.ProcessEnv}} [how] `quick` leaves wasm-opt out, for a page that is to start soon
 */
async function build(module, { quick = false, env = process.env } = {}) {
	const inputs = [...module.inputs, "Cargo.toml", "Cargo.lock", "scripts/build/core.mjs", "scripts/bind"];
	const outputs = [`${module.out}/${module.name}_bg.wasm`, `${module.out}/${module.name}.js`];
	const step = async () => {
		say(`Compiling ${module.what} to WebAssembly (a minute or two) …`);
		await compile(module, env);
		if (!quick) say(`Optimising ${module.what} with wasm-opt …`);
		await bind(module, !quick);
	};
	const [wanted, other] = quick
		? [`${module.name}-quick`, module.name]
		: [module.name, `${module.name}-quick`];
	// An optimised module is as good for a quick start.
	if (quick && isCurrent(other, { inputs, outputs })) return;
	await once(wanted, { inputs, outputs }, async () => {
		forget(other);
		await step();
	});
}

/** Files in the full validator's place, for a page that is up before it is compiled: who asks for it is told so. */
export function standInForFullSchema() {
	const { out, name } = FULL_SCHEMA;
	const file = (/** @type {string} */ ending) => inRoot(out, `${name}${ending}`);
	if (existsSync(file(".js"))) return;
	mkdirSync(inRoot(out), { recursive: true });
	writeFileSync(
		file(".js"),
		`export class FullSchema {}\nexport default async () => { throw new Error("it is still being built"); };\n`,
	);
	writeFileSync(
		file(".d.ts"),
		[
			"export class FullSchema { constructor(schema: string, formats: boolean); check(value: string): string; }",
			"export default function load(from?: { module_or_path: unknown }): Promise<unknown>;\n",
		].join("\n"),
	);
	writeFileSync(file("_bg.wasm"), "");
}

/** @param {Parameters<typeof build>[1]} [how] */
export const buildCore = (how) => build(CORE, how);
/** @param {Parameters<typeof build>[1]} [how] */
export const buildFullSchema = (how) => build(FULL_SCHEMA, how);
