/** Whether a form has fields. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { listOf, textOf } from "../dom.js";
import { fieldsOf } from "./field.js";

export default ({ schema, fields }: JsonObject): WidgetProblem | undefined =>
	(
		schema === undefined
			? listOf(fields).some((name) => textOf(name, 200) !== "")
			: fieldsOf(schema).length > 0
	)
		? undefined
		: {
				reason: "The form has no fields: it has no names, or its schema has no properties.",
				remedy:
					'Send the names of the fields, such as {"fields": ["name", "email"]}, or in schema the JSON Schema of an object with properties.',
			};
