/** The page's settings: a row for each. */
import { aText } from "../core/arguments.js";
import { written } from "./database.js";
import { jsonOf } from "./json.js";
import { place } from "./rows.js";
import type { Notices } from "./tabs.js";
import type { KeptSettings } from "./types.js";
import type { Vault } from "./vault.js";

export function settingsIn(vault: Vault, notices: Notices): KeptSettings {
	return {
		async get(key) {
			aText("get: key", key);
			return vault.use(async ({ database, read }) => {
				const isThere = (await database.getKey("settings", key)) !== undefined;
				return isThere ? read(await database.get("settings", key), place.setting(key)) : undefined;
			});
		},
		async set(key, value) {
			aText("set: key", key);
			const copy = value === undefined ? undefined : jsonOf("set: value", value);
			await vault.use(async ({ database, cipher }) => {
				const body = copy === undefined ? undefined : await cipher.seal(copy, place.setting(key));
				await written(database, ["settings"], async (transaction) => {
					const settings = transaction.objectStore("settings");
					await (body ? settings.put(body, key) : settings.delete(key));
				});
			});
			notices.tell({ setting: key });
		},
		async all() {
			return vault.use(async ({ database, read }) => {
				const settings = database.transaction("settings").store;
				const [keys, bodies] = await Promise.all([settings.getAllKeys(), settings.getAll()]);
				const opened = bodies.map(async (body, at) => {
					const key = keys[at] ?? "";
					const value = await read(body, place.setting(key));
					return value === undefined ? [] : [[key, value] as const];
				});
				return Object.fromEntries((await Promise.all(opened)).flat());
			});
		},
	};
}
