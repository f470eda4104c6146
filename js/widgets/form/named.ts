/** Decides what is asked for by a field of which only the name is known. */

/** Words of names, in the languages of the package's texts, that say how a value is written. */
const FORMATS: readonly (readonly [format: string, words: RegExp])[] = [
	["email", /\be-?mail\b|\bmail\b|\bcourriel\b/iu],
	["date", /\b(?:date|day|birthday|birth ?date|datum|tag|geburts(?:tag|datum)|jour|naissance)\b/iu],
	["time", /\b(?:time|hour|uhrzeit|zeit|heure)\b/iu],
	["uri", /\b(?:url|website|web ?site|webseite|site web)\b/iu],
	["password", /\b(?:password|passwort|mot de passe)\b/iu],
];

/** The JSON Schema of an object with a text for each name; fields of the same name are one. */
export function schemaOfNames(names: readonly string[]): { readonly [keyword: string]: unknown } {
	const properties = names.map((name) => {
		const format = FORMATS.find(([, words]) => words.test(name.replace(/[_-]+/g, " ")))?.[0];
		return [name, { type: "string", ...(format && { format }) }];
	});
	return { type: "object", properties: Object.fromEntries(properties) };
}
