import type { Text80 } from "../limits.js";

/** What the widget `cards` shows. */
export interface CardsProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 200
	 */
	cards: CardsCard[];
}

interface CardsCard {
	/** @maxLength 200 */
	title: string;
	/** @maxLength 200 */
	subtitle?: string;
	/** @maxLength 2000 */
	description?: string;
	/** @maxItems 20 */
	tags?: Text80[];
	/**
	 * The address of a picture on top.
	 *
	 * @maxLength 1000000
	 */
	image?: string;
}
