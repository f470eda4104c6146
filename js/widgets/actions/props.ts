/** What the widget `actions` shows. */
export interface ActionsProps {
	/** @maxLength 200 */
	title?: string;
	/**
	 * @minItems 1
	 * @maxItems 24
	 */
	buttons: ActionsButton[];
}

interface ActionsButton {
	/** @maxLength 80 */
	label: string;
	/**
	 * Whether it is what most people will press.
	 *
	 * @default false
	 */
	primary?: boolean;
	/**
	 * A name for what is to be done; the label where there is none.
	 *
	 * @maxLength 80
	 */
	action?: string;
	/** What goes with it when it is pressed. */
	payload?: { [field: string]: unknown };
}
