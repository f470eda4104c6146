/** Decides which questions about a table make sense to a person who reads only the names of its columns. */

/** What is known of a column. */
interface AskedColumn {
	readonly name: string;
	readonly type: string;
	/** How many different values it has. */
	readonly distinct: number;
}

/** What is known of a table. */
export interface AskedTable {
	readonly name: string;
	readonly rows: number;
	readonly columns: readonly AskedColumn[];
}

/** More groups than this make no readable chart. */
const MAX_GROUPS = 40;
/** Numbers with so few values are kinds, such as cylinders, unless their name says that they are measured. */
const MAX_KINDS = 12;
/** So few rows are compared one by one. */
const FEW_ROWS = 8;
const MOST = 6;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
/** Numbers and texts that only tell rows apart, or that say where something is. */
const KEYS = words(
	"id ids uid uuid guid key code codes nr no num number index idx rank rowid row position zip zipcode zipcodes postcode postal plz phone telephone tel fax mobile isbn issn sku ean barcode iban bic vat ssn lat latitude lon lng long longitude geohash hash url uri link email mail serial ref reference version",
);
/** Points in time: they order, and are not averaged. */
const TIMES = words(
	"year yr month date day weekday week quarter decade century season hour minute timestamp datetime round matchday lap jahr monat datum tag woche quartal année annee an mois jour semaine trimestre",
);
/** Names of kinds that say nothing to a person. */
const OPAQUE = words("cluster cohort bucket bin flag segment label partition shard batch");
/** What is measured in few steps. */
const STEPS = words("rating ratings score scores stars grade points satisfaction severity priority marks");
/** Singular words that end as plurals do, and plural ones that do not. */
const SINGULAR = /(?:ss|us|is|ics|news|series|species)$/;
const PLURAL = words("people children men women mice geese feet teeth staff personnel police cattle");
/** What lies in a table has the name of these rather than that of its rows. */
const NO_ROWS = words("stats statistics metrics readings results details sales earnings logs records values");
/** Where each row has another one of these, rows are so called. */
const ROWS_OF_TIME: { readonly [word: string]: string } = {
	date: "days",
	day: "days",
	week: "weeks",
	month: "months",
	year: "years",
};

/** The words of a name in any of the usual spellings. */
function wordsOf(name: string): string[] {
	return name
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
}

/** A name as a person would say it; what is written in capitals is an abbreviation. */
export function spoken(name: string): string {
	const parts = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").split(/[_\s]+/u);
	const isAllCapitals = !/\p{Ll}/u.test(name);
	return parts
		.map((part) => (/^\p{Lu}{2,5}$/u.test(part) && !isAllCapitals ? part : part.toLowerCase()))
		.join(" ")
		.trim();
}

const has = (set: ReadonlySet<string>, { name }: AskedColumn) => wordsOf(name).some((word) => set.has(word));

/** Whether a column tells rows apart; whose words are a measure's is none, such as the number of guests. */
function isKey(column: AskedColumn): boolean {
	const [first = "", second = ""] = wordsOf(column.name);
	const isCount = (first === "number" || first === "no" || first === "num") && second === "of";
	return !isCount && has(KEYS, column);
}

/** German makes one word of several: the last of them says what it is. */
const COMPOUND_TIME = /\p{L}(?:jahr|datum|monat|tag)$/iu;

const isTime = (column: AskedColumn) =>
	has(TIMES, column) || column.type === "date" || COMPOUND_TIME.test(column.name);

/** The numbers whose average means something. */
function measuresOf({ columns, rows }: AskedTable): AskedColumn[] {
	const isMany = ({ distinct }: AskedColumn) => distinct > Math.min(MAX_KINDS, rows / 3);
	return columns.filter(
		(column) =>
			column.type === "number" &&
			column.distinct > 1 &&
			!isKey(column) &&
			!isTime(column) &&
			!has(OPAQUE, column) &&
			(isMany(column) || has(STEPS, column)),
	);
}

/** What rows are told apart by, the clearest first: names, then kinds that are numbers, then points in time. */
function groupsOf(table: AskedTable): AskedColumn[] {
	const { columns, rows } = table;
	const measures = measuresOf(table);
	// Where each of many rows is a group of its own there is nothing to add up.
	const isShared = ({ distinct }: AskedColumn) =>
		distinct > 1 && distinct <= MAX_GROUPS && (distinct < rows || rows < FEW_ROWS);
	const all = columns.filter(
		(column) => isShared(column) && !isKey(column) && !measures.includes(column) && !has(OPAQUE, column),
	);
	const order = (column: AskedColumn) => (isTime(column) ? 2 : column.type === "number" ? 1 : 0);
	return all.toSorted((one, other) => order(one) - order(other));
}

/** What the rows of a table are called, in the plural; nothing where its name does not tell. */
function rowsCalled({ name, columns, rows }: AskedTable): string | undefined {
	const time = columns.find(({ distinct, type }) => distinct === rows && rows > 1 && type !== "number");
	const ofTime = wordsOf(time?.name ?? "").flatMap((word) => ROWS_OF_TIME[word] ?? [])[0];
	const last = wordsOf(name).at(-1) ?? "";
	if (isPlural(last) && !NO_ROWS.has(last) && !/\d/.test(name)) return spoken(name);
	return ofTime;
}

function isPlural(word: string): boolean {
	return PLURAL.has(word) || (/\p{L}{2}s$/u.test(word) && !SINGULAR.test(word));
}

/** Nobody says "per cylinders": the first wording takes any number. */
function wordingOf<Wording>(wordings: readonly Wording[], at: number, group: string): Wording | undefined {
	return isPlural(wordsOf(group).at(-1) ?? "") ? wordings[0] : wordings[at % wordings.length];
}

const AVERAGES = [
	(column: string, group: string) => `average ${column} by ${group}`,
	(column: string, group: string) => `mean ${column} per ${group}`,
	(column: string, group: string) => `for each ${group}, how high is the ${column} on average?`,
	(column: string, group: string) => `compare the typical ${column} across ${group}`,
];
const COUNTS = [
	(rows: string, group: string) => `number of ${rows} by ${group}`,
	(rows: string, group: string) => `how many ${rows} are there per ${group}?`,
	(rows: string, group: string) => `count the ${rows} for each ${group}`,
];
const ALL = [
	(rows: string) => `table of all ${rows}`,
	(rows: string) => `list all ${rows}`,
	(rows: string) => `browse the ${rows}`,
];

/** Questions for an average by group; none where there is nothing to average, or nothing to group by. */
export function averageExamples(table: AskedTable): string[] {
	const [measures, groups] = [measuresOf(table), groupsOf(table)];
	const pairs = measures.flatMap((measure, at) => {
		const group = groups[at % groups.length];
		return group ? [[measure, group] as const] : [];
	});
	return worded(pairs.length, (at) => {
		const [measure, group] = pairs[at % pairs.length] ?? [];
		return measure && group
			? wordingOf(AVERAGES, at, group.name)?.(spoken(measure.name), spoken(group.name))
			: "";
	});
}

/** Questions for how many rows there are by group; none where the rows have no name. */
export function countExamples(table: AskedTable): string[] {
	const rows = rowsCalled(table);
	// Rows that are days are not counted by day.
	const own = new Set(wordsOf(rows ?? ""));
	const isOther = ({ name }: AskedColumn) =>
		!wordsOf(name).some((word) => own.has(word) || own.has(`${word}s`));
	const groups = rows === undefined ? [] : groupsOf(table).filter(isOther);
	return worded(groups.length, (at) => {
		const group = groups[at % groups.length];
		return group && rows ? wordingOf(COUNTS, at, group.name)?.(rows, spoken(group.name)) : "";
	});
}

/** Questions for all rows of the tables, one table after the other. */
export function browseExamples(tables: readonly AskedTable[]): string[] {
	return worded(tables.length, (at) => {
		const table = tables[at % tables.length];
		if (!table) return "";
		const rows = rowsCalled(table);
		const isOwn = rows === spoken(table.name);
		return isOwn ? ALL[at % ALL.length]?.(spoken(rows)) : `show me the whole ${spoken(table.name)} data`;
	});
}

/** At least three of one thing where there is one, each once. */
function worded(count: number, wording: (at: number) => string | undefined): string[] {
	const length = count === 0 ? 0 : Math.max(3, Math.min(MOST, count));
	const all = Array.from({ length }, (_, at) => wording(at) ?? "");
	return [...new Set(all.filter((wish) => wish !== ""))];
}
