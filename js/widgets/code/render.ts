/** Text whose every character counts. */
import { element, textOf } from "../dom.js";
import { note } from "../parts.js";
import { html, stateful } from "../view.js";
import { colour } from "./colours.js";
import { say } from "../say.js";

const MAX_CHARS = 100_000;

const LABELS = {
	ready: () => say("Copy"),
	copied: () => say("Copied"),
	refused: () => say("Select and copy by hand"),
} as const;

/** Draws the code in a region that scrolls, in colours where the page has Shiki, its language, and a button that copies it. */
export default stateful(({ redraw }) => {
	let state: keyof typeof LABELS = "ready";
	let shown: unknown;
	const code = element("code");
	return (data) => {
		const content = textOf(data.content, MAX_CHARS);
		const language = textOf(data.lang, 40);
		if (shown !== content) {
			state = "ready";
			code.textContent = content;
		}
		shown = content;
		if (content === "") return note(say("There is no code."));
		colour(code, language);
		const becomes = (next: keyof typeof LABELS) => () => {
			state = next;
			redraw();
		};
		const copy = () => {
			// The clipboard is refused where the page is not secure or has no focus; the text can be selected still.
			const copied = navigator.clipboard?.writeText(content) ?? Promise.reject(new Error("no clipboard"));
			copied.then(becomes("copied"), becomes("refused"));
		};
		const label = `${say("Code")} ${language}`.trim();
		// A region that scrolls must be reachable by keyboard.
		return html`<div class="wm-code-bar">
				<span>${language}</span><button type="button" class="wm-code-copy" @click=${copy}>${LABELS[state]()}</button>
			</div>
			<pre class="wm-code" tabindex="0" role="region" aria-label=${label}>${code}</pre>`;
	};
});
