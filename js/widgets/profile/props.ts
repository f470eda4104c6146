/** What the widget `profile` shows. */
export interface ProfileProps {
	/** @maxLength 120 */
	name: string;
	/**
	 * Role, job or place.
	 *
	 * @maxLength 200
	 */
	subtitle?: string;
	/** @maxItems 50 */
	fields?: ProfileField[];
}

interface ProfileField {
	/** @maxLength 80 */
	label: string;
	/** @maxLength 300 */
	value: string;
}
