/** What the widget `notebook` shows. */
export interface NotebookProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * Whether cells can be changed.
	 *
	 * @default "view"
	 */
	mode?: "view" | "edit";
	/** @maxItems 200 */
	cells: NotebookCell[];
}

interface NotebookCell {
	/** Markdown, a query of a database, JavaScript. */
	type: "md" | "sql" | "js";
	/** @maxLength 100000 */
	content: string;
	/** @maxLength 100 */
	name?: string;
	/**
	 * The variable by which later js cells have its result.
	 *
	 * @maxLength 80
	 */
	varname?: string;
	hideSource?: boolean;
	hideResult?: boolean;
}
