/** The servers' packages, installed from their lock files into `build/servers`. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, run, which } from "../../scripts/lib/exec.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";

export const FOLDER = inRoot("build", "servers");
/** What the lock files of Python's packages are made for. */
const LEAST_PYTHON = [3, 10];

/** Where a virtual environment has its Python. @param {string} name `python` or `python-modern` */
export function pythonOf(name) {
	const within = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
	return join(FOLDER, name, "environment", ...within);
}

/**
 * Does `work` unless it was done for the same lock file.
 *
 * @param {string} lock
 * @param {string} folder what comes of it
 * @param {() => Promise<void>} work
 */
async function once(lock, folder, work) {
	const stamp = join(folder, ".installed-lock");
	const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	rmSync(folder, { recursive: true, force: true });
	await work();
	writeFileSync(stamp, wanted);
}

/** Copies the servers' programs, and installs what one wants. @param {string} kind of `server.mjs` */
export async function install(kind) {
	mkdirSync(FOLDER, { recursive: true });
	cpSync(inRoot("tests", "servers", "harness"), FOLDER, { recursive: true });
	return kind.startsWith("python") ? installPython(kind) : installNode();
}

const installNode = () =>
	once(join(FOLDER, "package-lock.json"), join(FOLDER, "node_modules"), async () => {
		const args = ["ci", "--ignore-scripts", "--loglevel=error"];
		if ((await run("npm", args, { cwd: FOLDER })) !== 0) throw new Error("npm ci failed for tests/servers.");
	});

/** @param {string} name */
async function installPython(name) {
	const program = findPython();
	const lock = join(FOLDER, name, "requirements.txt");
	const environment = join(FOLDER, name, "environment");
	await once(lock, environment, async () => {
		if ((await run(program, ["-m", "venv", environment])) !== 0) {
			throw new Error(
				"The Python servers need virtual environments: install Python's venv (Debian: python3-venv).",
			);
		}
		const args = [
			"-m",
			"pip",
			"install",
			"--quiet",
			"--require-hashes",
			"--only-binary",
			":all:",
			"-r",
			lock,
		];
		if ((await run(pythonOf(name), args)) !== 0) throw new Error("pip install failed for tests/servers.");
	});
}

function findPython() {
	const program = process.env.PYTHON ?? which("python3", "python");
	const version = program && output(program, ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"]);
	const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
	const [least, leastMinor] = LEAST_PYTHON;
	if (!program || major < least || (major === least && minor < leastMinor)) {
		const found = version ? `, and ${program} is ${version}` : "";
		throw new Error(
			`The Python servers need Python ${LEAST_PYTHON.join(".")} or newer${found}: install it, or set PYTHON to it.`,
		);
	}
	return program;
}
