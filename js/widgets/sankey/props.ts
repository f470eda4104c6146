/** What the widget `sankey` shows. */
export interface SankeyProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * What something flows from or to.
	 *
	 * @minItems 1
	 * @maxItems 200
	 */
	nodes: SankeyNode[];
	/**
	 * How much flows from one to another; never in a circle.
	 *
	 * @minItems 1
	 * @maxItems 1000
	 */
	links: SankeyLink[];
}

interface SankeyNode {
	/** @maxLength 100 */
	id: string;
	/** @maxLength 100 */
	label: string;
	/**
	 * A colour of CSS.
	 *
	 * @maxLength 60
	 */
	color?: string;
}

interface SankeyLink {
	/**
	 * The id of a node.
	 *
	 * @maxLength 100
	 */
	source: string;
	/**
	 * The id of another.
	 *
	 * @maxLength 100
	 */
	target: string;
	/** @minimum 0 */
	value: number;
}
