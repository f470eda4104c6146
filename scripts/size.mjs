/** What the package weighs: each WebAssembly file and the JavaScript, raw and compressed; and each room of the core. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { namedCore } from "./build/core.mjs";
import { inRoot } from "./lib/paths.mjs";
import { rooms } from "./lib/rooms.mjs";
import { Failure, main } from "./lib/say.mjs";
import { toolchain } from "./setup.mjs";

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
	console.log("\nThe core's code by room, libraries in brackets, before compression:");
	Object.assign(process.env, await toolchain());
	const code = readFileSync(await namedCore());
	for (const [room, size] of rooms(code)) console.log(`${room.padEnd(32)}${kilobytes(size)}`);
});
