/** What differs between two texts, line by line. */
import type { diffArrays } from "diff";

/** The library's comparison of lists. */
export type Compare = typeof diffArrays;

/** A text that differs in more lines is another text; to compare it takes time that grows by the square. */
const MAX_EDITS = 4000;
const MAX_MILLISECONDS = 500;
/** A longer run of lines that are the same is folded, but for its lines beside a change. */
const MAX_SAME = 6;
const BESIDE = 3;

/** A line: what became of it, and its number in each text that has it. */
export interface Line {
	readonly kind: "same" | "added" | "removed";
	readonly text: string;
	readonly before: number | undefined;
	readonly after: number | undefined;
}

/** Lines, which may be folded to one. */
export interface Run {
	readonly isFolded: boolean;
	readonly lines: readonly Line[];
}

/** Two texts compared. */
export interface Comparison {
	readonly runs: readonly Run[];
	readonly added: number;
	readonly removed: number;
	/** Whether the library gave up, so that all lines of one text are followed by all of the other. */
	readonly isGivenUp: boolean;
}

/** The lines of a text, however they end. */
function linesOf(text: string): string[] {
	if (text === "") return [];
	const lines = text.split(/\r\n|\r|\n/);
	return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Compares two texts. */
export function compared(before: string, after: string, compare: Compare): Comparison {
	const [was, is] = [linesOf(before), linesOf(after)];
	const found = compare(was, is, { maxEditLength: MAX_EDITS, timeout: MAX_MILLISECONDS });
	const changes = found ?? [
		{ removed: true, added: false, value: was },
		{ removed: false, added: true, value: is },
	];
	const lines: Line[] = [];
	let [atBefore, atAfter] = [0, 0];
	for (const { added, removed, value } of changes) {
		const kind = added ? "added" : removed ? "removed" : "same";
		for (const text of value) {
			if (kind !== "added") atBefore += 1;
			if (kind !== "removed") atAfter += 1;
			lines.push({
				kind,
				text,
				before: kind === "added" ? undefined : atBefore,
				after: kind === "removed" ? undefined : atAfter,
			});
		}
	}
	const count = (kind: Line["kind"]) => lines.filter((line) => line.kind === kind).length;
	return { runs: folded(lines), added: count("added"), removed: count("removed"), isGivenUp: !found };
}

/** The lines in runs: long ones of lines that are the same are folded. */
function folded(lines: readonly Line[]): Run[] {
	const runs: Run[] = [];
	for (let from = 0; from < lines.length; ) {
		const isSame = lines[from]?.kind === "same";
		let to = from;
		while (to < lines.length && (lines[to]?.kind === "same") === isSame) to += 1;
		// Nothing is beside the first line and the last one.
		const [first, last] = [from === 0 ? from : from + BESIDE, to === lines.length ? to : to - BESIDE];
		const parts =
			isSame && to - from > MAX_SAME
				? [
						{ isFolded: false, lines: lines.slice(from, first) },
						{ isFolded: true, lines: lines.slice(first, last) },
						{ isFolded: false, lines: lines.slice(last, to) },
					]
				: [{ isFolded: false, lines: lines.slice(from, to) }];
		runs.push(...parts.filter((run) => run.lines.length > 0));
		from = to;
	}
	return runs;
}
