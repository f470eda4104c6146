/** What cells gave, and what has become out of date. */
import type { Line } from "../js-sandbox/isolated/lines.js";
import { type Cell, isVariable, mentions } from "./cells.js";

/** What a cell gave when it ran last. */
export interface Result {
	/** Its value as JSON; an empty text for none. */
	readonly json: string;
	/** The same to be shown. */
	readonly value: unknown;
	/** Why it failed. */
	readonly error: string;
	/** What it wrote. */
	readonly lines: readonly Line[];
	/** No two are the same. */
	readonly version: number;
	/** What was run, and by their names the versions of what it was run with. */
	readonly content: string;
	readonly inputs: ReadonlyMap<string, number>;
}

/** The results of a notebook. */
export class Results {
	readonly #of = new Map<string, Result>();
	#versions = 0;

	get(key: string): Result | undefined {
		return this.#of.get(key);
	}

	/** Keeps what a cell gave that ran with these inputs. */
	set(
		cell: Cell,
		inputs: ReadonlyMap<string, number>,
		{ json = "", error = "", lines = [] }: { json?: string; error?: string; lines?: readonly Line[] },
	): void {
		this.#versions += 1;
		const value: unknown = json === "" ? undefined : JSON.parse(json);
		const { content } = cell;
		this.#of.set(cell.key, { json, value, error, lines, version: this.#versions, content, inputs });
	}

	/** Forgets what belongs to no cell any more. */
	keep(cells: readonly Cell[]): void {
		const keys = new Set(cells.map(({ key }) => key));
		for (const key of this.#of.keys()) if (!keys.has(key)) this.#of.delete(key);
	}

	/** The variables of a cell: what the cells before it gave. Of two of the same name it is the later one. */
	variables(cells: readonly Cell[], at: number): [string, string][] {
		const found = new Map<string, string>();
		for (const { key, varname } of cells.slice(0, at)) {
			const result = this.#of.get(key);
			if (isVariable(varname) && result?.error === "") found.set(varname, result.json || "null");
		}
		return [...found];
	}

	/** What a cell would be run with now: of the variables that it mentions the versions, 0 where there is no result. */
	inputs(cells: readonly Cell[], at: number): Map<string, number> {
		const content = cells[at]?.content ?? "";
		const found = new Map<string, number>();
		for (const { key, varname } of cells.slice(0, at)) {
			if (varname !== "" && mentions(content, varname)) found.set(varname, this.#of.get(key)?.version ?? 0);
		}
		return found;
	}

	/** The cells whose result is out of date: they, or what they were run with, have changed since. */
	stale(cells: readonly Cell[]): Set<string> {
		const stale = new Set<string>();
		for (const [at, { key, type, content }] of cells.entries()) {
			const result = this.#of.get(key);
			if (!result || type === "md") continue;
			const now = this.inputs(cells, at);
			const isSame =
				result.content === content &&
				now.size === result.inputs.size &&
				[...now].every(([name, version]) => result.inputs.get(name) === version);
			const isFedByStale = cells
				.slice(0, at)
				.some((one) => stale.has(one.key) && one.varname !== "" && mentions(content, one.varname));
			if (!isSame || isFedByStale) stale.add(key);
		}
		return stale;
	}
}
