/** What the widget `carousel` shows. */
export interface CarouselProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 50
	 */
	slides: CarouselSlide[];
	/**
	 * Whether it moves on by itself.
	 *
	 * @default false
	 */
	autoPlay?: boolean;
	/**
	 * Milliseconds for each slide, where it moves by itself.
	 *
	 * @default 5000
	 * @minimum 2000
	 * @maximum 600000
	 */
	interval?: number;
}

interface CarouselSlide {
	/**
	 * A picture's address.
	 *
	 * @maxLength 1000000
	 */
	src?: string;
	/** @maxLength 200 */
	title?: string;
	/** @maxLength 200 */
	subtitle?: string;
	/** @maxLength 2000 */
	content?: string;
}
