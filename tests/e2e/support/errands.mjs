/** An MCP server that keeps errands: its one tool changes something, and says nothing else about itself. */
import { startMcp } from "./mcp.mjs";

const READ_ONLY = { readOnlyHint: true };
const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const TOOLS = [
	{ name: "list_recipes", description: "Lists recipes.", inputSchema: object({}), annotations: READ_ONLY },
	{
		name: "get_recipe",
		description: "Reads a recipe.",
		inputSchema: object({ name: { type: "string" } }),
		annotations: READ_ONLY,
	},
	{ name: "add_errand", description: "Adds an errand.", inputSchema: object({ errand: { type: "string" } }) },
];

const RECIPE = `---
name: add-errand
description: Adds an errand to the errands that are kept
parameters: {type: object, required: [errand], properties: {errand: {type: string, minLength: 3, maxLength: 60}}}
tool: add_errand
arguments: {errand: "{errand}"}
examples:
  - {wish: "add the errand buy stamps", parameters: {errand: "buy stamps"}}
  - {wish: "new errand: fetch the parcel", parameters: {errand: "fetch the parcel"}}
  - {wish: "put return the ladder on my errands", parameters: {errand: "return the ladder"}}
---
`;

/** Starts the server; `errands` is what it was told to keep. */
export async function startErrands() {
	const errands = [];
	const call = (name, args) => {
		if (name === "list_recipes") {
			return JSON.stringify([{ name: "add-errand", description: "Adds an errand" }]);
		}
		if (name === "get_recipe") return JSON.stringify({ name: "add-errand", body: RECIPE });
		errands.push(args.errand);
		return `Errand number ${errands.length} is kept.`;
	};
	return { ...(await startMcp({ name: "errands", tools: TOOLS, call })), errands };
}
