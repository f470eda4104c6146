/** What the widget `stat-card` shows. */
export interface StatCardProps {
	/**
	 * What the number is.
	 *
	 * @maxLength 120
	 */
	label: string;
	/** @maxLength 60 */
	value: string | number;
	/** @maxLength 30 */
	unit?: string;
	/**
	 * By how much it has changed, such as +12%.
	 *
	 * @maxLength 60
	 */
	delta?: string | number;
	/** Where it goes; without it, the sign of delta says. */
	trend?: "up" | "down" | "flat" | "stable";
	/**
	 * What it was before.
	 *
	 * @maxLength 60
	 */
	previousValue?: string | number;
	/** @default default */
	variant?: "default" | "success" | "warning" | "error" | "info";
}
