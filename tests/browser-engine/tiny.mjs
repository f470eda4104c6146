/** Tiny random models, for what does not depend on a model's size: loading one takes milliseconds instead of seconds. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../scripts/lib/exec.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** Writes a file of each shape into a folder of its own; `remove` takes the folder away. */
export async function tinyModels() {
	const folder = mkdtempSync(join(tmpdir(), "tiny-"));
	// Both packages, as where the engine is tested: with one alone cargo would compile it anew for each of the two.
	const packages = ["-p", "webmcp-engine", "-p", "webmcp-chat-template"];
	const built = await run("cargo", ["build", "-q", "--profile", "native", ...packages, "--example", "tiny"]);
	const program = inRoot(process.env.CARGO_TARGET_DIR ?? "target", "native", "examples", "tiny");
	const code = built === 0 ? await run(program, [folder]) : built;
	if (code !== 0) throw new Error(`The tiny models could not be written: it ended with ${code}.`);
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** One of them, 17 MB: its path, size and SHA-256 in hexadecimal. */
export function fileOf(folder, shape = "gemma3-1b") {
	const path = join(folder, `${shape}.gguf`);
	const bytes = readFileSync(path);
	return { path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
