/**
 * One app from its first word to its last, without DOM: the sandbox page asks for the resource, the app greets, is told of its call, asks for
 * things, and is told before it ends.
 */
import type { JsonObject } from "../types/index.js";
import { type Answers, Calls } from "./calls.js";
import { Channel, type Ends } from "./channel.js";
import { infoOf } from "./info.js";
import { Told } from "./told.js";
import type { McpAppAudit, McpAppEnd, McpAppInfo } from "./types.js";
import {
	answer,
	APP_STOPPED,
	failure,
	type Incoming,
	INVALID_REQUEST,
	notification,
	PROXY_READY,
	request,
	RESOURCE_READY,
} from "./wire.js";

/** Milliseconds that the sandbox page may take to load, and that an app has to finish. */
const LOADING_MS = 20_000;
const FAREWELL_MS = 1000;
/** A frame that is put elsewhere in the page loads anew; one that does so for ever is at something else. */
const MAX_BEGINNINGS = 50;

/** The number of the one request that is ours. */
const FAREWELL = "teardown";

/** What a session needs of the host. */
export interface SessionParts {
	readonly ends: Ends;
	readonly answers: Answers;
	/** What the sandbox page is to show, whenever it begins. */
	resource(): JsonObject;
	/** What the app is answered when it greets. */
	welcome(app: McpAppInfo, version: unknown): JsonObject;
	/** The app is ready; again when it begins anew. */
	begun(app: McpAppInfo): void;
	/** Hears the notifications that are not the session's own. */
	heard(method: string, params: JsonObject): void;
	/** It is over; nothing comes after this. */
	ended(end: McpAppEnd): void;
	audit(entry: Omit<McpAppAudit, "uri">): void;
}

/** Speaks with one app. */
export class Session {
	/** What the app is told of its call. */
	readonly told: Told;
	readonly #parts: SessionParts;
	readonly #channel: Channel;
	readonly #calls: Calls;
	readonly #late: ReturnType<typeof setTimeout>;
	#beginnings = 0;
	/** Who has greeted; nobody before that is answered. */
	#app: McpAppInfo | undefined;
	#isReady = false;
	#isOver = false;
	#farewell: Promise<void> | undefined;
	/** The app has finished. */
	#finished: () => void = () => undefined;

	constructor(parts: SessionParts) {
		this.#parts = parts;
		this.#channel = new Channel(
			parts.ends,
			(message) => this.#hear(message),
			() => this.stop({ why: "flooded", reason: "It sent more than the page can bear." }),
		);
		const send = (message: object) => this.#channel.send(message);
		this.told = new Told((method, params) => send(notification(method, params)));
		this.#calls = new Calls(parts.answers, send, parts.audit);
		this.#late = setTimeout(() => {
			this.stop({ why: "unreachable", reason: "The sandbox page did not answer." });
		}, LOADING_MS);
	}

	/** What the app says of itself, once it is ready. */
	get app(): McpAppInfo | undefined {
		return this.#isReady ? this.#app : undefined;
	}

	/** Tells the app, if it is ready. */
	tell(method: string, params: JsonObject): void {
		if (this.#isReady) this.#channel.send(notification(method, params));
	}

	/** Lets the app finish, which until then can still call its tools, and ends it. */
	end(end: McpAppEnd): Promise<void> {
		this.#farewell ??= this.#leave(end);
		return this.#farewell;
	}

	/** Ends it at once. */
	stop(end: McpAppEnd): void {
		if (this.#isOver) return;
		this.#isOver = true;
		clearTimeout(this.#late);
		this.#channel.close();
		this.#rest();
		this.#finished();
		this.#parts.ended(end);
	}

	async #leave(end: McpAppEnd): Promise<void> {
		if (this.#isReady && !this.#isOver) {
			let timer: ReturnType<typeof setTimeout> | undefined;
			const finished = new Promise<void>((resolve) => {
				this.#finished = resolve;
				timer = setTimeout(resolve, FAREWELL_MS);
			});
			this.#channel.send(request(FAREWELL, "ui/resource-teardown", { reason: end.reason }));
			await finished;
			clearTimeout(timer);
		}
		this.stop(end);
	}

	/** Nothing of the app before this is waited for. */
	#rest(): void {
		this.#isReady = false;
		this.#app = undefined;
		this.told.close();
		this.#calls.end();
	}

	#hear(message: Incoming): void {
		if (message.kind === "notification" && message.method === PROXY_READY) this.#begin();
		else if (this.#beginnings === 0) return;
		else if (message.kind === "request") this.#asked(message);
		else if (message.kind === "notification") this.#heard(message.method, message.params);
		else if (message.kind === "malformed") {
			this.#channel.send(failure(message.id, INVALID_REQUEST, "The message is no request."));
		} else if (message.id === FAREWELL) this.#finished();
	}

	#begin(): void {
		clearTimeout(this.#late);
		this.#beginnings += 1;
		if (this.#beginnings > MAX_BEGINNINGS) {
			this.stop({ why: "flooded", reason: "It began again and again." });
			return;
		}
		this.#rest();
		this.#channel.send(notification(RESOURCE_READY, this.#parts.resource()));
	}

	#asked({ id, method, params }: Incoming & { kind: "request" }): void {
		if (method === "ping") this.#channel.send(answer(id, {}));
		else if (method === "ui/initialize") {
			// A framework may greet twice; only the last one counts.
			this.#rest();
			this.#app = infoOf(params);
			this.#channel.send(answer(id, this.#parts.welcome(this.#app, params.protocolVersion)));
		} else if (!this.#app) {
			this.#channel.send(failure(id, INVALID_REQUEST, "An app begins with 'ui/initialize'."));
		} else void this.#calls.begin(id, method, params);
	}

	#heard(method: string, params: JsonObject): void {
		if (method === APP_STOPPED) {
			const why = params.why === "left" ? "left" : "flooded";
			this.stop({ why, reason: why === "left" ? "It left its document." : "It sent without end." });
		} else if (!this.#app) return;
		else if (method === "ui/notifications/initialized") {
			if (this.#isReady) return;
			this.#isReady = true;
			this.#parts.begun(this.#app);
			this.told.open();
		} else if (method === "notifications/cancelled") this.#calls.cancel(params.requestId);
		else this.#parts.heard(method, params);
	}
}
