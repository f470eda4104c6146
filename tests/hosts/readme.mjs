/** The README's programs for hosts, as files of somebody's project that has the package. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** The program that the README gives for a host. */
export function programOf(host) {
	const readme = readFileSync(inRoot("README.md"), "utf8");
	const blocks = readme.matchAll(/<!-- host: ([^>]+) -->\n```js\n([\s\S]*?)```/g);
	const block = [...blocks].find(([, hosts]) => hosts.split(", ").includes(host));
	if (!block) throw new Error(`the README has no program for ${host}`);
	return block[2];
}

/** A folder with the package installed and `serve.js`, until the test ends. */
export function projectOf(t, program) {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-host-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(join(folder, "node_modules"));
	symlinkSync(inRoot("pkg"), join(folder, "node_modules/webmcp-auto-ui"));
	const manifest = { type: "module", dependencies: { "webmcp-auto-ui": "*" } };
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	writeFileSync(join(folder, "serve.js"), program);
	return folder;
}
