/** Installs the peers and builds a page of each interface, as its own production build. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { run } from "../../../scripts/lib/exec.mjs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { PEERS } from "./sites.mjs";

const SOURCES = fileURLToPath(new URL("peers/", import.meta.url));

/** Copies the peers' pages beside their packages, which are installed unless this lock file's are there already. */
export async function installPeers() {
	mkdirSync(PEERS, { recursive: true });
	cpSync(SOURCES, PEERS, { recursive: true });
	const lock = createHash("sha256")
		.update(readFileSync(join(PEERS, "package-lock.json")))
		.digest("hex");
	const stamp = join(PEERS, "node_modules", ".installed-lock");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
	// Some of them would tell their makers of the installation.
	const code = await run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: PEERS });
	if (code !== 0) throw new Error("npm ci failed for the peers of the benchmark of interfaces.");
	writeFileSync(stamp, lock);
}

/**
 * @param {import("./sites.mjs").Site} site
 * @param {{isReadable?: boolean}} [options] `isReadable` leaves names as they are, for profiles
 * @returns {Promise<string>} the folder of the built page
 */
export async function buildSite({ folder, root, alias = {} }, { isReadable = false } = {}) {
	const outDir = inRoot("build", "interface", isReadable ? "readable" : "pages", folder);
	await build({
		root,
		base: "./",
		configFile: false,
		logLevel: "error",
		resolve: { alias },
		build: {
			outDir,
			emptyOutDir: true,
			target: "es2022",
			reportCompressedSize: false,
			minify: !isReadable,
		},
		worker: { format: "es" },
	});
	return outDir;
}
