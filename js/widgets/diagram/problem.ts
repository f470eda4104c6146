/** What is wrong with a diagram's text, as one sentence. */
import { textOf } from "../dom.js";
import { say } from "../say.js";

const MAX_WORDS = 300;

/** Says which line could not be read, where the library knows it. */
export function saidOf(error: unknown, source: string): string {
	const words = (error instanceof Error ? error.message : textOf(error, MAX_WORDS)).trim();
	const [, number] = /\bline:?\s*(\d+)/i.exec(words) ?? [];
	const line = number === undefined ? undefined : source.split("\n")[Number(number) - 1]?.trim();
	if (number !== undefined && line)
		return say("Line {number} cannot be read: “{line}”.", { number, line: textOf(line, 120) });
	if (/No diagram type detected/.test(words))
		return say("The text does not begin with a kind of diagram, such as flowchart or sequenceDiagram.");
	const [first = ""] = words.split("\n");
	const sentence = textOf(first.replace(/\s+/g, " "), MAX_WORDS) || say("The text is no diagram of Mermaid");
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
