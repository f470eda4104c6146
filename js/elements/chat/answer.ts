/** How an answer looks: its text, what the model thought, its calls, what it asks, what went wrong, and what can be done with it. */
import type { ApprovalDecision, ToolCall } from "../../types/index.js";
import type { Say } from "../../words/words.js";
import type { WordKey } from "../../words/en.js";
import type { AgentMessage } from "../../workspace/messages.js";
import { tenths } from "../amounts.js";
import { html, nothing, ref } from "../base.js";
import { chips } from "../chips.js";
import { approvals } from "./approval.js";
import { type NameOf, namesOf, readable } from "./readable.js";

const MAX_SHOWN_CHARS = 2000;
const MOST_SUGGESTIONS = 6;

const cut = (text: string) => (text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)} …` : text);

/** What a person can do with an answer. */
export interface AnswerActions {
	decide(decisions: ApprovalDecision[]): void;
	retry(): void;
	copy(): void;
	say(text: string): void;
	/** Whether a run is under way, so that nothing can be answered anew. */
	readonly isRunning: boolean;
	/** Whether nothing was said since. */
	readonly isLast: boolean;
}

/** An answer; `place` is told the element that its text stands in, and `versions` leads to the answers beside it. */
export function answerView(
	answer: AgentMessage,
	t: Say,
	actions: AnswerActions,
	place: (element?: Element) => void,
	versions: unknown,
): unknown {
	const { steps, pending = [], suggestions = [], state } = answer;
	const nameOf = namesOf([...steps, ...pending]);
	const isBusy = state === "running";
	const said = html`<div class="said" part="said" aria-busy=${String(isBusy)} ${ref(place)}></div>`;
	const waits = isBusy && answer.text === "" && steps.length === 0;
	const isOver = state !== "waiting" && state !== "running";
	const asked =
		pending.length === 0
			? nothing
			: approvals({
					calls: pending,
					decisions: answer.decisions ?? [],
					isOver,
					nameOf,
					t,
					decide: actions.decide,
				});
	return html`${reasoning(answer, t)}${said}${waits ? html`<span class="dots" aria-hidden="true">…</span>` : nothing}
		${state === "stopped" || state === "cut" ? html`<p class="hint">${t(state)}</p>` : nothing}
		${answer.text === "" && state === "done" ? html`<p class="said-done">${t("done")}</p>` : nothing}
		${isOver && actions.isLast && !actions.isRunning && suggestions.length > 0 ? chips(suggestions.slice(0, MOST_SUGGESTIONS), t, actions.say) : nothing}
		${steps.length === 0 ? nothing : stepsView(steps, nameOf, t)}${asked}
		${failure(answer, t)}
		${(answer.missing ?? []).map(
			({ name, reason }) =>
				html`<p class="hint missing" part="missing" role="note">${t("not-reached", { name })} ${reason}</p>`,
		)}
		${isBusy || state === "waiting" ? nothing : toolbar(answer, t, actions, versions)}`;
}

function reasoning({ reasoning: thoughts, text }: AgentMessage, t: Say): unknown {
	if (!thoughts) return nothing;
	return html`<details class="thoughts" part="reasoning"><summary>${t(text === "" ? "thinking" : "thoughts")}</summary><p>${thoughts}</p></details>`;
}

/** A failure of a run; of a model that is not there, what can be done about it. */
function failure({ failure: reason, state }: AgentMessage, t: Say): unknown {
	if (reason === undefined || state !== "failed") return nothing;
	const known = /^model-(none|unnamed|paused|stopped)$/.test(reason) ? t(reason as WordKey) : reason;
	return html`<p class="failed" part="failure" role="alert">${known}</p>`;
}

/** Their number would say little: most of them look what there is. */
function stepsView(steps: readonly ToolCall[], nameOf: NameOf, t: Say): unknown {
	return html`<details class="steps" part="steps"><summary>${t("steps")}</summary>
		<ol>${steps.map((step) => stepView(step, nameOf, t))}</ol></details>`;
}

function stepView(
	{ name, args, result, error, elapsed, fixes = [] }: ToolCall,
	nameOf: NameOf,
	t: Say,
): unknown {
	const outcome = error ?? result ?? "";
	const given = Object.entries(args).map(([key, value]) => `${key}: ${readable(value, nameOf, t)}`);
	const mended = html`<div class="fixes" part="fixes">${t("mended")}<ul>${fixes.map((fix) => html`<li>${fix}</li>`)}</ul></div>`;
	return html`<li part="step" data-tool=${name} class=${error ? "bad" : "good"}><code>${name}</code>
		${elapsed === undefined ? nothing : html`<small> ${t("milliseconds", { n: elapsed })}</small>`}
		${given.length === 0 ? nothing : html`<pre>${cut(given.join("\n"))}</pre>`}
		${fixes.length === 0 ? nothing : mended}
		${outcome === "" ? nothing : html`<pre class="outcome">${cut(outcome)}</pre>`}</li>`;
}

function toolbar(
	answer: AgentMessage,
	t: Say,
	{ retry, copy, isRunning }: AnswerActions,
	versions: unknown,
): unknown {
	const seconds =
		answer.ms === undefined ? nothing : html`<small>${t("seconds", { s: tenths(answer.ms / 1000) })}</small>`;
	return html`<div class="row acts">${versions}
		${answer.text === "" ? nothing : html`<button type="button" class="quiet" part="copy" @click=${copy}>${t("copy")}</button>`}
		<button type="button" class="quiet" part="retry" ?disabled=${isRunning} @click=${retry}>${t("retry")}</button>${seconds}</div>`;
}
