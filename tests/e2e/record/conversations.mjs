/** The recorded conversations: what llama.cpp is shown, and which tool each of its replies calls. */

const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });

/** A call whose every argument has one value that is allowed. */
const fixed = (tool, values) => ({
	tool,
	schema: object(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { const: value }]))),
	prompt: () => JSON.stringify(values),
});

const pair = {
	type: "array",
	prefixItems: [{ type: "string" }, { type: "number" }],
	items: false,
	minItems: 2,
};

/** A chart whose title and bars the model writes; the examples are the chart recipe's own. */
const display = (prompt) => ({
	tool: "autoui_webmcp_widget_display",
	schema: object({
		name: { const: "chart" },
		params: object({ title: { type: "string" }, bars: { type: "array", items: pair, minItems: 2 } }),
	}),
	prompt,
});

const shown = (wish, title, bars) =>
	`Wish: ${wish}\nCall: ${JSON.stringify({ name: "chart", params: { title, bars } })}\n\n`;

const EXAMPLES = [
	shown("bar chart of sales: north 12, south 7", "sales", [
		["north", 12],
		["south", 7],
	]),
	shown("pie of votes, yes 40 no 25 maybe 10", "votes", [
		["yes", 40],
		["no", 25],
		["maybe", 10],
	]),
	shown("bar chart of speed: Peru 61, Kenya 73.5, Chile 110.2", "speed", [
		["Peru", 61],
		["Kenya", 73.5],
		["Chile", 110.2],
	]),
	shown("graph the height of A = 3 and B = 4.5", "height", [
		["A", 3],
		["B", 4.5],
	]),
].join("");

const tale = (messages) => String(messages.findLast(({ role }) => role === "tool")?.content ?? "");

/** The last words; the stop at the line's end leaves one sentence. */
const closing = (what) => ({
	prompt: () =>
		`Done: list of fruit\nSay: The list of fruit is shown.\nDone: table of towns\nSay: The table of towns is shown.\nDone: chart of ${what}\nSay:`,
});

const sql = (column, group) =>
	`SELECT "${group}", ROUND(AVG("${column}"), 1) AS value FROM "cars" GROUP BY "${group}" ORDER BY value`;

const QUERIES = ["Miles_per_Gallon", "Horsepower", "Displacement", "Acceleration"].flatMap((column) =>
	["Origin", "Cylinders", "Year"].map((group) => sql(column, group)),
);

const question = "show the average horsepower by origin";

/** Each wish with the replies to it, in order. */
export const CONVERSATIONS = [
	{
		name: "chart",
		wish: "bar chart of rainfall: January 80, February 55, March 62",
		steps: [
			fixed("autoui_webmcp_get_recipe", { name: "chart" }),
			display(() => `${EXAMPLES}Wish: bar chart of rainfall: January 80, February 55, March 62\nCall: `),
			closing("rainfall"),
		],
	},
	{
		name: "question",
		wish: question,
		steps: [
			fixed("datasets_mcp_get_recipe", { name: "average-by-group-cars" }),
			{
				tool: "datasets_mcp_query_sql",
				schema: object({ sql: { enum: QUERIES } }),
				prompt: () =>
					`${[
						["average displacement by year", sql("Displacement", "Year")],
						["average acceleration by cylinders", sql("Acceleration", "Cylinders")],
						["average displacement by cylinders", sql("Displacement", "Cylinders")],
						["average miles per gallon by origin", sql("Miles_per_Gallon", "Origin")],
						["average acceleration by origin", sql("Acceleration", "Origin")],
					]
						.map(([wish, query]) => `Wish: ${wish}\nCall: ${JSON.stringify({ sql: query })}\n\n`)
						.join("")}Wish: ${question}\nCall: `,
			},
			display((messages) => {
				const { rows } = JSON.parse(tale(messages));
				const asked = rows.map((row) => Object.values(row).join(" ")).join(", ");
				return `${EXAMPLES}Wish: bar chart of horsepower: ${asked}\nCall: `;
			}),
			closing("horsepower"),
		],
	},
];
