/** How a storage is opened: who must be let go for it, and which key it has. */
import { aFunction, aText, objectOf, optional, optionsOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { guarded, report } from "../core/report.js";
import { openDatabase } from "./database.js";
import { cipherOf } from "./passphrase.js";
import { damaged, noDatabase } from "./problems.js";
import type { Parts } from "./session.js";
import { aPassphrase, OpenStorage } from "./storage.js";
import { Notices, present, type Release } from "./tabs.js";
import type { KeptStorage, StorageOptions } from "./types.js";
import { Vault } from "./vault.js";

const OPTIONS = objectOf({
	name: optional(aText),
	passphrase: optional(aPassphrase),
	onProblem: optional(aFunction),
});

/**
 * Opens a storage of the browser for sessions, canvases and settings. Several tabs may have it open.
 *
 * @returns The storage. What it acknowledges is on the disk: no crash takes it away, and nothing is ever stored by half. Where the browser
 *   has no Web Locks, as on pages without https, every tab may write, and of two that change the same widget the last one wins.
 *   It ends where the browser puts the page aside to show it again when the person goes back (`pagehide` with `persisted`), and is to be
 *   opened again then (`pageshow`); `<auto-ui-app>` does.
 * @throws {@link WebMcpError} `unauthorized` for a passphrase that is missing or another one, `unsupported` where there is no IndexedDB
 *   or what is stored is newer than this code, `conflict` where another tab is in the way, `invalid_argument` for options that make no
 *   sense.
 */
export async function openStorage(options: StorageOptions = {}): Promise<KeptStorage> {
	const given = optionsOf("openStorage: options", options, OPTIONS);
	if (typeof indexedDB === "undefined") throw noDatabase();
	const name = `webmcp-auto-ui storage ${given.name ?? "main"}`;
	const leave = await present(name);
	const onProblem = given.onProblem?.bind(options) ?? report;
	const storage = await opened(name, leave, given.passphrase, onProblem).catch(async (error: unknown) => {
		await leave();
		throw error;
	});
	if (given.passphrase === undefined || storage.isEncrypted) return storage;
	try {
		await storage.setPassphrase(given.passphrase);
	} catch (error) {
		await storage.close();
		throw error;
	}
	return storage;
}

async function opened(
	name: string,
	leave: Release,
	passphrase: string | undefined,
	onProblem: Parts["onProblem"],
): Promise<OpenStorage> {
	const over = new AbortController();
	const database = await openDatabase(name, (why) => over.abort(why));
	try {
		const vault = new Vault(database, await cipherOf(database, passphrase), (place) =>
			guarded(() => onProblem(damaged(place))),
		);
		const { signal } = over;
		// While the key was made.
		if (signal.aborted) throw new WebMcpError("conflict", String(signal.reason));
		const parts: Parts = { name, vault, notices: new Notices(name), open: new Set(), onProblem };
		const storage = new OpenStorage(parts, leave);
		signal.addEventListener("abort", () => storage.end(String(signal.reason)));
		return storage;
	} catch (error) {
		database.close();
		throw error;
	}
}
