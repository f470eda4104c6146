/** Runs of the agent, and sessions that keep what a conversation needs between them. */
import {
	aNumber,
	anObject,
	aSignal,
	aText,
	copied,
	invalid,
	must,
	objectOf,
	optional,
	read,
} from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { type Core, core, init } from "../core/init.js";
import { heardBy } from "./callbacks.js";
import { routed } from "./clients.js";
import type {
	AgentMetrics,
	AgentOptions,
	AgentResult,
	ApprovalDecision,
	ChatMessage,
	JournalEntry,
	RunEvent,
	SessionState,
} from "../types/index.js";

type RawSession = InstanceType<Core["RawSession"]>;

/** What of a run's options is read here; the core reads the rest. */
const OPTIONS = objectOf(
	{ callbacks: optional(anObject), signal: optional(aSignal), maxIterations: optional(aNumber) },
	"an object with provider and layers",
);
const SAVED = must(
	"a saved state or a journal's entries",
	(value) => typeof value === "object" && value !== null,
);

/** A session, and how a run begins in it. */
interface Begun {
	session: RawSession;
	options: AgentOptions;
	start(options: AgentOptions): Promise<unknown>;
}

/** What makes runs and sessions has this; pages know their classes only to tell them from others. */
const OWN = Symbol("own");

function demandOwn(own: symbol, name: string, maker: string): void {
	if (own !== OWN) throw invalid(name, `is not to be made by pages: ${maker} makes one`);
}

/**
 * A run under way: a promise of its result, and an iterable of its events. Both tell the same; a page that only
 * iterates sees a failure at the end of the iteration.
 */
export class AgentRun implements Promise<AgentResult>, AsyncIterable<RunEvent> {
	readonly [Symbol.toStringTag] = "AgentRun";
	readonly #result: Promise<AgentResult>;
	readonly #begun: Promise<Begun>;
	readonly #listeners = new Set<(event: RunEvent) => void>();

	/** @internal */
	constructor(own: symbol, begun: Promise<Begun>) {
		demandOwn(own, "AgentRun", "runAgentLoop");
		this.#begun = begun;
		this.#result = begun.then(
			({ options, start }) => start(heardBy(routed(options), this.#listeners)) as Promise<AgentResult>,
		);
	}

	/** Says something to the model at the next step of the run. */
	steer(text: string): void {
		aText("steer: text", text);
		this.#tell((session) => session.steer(text));
	}

	/** Says something to the model when it has ended its turn; the run then goes on. */
	queue(text: string): void {
		aText("queue: text", text);
		this.#tell((session) => session.queue(text));
	}

	// biome-ignore lint/suspicious/noThenProperty: a run is awaited like the promise that it was published as
	then<A = AgentResult, B = never>(
		resolved?: ((result: AgentResult) => A | PromiseLike<A>) | null,
		rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#result.then(resolved, rejected);
	}

	catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<AgentResult | B> {
		return this.#result.catch(rejected);
	}

	finally(settled?: (() => void) | null): Promise<AgentResult> {
		return this.#result.finally(settled);
	}

	/** The events from now on. */
	async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
		const waiting: RunEvent[] = [];
		let wake: () => void = () => undefined;
		let over = false;
		const listener = (event: RunEvent) => {
			waiting.push(event);
			wake();
		};
		this.#listeners.add(listener);
		const ended = this.#result.finally(() => {
			over = true;
			wake();
		});
		// The failure is thrown below, where whoever iterates sees it.
		ended.catch(() => undefined);
		try {
			while (!over || waiting.length > 0) {
				const event = waiting.shift();
				if (event) {
					yield event;
				} else {
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
				}
			}
			await ended;
		} finally {
			this.#listeners.delete(listener);
		}
	}

	#tell(say: (session: RawSession) => void): void {
		// Why a run could not begin is said where the run is awaited.
		this.#begun.then(({ session }) => say(session)).catch(() => undefined);
	}
}

/**
 * Runs one wish to its end: model, tools, model, until the model calls no tool.
 *
 * @param wish - What the person typed.
 * @returns The run: await it for what was said, called and counted, or iterate over its events. An abort resolves with
 *   `stopReason: "aborted"` and the history so far; a run that waits for the person resolves with `"paused"`, the
 *   calls as `pending`, and the `state` that {@link resumeAgentLoop} takes. A failing provider rejects, with the
 *   history so far as the error's `partial`, whose `state` can be resumed as well.
 * @throws {@link WebMcpError} `invalid_argument` for options that cannot be used, else what the provider threw.
 */
export function runAgentLoop(wish: string, options: AgentOptions): AgentRun {
	return begin(async () => {
		aText("runAgentLoop: wish", wish);
		const given = copied("runAgentLoop: options", options, OPTIONS);
		await init();
		const session = new (core().RawSession)(given.initialMessages);
		return { session, options: given, start: (heard) => session.run(wish, heard) };
	});
}

/** States that were resumed in this page: a call in them must not run twice. */
const resumed = new WeakSet<object>();

/**
 * Goes on with a run that waits for the person, failed, or was cut off when the page went away.
 *
 * @param from - The `state` of a paused result or of an error's `partial`, also after a detour through storage; or the
 *   entries of a journal. A call that had begun and not ended is told to the model as "outcome unknown"; only tools
 *   that say they may run twice (`readOnlyHint`, `idempotentHint`) run again.
 * @param options - As for {@link runAgentLoop}; functions and live objects are not part of a state.
 * @param decisions - On the calls that wait. Calls without a decision keep waiting.
 * @throws {@link WebMcpError} `conflict` for a state object that was resumed before, `not_found` when nothing waits.
 */
export function resumeAgentLoop(
	from: SessionState | JournalEntry[],
	options: AgentOptions,
	decisions: ApprovalDecision[] = [],
): AgentRun {
	return begin(async () => {
		SAVED("resumeAgentLoop: from", from);
		const given = copied("resumeAgentLoop: options", options, OPTIONS);
		await init();
		if (resumed.has(from))
			throw new WebMcpError("conflict", "This state was resumed already: each is good for one run.");
		resumed.add(from);
		const session = read("resumeAgentLoop: from", () => Array.isArray(from))
			? core().RawSession.fromJournal(from, given)
			: core().RawSession.fromJSON(from);
		return { session, options: given, start: (heard) => session.resume(decisions, heard) };
	});
}

/** Arguments are read at once: what the page changes afterwards is not part of the run. */
function begin(work: () => Promise<Begun>): AgentRun {
	return new AgentRun(OWN, work());
}

/**
 * A conversation over many wishes: keeps history, touched servers, full results (for `recall` and `$result`) and sums.
 */
export class AgentSession {
	readonly #raw: RawSession;
	readonly #options: AgentOptions;

	/** @internal */
	constructor(own: symbol, raw: RawSession, options: AgentOptions) {
		demandOwn(own, "AgentSession", "createSession");
		this.#raw = raw;
		this.#options = options;
	}

	/** The conversation so far. */
	get messages(): ChatMessage[] {
		return this.#raw.messages() as ChatMessage[];
	}

	/** Sums over all ended runs. */
	get usage(): AgentMetrics {
		return this.#raw.usage() as AgentMetrics;
	}

	/**
	 * Runs a wish on top of what was said before. A run that waits is ended first: its calls do not run. Rejects
	 * with `conflict` while another run is under way.
	 */
	run(wish: string, options: Partial<AgentOptions> = {}): AgentRun {
		return this.#start("run", options, (heard) => this.#raw.run(wish, heard));
	}

	/** Goes on with the run that waits or failed. Rejects with `not_found` when there is none. */
	resume(decisions: ApprovalDecision[] = [], options: Partial<AgentOptions> = {}): AgentRun {
		return this.#start("resume", options, (heard) => this.#raw.resume(decisions, heard));
	}

	/** Says something to the model at the next step of the run under way. */
	steer(text: string): void {
		this.#raw.steer(text);
	}

	/** Says something to the model when it has ended its turn; the run then goes on. */
	queue(text: string): void {
		this.#raw.queue(text);
	}

	/** All of it as a plain value; {@link createSession} takes it back. */
	toJSON(): SessionState {
		return this.#raw.toJSON() as SessionState;
	}

	#start(name: string, options: Partial<AgentOptions>, start: Begun["start"]): AgentRun {
		return begin(async () => {
			const all = copied("createSession: options", this.#options);
			const given = copied(`${name}: options`, options ?? {}, OPTIONS);
			return { session: this.#raw, options: { ...all, ...given }, start };
		});
	}
}

/**
 * Opens a session.
 *
 * @param options - Of all its runs; `initialMessages` begins the history.
 * @param saved - What {@link AgentSession.toJSON} gave, to continue it.
 * @throws {@link WebMcpError} `not_initialised` before `init()`, `invalid_argument` for a value that is no session.
 */
export function createSession(options: AgentOptions, saved?: SessionState): AgentSession {
	const given = copied("createSession: options", options, OPTIONS);
	optional(anObject)("createSession: saved", saved);
	const raw = saved ? core().RawSession.fromJSON(saved) : new (core().RawSession)(given.initialMessages);
	return new AgentSession(OWN, raw, options);
}
