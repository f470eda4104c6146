/** Asks the person for an app, in the host's own words and place, where the app cannot reach. */

/** What is said to the person. `{name}` stands for the app's title. */
export interface McpAppWords {
	/** Above the address. */
	openLink: string;
	open: string;
	/** Above the names of the files. */
	saveFile: string;
	save: string;
	/** Does nothing of what was asked. */
	refuse: string;
	left: string;
	flooded: string;
	grabbed: string;
	unreachable: string;
}

/** What is said where the page has no words of its own. */
export const WORDS: McpAppWords = {
	openLink: "“{name}” wants to open this address:",
	open: "Open",
	saveFile: "“{name}” wants to save:",
	save: "Save",
	refuse: "Don’t",
	left: "“{name}” left its page and was stopped.",
	flooded: "“{name}” sent too much and was stopped.",
	grabbed: "“{name}” took the keyboard again and again and was stopped.",
	unreachable: "“{name}” could not be loaded: the page that keeps it apart did not answer.",
};

/** A question under which a finger lands that was meant for the app is not answered by it. */
const TOO_SOON_MS = 500;
/** Who has said no so often is not asked any more. */
const MAX_REFUSALS = 3;

/** What is asked. */
export interface Question {
	readonly says: string;
	/** What it is about; it is shown in full, and as it is. */
	readonly about: readonly Node[];
	readonly yes: string;
	readonly no: string;
	/** Done in the very click, as windows are opened in no other way. */
	act(): void;
}

/** The questions of one app: one at a time. */
export class Questions {
	readonly #place: HTMLElement;
	readonly #back: () => void;
	#refusals = 0;
	#isOpen = false;

	/**
	 * @param place - Where they are shown.
	 * @param back - Gives the focus back to the app, where the person answers by keyboard.
	 */
	constructor(place: HTMLElement, back: () => void) {
		this.#place = place;
		this.#back = back;
	}

	/** Resolves with what the person has said; with `false` where nobody can be asked. */
	ask(question: Question, signal: AbortSignal): Promise<boolean> {
		if (this.#isOpen || this.#refusals >= MAX_REFUSALS || signal.aborted) return Promise.resolve(false);
		this.#isOpen = true;
		return new Promise((resolve) => {
			const since = performance.now();
			const close = (isDone: boolean) => {
				signal.removeEventListener("abort", leave);
				this.#isOpen = false;
				const hadFocus = this.#place.matches(":focus-within");
				this.#place.replaceChildren();
				if (hadFocus) this.#back();
				resolve(isDone);
			};
			const leave = () => close(false);
			const decide = (isYes: boolean) => () => {
				if (performance.now() - since < TOO_SOON_MS) return;
				this.#refusals = isYes ? 0 : this.#refusals + 1;
				if (isYes) question.act();
				close(isYes);
			};
			signal.addEventListener("abort", leave, { once: true });
			const says = element("p", question.says);
			const about = element("div", ...question.about);
			about.className = "about";
			about.dir = "ltr";
			const yes = element("button", question.yes);
			const no = element("button", question.no);
			for (const button of [yes, no]) button.type = "button";
			yes.addEventListener("click", decide(true));
			no.addEventListener("click", decide(false));
			const box = element("div", says, about, element("div", no, yes));
			box.className = "question";
			// It is read out, but takes no focus: a key that was meant for something else would answer it.
			box.setAttribute("role", "alert");
			this.#place.replaceChildren(box);
		});
	}
}

/** An element with what is in it; texts are texts. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	made.append(...inside);
	return made;
}
