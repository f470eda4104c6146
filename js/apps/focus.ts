/**
 * What a person writes in the page is not an app's to read, but a frame can take the focus whenever it likes, and the next keys are its own.
 * Whether the person or the app has moved the focus nobody tells; what shows it is what the person did right before.
 */
import type { Cleanup } from "../types/index.js";

/** Milliseconds after a key or a press in a field of the page in which nobody gets to an app but by pointer or by Tab. */
const BUSY_MS = 3000;
/** The same for fingers, which nothing tells of before they are there. */
const BUSY_BY_TOUCH_MS = 1000;
/** More than this within so many milliseconds is no oversight, as of an app that puts the cursor into its first field. */
const MAX_GRABS = 5;
const GRABS_MS = 10_000;
const USES = ["focusin", "keydown", "pointerdown", "input"];
const COMING = ["pointermove", "pointerdown", "wheel"];
const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Gives the focus back to the field of the page that `frame` has taken it from.
 *
 * @param box - What the frame fills.
 * @param grabbed - Is called when the frame takes it again and again.
 */
export function keepFocus(frame: HTMLIFrameElement, box: HTMLElement, grabbed: () => void): Cleanup {
	const busy = matchMedia("(hover: hover)").matches ? BUSY_MS : BUSY_BY_TOUCH_MS;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Where the person writes. */
	let field: HTMLElement | undefined;
	let isReturning = false;
	let grabs: readonly number[] = [];
	const free = () => {
		clearTimeout(timer);
		field = undefined;
		frame.style.pointerEvents = "";
	};
	const use = (target: unknown) => {
		free();
		if (!(target instanceof HTMLElement) || !target.matches(FIELDS)) return;
		field = target;
		// A pointer that goes into a frame is not felt by the page any more; so the box feels it first.
		frame.style.pointerEvents = "none";
		timer = setTimeout(free, busy);
	};
	const used = (event: Event) => {
		if (isReturning) return;
		const isLeaving = event instanceof KeyboardEvent && /^(?:Tab|Escape|F6)$/.test(event.key);
		use(isLeaving ? undefined : event.composedPath()[0]);
	};
	const takeBack = () => {
		const root = frame.getRootNode();
		const isTaken = root instanceof ShadowRoot && root.activeElement === frame;
		if (!isTaken || !field?.isConnected) return;
		isReturning = true;
		field.focus({ preventScroll: true });
		isReturning = false;
		const now = performance.now();
		grabs = [...grabs.filter((at) => at > now - GRABS_MS), now];
		if (grabs.length > MAX_GRABS) grabbed();
	};
	// The browser says so before the frame has it.
	const left = () => setTimeout(takeBack, 0);
	let active = document.activeElement;
	while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
	use(active);
	for (const type of USES) addEventListener(type, used, true);
	for (const type of COMING) box.addEventListener(type, free, { passive: true });
	addEventListener("blur", left);
	return () => {
		clearTimeout(timer);
		for (const type of USES) removeEventListener(type, used, true);
		removeEventListener("blur", left);
	};
}
