/** What the widget `audio` shows. */
export interface AudioProps {
	/**
	 * The recording's address.
	 *
	 * @maxLength 4000
	 */
	src: string;
	/** @maxLength 200 */
	title?: string;
}
