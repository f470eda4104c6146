/** Decides whether a body's model may be asked, and how long the reply may get. */
import type { Fields } from "./body.js";
import { FORMATS } from "./formats.js";
import type { Checked } from "./options.js";
import { quoted, Refusal } from "./refusal.js";

/** A body that may go up. */
export interface Judged {
	model: string;
	/** Written anew: of a key that stands there twice, the upstream must not read the other one. */
	text: string;
}

/**
 * The body as it goes to `upstream`; `pathModel` is the model that the path named.
 *
 * @throws {@link Refusal} 400 or 403, naming the model or the field.
 */
export function judged(
	body: Fields,
	upstream: Checked,
	pathModel: string | undefined,
	maxTokens: number,
): Judged {
	const fields = { ...body };
	const model = pathModel ?? fields.model;
	if (typeof model !== "string" || model === "") {
		throw new Refusal(400, "The request names no model; set its field model.");
	}
	// The path decides; a second name in the body could be the one that counts.
	if (pathModel !== undefined) delete fields.model;
	for (const name of [model, ...alternatives(fields)]) {
		if (!allows(upstream.models, name)) {
			throw new Refusal(403, `The model ${quoted(name)} may not be asked for at '${upstream.name}'.`);
		}
	}
	// It would go on after the client has left.
	if (fields.background) throw new Refusal(400, "This proxy runs nothing in the background; leave it out.");
	if (Number.isFinite(maxTokens)) cap(fields, upstream, maxTokens);
	try {
		return { model, text: JSON.stringify(fields) };
	} catch {
		throw new Refusal(400, "The request's body is nested too deeply.");
	}
}

/** Whether `model` is in the list, or begins as an entry that ends in `*`. */
export function allows(models: readonly string[], model: string): boolean {
	return models.some((entry) =>
		entry.endsWith("*") ? model.startsWith(entry.slice(0, -1)) : model === entry,
	);
}

/** Routers such as OpenRouter and LiteLLM take further models to fall back to. */
function alternatives(fields: Fields): string[] {
	const found: string[] = [];
	for (const field of ["models", "fallbacks"]) {
		const value = fields[field];
		if (value === undefined || value === null) continue;
		if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
			throw new Refusal(400, `${field} is no list of models.`);
		}
		found.push(...value);
	}
	return found;
}

function cap(fields: Fields, { format, tokenField }: Checked, maxTokens: number): void {
	const { tokenFields, countFields } = FORMATS[format];
	const place = format === "gemini" ? generationConfig(fields) : fields;
	let said = false;
	for (const field of tokenFields) {
		const value = place[field];
		if (value === undefined || value === null) continue;
		// Some servers read "9999" as a number.
		if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
			throw new Refusal(400, `${field} is no whole number above 0.`);
		}
		place[field] = Math.min(value, maxTokens);
		said = true;
	}
	if (!said) place[tokenField] = Math.floor(maxTokens);
	for (const field of countFields) {
		const value = place[field];
		if (value !== undefined && value !== null && value !== 1) {
			throw new Refusal(400, `${field} asks for several replies at once; this proxy passes on one.`);
		}
	}
}

function generationConfig(fields: Fields): Fields {
	const names = ["generationConfig", "generation_config"];
	const found = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
	if (found.length > 1) throw new Refusal(400, "generationConfig stands there twice.");
	const [name = "generationConfig"] = found;
	const value = fields[name] ?? {};
	if (typeof value !== "object" || Array.isArray(value)) throw new Refusal(400, `${name} is no object.`);
	const copy = { ...value } as Fields;
	fields[name] = copy;
	return copy;
}
