/** A run that waits for the person, kept in this tab so that it is still there after a reload. */
import type { PendingCall, SessionState, ToolCall } from "webmcp-auto-ui";
import { reasonOf } from "./dom.js";

const KEY = "webmcp-demo-waiting";
/** Browsers keep about five million characters for a page; others may need some. */
const MAX_CHARS = 3_000_000;
/** How much of a step's result is kept: what the chat shows. */
const MAX_STEP_CHARS = 2000;

/** What is needed to show the cards again and to go on. */
export interface Waiting {
	wish: string;
	pending: PendingCall[];
	steps: ToolCall[];
	state: SessionState;
}

/** Keeps it. Returns why not, in words, when it cannot be kept. */
export function keepWaiting(waiting: Waiting): string | undefined {
	const steps = waiting.steps.map(({ result, ...step }) => ({
		...step,
		...(result !== undefined && { result: result.slice(0, MAX_STEP_CHARS) }),
	}));
	const text = JSON.stringify({ ...waiting, steps });
	forgetWaiting();
	if (text.length > MAX_CHARS) {
		const size = (text.length / 1e6).toFixed(1);
		return `What it has read so far is too much to keep (${size} MB): a reload of the page would end this run.`;
	}
	try {
		sessionStorage.setItem(KEY, text);
		return undefined;
	} catch (error) {
		return `This browser cannot keep it (${reasonOf(error)}): a reload of the page would end this run.`;
	}
}

/** What was kept, if anything that can be read. */
export function keptWaiting(): Waiting | undefined {
	try {
		const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<Waiting> | null;
		if (!kept || typeof kept.wish !== "string" || typeof kept.state !== "object") return undefined;
		if (!Array.isArray(kept.pending) || kept.pending.length === 0 || !Array.isArray(kept.steps))
			return undefined;
		return kept as Waiting;
	} catch {
		return undefined;
	}
}

/** Forgets it. */
export function forgetWaiting(): void {
	try {
		sessionStorage.removeItem(KEY);
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}
