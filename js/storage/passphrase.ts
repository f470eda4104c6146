/** Which key a storage has, and how all that is stored comes under another one. */
import { WebMcpError } from "../core/errors.js";
import { type Cipher, newKey, PLAIN, unlocked } from "./cipher.js";
import { written } from "./database.js";
import { ALL, type Body, type Database, place } from "./rows.js";
import type { Opened } from "./vault.js";

/** So many rows are tried with a key. */
const SOME = 20;

/**
 * The cipher of a database.
 *
 * @throws {@link WebMcpError} `unauthorized` for a passphrase that is missing or another one.
 */
export async function cipherOf(database: Database, passphrase: string | undefined): Promise<Cipher> {
	const row = await database.get("meta", "encryption");
	if (!row) return PLAIN;
	if (passphrase === undefined)
		throw new WebMcpError("unauthorized", "This storage is encrypted: open it with its passphrase.");
	return unlocked(passphrase, row, (cipher) => opensSome(database, cipher));
}

/** Whether a key opens any of the first titles and settings. */
async function opensSome(database: Database, cipher: Cipher): Promise<boolean> {
	const [heads, keys, values] = await Promise.all([
		database.getAll("sessions", undefined, SOME),
		database.getAllKeys("settings", undefined, SOME),
		database.getAll("settings", undefined, SOME),
	]);
	const tried = await Promise.allSettled([
		...heads.map(({ id, body }) => cipher.open(body, place.title(id))),
		...values.map((body, at) => cipher.open(body, place.setting(keys[at] ?? ""))),
	]);
	return tried.some(({ status }) => status === "fulfilled");
}

/**
 * Brings all that is stored under another passphrase, or under none, in one transaction.
 *
 * Nobody else may write meanwhile: what is stored is read, encrypted anew, and then written.
 */
export async function sealedAnew({ database, cipher }: Opened, passphrase: string | null): Promise<Cipher> {
	const next = passphrase === null ? undefined : await newKey(passphrase);
	const other = next?.cipher ?? PLAIN;
	// What is damaged stays as it is.
	const anew = async (body: Body, at: string): Promise<Body> => {
		const value = await cipher.open(body, at).catch(() => undefined);
		return value === undefined ? body : other.seal(value, at);
	};
	const all = database.transaction(ALL);
	const [heads, messages, canvases, widgets, keys, values] = await Promise.all([
		all.objectStore("sessions").getAll(),
		all.objectStore("messages").getAll(),
		all.objectStore("canvases").getAll(),
		all.objectStore("widgets").getAll(),
		all.objectStore("settings").getAllKeys(),
		all.objectStore("settings").getAll(),
	]);
	const changed = <Row extends { body: Body }>(rows: Row[], placed: (row: Row) => string): Promise<Row[]> =>
		Promise.all(rows.map(async (row) => ({ ...row, body: await anew(row.body, placed(row)) })));
	const rows = {
		sessions: await changed(heads, ({ id }) => place.title(id)),
		messages: await changed(messages, ({ session }) => place.message(session)),
		canvases: await changed(canvases, ({ session }) => place.layout(session)),
		widgets: await changed(widgets, ({ session, id }) => place.widget(session, id)),
		settings: await Promise.all(values.map((body, at) => anew(body, place.setting(keys[at] ?? "")))),
	};
	await written(database, ALL, async (transaction) => {
		const settings = transaction.objectStore("settings");
		const meta = transaction.objectStore("meta");
		await Promise.all([
			...rows.sessions.map((row) => transaction.objectStore("sessions").put(row)),
			...rows.messages.map((row) => transaction.objectStore("messages").put(row)),
			...rows.canvases.map((row) => transaction.objectStore("canvases").put(row)),
			...rows.widgets.map((row) => transaction.objectStore("widgets").put(row)),
			...rows.settings.map((body, at) => settings.put(body, keys[at])),
			next ? meta.put(next.row, "encryption") : meta.delete("encryption"),
		]);
	});
	return other;
}
