/** Puts the npm package together in pkg/: built files, and a manifest whose version is the crate's. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.mjs";

/** The version, which stands in Cargo.toml only. */
export function version() {
	const found = /\[workspace\.package\]\s[^[]*?version = "([^"]+)"/.exec(
		readFileSync(inRoot("Cargo.toml"), "utf8"),
	);
	if (!found) throw new Error("Cargo.toml has no version under [workspace.package].");
	return found[1];
}

function manifest() {
	const template = JSON.parse(readFileSync(inRoot("pkg-template", "package.json"), "utf8"));
	const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
	return { ...template, version: version(), dependencies };
}

/** Fills pkg/ anew. */
export function assemble() {
	const to = inRoot("pkg");
	rmSync(to, { recursive: true, force: true });
	mkdirSync(to, { recursive: true });
	cpSync(inRoot("build", "js"), to, { recursive: true });
	// What runs at the terminal is also what the build itself runs, before anything is compiled.
	cpSync(inRoot("pkg-template", "cli"), `${to}/cli`, { recursive: true });
	// The page that a host serves from another origin; its script is compiled beside it.
	cpSync(inRoot("js", "apps", "sandbox.html"), `${to}/apps/sandbox.html`);
	// Hosts serve that folder alone: what its script needs of others lies in it too.
	cpSync(`${to}/core/loopback.js`, `${to}/apps/loopback.js`);
	const policy = readFileSync(`${to}/apps/policy.js`, "utf8");
	writeFileSync(`${to}/apps/policy.js`, policy.replace('"../core/loopback.js"', '"./loopback.js"'));
	for (const folder of [
		"wasm",
		"small-model",
		"memory",
		"tool-api",
		"mcp",
		"schema",
		"full-schema",
		"engine",
		"widgets",
	]) {
		const from = inRoot("build", "gen", folder);
		if (existsSync(from)) cpSync(from, `${to}/${folder}`, { recursive: true });
	}
	// wasm-pack leaves a .gitignore of `*` in its folder; npm would obey it and ship no WebAssembly.
	for (const [folder, name] of [
		["wasm", "webmcp_auto_ui"],
		["small-model", "webmcp_small_model"],
		["memory", "webmcp_memory"],
		["tool-api/wasm", "webmcp_tool_api"],
		["mcp/wasm", "webmcp_mcp"],
		["schema/wasm", "webmcp_schema"],
		["full-schema", "webmcp_full_schema"],
	]) {
		rmSync(`${to}/${folder}/.gitignore`, { force: true });
		// These types describe the raw WebAssembly, which only the module beside it calls.
		rmSync(`${to}/${folder}/${name}_bg.wasm.d.ts`, { force: true });
		withoutAny(`${to}/${folder}/${name}.d.ts`);
	}
	for (const file of ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]) {
		if (existsSync(inRoot(file))) cpSync(inRoot(file), `${to}/${file}`);
	}
	writeFileSync(`${to}/package.json`, `${JSON.stringify(manifest(), null, "\t")}\n`);
}

/**
 * wasm-bindgen types values of JavaScript as `any`; what leaves the core is checked, so it is `unknown`. And its
 * `[Symbol.dispose]` would oblige every consumer to the newest `lib`.
 */
function withoutAny(/** @type {string} */ file) {
	writeFileSync(
		file,
		readFileSync(file, "utf8")
			.replace(/^.*\[Symbol\.dispose\].*\n/gm, "")
			.replace(/(?<=(?:[:<|(]|=>)\s?)any\b/g, "unknown"),
	);
}
