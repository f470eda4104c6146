/** Sizes and times as people read them, in the page's language. */
import { numberText } from "../widgets/dom.js";

const UNITS = ["B", "kB", "MB", "GB"];

/** Bytes, such as `253 MB`. */
export function sizeText(bytes: number): string {
	const at = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
	const amount = bytes / 1000 ** at;
	return `${numberText(amount < 10 && at > 0 ? Math.round(amount * 10) / 10 : Math.round(amount))} ${UNITS[at]}`;
}

/** Milliseconds, as seconds from one on. */
export function timeText(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${tenths(ms / 1000)} s`;
}

/** A number with one decimal at most. */
export function tenths(value: number): string {
	return numberText(Math.round(value * 10) / 10);
}
