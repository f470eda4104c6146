/** The fallback: Debian's own Rust has the library's sources but not its wasm32 build, so it is built once. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, run, which } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { aptInstall, runAsRoot } from "./apt.mjs";
import { hasWasmStd, TARGET } from "./wasm-std.mjs";

const RUSTC = "/usr/bin/rustc";
const LINKER_VARIABLE = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";

/** The newest wasm-ld of the system, by name. */
function wasmLinker() {
	const names = existsSync("/usr/bin")
		? readdirSync("/usr/bin").filter((name) => /^wasm-ld(-\d+)?$/.test(name))
		: [];
	const number = (/** @type {string} */ name) => Number(name.split("-")[2] ?? 0);
	return names.sort((a, b) => number(b) - number(a))[0];
}

/** @returns {Promise<NodeJS.ProcessEnv>} the environment that makes cargo use Debian's toolchain */
export async function debianStd() {
	if (!hasWasmStd(RUSTC)) {
		const packages = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
		if (!(await aptInstall(packages))) {
			throw new Failure(
				`Rust's standard library for ${TARGET} is missing: run \`rustup target add ${TARGET}\` where rustup can download, or on Debian install ${packages.join(" ")} as root.`,
			);
		}
		await buildStd();
	}
	const linker = wasmLinker();
	if (!linker) throw new Failure("No wasm-ld was found in /usr/bin: install Debian's package lld-22.");
	const env = { [LINKER_VARIABLE]: linker, RUSTC, CARGO: "/usr/bin/cargo" };
	if (!which("rustup")) return { ...env, PATH: `/usr/bin:${process.env.PATH}` };
	if (!output("rustup", ["toolchain", "list"])?.includes("debian")) {
		await run("rustup", ["toolchain", "link", "debian", "/usr"]);
	}
	return { [LINKER_VARIABLE]: linker, RUSTUP_TOOLCHAIN: "debian" };
}

async function buildStd() {
	say(`Building Rust's standard library for ${TARGET} from Debian's sources (about a minute) …`);
	const crate = join(cache, "std");
	mkdirSync(join(crate, "src"), { recursive: true });
	writeFileSync(
		join(crate, "Cargo.toml"),
		'[package]\nname = "emptycrate"\nversion = "0.0.0"\nedition = "2021"\n',
	);
	writeFileSync(join(crate, "src", "lib.rs"), "");
	const { RUSTUP_TOOLCHAIN: _, ...own } = process.env;
	// The bootstrap variable lets a stable compiler build std; bitcode is what LTO needs, `test` what cargo test needs.
	const env = {
		...own,
		RUSTC_BOOTSTRAP: "1",
		RUSTC,
		RUSTFLAGS: "-Cembed-bitcode=yes",
		CARGO_TARGET_DIR: join(crate, "target"),
	};
	const parts = "-Zbuild-std=std,panic_abort,proc_macro,test";
	const code = await run("/usr/bin/cargo", ["build", "--release", "--target", TARGET, parts], {
		cwd: crate,
		env,
	});
	const failed = "Debian's Rust could not build the wasm32 standard library; see the lines above.";
	if (code !== 0) throw new Failure(failed);
	const built = join(crate, "target", TARGET, "release", "deps");
	const libraries = readdirSync(built).filter(
		(name) => name.endsWith(".rlib") && !name.includes("emptycrate"),
	);
	const sysroot = output(RUSTC, ["--print", "sysroot"]) ?? "/usr";
	const folder = join(sysroot, "lib", "rustlib", TARGET, "lib");
	await runAsRoot("mkdir", ["-p", folder]);
	await runAsRoot("cp", [...libraries.map((name) => join(built, name)), folder]);
	rmSync(crate, { recursive: true, force: true });
	if (!hasWasmStd(RUSTC)) throw new Failure(failed);
}
