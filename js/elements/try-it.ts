/** One tool of a server, with a form made from its schema, by which a person calls it. */
import type { JsonObject, JsonSchema } from "../types/index.js";
import type { Say } from "../words/words.js";
import { timeText } from "./amounts.js";
import { html, nothing } from "./base.js";
import { OWN } from "./own-widgets.js";

const MAX_SHOWN_CHARS = 20_000;

/** A tool as it is shown. */
export interface Tool {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: JsonSchema;
	readonly annotations?: JsonObject;
}

/** What came of a call. */
interface Tried {
	readonly text: string;
	readonly isError: boolean;
	readonly ms: number;
}

/** What was tried, tool by tool. */
export class TryIt {
	readonly #tried = new Map<string, Tried | "running">();
	/** The tools that were looked at: a form is drawn when it is first wanted. */
	readonly #seen = new Set<string>();
	readonly #redraw: () => void;

	constructor(redraw: () => void) {
		this.#redraw = redraw;
	}

	/** @param server - Whose tool it is. @param key - Tells that one from others. @param call - Calls the tool and gives its answer as text. */
	view(
		{ key: serverKey, name: server }: { key: string; name: string },
		tool: Tool,
		t: Say,
		call: (args: JsonObject) => Promise<{ text: string; isError: boolean }>,
	): unknown {
		const key = `${serverKey} ${tool.name}`;
		const tried = this.#tried.get(key);
		const isRunning = tried === "running";
		const submit = (event: Event) => {
			const { values = {} } = (event as CustomEvent<{ values?: JsonObject }>).detail ?? {};
			event.stopPropagation();
			if (!isRunning) void this.#call(key, () => call(values));
		};
		const hint =
			tool.annotations?.destructiveHint === true ? html` <strong>${t("may-change")}</strong>` : nothing;
		const toggled = ({ currentTarget }: Event) => {
			if (!(currentTarget as HTMLDetailsElement).open || this.#seen.has(key)) return;
			this.#seen.add(key);
			this.#redraw();
		};
		const title = t("tool-of", { tool: tool.name, server });
		const data = { title, schema: tool.inputSchema, submit: t("call") };
		const form = html`<auto-ui-widget type="form" .servers=${OWN} .data=${data} @submit=${submit}></auto-ui-widget>`;
		return html`<li><details part="tool" @toggle=${toggled}><summary><code>${tool.name}</code></summary>
			<div class="body"><p class="hint">${tool.description ?? ""}${hint}</p>
			${this.#seen.has(key) ? form : nothing}
			<div role="status" part="tried">${tried === undefined ? nothing : isRunning ? t("running") : result(tried as Tried, t)}</div></div></details></li>`;
	}

	async #call(key: string, call: () => Promise<{ text: string; isError: boolean }>): Promise<void> {
		this.#tried.set(key, "running");
		this.#redraw();
		const began = performance.now();
		const answer = await call().catch((error: unknown) => ({
			text: error instanceof Error ? error.message : String(error),
			isError: true,
		}));
		this.#tried.set(key, { ...answer, ms: performance.now() - began });
		this.#redraw();
	}
}

function result({ text, isError, ms }: Tried, t: Say): unknown {
	const shown = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)} …` : text;
	return html`<small>${t(isError ? "failed-after" : "answered-after", { time: timeText(ms) })}</small><pre class=${isError ? "failed" : ""}>${shown}</pre>`;
}
