/** Fills in a form as a person would: the values, and the events that tell of them. */
import type { JsonObject } from "../../types/index.js";
import { type Control, type Field, fieldsOf } from "./form-fields.js";

/** Why a form's tool cannot do what it was asked; the message reaches the caller. */
export class FormError extends Error {}

/**
 * Sets each field of `input`.
 *
 * @throws {@link FormError} before anything is set, where a field or its value is none of the form's.
 */
export function fill(form: HTMLFormElement, input: JsonObject): void {
	const fields = fieldsOf(form);
	const steps = Object.entries(input).map(([name, value]) => {
		const field = fields.find((one) => one.name === name);
		if (!field) throw new FormError(`The tool has no parameter '${name}'.`);
		return step(field, value);
	});
	for (const one of steps) one();
}

function step({ name, controls, schema }: Field, value: unknown): () => void {
	const bad = () => new FormError(`The value ${JSON.stringify(value)} does not fit the parameter '${name}'.`);
	const [first] = controls;
	if (!first) throw bad();
	if (schema.type === "array" || first.type === "radio" || first instanceof HTMLSelectElement) {
		const wanted = Array.isArray(value) ? value : [value];
		const known = choices(controls);
		const isList = schema.type === "array";
		if (isList !== Array.isArray(value) || !wanted.every((one) => known.includes(String(one)))) throw bad();
		return () => choose(controls, wanted.map(String));
	}
	if (schema.type === "boolean") {
		if (!/^(true|false)$/.test(String(value))) throw bad();
		return () => choose(controls, String(value) === "true" ? [first.value] : []);
	}
	if (typeof value !== "string" && typeof value !== "number") throw bad();
	const text = String(value);
	if (!takes(first, text)) throw bad();
	return () => {
		if (first.value === text) return;
		first.value = text;
		told(first);
	};
}

function choices(controls: readonly Control[]): string[] {
	const [first] = controls;
	return first instanceof HTMLSelectElement
		? [...first.options].map(({ value }) => value)
		: controls.map(({ value }) => value);
}

function choose(controls: readonly Control[], wanted: readonly string[]): void {
	for (const control of controls) {
		if (control instanceof HTMLSelectElement) {
			const changes = [...control.options].filter((one) => one.selected !== wanted.includes(one.value));
			for (const option of changes) option.selected = wanted.includes(option.value);
			if (changes.length > 0) told(control);
		} else if (control instanceof HTMLInputElement && control.checked !== wanted.includes(control.value)) {
			control.checked = wanted.includes(control.value);
			// A radio button that is no longer the one says nothing.
			if (control.checked || control.type === "checkbox") told(control);
		}
	}
}

/** Whether a control keeps this text: one of numbers, dates or colours drops what is none. */
function takes(control: Control, text: string): boolean {
	if (!(control instanceof HTMLInputElement) || text === "") return true;
	const probe = control.ownerDocument.createElement("input");
	probe.type = control.type;
	probe.value = text;
	return probe.value !== "" && (control.type !== "color" || probe.value === text.toLowerCase());
}

function told(control: Control): void {
	control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
	control.dispatchEvent(new Event("change", { bubbles: true }));
}
