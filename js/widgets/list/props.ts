import type { Text1000 } from "../limits.js";

/** What the widget `list` shows. */
export interface ListProps {
	/** @maxLength 200 */
	title?: string;
	/** @maxItems 1000 */
	items: Text1000[];
}
