/** What is wrong with a diagram's text: which line, and why, in plain words. */
import { textOf } from "../dom.js";
import { say } from "../say.js";

const MAX_WORDS = 300;
/** So many signs that would have been right are named. */
const MAX_EXPECTED = 4;

/** Where the library has stopped reading. */
export interface Place {
	/** From 1; nothing where the library does not know it. */
	readonly line: number | undefined;
	/** What stands there. */
	readonly written: string;
	/** Why, as one sentence. */
	readonly reason: string;
}

/** The library's names of signs that people know. */
const SIGNS: { readonly [token: string]: string } = {
	...{ PS: "“(”", PE: "“)”", SQS: "“[”", SQE: "“]”", DIAMOND_START: "“{”", DIAMOND_STOP: "“}”" },
	...{ STRUCT_STOP: "“}”", BLOCK_STOP: "“}”", COLON: "“:”", COMMA: "“,”", SEMI: "“;”", PIPE: "“|”" },
	...{ NEWLINE: "the end of the line", NL: "the end of the line", EOF: "the end of the text" },
	...{ 1: "the end of the text", SPACE: "a space", LINK: "an arrow", STR: "a text in quotes" },
	...{ TEXT: "text", NODE_STRING: "a name", ALPHA: "a name", ID: "a name", ACTOR: "a name", NUM: "a number" },
	...{ NUMBER_WITH_DECIMAL: "a number", NUMBER_PIE: "a number", end: "“end”", AMP: "“&”" },
};

/** What the library's parser says of a text that it cannot read. */
interface Report {
	readonly text?: unknown;
	readonly token?: unknown;
	readonly expected?: unknown;
}

/** Where and why a text cannot be drawn, as `error` of the library, or of our own, says it. */
export function placeOf(error: unknown, source: string): Place {
	const words = (error instanceof Error ? error.message : textOf(error, MAX_WORDS)).trim();
	const [, number] = /\bline:?\s*(\d+)/i.exec(words) ?? [];
	const line = number === undefined ? undefined : lineOf(source, Number(number));
	const written = line === undefined ? "" : (source.split("\n")[line - 1]?.trim() ?? "");
	return { line, written, reason: ended(reasonOf(error, words)) };
}

/** Says which line could not be read, where the library knows it. */
export function saidOf(error: unknown, source: string): string {
	const { line, written, reason } = placeOf(error, source);
	if (line !== undefined && written !== "")
		return say("Line {number} cannot be read: “{line}”.", { number: line, line: textOf(written, 120) });
	return reason;
}

function reasonOf(error: unknown, words: string): string {
	const { hash } = (typeof error === "object" && error !== null ? error : {}) as { hash?: Report };
	if (hash && /^(?:Parse|Lexical) error/.test(words)) return unexpected(hash);
	if (/No diagram type detected/.test(words))
		return say("The text does not begin with a kind of diagram, such as flowchart or sequenceDiagram.");
	const [, sign] = /unexpected character: ->(.)<-/u.exec(words) ?? [];
	if (sign) return `“${sign}” was not expected there.`;
	const [, wanted, found = ""] =
		/Expecting (?:token of type |: )?(.{1,80}?) but found[:\s]*(.{0,40})/s.exec(words) ?? [];
	if (wanted)
		return `${quoted(found.replace(/[`']/g, ""))} was not expected there; expected ${namesOf([wanted])}.`;
	const [first = ""] = words.split("\n");
	return textOf(first.replace(/\s+/g, " "), MAX_WORDS) || say("The text is no diagram of Mermaid");
}

function unexpected({ text, token, expected }: Report): string {
	const found = quoted(typeof text === "string" && text.trim() !== "" ? text : (SIGNS[String(token)] ?? ""));
	const names = namesOf(Array.isArray(expected) ? expected : []);
	return `${found} was not expected there${names === "" ? "" : `; expected ${names}`}.`;
}

/** A sign as it is written, one that has words of its own as these. */
function quoted(found: string): string {
	const text = textOf(found.trim(), 40);
	if (text === "") return "The end of the line";
	return Object.values(SIGNS).includes(text)
		? `${text.charAt(0).toUpperCase()}${text.slice(1)}`
		: `“${text}”`;
}

/** The signs that would have been right, of which most have no name but the library's. */
function namesOf(expected: readonly unknown[]): string {
	const known = expected.flatMap((one) => SIGNS[String(one).replace(/['`]/g, "").trim()] ?? []);
	return [...new Set(known)].slice(0, MAX_EXPECTED).join(" or ");
}

function ended(sentence: string): string {
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The line that the library calls `number`: it counts without what it takes out before it reads. */
function lineOf(source: string, number: number): number {
	const lines = source.split("\n");
	const read: number[] = [];
	const first = lines.findIndex((line) => line.trim() !== "");
	const end =
		lines[first]?.trim() === "---" ? lines.findIndex((line, at) => at > first && line.trim() === "---") : -1;
	for (const [at, line] of lines.entries()) {
		const isTakenOut = at <= end || /^\s*%%(?!\{)/.test(line) || /^\s*%%\{.*\}%%\s*$/.test(line);
		const isBefore = read.length === 0 && line.trim() === "";
		if (!isTakenOut && !isBefore) read.push(at + 1);
	}
	return read[Math.min(Math.max(number, 1), read.length) - 1] ?? 1;
}
