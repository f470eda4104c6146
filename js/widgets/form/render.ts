/** A form for whatever a schema asks for. */
import type { Json } from "../../types/index.js";
import { listOf, recordOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, stateful, titleOf } from "../view.js";
import { type Field, fieldsOf, fieldView, readField } from "./field.js";
import { schemaOfNames } from "./named.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** So that labels of several forms on one page find their own fields. */
let forms = 0;

/** Draws a field for each property; what was filled in is told by `submit` with `{values}`, and stays. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	forms += 1;
	const own = `wm-form-${forms}`;
	let sent = false;
	return (data) => {
		const names = listOf(data.fields)
			.map((name) => textOf(name, 200))
			.filter((name) => name !== "");
		const fields = fieldsOf(data.schema ?? schemaOfNames(names));
		const idOf = (field: Field) => `${own}-${field.path.join("-")}`;
		const held = ({ path, schema }: Field) =>
			path.reduce<unknown>((value, name) => recordOf(value)[name], data.values) ?? schema.default;
		const submit = (event: SubmitEvent) => {
			event.preventDefault();
			// The page hears of it by the message alone: its own `submit` would be one more.
			event.stopPropagation();
			const form = event.currentTarget as HTMLFormElement;
			const values = {};
			for (const field of fields) {
				const control = form.querySelector(`#${CSS.escape(idOf(field))}`);
				const { value, problem = "" } = readField(field, control);
				if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
					control.setCustomValidity(problem);
				}
				if (value !== undefined) put(values, field.path, value);
			}
			if (!form.reportValidity()) return;
			sent = true;
			redraw();
			emit("submit", { values });
		};
		/** What was wrong is asked again only when the form is sent. */
		const typed = ({ target }: Event) => {
			if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
				target.setCustomValidity("");
		};
		const button = textOf(data.submit, 60) || say("Send");
		const views = fields.map((field) => fieldView(field, idOf(field), held(field)));
		return html`${heading(titleOf(data))}
			<form class="wm-form" aria-label=${titleOf(data) || say("Form")} @submit=${submit} @input=${typed}>
				${views}${note(fields.length === 0 ? say("There is nothing to fill in.") : "")}
				<div class="wm-form-end">
					<button type="submit">${button}</button><span role="status">${sent ? say("Sent.") : ""}</span>
				</div>
			</form>`;
	};
});

function put(values: { [name: string]: Json }, path: readonly string[], value: unknown): void {
	const [name = "", ...rest] = path;
	if (rest.length === 0) define(values, name, value as Json);
	else {
		if (!Object.hasOwn(values, name)) define(values, name, {});
		put(values[name] as { [name: string]: Json }, rest, value);
	}
}

/** Sets a field whatever it is called: `__proto__` would be something else. */
function define(values: object, name: string, value: Json): void {
	Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}
