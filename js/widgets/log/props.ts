/** What the widget `log` shows. */
export interface LogProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 5000
	 */
	entries: LogEntry[];
}

interface LogEntry {
	/** @maxLength 60 */
	timestamp?: string;
	level?: "debug" | "info" | "warn" | "error";
	/** @maxLength 80 */
	source?: string;
	/** @maxLength 2000 */
	message: string;
}
