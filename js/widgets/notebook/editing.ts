/** The cells of a notebook that is written, and the way back. */
import { type Cell, type CellType, cellsOf, keyed, MAX_CELLS, merged, plain } from "./cells.js";
import { say } from "../say.js";

/** Steps that can be taken back. */
const MAX_STEPS = 100;

/** Cells that are changed. */
export class Editing {
	cells: readonly Cell[] = [];
	leftOut = 0;
	#steps: { readonly cells: readonly Cell[]; readonly said: string }[] = [];
	/** What was sent last, to tell whether something else is sent. */
	#given = "";
	/** What the page knows. */
	#told = "";
	readonly #changed: (said: string) => void;

	/** @param changed - Is called with what was done after each change that a person makes. */
	constructor(changed: (said: string) => void) {
		this.#changed = changed;
	}

	/** Takes the cells of the widget's data, unless they are those that were sent before. @returns whether it took others */
	take(given: unknown): boolean {
		const { cells, leftOut } = cellsOf(given);
		const text = JSON.stringify(cells);
		if (text === this.#given) return false;
		this.#given = text;
		this.#told = text;
		// A page that keeps what it was told sends it again.
		if (text === JSON.stringify(cellsOf(plain(this.cells)).cells)) return false;
		this.cells = merged(this.cells, cells);
		this.leftOut = leftOut;
		this.#steps = [];
		return true;
	}

	get canUndo(): boolean {
		return this.#steps.length > 0;
	}
	get isFull(): boolean {
		return this.cells.length >= MAX_CELLS;
	}

	/** Changes what a cell says; that is taken back in its field. */
	write(key: string, change: Partial<Pick<Cell, "content" | "varname">>): void {
		this.cells = this.cells.map((cell) => (cell.key === key ? { ...cell, ...change } : cell));
	}

	/** What was written is meant so: the page hears of it, unless it has. */
	written(): void {
		const text = JSON.stringify(cellsOf(plain(this.cells)).cells);
		if (text === this.#told) return;
		this.#told = text;
		this.#changed("");
	}

	/** @returns the key of the new cell */
	add(type: CellType): string {
		const [given] = cellsOf([{ type }]).cells;
		if (!given || this.isFull) return "";
		const cell = keyed(given);
		this.#step([...this.cells, cell], say("Cell {at} was added.", { at: this.cells.length + 1 }));
		return cell.key;
	}

	remove(key: string): void {
		const at = this.cells.findIndex((cell) => cell.key === key);
		if (at >= 0) this.#step(this.cells.toSpliced(at, 1), say("Cell {at} was deleted.", { at: at + 1 }));
	}

	move(key: string, by: -1 | 1): void {
		const at = this.cells.findIndex((cell) => cell.key === key);
		const cell = this.cells[at];
		const to = at + by;
		if (!cell || to < 0 || to >= this.cells.length) return;
		this.#step(
			this.cells.toSpliced(at, 1).toSpliced(to, 0, cell),
			say("Cell {at} is cell {to} now.", { at: at + 1, to: to + 1 }),
		);
	}

	/** Takes the last step back; what was written since stays. */
	undo(): void {
		const step = this.#steps.pop();
		if (!step) return;
		const now = new Map(this.cells.map((cell) => [cell.key, cell]));
		this.#become(
			step.cells.map((cell) => now.get(cell.key) ?? cell),
			say("Taken back: {said}", { said: step.said }),
		);
	}

	#step(cells: readonly Cell[], said: string): void {
		this.#steps = [...this.#steps.slice(1 - MAX_STEPS), { cells: this.cells, said }];
		this.#become(cells, said);
	}

	#become(cells: readonly Cell[], said: string): void {
		this.cells = cells;
		this.#told = JSON.stringify(cellsOf(plain(cells)).cells);
		this.#changed(said);
	}
}
