/** Decides how a model file arrives: from a Blob, from storage, or over the network, where a broken download goes on. */

import { pageRemedy } from "./file-kind.js";
import { fetchUnlessIdle } from "./idle.js";
import { EngineError } from "./messages.js";
import type { SnapshotFile } from "./snapshot-file.js";
import { Shelf, storedFile } from "./store.js";

/** A file on its way in. */
export interface Incoming {
	/** Its length; 0 when unknown. */
	total: number;
	/** Whether it lies in storage already, all of it. */
	stored: boolean;
	/** The SHA-256 that was found when it was stored. */
	sha256?: string;
	chunks: AsyncIterable<Uint8Array>;
	/** All of it arrived and is a model: it is kept, where it can be. */
	accept(sha256?: string): Promise<void>;
	/** It is not what it should be: nothing of it is kept. */
	discard(): Promise<void>;
	/** Something else went wrong: what arrived is there to go on from. */
	close(): void;
	/** Where what is remembered of this model is stored: nowhere, where the model is not. To be asked after `accept`. */
	snapshots(build: string): SnapshotFile | undefined;
	/** Why it was not kept, in words, where that was wanted and failed. */
	readonly notKept: string | undefined;
}

/** How a file is opened. */
export interface Opening {
	/** Store what comes over the network, for the next time. */
	keep: boolean;
	signal: AbortSignal;
	/** How long the network may bring nothing, milliseconds; 0 is for ever. */
	idleMs?: number;
}

/** A request that no answer came to is made once more after so long, milliseconds: networks change, and Service Workers take a page over. */
const AGAIN_MS = 500;

/** Opens the source. */
export async function open(source: string | Blob, opening: Opening): Promise<Incoming> {
	const { keep, signal } = opening;
	if (typeof source !== "string") return fromFile(source, false, signal);
	const shelf = keep ? await Shelf.open(source) : undefined;
	if (keep && !shelf) {
		const lent = await storedFile(source);
		if (lent)
			return { ...fromFile(lent.file, true, signal), ...(lent.sha256 ? { sha256: lent.sha256 } : {}) };
	}
	try {
		return await arriving(source, shelf, opening);
	} catch (error) {
		// What never began to arrive is not listed as if it had.
		if (shelf?.bytes === 0) await shelf.remove();
		else shelf?.close();
		throw error;
	}
}

/** A file that somebody else keeps. */
function fromFile(file: Blob, stored: boolean, signal: AbortSignal): Incoming {
	const nothing = async (): Promise<void> => undefined;
	return {
		total: file.size,
		stored,
		chunks: read(file.stream(), file.size, 0, signal),
		accept: nothing,
		discard: nothing,
		close: () => undefined,
		snapshots: () => undefined,
		notKept: undefined,
	};
}

async function arriving(url: string, shelf: Shelf | undefined, opening: Opening): Promise<Incoming> {
	const { keep, signal } = opening;
	let notKept: string | undefined = keep && !shelf ? NO_STORAGE : undefined;
	// What was stored before is still wanted for this load; `accept` removes it.
	const giveUp = (reason: string): void => {
		notKept = reason;
	};
	const rest = {
		async accept(sha256?: string) {
			if (notKept === undefined) {
				await shelf?.save({ complete: true, ...(sha256 ? { sha256 } : {}) }).catch(() => giveUp(NO_ROOM));
			}
			if (notKept !== undefined) await shelf?.remove();
			shelf?.close();
		},
		async discard() {
			await shelf?.remove();
		},
		close() {
			shelf?.close();
		},
		snapshots(build: string) {
			return notKept === undefined ? shelf?.snapshots(build) : undefined;
		},
		get notKept() {
			return notKept;
		},
	};
	const { note } = shelf ?? {};
	const whole = note && note.total > 0 && shelf?.bytes === note.total;
	if (shelf && note && (note.complete || whole)) {
		const { total, sha256 } = note;
		return Object.assign(rest, {
			total,
			stored: true,
			...(sha256 ? { sha256 } : {}),
			chunks: stored(shelf, signal),
		});
	}
	const { response, have, total } = await request(url, shelf, opening);
	const { body } = response;
	if (!body) throw new EngineError("model_load", `the model could not be fetched: ${url} sent nothing`);
	if (shelf) {
		const lack = await lacking(total - have);
		if (lack) giveUp(lack);
		else
			await shelf.save({ url, total, complete: false, ...validator(response) }).catch(() => giveUp(NO_ROOM));
	}
	const chunks = async function* (): AsyncGenerator<Uint8Array> {
		if (have > 0 && shelf) yield* stored(shelf, signal);
		const again = (): string => outlook(notKept === undefined ? shelf : undefined);
		for await (const chunk of read(body, total, have, signal, again)) {
			if (shelf && notKept === undefined) {
				try {
					shelf.write(chunk);
				} catch (error) {
					giveUp(`${NO_ROOM} (${String(error)})`);
				}
			}
			yield chunk;
		}
		// A browser may cut a write short at its quota without a word.
		if (shelf && notKept === undefined && shelf.written !== shelf.bytes) giveUp(NO_ROOM);
		else if (shelf) shelf.note.total = shelf.bytes;
	};
	return Object.assign(rest, { total, stored: false, chunks: chunks() });
}

const NO_STORAGE =
	"this browser keeps no files for this page, or another tab is loading this model: it is downloaded each time";

const NO_ROOM = "there is no room to store the model: remove a stored one, or it is downloaded each time";

/** Asks for what is missing; a server that does not go on, or has another file by now, begins anew. */
async function request(
	url: string,
	shelf: Shelf | undefined,
	opening: Opening,
): Promise<{ response: Response; have: number; total: number }> {
	const have = shelf?.bytes ?? 0;
	if (shelf?.note.validator && have > 0) {
		const response = await get(url, shelf, opening, { range: `bytes=${have}-` });
		const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
		const same = shelf.note.validator === validator(response).validator;
		if (
			response.status === 206 &&
			Number(range?.[1]) === have &&
			same &&
			Number(range?.[2]) === shelf.note.total
		) {
			return { response, have, total: shelf.note.total };
		}
		if (response.status === 200) {
			shelf.empty();
			return { response, have: 0, total: length(response) };
		}
		await response.body?.cancel();
		// A refusal for now says nothing about what is stored.
		if (response.status !== 206 && response.status !== 416) throw refused(url, response.status);
	}
	shelf?.empty();
	const response = await get(url, shelf, opening);
	if (response.status !== 200) {
		throw refused(url, response.status);
	}
	return { response, have: 0, total: length(response) };
}

async function get(
	url: string,
	shelf: Shelf | undefined,
	{ signal, idleMs }: Opening,
	headers: { [name: string]: string } = {},
): Promise<Response> {
	// What is stored here need not lie in the HTTP cache as well.
	const ask = () => fetchUnlessIdle(url, { signal, headers, cache: shelf ? "no-store" : "default" }, idleMs);
	try {
		return await ask().catch(async (error: unknown) => {
			if (!(error instanceof TypeError)) throw error;
			await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
			signal.throwIfAborted();
			return ask();
		});
	} catch (error) {
		const problem = `the model could not be fetched from ${url} (${String(error)})`;
		// Pages about files do not let others read them.
		const remedy = /\/blob\//.test(url) ? pageRemedy(url) : outlook(shelf);
		throw new EngineError("model_load", `${problem}; ${remedy}`);
	}
}

/**
 * What is the same only where every byte is (RFC 9110, 8.8.1): a strong ETag, or a date of change that lies a minute back.
 * It is compared here and not sent as If-Range, for which a server elsewhere would have to allow that header.
 */
function validator({ headers }: Response): { validator?: string } {
	const etag = headers.get("etag");
	if (etag && !etag.startsWith("W/")) return { validator: etag };
	const modified = headers.get("last-modified");
	return modified && Date.now() - Date.parse(modified) >= 60_000 ? { validator: modified } : {};
}

/** A compressed reply's length is not the file's. */
function length(response: Response): number {
	const plain = !response.headers.get("content-encoding");
	const length = plain ? Number(response.headers.get("content-length") ?? 0) : 0;
	return Number.isFinite(length) ? length : 0;
}

/** Why so many bytes cannot be stored, or nothing. */
async function lacking(bytes: number): Promise<string | undefined> {
	const { quota, usage = 0 } = (await navigator.storage.estimate().catch(() => undefined)) ?? {};
	if (quota === undefined || bytes <= quota - usage) return undefined;
	const mega = (count: number): string => `${Math.ceil(count / 1e6)} MB`;
	return `the model needs ${mega(bytes)} of storage and the browser allows ${mega(quota - usage)} more; remove a stored model, or it is downloaded each time`;
}

async function* stored(shelf: Shelf, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	for (const bytes of shelf.read()) {
		signal.throwIfAborted();
		yield bytes;
	}
}

/** Reads chunk by chunk; a broken connection becomes an error of its own. */
async function* read(
	chunks: ReadableStream<Uint8Array>,
	total: number,
	have: number,
	signal: AbortSignal,
	again: () => string = outlook,
): AsyncGenerator<Uint8Array> {
	const reader = chunks.getReader();
	let loaded = have;
	try {
		for (;;) {
			signal.throwIfAborted();
			const { done, value } = await reader.read().catch((error: unknown) => {
				throw brokenOff(loaded, total, String(error), again());
			});
			if (done && loaded < total) throw brokenOff(loaded, total, "it ended too early", again());
			if (done) return;
			loaded += value.length;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

function refused(url: string, status: number): EngineError {
	if (status === 401 || status === 403) {
		const why = `the model is gated, or there is none: ${url} answered ${status}`;
		const remedy =
			"sign in on its page, accept its licence, download the file there and load that file, or take a copy that needs neither";
		return new EngineError("unauthorized", `${why}; ${remedy}`);
	}
	return new EngineError("model_load", `the model could not be fetched: ${url} answered ${status}`);
}

function brokenOff(loaded: number, total: number, reason: string, again: string): EngineError {
	const bytes = total > 0 ? `${loaded} of ${total}` : loaded;
	return new EngineError(
		"model_load",
		`the download of the model broke off after ${bytes} bytes (${reason}); ${again}`,
	);
}

/** What to do after a failure, and what it comes to. */
function outlook(shelf?: Shelf): string {
	if (!shelf || shelf.bytes === 0) return "load it again";
	return shelf.note.validator
		? `${shelf.bytes} bytes are stored: load it again, and it goes on from there where the server sends parts of files`
		: "load it again, from its beginning, for the server does not say which version of the file it sends";
}
