/** Decides of which kind a column is, by all its cells, and what each cell is then. */
import { MAX_DISTINCT } from "./limits.js";
import type { Cell, Column } from "./types.js";

/** How numbers are written; a column has one way for all. */
interface Style {
	fits: RegExp;
	read(cell: string): number;
}

const POINT: Style = { fits: /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i, read: Number };
/** `1,204.5` */
const ENGLISH: Style = {
	fits: /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
	read: (cell) => Number(cell.replaceAll(",", "")),
};
/** `1.204,5` and `1 204,5` */
const CONTINENTAL: Style = {
	fits: /^-?(?:\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+)(?:,\d+)?$/,
	read: (cell) => Number(cell.replace(/[. \u00a0\u202f]/g, "").replace(",", ".")),
};
/** Where commas stand between cells, one within a cell groups digits; semicolons are chosen where it is a decimal comma. */
const STYLES: { readonly [delimiter: string]: readonly Style[] } = {
	";": [POINT, CONTINENTAL, ENGLISH],
	other: [POINT, ENGLISH, CONTINENTAL],
};
/** What is a number in every style. */
const INTEGER = /^-?(?:[1-9]\d{0,14}|0)$/;
/** A number of a house, an article, a place: `007` is not 7, and no number in JavaScript holds 16 digits. */
const CODE = /^-?0\d|^-?\d{16,}$/;
const DATE =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$/;
/** What programs write where they have no number. */
const MISSING = /^(?:|-|\.|na|n\/a|nan|null|none)$/i;

/** Whether a text is a date or a moment as ISO 8601 writes it. */
export const isDate = (text: string): boolean => DATE.test(text);

/** Whether a cell is rather a value than the name of a column. */
export const isValue = (cell: string): boolean =>
	[POINT, ENGLISH, CONTINENTAL].some(({ fits }) => fits.test(cell.trim())) || DATE.test(cell.trim());

/** What is found out about one column. */
export class Kind {
	#styles: readonly Style[];
	#isDate = true;
	#isEmpty = true;
	readonly #values = new Set<string>();

	/** @param delimiter - What stands between the cells. */
	constructor(delimiter: string) {
		this.#styles = STYLES[delimiter] ?? STYLES.other ?? [];
	}

	/** Takes in one cell. */
	see(cell: string): void {
		if (cell === "" || this.#values.has(cell)) return;
		if (this.#values.size < MAX_DISTINCT) this.#values.add(cell);
		if (!this.#isDate && this.#styles.length === 0) return;
		const trimmed = cell.trim();
		if (INTEGER.test(trimmed)) {
			[this.#isEmpty, this.#isDate] = [false, false];
			return;
		}
		const isDate = this.#isDate && DATE.test(trimmed);
		const styles = CODE.test(trimmed) ? [] : this.#styles.filter(({ fits }) => fits.test(trimmed));
		if (!isDate && styles.length === 0 && MISSING.test(trimmed)) return;
		this.#isEmpty = false;
		this.#isDate = isDate;
		if (styles.length < this.#styles.length) this.#styles = styles;
	}

	/** The column, once all cells were seen. */
	column(name: string): Column {
		const type = this.#isEmpty ? "text" : this.#isDate ? "date" : this.#styles.length > 0 ? "number" : "text";
		return { name, type, distinct: this.#values.size };
	}

	/** How its cells are read, once all were seen. */
	reader(): (cell: string) => Cell {
		const [style] = this.#styles;
		if (this.#isEmpty) return (cell) => (cell === "" ? null : cell);
		if (this.#isDate) return (cell) => (MISSING.test(cell.trim()) ? null : cell.trim());
		if (!style) return (cell) => (cell === "" ? null : cell);
		return (cell) => {
			const trimmed = cell.trim();
			return MISSING.test(trimmed) ? null : style.read(trimmed);
		};
	}
}
