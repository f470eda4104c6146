/** Code without its Markdown fence, whose language is the code's. */
import type { JsonObject } from "../../types/index.js";
import { fenced } from "../fence.js";

export default (data: JsonObject): JsonObject => {
	const found = typeof data.content === "string" ? fenced(data.content) : undefined;
	if (!found) return data;
	const isNamed = typeof data.lang === "string" && data.lang.trim() !== "";
	return { ...data, content: found.inner, ...(!isNamed && found.lang !== "" && { lang: found.lang }) };
};
