/** Decides what a value of unknown shape is. */

/** Whether it is an object with fields. */
export function isRecord(value: unknown): value is { [field: string]: unknown } {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What was thrown, in words. */
export function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
