/** How databases of earlier versions become those of today's: a step for each version, all in one transaction. */
import type { IDBPDatabase, IDBPTransaction, StoreNames } from "idb";
import type { CanvasLayout, Json, Widget } from "../types/index.js";
import type { Rows } from "./rows.js";

type Upgrading = IDBPTransaction<Rows, StoreNames<Rows>[], "versionchange">;

/** A session of version 1, in one value: each change of a widget wrote all of them. */
interface SessionV1 {
	id: string;
	title: string;
	createdAt: number;
	updatedAt: number;
	messages: Json[];
	canvas: { layout: CanvasLayout; blocks: Widget[] };
}

/** What leads from the version before to that of its place, counted from 1. A step that was published stays as it is. */
const STEPS: readonly ((database: IDBPDatabase<Rows>, transaction: Upgrading) => Promise<void>)[] = [
	async function whole(database) {
		database.createObjectStore("sessions", { keyPath: "id" });
		database.createObjectStore("settings");
	},
	async function rowForEach(database, transaction) {
		database.createObjectStore("meta");
		const messages = database.createObjectStore("messages", { keyPath: ["session", "id"] });
		const canvases = database.createObjectStore("canvases", { keyPath: "session" });
		const widgets = database.createObjectStore("widgets", { keyPath: ["session", "id"] });
		const sessions = transaction.objectStore("sessions");
		for (let at = await sessions.openCursor(); at; at = await at.continue()) {
			const old = at.value as unknown as SessionV1;
			const { id: session } = old;
			// One that is damaged keeps no other from being brought along.
			const said = listOf(old.messages);
			const blocks = listOf(old.canvas?.blocks).filter((block) => typeof block?.id === "string");
			await Promise.all([
				...said.map((plain, at) => messages.put({ session, id: at + 1, body: { plain } })),
				...blocks.map((block) =>
					widgets.put({ session, id: block.id, body: { plain: block as unknown as Json } }),
				),
				canvases.put({
					session,
					order: blocks.map(({ id }) => id),
					body: { plain: old.canvas?.layout ?? "flow" },
				}),
				at.update({
					id: session,
					createdAt: old.createdAt,
					updatedAt: old.updatedAt,
					widgets: blocks.length,
					messages: said.length,
					next: said.length + 1,
					body: { plain: old.title },
				}),
			]);
		}
		const settings = transaction.objectStore("settings");
		for (let at = await settings.openCursor(); at; at = await at.continue())
			await at.update({ plain: at.value as unknown as Json });
	},
];

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
	return Array.isArray(value) ? value : [];
}

/** The version of databases that this code reads and writes. */
export const VERSION = STEPS.length;

/** Takes all steps that are missing since `version`, which is 0 where there was no database. */
export async function migrate(
	database: IDBPDatabase<Rows>,
	version: number,
	transaction: Upgrading,
): Promise<void> {
	for (const step of STEPS.slice(version)) await step(database, transaction);
}
