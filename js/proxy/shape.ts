/** Decides what of a body goes up: the fields that a shape names, at every depth that it describes. */
import type { Fields } from "./body.js";

/** What goes up of a value: all of it, or of an object, or each object of a list, the fields and kinds that are named. */
export type Shape = true | Fielded;

/** Fields by name, each with the shape of its value. */
export interface Fielded {
	readonly fields: { readonly [name: string]: Shape };
	/** What the field `type` may be; undefined stands for none. Objects of another kind do not go up. */
	readonly kinds?: readonly (string | undefined)[];
	/** Kinds of which all goes up, whatever `fields` says. */
	readonly whole?: readonly string[];
}

/** A shape of the fields in `names`, which blanks separate, and of those with shapes of their own. */
export function fielded(names: string, deeper: Fielded["fields"] = {}, kinds?: Fielded["kinds"]): Fielded {
	const listed = names.split(" ").filter((name) => name !== "");
	const fields = { ...Object.fromEntries(listed.map((name) => [name, true as const])), ...deeper };
	return kinds ? { fields: { type: true, ...fields }, kinds } : { fields };
}

/**
 * The shape with one more thing in it: a field by its path (`generationConfig.speechConfig`), or a kind behind the list
 * that it may stand in (`tools=web_search`).
 */
export function extended(shape: Shape, entry: string): Shape {
	if (shape === true || entry === "") return true;
	const [, name = "", rest = ""] = /^([^.=]*)\.?(.*)$/.exec(entry) ?? [];
	if (name === "") return { ...shape, whole: [...(shape.whole ?? []), entry.slice(1)] };
	const known = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
	return { ...shape, fields: { ...shape.fields, [name]: extended(known ?? { fields: {} }, rest) } };
}

/** A field's name as shapes write it; Google reads `max_output_tokens` as `maxOutputTokens`, and so on. */
export type Naming = (name: string) => string;

/** How a body is read, and who hears the path of what does not go up. */
export interface Reading {
	readonly naming: Naming;
	readonly strange: (path: string) => void;
}

/** What `shape` lets go up of `value`; undefined where that is nothing. */
export function shaped(value: unknown, shape: Shape, reading: Reading, path = ""): unknown {
	if (shape === true || typeof value !== "object" || value === null) return value;
	if (!Array.isArray(value)) return shapedObject(value as Fields, shape, reading, path);
	const up = value.flatMap((item, index) => {
		const at = `${path}[${index}]`;
		// No API reads lists in such lists, or bare words.
		if (typeof item === "object" && item !== null && !Array.isArray(item))
			return shapedObject(item, shape, reading, at) ?? [];
		reading.strange(at);
		return [];
	});
	return up.length === 0 && value.length > 0 ? undefined : up;
}

function shapedObject(value: Fields, shape: Fielded, reading: Reading, path: string): Fields | undefined {
	const { type } = value;
	if (typeof type === "string" && shape.whole?.includes(type)) return value;
	if (shape.kinds && !shape.kinds.some((kind) => kind === type)) {
		reading.strange(path);
		return undefined;
	}
	const up: Fields = {};
	for (const [name, inner] of Object.entries(value)) {
		const at = path === "" ? name : `${path}.${name}`;
		const known = reading.naming(name);
		const deeper = Object.hasOwn(shape.fields, known) ? shape.fields[known] : undefined;
		// SDKs write null where they mean nothing.
		if (deeper === undefined && inner !== null) reading.strange(at);
		const kept = deeper && shaped(inner, deeper, reading, at);
		if (kept !== undefined) up[name] = kept;
	}
	// What is left of `{googleSearch: {}}` asks for nothing.
	return Object.keys(up).length === 0 && Object.keys(value).length > 0 ? undefined : up;
}
