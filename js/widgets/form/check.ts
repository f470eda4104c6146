/** Whether a form has fields. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { fieldsOf } from "./field.js";

export default ({ schema }: JsonObject): WidgetProblem | undefined =>
	fieldsOf(schema).length > 0
		? undefined
		: {
				reason: "The schema has no properties, so the form has no fields.",
				remedy:
					'Send a JSON Schema of an object, such as {"type": "object", "properties": {"name": {"type": "string"}}}.',
			};
