/** One call of a form's tool: filled in, submitted by the agent or by the person, and answered. */
import type { JsonObject } from "../../types/index.js";
import { controlsOf } from "./form-fields.js";
import { FormError, fill } from "./form-fill.js";
import { markInvoked } from "./submit-event.js";
import type { Queue } from "./tasks.js";

const running = new WeakMap<HTMLFormElement, FormRun>();

/** Calls the tool of a form. What it does at once is done when this returns. */
export function callForm(
	form: HTMLFormElement,
	input: JsonObject,
	signal: AbortSignal,
	queue: Queue,
): Promise<unknown> {
	fill(form, input);
	running.get(form)?.fail("The form's tool was called anew.");
	return new Promise((resolve, reject) => {
		const run = new FormRun(form, queue, resolve, reject);
		signal.addEventListener("abort", () => run.end(), { once: true });
		run.begin();
	});
}

/** Ends what runs of a form. */
export function failForm(form: HTMLFormElement, why: string): void {
	running.get(form)?.fail(why);
}

class FormRun {
	readonly #form: HTMLFormElement;
	readonly #queue: Queue;
	readonly #resolve: (value: unknown) => void;
	readonly #reject: (error: unknown) => void;
	readonly #button: HTMLElement | undefined;
	readonly #listening = new AbortController();
	#response: { readonly value: unknown } | undefined;
	#isSubmitted = false;

	constructor(
		form: HTMLFormElement,
		queue: Queue,
		resolve: (value: unknown) => void,
		reject: (error: unknown) => void,
	) {
		this.#form = form;
		this.#queue = queue;
		this.#resolve = resolve;
		this.#reject = reject;
		this.#button = controlsOf(form).find((one) => one.matches(SUBMITS)) as HTMLElement | undefined;
	}

	begin(): void {
		running.set(this.#form, this);
		this.#form.toggleAttribute("data-tool-form-active", true);
		this.#button?.toggleAttribute("data-tool-submit-active", true);
		const { signal } = this.#listening;
		this.#form.ownerDocument.addEventListener(
			"submit",
			(event) => {
				if (event.target === this.#form) this.#submitted(event);
			},
			{ capture: true, signal },
		);
		this.#form.addEventListener("reset", () => this.fail("The form was reset."), { signal });
		if (this.#form.hasAttribute("toolautosubmit")) this.#submit();
		else this.#button?.focus();
	}

	fail(why: string): void {
		this.#reject(new FormError(why));
		this.end();
	}

	end(): void {
		this.#listening.abort();
		if (running.get(this.#form) !== this) return;
		running.delete(this.#form);
		this.#form.removeAttribute("data-tool-form-active");
		this.#button?.removeAttribute("data-tool-submit-active");
	}

	#submit(): void {
		// By the prototype: a control may be called as its form's methods are.
		const { checkValidity, requestSubmit } = HTMLFormElement.prototype;
		if (this.#form.hasAttribute("novalidate") || checkValidity.call(this.#form)) {
			requestSubmit.call(this.#form);
		} else {
			const wrong = controlsOf(this.#form).filter((one) => one.matches(":invalid")) as HTMLInputElement[];
			const all = wrong.map(({ name, validationMessage }) => `${name}: ${validationMessage}`);
			this.fail(`The form is not valid. ${all.join(" ")}`);
		}
	}

	#submitted(event: Event): void {
		markInvoked(event, (value) => {
			this.#response = { value };
		});
		// A page may submit the form by itself in its listener; that is seen only here.
		const { submit } = HTMLFormElement.prototype;
		if (this.#form.submit === submit) {
			this.#form.submit = () => {
				this.#isSubmitted = true;
				submit.call(this.#form);
			};
		}
		this.#queue(() => {
			Reflect.deleteProperty(this.#form, "submit");
			this.#answered(event);
		});
	}

	#answered({ defaultPrevented }: Event): void {
		if (this.#response) {
			const answer = Promise.resolve(this.#response.value);
			answer.then(this.#resolve, () =>
				this.#reject(new FormError("What the page responded with was rejected.")),
			);
			answer.finally(() => this.end()).catch(() => undefined);
		} else if (defaultPrevented && !this.#isSubmitted) {
			this.fail("The page has prevented the submission and responded with nothing.");
		} else {
			this.#resolve(NAVIGATED);
			this.end();
		}
	}
}

/** The result of a call that has loaded another document. */
export const NAVIGATED = Symbol("navigated");

const SUBMITS = "button:not([type]), button[type=submit], input[type=submit], input[type=image]";
