import type { Text80 } from "../limits.js";

/** What the widget `timeline` shows. */
export interface TimelineProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 500
	 */
	events: TimelineEvent[];
}

interface TimelineEvent {
	/**
	 * When, as text.
	 *
	 * @maxLength 60
	 */
	date?: string;
	/**
	 * What happens.
	 *
	 * @maxLength 200
	 */
	title: string;
	/** @maxLength 2000 */
	description?: string;
	status?: "done" | "active" | "pending";
	/**
	 * A CSS colour of the dot; without it, one by status.
	 *
	 * @maxLength 60
	 */
	color?: string;
	/**
	 * An address where more is said.
	 *
	 * @maxLength 2000
	 */
	href?: string;
	/** @maxItems 20 */
	tags?: Text80[];
}
