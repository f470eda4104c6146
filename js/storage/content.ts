/** A session as a whole: its rows, what they say, and rows of what is said. */
import type { IDBPTransaction } from "idb";
import { WebMcpError } from "../core/errors.js";
import type { Json, Widget } from "../types/index.js";
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
import { isBlock, isLayout, isTitle, wholeNumber } from "./shapes.js";
import type { KeptBlocks, KeptMessage, SavedSession, SessionHead } from "./types.js";
import type { Read } from "./vault.js";

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

/** The title of a session; empty where it is damaged. */
export async function titleOf({ id, body }: HeadRow, read: Read): Promise<string> {
	return (await read(body, place.title(id), isTitle)) ?? "";
}

/** What a list shows of a session. */
export async function headOf(row: HeadRow, read: Read): Promise<SessionHead> {
	const { id, body, createdAt, updatedAt, widgets, messages } = row;
	const title = await read(body, place.title(id), isTitle);
	return {
		id,
		title: title ?? "",
		createdAt: wholeNumber(createdAt),
		updatedAt: wholeNumber(updatedAt),
		widgets: wholeNumber(widgets),
		messages: wholeNumber(messages),
		...(title === undefined && { isDamaged: true }),
	};
}

/** Those messages that can be read. */
export async function messagesOf(rows: readonly MessageRow[], read: Read): Promise<KeptMessage[]> {
	const opened = async ({ session, id, body }: MessageRow) => {
		const message = await read(body, place.message(session));
		return message === undefined ? [] : [{ id, message }];
	};
	return (await Promise.all(rows.map(opened))).flat();
}

/** Those widgets that can be read. Where their order is lost they come one after the other as they are stored. */
export async function blocksOf(canvas: CanvasRow | undefined, widgets: readonly WidgetRow[], read: Read) {
	const opened = async ({ session, id, body }: WidgetRow) => {
		const block = await read(body, place.widget(session, id), isBlock);
		return block ? [[id, { ...(block as Widget), id }] as const] : [];
	};
	const found = new Map((await Promise.all(widgets.map(opened))).flat());
	const [first] = widgets;
	const session = canvas?.session ?? first?.session;
	const layout =
		session === undefined ? undefined : await read(canvas?.body, place.layout(session), isLayout);
	const order = listOf(canvas?.order);
	// None is stored that is not in it.
	const ids = new Set([...order, ...found.keys()]);
	if (session !== undefined && ids.size > order.length) await read(undefined, place.layout(session));
	const blocks = [...ids].flatMap((id) => found.get(id) ?? []);
	return { layout: layout ?? "flow", blocks } satisfies KeptBlocks;
}

function listOf(order: unknown): readonly string[] {
	return Array.isArray(order) ? order.filter((id) => typeof id === "string") : [];
}

/** What a session's rows say, as far as they can be read. */
export async function savedOf(rows: SessionRows, read: Read): Promise<SavedSession> {
	const { head, messages, canvas, widgets } = rows;
	return {
		id: head.id,
		title: await titleOf(head, read),
		createdAt: wholeNumber(head.createdAt),
		updatedAt: wholeNumber(head.updatedAt),
		messages: (await messagesOf(messages, read)).map(({ message }) => message),
		canvas: await blocksOf(canvas, widgets, read),
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
