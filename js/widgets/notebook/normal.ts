/** A notebook's queries and code without Markdown fences. */
import type { Json, JsonObject } from "../../types/index.js";
import { withTexts } from "../fence.js";

const plain = (cell: Json): Json => {
	const isCode = typeof cell === "object" && cell !== null && !Array.isArray(cell) && cell.type !== "md";
	return isCode ? withTexts(cell as JsonObject, ["content"]) : cell;
};

export default (data: JsonObject): JsonObject =>
	Array.isArray(data.cells) ? { ...data, cells: data.cells.map(plain) } : data;
