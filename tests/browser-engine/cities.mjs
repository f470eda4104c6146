/** What a model that follows instructions is told, the schema of its answer, and the answer. */
export const CITIES = "Make a table of cities and temperatures: Rome 22, Cairo 35, Oslo 9. Answer in JSON.";
const ROW = {
	type: "object",
	required: ["city", "temperature"],
	properties: { city: { type: "string", maxLength: 20 }, temperature: { type: "number" } },
	additionalProperties: false,
};
export const SCHEMA = {
	type: "object",
	required: ["rows"],
	properties: { rows: { type: "array", minItems: 3, maxItems: 3, items: ROW } },
	additionalProperties: false,
};
export const ROWS = [
	{ city: "Rome", temperature: 22 },
	{ city: "Cairo", temperature: 35 },
	{ city: "Oslo", temperature: 9 },
];
