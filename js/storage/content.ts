/** A session as a whole: its rows, what they say, and rows of what is said. */
import type { IDBPTransaction } from "idb";
import { WebMcpError } from "../core/errors.js";
import type { CanvasLayout, Json, Widget } from "../types/index.js";
import type { Cipher } from "./cipher.js";
import {
	type CanvasRow,
	type HeadRow,
	type MessageRow,
	place,
	type Rows,
	rowsOf,
	type Store,
	type WidgetRow,
	type Writing,
} from "./rows.js";
import type { KeptBlocks, KeptMessage, SavedSession, SessionHead } from "./types.js";

/** What any transaction over a session's stores has. */
type Reading = IDBPTransaction<Rows, Store[], IDBTransactionMode>;

/** All rows of a session. */
export interface SessionRows {
	head: HeadRow;
	messages: MessageRow[];
	canvas: CanvasRow | undefined;
	widgets: WidgetRow[];
}

function notFound(session: string): WebMcpError {
	return new WebMcpError(
		"not_found",
		`There is no session '${session.slice(0, 80)}'; sessions.list() tells which there are.`,
	);
}

/** The rows of a session, in a transaction that has just read its head. */
export async function readRows(transaction: Reading, head: HeadRow): Promise<SessionRows> {
	const [messages, canvas, widgets] = await Promise.all([
		transaction.objectStore("messages").getAll(rowsOf(head.id)),
		transaction.objectStore("canvases").get(head.id),
		transaction.objectStore("widgets").getAll(rowsOf(head.id)),
	]);
	return { head, messages, canvas, widgets };
}

/** The head of a session. @throws {@link WebMcpError} `not_found` */
export async function readHead(transaction: Reading, session: string): Promise<HeadRow> {
	const head = await transaction.objectStore("sessions").get(session);
	if (!head) throw notFound(session);
	return head;
}

/** Writes that a session has changed, and what its head says of it. @throws {@link WebMcpError} `not_found` */
export async function touch(
	transaction: Writing,
	session: string,
	change: (head: HeadRow) => Partial<HeadRow>,
): Promise<HeadRow> {
	const head = await readHead(transaction, session);
	const next = { ...head, updatedAt: Date.now(), ...change(head) };
	await transaction.objectStore("sessions").put(next);
	return head;
}

/** Adds a session's rows. A session of this id makes the transaction fail. */
export async function addRows(transaction: Writing, { head, messages, canvas, widgets }: SessionRows) {
	await Promise.all([
		transaction.objectStore("sessions").add(head),
		...messages.map((row) => transaction.objectStore("messages").add(row)),
		...(canvas ? [transaction.objectStore("canvases").add(canvas)] : []),
		...widgets.map((row) => transaction.objectStore("widgets").add(row)),
	]);
}

export async function deleteRows(transaction: Writing, session: string): Promise<void> {
	await Promise.all([
		transaction.objectStore("sessions").delete(session),
		transaction.objectStore("messages").delete(rowsOf(session)),
		transaction.objectStore("canvases").delete(session),
		transaction.objectStore("widgets").delete(rowsOf(session)),
	]);
}

export async function titleOf({ id, body }: HeadRow, cipher: Cipher): Promise<string> {
	return String(await cipher.open(body, place.title(id)));
}

export async function headOf(row: HeadRow, cipher: Cipher): Promise<SessionHead> {
	const { id, createdAt, updatedAt, widgets, messages } = row;
	return { id, title: await titleOf(row, cipher), createdAt, updatedAt, widgets, messages };
}

export function messagesOf(rows: readonly MessageRow[], cipher: Cipher): Promise<KeptMessage[]> {
	const opened = async ({ session, id, body }: MessageRow) => {
		return { id, message: await cipher.open(body, place.message(session)) };
	};
	return Promise.all(rows.map(opened));
}

export async function blocksOf(canvas: CanvasRow | undefined, widgets: readonly WidgetRow[], cipher: Cipher) {
	const opened = async ({ session, id, body }: WidgetRow) => {
		return [id, (await cipher.open(body, place.widget(session, id))) as unknown as Widget] as const;
	};
	const found = new Map(await Promise.all(widgets.map(opened)));
	const layout = canvas
		? ((await cipher.open(canvas.body, place.layout(canvas.session))) as CanvasLayout)
		: "flow";
	const blocks = (canvas?.order ?? []).flatMap((id) => found.get(id) ?? []);
	return { layout, blocks } satisfies KeptBlocks;
}

/** What a session's rows say. */
export async function savedOf(rows: SessionRows, cipher: Cipher): Promise<SavedSession> {
	const { head, messages, canvas, widgets } = rows;
	return {
		id: head.id,
		title: await titleOf(head, cipher),
		createdAt: head.createdAt,
		updatedAt: head.updatedAt,
		messages: (await messagesOf(messages, cipher)).map(({ message }) => message),
		canvas: await blocksOf(canvas, widgets, cipher),
	};
}

/** The rows of a session. Messages are numbered from 1. */
export async function rowsFor(saved: SavedSession, cipher: Cipher): Promise<SessionRows> {
	const { id: session, title, createdAt, updatedAt, messages, canvas } = saved;
	const { layout, blocks } = canvas;
	return {
		head: {
			id: session,
			createdAt,
			updatedAt,
			widgets: blocks.length,
			messages: messages.length,
			next: messages.length + 1,
			body: await cipher.seal(title, place.title(session)),
		},
		messages: await Promise.all(
			messages.map(async (message, at) => {
				return { session, id: at + 1, body: await cipher.seal(message, place.message(session)) };
			}),
		),
		canvas: {
			session,
			order: blocks.map(({ id }) => id),
			body: await cipher.seal(layout, place.layout(session)),
		},
		widgets: await Promise.all(blocks.map((block) => widgetRow(session, block, cipher))),
	};
}

export async function widgetRow(session: string, block: Widget, cipher: Cipher): Promise<WidgetRow> {
	return {
		session,
		id: block.id,
		body: await cipher.seal(block as unknown as Json, place.widget(session, block.id)),
	};
}
