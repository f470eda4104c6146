/** A conversation as a tree: what was edited or answered anew stands beside what was there before. */
import { Observed } from "./observed.js";
import type { Message } from "./messages.js";

/** What has changed: one message, or which messages are shown. */
export type ThreadChange = { type: "message"; message: Message } | { type: "path"; added?: Message };

/** Holds the messages, and which of them are shown. */
export class Thread extends Observed<ThreadChange> {
	readonly #messages = new Map<string, Message>();
	/** Who follows whom, in the order of time; under no id those at the beginning. */
	readonly #followers = new Map<string | undefined, string[]>();
	#path: Message[] = [];

	/** The messages that are shown, in order. */
	get path(): readonly Message[] {
		return this.#path;
	}

	/** The last message that is shown. */
	get last(): Message | undefined {
		return this.#path.at(-1);
	}

	/** All messages, also those on branches that are not shown, in the order in which they came. */
	get all(): Message[] {
		return [...this.#messages.values()];
	}

	get(id: string): Message | undefined {
		return this.#messages.get(id);
	}

	/** Adds a message, and shows it with what it follows. */
	add<M extends Message>(message: M): M {
		this.#messages.set(message.id, message);
		const beside = this.#followers.get(message.parent);
		if (beside) beside.push(message.id);
		else this.#followers.set(message.parent, [message.id]);
		if (message.parent === this.last?.id) this.#path.push(message);
		else this.#path = this.#upTo(message);
		this.tell({ type: "path", added: message });
		return message;
	}

	/** Changes some of a message; nothing where there is none of that id. */
	change<M extends Message>(id: string, change: Partial<M>): void {
		const message = this.#messages.get(id);
		if (!message) return;
		Object.assign(message, change);
		this.tell({ type: "message", message });
	}

	/** What stands beside a message, itself among them, and its place there. */
	versions({ id, parent }: Message): { ids: readonly string[]; at: number } {
		const ids = this.#followers.get(parent) ?? [id];
		return { ids, at: ids.indexOf(id) };
	}

	/** Shows a message and, behind it, what came last. */
	show(id: string): void {
		let message = this.#messages.get(id);
		if (!message) return;
		const path = this.#upTo(message);
		for (;;) {
			const next: string | undefined = this.#followers.get(message.id)?.at(-1);
			message = next === undefined ? undefined : this.#messages.get(next);
			if (!message) break;
			path.push(message);
		}
		this.#path = path;
		this.tell({ type: "path" });
	}

	/** Begins anew, or with messages that were stored, each after its parent. */
	reset(messages: readonly Message[] = []): void {
		this.#messages.clear();
		this.#followers.clear();
		this.#path = [];
		for (const message of messages) {
			if (message.parent !== undefined && !this.#messages.has(message.parent)) continue;
			this.#messages.set(message.id, message);
			const beside = this.#followers.get(message.parent) ?? [];
			this.#followers.set(message.parent, [...beside, message.id]);
		}
		const first = this.#followers.get(undefined)?.at(-1);
		if (first === undefined) this.tell({ type: "path" });
		else this.show(first);
	}

	#upTo(message: Message): Message[] {
		const path = [];
		for (
			let at: Message | undefined = message;
			at;
			at = at.parent ? this.#messages.get(at.parent) : undefined
		)
			path.push(at);
		return path.reverse();
	}
}
