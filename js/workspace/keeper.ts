/** A workspace that outlives its page: settings, sessions with their conversation and canvas, in the browser's storage. */
import type { WebMcpError } from "../core/errors.js";
import type { Json } from "../types/index.js";
import type { KeptCanvas, KeptSession, KeptStorage, SessionRole } from "../storage/types.js";
import type { AgentMessage, Message } from "./messages.js";
import { Observed } from "./observed.js";
import type { Workspace } from "./workspace.js";

const SETTINGS = "settings";
const CURRENT = "session";
/** An answer that is being written is stored so often, milliseconds. */
const EVERY_MS = 300;
const MAX_TITLE_CHARS = 80;
/** A person reads no more of what is left out. */
const MOST_LEFT_OUT = 20;

/** Stores what a workspace holds, and shows it again. */
export class Keeper extends Observed {
	readonly storage: KeptStorage;
	/** Why something could not be stored, in words; nothing while all is well. */
	problem: string | undefined;
	/** What was stored and is not shown, each with its reason: damaged rows, and widgets that no server takes. The last of them. */
	leftOut: readonly WebMcpError[] = [];
	readonly #workspace: Workspace;
	readonly #ends: (() => void)[] = [];
	#settings: { [name: string]: Json } = {};
	#session: KeptSession | undefined;
	/** Stops following the session. */
	#unfollow: () => void = () => undefined;
	#canvas: KeptCanvas | undefined;
	/** The stored messages' numbers, by id. */
	#numbers = new Map<string, number>();
	#dirty = new Set<string>();
	#timer = 0;
	#opening: Promise<unknown> = Promise.resolve();
	/** What is done is done one after the other; this ends with the last. */
	#last: Promise<unknown> = Promise.resolve();
	/** Answers that wait for the person, as far as that is stored. */
	readonly #waiting = new Set<string>();
	#isRestoring = false;

	private constructor(workspace: Workspace, storage: KeptStorage) {
		super();
		this.#workspace = workspace;
		this.storage = storage;
	}

	/** Takes up the last session, or begins one, and keeps the workspace from then on. */
	static async begin(workspace: Workspace, storage: KeptStorage): Promise<Keeper> {
		const keeper = new Keeper(workspace, storage);
		await workspace.ready;
		workspace.restoreSettings(await storage.settings.get(SETTINGS));
		keeper.#settings = JSON.parse(JSON.stringify(workspace.settings));
		const { thread } = workspace.conversation;
		keeper.#ends.push(
			workspace.subscribe(() => keeper.#keepSettings()),
			thread.subscribe((change) => {
				if (keeper.#isRestoring) return;
				if (change.type === "message") keeper.#mark(change.message);
				else if (change.added) keeper.#mark(change.added);
				else if (thread.all.length === 0) keeper.#empty();
			}),
		);
		const last = await storage.settings.get(CURRENT);
		const sessions = await storage.sessions.list();
		const known = sessions.find(({ id }) => id === last) ?? sessions[0];
		await keeper.open(known?.id ?? (await storage.sessions.create()).id);
		return keeper;
	}

	/** The open session's id and title. */
	get session(): { id: string; title: string } | undefined {
		const session = this.#session;
		return session && { id: session.id, title: session.title };
	}

	/** Whether this page writes the session, or follows another tab that does. */
	get role(): SessionRole {
		return this.#session?.role ?? "closed";
	}

	/** Hears what the storage tells where nobody waits for it: what was stored and is not shown, or why a canvas cannot be kept. */
	hear(problem: WebMcpError): void {
		const details = Object(problem.details) as { reason?: unknown };
		if (details.reason !== "damaged" && !("widget" in details)) {
			this.#tellProblem(problem.message);
			return;
		}
		const others = this.leftOut.filter(({ message }) => message !== problem.message);
		this.leftOut = [...others, problem].slice(-MOST_LEFT_OUT);
		this.tell();
	}

	/** Shows another session in the place of the present one; where it cannot be opened, the present one again. */
	open(id: string): Promise<void> {
		return this.#turnTo(async () => id);
	}

	/** One after the other: two sessions that are open would write into one canvas. */
	#turnTo(find: () => Promise<string>): Promise<void> {
		const run = this.#opening.then(async () => {
			const id = await find();
			if (this.#session?.id === id && this.#session.role === "writer") return;
			const before = this.#session?.id;
			try {
				await this.#open(id);
			} catch (error) {
				if (before !== undefined && before !== id) await this.#open(before);
				throw error;
			}
		});
		this.#opening = run.catch(() => undefined);
		return run;
	}

	async #open(id: string): Promise<void> {
		const { conversation, canvas } = this.#workspace;
		conversation.stop();
		await this.#leave();
		const session = await this.storage.sessions.load(id);
		await this.storage.settings.set(CURRENT, id);
		// A canvas of a session before does not become that of an empty one.
		this.#quietly(() => canvas?.clear());
		const { drawing: servers } = this.#workspace;
		const kept = canvas && (await session.keepCanvas(canvas, { servers }));
		// What the run before still says is none of this session's.
		this.#session = session;
		this.#canvas = kept;
		this.#show(session);
		// What was done in another session is not taken back in this one.
		canvas?.forgetHistory();
		let role = session.role;
		this.#unfollow = session.subscribe(() => {
			// What this page has stored itself it shows already.
			if (session.role !== "writer" || role !== "writer") this.#show(session);
			role = session.role;
			this.tell();
		});
		this.tell();
	}

	/**
	 * Adds sessions that were exported. Runs in them that waited for the person do not go on: who wrote the file may have written what
	 * they call. Settings are left out.
	 *
	 * @throws {@link WebMcpError} `invalid_argument` for what is no export.
	 */
	async importAll(copy: unknown): Promise<void> {
		const { sessions, ...rest } = Object(copy) as { sessions?: unknown };
		await this.storage.importAll({
			...rest,
			sessions: Array.isArray(sessions) ? sessions.map(harmless) : sessions,
			settings: {},
		});
	}

	/** Begins a new session and shows it. */
	create(): Promise<void> {
		return this.#turnTo(async () => (await this.storage.sessions.create()).id);
	}

	/** Deletes a session; in the place of the open one another is shown. */
	async remove(id: string): Promise<void> {
		if (id !== this.#session?.id) return this.storage.sessions.remove(id);
		const others = (await this.storage.sessions.list()).filter((other) => other.id !== id);
		await this.open(others[0]?.id ?? (await this.storage.sessions.create()).id);
		await this.storage.sessions.remove(id);
	}

	/**
	 * Resolves when all is stored. Rejects where it cannot be, and an answer that is stored as one that waits would come back: its calls
	 * would run twice.
	 */
	async settled(): Promise<void> {
		this.#flush();
		try {
			await this.#last;
			await this.#canvas?.settled();
		} catch (error) {
			if (this.#waiting.size > 0) throw error;
		}
	}

	/** Stores what is left, and ends. */
	async close(): Promise<void> {
		await this.#opening;
		try {
			await this.#leave();
		} finally {
			for (const end of this.#ends.splice(0)) end();
			await this.storage.close();
		}
	}

	async #leave(): Promise<void> {
		this.#unfollow();
		this.#flush();
		await this.#last.catch(() => undefined);
		await this.#canvas?.stop().catch(() => undefined);
		await this.#session?.close();
		this.#canvas = undefined;
		this.#session = undefined;
	}

	#show(session: KeptSession): void {
		this.#numbers = new Map();
		this.#waiting.clear();
		const messages: Message[] = [];
		for (const { id, message } of session.messages) {
			const read = messageOf(message);
			if (!read) continue;
			messages.push(read);
			this.#numbers.set(read.id, id);
			if (read.role === "agent" && read.state === "waiting") this.#waiting.add(read.id);
		}
		this.#quietly(() => this.#workspace.conversation.restore(messages, session.role === "writer"));
	}

	#quietly(work: () => void): void {
		this.#isRestoring = true;
		try {
			work();
		} finally {
			this.#isRestoring = false;
		}
	}

	#mark(message: Message): void {
		this.#dirty.add(message.id);
		const isWriting = message.role === "agent" && message.state === "running";
		if (!isWriting) this.#flush();
		else this.#timer ||= Number(setTimeout(() => this.#flush(), EVERY_MS));
	}

	#flush(): void {
		clearTimeout(this.#timer);
		this.#timer = 0;
		const ids = [...this.#dirty];
		this.#dirty.clear();
		const session = this.#session;
		if (session?.role === "closed" && ids.length > 0)
			this.#tellProblem("The storage was closed: reload the page.");
		if (session?.role !== "writer") return;
		for (const id of ids) this.#enqueue(() => this.#store(session, id));
	}

	async #store(session: KeptSession, id: string): Promise<void> {
		const message = this.#workspace.conversation.thread.get(id);
		if (!message) return;
		const json = JSON.parse(JSON.stringify(message)) as Json;
		const number = this.#numbers.get(id);
		if (number === undefined) this.#numbers.set(id, await session.append(json));
		else await session.replace(number, json);
		if (message.role === "agent" && message.state === "waiting") this.#waiting.add(id);
		else this.#waiting.delete(id);
		if (session.title === "" && message.role === "person")
			await this.storage.sessions.rename(session.id, message.text.slice(0, MAX_TITLE_CHARS));
	}

	#empty(): void {
		const session = this.#session;
		this.#dirty.clear();
		this.#numbers = new Map();
		if (session?.role === "writer") this.#enqueue(() => session.truncate(0));
	}

	#enqueue(work: () => Promise<unknown>): void {
		this.#last = this.#last.catch(() => undefined).then(work);
		this.#last.then(
			() => this.#tellProblem(undefined),
			(error: unknown) => this.#tellProblem(error instanceof Error ? error.message : String(error)),
		);
	}

	#tellProblem(problem: string | undefined): void {
		if (this.problem === problem) return;
		this.problem = problem;
		this.tell();
	}

	/** Only what was changed here: another tab may have changed the rest. */
	#keepSettings(): void {
		const now = JSON.parse(JSON.stringify(this.#workspace.settings)) as { [name: string]: Json };
		const before = this.#settings;
		this.#settings = now;
		const changed = Object.entries(now).filter(
			([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
		);
		if (changed.length === 0) return;
		this.#enqueue(async () => {
			const stored = Object(await this.storage.settings.get(SETTINGS)) as object;
			await this.storage.settings.set(SETTINGS, { ...stored, ...Object.fromEntries(changed) });
		});
	}
}

/** A session of a file, without what a run would go on from, and without what a press would say. */
function harmless(session: unknown): unknown {
	const { messages, ...rest } = Object(session) as { messages?: unknown };
	if (!Array.isArray(messages)) return session;
	const calm = messages.map((message: unknown) => {
		const { run: _, suggestions: __, ...others } = Object(message) as Partial<AgentMessage>;
		return others.state === "waiting" || others.state === "running" ? { ...others, state: "cut" } : others;
	});
	return { ...rest, messages: calm };
}

/** A message that was stored; nothing for what is none. */
function messageOf(stored: Json): Message | undefined {
	const message = stored as Partial<AgentMessage> | null;
	if (typeof message !== "object" || message === null || typeof message.id !== "string") return undefined;
	const isText = typeof message.text === "string" && typeof message.at === "number";
	const isAgent = message.role === "agent" && Array.isArray(message.steps) && Array.isArray(message.widgets);
	const { suggestions = [] } = message;
	const areTexts = Array.isArray(suggestions) && suggestions.every((one) => typeof one === "string");
	return isText && areTexts && (isAgent || (message.role as string) === "person")
		? (message as Message)
		: undefined;
}
