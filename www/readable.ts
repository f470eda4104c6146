/** Calls as a person reads them: whose tool it is, with which arguments, and what a reference stands for. */
import type { JsonObject, Json } from "webmcp-auto-ui";

/** A tool's full name in its parts; the server is empty where the name has none. */
export function partsOf(name: string): { server: string; tool: string } {
	const [, server = "", tool = name] = /^(.+?)_(?:web)?mcp_(.+)$/.exec(name) ?? [];
	return { server, tool };
}

/** `query_sql of datasets`. */
export function spokenName(name: string): string {
	const { server, tool } = partsOf(name);
	return server === "" ? tool : `${tool} of ${server}`;
}

/** Finds the name of the tool that a call went to. */
export type NameOf = (id: string) => string | undefined;

/** A value as text: a plain text as it is, everything else as JSON with its references in words. */
export function readable(value: Json | undefined, nameOf: NameOf): string {
	const shown = inWords(value ?? null, nameOf);
	return typeof shown === "string" ? shown : JSON.stringify(shown, null, 1);
}

function inWords(value: Json, nameOf: NameOf): Json {
	if (Array.isArray(value)) return value.map((item) => inWords(item, nameOf));
	if (typeof value !== "object" || value === null) return value;
	return (
		reference(value, nameOf) ??
		Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inWords(part, nameOf)]))
	);
}

/** `{"$result": id, "path": …}` in words. */
function reference(fields: JsonObject, nameOf: NameOf): string | undefined {
	const { $result, path, ...others } = fields;
	if (typeof $result !== "string" || Object.keys(others).length > 0) return undefined;
	const part = typeof path === "string" && path !== "" ? `${path} of ` : "";
	const name = nameOf($result);
	return `↪ ${part}what ${name ? spokenName(name) : $result} returned`;
}
