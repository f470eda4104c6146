/** What of a form an agent can fill in: its fields, each as JSON Schema tells of it. */
import type { Json, JsonObject } from "../../types/index.js";

/** A control with a value. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls of one name. */
export interface Field {
	readonly name: string;
	readonly controls: readonly Control[];
	readonly schema: JsonObject;
}

/** How Chromium tells what it takes, which is a pattern and stands under `format` all the same. */
const FORMATS: { readonly [type: string]: string } = {
	date: "date",
	time: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
	"datetime-local": "^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$",
	month: "^[0-9]{4}-(0[1-9]|1[0-2])$",
	week: "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
	color: "^#[0-9a-zA-Z]{6}$",
};
const NOT_FILLED = new Set(["file", "hidden", "submit", "image", "reset", "button"]);

/** The fields of a form, in the order of their first controls. */
export function fieldsOf(form: HTMLFormElement): Field[] {
	const byName = new Map<string, Control[]>();
	for (const element of controlsOf(form)) {
		if (!isFilled(element)) continue;
		byName.set(element.name, [...(byName.get(element.name) ?? []), element]);
	}
	return [...byName].map(([name, controls]) => ({ name, controls, schema: fieldSchema(controls) }));
}

/** The JSON Schema of a form (reference: Chromium 156; the draft leaves it open). */
export function formSchema(form: HTMLFormElement): JsonObject {
	const fields = fieldsOf(form);
	return {
		type: "object",
		properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
		required: fields
			.filter(({ controls }) => controls.some(({ required }) => required))
			.map(({ name }) => name),
	};
}

/** The form's controls, also where one of them is called `elements`. */
export function controlsOf(form: HTMLFormElement): Element[] {
	return [...(Reflect.get(HTMLFormElement.prototype, "elements", form) as HTMLFormControlsCollection)];
}

function isFilled(element: Element): element is Control {
	const isControl =
		element instanceof HTMLInputElement ||
		element instanceof HTMLTextAreaElement ||
		element instanceof HTMLSelectElement;
	if (!isControl || element.name === "" || NOT_FILLED.has(element.type)) return false;
	return !element.matches(":disabled") && !element.hasAttribute("readonly");
}

function fieldSchema(controls: readonly Control[]): JsonObject {
	const [first] = controls;
	if (!first) return {};
	const isGroup = first.type === "radio" || (first.type === "checkbox" && controls.length > 1);
	const description = isGroup ? told(controls) : describe(first);
	return { ...valueSchema(first, controls), ...(description ? { description } : {}) };
}

function valueSchema(first: Control, controls: readonly Control[]): JsonObject {
	const type = first.type;
	if (first instanceof HTMLSelectElement) {
		const options = [...first.options].map(({ value, text }) => ({ value, title: text }));
		return first.multiple ? listOf(choice(options)) : choice(options);
	}
	const group = controls.map((one) => ({ value: one.value, title: labelOf(one) }));
	if (type === "radio") return choice(group);
	if (type === "checkbox") return controls.length > 1 ? listOf(choice(group)) : { type: "boolean" };
	if (type === "number" || type === "range") return numberSchema(first as HTMLInputElement);
	const format = FORMATS[type];
	if (format) return { type: "string", format };
	const pattern = first.getAttribute("pattern");
	return pattern && first instanceof HTMLInputElement ? { type: "string", pattern } : { type: "string" };
}

function choice(options: readonly { value: string; title: string }[]): JsonObject {
	const each = options.map(({ value, title }): Json => {
		return { type: "string", const: value, ...(title ? { title } : {}) };
	});
	return { type: "string", anyOf: each, enum: options.map(({ value }) => value) };
}

const listOf = (items: JsonObject): JsonObject => ({ type: "array", items, uniqueItems: true });

function numberSchema({ type, min, max, step }: HTMLInputElement): JsonObject {
	const isRange = type === "range";
	const minimum = numberOf(min) ?? (isRange ? 0 : undefined);
	const maximum = numberOf(max) ?? (isRange ? 100 : undefined);
	const stepped = numberOf(step) ?? 0;
	const multipleOf = step.toLowerCase() === "any" ? undefined : stepped > 0 ? stepped : 1;
	// Steps are counted from the minimum; multiples of the step are the same only where that is one.
	const isMultiple = multipleOf !== undefined && Number.isInteger((minimum ?? 0) / multipleOf);
	return {
		type: "number",
		...(minimum === undefined ? {} : { minimum }),
		...(maximum === undefined ? {} : { maximum }),
		...(isMultiple ? { multipleOf } : {}),
	};
}

function numberOf(text: string): number | undefined {
	const value = text.trim() === "" ? Number.NaN : Number(text);
	return Number.isFinite(value) ? value : undefined;
}

function told(controls: readonly Control[]): string {
	return controls.map((one) => one.getAttribute("toolparamdescription")?.trim()).find(Boolean) ?? "";
}

function describe(control: Control): string {
	const own = told([control]) || labelOf(control) || control.getAttribute("aria-description")?.trim() || "";
	if (control.type !== "date") return own;
	const how = "Dates MUST be provided in 'YYYY-MM-DD' format.";
	return own ? `${own} (${how})` : how;
}

/** The text of a control's label, without what other controls in it say. */
function labelOf({ labels }: Control): string {
	const [label] = labels ?? [];
	if (!label) return "";
	const copy = label.cloneNode(true) as HTMLElement;
	for (const inside of copy.querySelectorAll("input, select, textarea, button")) inside.remove();
	return copy.textContent?.trim() ?? "";
}
