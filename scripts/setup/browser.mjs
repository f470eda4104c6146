/** Chromium and its driver. */
import { existsSync } from "node:fs";
import { output, which } from "../lib/exec.mjs";
import { Failure, say } from "../lib/say.mjs";
import { aptInstall } from "./apt.mjs";

/** @param {string} variable @param {string[]} names */
function find(variable, ...names) {
	const chosen = process.env[variable];
	if (!chosen) return which(...names);
	if (!existsSync(chosen)) throw new Failure(`${variable} is set to ${chosen}, where there is no file.`);
	return chosen;
}

/** @returns {{chrome?: string, chromedriver?: string}} what is there */
export function findBrowser() {
	return {
		chrome: find("CHROME_PATH", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
		chromedriver: find("CHROMEDRIVER", "chromedriver"),
	};
}

/** @returns {Promise<{chrome: string, chromedriver: string}>} */
export async function browser() {
	let { chrome, chromedriver } = findBrowser();
	if (!chrome || !chromedriver) {
		await aptInstall(["chromium", "chromium-driver"]);
		({ chrome, chromedriver } = findBrowser());
	}
	if (!chrome || !chromedriver) {
		throw new Failure(
			"The browser tests need Chromium and chromedriver of the same version: install both, or set CHROME_PATH and CHROMEDRIVER.",
		);
	}
	// A failure that only one version shows is understood only where the log names the version.
	say(`The browser is ${output(chrome, ["--version"]) ?? chrome}.`);
	return { chrome, chromedriver };
}
