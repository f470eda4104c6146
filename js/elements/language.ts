/** Which language an element speaks: that of the nearest `lang` around it, also after that has changed. */
import type { Cleanup } from "../types/index.js";

const followed = new Map<Element, (language: string) => void>();
let observer: MutationObserver | undefined;

/** The element that a shadow tree belongs to in which another one stands. */
export function hostOf(element: Element): Element | null {
	const root = element.getRootNode();
	return root instanceof ShadowRoot ? root.host : null;
}

/** The nearest `lang`, else the browser's language. */
export function languageOf(element: Element): string {
	for (let at: Element | null = element; at; at = hostOf(at)) {
		const said = at.closest("[lang]")?.getAttribute("lang");
		if (said) return said;
	}
	return navigator.language;
}

/** Tells whenever an element's language may have changed. What stands in other libraries' shadow trees is not watched. */
export function followLanguage(element: Element, changed: (language: string) => void): Cleanup {
	followed.set(element, changed);
	observer ??= new MutationObserver(() => {
		for (const [one, tell] of followed) tell(languageOf(one));
	});
	if (followed.size === 1)
		observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["lang"] });
	return () => {
		followed.delete(element);
		if (followed.size === 0) observer?.disconnect();
	};
}
