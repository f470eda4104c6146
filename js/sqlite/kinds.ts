/** Decides of which kind a column is, by all its cells, and what each cell is then. */
import { MAX_DISTINCT } from "./limits.js";
import { type Decimal, numberIn } from "./numbers.js";
import type { Cell, Column } from "./types.js";

/** What is the same number by either decimal mark. */
const INTEGER = /^-?(?:[1-9]\d{0,14}|0)$/;
/** What programs write most, and by a point alone: no group of thousands has so many digits behind it. */
const POINT = /^-?(?:0|[1-9]\d{0,10})\.(?:\d{1,2}|\d{4,})$/;
const DATE =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$/;
/** What programs write where they have no number; spreadsheets' errors begin with `#`, in each language by other words. */
const MISSING =
	/^(?:|\p{Sc}?\s*[-–—]{1,3}|\.{1,3}|…|\?|:|na|n\.a\.|n\/a|<na>|nan|nat|nil|null|\(null\)|none|undefined|\\n|#[¡¿]?\p{L}[\p{L}/0_]*[!?]?)$/iu;
const DECIMALS: readonly Decimal[] = [".", ","];
/** Marks of lists, `(1)`, and codes of three groups: articles, networks, telephones. */
const LIKENESSES: readonly RegExp[] = [/^\(\d{1,3}\)$/, /^[1-9]\d\d([. \u00a0\u2009\u202f])\d{3}\1\d{3}$/];
const CURRENCY = /^[^%‰]/;
/** A group of thousands. */
const GROUP = 1_000;
/** A whole number so many times larger than the largest one with decimals is hardly of their kind. */
const FAR = 5;
const MARKS: { readonly [mark in Decimal]: RegExp } = { ".": /\d\.\d/, ",": /\d,\d/ };

/** Whether a text is a date or a moment as ISO 8601 writes it. */
export const isDate = (text: string): boolean => DATE.test(text);

/** Whether a text stands for no value. */
export const isMissing = (text: string): boolean => MISSING.test(text);

/** What is found out about one column. */
export class Kind {
	/** The marks by which all cells are numbers. */
	#decimals = DECIMALS;
	#isDate = true;
	#isEmpty = true;
	#unit: string | undefined;
	/** A number without a unit, zero apart. */
	#hasBare = false;
	/** The mark that groups thousands in cells that are numbers by either mark, such as `1.204`. */
	#doubtful: "." | "," | undefined;
	/** The largest number below a thousand, the largest that may be one with a group, and whether a larger one stands without groups. */
	#small = 0;
	#large = 0;
	#hasLarge = false;
	/** The marks that stand between digits. */
	readonly #marks = new Set<string>();
	/** What its numbers look like that are written in no other way. */
	#likeness: RegExp | undefined;
	#isNumbered = false;
	#isIndented = true;
	readonly #values = new Set<string>();

	/** Takes in one cell. */
	see(cell: string): void {
		if (cell === "" || this.#values.has(cell)) return;
		if (this.#values.size < MAX_DISTINCT) this.#values.add(cell);
		if (this.#isIndented && !cell.startsWith(" ")) this.#isIndented = false;
		if (!this.#isDate && this.#decimals.length === 0) return;
		const trimmed = cell.trim();
		if (INTEGER.test(trimmed)) {
			const size = Math.abs(Number(trimmed));
			[this.#isEmpty, this.#isDate, this.#isNumbered] = [false, false, true];
			if (size !== 0) this.#hasBare = true;
			this.#seeSize(size);
			return;
		}
		if (POINT.test(trimmed)) {
			[this.#isEmpty, this.#isDate, this.#isNumbered] = [false, false, true];
			if (!this.#hasBare) this.#hasBare = Number(trimmed) !== 0;
			this.#decimals = this.#decimals.filter((decimal) => decimal === ".");
			return;
		}
		if (this.#isDate && DATE.test(trimmed)) {
			[this.#isEmpty, this.#decimals] = [false, []];
			return;
		}
		const found = this.#decimals.map((decimal) => numberIn(trimmed, decimal));
		const fits = found.filter((one) => one !== undefined);
		if (fits.length === 0 && MISSING.test(trimmed)) return;
		this.#isEmpty = false;
		this.#isDate = false;
		if (fits.length < found.length) this.#decimals = this.#decimals.filter((_, at) => found[at]);
		const [one, other] = fits;
		if (!one) return;
		this.#likeness ??= LIKENESSES.find((likeness) => likeness.test(trimmed));
		if (!this.#likeness?.test(trimmed)) this.#isNumbered = true;
		for (const mark of DECIMALS) if (MARKS[mark].test(trimmed)) this.#marks.add(mark);
		if (other && one.value !== other.value) {
			this.#doubtful = trimmed.includes(",") ? "," : ".";
			this.#large = Math.max(this.#large, Math.abs(one.value), Math.abs(other.value));
		}
		if (other?.value === one.value) this.#seeSize(Math.abs(one.value));
		if (one.unit !== "" && one.unit !== (this.#unit ?? one.unit)) this.#decimals = [];
		if (one.unit !== "") this.#unit = one.unit;
		else if (one.value !== 0) this.#hasBare = true;
	}

	/** The mark by which alone it has numbers; undefined where either fits, or none. */
	get decimal(): Decimal | undefined {
		return this.#isNumber && this.#decimals.length === 1 ? this.#decimals[0] : undefined;
	}

	/** The mark that either groups its thousands or stands before its decimals; undefined where it does not matter. */
	get doubtful(): "." | "," | undefined {
		return this.#isNumber && this.#decimals.length === 2 ? this.#doubtful : undefined;
	}

	/** The mark that groups its digits for sure: another one stands before its decimals. */
	get grouping(): Decimal | undefined {
		const { decimal } = this;
		return decimal && DECIMALS.find((mark) => mark !== decimal && this.#marks.has(mark));
	}

	/**
	 * What its doubtful mark rather does, by the whole numbers beside `1.204`: what has groups writes a 1500 with one. A 950 would stand far
	 * from 1.204, and near 1204; a 2 the other way round. Undefined where no such number is there.
	 */
	get leaning(): "groups" | "decimals" | undefined {
		if (this.doubtful === undefined) return undefined;
		if (this.#hasLarge) return "decimals";
		if (this.#small === 0) return undefined;
		return this.#small > (FAR * this.#large) / GROUP ? "groups" : "decimals";
	}

	/** Whether its numbers are money, which seldom has three decimals. */
	get isMoney(): boolean {
		return CURRENCY.test(this.#unit ?? "");
	}

	/** Whether it has no cell with anything in it. */
	get isBlank(): boolean {
		return this.#values.size === 0;
	}

	/**
	 * The column, once all cells were seen.
	 *
	 * @param measure - The unit that stands under its name.
	 */
	column(name: string, measure = ""): Column {
		const type = this.#isEmpty ? "text" : this.#isDate ? "date" : this.#isNumber ? "number" : "text";
		const unit = this.#unit ?? measure;
		return { name, type, distinct: this.#values.size, ...(type === "number" && unit !== "" && { unit }) };
	}

	/** Whether each of its cells begins with a blank: some programs write one after each delimiter. */
	get isIndented(): boolean {
		return this.#isIndented && !this.isBlank;
	}

	/**
	 * How its cells are read, once all were seen.
	 *
	 * @param decimal - The file's mark.
	 * @param isIndented - Whether blanks before texts are none of theirs.
	 */
	reader(decimal: Decimal, isIndented = false): (cell: string) => Cell {
		const asText = (cell: string): Cell => (isIndented ? cell.trimStart() : cell) || null;
		if (this.#isEmpty) return asText;
		if (this.#isDate) return (cell) => (MISSING.test(cell.trim()) ? null : cell.trim());
		if (!this.#isNumber) return asText;
		const own = this.#decimals.includes(decimal) ? decimal : (this.#decimals[0] ?? decimal);
		return (cell) => {
			const trimmed = cell.trim();
			if (INTEGER.test(trimmed) || (own === "." && POINT.test(trimmed))) return Number(trimmed);
			return numberIn(trimmed, own)?.value ?? null;
		};
	}

	/**
	 * A percentage is not added to what is none; sums of money are written with and without their sign. Of what looks like a mark of a list
	 * or a code, some other number has to say that they are some.
	 */
	get #isNumber(): boolean {
		if (this.#isEmpty || this.#isDate || this.#decimals.length === 0 || !this.#isNumbered) return false;
		return !(this.#hasBare && /^[%‰]$/.test(this.#unit ?? ""));
	}

	#seeSize(size: number): void {
		if (size >= GROUP) this.#hasLarge = true;
		else this.#small = Math.max(this.#small, size);
	}
}
