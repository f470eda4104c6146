/** Where what a listener threw is told, so that nobody else is harmed. */

/** Reports as the browser does for its own events; Node, which has no `reportError`, has it on its console. */
export function report(problem: unknown): void {
	try {
		if (typeof reportError === "function") reportError(problem);
		else console.error(problem);
	} catch {
		// Something that even a console chokes on.
		console.error("A listener threw something that cannot be shown.");
	}
}

/** Calls, and reports what is thrown. */
export function guarded<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch (problem) {
		report(problem);
		return undefined;
	}
}
