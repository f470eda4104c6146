/** What the widget `tree` shows. */
export interface TreeProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * What stands at the top, with what is below it.
	 *
	 * @minItems 1
	 * @maxItems 1000
	 */
	nodes: TreeNode[];
}

interface TreeNode extends TreeLabel {
	/** @maxItems 1000 */
	children?: TreeChild[];
}

interface TreeChild extends TreeLabel {
	/**
	 * Nodes again, and so on.
	 *
	 * @maxItems 1000
	 */
	children?: { [field: string]: unknown }[];
}

interface TreeLabel {
	/** @maxLength 200 */
	label: string;
	/**
	 * What a person's choice is told by; without it the label.
	 *
	 * @maxLength 200
	 */
	id?: string;
}
