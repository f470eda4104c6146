/** Firefox and WebKit, out of Debian: for the tests in every engine. */
import { existsSync } from "node:fs";
import { which } from "../lib/exec.mjs";
import { aptInstall } from "./apt.mjs";

/** Where Debian's WebKit for GTK has its small browser, by processor. */
const MINI_BROWSERS = ["x86_64", "aarch64"].map(
	(processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

function firefoxFound() {
	return which("firefox-esr", "firefox");
}

function webKitFound() {
	const [driver, screen] = [which("WebKitWebDriver"), which("Xvfb")];
	const browser = MINI_BROWSERS.find((path) => existsSync(path));
	return driver && screen && browser ? { driver, screen, browser } : undefined;
}

/** Makes sure that it is there. @returns {Promise<string | undefined>} its path; nothing where it can neither be found nor installed */
export async function firefox() {
	return firefoxFound() ?? ((await aptInstall(["firefox-esr"])) ? firefoxFound() : undefined);
}

/** The same of WebKit: its driver, a screen to draw on and the browser itself. */
export async function webKit() {
	return webKitFound() ?? ((await aptInstall(["webkit2gtk-driver", "xvfb"])) ? webKitFound() : undefined);
}
