/** What the widget `code` shows. */
export interface CodeProps {
	/**
	 * The code as it is, with its line breaks.
	 *
	 * @maxLength 100000
	 */
	content: string;
	/**
	 * The language, such as js, python, sql, bash.
	 *
	 * @maxLength 40
	 */
	lang?: string;
}
