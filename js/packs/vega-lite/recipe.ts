/** A chart's recipe, as a server registers it. */
import type { JsonObject, JsonSchema } from "../../types/index.js";
import type { ChartKind, Column, Example } from "./chart.js";

const MAX_ROWS = 100_000;
const MAX_NAME = 100;

function schemaOf({ columns, options = {} }: ChartKind): JsonSchema {
	const column = ({ kind, holds }: Column): JsonSchema => {
		const one = { type: "string", maxLength: MAX_NAME };
		return kind === "numbers"
			? { type: "array", minItems: 2, maxItems: 20, description: `Columns with ${holds}`, items: one }
			: { ...one, description: `Column with ${holds}` };
	};
	const named = Object.entries(columns);
	return {
		type: "object",
		required: ["rows", ...named.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)],
		properties: {
			title: { type: "string", maxLength: 200 },
			rows: { type: "array", minItems: 1, maxItems: MAX_ROWS, items: { type: "object" } },
			...Object.fromEntries(named.map(([name, one]) => [name, column(one)])),
			...Object.fromEntries(Object.entries(options).map(([name, { schema }]) => [name, schema])),
		},
	};
}

/** An example's parameters: its table as rows. */
export function paramsOf({ head, rows, params }: Example): JsonObject {
	const row = (cells: readonly (string | number)[]) =>
		Object.fromEntries(head.map((name, at) => [name, cells[at] ?? null]));
	return { rows: rows.map(row), ...params };
}

/** The recipe: JSON is YAML on one line. */
export function recipeOf(kind: ChartKind): string {
	const examples = kind.examples.map((one) => ({ wish: one.wish, params: paramsOf(one) }));
	return `---
widget: ${kind.name}
description: ${JSON.stringify(kind.description)}
group: charts
schema: ${JSON.stringify(schemaOf(kind))}
examples: ${JSON.stringify(examples)}
---

${kind.use}

\`rows\` are objects, such as a tool returns; the other parameters name their columns. A press on a mark tells \`pointselect\` with its row.
`;
}
