/** What a page sees of the storage: sessions, settings, copies of all of it. */
import type { WebMcpError } from "../core/errors.js";
import type {
	CanvasLayout,
	CanvasVanilla,
	Cleanup,
	Json,
	JsonObject,
	WebMcpServer,
	Widget,
} from "../types/index.js";

/** How a storage is opened. */
export interface StorageOptions {
	/** Of its database; storages of other names know nothing of this one. Default `main`. */
	name?: string;
	/** What all is encrypted with. A storage that was plain is encrypted with it at once. */
	passphrase?: string;
	/**
	 * Hears why a canvas could not be kept, where nobody waits for it; which of its widgets are not shown, and why (`details`:
	 * `{widget, type}`); and once of each row that is damaged (`{reason: "damaged", place}`), which is left out while all else is there.
	 * Default: reported as an uncaught error.
	 */
	onProblem?(problem: WebMcpError): void;
}

/** A session as a list shows it. */
export interface SessionHead {
	readonly id: string;
	readonly title: string;
	/** Milliseconds since 1970, as is `updatedAt`. */
	readonly createdAt: number;
	readonly updatedAt: number;
	/** How many there are, as of `messages`. */
	readonly widgets: number;
	readonly messages: number;
	/** Its title cannot be read; what else can be is there once it is loaded, and in a copy. */
	readonly isDamaged?: boolean;
}

/** A message of a conversation, and what it is called in {@link KeptSession.replace}. */
export interface KeptMessage {
	/** Counts up; that of a message that is gone is not given again. */
	readonly id: number;
	readonly message: Json;
}

/** What a session's canvas shows. */
export interface KeptBlocks {
	readonly layout: CanvasLayout;
	readonly blocks: readonly Widget[];
}

/**
 * Who this is to a session: its one `writer`, a `follower` that sees what the writer does and takes over when that one goes, or
 * nobody any more.
 */
export type SessionRole = "writer" | "follower" | "closed";

/** A canvas that is kept. */
export interface KeptCanvas {
	/**
	 * Resolves when all that the canvas shows at the moment of the call is stored, so that no crash takes it away.
	 *
	 * @throws {@link WebMcpError} `conflict` where another tab writes the session: the canvas then shows again what that one has;
	 *   `unsupported` where there is no room, with `{reason: "quota", used, quota}` as `details`. What is not stored yet is tried again with
	 *   the next change and the next call.
	 */
	settled(): Promise<void>;
	/** Stops following the canvas, after what was done until now is stored. */
	stop(): Promise<void>;
}

/** One session. Whatever resolves is stored as a whole and outlives a crash. */
export interface KeptSession {
	readonly id: string;
	readonly role: SessionRole;
	readonly title: string;
	/** The conversation as it is stored; a new list after each change. */
	readonly messages: readonly KeptMessage[];
	/**
	 * Adds a message at the end; any JSON.
	 *
	 * @returns Its id.
	 * @throws {@link WebMcpError} `conflict` where another tab writes the session or this one was closed, `invalid_argument` for what is
	 *   no JSON, `unsupported` where there is no room; so do all that write.
	 */
	append(message: Json): Promise<number>;
	/** @throws {@link WebMcpError} `not_found` where there is no such message. */
	replace(id: number, message: Json): Promise<void>;
	/** Takes away all messages after that one; 0 takes all. */
	truncate(after: number): Promise<void>;
	/** What the session's canvas shows, as it is stored. */
	blocks(): Promise<KeptBlocks>;
	/**
	 * Shows in the canvas what the session has, and stores from then on what changes. A session without widgets takes those of the
	 * canvas instead. In a tab that follows, the canvas shows what the writer does.
	 *
	 * Each widget has to pass the server that draws it, as one that somebody has shared: what is stored may have been imported. One that is
	 * refused is told by `onProblem` and not shown; it stays stored, and is shown once a server takes it.
	 *
	 * @param options - `servers`: those that draw its widgets. Default: those that the canvas is attached to, and mounted with.
	 */
	keepCanvas(canvas: CanvasVanilla, options?: { servers?: readonly WebMcpServer[] }): Promise<KeptCanvas>;
	/** Calls `listener` when `role`, `title` or `messages` are others. */
	subscribe(listener: () => void): Cleanup;
	/** Ends it after all that was begun is stored; a tab that followed becomes the writer. */
	close(): Promise<void>;
}

/** All sessions. */
export interface KeptSessions {
	/** The one that changed last is the first. */
	list(): Promise<SessionHead[]>;
	create(title?: string): Promise<SessionHead>;
	/** @throws {@link WebMcpError} `not_found`, or `conflict` where another tab writes the session. */
	rename(id: string, title: string): Promise<void>;
	/** Those whose title, messages or widgets hold the text, however it is capitalised and accented. */
	search(text: string): Promise<SessionHead[]>;
	/** @throws {@link WebMcpError} `conflict` where another tab writes the session. */
	remove(id: string): Promise<void>;
	/** A copy under a new id; its messages are numbered anew. */
	duplicate(id: string, title?: string): Promise<SessionHead>;
	/**
	 * Opens a session. The first one that does, in whatever tab, writes it; the others follow.
	 *
	 * @throws {@link WebMcpError} `not_found` where there is none.
	 */
	load(id: string): Promise<KeptSession>;
}

/** Values under names, for the page's settings. Names are not encrypted. */
export interface KeptSettings {
	get(key: string): Promise<Json | undefined>;
	/** `undefined` takes it away. */
	set(key: string, value: Json | undefined): Promise<void>;
	all(): Promise<JsonObject>;
}

/** A session in a copy of a storage. */
export interface SavedSession {
	readonly id: string;
	readonly title: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly messages: readonly Json[];
	readonly canvas: KeptBlocks;
}

/** A copy of a storage, as JSON. It is not encrypted. */
export interface StorageExport {
	readonly format: "webmcp-auto-ui storage";
	readonly version: 1;
	readonly sessions: readonly SavedSession[];
	readonly settings: JsonObject;
}

/** What was written, here or in another tab. */
export type StorageChange =
	| { readonly session: string }
	| { readonly setting: string }
	| { readonly all: true };

/** Room, in bytes, as far as the browser tells. */
export interface StorageRoom {
	readonly used?: number;
	readonly quota?: number;
	/** Whether the browser has promised not to clear it by itself. */
	readonly persistent: boolean;
}

/** A storage of the browser, that {@link openStorage} opens. */
export interface KeptStorage {
	readonly sessions: KeptSessions;
	readonly settings: KeptSettings;
	readonly isEncrypted: boolean;
	/**
	 * Encrypts all that is stored with a passphrase, with another one, or with `null` no longer.
	 *
	 * @throws {@link WebMcpError} `conflict` where other tabs have the storage open, `unsupported` without WebCrypto.
	 */
	setPassphrase(passphrase: string | null): Promise<void>;
	/** A copy of all sessions and settings that can be read. It is plain, also where the storage is encrypted. */
	exportAll(): Promise<StorageExport>;
	/**
	 * Adds what {@link KeptStorage.exportAll} gave, all of it or nothing. Sessions whose ids exist get new ones; settings replace those of
	 * the same name.
	 *
	 * @param copy - From wherever: it is checked.
	 * @returns The ids of the sessions, in their order.
	 * @throws {@link WebMcpError} `invalid_argument` with the place of what is wrong, `unsupported` for a copy of a newer version.
	 */
	importAll(copy: unknown): Promise<string[]>;
	/** Asks the browser not to clear the storage by itself. False where it does not promise that. */
	persist(): Promise<boolean>;
	room(): Promise<StorageRoom>;
	/** Calls `listener` after something was written, in this tab or another. */
	subscribe(listener: (change: StorageChange) => void): Cleanup;
	/** Ends it, after all that was begun is stored. */
	close(): Promise<void>;
	/**
	 * Deletes all of it, for all tabs.
	 *
	 * @throws {@link WebMcpError} `conflict` where another tab does not let go.
	 */
	destroy(): Promise<void>;
}
