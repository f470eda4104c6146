/** Lines of a log, whatever was sent for them. */
import { oneOf, textOf } from "../dom.js";
import type { Loose } from "../view.js";

/** Lines without a level that is known are of the first one. */
const LEVELS = ["none", "debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** What is looked for: of some levels nothing, of the others what has a text. */
export interface Wanted {
	readonly hidden: ReadonlySet<Level>;
	readonly text: string;
}

export function levelOf({ level }: Loose): Level {
	return oneOf(level, LEVELS);
}

/** The levels that occur, and those that have, in the order of their weight; lines without one come last. */
export function levelsOf(lines: readonly Loose[], before: readonly Level[]): readonly Level[] {
	const occurring = new Set([...lines.map(levelOf), ...before]);
	return [...LEVELS.slice(1), LEVELS[0]].filter((level) => occurring.has(level));
}

/** What stands before a line's message. */
export function headsOf(line: Loose): readonly string[] {
	const level = levelOf(line);
	return [textOf(line.timestamp, 60), level === "none" ? "" : level, textOf(line.source, 80)];
}

export function messageOf({ message }: Loose): string {
	return textOf(message, 2000);
}

/** The lines that are wanted. */
export function foundLines(lines: readonly Loose[], { hidden, text }: Wanted): readonly Loose[] {
	const wanted = text.trim().toLocaleLowerCase();
	const has = (line: Loose) =>
		[...headsOf(line), messageOf(line)].join(" ").toLocaleLowerCase().includes(wanted);
	return lines.filter((line) => !hidden.has(levelOf(line)) && (wanted === "" || has(line)));
}
