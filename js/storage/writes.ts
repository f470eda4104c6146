/** What is read and written of one session: each write is one transaction over the rows that change. */
import { WebMcpError } from "../core/errors.js";
import type { Json } from "../types/index.js";
import { blocksOf, messagesOf, readHead, titleOf, touch, widgetRow } from "./content.js";
import { written } from "./database.js";
import type { CanvasChange } from "./keeper.js";
import { CANVAS, place, rowsOf, TALK } from "./rows.js";
import { wholeNumber } from "./shapes.js";
import type { KeptBlocks, KeptMessage } from "./types.js";
import type { Opened } from "./vault.js";

/** @throws {@link WebMcpError} `not_found` */
export async function readTalk({ database, read }: Opened, session: string) {
	const transaction = database.transaction(TALK);
	const [head, rows] = await Promise.all([
		readHead(transaction, session),
		transaction.objectStore("messages").getAll(rowsOf(session)),
	]);
	return { title: await titleOf(head, read), messages: await messagesOf(rows, read) };
}

export async function readBlocks({ database, read }: Opened, session: string): Promise<KeptBlocks> {
	const transaction = database.transaction(CANVAS);
	const [canvas, widgets] = await Promise.all([
		transaction.objectStore("canvases").get(session),
		transaction.objectStore("widgets").getAll(rowsOf(session)),
	]);
	return blocksOf(canvas, widgets, read);
}

/** Adds a message at the end; its id is what the session counts, so that no two ever have the same. */
export async function appendMessage(
	{ database, cipher }: Opened,
	session: string,
	message: Json,
): Promise<KeptMessage> {
	const body = await cipher.seal(message, place.message(session));
	return written(database, TALK, async (transaction) => {
		const rows = transaction.objectStore("messages");
		const last = await rows.openKeyCursor(rowsOf(session), "prev");
		// Of a head that is damaged nothing is believed but what the rows allow.
		const after = wholeNumber(last?.key[1]) + 1;
		const { next } = await readHead(transaction, session);
		const id = Math.max(wholeNumber(next), after);
		await touch(transaction, session, ({ messages }) => ({
			next: id + 1,
			messages: wholeNumber(messages) + 1,
		}));
		await rows.add({ session, id, body });
		return { id, message };
	});
}

/** @throws {@link WebMcpError} `not_found` */
export async function replaceMessage(
	{ database, cipher }: Opened,
	session: string,
	{ id, message }: KeptMessage,
): Promise<void> {
	const body = await cipher.seal(message, place.message(session));
	await written(database, TALK, async (transaction) => {
		const messages = transaction.objectStore("messages");
		if ((await messages.getKey([session, id])) === undefined)
			throw new WebMcpError("not_found", `The session has no message ${id}.`);
		await messages.put({ session, id, body });
		await touch(transaction, session, () => ({}));
	});
}

export async function truncateMessages({ database }: Opened, session: string, after: number): Promise<void> {
	await written(database, TALK, async (transaction) => {
		const messages = transaction.objectStore("messages");
		await messages.delete(IDBKeyRange.bound([session, after], [session, []], true));
		const left = await messages.count(rowsOf(session));
		await touch(transaction, session, () => ({ messages: left }));
	});
}

export async function writeCanvas(
	{ database, cipher }: Opened,
	session: string,
	{ put, removed, arranged, count }: CanvasChange,
): Promise<void> {
	const rows = await Promise.all(put.map((block) => widgetRow(session, block, cipher)));
	const canvas = arranged && {
		session,
		order: arranged.order,
		body: await cipher.seal(arranged.layout, place.layout(session)),
	};
	await written(database, ["sessions", ...CANVAS], async (transaction) => {
		const widgets = transaction.objectStore("widgets");
		await Promise.all([
			touch(transaction, session, () => ({ widgets: count })),
			...rows.map((row) => widgets.put(row)),
			...removed.map((id) => widgets.delete([session, id])),
			canvas && transaction.objectStore("canvases").put(canvas),
		]);
	});
}
