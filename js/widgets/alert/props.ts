/** What the widget `alert` shows. */
export interface AlertProps {
	/** @maxLength 200 */
	title: string;
	/** @maxLength 2000 */
	message?: string;
	/** @default "warn" */
	level?: "info" | "success" | "warn" | "error";
}
