/** Reads fields out of JSON that a server or a store has given: what is of another kind is not there. */

const MAX_TEXT_CHARS = 65_536;
const MAX_ITEMS = 1000;

/** An object of anybody's. */
export type Fields = { readonly [name: string]: unknown };

/** The value where it is an object. */
export function fieldsOf(value: unknown): Fields | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A field that is a text with something in it. */
export function textOf(fields: Fields, name: string): string | undefined {
	const value = fields[name];
	return typeof value === "string" && value !== "" && value.length <= MAX_TEXT_CHARS ? value : undefined;
}

/** A field that is a list; its texts. */
export function textsOf(fields: Fields, name: string): string[] | undefined {
	const value = fields[name];
	if (!Array.isArray(value)) return undefined;
	return value.slice(0, MAX_ITEMS).filter((item): item is string => typeof item === "string");
}

/** A field that is a number that is not negative; servers write some as texts. */
export function numberOf(fields: Fields, name: string): number | undefined {
	const value = fields[name];
	const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** The JSON of a text; nothing where it is none. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
