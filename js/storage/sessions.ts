/** The list of sessions: what is in it, how it is searched, and what is done to one that may be open in another tab. */
import { aText, optional } from "../core/arguments.js";
import { headOf, deleteRows, addRows, readHead, readRows, rowsFor, savedOf, touch } from "./content.js";
import { written } from "./database.js";
import { OF_SESSION, place } from "./rows.js";
import { folded, holds } from "./search.js";
import { aTitle } from "./shapes.js";
import { lockOf, OpenSession, type Parts, writtenElsewhere } from "./session.js";
import { lock } from "./tabs.js";
import type { KeptSessions, SavedSession, SessionHead } from "./types.js";
import type { Opened } from "./vault.js";

const ID_BYTES = 12;

/** An id that no session has. */
export function freshId(): string {
	// Not `randomUUID`: pages over http have none.
	const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
	return `s_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export function sessionsIn(parts: Parts): KeptSessions {
	const { vault, notices } = parts;

	/** Does something to a session that no other tab writes. */
	async function owning(session: string, work: (opened: Opened) => Promise<void>): Promise<void> {
		const isOurs = [...parts.open].some(({ id, role }) => id === session && role === "writer");
		const release = isOurs
			? async () => undefined
			: await lock(lockOf(parts, session), { ifAvailable: true });
		if (!release) throw writtenElsewhere();
		try {
			await vault.use(work);
		} finally {
			await release();
		}
		notices.tell({ session });
	}

	async function add(session: SavedSession): Promise<SessionHead> {
		const head = await vault.use(async ({ database, cipher, read }) => {
			const rows = await rowsFor(session, cipher);
			await written(database, OF_SESSION, (transaction) => addRows(transaction, rows));
			return headOf(rows.head, read);
		});
		notices.tell({ session: session.id });
		return head;
	}

	return {
		async list() {
			return vault.use(async ({ database, read }) => {
				const rows = await database.getAll("sessions");
				return newestFirst(await Promise.all(rows.map((row) => headOf(row, read))));
			});
		},
		async create(title = "") {
			aTitle("create: title", title);
			const now = Date.now();
			const canvas = { layout: "flow", blocks: [] } as const;
			return add({ id: freshId(), title, createdAt: now, updatedAt: now, messages: [], canvas });
		},
		async rename(id, title) {
			aText("rename: id", id);
			aTitle("rename: title", title);
			await owning(id, async ({ database, cipher }) => {
				const body = await cipher.seal(title, place.title(id));
				await written(database, ["sessions"], (transaction) => touch(transaction, id, () => ({ body })));
			});
		},
		async search(text) {
			aText("search: text", text);
			const wanted = folded(text);
			return vault.use(async ({ database, read }) => {
				const found: SessionHead[] = [];
				// One by one: all together may be more than the page can hold.
				for (const head of await database.getAll("sessions")) {
					const rows = await readRows(database.transaction(OF_SESSION), head);
					if (holds(await savedOf(rows, read), wanted)) found.push(await headOf(head, read));
				}
				return newestFirst(found);
			});
		},
		async remove(id) {
			aText("remove: id", id);
			await owning(id, ({ database }) =>
				written(database, OF_SESSION, async (transaction) => {
					await readHead(transaction, id);
					await deleteRows(transaction, id);
				}),
			);
		},
		async duplicate(id, title) {
			aText("duplicate: id", id);
			optional(aTitle)("duplicate: title", title);
			const saved = await vault.use(async ({ database, read }) => {
				const transaction = database.transaction(OF_SESSION);
				return savedOf(await readRows(transaction, await readHead(transaction, id)), read);
			});
			const now = Date.now();
			const copy = { ...saved, id: freshId(), title: title ?? saved.title, createdAt: now, updatedAt: now };
			return add(copy);
		},
		async load(id) {
			aText("load: id", id);
			return OpenSession.open(parts, id);
		},
	};
}

function newestFirst(heads: SessionHead[]): SessionHead[] {
	return heads.sort((one, other) => other.updatedAt - one.updatedAt || other.createdAt - one.createdAt);
}
