/** Shows how the files that became tables were read, a line for each, and the choices by which a user has one read again. */
import type { Delimiter, Dialect, ReadOptions } from "../../types/dialect.js";
import type { AddedData } from "../../workspace/data.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { Say } from "../../words/words.js";
import { html, nothing } from "../base.js";

const MOST_FILES = 8;
const MOST_COLUMNS = 30;
/** A header may stand in one of so many rows. */
const MOST_ROWS = 10;
const DELIMITERS = [
	[",", "comma"],
	[";", "semicolon"],
	["\t", "tab"],
	["|", "pipe"],
] as const;
/** Those that people meet; a page gives any other by `addFile`. */
const ENCODINGS = [
	"utf-8",
	"windows-1252",
	"windows-1250",
	"windows-1251",
	"windows-1253",
	"windows-1254",
	"shift_jis",
	"euc-jp",
	"gb18030",
	"big5",
	"euc-kr",
	"utf-16le",
	"macintosh",
];

interface Read {
	file: File;
	/** What became of it; nothing where it could not be read. */
	added: AddedData | undefined;
	/** What the user has chosen. */
	options: ReadOptions;
}

/** The lines of the latest files. They stay while prompts are sent: that a number is wrong is often seen in the answer. */
export class Readings {
	readonly #workspace: Workspace;
	readonly #changed: (problem?: string) => void;
	#all: readonly Read[] = [];

	/** @param changed - Is called when they have changed, with what went wrong where something did. */
	constructor(workspace: Workspace, changed: (problem?: string) => void) {
		this.#workspace = workspace;
		this.#changed = changed;
	}

	/** Makes a table of a file; a file that could not be read gets a line as well, for it may be another encoding. */
	async add(file: File): Promise<AddedData> {
		const read: Read = { file, added: undefined, options: {} };
		try {
			read.added = await this.#workspace.addFile(file);
			return read.added;
		} finally {
			this.#all = [...this.#all, read].slice(-MOST_FILES);
		}
	}

	view(t: Say): unknown {
		const lines = this.#all.filter(({ added }) => added === undefined || added.dialect !== undefined);
		if (lines.length === 0) return nothing;
		return html`<ul class="plain readings" part="readings">${lines.map((read) => this.#line(read, t))}</ul>`;
	}

	#line(read: Read, t: Say): unknown {
		const { file, added } = read;
		const dialect = added?.dialect;
		const words = dialect ? understood(dialect, t).join(", ") : t("read-not");
		const columns = (added?.columns ?? [])
			.slice(0, MOST_COLUMNS)
			.map(
				({ name, type, unit }) => `${name} (${t(`type-${type}` as "type-text")}${unit ? `, ${unit}` : ""})`,
			);
		return html`<li><details part="reading"><summary><small><bdi>${file.name}</bdi>: ${words} · <span class="change">${t("change")}</span></small></summary>
			<div class="fields">${this.#choices(read, t)}</div>
			${columns.length === 0 ? nothing : html`<small dir="auto">${columns.join(" · ")}</small>`}</details></li>`;
	}

	#choices(read: Read, t: Say): unknown {
		const { options } = read;
		const dialect = read.added?.dialect;
		const choice = (
			label: string,
			choices: readonly (readonly [value: string, words: string])[],
			chosen: string | undefined,
			chose: (value: string) => ReadOptions,
		) => html`<label>${label}<select @change=${({ currentTarget }: Event) => this.#again(read, chose((currentTarget as HTMLSelectElement).value))}>
				${choices.some(([value]) => value === chosen) ? nothing : html`<option value="" selected disabled>–</option>`}
				${choices.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}</select></label>`;
		const header = options.header ?? dialect?.header;
		const rows = Array.from({ length: MOST_ROWS }, (_, at) => String(at + 1));
		const isDelimited = dialect === undefined || dialect.format === "delimited";
		const encodings = [...new Set([...(dialect?.encoding ? [dialect.encoding] : []), ...ENCODINGS])];
		return html`${
			isDelimited
				? [
						choice(
							t("read-delimiter"),
							DELIMITERS.map(([sign, name]) => [sign, t(`delimiter-${name}`)]),
							options.delimiter ?? dialect?.delimiter,
							(value) => ({ delimiter: value as Delimiter }),
						),
						choice(
							t("read-decimal"),
							[
								[".", t("decimal-point")],
								[",", t("decimal-comma")],
							],
							options.decimal ?? dialect?.decimal,
							(value) => ({ decimal: value as "." | "," }),
						),
						choice(
							t("read-names"),
							[["0", t("names-none")], ...rows.map((n) => [n, t("names-in-row", { n })] as const)],
							header === undefined ? undefined : String(Number(header)),
							(value) => ({ header: value === "0" ? false : Number(value) }),
						),
					]
				: nothing
		}
			${choice(
				t("read-encoding"),
				encodings.map((label) => [label, label]),
				options.encoding ?? dialect?.encoding,
				(value) => ({ encoding: value }),
			)}`;
	}

	#again(read: Read, choice: ReadOptions): void {
		const options = { ...read.options, ...choice };
		const { file, added } = read;
		const work = added
			? this.#workspace.readAgain(added.table, options)
			: this.#workspace.addFile(file, options);
		work.then(
			(again) => {
				read.added = again;
				read.options = options;
				this.#changed();
			},
			(error: unknown) => this.#changed(error instanceof Error ? error.message : String(error)),
		);
	}
}

/** A dialect in words: only what may be wrong. */
function understood(dialect: Dialect, t: Say): string[] {
	const { format, delimiter, decimal, header, hasUnits, skipped, encoding, isEncodingGuessed, doubtful } =
		dialect;
	const words: string[] = [];
	if (format !== "delimited")
		words.push({ json: "JSON", "json-lines": "JSON Lines", geojson: "GeoJSON" }[format]);
	const [, name] = DELIMITERS.find(([sign]) => sign === delimiter) ?? [];
	if (name) words.push(t(`delimiter-${name}`));
	if (decimal) words.push(t(decimal === "," ? "decimal-comma" : "decimal-point"));
	if (header !== undefined) words.push(header === 0 ? t("names-none") : t("names-in-row", { n: header }));
	if (hasUnits) words.push(t("units-below"));
	if (skipped) words.push(t("rows-above", { n: skipped.rows }));
	if (encoding && isEncodingGuessed) words.push(t("encoding-guessed", { encoding }));
	if (doubtful) words.push(t("read-doubtful", { columns: doubtful.slice(0, MOST_FILES).join(", ") }));
	return words;
}
