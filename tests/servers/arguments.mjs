/** Arguments that a tool's `inputSchema` lets pass: as few as it lets. */

const FORMATS = {
	email: "ada@example.com",
	uri: "https://example.com/",
	date: "2026-11-26",
	"date-time": "2026-11-26T12:00:00Z",
};

/** @param {any} schema JSON Schema @returns {any} */
export function sampleOf(schema = {}) {
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	if ("default" in schema) return schema.default;
	const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
	if (choice) return sampleOf(choice);
	switch ([schema.type].flat()[0]) {
		case "object":
			return Object.fromEntries(
				(schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name])]),
			);
		case "array":
			return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items));
		case "integer":
			return Math.ceil(schema.minimum > -1e9 ? schema.minimum : 1);
		case "number":
			return schema.minimum ?? 1.5;
		case "boolean":
			return true;
		case "null":
			return null;
		default:
			return FORMATS[schema.format] ?? "text".padEnd(schema.minLength ?? 0, "x");
	}
}
