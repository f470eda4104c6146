/** The frames of the tab: which there are, and what those of our origin offer. */
import type { Neighbour } from "./document-tools.js";

/** Where a document keeps what its neighbours may use; copies of the package of other versions share it. */
const DOOR = Symbol.for("webmcp-auto-ui/model-context/1");

type WithDoor = Document & { [DOOR]?: Neighbour };

/** Opens a document to its neighbours, or closes it. */
export function setDoor(document: Document, neighbour: Neighbour | undefined): void {
	if (!neighbour) Reflect.deleteProperty(document, DOOR);
	else Object.defineProperty(document, DOOR, { value: neighbour, configurable: true, enumerable: false });
}

/** What a window offers; `undefined` where it is of another origin, or has no polyfill. */
export function neighbourOf(window: Window): Neighbour | undefined {
	return isOurs(window) ? (window.document as WithDoor)[DOOR] : undefined;
}

/** Whether a window's document is of our origin. */
export function isOurs(window: Window): boolean {
	try {
		return window.document !== null;
	} catch {
		return false;
	}
}

/** All windows of the tab, in tree order. */
export function windowsOf(top: Window): Window[] {
	const all = [top];
	for (let at = 0; at < top.length; at += 1) {
		const child = top[at];
		if (child) all.push(...windowsOf(child));
	}
	return all;
}
