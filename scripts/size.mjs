/** What the package weighs: each WebAssembly file and the JavaScript, raw and compressed. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main } from "./lib/say.mjs";

/** @param {string} folder @returns {string[]} */
function files(folder) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
	);
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);

await main(async () => {
	const pkg = inRoot("pkg");
	if (!statSync(pkg, { throwIfNoEntry: false }))
		throw new Failure("There is no pkg/: run npm run build first.");
	const shipped = files(pkg).filter((path) => [".js", ".wasm"].includes(extname(path)));
	/** @type {Map<string, {raw: number, brotli: number}>} */
	const sums = new Map();
	for (const path of shipped) {
		const bytes = readFileSync(path);
		const name = path.endsWith(".wasm") ? relative(pkg, path) : "all JavaScript";
		const sum = sums.get(name) ?? { raw: 0, brotli: 0 };
		sums.set(name, { raw: sum.raw + bytes.length, brotli: sum.brotli + brotliCompressSync(bytes).length });
	}
	console.log(`${"".padEnd(32)}${"raw".padStart(12)}${"brotli".padStart(12)}`);
	for (const [name, { raw, brotli }] of [...sums].sort()) {
		console.log(`${name.padEnd(32)}${kilobytes(raw)}${kilobytes(brotli)}`);
	}
});
