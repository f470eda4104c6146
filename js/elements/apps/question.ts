/** Asks the person about what an app wants to call, by the card that asks about a run's calls, above the app where it cannot reach. */
import type { JsonObject } from "../../types/index.js";
import { useStyles } from "../../widgets/styles.js";
import type { Say } from "../../words/words.js";
import { html, nothing } from "../base.js";
import { render } from "../../widgets/lit.js";
import { approvals } from "../chat/approval.js";
import { CARD_LOOKS } from "../chat/looks.js";
import { LOOKS } from "../looks.js";

/** A finger that was meant for the app does not answer a question that has just come under it. */
const TOO_SOON_MS = 500;
/** Who has been refused so often in turn is refused without a question. */
const MAX_REFUSALS = 3;

/** What an app wants to call. */
export interface AppWish {
	/** The tool's full name. */
	readonly name: string;
	readonly args: JsonObject;
}

/** The questions of one app: one at a time. */
export class AppQuestions {
	readonly #root: ShadowRoot;
	readonly #t: Say;
	#last: Promise<unknown> = Promise.resolve();
	#refusals = 0;

	/** @param place - Where they are asked: an empty element. */
	constructor(place: HTMLElement, t: Say) {
		this.#root = place.attachShadow({ mode: "open" });
		this.#t = t;
		useStyles(this.#root, LOOKS + CARD_LOOKS);
	}

	/** Resolves with what the person has said; with `false` where the app waits no more. */
	ask(wish: AppWish, signal: AbortSignal): Promise<boolean> {
		const asked = this.#last.then(() => this.#ask(wish, signal));
		this.#last = asked;
		return asked;
	}

	#ask({ name, args }: AppWish, signal: AbortSignal): Promise<boolean> {
		if (signal.aborted || this.#refusals >= MAX_REFUSALS) return Promise.resolve(false);
		return new Promise((resolve) => {
			const since = performance.now();
			const close = (isAllowed: boolean) => {
				signal.removeEventListener("abort", leave);
				render(nothing, this.#root);
				resolve(isAllowed);
			};
			const leave = () => close(false);
			const decide = (isAllowed: boolean) => {
				if (performance.now() - since < TOO_SOON_MS) return;
				this.#refusals = isAllowed ? 0 : this.#refusals + 1;
				close(isAllowed);
			};
			signal.addEventListener("abort", leave, { once: true });
			const card = approvals({
				calls: [{ id: "call", name, args }],
				decisions: [],
				isOver: false,
				nameOf: () => undefined,
				t: this.#t,
				decide: ([decision]) => decide(decision?.approved === true),
			});
			// It is read out, but takes no focus: a key that was meant for something else would answer it.
			render(html`<div role="alert"><p class="hint">${this.#t("app-asks")}</p>${card}</div>`, this.#root);
		});
	}
}
