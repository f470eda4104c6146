/** What tests in the browser need beside the build: wasm-pack, and wasm-bindgen's test runner, equal to the crate in Cargo.lock. */
import { readFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";
import { Failure } from "../lib/say.mjs";
import { ownTools } from "./own-tools.mjs";

const CRATE = "scripts/test-tools";

/** @param {string} lock */
const versionIn = (lock) =>
	/name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(inRoot(lock), "utf8"))?.[1];

/** @returns {Promise<string>} the folder of the programs, for PATH */
export async function testTools() {
	const [wanted, there] = [versionIn("Cargo.lock"), versionIn(`${CRATE}/Cargo.lock`)];
	if (wanted !== there)
		throw new Failure(
			`Cargo.lock has wasm-bindgen ${wanted}, ${CRATE}/Cargo.lock ${there}: both must be of one version.`,
		);
	const names = ["wasm-bindgen", "wasm-bindgen-test-runner", "wasm-pack"];
	return ownTools(
		CRATE,
		names,
		"wasm-pack and wasm-bindgen's test runner, once, for the tests (two minutes)",
	);
}
