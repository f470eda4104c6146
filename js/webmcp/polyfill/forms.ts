/** Forms that are tools: `toolname` and `tooldescription` make one (WebMCP's explainer of forms). */
import type { JsonObject } from "../../types/index.js";
import type { Definition } from "./document-tools.js";
import { formSchema } from "./form-fields.js";
import { callForm, failForm } from "./form-run.js";
import type { Home } from "./home.js";
import { NAME } from "./names.js";

/** Keeps the tools of a document's forms. Gives what ends that, and takes them away. */
export function formTools(document: Document, home: Home): () => void {
	const known = new Map<HTMLFormElement, Definition>();
	/** Those whose name was another's; they stay none when that goes, as the browser has it. */
	const second = new Map<HTMLFormElement, string>();
	const drop = (form: HTMLFormElement, definition: Definition) => {
		known.delete(form);
		home.remove(definition);
	};
	const look = () => {
		for (const [form, definition] of known) {
			if (form.isConnected && describes(form, definition)) continue;
			drop(form, definition);
			// What the person is still to submit goes on when the form is moved; under another name it is another tool.
			if (form.isConnected) failForm(form, "The form's tool was changed.");
		}
		for (const [form, name] of second) {
			if (!form.isConnected || form.getAttribute("toolname") !== name) second.delete(form);
		}
		for (const form of document.querySelectorAll<HTMLFormElement>("form[toolname][tooldescription]")) {
			const name = form.getAttribute("toolname") ?? "";
			if (known.has(form) || second.has(form) || !NAME.test(name)) continue;
			if (home.tools.allowed() !== true) continue;
			if (home.tools.has(name)) {
				second.set(form, name);
				continue;
			}
			const definition = definitionOf(form, home);
			known.set(form, definition);
			home.add(definition);
		}
	};
	const observer = new MutationObserver(look);
	observer.observe(document, {
		subtree: true,
		childList: true,
		attributeFilter: ["toolname", "tooldescription", "tooltitle"],
	});
	look();
	// A frame may learn later what it is allowed.
	const allowed = home.tools.allowed();
	if (typeof allowed !== "boolean") void allowed.then(look);
	return () => {
		observer.disconnect();
		for (const [form, definition] of known) drop(form, definition);
	};
}

function describes(form: HTMLFormElement, { name, description, title }: Definition): boolean {
	return (
		form.getAttribute("toolname") === name &&
		form.getAttribute("tooldescription") === description &&
		(form.getAttribute("tooltitle") ?? undefined) === title
	);
}

function definitionOf(form: HTMLFormElement, home: Home): Definition {
	return {
		name: form.getAttribute("toolname") ?? "",
		title: form.getAttribute("tooltitle") ?? undefined,
		description: form.getAttribute("tooldescription") ?? "",
		/** Of the form as it is when it is asked. */
		get schema() {
			return JSON.stringify(formSchema(form));
		},
		annotations: undefined,
		exposedTo: [],
		start: (input, { signal }) => callForm(form, input as JsonObject, signal, home.queue),
	};
}
