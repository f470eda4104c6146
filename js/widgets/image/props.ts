/** What the widget `image` shows. */
export interface ImageProps {
	/**
	 * The picture's address.
	 *
	 * @maxLength 1000000
	 */
	src: string;
	/**
	 * What it shows, for those who cannot see it.
	 *
	 * @maxLength 500
	 */
	alt?: string;
	/** @maxLength 500 */
	caption?: string;
}
