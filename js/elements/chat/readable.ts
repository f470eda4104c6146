/** Calls as a person reads them: whose tool it is, with which arguments, and what a reference stands for. */
import type { Json, JsonObject, PendingCall, ToolCall } from "../../types/index.js";
import type { Say } from "../../words/words.js";

/** A tool's full name in its parts; the server is empty where the name has none. */
export function partsOf(name: string): { server: string; tool: string } {
	const [, server = "", tool = name] = /^(.+?)_(?:web)?mcp_(.+)$/.exec(name) ?? [];
	return { server, tool };
}

/** `query_sql of datasets`. */
export function spokenName(name: string, t: Say): string {
	const { server, tool } = partsOf(name);
	return server === "" ? tool : t("tool-of", { tool, server });
}

/** Finds the name of the tool that a call went to. */
export type NameOf = (id: string) => string | undefined;

/** The names of calls, by id. */
export function namesOf(calls: readonly (ToolCall | PendingCall)[]): NameOf {
	const names = new Map(calls.map(({ id, name }) => [id, name]));
	return (id) => names.get(id);
}

/** A value as text: a plain text as it is, everything else as JSON with its references in words. */
export function readable(value: Json | undefined, nameOf: NameOf, t: Say): string {
	const inWords = (part: Json): Json => {
		if (Array.isArray(part)) return part.map(inWords);
		if (typeof part !== "object" || part === null) return part;
		const fields = Object.entries(part).map(([key, inner]): [string, Json] => [key, inWords(inner ?? null)]);
		return reference(part, nameOf, t) ?? Object.fromEntries(fields);
	};
	const shown = inWords(value ?? null);
	return typeof shown === "string" ? shown : JSON.stringify(shown, null, 1);
}

/** `{"$result": id, "path": …, "columns": […]}` in words. */
function reference(fields: JsonObject, nameOf: NameOf, t: Say): string | undefined {
	const { $result, path, columns, ...others } = fields;
	if (typeof $result !== "string" || Object.keys(others).length > 0) return undefined;
	const name = nameOf($result);
	const tool = name ? spokenName(name, t) : $result;
	const named = Array.isArray(columns) ? [columns.join(", ")] : [];
	const part = [...(typeof path === "string" && path !== "" ? [path] : []), ...named].join(": ");
	return part !== "" ? t("reference-part", { path: part, tool }) : t("reference", { tool });
}
