/** One field of a form, by the schema of what it holds. */
import { numberOf } from "../amount.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { type Content, given, html, nothing } from "../view.js";
import { say } from "../say.js";

/** Objects inside objects, as deep as anybody fills in. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 100;
const MAX_CHOICES = 500;
/** A text that may be longer than this gets lines. */
const LONG_TEXT = 200;

const FORMATS: { readonly [format: string]: string } = {
	email: "email",
	uri: "url",
	date: "date",
	time: "time",
	"date-time": "datetime-local",
	color: "color",
	password: "password",
};

/** A field: where its value belongs, its schema, and whether it must be filled. */
export interface Field {
	readonly path: readonly string[];
	readonly schema: { readonly [keyword: string]: unknown };
	readonly isRequired: boolean;
}

/** The fields of an object's schema; of objects inside it theirs. */
export function fieldsOf(schema: unknown, path: readonly string[] = []): Field[] {
	const { properties, required } = recordOf(schema);
	const needed = new Set(listOf(required));
	const all = Object.entries(recordOf(properties)).slice(0, MAX_FIELDS);
	return all.flatMap(([name, part]) => {
		const own = [...path, name];
		const inner = recordOf(part);
		const isObject = Object.keys(recordOf(inner.properties)).length > 0;
		if (isObject && own.length < MAX_DEPTH) return fieldsOf(inner, own);
		return [{ path: own, schema: inner, isRequired: needed.has(name) }];
	});
}

/** What a field is called by people: its schema's title, or its names. */
export function labelOf({ path, schema }: Field): string {
	const words = path.map((name) => name.replaceAll("_", " ")).join(" – ");
	return textOf(schema.title, 200) || `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
}

/** How a field is drawn; `id` is its element's, `value` what it holds at first. */
export function fieldView(field: Field, id: string, value: unknown): Content {
	const hint = textOf(field.schema.description, 500);
	const hintId = hint === "" ? nothing : `${id}-hint`;
	const mark = field.isRequired ? html`<span aria-hidden="true"> *</span>` : nothing;
	const note = given(hint, (text) => html`<span class="wm-note" id=${hintId}>${text}</span>`);
	const control = controlOf(field, id, value, hintId);
	return html`<div class="wm-field"><label for=${id}>${labelOf(field)}${mark}</label>${control}${note}</div>`;
}

function controlOf(
	{ schema, isRequired, path }: Field,
	id: string,
	value: unknown,
	hint: string | typeof nothing,
): Content {
	const text = (name: string) => (typeof schema[name] === "number" ? schema[name] : nothing);
	const name = path.join(".");
	const choices = listOf(schema.enum).slice(0, MAX_CHOICES);
	if (choices.length > 0) {
		const option = (choice: unknown, at: number) =>
			html`<option value=${at} ?selected=${choice === value}>${textOf(choice, 200)}</option>`;
		return html`<select id=${id} name=${name} ?required=${isRequired} aria-describedby=${hint}>
			<option value=""></option>${choices.map(option)}
		</select>`;
	}
	if (schema.type === "boolean")
		return html`<input id=${id} name=${name} type="checkbox" ?checked=${value === true} aria-describedby=${hint} />`;
	if (schema.type === "array") {
		const lines = listOf(value)
			.map((one) => textOf(one))
			.join("\n");
		return html`<textarea id=${id} name=${name} rows="3" ?required=${isRequired} aria-describedby=${hint} .defaultValue=${lines}></textarea>`;
	}
	if (schema.type === "number" || schema.type === "integer") {
		// As text, so that people may write their own decimal mark.
		return html`<input id=${id} name=${name} type="text" inputmode="decimal" ?required=${isRequired} aria-describedby=${hint} .defaultValue=${textOf(value)} />`;
	}
	const most = schema.maxLength;
	if (typeof most === "number" && most > LONG_TEXT)
		return html`<textarea id=${id} name=${name} rows="4" ?required=${isRequired} maxlength=${most} minlength=${text("minLength")} aria-describedby=${hint} .defaultValue=${textOf(value, most)}></textarea>`;
	const type = FORMATS[textOf(schema.format)] ?? "text";
	return html`<input id=${id} name=${name} type=${type} ?required=${isRequired} maxlength=${text("maxLength")} minlength=${text("minLength")} aria-describedby=${hint} .defaultValue=${textOf(value, 2000)} />`;
}

/** What a field holds now; `problem` says what is wrong with it. Nothing where it was left empty. */
export function readField({ schema }: Field, control: Element | null): { value?: unknown; problem?: string } {
	if (control instanceof HTMLSelectElement)
		return control.value === "" ? {} : { value: listOf(schema.enum)[Number(control.value)] };
	if (control instanceof HTMLInputElement && control.type === "checkbox") return { value: control.checked };
	if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return {};
	const text = control.value.trim();
	if (text === "") return {};
	if (schema.type === "array") {
		const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
		const { type } = recordOf(schema.items);
		if (type !== "number" && type !== "integer") return { value: lines };
		const numbers = lines.map(numberOf);
		return numbers.includes(undefined) ? { problem: say("One number on each line.") } : { value: numbers };
	}
	if (schema.type !== "number" && schema.type !== "integer") return { value: text };
	const number = numberOf(text);
	if (number === undefined) return { problem: say("This is no number.") };
	if (schema.type === "integer" && !Number.isInteger(number)) return { problem: say("A whole number.") };
	const { minimum, maximum } = schema;
	if (typeof minimum === "number" && number < minimum)
		return { problem: say("At least {minimum}.", { minimum }) };
	if (typeof maximum === "number" && number > maximum)
		return { problem: say("At most {maximum}.", { maximum }) };
	return { value: number };
}
