/** Cards that ask the person about calls before they run. */
import type { ApprovalDecision, Json, JsonObject, PendingCall } from "webmcp-auto-ui";
import { make } from "./dom.js";
import { type NameOf, partsOf, readable } from "./readable.js";

const MAX_REASON_CHARS = 500;
/** Longer arguments are folded. */
const MAX_OPEN_CHARS = 160;

/** The cards of one pause. */
export interface Cards {
	element: HTMLElement;
	/** Puts the focus on the first card that is still open. */
	focus(): void;
	/** Says that nothing will come of the cards that are still open. */
	close(why: string): void;
}

interface Card {
	element: HTMLElement;
	isOpen(): boolean;
	decide(approved: boolean, reason?: string): void;
	close(outcome: string): void;
}

/**
 * Makes one card for each call.
 *
 * @param lead - What is said above them, if anything.
 * @param onDecided - Called once, when every call is decided.
 */
export function askAbout(
	calls: PendingCall[],
	{ lead, nameOf, onDecided }: { lead?: string; nameOf: NameOf; onDecided(all: ApprovalDecision[]): void },
): Cards {
	const decisions: ApprovalDecision[] = [];
	const section = make("section", { class: "approvals", "data-testid": "approvals" });
	const firstOpen = () => cards.find((card) => card.isOpen());
	const cards = calls.map((call) =>
		cardFor(call, nameOf, (decision) => {
			decisions.push(decision);
			if (decisions.length < calls.length) return firstOpen()?.element.focus();
			fold(decisions.every(({ approved }) => approved) ? "✓ All approved" : "Decided");
			onDecided(decisions);
		}),
	);
	const decideAll = (approved: boolean) => () => {
		for (const card of cards) if (card.isOpen()) card.decide(approved);
	};
	const both = make(
		"div",
		{ class: "approval-buttons" },
		make("span", { class: "approval-count" }, `${calls.length} calls wait`),
		make("button", { type: "button", "data-testid": "deny-all", onclick: decideAll(false) }, "Deny all"),
		make(
			"button",
			{ type: "button", class: "primary", "data-testid": "approve-all", onclick: decideAll(true) },
			"Approve all",
		),
	);
	/** Many decided cards become one line that can be opened. */
	const fold = (outcome: string) => {
		both.remove();
		if (cards.length === 1) return;
		const summary = make("summary", {}, `${outcome}: ${cards.length} calls`);
		const all = cards.map((card) => card.element);
		section.append(make("details", { class: "approval-done" }, summary, ...all));
	};
	if (lead) section.append(make("p", { class: "approval-lead" }, lead));
	if (calls.length > 1) section.append(both);
	section.append(...cards.map((card) => card.element));
	return {
		element: section,
		focus: () => firstOpen()?.element.focus(),
		close: (why) => {
			const open = cards.filter((card) => card.isOpen());
			for (const card of open) card.close(why);
			if (open.length > 0) fold(why);
		},
	};
}

let made = 0;

function cardFor(call: PendingCall, nameOf: NameOf, onDecision: (decision: ApprovalDecision) => void): Card {
	made += 1;
	const titleId = `approval-${made}`;
	const { server, tool } = partsOf(call.name);
	const title = make("p", { class: "approval-title", id: titleId }, "Run ", make("code", {}, tool));
	if (server !== "") title.append(" of ", make("strong", {}, server));
	title.append("?");
	const reason = make("input", {
		class: "approval-reason",
		placeholder: "Why not?",
		"aria-label": "Reason, if you deny it",
		maxlength: String(MAX_REASON_CHARS),
		"data-testid": "deny-reason",
		autocomplete: "off",
	});
	let open = true;
	const close = (outcome: string) => {
		open = false;
		card.classList.add("decided");
		card.removeAttribute("tabindex");
		buttons.remove();
		card.append(make("p", { class: "approval-outcome", "data-testid": "approval-outcome" }, outcome));
	};
	const decide = (approved: boolean, because = "") => {
		if (!open) return;
		close(approved ? "✓ Approved" : because === "" ? "✕ Denied" : `✕ Denied: ${because}`);
		onDecision({ id: call.id, approved, ...(because !== "" && { reason: because }) });
	};
	const deny = () => decide(false, reason.value.trim());
	const buttons = make(
		"div",
		{ class: "approval-buttons" },
		reason,
		make("button", { type: "button", "data-testid": "deny", onclick: deny }, "Deny"),
		make(
			"button",
			{ type: "button", class: "primary", "data-testid": "approve", onclick: () => decide(true) },
			"Approve",
		),
	);
	const card = make(
		"form",
		{
			class: "approval",
			role: "group",
			// The card, not its button, takes the focus: what one was about to type approves nothing.
			tabindex: "-1",
			"aria-labelledby": titleId,
			"data-testid": "approval",
			"data-tool": call.name,
			onsubmit: (event) => {
				event.preventDefault();
				if (reason.value.trim() !== "") deny();
			},
		},
		title,
		argumentList(call, nameOf),
		buttons,
	);
	return { element: card, isOpen: () => open, decide, close };
}

/** What the tool will get; of what came by a reference, where it comes from as well. */
function argumentList({ args, written = {} }: PendingCall, nameOf: NameOf): HTMLElement {
	const entries = parts(args);
	if (entries.length === 0) return make("p", { class: "approval-none" }, "It takes no arguments.");
	const wrote = new Map(parts(written));
	const list = make("dl", { class: "approval-arguments" });
	for (const [name, value] of entries) {
		const reference = wrote.get(name);
		const source = isReference(reference) ? [make("p", {}, readable(reference, nameOf))] : [];
		list.append(make("dt", {}, name), make("dd", {}, ...source, shown(value, nameOf)));
	}
	return list;
}

/** The fields of objects stand by themselves, as `params.title`. */
function parts(args: JsonObject): [string, Json | undefined][] {
	return Object.entries(args).flatMap(([name, value]): [string, Json | undefined][] => {
		const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
		if (!isObject || isReference(value) || Object.keys(value).length === 0) return [[name, value]];
		return Object.entries(value).map(([key, part]) => [`${name}.${key}`, part]);
	});
}

function isReference(value: Json | undefined): boolean {
	return typeof value === "object" && value !== null && "$result" in value;
}

function shown(value: Json | undefined, nameOf: NameOf): HTMLElement {
	const text = readable(value, nameOf);
	const whole = make("pre", {}, text);
	if (text.length <= MAX_OPEN_CHARS) return whole;
	const beginning = `${text.slice(0, MAX_OPEN_CHARS / 2).replace(/\s+/g, " ")} …`;
	const summary = make("summary", {}, beginning, make("small", {}, ` ${text.length} characters`));
	return make("details", { class: "folded" }, summary, whole);
}
