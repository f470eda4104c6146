/** Packs the package and that of its adapter and installs them into a project of its own; as a program, into the folder that is named. */
import { execFileSync } from "node:child_process";
import {
	copyFileSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** Where the project keeps the list of what the tarball held. */
export const FILES = "files.json";

/** Packs what lies in `source` into a folder. @param {string} source @param {string} folder */
function pack(source, folder) {
	const packed = execFileSync("npm", ["pack", source, "--json", "--pack-destination", folder], {
		cwd: folder,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [info] = Object.values(JSON.parse(packed));
	return { ...info, address: `file:${join(folder, info.filename)}` };
}

/** @param {string} folder an empty one */
export function install(folder) {
	const info = pack(inRoot("pkg"), folder);
	const adapter = pack(inRoot("composer"), folder);
	const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
	const manifest = {
		name: "consumer",
		private: true,
		type: "module",
		dependencies: { "webmcp-auto-ui": info.address, "webmcp-auto-ui-composer": adapter.address },
		devDependencies: Object.fromEntries(
			["vite", "typescript"].map((name) => [name, packages[`node_modules/${name}`].version]),
		),
	};
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	writeFileSync(join(folder, FILES), JSON.stringify(info.files));
	execFileSync("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
		cwd: folder,
		stdio: "ignore",
	});
}

/**
 * Gives a second project what one has: links to its files, where the disk is the same one, for they are 86 MB.
 *
 * @param {string} from
 * @param {string} to
 */
export function share(from, to) {
	mkdirSync(to, { recursive: true });
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) share(source, target);
		else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
		else {
			try {
				linkSync(source, target);
			} catch {
				copyFileSync(source, target);
			}
		}
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const folder = inRoot(process.argv[2]);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	install(folder);
}
