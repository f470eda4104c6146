/** One wish after the other through the agent loop: runs that pause for the person, and words said meanwhile. */
import { nextTask } from "../core/later.js";
import { type AgentRun, resumeAgentLoop, runAgentLoop } from "../agent/session.js";
import type {
	AgentCallbacks,
	AgentOptions,
	AgentResult,
	ApprovalDecision,
	ChatMessage,
	LLMProvider,
	RunEvent,
} from "../types/index.js";
import { Ahead } from "./ahead.js";
import { withAttachments } from "./attached.js";
import { addedBy, historyBefore } from "./history.js";
import { hearing } from "./hearing.js";
import type { AgentMessage, Attachment, Message, Note, PersonMessage } from "./messages.js";
import type { Model } from "./model.js";
import { Observed } from "./observed.js";
import type { Servers } from "./servers.js";
import { type Status, statusOf } from "./status.js";
import { Thread } from "./thread.js";

/** What a conversation needs. */
export interface ConversationParts {
	readonly model: Model;
	readonly servers: Servers;
	/** Options of each run but for the provider, the history and what hears it. */
	runOptions(): Partial<AgentOptions> & Pick<AgentOptions, "layers">;
	/** Hears each run as well. */
	listener(wish: string): AgentCallbacks;
	/** Takes away what an answer has placed that is given anew. */
	removeWidgets(ids: readonly string[]): void;
	/** What wishes wait for, where there is something: the conversation that is being taken up would take their place. */
	held?(): Promise<unknown> | undefined;
	/** Whether runs may begin here: where another tab writes the session, they are that one's to run. */
	mayRun(): boolean;
	/** Resolves when all that was said is stored, where it is; rejects where it cannot be and must be. */
	stored(): Promise<void>;
}

/** How a run is driven: how long it ran before, what it waits for, and who answers where that is not the model. */
interface Driven {
	readonly ranBefore?: number;
	readonly before?: Promise<void>;
	readonly provider: LLMProvider | undefined;
}

/** An answer that waits for the person. */
interface Paused {
	readonly id: string;
	/** How long it ran before, milliseconds. */
	readonly ran: number;
	readonly provider: LLMProvider | undefined;
}

/** Runs wishes, one at a time. Tells whenever `isRunning`, `status` or `waiting` change; messages are the thread's to tell. */
export class Conversation extends Observed {
	readonly thread = new Thread();
	/** What is going on. */
	status: Status | undefined;
	readonly #parts: ConversationParts;
	readonly #ahead = new Ahead();
	#abort: AbortController | undefined;
	#run: AgentRun | undefined;
	/** Wishes that come next. */
	#next: PersonMessage[] = [];
	/** Remarks that the model has not read. */
	#unread: PersonMessage[] = [];
	#paused: Paused | undefined;
	/** Who answers a wish in the place of the model, by the wish's id. */
	readonly #answering = new Map<string, LLMProvider>();

	constructor(parts: ConversationParts) {
		super();
		this.#parts = parts;
		parts.model.subscribe(() => this.#goOn());
		parts.servers.subscribe(() => this.#goOn());
	}

	/** Whether a run is under way. */
	get isRunning(): boolean {
		return this.#abort !== undefined;
	}

	/** Wishes that run when the present one is done, in order. */
	get waiting(): readonly PersonMessage[] {
		return this.#next;
	}

	/**
	 * Takes in what the person says: a wish, which ends a run that waits for approval. While a run goes on it is said to the model
	 * at its next step; a small model reads whole wishes only, so there it becomes the next one.
	 *
	 * @param provider - Answers this wish in the place of the model, as where a recorded run is run again.
	 */
	send(text: string, attachments: readonly Attachment[] = [], provider?: LLMProvider): void {
		const held = this.#parts.held?.();
		if (held) return void held.then(() => this.send(text, attachments, provider));
		if (!this.#parts.mayRun()) return;
		const said = attachments.length > 0 ? { text, attachments } : { text };
		// Files are no part of what can be said to a run.
		if (this.isRunning && !provider && attachments.length === 0 && !this.#parts.model.isSmall) {
			const remark = this.thread.add(this.#person({ ...said, note: "read-next", isRemark: true }));
			this.#unread.push(remark);
			this.#run?.steer(text);
			this.#say({ at: "reads-next" });
			return;
		}
		const { isRunning } = this;
		if (!isRunning) this.#giveUp();
		const wish = this.#person(isRunning ? { ...said, note: "next" } : said);
		if (provider) this.#answering.set(wish.id, provider);
		this.#next.push(wish);
		if (isRunning) this.tell();
		else void this.#runNext();
	}

	/** Stops the present run and what would have come after it. */
	stop(): void {
		for (const wish of this.#next.splice(0)) {
			this.#answering.delete(wish.id);
			this.thread.add({ ...wish, parent: this.thread.last?.id, note: "not-run" });
		}
		this.#abort?.abort();
		this.tell();
	}

	/** Answers a wish anew: the answer stands beside the one that there was, and in the place of what that had shown. */
	retry(answerId: string): void {
		const old = this.thread.get(answerId);
		const wish = old?.parent === undefined ? undefined : this.thread.get(old.parent);
		if (!this.#canBegin || old?.role !== "agent" || wish?.role !== "person") return;
		this.#giveUp();
		this.#parts.removeWidgets(old.widgets);
		void this.#answer(wish).then(() => this.#runNext());
	}

	/** Wishes something else in the place of an earlier wish: what follows is a branch of its own. */
	edit(wishId: string, text: string): void {
		const old = this.thread.get(wishId);
		if (!this.#canBegin || old?.role !== "person") return;
		this.#giveUp();
		const wish = this.#person({ text, ...(old.attachments && { attachments: old.attachments }) });
		wish.parent = old.parent;
		void this.#answer(this.thread.add(wish)).then(() => this.#runNext());
	}

	/** Decides on the calls that wait; where all are decided the run goes on as soon as there is a model. */
	decide(decisions: readonly ApprovalDecision[]): void {
		const answer = this.#waitingAnswer();
		if (!answer || !this.#parts.mayRun()) return;
		const asked = new Set(answer.pending?.map(({ id }) => id));
		// Of one that decides twice about a call the later word holds.
		const all = [...(answer.decisions ?? []), ...decisions].filter(({ id }) => asked.has(id));
		const byId = new Map(all.map((decision) => [decision.id, decision]));
		this.thread.change<AgentMessage>(answer.id, { decisions: [...byId.values()] });
		this.#goOn();
	}

	/** Takes a widget that a call has placed by itself for one of the answer under way. */
	placed(id: string): void {
		const { last } = this.thread;
		if (last?.role === "agent" && last.state === "running")
			this.thread.change<AgentMessage>(last.id, { widgets: [...last.widgets, id] });
	}

	/** Begins anew: the model is told nothing of what was said before. */
	clear(): void {
		this.stop();
		this.#paused = undefined;
		this.#unread = [];
		this.thread.reset();
		this.status = undefined;
		this.tell();
	}

	/**
	 * Takes up a conversation that was stored; a run that waited for the person waits again.
	 *
	 * @param isLeft - Nobody makes the answers any more that were being made.
	 */
	restore(messages: readonly Message[], isLeft = true): void {
		this.clear();
		this.thread.reset(messages.map((message) => structuredClone(message)));
		for (const message of isLeft ? this.thread.all : [])
			if (message.role === "agent" && message.state === "running")
				this.thread.change<AgentMessage>(message.id, { state: "cut" });
		const { last } = this.thread;
		if (last?.role === "agent" && last.state === "waiting" && last.run && last.pending?.length) {
			this.#paused = { id: last.id, ran: last.ms ?? 0, provider: undefined };
			this.#say({ at: "waiting", calls: last.pending.length });
		}
		this.#goOn();
	}

	async #runNext(): Promise<void> {
		while (!this.isRunning && !this.#paused) {
			const wish = this.#next.shift();
			if (!wish) {
				this.#rest();
				return;
			}
			await this.#answer(this.#entered(wish));
		}
	}

	/** A wish that waited, as the last message. */
	#entered({ note: _, ...wish }: PersonMessage): PersonMessage {
		return this.thread.add({ ...wish, parent: this.thread.last?.id });
	}

	#answer(wish: PersonMessage): Promise<void> {
		const answer = this.thread.add<AgentMessage>({
			role: "agent",
			id: crypto.randomUUID(),
			parent: wish.id,
			at: Date.now(),
			text: "",
			steps: [],
			state: "running",
			widgets: [],
		});
		const { text, messages } = withAttachments(wish);
		const initialMessages = [...historyBefore(this.thread, wish), ...messages];
		const provider = this.#answering.get(wish.id);
		this.#answering.delete(wish.id);
		return this.#drive(answer, text, (options) => runAgentLoop(text, { ...options, initialMessages }), {
			provider,
		});
	}

	/** Drives a run until it ends or pauses; failures show in the answer. */
	async #drive(
		answer: AgentMessage,
		wish: string,
		start: (options: AgentOptions) => AgentRun,
		{ ranBefore = 0, before, provider: given }: Driven,
	): Promise<void> {
		const { model } = this.#parts;
		const provider = given ?? model.provider;
		this.#ahead.stop();
		const change = (what: Partial<AgentMessage>) => this.thread.change<AgentMessage>(answer.id, what);
		if (!provider) {
			change({ state: "failed", failure: model.state.reason ?? `model-${model.state.phase}` });
			this.tell();
			return;
		}
		this.#abort = new AbortController();
		this.tell();
		const began = performance.now();
		const ran = () => ranBefore + performance.now() - began;
		try {
			await before;
			// The page shows first that the wish is taken.
			await nextTask();
			const { signal } = this.#abort;
			const callbacks = hearing(answer, change, this.#parts.listener(wish), (event) => this.#heard(event));
			// Who has recorded a run is not who runs it again.
			const asking = given && { needsApproval: "always" as const };
			this.#run = start({ ...this.#parts.runOptions(), ...asking, provider, signal, callbacks });
			for (const { text } of this.#unread) this.#run.steer(text);
			const result = await this.#run;
			if (result.stopReason === "paused")
				this.#pauseAt({ id: answer.id, ran: ran(), provider: given }, result);
			else {
				const state = result.stopReason === "aborted" ? "stopped" : "done";
				const text = state === "stopped" ? answer.text : result.text || answer.text;
				const history = addedBy(this.thread, answer, result.messages);
				change({ text, state, stopReason: result.stopReason, ms: ran(), ...history });
				this.#say(state === "stopped" ? { at: state } : { at: "done", seconds: ran() / 1000 });
			}
		} catch (error) {
			const failure = error instanceof Error ? error.message : String(error);
			// What was done before it failed is done: the model is to know of it.
			const { partial } = Object(error) as { partial?: { messages?: readonly ChatMessage[] } };
			const history = partial?.messages ? addedBy(this.thread, answer, partial.messages) : {};
			change({ state: "failed", failure, ms: ran(), ...history });
			this.#say({ at: "failed" });
		} finally {
			const missing = this.#parts.servers.takeSilent().map(({ name, reason = "" }) => ({ name, reason }));
			if (missing.length > 0) change({ missing });
			this.#abort = undefined;
			this.#run = undefined;
			if (!this.#paused) this.#unreadAre("not-read");
			this.tell();
		}
	}

	#pauseAt(paused: Paused, { pending = [], state, text, messages }: AgentResult): void {
		if (!state) throw new Error("The run waits, but cannot go on: it gave no state.");
		this.#paused = paused;
		const answer = this.thread.get(paused.id);
		const history = answer?.role === "agent" ? addedBy(this.thread, answer, messages) : {};
		this.thread.change<AgentMessage>(paused.id, {
			text,
			state: "waiting",
			pending,
			decisions: [],
			run: state,
			ms: paused.ran,
			...history,
		});
		this.#say({ at: "waiting", calls: pending.length });
	}

	/** Goes on with a run whose calls are decided, once there is a model and the servers have answered. */
	#goOn(): void {
		if (!this.#canBegin) return;
		const answer = this.#waitingAnswer();
		if (!answer?.run || !this.#paused || (answer.decisions?.length ?? 0) < (answer.pending?.length ?? 0)) {
			this.#rest();
			return;
		}
		const { ran, provider } = this.#paused;
		if (!provider && !this.#isReady()) {
			this.#say({ at: "decided" });
			return;
		}
		const { run, decisions = [] } = answer;
		this.#paused = undefined;
		// From here on a reload must not bring the question back: a call would run twice.
		this.thread.change<AgentMessage>(answer.id, { state: "running", run: undefined });
		const resume = (options: AgentOptions) => resumeAgentLoop(run, options, [...decisions]);
		const driven = { ranBefore: ran, before: this.#parts.stored(), provider };
		void this.#drive(answer, "", resume, driven).then(() => this.#runNext());
	}

	get #canBegin(): boolean {
		return !this.isRunning && this.#parts.mayRun();
	}

	#waitingAnswer(): AgentMessage | undefined {
		const message = this.#paused && this.thread.get(this.#paused.id);
		return message?.role === "agent" ? message : undefined;
	}

	/** Nobody waits for the model. */
	#rest(): void {
		const { model } = this.#parts;
		if (model.state.phase !== "ready") {
			this.#ahead.forget();
			return;
		}
		if (!model.isSmall || !this.#isReady()) return;
		void this.#ahead.read(() => {
			const { provider } = this.#parts.model;
			return provider && { ...this.#parts.runOptions(), provider };
		});
	}

	#isReady(): boolean {
		return this.#parts.servers.areSettled && this.#parts.model.canAnswer;
	}

	#giveUp(): void {
		const answer = this.#waitingAnswer();
		this.#paused = undefined;
		this.#unreadAre("not-read");
		if (answer) this.thread.change<AgentMessage>(answer.id, { state: "stopped", run: undefined });
	}

	#unreadAre(note: Note): void {
		for (const { id } of this.#unread.splice(0)) this.thread.change<PersonMessage>(id, { note });
	}

	#heard(event: RunEvent): void {
		const status = statusOf(event);
		if (status) this.#say(status);
		if (event.type === "said") this.#read(event);
	}

	/** The model has read a remark. */
	#read({ text }: RunEvent & { type: "said" }): void {
		const index = this.#unread.findIndex((remark) => remark.text === text);
		for (const { id } of index < 0 ? [] : this.#unread.splice(index, 1))
			this.thread.change<PersonMessage>(id, { note: undefined });
	}

	#person(said: Omit<PersonMessage, "role" | "id" | "parent" | "at">): PersonMessage {
		const id = crypto.randomUUID();
		return { role: "person", id, parent: this.thread.last?.id, at: Date.now(), ...said };
	}

	#say(status: Status): void {
		this.status = status;
		this.tell();
	}
}
