/** Does what the core decides: sends, waits, asks. One for each client. */
import { parsedExactly } from "../core/exact.js";
import { WebMcpError } from "../core/errors.js";
import { report } from "../core/report.js";
import type { Json, JsonObject, McpAuth, WebMcpErrorCode } from "../types/index.js";
import { exchange } from "./exchange.js";
import { faultOf } from "./output.js";
import { watchPage } from "./page.js";
import type { RawMcp } from "./module.js";
import type { Lane } from "./slots.js";
import { Streaming } from "./streaming.js";
import type { McpCallOptions, McpEvent, McpProgress, McpStatus, McpTask } from "./types.js";

/** What the host does for the core. */
export interface McpHost {
	url: string;
	/** Whether the server is told who the client is, by more than `auth`. */
	isKnown: boolean;
	auth?: McpAuth;
	fetch: typeof fetch;
	/** Answers a request of the server. */
	answer(method: string, params: JsonObject, signal: AbortSignal): Promise<Json> | Json;
	tell(event: McpEvent): void;
	/** Finds out more about why a server cannot be reached. */
	explain(error: WebMcpError, sent: readonly string[]): Promise<WebMcpError>;
}

interface Waiting {
	resolve(result: unknown): void;
	reject(reason: unknown): void;
	onProgress?: (progress: McpProgress) => void;
	onTask?: (task: McpTask) => void;
}

type Action = [what: string, ...rest: unknown[]];

type RawFetch = [id: number, method: string, url: string, headers: string[], body: string, lane: Lane];

/** `setTimeout` fires at once for what is further away, milliseconds. */
const FURTHEST_MS = 2 ** 31 - 1;

/** A client's hands. */
export class Driver {
	readonly #raw: RawMcp;
	readonly #host: McpHost;
	readonly #calls = new Map<number, Waiting>();
	readonly #fetches = new Map<number, AbortController>();
	readonly #asks = new Map<number, AbortController>();
	/** The credentials that went with a request, so that it can be said which were refused. */
	readonly #sent = new Map<number, string | undefined>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#wake = Number.POSITIVE_INFINITY;
	#lastCall = 0;
	#last = 0;
	/** By how much the clock was set back. */
	#ahead = 0;
	/** Aborted by disconnecting: a sign-in that was begun before concerns nobody after. */
	#leaving = new AbortController();
	/** Requests that were stopped before they were sent, by somebody who heard of something else at the same time. */
	readonly #dropped = new Set<number>();
	/** Names of the headers of the request that got no answer last. */
	#lost: string[] = [];
	#unwatch: (() => void) | undefined;
	readonly #streaming: Streaming;

	constructor(raw: RawMcp, host: McpHost) {
		this.#raw = raw;
		this.#host = host;
		const driver = this;
		this.#streaming = new Streaming({
			url: host.url,
			isKnown: host.isKnown || host.auth !== undefined,
			get status() {
				return driver.status;
			},
			listen: (to) => this.#do(raw.listen(this.#now(), to)),
			told: (method, params) => this.#do(raw.told(this.#now(), method, params)),
		});
	}

	get state(): McpStatus["state"] {
		return this.#raw.state() as McpStatus["state"];
	}

	get status(): McpStatus {
		return JSON.parse(this.#raw.status()) as McpStatus;
	}

	get refusedTools(): { name: string; problem: string }[] {
		return JSON.parse(this.#raw.refusedTools()) as { name: string; problem: string }[];
	}

	/** Asks for something and waits until it is there; `params` are JSON. */
	call(
		asked: { what: string; [more: string]: Json },
		params: string,
		{ signal, timeoutMs, onProgress, onTask, isSafe }: McpCallOptions = {},
	): Promise<unknown> {
		signal?.throwIfAborted();
		this.#unwatch ??= watchPage({
			online: (is) => this.#do(this.#raw.online(this.#now(), is)),
			awake: () => {
				this.#streaming.takenUp();
				this.#do(this.#raw.awake(this.#now()));
			},
			aside: () => this.#streaming.putAside(),
			left: () => void this.disconnect(),
		});
		this.#lastCall += 1;
		const call = this.#lastCall;
		const options = {
			...asked,
			...(typeof timeoutMs === "number" && { callMs: timeoutMs }),
			...(typeof isSafe === "boolean" && { isSafe }),
		};
		const result = new Promise((resolve, reject) => {
			this.#calls.set(call, {
				resolve,
				reject,
				...(onProgress && { onProgress }),
				...(onTask && { onTask }),
			});
		});
		const abort = (): void => {
			this.#calls.get(call)?.reject(signal?.reason);
			this.#calls.delete(call);
			this.#do(this.#raw.cancel(this.#now(), call));
		};
		signal?.addEventListener("abort", abort, { once: true });
		const settled = (): void => signal?.removeEventListener("abort", abort);
		result.then(settled, settled);
		this.#do(this.#raw.call(this.#now(), call, JSON.stringify(options), params));
		return result;
	}

	/** Ends the connection. What is under way rejects with `aborted`. Resolves when the server knows, or cannot be told. */
	async disconnect(): Promise<void> {
		this.#unwatch?.();
		this.#unwatch = undefined;
		this.#leaving.abort();
		this.#leaving = new AbortController();
		const ending: Promise<void>[] = [];
		this.#do(this.#raw.disconnect(this.#now()), ending);
		this.#streaming.end();
		await Promise.all(ending);
	}

	#do(actions: unknown[], sending: Promise<void>[] = []): void {
		for (const action of actions as Action[]) {
			try {
				this.#act(action, sending);
			} catch (error) {
				report(error);
			}
		}
		this.#setTimer();
	}

	#act([what, ...rest]: Action, sending: Promise<void>[]): void {
		const [first, second, third, fourth] = rest as [number, string, string, string];
		switch (what) {
			case "fetch":
				if (!this.#dropped.delete(first)) sending.push(this.#fetch(rest as RawFetch));
				break;
			case "abort":
				if (!this.#fetches.has(first)) this.#dropped.add(first);
				this.#fetches.get(first)?.abort();
				this.#fetches.delete(first);
				break;
			case "resolve":
				void this.#resolve(first, second, third, fourth);
				break;
			case "reject":
				void this.#reject(first, second as WebMcpErrorCode, third, fourth);
				break;
			case "progress":
				this.#calls.get(first)?.onProgress?.(JSON.parse(second) as McpProgress);
				break;
			case "task":
				this.#calls.get(first)?.onTask?.(JSON.parse(second) as McpTask);
				break;
			case "notify":
				this.#notify(rest[0] as string, second);
				break;
			case "ask":
				void this.#ask(first, third, fourth);
				break;
			case "unask":
				this.#asks.get(first)?.abort();
				this.#asks.delete(first);
				break;
			case "sign-in":
				void this.#signIn(first, rest[1] as number, third);
				break;
			case "changed":
				this.#streaming.changed();
				this.#host.tell({ type: "state", state: this.state });
				break;
		}
	}

	#notify(method: string, params: string): void {
		this.#streaming.heard(method, params);
		this.#host.tell({ type: "notification", method, params: JSON.parse(params) as JsonObject });
	}

	/** `schema` is what the tool's result must fit. */
	async #resolve(call: number, text: string, tool: string, schema: string | undefined): Promise<void> {
		const waiting = this.#calls.get(call);
		if (!waiting) return;
		try {
			// The schema speaks of what the server has sent: a number, also where JavaScript would round it.
			const sent = schema === undefined ? undefined : (JSON.parse(text) as { structuredContent?: unknown });
			const fault = schema === undefined ? undefined : await faultOf(schema, sent?.structuredContent);
			const result = parsedExactly(text);
			if (fault === undefined) waiting.resolve(result);
			else {
				const problem = `The result of tool '${tool}' does not fit the schema that its server gives for it (${fault}); tell who runs ${this.#host.url}.`;
				waiting.reject(new WebMcpError("protocol", problem));
			}
		} catch (error) {
			const problem = `The answer of ${this.#host.url} cannot be read: ${error}`;
			waiting.reject(error instanceof WebMcpError ? error : new WebMcpError("protocol", problem));
		}
		this.#calls.delete(call);
	}

	async #reject(call: number, code: WebMcpErrorCode, message: string, details?: string): Promise<void> {
		const waiting = this.#calls.get(call);
		if (!waiting) return;
		const error = new WebMcpError(code, message, details === undefined ? undefined : JSON.parse(details));
		// Whoever gives it up meanwhile has got an answer of its own.
		const isUnexplained = code === "network" && details === undefined;
		waiting.reject(isUnexplained ? await this.#host.explain(error, this.#lost).catch(() => error) : error);
		this.#calls.delete(call);
	}

	#fetch([id, method, url, headers, body, lane]: RawFetch): Promise<void> {
		const abort = new AbortController();
		this.#fetches.set(id, abort);
		const authorization = async (): Promise<string | undefined> => {
			const value = await this.#host.auth?.authorization(this.#host.url, abort.signal);
			this.#sent.set(id, value);
			return value;
		};
		const raw = this.#raw;
		return exchange(
			this,
			{ id, method, url, headers, body, lane },
			this.#host.fetch,
			authorization,
			abort.signal,
			{
				sent: () => this.#do(raw.sent(this.#now(), id)),
				head: (status, heard) => this.#do(raw.head(this.#now(), id, status, heard)),
				piece: (bytes) => this.#do(raw.piece(this.#now(), id, bytes)),
				end: () => this.#do(raw.end(this.#now(), id)),
				failed: (why) => {
					this.#lost = headers.filter((_, at) => at % 2 === 0);
					this.#do(raw.failed(this.#now(), id, why));
				},
			},
		).finally(() => {
			this.#fetches.delete(id);
			this.#sent.delete(id);
		});
	}

	async #ask(ask: number, method: string, params: string): Promise<void> {
		const abort = new AbortController();
		this.#asks.set(ask, abort);
		let answer: string | undefined;
		let why = "";
		try {
			const answered = await this.#host.answer(method, JSON.parse(params) as JsonObject, abort.signal);
			answer = JSON.stringify(answered);
		} catch (error) {
			why = error instanceof Error ? error.message : String(error);
		}
		if (this.#asks.delete(ask)) this.#do(this.#raw.answered(this.#now(), ask, answer, why));
	}

	async #signIn(fetch: number, status: number, challenge: string): Promise<void> {
		const sent = this.#sent.get(fetch);
		const { signal } = this.#leaving;
		let again = false;
		let problem: string | undefined;
		try {
			const { auth, url } = this.#host;
			const refusal = {
				serverUrl: url,
				status,
				...(challenge !== "" && { wwwAuthenticate: challenge }),
				...(sent !== undefined && { sent }),
				signal,
			};
			again = (await auth?.authorize(refusal)) ?? false;
		} catch (error) {
			problem = error instanceof Error ? error.message : String(error);
		}
		if (!signal.aborted) this.#do(this.#raw.signedIn(this.#now(), again, problem));
	}

	/** Milliseconds since 1970; they never go back, also where somebody sets the clock. */
	#now(): number {
		const now = Date.now() + this.#ahead;
		if (now < this.#last) this.#ahead += this.#last - now;
		this.#last = Math.max(now, this.#last);
		return this.#last;
	}

	#setTimer(): void {
		const wake = this.#raw.wake();
		if (wake === this.#wake) return;
		this.#wake = wake;
		clearTimeout(this.#timer);
		if (wake === Number.POSITIVE_INFINITY) return;
		const delay = Math.min(Math.max(wake - this.#now(), 0), FURTHEST_MS);
		this.#timer = setTimeout(() => {
			this.#wake = Number.POSITIVE_INFINITY;
			this.#do(this.#raw.time(this.#now()));
		}, delay);
	}
}
