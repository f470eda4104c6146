/** What the widget `tags` shows. */
export interface TagsProps {
	/**
	 * What the tags are of.
	 *
	 * @maxLength 120
	 */
	label?: string;
	/**
	 * @minItems 1
	 * @maxItems 200
	 */
	tags: TagsTag[];
}

interface TagsTag {
	/** @maxLength 80 */
	text: string;
	/** Whether it is highlighted. */
	active?: boolean;
}
