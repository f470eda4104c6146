import type { Text200, Text1000 } from "../limits.js";

/** What the widget `kv` shows. */
export interface KvProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * Pairs of a name and its value.
	 *
	 * @minItems 1
	 * @maxItems 500
	 */
	rows: [Text200, Text1000][];
}
