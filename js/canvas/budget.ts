/** How much of a frame redrawing may take: what is beyond it waits for the next, so that a page stays responsive however much streams. */
import { guarded } from "../core/report.js";

/** Half of a frame of 60 a second: the rest is the browser's, and the page's. */
const BUDGET_MS = 8;
const FRAME_MS = 16;
/** In a window that is not seen there are no frames. */
const UNSEEN_MS = 100;

/** What waits, the last of each. */
const waiting = new Map<object, () => void>();
let [begun, used] = [0, 0];
let due = false;

/** Does it now if this frame has time for it, and else in one of the next; of what waits for one `key` only the last is done. */
export function withinBudget(key: object, work: () => void): void {
	const now = performance.now();
	if (now - begun > FRAME_MS) [begun, used] = [now, 0];
	if (waiting.size === 0 && used < BUDGET_MS) {
		timed(work);
		return;
	}
	// Who waits already keeps its turn.
	waiting.set(key, work);
	schedule();
}

/** Nothing is done for it any more. */
export function forget(key: object): void {
	waiting.delete(key);
}

function timed(work: () => void): void {
	const start = performance.now();
	guarded(work);
	used += performance.now() - start;
}

function schedule(): void {
	if (due) return;
	due = true;
	const frame = requestAnimationFrame(flush);
	const timer = setTimeout(flush, UNSEEN_MS);
	function flush(): void {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
		due = false;
		[begun, used] = [performance.now(), 0];
		for (const [key, work] of waiting) {
			if (used >= BUDGET_MS) break;
			waiting.delete(key);
			timed(work);
		}
		if (waiting.size > 0) schedule();
	}
}
