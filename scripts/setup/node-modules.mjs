/** The npm packages of the lock file. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { run } from "../lib/exec.mjs";
import { inRoot } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";

/** Installs the packages unless this lock file is installed already. */
export async function nodeModules() {
	const lock = createHash("sha256")
		.update(readFileSync(inRoot("package-lock.json")))
		.digest("hex");
	const stamp = inRoot("node_modules", ".installed-lock");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
	say("Installing the npm packages of package-lock.json …");
	// Install scripts are not needed by any of these packages, and some would download binaries. What only Node's half
	// of Transformers.js needs (onnxruntime-node has 288 MB) is replaced in package.json: ours runs in browsers.
	const code = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
	if (code !== 0) {
		throw new Failure("npm ci failed; check that the npm registry can be reached, then run this again.");
	}
	writeFileSync(stamp, lock);
}
