/** The adapter's own package: what it says of its file is so, and the file is small, for this model, and comes with its notice. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";

const MOST_BYTES = 5_000_000;

test("the adapter is the file that the package names, and no larger than 5 MB", async () => {
	const { adapter } = await import("../../composer/index.js");
	const bytes = readFileSync(fileURLToPath(adapter.url));
	assert.equal(createHash("sha256").update(bytes).digest("hex"), adapter.sha256);
	assert.ok(bytes.length <= MOST_BYTES, `${bytes.length} bytes`);
	const head = bytes.subarray(0, 4096).toString("latin1");
	assert.ok(head.startsWith("GGUF"));
	for (const said of ["gemma3", "adapter.type", "webmcp.composer"]) assert.ok(head.includes(said), said);
});

test("its tarball holds the adapter, its notice and nothing of ours beside", () => {
	const packed = execFileSync("npm", ["pack", inRoot("composer"), "--json", "--dry-run"], {
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [info] = Object.values(JSON.parse(packed));
	assert.deepEqual(info.files.map(({ path }) => path).toSorted(), [
		"NOTICE",
		"README.md",
		"composer.gguf",
		"index.d.ts",
		"index.js",
		"package.json",
	]);
	assert.match(readFileSync(inRoot("composer", "NOTICE"), "utf8"), /Gemma Terms of Use/);
});
