/** Puts the polyfill in the place of `document.modelContext`, and takes it away. */
import { ToolActivatedEvent, ToolCancelEvent } from "./events.js";
import { formTools } from "./forms.js";
import { Home } from "./home.js";
import { ModelContext, modelContextOf } from "./model-context.js";
import { patchSubmitEvent } from "./submit-event.js";

let installed: (() => void) | undefined;

/** Whether the browser itself has `document.modelContext`. */
export function hasNativeModelContext(): boolean {
	const there = typeof document !== "undefined" && "modelContext" in document;
	return there && installed === undefined;
}

/**
 * Gives this document `document.modelContext` as the draft of September 2026 and Chromium 155 have it, forms that are tools among it,
 * where the browser has none and the context is secure; elsewhere it does nothing. Each frame installs it for itself.
 *
 * What a script cannot do: `isTrusted` of its events is false; `:tool-form-active` and `:tool-submit-active` are attributes,
 * `data-tool-form-active` and `data-tool-submit-active`; a `Permissions-Policy` header is seen only where the browser knows the feature;
 * a frame of another origin that was allowed `tools` knows it when its parent, which must have the polyfill too, has said so.
 *
 * @returns What takes it away again, with all tools; calling that twice does nothing more.
 */
export function installModelContext(): () => void {
	if (installed) return installed;
	if (typeof document === "undefined" || "modelContext" in document || !globalThis.isSecureContext) {
		return () => undefined;
	}
	let home: Home | undefined;
	const contexts = new WeakMap<Document, ModelContext>();
	const own = modelContextOf((context) => {
		home = new Home(globalThis as unknown as Window & typeof globalThis, context);
		return home;
	});
	contexts.set(document, own);
	const of = (which: Document): ModelContext => {
		const context = contexts.get(which) ?? modelContextOf(() => undefined);
		contexts.set(which, context);
		return context;
	};
	Object.defineProperty(Document.prototype, "modelContext", {
		configurable: true,
		enumerable: true,
		get: getterOf(of),
		set: undefined,
	});
	shape();
	const globals = { ModelContext, ToolActivatedEvent, ToolCancelEvent };
	for (const [name, value] of Object.entries(globals)) {
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
	}
	const restoreSubmitEvent = patchSubmitEvent();
	const stopForms = home ? formTools(document, home) : () => undefined;
	const uninstall = () => {
		if (installed !== uninstall) return;
		installed = undefined;
		stopForms();
		restoreSubmitEvent();
		home?.close();
		Reflect.deleteProperty(Document.prototype, "modelContext");
		for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
	};
	installed = uninstall;
	return uninstall;
}

/** Under the name that the IDL gives it. */
function getterOf(of: (which: Document) => ModelContext): () => ModelContext {
	const { get } = Object.getOwnPropertyDescriptor(
		{
			get modelContext() {
				if (!((this as unknown) instanceof Document)) throw new TypeError("Illegal invocation");
				return of(this as unknown as Document);
			},
		},
		"modelContext",
	) as { get: () => ModelContext };
	return get;
}

/** What WebIDL does to members of interfaces and classes do not: they are enumerable, and the class has a tag. */
function shape(): void {
	for (const one of [ModelContext, ToolActivatedEvent, ToolCancelEvent]) {
		for (const name of Object.getOwnPropertyNames(one.prototype)) {
			if (name !== "constructor") Object.defineProperty(one.prototype, name, { enumerable: true });
		}
		Object.defineProperty(one.prototype, Symbol.toStringTag, { value: one.name, configurable: true });
	}
}
