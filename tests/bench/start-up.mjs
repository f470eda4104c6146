/** From `import` to the first `executeTool`, each time in a fresh Node process; and what the files weigh. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { report } from "./measure.mjs";

const ROUNDS = 7;
const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const script = `
	const start = performance.now();
	const kit = await import(${JSON.stringify(new URL("../../pkg/index.js", import.meta.url).href)});
	await kit.init();
	await kit.autoui.executeTool("widget_display", { name: "stat", params: { label: "a", value: "1" } });
	console.log(performance.now() - start);
`;
const times = Array.from({ length: ROUNDS }, () => {
	const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(stderr);
	return Number(stdout);
});
report("import → init → first executeTool, Node", { "webmcp-auto-ui": times }, { unit: "ms" });

console.log("\nsizes, bytes (raw, brotli 11)");
for (const folder of ["wasm", "small-model", "full-schema", "engine"]) {
	for (const name of readdirSync(join(pkg, folder)).filter((file) => file.endsWith(".wasm"))) {
		const bytes = readFileSync(join(pkg, folder, name));
		const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
		console.log(`  ${join(folder, name).padEnd(36)} ${bytes.length}  ${packed.length}`);
	}
}
