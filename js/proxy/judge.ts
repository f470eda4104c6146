/** Decides whether a body's model may be asked, and what of the body goes up. */
import { namingOf } from "./allowed.js";
import type { Fields } from "./body.js";
import { cap } from "./budget.js";
import type { Checked } from "./options.js";
import { quoted, Refusal } from "./refusal.js";
import { shaped } from "./shape.js";

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
	const model = pathModel ?? body.model;
	if (typeof model !== "string" || model === "") {
		throw new Refusal(400, "The request names no model; set its field model.");
	}
	for (const name of [model, ...alternatives(body)]) {
		if (!allows(upstream.models, name)) {
			throw new Refusal(403, `The model ${quoted(name)} may not be asked for at '${upstream.name}'.`);
		}
	}
	// It would go on after the client has left.
	if (body.background) throw new Refusal(400, "This proxy runs nothing in the background; leave it out.");
	// The path decides; a second name in the body could be the one that counts.
	const { model: _, ...unnamed } = body;
	const reading = { naming: namingOf(upstream.format), strange: upstream.strange };
	try {
		const up = shaped(pathModel === undefined ? body : unnamed, upstream.shape, reading);
		const fields = (up ?? {}) as Fields;
		if (Number.isFinite(maxTokens)) cap(fields, upstream, model, maxTokens);
		return { model, text: JSON.stringify(fields) };
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal(400, "The request's body is nested too deeply.");
	}
}

/** Which of the features that a client asks for by `anthropic-beta` go up; undefined for none. */
export function betasUp(asked: string | null, { betas, strange }: Checked): string | undefined {
	const named = (asked ?? "").split(",").map((beta) => beta.trim());
	const up = named.filter((beta) => {
		const goes = allows(betas, beta);
		if (!goes && beta !== "") strange(`anthropic-beta ${beta}`);
		return goes;
	});
	return up.length > 0 ? up.join(",") : undefined;
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
