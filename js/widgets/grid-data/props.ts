/** What the widget `grid-data` shows. */
export interface GridDataProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * What the cells of each column are, in order.
	 *
	 * @maxItems 50
	 */
	columns?: GridDataColumn[];
	/**
	 * The cells of each row, in order.
	 *
	 * @minItems 1
	 * @maxItems 200
	 */
	rows: unknown[][];
	/** @maxItems 1000 */
	highlights?: GridDataHighlight[];
}

interface GridDataColumn {
	/** @maxLength 100 */
	key: string;
	/** @maxLength 100 */
	label: string;
}

interface GridDataHighlight {
	/**
	 * From 0.
	 *
	 * @minimum 0
	 */
	row: number;
	/**
	 * From 0.
	 *
	 * @minimum 0
	 */
	col: number;
	/**
	 * A CSS colour.
	 *
	 * @maxLength 60
	 */
	color?: string;
}
