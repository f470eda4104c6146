/** One wish after the other through the agent loop: runs that pause for the person, and words said meanwhile. */
import {
	type AgentOptions,
	type AgentResult,
	type AgentRun,
	type ApprovalDecision,
	autoui,
	type ChatMessage,
	type RunEvent,
	resumeAgentLoop,
	runAgentLoop,
} from "webmcp-auto-ui";
import type { Ahead } from "./ahead.js";
import { askAbout, type Cards } from "./approval.js";
import type { Chat, Reply, Said } from "./chat.js";
import { reasonOf } from "./dom.js";
import { describe } from "./events.js";
import type { Model } from "./model.js";
import type { Servers } from "./servers.js";
import { forgetWaiting, keepWaiting, keptWaiting, type Waiting } from "./waiting.js";

const MAX_ITERATIONS = 8;

/** What a conversation needs. */
export interface Parts {
	model: Model;
	servers: Servers;
	/** What the model does between wishes. */
	ahead: Ahead;
	chat: Chat;
	/** Says in a line what is going on. */
	setStatus(text: string): void;
	setRunning(running: boolean): void;
	/** Told when a run has put something on the canvas. */
	onWidget(): void;
	/** Told when cards have come that the person should look at. */
	onQuestion(cards: Cards): void;
	/** Told when all of them are decided. */
	onDecided(): void;
}

/** A run that waits for the person. */
interface Pause extends Waiting {
	/** How long it ran before, milliseconds. */
	ran: number;
	reply: Reply;
	cards: Cards;
	/** Set when all calls are decided and only the model is missing. */
	decisions?: ApprovalDecision[];
}

/** What the person said to a run, until the model has read it. */
interface Remark {
	text: string;
	said: Said;
}

/** Runs wishes, one at a time. */
export class Conversation {
	readonly #parts: Parts;
	#abort: AbortController | undefined;
	#run: AgentRun | undefined;
	#history: ChatMessage[] = [];
	#pause: Pause | undefined;
	/** Wishes that come next, and remarks to the run under way. */
	#next: Remark[] = [];
	#unread: Remark[] = [];

	constructor(parts: Parts) {
		this.#parts = parts;
		parts.model.subscribe(() => this.#goOn());
		parts.servers.subscribe(() => this.#goOn());
	}

	/** Begins anew: the model is told nothing of what was said before. */
	forget(): void {
		this.#history = [];
	}

	/** Stops the present run and what would have come after it. */
	stop(): void {
		for (const { said } of this.#next.splice(0)) said.note("Not run: you pressed stop.");
		this.#abort?.abort();
	}

	/**
	 * Takes in what the person typed: a wish, which ends a run that waits for approval. While a run goes on it is
	 * said to the model at its next step; a small model reads whole wishes only, so there it becomes the next one.
	 */
	send(text: string): void {
		const { model, chat, setStatus } = this.#parts;
		if (this.#run && !model.isSmall) {
			this.#unread.push({ text, said: chat.wish(text, "The model reads this at its next step.") });
			this.#run.steer(text);
			setStatus("The model reads that at its next step.");
			return;
		}
		const waits = this.#abort !== undefined;
		this.#next.push({ text, said: chat.wish(text, waits ? "Next: runs when this wish is done." : "") });
		if (waits) {
			setStatus(`${this.#queued()}The present wish goes on …`);
		} else {
			this.#giveUp("Not run: you wished for something else.");
			void this.#runNext();
		}
	}

	/** Shows a run again that waited when the page was left. */
	restore(): void {
		const kept = keptWaiting();
		if (!kept) return;
		const { chat } = this.#parts;
		chat.wish(kept.wish);
		const reply = chat.reply();
		for (const call of kept.steps) reply.step(call);
		const lead = "This has waited for you since before the page was reloaded.";
		const later = " Decide whenever you like: it goes on as soon as the model is ready.";
		this.#ask(kept, reply, 0, this.#isReady() ? lead : lead + later);
	}

	async #runNext(): Promise<void> {
		const { model, chat } = this.#parts;
		while (!this.#abort && !this.#pause) {
			const wish = this.#next.shift();
			if (!wish) return this.#rest();
			wish.said.note();
			const reply = chat.reply();
			if (!model.provider) {
				reply.fail(model.state.text);
				continue;
			}
			await this.#drive(wish.text, reply, (options) =>
				runAgentLoop(wish.text, { ...options, initialMessages: this.#history }),
			);
		}
	}

	/** Drives a run until it ends or pauses; failures show in the chat. */
	async #drive(
		wish: string,
		reply: Reply,
		start: (options: AgentOptions) => AgentRun,
		ranBefore = 0,
	): Promise<void> {
		const { ahead, setRunning, setStatus } = this.#parts;
		ahead.stop();
		this.#abort = new AbortController();
		setRunning(true);
		const began = performance.now();
		try {
			this.#run = start(this.#options(reply, this.#abort.signal));
			for (const { text } of this.#unread) this.#run.steer(text);
			const result = await this.#run;
			this.#history = result.messages;
			const ran = ranBefore + performance.now() - began;
			if (result.stopReason === "paused") return this.#pauseAt(wish, reply, ran, result);
			if (result.stopReason === "aborted") reply.say("Stopped.");
			else reply.say(result.text || "Done.");
			this.#tellSilence(reply);
			setStatus(`Done in ${(ran / 1000).toFixed(1)} s.`);
		} catch (error) {
			reply.fail(reasonOf(error));
			this.#tellSilence(reply);
			setStatus("The run failed.");
		} finally {
			this.#abort = undefined;
			this.#run = undefined;
			if (!this.#pause) {
				for (const { said } of this.#unread.splice(0)) said.note("The run ended before the model read this.");
			}
			setRunning(false);
		}
	}

	/** What is missing in an answer must not be looked for in its steps. */
	#tellSilence(reply: Reply): void {
		for (const { name, reason } of this.#parts.servers.takeSilent()) {
			reply.miss(`${name} was not reached, so nothing of it is in this answer. ${reason ?? ""}`);
		}
	}

	#options(reply: Reply, signal: AbortSignal): AgentOptions {
		const { model, servers, setStatus, onWidget } = this.#parts;
		if (!model.provider) throw new Error(model.state.text);
		const { ask } = model.settings;
		return {
			provider: model.provider,
			layers: [autoui.layer(), ...servers.layers],
			client: servers.runsClient,
			maxIterations: MAX_ITERATIONS,
			...(ask !== "never" && { needsApproval: ask }),
			signal,
			callbacks: {
				onEvent: (event) => {
					const text = describe(event);
					if (text) setStatus(this.#queued() + text);
					if (event.type === "llm-delta") reply.write(event.text);
					if (event.type === "said") this.#read(event);
				},
				onToolCall: (call) => reply.step(call),
				onWidget,
			},
		};
	}

	#pauseAt(wish: string, reply: Reply, ran: number, { pending = [], toolCalls, state }: AgentResult): void {
		if (!state) throw new Error("The run waits, but cannot go on: it gave no state.");
		const waiting: Waiting = { wish, pending, steps: toolCalls, state };
		this.#ask(waiting, reply, ran, keepWaiting(waiting));
	}

	#ask(waiting: Waiting, reply: Reply, ran: number, lead: string | undefined): void {
		const { setStatus, onQuestion } = this.#parts;
		const cards = askAbout(waiting.pending, {
			...(lead && { lead }),
			nameOf: reply.nameOf,
			onDecided: (decisions) => {
				if (this.#pause) this.#pause.decisions = decisions;
				this.#parts.onDecided();
				this.#goOn();
			},
		});
		reply.show(cards.element);
		this.#pause = { ...waiting, reply, cards, ran };
		const { length } = waiting.pending;
		setStatus(`Waiting for you: ${length === 1 ? "a call needs" : `${length} calls need`} your approval.`);
		onQuestion(cards);
	}

	/** Goes on with a run whose calls are decided, once there is a model and the servers have answered. */
	#goOn(): void {
		const { model, setStatus } = this.#parts;
		if (this.#abort) return;
		if (!this.#pause?.decisions) {
			this.#rest();
			return;
		}
		if (!this.#isReady()) {
			const loading = model.state.phase === "loading" || model.provider;
			setStatus(loading ? "Decided. It goes on when the model is ready." : model.state.text);
			return;
		}
		const { wish, reply, state, decisions, ran } = this.#pause;
		this.#pause = undefined;
		// From here on a reload must not bring the cards back: a call would run twice.
		forgetWaiting();
		const resume = (options: AgentOptions) => resumeAgentLoop(state, options, decisions);
		void this.#drive(wish, reply, resume, ran).then(() => this.#runNext());
	}

	/** Nobody waits for the model. */
	#rest(): void {
		const { model, ahead } = this.#parts;
		if (model.state.phase !== "ready") ahead.forget();
		else if (model.isSmall && this.#isReady()) void ahead.read();
	}

	#isReady(): boolean {
		const { model, servers } = this.#parts;
		const settled = servers.entries.every(({ state }) => state !== "connecting");
		return settled && model.provider !== undefined && model.state.phase !== "loading";
	}

	#giveUp(why: string): void {
		this.#pause?.cards.close(why);
		this.#pause = undefined;
		for (const { said } of this.#unread.splice(0)) said.note("The run ended before the model read this.");
		forgetWaiting();
	}

	/** The model has read a remark. */
	#read({ text }: RunEvent & { type: "said" }): void {
		const index = this.#unread.findIndex((remark) => remark.text === text);
		for (const { said } of index < 0 ? [] : this.#unread.splice(index, 1)) said.note();
	}

	#queued(): string {
		return this.#next.length === 0 ? "" : `${this.#next.length} more to come. `;
	}
}
