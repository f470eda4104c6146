/** llama.cpp's own HTTP server, out of the Python package that carries it: for the tests of local servers. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output, run } from "../lib/exec.mjs";
import { cache } from "../lib/paths.mjs";
import { Failure, say } from "../lib/say.mjs";
import { pip } from "./weights.mjs";

/** MIT (xorbitsai/xllamacpp, which builds llama.cpp's server into a module); the wheel for Linux on x86-64, 34 MB. */
const VERSION = "2026.10.11549";
const SHA256 = "c54e7d13520ecc989c63dc99d55de3065e2f343a91f43f053d16b5e62077c261";
const folder = join(cache, "tools", `xllamacpp-${VERSION}`);

/** Why it cannot run here, in words, or nothing. */
export function llamaServerLacks() {
	if (process.platform !== "linux" || process.arch !== "x64") {
		return `its package is pinned for Linux on x86-64, and this is ${process.platform} on ${process.arch}`;
	}
	const version = output("python3", ["-c", "import sys; print(*sys.version_info[:2])"]);
	const [major = 0, minor = 0] = (version ?? "").split(" ").map(Number);
	if (major === 3 && minor >= 10) return undefined;
	return version ? `it needs Python 3.10 or newer, and python3 is ${major}.${minor}` : "python3 is missing";
}

/** Makes sure that it is there. @returns {Promise<string>} what Python's `PYTHONPATH` must name */
export async function llamaServer() {
	if (existsSync(folder)) return folder;
	say("Fetching llama.cpp's server for the tests (34 MB, once) …");
	mkdirSync(dirname(folder), { recursive: true });
	const unpacked = mkdtempSync(`${folder}-`);
	try {
		const [program, ...first] = await pip();
		const pinned = join(unpacked, "requirements.txt");
		writeFileSync(pinned, `xllamacpp==${VERSION} --hash=sha256:${SHA256}\n`);
		const args = [...first, "install", "--quiet", "--target", join(unpacked, "files"), "--no-deps"];
		args.push("--no-cache-dir", "--only-binary=:all:", "--require-hashes", "-r", pinned);
		if ((await run(program, args)) !== 0 && (await run(program, [...args, "--break-system-packages"])) !== 0)
			throw new Failure(`pip could not fetch xllamacpp ${VERSION}; check that PyPI can be reached.`);
		renameSync(join(unpacked, "files"), folder);
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
	return folder;
}
