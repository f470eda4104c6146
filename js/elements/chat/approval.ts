/** Cards that ask the person about calls before they run. */
import type { ApprovalDecision, Json, JsonObject, PendingCall } from "../../types/index.js";
import type { Say } from "../../words/words.js";
import { html, icon, nothing } from "../base.js";
import { type NameOf, partsOf, readable } from "./readable.js";

const MAX_REASON_CHARS = 500;
/** Longer arguments are folded. */
const MAX_OPEN_CHARS = 160;

/** What is asked, and what was decided. */
export interface Asked {
	readonly calls: readonly PendingCall[];
	readonly decisions: readonly ApprovalDecision[];
	/** Nothing will come of those that are open. */
	readonly isOver: boolean;
	readonly nameOf: NameOf;
	readonly t: Say;
	decide(decisions: ApprovalDecision[]): void;
}

/** One card for each call. Many that are decided become one line that can be opened. */
export function approvals(asked: Asked): unknown {
	const { calls, decisions, isOver, t } = asked;
	const decided = new Map(decisions.map((decision) => [decision.id, decision]));
	const open = calls.filter(({ id }) => !decided.has(id));
	const cards = calls.map((call, at) => cardOf(call, decided.get(call.id), asked, at));
	const all = (approved: boolean) => () => asked.decide(open.map(({ id }) => ({ id, approved })));
	if ((open.length === 0 || isOver) && calls.length > 1) {
		const summary = isOver && open.length > 0 ? t("not-run") : t("decided-calls", { n: calls.length });
		return html`<section class="approvals" part="approvals"><details class="done"><summary>${summary}</summary>${cards}</details></section>`;
	}
	const both =
		calls.length < 2
			? nothing
			: html`<div class="row end"><span class="grow">${t("calls-wait", { n: open.length })}</span>
				<button type="button" part="deny-all" @click=${all(false)}>${t("deny-all")}</button>
				<button type="button" class="primary" part="approve-all" @click=${all(true)}>${t("approve-all")}</button></div>`;
	return html`<section class="approvals" part="approvals">${both}${cards}</section>`;
}

function cardOf(
	call: PendingCall,
	decision: ApprovalDecision | undefined,
	asked: Asked,
	at: number,
): unknown {
	const { t, isOver, calls } = asked;
	const { server, tool } = partsOf(call.name);
	const whose = server === "" ? nothing : html` <strong>${server}</strong>`;
	if (decision || isOver) {
		return html`<div class="approval decided" part="approval" data-tool=${call.name} role="group" aria-label=${tool}>
			<p class="title"><code>${tool}</code>${whose}</p><p class="outcome" part="approval-outcome">${decision ? icon(decision.approved ? "approved" : "close") : nothing} ${outcome(decision, t)}</p></div>`;
	}
	const question = t(server === "" ? "run-tool" : "run-tool-of", { tool, server });
	const decide = (approved: boolean, reason = "") =>
		asked.decide([{ id: call.id, approved, ...(reason !== "" && { reason }) }]);
	const reasonIn = (event: Event) =>
		(event.currentTarget as HTMLElement).closest("form")?.querySelector("input")?.value.trim() ?? "";
	const submit = (event: Event) => {
		event.preventDefault();
		// What one was about to type approves nothing; a reason that is sent denies.
		if (reasonIn(event) !== "") decide(false, reasonIn(event));
	};
	// Forms are landmarks, which are told apart by their names.
	const which = calls.length > 1 ? ` ${t("version", { at: at + 1, of: calls.length })}` : "";
	return html`<form class="approval" part="approval" tabindex="-1" aria-label=${question + which} data-tool=${call.name} @submit=${submit}>
		<p class="title">${question}</p>
		${argumentsOf(call, asked)}
		<div class="row end"><input class="grow" part="deny-reason" autocomplete="off" maxlength=${MAX_REASON_CHARS} placeholder=${t("why-not")} aria-label=${t("reason-to-deny")} />
			<button type="button" part="deny" @click=${(event: Event) => decide(false, reasonIn(event))}>${t("deny")}</button>
			<button type="button" class="primary" part="approve" @click=${() => decide(true)}>${t("approve")}</button></div>
	</form>`;
}

function outcome(decision: ApprovalDecision | undefined, t: Say): string {
	if (!decision) return t("not-run");
	if (decision.approved) return t("approved");
	return decision.reason ? t("denied-because", { reason: decision.reason }) : t("denied");
}

/** What the tool will get; of what came by a reference, where it comes from as well. */
function argumentsOf({ args, written = {} }: PendingCall, { nameOf, t }: Asked): unknown {
	const entries = fields(args);
	if (entries.length === 0) return html`<p class="hint">${t("no-arguments")}</p>`;
	const wrote = new Map(fields(written));
	const rows = entries.map(([name, value]) => {
		const reference = wrote.get(name);
		const source = isReference(reference) ? html`<p>${readable(reference, nameOf, t)}</p>` : nothing;
		return html`<dt>${name}</dt><dd>${source}${folded(readable(value, nameOf, t), t)}</dd>`;
	});
	return html`<dl class="arguments">${rows}</dl>`;
}

/** The fields of objects stand by themselves, as `params.title`. */
function fields(args: JsonObject): [string, Json | undefined][] {
	return Object.entries(args).flatMap(([name, value]): [string, Json | undefined][] => {
		const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
		if (!isObject || isReference(value) || Object.keys(value).length === 0) return [[name, value]];
		return Object.entries(value).map(([key, part]) => [`${name}.${key}`, part]);
	});
}

function isReference(value: Json | undefined): boolean {
	return typeof value === "object" && value !== null && "$result" in value;
}

/** A text that is folded where it is long. */
export function folded(text: string, t: Say): unknown {
	if (text.length <= MAX_OPEN_CHARS) return html`<pre>${text}</pre>`;
	const beginning = `${text.slice(0, MAX_OPEN_CHARS / 2).replace(/\s+/g, " ")} …`;
	return html`<details class="folded"><summary>${beginning} <small>${t("characters", { n: text.length })}</small></summary><pre>${text}</pre></details>`;
}
