/** How documents of different origins in a tab list and call each other's tools: by messages, to windows whose origin is known. */
import { type DocumentTools, FAILED, type Listed, type Outcome } from "./document-tools.js";
import { isOurs, windowsOf } from "./frames.js";
import { NAME } from "./names.js";
import { frameAllows, type Policy } from "./policy.js";

const KEY = "webmcp-auto-ui/model-context";
/** A window that has gone elsewhere answers no more; one that is there lists its tools, or says that a call has begun, at once. */
const ANSWER_MS = 1000;
const BEGUN = "begun";

/** What windows say to each other. A first word goes to any origin, and so tells nothing. */
type Said =
	| { readonly [KEY]: "hello" | "welcome" | "changed" | "list" }
	| { readonly [KEY]: "policy"; readonly allowed: boolean }
	| { readonly [KEY]: "call"; readonly name: string; readonly input: string };

/** The links of one document to those of other origins. */
export class Links {
	readonly #window: Window;
	readonly #own: DocumentTools;
	readonly #policy: Policy;
	readonly #origins = new WeakMap<object, string>();
	/** Which frames of ours may use tools. */
	readonly #allowed = new WeakMap<object, boolean>();
	readonly #hear = (event: MessageEvent<unknown>) => this.#heard(event);

	constructor(window: Window, own: DocumentTools, policy: Policy) {
		this.#window = window;
		this.#own = own;
		this.#policy = policy;
		window.addEventListener("message", this.#hear);
		for (const other of this.#others()) other.postMessage({ [KEY]: "hello" } satisfies Said, "*");
	}

	close(): void {
		this.#window.removeEventListener("message", this.#hear);
	}

	/** The origin of a window of another origin that has the polyfill and may use tools, as far as that is ours to say. */
	originOf(other: Window): string | undefined {
		return this.#may(other) ? this.#origins.get(other) : undefined;
	}

	/** Tells those documents of these origins that tools have changed. */
	changed(origins: readonly string[]): void {
		for (const other of this.#others()) {
			const origin = this.originOf(other);
			if (origin !== undefined && origins.includes(origin)) this.#say(other, origin, { [KEY]: "changed" });
		}
	}

	/** The tools of a window that are exposed to our origin. */
	list(other: Window, origin: string): Promise<readonly Listed[]> {
		return new Promise((resolve) => {
			const port = this.#ask(other, origin, { [KEY]: "list" });
			const done = (said: unknown) => {
				clearTimeout(timer);
				port.close();
				resolve(toolsOf(said));
			};
			const timer = setTimeout(done, ANSWER_MS, []);
			port.onmessage = ({ data }: MessageEvent<unknown>) => done(data);
		});
	}

	/** Calls a tool of a window; `settle` hears once. Gives what cancels. */
	call(
		other: Window,
		origin: string,
		name: string,
		input: string,
		settle: (outcome: Outcome) => void,
	): () => void {
		const port = this.#ask(other, origin, { [KEY]: "call", name, input });
		const done = (said: unknown) => {
			clearTimeout(timer);
			port.close();
			settle(outcomeOf(said));
		};
		const timer = setTimeout(done, ANSWER_MS);
		port.onmessage = ({ data }: MessageEvent<unknown>) => {
			if (data === BEGUN) clearTimeout(timer);
			else done(data);
		};
		return () => port.postMessage("cancel");
	}

	#others(): Window[] {
		const top = this.#window.top ?? this.#window;
		return windowsOf(top).filter((other) => other !== this.#window && !isOurs(other));
	}

	#say(other: Window, origin: string, said: Said, ports: Transferable[] = []): void {
		other.postMessage(said, origin, ports);
	}

	#ask(other: Window, origin: string, said: Said): MessagePort {
		const { port1, port2 } = new MessageChannel();
		this.#say(other, origin, said, [port2]);
		return port1;
	}

	#heard({ data, source, origin, ports: [port] }: MessageEvent<unknown>): void {
		if (!isSaid(data) || !this.#others().includes(source as Window)) return;
		const other = source as Window;
		// A document of no origin is told whether it may have tools of its own, and no more.
		if (origin === "null") return void this.#allow(other, origin);
		this.#origins.set(other, origin);
		switch (data[KEY]) {
			case "hello":
				this.#say(other, origin, { [KEY]: "welcome" });
				void this.#allow(other, origin);
				break;
			case "welcome":
				void this.#allow(other, origin);
				break;
			case "policy":
				if (other === this.#window.parent) this.#policy.answered(data.allowed === true);
				break;
			case "changed":
				if (this.#may(other)) this.#own.changed();
				break;
			case "list":
				if (port && this.#may(other)) void this.#listed(port, origin);
				break;
			case "call":
				if (port && this.#may(other)) void this.#called(port, origin, String(data.name), String(data.input));
		}
	}

	/** Tells a frame of ours whether it may use tools. */
	async #allow(other: Window, origin: string): Promise<void> {
		if (other.parent !== this.#window) return;
		const frames = this.#window.document.querySelectorAll<HTMLIFrameElement>("iframe, frame");
		const frame = [...frames].find((one) => one.contentWindow === other);
		const isAllowed = frame !== undefined && frameAllows(frame, origin, this.#window.origin);
		this.#allowed.set(other, isAllowed);
		const target = origin === "null" ? "*" : origin;
		this.#say(other, target, { [KEY]: "policy", allowed: isAllowed && (await this.#own.allowed()) });
	}

	/** Whether the frame of ours that a window is in may use tools; of windows elsewhere we cannot know. */
	#may(other: Window): boolean {
		let frame = other;
		while (frame.parent !== this.#window && frame.parent !== frame) frame = frame.parent;
		return frame.parent !== this.#window || this.#allowed.get(frame) === true || isOurs(frame);
	}

	async #exposed(origin: string) {
		if (!(await this.#own.allowed())) return [];
		return this.#own.list().filter(({ exposedTo }) => exposedTo.includes(origin));
	}

	async #listed(port: MessagePort, origin: string): Promise<void> {
		const tools = await this.#exposed(origin);
		port.postMessage(
			tools.map(({ name, title, description, schema, annotations }): Listed => {
				return { name, title, description, schema, annotations };
			}),
		);
	}

	async #called(port: MessagePort, origin: string, name: string, input: string): Promise<void> {
		const answer = (outcome: Outcome) => port.postMessage(outcome);
		const tools = await this.#exposed(origin);
		if (!tools.some((tool) => tool.name === name)) return answer(FAILED);
		port.postMessage(BEGUN);
		const cancel = this.#own.call(name, input, answer);
		port.onmessage = cancel;
	}
}

function isSaid(data: unknown): data is Said {
	return typeof data === "object" && data !== null && KEY in data && typeof data[KEY] === "string";
}

/** What another origin says is taken in the form that it must have, or not at all. */
function toolsOf(said: unknown): Listed[] {
	if (!Array.isArray(said)) return [];
	return (said as unknown[]).flatMap((one) => {
		const { name, title, description, schema, annotations } = (one ?? {}) as { [field: string]: unknown };
		if (typeof name !== "string" || !NAME.test(name) || typeof description !== "string") return [];
		if (typeof schema !== "string" || !(schema === "" || isJsonObject(schema))) return [];
		const text = typeof title === "string" ? title : undefined;
		return [{ name, title: text, description, schema, annotations: hintsOf(annotations) }];
	});
}

function hintsOf(said: unknown): Listed["annotations"] {
	if (typeof said !== "object" || said === null) return undefined;
	const hints = said as { [hint: string]: unknown };
	return {
		consequentialHint: hints.consequentialHint === true,
		debugging: hints.debugging === true,
		readOnlyHint: hints.readOnlyHint === true,
		untrustedContentHint: hints.untrustedContentHint === true,
	};
}

function isJsonObject(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null;
	} catch {
		return false;
	}
}

/** Why a call has failed is the business of those whose tool it is. */
function outcomeOf(said: unknown): Outcome {
	const { text } = (said ?? {}) as { text?: unknown };
	return typeof text === "string" || text === null ? { text } : FAILED;
}
