/** What the page and the database's Worker say to each other. */
import type { QueryResult, ReadOptions, Table } from "./types.js";

/** How a Worker starts. */
export interface Start {
	maxRows: number;
	timeoutMs: number;
	/** The module of SQLite; without it, the one that the bundler put in. */
	library?: string;
}

/** A file to be made a table of. */
export interface Add {
	file: Blob | string;
	/** The file's name, and what its table is to be called; the Worker makes that usable. */
	name: string;
	table: string;
	/** The table is there, and is to become what is read now. */
	isAgain: boolean;
	reading: ReadOptions;
}

/** What is asked of a Worker, and what it answers. */
export interface Answers {
	start: { ask: Start; answer: true };
	add: { ask: Add; answer: Table };
	query: { ask: string; answer: QueryResult };
	export: { ask: { table: string; bom: boolean }; answer: Blob };
	drop: { ask: string; answer: true };
}

/** To the Worker. */
export type ToDatabase = {
	[Kind in keyof Answers]: { kind: Kind; ask: Answers[Kind]["ask"] };
}[keyof Answers];

/** From the Worker: the answer, or what is wrong with the question; `fault` is what nothing can be asked after. */
export type FromDatabase =
	| { answer: Answers[keyof Answers]["answer"] }
	| { problem: string; isLate?: boolean }
	| { fault: string };
