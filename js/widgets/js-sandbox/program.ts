/** What is run, whatever was sent for it. */
import { numberOf } from "../amount.js";
import { textOf } from "../dom.js";
import { MAX_CODE_CHARS } from "./isolated/messages.js";
import type { Loose } from "../view.js";

const MAX_CSS_CHARS = 50_000;
const HEIGHT = { least: 40, usual: 300, most: 1200 } as const;

/** Code, and what it finds. */
export interface Program {
	readonly code: string;
	readonly html: string;
	readonly css: string;
}

export function programOf({ code, html, css }: Loose): Program {
	return {
		code: textOf(code, MAX_CODE_CHARS),
		html: textOf(html, MAX_CODE_CHARS),
		css: textOf(css, MAX_CSS_CHARS),
	};
}

export const isSame = (one: Program | undefined, other: Program) =>
	one?.code === other.code && one.html === other.html && one.css === other.css;

/** Pixels, also of `"300px"`. */
export function heightOf(given: unknown): number {
	const height = numberOf(typeof given === "string" ? given.replace(/\s*px$/, "") : given) ?? HEIGHT.usual;
	return Math.round(Math.min(Math.max(height, HEIGHT.least), HEIGHT.most));
}
