/** Decides what SUM, AVG and TOTAL are: exact where all is whole, and an error where a text is no number, which SQLite counts as 0. */
import type { Connection, Sqlite } from "./library.js";

/** SQLite's kinds of values. */
const INTEGER = 1;
const FLOAT = 2;
const NULL = 5;
/** Nothing but its arguments decides what such a function gives, and it does nothing else: so `sum` itself is declared. */
const FLAGS = 1 | 0x800 | 0x200000;
const NAMES = ["sum", "avg", "total"];
const MOST = 2n ** 63n;
/** A text that may be added up: codes such as `007` and what JavaScript rounds may not. */
const PLAIN = /^\s*[-+]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?\s*$/i;
const WHOLE = /^\s*[-+]?\d+\s*$/;

/** What could not be added up. */
export interface Refused {
	/** The function, in capitals. */
	by: string;
	value: string;
}

/** Whether a text is a number that may be added up. */
export const isPlainNumber = (text: string): boolean => PLAIN.test(text);

/** The name of a function that adds up, in capitals; undefined of any other. */
export const sumNamed = (name: string): string | undefined =>
	NAMES.includes(name.toLowerCase()) ? name.toUpperCase() : undefined;

/**
 * Puts them in the place of SQLite's own, also over windows.
 *
 * @param refuse - Called with what could not be added up; the query fails with it.
 */
export function declareSums(sqlite: Sqlite, db: Connection, refuse: (refused: Refused) => void): void {
	const { wasm, capi, oo1 } = sqlite;
	const { exports } = wasm;
	for (const name of NAMES) {
		/** By where SQLite keeps the context of a sum. */
		const sums = new Map<number, Sum>();
		const take = (context: number, values: number, sign: 1 | -1): void => {
			const at = exports.sqlite3_aggregate_context(context, 8);
			let sum = sums.get(at);
			if (!sum) {
				sum = new Sum();
				sums.set(at, sum);
			}
			const value = wasm.heap32u()[values >> 2] ?? 0;
			const type = exports.sqlite3_value_type(value);
			if (type === NULL) return;
			if (type === FLOAT || type === INTEGER) {
				const number = exports.sqlite3_value_double(value);
				if (type === FLOAT) sum.float(number, sign);
				else if (Number.isSafeInteger(number)) sum.whole(number, sign);
				else sum.large(exports.sqlite3_value_int64(value), sign);
				return;
			}
			const text = capi.sqlite3_value_text(value) ?? "";
			if (!PLAIN.test(text)) {
				refuse({ by: name.toUpperCase(), value: text });
				capi.sqlite3_result_error(context, "not a number", -1);
			} else if (WHOLE.test(text)) sum.whole(Number(text), sign);
			else sum.float(Number(text), sign);
		};
		const give = (context: number): void => {
			const sum = sums.get(exports.sqlite3_aggregate_context(context, 0));
			if (!sum || sum.count === 0) {
				if (name === "total") exports.sqlite3_result_double(context, 0);
				else exports.sqlite3_result_null(context);
			} else if (name === "avg") exports.sqlite3_result_double(context, sum.asFloat / sum.count);
			else if (name === "total" || !sum.isWhole) exports.sqlite3_result_double(context, sum.asFloat);
			else if (sum.asWhole >= MOST || sum.asWhole < -MOST)
				capi.sqlite3_result_error(context, "integer overflow", -1);
			else exports.sqlite3_result_int64(context, sum.asWhole);
		};
		const code = exports.sqlite3_create_window_function(
			db.pointer,
			wasm.allocCString(name),
			1,
			FLAGS,
			0,
			wasm.installFunction((context, _, values) => take(context, values, 1), "v(pip)"),
			wasm.installFunction((context) => {
				give(context);
				sums.delete(exports.sqlite3_aggregate_context(context, 0));
			}, "v(p)"),
			wasm.installFunction((context) => give(context), "v(p)"),
			wasm.installFunction((context, _, values) => take(context, values, -1), "v(pip)"),
			0,
		);
		oo1.DB.checkRc(db, code);
	}
}

/** What has been added up. */
class Sum {
	/** How many values. */
	count = 0;
	#floats = 0;
	/** Whole numbers, as long as their sum is exact, and those beyond. */
	#wholes = 0;
	#beyond = 0n;
	#float = 0;
	/** What was lost of it in rounding (Kahan, Babuška, Neumaier). */
	#lost = 0;

	whole(value: number, sign: 1 | -1): void {
		this.count += sign;
		const sum = this.#wholes + sign * value;
		if (Number.isSafeInteger(sum)) this.#wholes = sum;
		else {
			this.#beyond += BigInt(this.#wholes) + BigInt(sign * value);
			this.#wholes = 0;
		}
	}

	large(value: bigint, sign: 1 | -1): void {
		this.count += sign;
		this.#beyond += BigInt(sign) * value;
	}

	float(value: number, sign: 1 | -1): void {
		this.count += sign;
		this.#floats += sign;
		const added = sign * value;
		const sum = this.#float + added;
		if (Number.isFinite(sum)) {
			this.#lost +=
				Math.abs(this.#float) >= Math.abs(added) ? this.#float - sum + added : added - sum + this.#float;
		}
		this.#float = sum;
	}

	get isWhole(): boolean {
		return this.#floats === 0;
	}

	get asWhole(): bigint {
		return this.#beyond + BigInt(this.#wholes);
	}

	get asFloat(): number {
		const wholes = this.#beyond === 0n ? this.#wholes : Number(this.asWhole);
		return this.#floats === 0 ? wholes : this.#float + this.#lost + wholes;
	}
}
