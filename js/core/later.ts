/** Leaves the page time: what is long is done in several tasks, between which it can draw and hear the person. */

/** Goes on in a task of its own, after what waits, such as a drawing. */
export function nextTask(): Promise<void> {
	const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
	return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Where nothing else is to be done, and at the latest after so long, milliseconds. Safari does not tell when that is. */
export function whenIdle(timeout = 2_000): Promise<void> {
	const { requestIdleCallback } = globalThis as Partial<Pick<Window, "requestIdleCallback">>;
	return new Promise((resolve) => {
		if (requestIdleCallback) requestIdleCallback(() => resolve(), { timeout });
		else setTimeout(resolve, timeout / 10);
	});
}
