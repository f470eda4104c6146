/** What the widget `video` shows. */
export interface VideoProps {
	/**
	 * The film's address.
	 *
	 * @maxLength 4000
	 */
	src: string;
	/** @maxLength 200 */
	title?: string;
	/**
	 * The address of a picture that is seen before it plays.
	 *
	 * @maxLength 1000000
	 */
	poster?: string;
	/**
	 * The address of its captions, a WebVTT file.
	 *
	 * @format iri-reference
	 * @maxLength 4000
	 */
	captions?: string;
}
