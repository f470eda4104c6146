/** Styles that a diagram brings along: what they would load is taken out, as the browser has read them. */

/** An address, but for parts of the same drawing. */
const ADDRESS = /\b(?:url|src)\(\s*["']?(?!["'#])|\b(?:image|image-set|cross-fade)\(|@import|@font-face/i;

/** Sets an inline style through CSSOM. */
export function setStyle(element: HTMLElement | SVGElement, text: string): void {
	element.style.cssText = text;
	for (const name of [...element.style])
		if (ADDRESS.test(element.style.getPropertyValue(name))) element.style.removeProperty(name);
}

/** Takes the rules that name an address out of a sheet. */
export function withoutAddresses(sheet: CSSStyleSheet): void {
	for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1)
		if (ADDRESS.test(sheet.cssRules[at]?.cssText ?? "")) sheet.deleteRule(at);
}

/** Whether a value of an attribute names an address. */
export const hasAddress = (value: string): boolean => ADDRESS.test(value);
