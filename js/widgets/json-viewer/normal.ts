/** JSON that was sent as a fenced text, as the JSON that it says. */
import type { Json, JsonObject } from "../../types/index.js";
import { fenced } from "../fence.js";

export default (data: JsonObject): JsonObject => {
	const found = typeof data.data === "string" ? fenced(data.data) : undefined;
	if (!found) return data;
	try {
		return { ...data, data: JSON.parse(found.inner) as Json };
	} catch {
		return { ...data, data: found.inner };
	}
};
