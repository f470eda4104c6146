/** One line of a console in full: what was sent, what came back, and what has changed since the request before. */
import type { JsonObject } from "../../types/index.js";
import type { Say } from "../../words/words.js";
import type { RecordedEntry, RecordedRequest } from "../../workspace/recording.js";
import { html, nothing } from "../base.js";
import { OWN } from "../own-widgets.js";
import { promptOf } from "./rows.js";

const MAX_CHARS = 50_000;

const shown = (value: unknown): string => {
	const text = typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "");
	return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)} …` : text;
};

/** @param before - The request before this one, of the same run. */
export function detailOf(entry: RecordedEntry, before: RecordedRequest | undefined, t: Say): unknown {
	if (entry.kind === "call") {
		const { args, result, error, fixes = [] } = entry.call;
		return html`${part(t("arguments"), shown(args), true)}${fixes.length === 0 ? nothing : part(t("mended"), fixes.join("\n"), true)}
			${part(t(error === undefined ? "result" : "failure"), shown(error ?? result ?? ""), true)}`;
	}
	const diff: JsonObject = {
		before: shown(before ? promptOf(before.messages) : ""),
		after: shown(promptOf(entry.messages)),
	};
	return html`${part(t("messages"), shown(promptOf(entry.messages)), before === undefined)}
		${before ? html`<details open><summary>${t("since-before")}</summary><auto-ui-widget type="diff" .servers=${OWN} .data=${diff}></auto-ui-widget></details>` : nothing}
		${part(t("tools", { n: entry.tools.length }), entry.tools.map(({ name }) => name).join("\n"), false)}
		${entry.response ? part(t("reply"), shown(entry.response.content), true) : nothing}`;
}

function part(title: string, text: string, isOpen: boolean): unknown {
	return html`<details ?open=${isOpen}><summary>${title}</summary><pre>${text}</pre></details>`;
}
