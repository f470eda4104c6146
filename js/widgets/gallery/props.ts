/** What the widget `gallery` shows. */
export interface GalleryProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 200
	 */
	images: GalleryImage[];
	/**
	 * How many beside each other, where there is room.
	 *
	 * @default 3
	 * @minimum 1
	 * @maximum 8
	 */
	columns?: number;
}

interface GalleryImage {
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
