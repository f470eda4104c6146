import type { Text80 } from "../limits.js";

/** What the widget `kanban` shows. */
export interface KanbanProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * From left to right.
	 *
	 * @minItems 1
	 * @maxItems 20
	 */
	columns: KanbanColumn[];
}

interface KanbanColumn {
	/** @maxLength 100 */
	title: string;
	/** @maxItems 200 */
	cards: KanbanCard[];
}

interface KanbanCard {
	/**
	 * What a move is told by; without it the title.
	 *
	 * @maxLength 200
	 */
	id?: string;
	/** @maxLength 200 */
	title: string;
	/** @maxLength 1000 */
	description?: string;
	/** @maxItems 20 */
	tags?: Text80[];
}
