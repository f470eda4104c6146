/** What the database holds: a row for each thing that changes by itself. */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import type { Json } from "../types/index.js";

/** A value as it is stored: as it is, or encrypted. */
export type Body = { plain: Json } | { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** A session; its body is the title. */
export interface HeadRow {
	id: string;
	createdAt: number;
	updatedAt: number;
	widgets: number;
	messages: number;
	/** The id of the next message. */
	next: number;
	body: Body;
}

export interface MessageRow {
	session: string;
	id: number;
	body: Body;
}

/** A session's canvas; its body is the layout. */
export interface CanvasRow {
	session: string;
	order: readonly string[];
	body: Body;
}

export interface WidgetRow {
	session: string;
	id: string;
	body: Body;
}

/** What the key is made of, and what tells whether it is the right one. */
export interface EncryptionRow {
	salt: Uint8Array<ArrayBuffer>;
	iterations: number;
	check: Body;
}

/** The database of the newest version. */
export interface Rows extends DBSchema {
	meta: { key: "encryption"; value: EncryptionRow };
	settings: { key: string; value: Body };
	sessions: { key: string; value: HeadRow };
	messages: { key: [string, number]; value: MessageRow };
	canvases: { key: string; value: CanvasRow };
	widgets: { key: [string, string]; value: WidgetRow };
}

export type Store = "meta" | "settings" | "sessions" | "messages" | "canvases" | "widgets";
export type Database = IDBPDatabase<Rows>;
export type Writing = IDBPTransaction<Rows, Store[], "readwrite">;

/** Where a session's conversation lies, its canvas, and both. */
export const TALK: Store[] = ["sessions", "messages"];
export const CANVAS: Store[] = ["canvases", "widgets"];
export const OF_SESSION: Store[] = [...TALK, ...CANVAS];
export const ALL: Store[] = [...OF_SESSION, "settings", "meta"];

/** Where a value stands; what is encrypted cannot be moved from one place to another. */
export const place = {
	title: (session: string) => `title ${session}`,
	message: (session: string) => `message ${session}`,
	layout: (session: string) => `layout ${session}`,
	widget: (session: string, id: string) => `widget ${session} ${id}`,
	setting: (key: string) => `setting ${key}`,
	check: "check",
};

/** All rows of a session in a store whose keys begin with it: lists come after all texts and numbers. */
export const rowsOf = (session: string) => IDBKeyRange.bound([session], [session, []]);
