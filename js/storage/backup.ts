/** A copy of all that is stored, and how one is taken in. */
import { addRows, readRows, rowsFor, savedOf } from "./content.js";
import { written } from "./database.js";
import { FORMAT } from "./imported.js";
import { ALL, place } from "./rows.js";
import { freshId } from "./sessions.js";
import type { StorageExport } from "./types.js";
import type { Opened } from "./vault.js";

/** All that is stored and can be read, as it stands at one moment. */
export async function exported({ database, read }: Opened): Promise<StorageExport> {
	const transaction = database.transaction(ALL);
	const [heads, keys, bodies] = await Promise.all([
		transaction.objectStore("sessions").getAll(),
		transaction.objectStore("settings").getAllKeys(),
		transaction.objectStore("settings").getAll(),
	]);
	const all = await Promise.all(heads.map((head) => readRows(transaction, head)));
	const settings = bodies.map(async (body, at) => {
		const key = keys[at] ?? "";
		const value = await read(body, place.setting(key));
		return value === undefined ? [] : [[key, value] as const];
	});
	return {
		format: FORMAT,
		version: 1,
		sessions: await Promise.all(all.map((rows) => savedOf(rows, read))),
		settings: Object.fromEntries((await Promise.all(settings)).flat()),
	};
}

/** Stores a copy that was checked. @returns The ids of its sessions. */
export async function stored({ database, cipher }: Opened, copy: StorageExport): Promise<string[]> {
	const taken = new Set<string>(await database.getAllKeys("sessions"));
	const sessions = copy.sessions.map((session) => {
		const id = taken.has(session.id) ? freshId() : session.id;
		taken.add(id);
		return { ...session, id };
	});
	const all = await Promise.all(sessions.map((session) => rowsFor(session, cipher)));
	const settings = await Promise.all(
		Object.entries(copy.settings).map(async ([key, value]) => {
			return [key, await cipher.seal(value, place.setting(key))] as const;
		}),
	);
	await written(database, ALL, async (transaction) => {
		const store = transaction.objectStore("settings");
		await Promise.all([
			...all.map((rows) => addRows(transaction, rows)),
			...settings.map(([key, body]) => store.put(body, key)),
		]);
	});
	return sessions.map(({ id }) => id);
}
