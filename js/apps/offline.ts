/**
 * What runs in front of an app: no policy covers WebRTC, by which words get out past `connect-src`, so its constructors are taken away. A frame
 * inside the app would have them anew, and runs scripts without being loaded from anywhere (`srcdoc`, `javascript:`): such frames are removed before
 * they load. What an app may load in frames (`frameDomains`) stays.
 *
 * And by its port the document is told what the host says: a page for which it leaves has the same window, but not that.
 */

/** So HTML makes shadow trees without asking anybody, and frames in closed ones are never found. Names of attributes have no other spelling. */
const DECLARED = /shadowrootmode/gi;

/** The HTML of an app without shadow trees that are only declared. */
export function withoutDeclaredTrees(html: string): string {
	return html.replace(DECLARED, "data-shadowroot");
}

/**
 * The script, for the beginning of the app's document.
 *
 * @param hasFrames - The app may have frames of https.
 */
export function offlineScript(hasFrames: boolean): string {
	return `<script>(${SCRIPT})(${String(hasFrames)}, ${JSON.stringify(location.origin)});document.currentScript.remove()</script>`;
}

// As text: what a bundler makes of a function may need something of the bundle.
const SCRIPT = `(hasFrames, origin) => {
	"use strict";
	// All of it is taken before the app can put anything else in its place.
	const { apply, defineProperty, ownKeys } = Reflect;
	const method = (owner, name) => owner.prototype[name];
	const getter = (owner, name) => Object.getOwnPropertyDescriptor(owner.prototype, name).get;
	const fix = (owner, name, value) => defineProperty(owner, name, { value, writable: false, configurable: false });
	const Observer = MutationObserver;
	const [observe, attach, remove, attributeOf] = [
		method(Observer, "observe"), method(Element, "attachShadow"), method(Element, "remove"), method(Element, "getAttribute"),
	];
	const [allOf, allIn] = [method(Document, "querySelectorAll"), method(DocumentFragment, "querySelectorAll")];
	const [nameOf, lengthOf, item] = [getter(Element, "localName"), getter(NodeList, "length"), method(NodeList, "item")];
	const [trim, starts, lower] = [method(String, "trim"), method(String, "startsWith"), method(String, "toLowerCase")];
	const FRAMES = "iframe,frame,object,embed,fencedframe,portal";

	for (const name of ownKeys(window)) {
		if (typeof name !== "string" || !/^(?:webkit|moz)?RTC/.test(name)) continue;
		delete window[name];
		fix(window, name, undefined);
	}

	const mayStay = (frame) => {
		if (!hasFrames || apply(nameOf, frame, []) !== "iframe" || apply(attributeOf, frame, ["srcdoc"]) !== null) return false;
		const source = apply(attributeOf, frame, ["src"]);
		if (source === null) return false;
		const address = apply(lower, apply(trim, source, []), []);
		return apply(starts, address, ["https:"]) || apply(starts, address, ["http:"]);
	};
	const watch = (root, all) => {
		const sweep = () => {
			const found = apply(all, root, [FRAMES]);
			for (let at = apply(lengthOf, found, []) - 1; at >= 0; at -= 1) {
				const frame = apply(item, found, [at]);
				if (!mayStay(frame)) apply(remove, frame, []);
			}
		};
		apply(observe, new Observer(sweep), [root, { childList: true, subtree: true, attributes: hasFrames }]);
	};
	watch(document, allOf);
	fix(Element.prototype, "attachShadow", function attachShadow(given) {
		// A copy of a tree would be one that nobody watches.
		const { mode, delegatesFocus, slotAssignment, serializable, customElementRegistry } = given;
		const wanted = { mode, delegatesFocus, slotAssignment, serializable, clonable: false };
		const root = apply(attach, this, [customElementRegistry ? { ...wanted, customElementRegistry } : wanted]);
		watch(root, allIn);
		return root;
	});
	// What else makes shadow trees out of text, or documents that nobody watches.
	for (const owner of [Element.prototype, DocumentFragment.prototype, ShadowRoot.prototype, Document.prototype, Document])
		for (const name of ownKeys(owner))
			if (typeof name === "string" && /html/i.test(name) && /unsafe|stream/i.test(name)) fix(owner, name, undefined);
	for (const name of ["open", "write", "writeln"]) fix(Document.prototype, name, undefined);
	fix(window, "XSLTProcessor", undefined);

	const { port1, port2 } = new MessageChannel();
	const [Message, dispatch, source] = [MessageEvent, method(EventTarget, "dispatchEvent"), parent];
	port1.onmessage = ({ data }) => apply(dispatch, window, [new Message("message", { data, origin, source })]);
	const say = port1.postMessage;
	addEventListener("pagehide", () => apply(say, port1, ["left"]), { capture: true });
	source.postMessage("line", "*", [port2]);
}`;
