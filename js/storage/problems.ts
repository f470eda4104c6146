/** What is said where the browser's storage fails: what happened, and what to do about it. */
import { WebMcpError } from "../core/errors.js";

/** The error in words; what is no failure of the browser's storage stays as it is. */
export async function inWords(error: unknown): Promise<unknown> {
	if (error instanceof WebMcpError || !(error instanceof DOMException)) return error;
	if (error.name === "QuotaExceededError") return noRoom();
	if (error.name === "ConstraintError")
		return new WebMcpError("conflict", "Another tab has stored the same at this moment: try again.");
	return new WebMcpError("unsupported", `The browser's storage does not work: ${error.message}`);
}

/** Bytes as far as the browser tells; some tell nothing. */
export async function estimated(): Promise<{ used?: number; quota?: number }> {
	try {
		const { usage, quota } = await navigator.storage.estimate();
		return {
			...(usage === undefined ? {} : { used: usage }),
			...(quota === undefined ? {} : { quota }),
		};
	} catch {
		return {};
	}
}

async function noRoom(): Promise<WebMcpError> {
	const { used, quota } = await estimated();
	// Not of how much: what browsers tell of the quota is rounded, or made up, against being recognised by it.
	const sum = used === undefined ? "" : ` This site uses ${(used / 1e6).toFixed(1)} MB.`;
	return new WebMcpError(
		"unsupported",
		`The browser has no room left for this.${sum} What was stored before is still there: delete sessions, or free some of the disk, then try again.`,
		{ reason: "quota", used: used ?? null, quota: quota ?? null },
	);
}

/** A row that cannot be read. */
export function damaged(place: string): WebMcpError {
	return new WebMcpError(
		"conflict",
		`What is stored as '${place.slice(0, 200)}' is damaged and left out; all else is there. Nothing else of it can be had back: delete the session, or import a copy of it.`,
		{ reason: "damaged", place },
	);
}

/** Where there is no IndexedDB, or the page may not use it. */
export function noDatabase(): WebMcpError {
	return new WebMcpError(
		"unsupported",
		"There is no IndexedDB here to store anything in: openStorage works in pages and Workers of a browser that lets them store.",
	);
}

/** A database that a later version of the package has written. */
export function tooNew(known: number): WebMcpError {
	return new WebMcpError(
		"unsupported",
		`What is stored here was written by a newer version of this page, and this one reads databases up to version ${known}: reload the page to get the newer one.`,
		{ reason: "newer", known },
	);
}

export function blocked(work: string): WebMcpError {
	return new WebMcpError(
		"conflict",
		`The storage cannot be ${work} while another tab has it open: close the other tabs of this site, then try again.`,
	);
}

/** Why nothing more can be done with a storage. */
export const ENDED = {
	closed: "This storage was closed: open it again with openStorage.",
	replaced:
		"Another tab has deleted this storage, or brought it to a newer version: reload the page to go on.",
	rested:
		"This page was left and come back to, and the browser has closed its storage meanwhile: open it again with openStorage.",
	lost: "The browser has closed this storage, as it does where somebody clears what sites have stored: open it again with openStorage.",
};
