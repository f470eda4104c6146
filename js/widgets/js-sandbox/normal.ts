/** A program's texts without Markdown fences. */
import type { JsonObject } from "../../types/index.js";
import { withTexts } from "../fence.js";

export default (data: JsonObject): JsonObject => withTexts(data, ["code", "html", "css"]);
