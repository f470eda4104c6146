/** The core, what leads a small model, the memory, what runs chat templates, and the full validator: Rust → build/gen. */
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { run } from "../lib/exec.mjs";
import { inRoot, root } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { OPTIMISED, OWN_STD } from "../lib/small.mjs";
import { forget, isCurrent, once } from "../lib/stamp.mjs";
import { bindTool } from "../setup/bind-tool.mjs";
import { hasRustSource } from "../setup/rust-source.mjs";
import { withNames } from "../lib/wasm.mjs";
import { namedByLikeness } from "./alike.mjs";

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

/** Rust's profile of what a page loads. */
const PROFILE = "small";

/** What of the standard library everything runs through: allocating, comparing, looking through texts. */
const FAST_STD = ["core", "alloc", "std", "dlmalloc"].flatMap((name) => [
	"--config",
	`profile.${PROFILE}.package.${name}.opt-level=2`,
]);

/** What every module is compiled of and by. */
const SHARED_INPUTS = [
	"Cargo.toml",
	"Cargo.lock",
	"scripts/build/core.mjs",
	"scripts/build/alike.mjs",
	"scripts/lib/small.mjs",
	"scripts/lib/wasm.mjs",
];

/** wasm-opt, compiled to JavaScript. */
export const WASM_OPT = inRoot("node_modules", "binaryen", "bin", "wasm-opt");

/**
 * @typedef {object} Module a WebAssembly file of wasm-bindgen's
 * @property {string} what in a sentence
 * @property {string} crate
 * @property {string[]} features of the crate
 * @property {string} name of the files
 * @property {string} out the folder
 * @property {string} inputs the folder of its sources
 */

/** @type {Module} */
const CORE = {
	what: "the core",
	crate: "webmcp-auto-ui",
	features: ["page"],
	name: "webmcp_auto_ui",
	out: "build/gen/wasm",
	inputs: "src",
};

/** Only pages whose model runs in a Worker of theirs load it. @type {Module} */
const SMALL_MODEL = {
	what: "what leads a small model",
	crate: "webmcp-auto-ui",
	features: ["small-model"],
	name: "webmcp_small_model",
	out: "build/gen/small-model",
	inputs: "src",
};

/** Only pages that remember results load it. @type {Module} */
const MEMORY = {
	what: "the memory of results",
	crate: "webmcp-auto-ui",
	features: ["memory"],
	name: "webmcp_memory",
	out: "build/gen/memory",
	inputs: "src",
};

/** Only hosts of the Tool Execution API load it. @type {Module} */
const TOOL_API = {
	what: "the Tool Execution API",
	crate: "webmcp-auto-ui",
	features: ["tool-api"],
	name: "webmcp_tool_api",
	out: "build/gen/tool-api/wasm",
	inputs: "src",
};

/** Only who connects to MCP servers loads it. @type {Module} */
const MCP = {
	what: "the MCP client",
	crate: "webmcp-auto-ui",
	features: ["mcp"],
	name: "webmcp_mcp",
	out: "build/gen/mcp/wasm",
	inputs: "src",
};

/** Only who checks values without the core loads it: results of MCP servers, on pages that have nothing else of the package. @type {Module} */
const SCHEMA = {
	what: "the compact JSON Schema validator",
	crate: "webmcp-auto-ui",
	features: ["schema"],
	name: "webmcp_schema",
	out: "build/gen/schema/wasm",
	inputs: "src",
};

/** Only schemas that the compact validator cannot check need it. @type {Module} */
const FULL_SCHEMA = {
	what: "the full JSON Schema validator",
	crate: "webmcp-full-schema",
	features: [],
	name: "webmcp_full_schema",
	out: "build/gen/full-schema",
	inputs: "wasm/full-schema",
};

/**
 * Compiles a module, and nothing else: cargo knows by itself what is current.
 *
 * @param {Pick<Module, "what" | "crate" | "features">} module
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} small whether the standard library is compiled anew, for size: it takes half a minute
 * @returns {Promise<string>} the file
 */
async function compile({ what, crate, features }, env, small) {
	const folder = inRoot(process.env.CARGO_TARGET_DIR ?? "target", small ? "small" : "");
	const args = ["build", "--quiet", "-p", crate, "--lib", "--target", TARGET, "--profile", PROFILE];
	args.push("--no-default-features", "--features", features.join());
	if (small) args.push(...OWN_STD.cargo, ...FAST_STD);
	const flags = { RUSTC_BOOTSTRAP: "1", CARGO_ENCODED_RUSTFLAGS: OWN_STD.flags.join("\x1f") };
	const how = { ...env, ...(small ? flags : {}), CARGO_TARGET_DIR: folder };
	if ((await run("cargo", args, { env: how })) !== 0) {
		throw new Failure(`${what[0]?.toUpperCase()}${what.slice(1)} does not compile; see above.`);
	}
	return join(folder, TARGET, PROFILE, `${crate.replaceAll("-", "_")}.wasm`);
}

/** The sources that a file was compiled of, as cargo notes them beside it. @param {string} compiled */
function sourcesOf(compiled) {
	const [, listed = ""] = readFileSync(compiled.replace(/\.wasm$/, ".d"), "utf8").split(/:\s/, 2);
	const paths = listed.trim().split(/(?<!\\)\s+/);
	return paths
		.map((path) => relative(root, path.replaceAll("\\ ", " ")))
		.filter((path) => path && !path.startsWith(".."));
}

/**
 * Writes the JavaScript that goes with a compiled module.
 *
 * @param {Module} module
 * @param {string} compiled
 * @param {string} to the folder
 * @returns {Promise<string>} the WebAssembly file
 */
async function bind({ name }, compiled, to) {
	mkdirSync(to, { recursive: true });
	const code = await run(await bindTool(), [compiled, to, name]);
	if (code !== 0) throw new Failure(`No JavaScript could be made for ${name}; see above.`);
	const file = join(to, `${name}_bg.wasm`);
	withShortNames(file, join(to, `${name}.js`));
	return file;
}

/**
 * Short names for what only wasm-bindgen's JavaScript and its module name: 2.5 kB of the core, compressed.
 *
 * @param {string} wasm
 * @param {string} js
 */
function withShortNames(wasm, js) {
	/** @type {Map<string, string>} */
	const short = new Map();
	const renamed = (/** @type {string} */ name) => {
		if (!/^\.\/|[A-Za-z_]h?[0-9a-f]{16}/.test(name)) return name;
		const known = short.get(name) ?? `$${short.size.toString(36)}`;
		short.set(name, known);
		return known;
	};
	writeFileSync(wasm, withNames(readFileSync(wasm), renamed));
	const code = readFileSync(js, "utf8").replace(
		/(?<=")\.\/\w+\.js(?=")|\w+/g,
		(name) => short.get(name) ?? name,
	);
	writeFileSync(js, code);
}

/** No browser reads the names of functions, nor what a file was made by and with. */
const NAMELESS = ["--strip-debug", "--strip-producers", "--strip-target-features"];

/** @param {string} file is replaced by what wasm-opt makes of it @param {string[]} options */
async function wasmOpt(file, ...options) {
	const better = `${file}.opt`;
	rmSync(better, { force: true });
	const code = await run(process.execPath, [WASM_OPT, file, ...options, ...FEATURES, "-o", better]);
	if (code !== 0 || !existsSync(better)) throw new Failure(`wasm-opt failed on ${file}.`);
	renameSync(better, file);
}

/** @param {string} file becomes smaller and faster */
async function optimise(file) {
	// Twice: what the first round has simplified the second can do without, 0.7 kB of the core. Copies of small functions cost 1.4 kB.
	await wasmOpt(file, "-O3", ...OPTIMISED, "--flexible-inline-max-function-size=10", "--strip-debug");
	writeFileSync(file, namedByLikeness(readFileSync(file)));
	await wasmOpt(file, "--reorder-functions-by-name", ...NAMELESS);
}

/** The core as it is published, but with the names of its functions. @returns {Promise<string>} the file */
export async function namedCore() {
	const compiled = await compile(CORE, process.env, hasRustSource());
	const file = await bind(CORE, compiled, inRoot("build", "size"));
	await wasmOpt(file, ...OPTIMISED, "-g");
	return file;
}

/**
 * @param {Module} module
 * @param {{quick?: boolean, env?: NodeJS.ProcessEnv}} [how] `quick` leaves out what only makes it smaller, for a page
 *   that is to start soon
 */
async function build(module, { quick = false, env = process.env } = {}) {
	const shared = [...SHARED_INPUTS, "scripts/bind"];
	const inputs = [module.inputs, ...shared];
	const outputs = [`${module.out}/${module.name}_bg.wasm`, `${module.out}/${module.name}.js`];
	const step = async () => {
		say(`Compiling ${module.what} to WebAssembly (a minute or two) …`);
		const compiled = await compile(module, env, !quick && hasRustSource(env));
		const read = [...sourcesOf(compiled), ...shared];
		const file = await bind(module, compiled, inRoot(module.out));
		if (quick) return read;
		say(`Optimising ${module.what} with wasm-opt …`);
		await optimise(file);
		return read;
	};
	const [wanted, other] = quick
		? [`${module.name}-quick`, module.name]
		: [module.name, `${module.name}-quick`];
	// An optimised module is as good for a quick start.
	if (quick && isCurrent(other, { inputs, outputs })) return;
	await once(wanted, { inputs, outputs }, async () => {
		forget(other);
		return step();
	});
}

/** Only models with a chat template need it; it has no JavaScript of its own. */
export async function buildChatTemplate() {
	const module = { what: "what runs chat templates", crate: "webmcp-chat-template", features: [] };
	const file = "build/gen/engine/chat-template.wasm";
	const inputs = ["wasm/chat-template", "wasm/raw", ...SHARED_INPUTS];
	await once("chat-template", { inputs, outputs: [file] }, async () => {
		say("Compiling what runs chat templates to WebAssembly (half a minute) …");
		const compiled = await compile(module, process.env, hasRustSource());
		mkdirSync(dirname(inRoot(file)), { recursive: true });
		copyFileSync(compiled, inRoot(file));
		await optimise(inRoot(file));
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

/** What the TypeScript is compiled against, in a quick build as well; the full validator's place may be held by a stand-in. */
const NEEDED = [CORE, SMALL_MODEL, MEMORY, TOOL_API, MCP, SCHEMA];

/** The types of those modules. */
export const DECLARATIONS = NEEDED.map(({ out, name }) => `${out}/${name}.d.ts`);

/** @param {Parameters<typeof build>[1]} [how] */
export async function buildNeeded(how) {
	for (const module of NEEDED) await build(module, how);
}

/** @param {Parameters<typeof build>[1]} [how] */
export const buildFullSchema = (how) => build(FULL_SCHEMA, how);
