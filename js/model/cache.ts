/** The models that this origin has stored in the browser's private file system. */
import { address } from "../core/arguments.js";
import { removeStoredModels, type StoredModel, storedModels } from "../worker/store.js";

export type { StoredModel } from "../worker/store.js";

/** All stored models, the least recently used first: what a page shows when storage runs out. */
export function listCachedModels(): Promise<StoredModel[]> {
	return storedModels();
}

/**
 * Removes one stored model.
 *
 * @param url the address that it was loaded from
 * @returns whether it is gone; false while a tab has it open
 */
export async function clearModelCache(url: string): Promise<boolean> {
	return removeStoredModels(address("clearModelCache: url", url));
}

/**
 * Removes all stored models.
 *
 * @returns whether all are gone; false while a tab has one open
 */
export function clearAllModelCaches(): Promise<boolean> {
	return removeStoredModels();
}
