/** What the widget `diff` shows. */
export interface DiffProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * The text as it was, with its line breaks.
	 *
	 * @maxLength 100000
	 */
	before: string;
	/**
	 * The text as it is now.
	 *
	 * @maxLength 100000
	 */
	after: string;
}
