/**
 * How long a newcomer waits for the page: a fresh clone of what is committed, nothing in any cache.
 *
 *   npm run cold-start
 */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";

const READY = /The demo is at (\S+)/;

const folder = mkdtempSync(join(tmpdir(), "cold-start-"));
const clone = join(folder, "clone");
spawnSync("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone], { stdio: "inherit" });

// Where packages come from is the machine's affair, what is there already is not.
const cargoHome = join(folder, "cargo");
mkdirSync(cargoHome);
const config = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "config.toml");
if (existsSync(config)) copyFileSync(config, join(cargoHome, "config.toml"));
const env = {
	...process.env,
	CARGO_HOME: cargoHome,
	CARGO_TARGET_DIR: join(folder, "target"),
	WEBMCP_CACHE: join(folder, "cache"),
	npm_config_cache: join(folder, "npm"),
	PIP_NO_CACHE_DIR: "1",
};

const start = performance.now();
const seconds = () => ((performance.now() - start) / 1000).toFixed(0);
const child = spawn("npm", ["start"], {
	cwd: clone,
	env,
	detached: true,
	stdio: ["ignore", "pipe", "inherit"],
});
const end = () => {
	try {
		if (child.pid) process.kill(-child.pid, "SIGKILL");
	} catch {
		// It has ended.
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
process.on("SIGINT", () => process.exit(1));
process.on("exit", end);

let said = "";
child.stdout.setEncoding("utf8");
child.stdout.on("data", async (/** @type {string} */ piece) => {
	for (const line of piece.split("\n").filter(Boolean)) console.log(`${seconds().padStart(5)} s  ${line}`);
	said += piece;
	const address = READY.exec(said)?.[1];
	if (!address) return;
	child.stdout.removeAllListeners("data");
	const page = await fetch(address);
	console.log(`\nthe page answers (${page.status}) after ${seconds()} s`);
	process.exit(page.ok ? 0 : 1);
});
child.on("exit", (code) => {
	console.error(`npm start ended with ${code} after ${seconds()} s`);
	process.exit(1);
});
