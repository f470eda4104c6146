/** Code that runs apart from the page, when a person wants it. */
import { linesView } from "./isolated/lines.js";
import { FRAME, SANDBOX } from "./isolated/stage.js";
import { ref } from "../lit.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { html, nothing, repeat, stateful, titleOf } from "../view.js";
import { heightOf, isSame, type Program, programOf } from "./program.js";
import { Session } from "./session.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws the code and a button that runs it; nothing runs before that. */
export default stateful(({ container, redraw, emit, onMessage, onDispose }) => {
	useStyles(container, looks);
	const session = new Session(redraw, (data) => emit("message", { data }));
	onMessage((channel, payload) => session.tell(channel, payload));
	onDispose(() => session.end());
	let program: Program = { code: "", html: "", css: "" };

	const frame = (count: number, title: string, height: number) => {
		const size = (element?: Element) => {
			if (element instanceof HTMLElement) element.style.height = `${height}px`;
		};
		const load = ({ currentTarget }: Event) => session.loaded(currentTarget as HTMLIFrameElement, count);
		return html`<iframe title=${title || say("What the code shows")} sandbox=${SANDBOX} allow="" referrerpolicy="no-referrer"
			srcdoc=${FRAME} @load=${load} ${ref(size)}></iframe>`;
	};

	return (data) => {
		program = programOf(data);
		const title = titleOf(data);
		const { code } = program;
		if (code === "" && program.html === "") return html`${heading(title)}${note(say("There is no code."))}`;
		const { isRunning, said, count, lines } = session;
		const run = () => session.run(program);
		const stop = () => session.stop();
		// One button, so that who has pressed it by keyboard is still there.
		const button = html`<button type="button" class=${isRunning ? "wm-run wm-run-stop" : "wm-run"} @click=${isRunning ? stop : run}>
			${isRunning ? say("Stop") : count > 0 ? say("Run again") : say("Run")}
		</button>`;
		const isOther = count > 0 && !isSame(session.program, program);
		// A new frame for each run: of the one before nothing is left.
		const frames = repeat(
			count > 0 ? [count] : [],
			(one) => one,
			(one) => frame(one, title, heightOf(data.height)),
		);
		return html`${heading(title)}
			<div class="wm-sandbox">
				<details class="wm-run-code" ?open=${count === 0}><summary>${say("Code")}</summary>
					<pre class="wm-code" tabindex="0" role="region" aria-label=${say("Code")} dir="ltr"><code>${code}</code></pre>
				</details>
				<div class="wm-run-bar">${button}<span role="status">${said}${isOther ? " The code has changed since." : nothing}</span></div>
				${frames}${linesView(lines)}
			</div>`;
	};
});
