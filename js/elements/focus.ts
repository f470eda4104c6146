/** Keeps the keyboard where it was: what had the focus may be taken away by a drawing, and a page without a focus begins at its top. */

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Whether an element can hold the focus: it is in the page, shown and not disabled. */
function isUsable(element: Element): boolean {
	return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

/** The first element below that can hold the focus, also in the elements of shadow trees. */
function firstUsable(root: ParentNode): HTMLElement | undefined {
	for (const element of root.querySelectorAll<HTMLElement>("*")) {
		if (element.matches(FOCUSABLE) && isUsable(element)) return element;
		const inside = element.shadowRoot && firstUsable(element.shadowRoot);
		if (inside) return inside;
	}
	return undefined;
}

/**
 * Does work that may take away what has the focus. Where it does, the focus goes to the refuge, else to what is nearest: the first
 * that can hold it in the closest element around that is still there.
 */
export function keepingFocus(
	root: ShadowRoot,
	work: () => void,
	refuge?: () => HTMLElement | null | undefined,
): void {
	const held = root.activeElement;
	const around: HTMLElement[] = [];
	for (let at = held?.parentElement; at; at = at.parentElement) around.push(at);
	work();
	// Who was given the focus by the work itself keeps it.
	if (!held || (root.activeElement && root.activeElement !== held)) return;
	if (isUsable(held)) {
		// What was moved to another place lost it on the way.
		if (root.activeElement !== held && held instanceof HTMLElement) held.focus({ preventScroll: true });
		return;
	}
	const wanted = refuge?.();
	const places = around.filter((place) => place.isConnected);
	const next = wanted && isUsable(wanted) ? wanted : [...places, root].map(firstUsable).find((one) => one);
	next?.focus();
}
