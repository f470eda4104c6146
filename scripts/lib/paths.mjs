/** Where things are. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** What set-up fetches or compiles once for all checkouts. */
export const cache = process.env.WEBMCP_CACHE
	? resolve(process.env.WEBMCP_CACHE)
	: join(homedir(), ".cache", "webmcp-auto-ui");

/** A place below the root, unless a part is absolute. @param {string[]} parts */
export const inRoot = (...parts) => resolve(root, ...parts);
