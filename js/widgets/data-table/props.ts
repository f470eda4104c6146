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
	/** Whether there is less room in the cells. */
	compact?: boolean;
	/** Whether every second row is tinted. */
	striped?: boolean;
	/**
	 * What is said where there are no rows.
	 *
	 * @maxLength 200
	 */
	emptyMessage?: string;
	/**
	 * Rows on a page; without it all are in one.
	 *
	 * @asType integer
	 * @minimum 5
	 * @maximum 500
	 */
	pageSize?: number;
}

interface DataTableColumn {
	/** @maxLength 100 */
	key: string;
	/** @maxLength 100 */
	label: string;
	align?: "left" | "center" | "right";
	/** What the cells are; a link is an address or {href, label}. */
	type?: "text" | "link";
}
