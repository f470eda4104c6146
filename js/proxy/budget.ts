/** Decides how long a reply may get and how much may be thought for it, whatever an API or a server calls that. */
import type { Fields } from "./body.js";
import { FORMATS } from "./formats.js";
import type { Checked } from "./options.js";
import { Refusal } from "./refusal.js";

/** Names of a reply's length. The last ones go up only where the operator allows them. */
const LENGTHS = new Set(
	(
		"maxtokens maxcompletiontokens maxoutputtokens maxnewtokens mintokens minnewtokens npredict numpredict" +
		" maxlength minlength maxgenlen maxgentoks maxtokenstosample"
	).split(" "),
);
/** Names of what may be thought. */
const THOUGHTS = new Set(
	(
		"budgettokens thinkingbudget thinkingtokenbudget thinkingbudgettokens reasoningbudget reasoningtokens" +
		" reasoningbudgettokens maxthinkingtokens maxreasoningtokens reasoningmaxtokens"
	).split(" "),
);
/** Words and schemas: what looks like a limit there is none. */
const SPOKEN = new Set(
	(
		"messages contents input system systeminstruction instructions tools functions responseformat responseschema" +
		" responsejsonschema outputformat format text toolchoice functioncall metadata"
	).split(" "),
);

/** OpenAI's own models that refuse `max_tokens`, wherever they are served. */
const COMPLETION_TOKENS = /(?:^|\/)(?:o[1-9]|gpt-[5-9])/i;

const bare = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();
const said = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Lowers what `fields` ask for to `maxTokens`, and asks for that where they do not say.
 *
 * @throws {@link Refusal} 400 where a limit is no number, or several replies are asked for at once.
 */
export function cap(fields: Fields, upstream: Checked, model: string, maxTokens: number): void {
	const { format, tokenField } = upstream;
	const { tokenFields, countFields } = FORMATS[format];
	const place = format === "gemini" ? generationConfig(fields) : fields;
	for (const field of countFields) {
		if (said(place[field]) && place[field] !== 1) {
			throw new Refusal(400, `${field} asks for several replies at once; this proxy passes on one.`);
		}
	}
	const most = Math.floor(maxTokens);
	const lengths = tokenFields.filter((field) => said(place[field]));
	if (lengths.length === 0) place[tokenField] = most;
	const asked = Math.min(...lengths.map((field) => whole(field, place[field], 1)));
	lower(fields, most, lengths.length > 0 ? Math.min(most / asked, 1) : 1, false);
	if (lengths.join() === "max_completion_tokens" && !COMPLETION_TOKENS.test(model)) {
		// A server that knows only the older name would be bound by nothing.
		const limit = place.max_completion_tokens;
		delete place.max_completion_tokens;
		place[tokenField] = limit;
	}
}

/** Thoughts keep their share of a reply that is lowered, so that there is still room for an answer. */
function lower(value: object, most: number, share: number, thoughts: boolean): void {
	const fields = value as Fields;
	for (const [name, inner] of Object.entries(fields)) {
		const known = bare(name);
		if (typeof inner === "object" && inner !== null) {
			if (!SPOKEN.has(known)) lower(inner, most, share, thoughts || /reason|think/.test(known));
		} else if (said(inner) && (THOUGHTS.has(known) || (thoughts && LENGTHS.has(known)))) {
			// 0 is none, and -1 as much as the reply's own length leaves.
			const asked = Math.floor(whole(name, inner, -1) * share);
			fields[name] = asked < most ? asked : Math.floor(most * 0.75);
		} else if (said(inner) && LENGTHS.has(known)) {
			fields[name] = Math.min(whole(name, inner, 1), most);
		}
	}
}

function whole(name: string, value: unknown, least: number): number {
	// Some servers read "9999" as a number.
	if (typeof value === "number" && Number.isInteger(value) && value >= least) return value;
	throw new Refusal(400, `${name} is no whole number above ${least - 1}.`);
}

function generationConfig(fields: Fields): Fields {
	const names = ["generationConfig", "generation_config"];
	const found = names.filter((name) => said(fields[name]));
	if (found.length > 1) throw new Refusal(400, "generationConfig stands there twice.");
	const [name = "generationConfig"] = found;
	const value = fields[name] ?? {};
	fields[name] = value;
	if (typeof value !== "object" || Array.isArray(value)) throw new Refusal(400, `${name} is no object.`);
	return value as Fields;
}
