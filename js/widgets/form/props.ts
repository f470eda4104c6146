import type { Text200 } from "../limits.js";

interface Form {
	/** @maxLength 200 */
	title?: string;
	/**
	 * The name of each field.
	 *
	 * @maxItems 60
	 */
	fields?: Text200[];
	/** Instead, JSON Schema of an object: one field for each property. */
	schema?: { [keyword: string]: unknown };
	/** What the fields hold at first. */
	values?: { [field: string]: unknown };
	/**
	 * What stands on the button.
	 *
	 * @maxLength 60
	 */
	submit?: string;
}

/** What the widget `form` shows. */
export type FormProps = Form & (Required<Pick<Form, "fields">> | Required<Pick<Form, "schema">>);
