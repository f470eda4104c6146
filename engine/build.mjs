// Builds the engine's WebAssembly files: simd128 for every browser, relaxed-simd for those that have it, and that with
// threads for pages that are cross-origin isolated.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { OPTIMISED, OWN_STD } from "../scripts/lib/small.mjs";

const engine = dirname(fileURLToPath(import.meta.url));
const root = dirname(engine);
const target = "wasm32-unknown-unknown";
const linker = ["-C link-arg=--max-memory=4294967296", "-C link-arg=-zstack-size=1048576"];

/** The builds: file name and what the compiler may use. */
export const builds = [
	{ file: "engine-simd128.wasm", features: "+simd128", wasmOpt: ["--enable-simd"] },
	{
		file: "engine-relaxed.wasm",
		features: "+simd128,+relaxed-simd",
		wasmOpt: ["--enable-simd", "--enable-relaxed-simd"],
	},
	{
		file: "engine-threads.wasm",
		features: "+simd128,+relaxed-simd,+atomics,+bulk-memory,+mutable-globals",
		wasmOpt: ["--enable-simd", "--enable-relaxed-simd", "--enable-threads"],
		threads: true,
	},
];

/** Memory from outside, and what starts a thread: its stack and the storage of its own. */
const threadLinker = [
	"-C link-arg=--shared-memory",
	"-C link-arg=--import-memory",
	...["__stack_pointer", "__wasm_init_tls", "__tls_size", "__tls_align"].map(
		(name) => `-C link-arg=--export=${name}`,
	),
];

/**
 * Builds what is out of date.
 *
 * @param {{ outDir: string, cargo?: string, wasmOpt?: string, std?: boolean, only?: string }} options `wasmOpt` is the
 * path of the program or of its JavaScript form; without it the compiler's output is taken as it is. `std` says that the
 * sources of Rust's standard library are there: it is built anew, smaller, and for threads. `only` is the one file to build.
 * @returns {Promise<string[]>} the files, whether built or already current
 */
export async function buildEngine({ outDir, cargo = "cargo", wasmOpt, std = false, only }) {
	await mkdir(outDir, { recursive: true });
	const sources = await hashOfSources(wasmOpt, std);
	const files = [];
	const wanted = builds.filter(({ file, threads: shared }) => (only ? file === only : std || !shared));
	for (const build of wanted) {
		const file = join(outDir, build.file);
		files.push(file);
		const directory = join(root, "target", basename(build.file, ".wasm"));
		// Beside the build, not beside the file: the output folder is published as it is.
		const stamp = join(directory, `${sha256(file).slice(0, 16)}.stamp`);
		if (await isCurrent(file, stamp, sources)) {
			console.error(`engine: ${build.file} is current`);
			continue;
		}
		console.error(`engine: building ${build.file}`);
		await run(
			cargo,
			[
				...[
					"rustc",
					"--lib",
					"--crate-type",
					"cdylib",
					"-p",
					"webmcp-engine",
					"--release",
					"--target",
					target,
				],
				...(std ? OWN_STD.cargo : []),
			],
			{
				CARGO_TARGET_DIR: directory,
				CARGO_ENCODED_RUSTFLAGS: [...flags(build), ...(std ? OWN_STD.flags : [])].join("\x1f"),
				// Lets a stable compiler build its own library.
				...(std ? { RUSTC_BOOTSTRAP: "1" } : {}),
			},
		);
		const built = join(directory, target, "release", "webmcp_engine.wasm");
		if (wasmOpt) {
			console.error(`engine: optimising ${build.file}`);
			const [program, first] = /\.[cm]?js$/.test(wasmOpt) ? [process.execPath, [wasmOpt]] : [wasmOpt, []];
			const features = [
				...build.wasmOpt,
				"--enable-bulk-memory",
				"--enable-sign-ext",
				"--enable-mutable-globals",
			];
			const more = ["--enable-nontrapping-float-to-int", "--enable-multivalue", "--enable-reference-types"];
			await run(program, [...first, ...OPTIMISED, ...features, ...more, "--strip-debug", built, "-o", file]);
		} else {
			await copyFile(built, file);
		}
		await writeFile(stamp, `${sources} ${sha256(await readFile(file))}`);
	}
	return files;
}

/** @param {{features: string, threads?: boolean}} build */
function flags({ features, threads }) {
	const link = threads ? [...linker, ...threadLinker] : linker;
	return [`-Ctarget-feature=${features}`, ...link.map((flag) => flag.replace("-C ", "-C"))];
}

async function hashOfSources(wasmOpt, std) {
	const hash = createHash("sha256").update(`${wasmOpt ? "optimised" : "plain"} ${std ? "std" : ""}`);
	const files = (await Promise.all([join(engine, "src"), join(root, "wasm", "raw")].map(rustOf))).flat();
	const others = [
		join(engine, "Cargo.toml"),
		join(engine, "build.mjs"),
		join(root, "scripts/lib/small.mjs"),
		join(root, "Cargo.toml"),
	];
	for (const file of [...files.sort(), ...others]) {
		hash.update(file.slice(root.length)).update(await readFile(file));
	}
	return hash.digest("hex");
}

/** @param {string} folder */
async function rustOf(folder) {
	const names = await readdir(folder, { recursive: true });
	return names.filter((name) => name.endsWith(".rs")).map((name) => join(folder, name));
}

function sha256(data) {
	return createHash("sha256").update(data).digest("hex");
}

async function isCurrent(file, stamp, sources) {
	try {
		return (await readFile(stamp, "utf8")) === `${sources} ${sha256(await readFile(file))}`;
	} catch {
		return false;
	}
}

function run(command, parameters, environment = {}) {
	return new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
		const env = { ...process.env, ...environment };
		const child = spawn(command, parameters, { cwd: root, env, stdio: ["ignore", 2, 2] });
		child.on("error", (error) => reject(new Error(`${command} could not be started: ${error.message}`)));
		child.on("exit", (code) =>
			code === 0 ? resolve() : reject(new Error(`${command} ended with status ${code}`)),
		);
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [outDir = join(root, "pkg", "engine"), wasmOpt] = process.argv.slice(2);
	await buildEngine({ outDir, wasmOpt });
}
