/** Where tokens are kept. */
import { aFunction, objectOf } from "../core/arguments.js";
import type { McpAuthStore } from "./types.js";

const A_STORAGE = objectOf(
	{ getItem: aFunction, setItem: aFunction, removeItem: aFunction },
	"sessionStorage or localStorage",
);

/**
 * Keeps tokens in a storage of the browser's: `sessionStorage` until the tab is closed, `localStorage` for good and for all tabs. Any script
 * that runs in the page can read them there, and those of other pages of its origin too.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it is no storage.
 */
export function webStore(storage: Storage): McpAuthStore {
	A_STORAGE("webStore: storage", storage);
	return {
		get: (key) => storage.getItem(key),
		set: (key, value) => storage.setItem(key, value),
		delete: (key) => storage.removeItem(key),
	};
}

/** Keeps them as long as the page lives, where other pages do not see them. */
export function memory(): McpAuthStore {
	const kept = new Map<string, string>();
	return {
		get: (key) => kept.get(key),
		set: (key, value) => void kept.set(key, value),
		delete: (key) => void kept.delete(key),
	};
}
