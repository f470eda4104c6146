/** Which messages of a conversation are in the page: those at its end, and earlier ones as far as a person goes back. */
import type { Message, PersonMessage } from "../../workspace/messages.js";
import type { ThreadChange } from "../../workspace/thread.js";
import { Bubble, type BubbleParts } from "./bubble.js";

/** So many are shown at first, and more at each step back. */
const PAGE = 50;
/** Where a person follows the end, so many are in the page at most. */
const MOST = 150;
/** Whoever is so near to the end follows it, CSS pixels. */
const NEAR = 48;

/** Keeps bubbles in step with a conversation. */
export class Log {
	readonly #place: HTMLElement;
	readonly #scroller: HTMLElement;
	readonly #parts: BubbleParts;
	readonly #bubbles = new Map<string, Bubble>();
	readonly #dirty = new Set<string>();
	#from = 0;
	#frame = 0;
	#isFollowing = true;
	/** Where the person was when the log was scrolled last. */
	#top = 0;
	readonly #grown: ResizeObserver;

	/** @param scroller - What scrolls, around `place`. */
	constructor(place: HTMLElement, scroller: HTMLElement, parts: BubbleParts) {
		this.#place = place;
		this.#scroller = scroller;
		this.#parts = parts;
		this.#from = Math.max(0, parts.conversation.thread.path.length - PAGE);
		this.sync();
		// Texts and pictures come later than the messages that they stand in.
		this.#grown = new ResizeObserver(() => this.#follow());
		this.#grown.observe(place);
	}

	/** Whether there are earlier messages than those in the page. */
	get hasEarlier(): boolean {
		return this.#from > 0;
	}

	/** Whether the end is in sight, or is followed. */
	get isAtEnd(): boolean {
		return this.#isFollowing;
	}

	/** Takes in a change; the page is touched at most once in a frame. */
	changed(change: ThreadChange): void {
		if (change.type === "message") this.#dirty.add(change.message.id);
		else this.#dirty.clear();
		if (change.type === "path") this.sync();
		else this.#frame ||= requestAnimationFrame(() => this.#draw());
	}

	/** Draws all that is in the page anew, as where a run has begun or ended. */
	refresh(): void {
		this.sync();
		for (const bubble of this.#bubbles.values()) bubble.show();
		this.#follow();
	}

	/** Hears that the log was scrolled. Only upwards is away from the end: where a text has grown meanwhile, the end has gone away by itself. */
	scrolled(): void {
		const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
		if (scrollHeight - scrollTop - clientHeight < NEAR) this.#isFollowing = true;
		else if (scrollTop < this.#top) this.#isFollowing = false;
		this.#top = scrollTop;
	}

	/** Shows earlier messages; what is seen stays where it is. */
	earlier(): void {
		if (!this.hasEarlier) return;
		const { scrollTop, scrollHeight } = this.#scroller;
		this.#isFollowing = false;
		this.#from = Math.max(0, this.#from - PAGE);
		this.sync();
		this.#top = scrollTop + this.#scroller.scrollHeight - scrollHeight;
		this.#scroller.scrollTop = this.#top;
	}

	/** Goes to the end and follows it. */
	toEnd(): void {
		this.#isFollowing = true;
		this.sync();
		this.#follow();
	}

	/** The last bubble that is shown. */
	get last(): Bubble | undefined {
		const id = this.#parts.conversation.thread.last?.id;
		return id === undefined ? undefined : this.#bubbles.get(id);
	}

	/** Puts the messages of the path, and the wishes that wait, into the page. */
	sync(): void {
		this.#parts.keep(() => this.#sync());
	}

	#sync(): void {
		const { thread, waiting } = this.#parts.conversation;
		const { path } = thread;
		// Another conversation is shown from its end.
		if (this.#bubbles.size > 0 && !path.findLast(({ id }) => this.#bubbles.has(id))) this.#isFollowing = true;
		if (this.#from > path.length) this.#from = Math.max(0, path.length - PAGE);
		if (this.#isFollowing && path.length - this.#from > MOST) this.#from = path.length - PAGE;
		const wanted: Message[] = [...path.slice(this.#from), ...(waiting as readonly PersonMessage[])];
		const kept = new Set(wanted);
		let pressed: string | undefined;
		for (const [id, bubble] of this.#bubbles) {
			// A wish that waited is another message once it runs.
			if (kept.has(bubble.message)) continue;
			pressed ??= bubble.pressed;
			bubble.element.remove();
			this.#bubbles.delete(id);
		}
		let at: Element | null = this.#place.firstElementChild;
		for (const message of wanted) {
			const bubble = this.#bubbles.get(message.id) ?? new Bubble(message, this.#parts);
			this.#bubbles.set(message.id, bubble);
			if (at === bubble.element) at = at.nextElementSibling;
			else this.#place.insertBefore(bubble.element, at);
			// Whoever goes through versions goes on with the one that has come in the place of what was pressed.
			if (pressed !== undefined && bubble.focusOn(pressed)) pressed = undefined;
		}
		this.#follow();
	}

	/** Nothing more is drawn. */
	end(): void {
		cancelAnimationFrame(this.#frame);
		this.#grown.disconnect();
	}

	#draw(): void {
		this.#frame = 0;
		for (const id of this.#dirty) this.#bubbles.get(id)?.show();
		this.#dirty.clear();
		this.#follow();
	}

	#follow(): void {
		// To ask how high it is lays the page out.
		if (!this.#isFollowing || this.#bubbles.size === 0) return;
		this.#scroller.scrollTop = this.#scroller.scrollHeight;
		this.#top = this.#scroller.scrollTop;
	}
}
