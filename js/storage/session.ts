/** One open session: who writes it, in which order, and what those see that follow. */
import { aFunction, type Check, listOf, number, objectOf, optional, optionsOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { drawersOf } from "../core/judging.js";
import { guarded } from "../core/report.js";
import type { CanvasVanilla, Cleanup, Json, WebMcpServer } from "../types/index.js";
import { CanvasKeeper } from "./keeper.js";
import { jsonOf } from "./json.js";
import { lock, type Notices, type Release } from "./tabs.js";
import type { KeptBlocks, KeptCanvas, KeptMessage, KeptSession, SessionRole } from "./types.js";
import type { Opened, Vault } from "./vault.js";
import {
	appendMessage,
	readBlocks,
	readTalk,
	replaceMessage,
	truncateMessages,
	writeCanvas,
} from "./writes.js";

/** What the parts of a storage have in common. */
export interface Parts {
	readonly name: string;
	readonly vault: Vault;
	readonly notices: Notices;
	/** The sessions that are open here. */
	readonly open: Set<OpenSession>;
	onProblem(problem: WebMcpError): void;
}

/** The lock of whoever writes a session. */
export const lockOf = (parts: Parts, session: string) => `${parts.name} ${session}`;

export function writtenElsewhere(): WebMcpError {
	return new WebMcpError(
		"conflict",
		"Another tab has this session open and writes it: close it there, then this one can change it.",
	);
}

const CALLED = ["subscribe", "getSnapshot", "setBlocks", "setLayout", "transact"];
const aCanvas: Check = objectOf(Object.fromEntries(CALLED.map((name) => [name, aFunction])), "a canvas");
const KEEPING = objectOf({
	servers: optional(
		listOf(objectOf({ getWidget: aFunction, layer: aFunction, subscribe: aFunction }, "a server")),
	),
});
const ID = number("the id of a message", (value) => Number.isSafeInteger(value) && value >= 0);

export class OpenSession implements KeptSession {
	readonly id: string;
	readonly #parts: Parts;
	#role: SessionRole = "follower";
	#title = "";
	#messages: readonly KeptMessage[] = [];
	#release: Release = async () => undefined;
	/** Ends the wait for the lock. */
	readonly #leaving = new AbortController();
	readonly #listeners = new Set<() => void>();
	readonly #keepers = new Set<CanvasKeeper>();
	/** What is done is done one after the other; this ends with the last. */
	#last: Promise<unknown> = Promise.resolve();
	#isStale = false;
	readonly #unlisten: Cleanup;

	private constructor(parts: Parts, id: string) {
		this.id = id;
		this.#parts = parts;
		this.#unlisten = parts.notices.listen((change, by) => {
			const isOurs = "all" in change || ("session" in change && change.session === id);
			if (by !== this && isOurs) this.#refresh();
		});
		parts.open.add(this);
	}

	/** @throws {@link WebMcpError} `not_found` */
	static async open(parts: Parts, id: string): Promise<OpenSession> {
		const session = new OpenSession(parts, id);
		try {
			// Before it is read: nobody else writes any more.
			const release = await lock(lockOf(parts, id), { ifAvailable: true });
			if (release) session.#release = release;
			session.#mustBeOpen();
			if (release) session.#role = "writer";
			await session.#queued(() => session.#read());
			if (!release) session.#succeed();
		} catch (error) {
			await session.end();
			// Where it was ended before, that was without the lock.
			await session.#release();
			throw error;
		}
		return session;
	}

	get role(): SessionRole {
		return this.#role;
	}

	get title(): string {
		return this.#title;
	}

	get messages(): readonly KeptMessage[] {
		return this.#messages;
	}

	async append(given: Json): Promise<number> {
		const message = jsonOf("append: message", given);
		return this.#write(async (opened) => {
			const added = await appendMessage(opened, this.id, message);
			this.#messages = [...this.#messages, added];
			return added.id;
		});
	}

	async replace(id: number, given: Json): Promise<void> {
		ID("replace: id", id);
		const message = jsonOf("replace: message", given);
		await this.#write(async (opened) => {
			await replaceMessage(opened, this.id, { id, message });
			this.#messages = this.#messages.map((one) => (one.id === id ? { id, message } : one));
		});
	}

	async truncate(after: number): Promise<void> {
		ID("truncate: after", after);
		await this.#write(async (opened) => {
			await truncateMessages(opened, this.id, after);
			this.#messages = this.#messages.filter(({ id }) => id <= after);
		});
	}

	blocks(): Promise<KeptBlocks> {
		return this.#queued(() => this.#blocks());
	}

	async keepCanvas(
		canvas: CanvasVanilla,
		options: { servers?: readonly WebMcpServer[] } = {},
	): Promise<KeptCanvas> {
		aCanvas("keepCanvas: canvas", canvas);
		const { servers } = optionsOf("keepCanvas: options", options, KEEPING);
		this.#mustBeOpen();
		const keeper = new CanvasKeeper(canvas, {
			mayWrite: () => this.#mayWrite(),
			blocks: () => this.blocks(),
			servers: () => servers ?? drawersOf(canvas),
			write: (change) => this.#write((opened) => writeCanvas(opened, this.id, change)),
			onProblem: (problem) => this.#parts.onProblem(problem),
		});
		await this.#queued(async () => {
			keeper.begin(await this.#blocks(), this.#role === "writer");
			this.#keepers.add(keeper);
		});
		return keeper;
	}

	subscribe(listener: () => void): Cleanup {
		aFunction("subscribe: listener", listener);
		const own = () => listener();
		this.#listeners.add(own);
		return () => void this.#listeners.delete(own);
	}

	async close(): Promise<void> {
		const stopped = await Promise.allSettled([...this.#keepers].map((keeper) => keeper.stop()));
		// After all that was begun.
		await this.#queued(() => this.end());
		const failed = stopped.find((one) => one.status === "rejected");
		if (failed) throw failed.reason;
	}

	/** Ends it at once, whatever is not stored yet. */
	async end(): Promise<void> {
		if (this.#role === "closed") return;
		this.#role = "closed";
		this.#parts.open.delete(this);
		this.#unlisten();
		this.#leaving.abort();
		for (const keeper of this.#keepers) keeper.drop();
		await this.#release();
		this.#tell();
		this.#listeners.clear();
	}

	/** Waits until it is the one that writes. */
	async #succeed(): Promise<void> {
		const { signal } = this.#leaving;
		const release = await lock(lockOf(this.#parts, this.id), { signal }).catch(() => undefined);
		// Whoever has left waits no more.
		if (!release) return;
		if (this.#role === "closed") return release();
		this.#release = release;
		this.#refresh(() => {
			this.#role = "writer";
		});
	}

	/** Reads again what others have written, and goes on with `then`. */
	#refresh(then?: () => void): void {
		if (this.#isStale && !then) return;
		this.#isStale = true;
		this.#queued(async () => {
			this.#isStale = false;
			if (this.#role === "closed") return;
			await this.#read();
			if (this.#role === "follower") await this.#show();
			if (!this.#parts.open.has(this)) return;
			then?.();
			this.#tell();
		}).catch((problem) => {
			// Somebody has deleted it.
			const isGone = problem instanceof WebMcpError && problem.code === "not_found";
			if (!isGone && this.#role !== "closed") this.#parts.onProblem(problem);
			return this.end();
		});
	}

	/** Shows what the writer has written. A canvas that does not take it is kept no more: it would replace what is stored. */
	async #show(): Promise<void> {
		const blocks = await this.#blocks();
		for (const keeper of this.#keepers) {
			try {
				keeper.show(blocks);
			} catch (problem) {
				keeper.drop();
				this.#keepers.delete(keeper);
				this.#parts.onProblem(problem as WebMcpError);
			}
		}
	}

	async #read(): Promise<void> {
		const { title, messages } = await this.#parts.vault.use((opened) => readTalk(opened, this.id));
		this.#title = title;
		this.#messages = messages;
	}

	#blocks(): Promise<KeptBlocks> {
		return this.#parts.vault.use((opened) => readBlocks(opened, this.id));
	}

	async #write<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
		this.#mayWrite();
		return this.#queued(async () => {
			this.#mayWrite();
			const result = await this.#parts.vault.use(work);
			this.#parts.notices.tell({ session: this.id }, this);
			this.#tell();
			return result;
		});
	}

	#queued<T>(work: () => Promise<T>): Promise<T> {
		const run = this.#last.then(work);
		this.#last = run.catch(() => undefined);
		return run;
	}

	#mayWrite(): void {
		this.#mustBeOpen();
		if (this.#role === "follower") throw writtenElsewhere();
	}

	#mustBeOpen(): void {
		if (this.#role === "closed")
			throw new WebMcpError("conflict", "This session was closed or deleted: open one by sessions.load.");
	}

	#tell(): void {
		for (const listener of [...this.#listeners]) guarded(listener);
	}
}
