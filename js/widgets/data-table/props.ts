/** What the widget `data-table` shows. */
export interface DataTableProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * Which fields to show, in order; without it all fields of the first rows.
	 *
	 * @maxItems 50
	 */
	columns?: DataTableColumn[];
	/**
	 * One object for each record.
	 *
	 * @maxItems 100000
	 */
	rows: { [field: string]: unknown }[];
}

interface DataTableColumn {
	/** @maxLength 100 */
	key: string;
	/** @maxLength 100 */
	label: string;
	align?: "left" | "center" | "right";
}
