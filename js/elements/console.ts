/** `<auto-ui-console>`: every request and call of the runs, with their times, tokens and costs. */
import { readRecording } from "../workspace/read-recording.js";
import type { RecordedEntry, RecordedRequest, Recording } from "../workspace/recording.js";
import { replayable, replayOf } from "../workspace/replay.js";
import type { Workspace } from "../workspace/workspace.js";
import { timeText } from "./amounts.js";
import { AutoUiElement, define, html, icon, nothing, repeat } from "./base.js";
import { LOOKS } from "./looks.js";
import { detailOf } from "./console/detail.js";
import { CONSOLE_LOOKS } from "./console/looks.js";
import { costOf, type Filter, filtered, hasFailed, titleOf } from "./console/rows.js";
import { spansOf } from "./console/spans.js";
import { saveFile } from "./save.js";
import "./widget.js";

/** A line is so high, CSS pixels; all are, so that it is known which are in sight. */
const LINE = 34;
/** So many more are drawn above and below. */
const BESIDE = 8;
const KINDS = ["all", "request", "call", "failed"] as const;

/** The whole numbers from one to another. */
const span = (from: number, to: number): number[] =>
	Array.from({ length: to - from + 1 }, (_, at) => from + at);

/**
 * Shows what the workspace has recorded (spec "Tool Calling and Dispatch", AgentConsole): each request and call as a line with its place
 * in time; a press shows what was sent, what came back and how the prompt differs from that of the request before. It can be filtered
 * and searched, run again with the recorded answers, taken along as JSON or as OpenTelemetry spans, and another recording can be looked at in its place.
 *
 * Property: `recording`, one to show instead of the workspace's. Parts: `line`, `detail`, `replay`, `sums`, `json`,
 * `spans`, `open`.
 */
export class AutoUiConsole extends AutoUiElement {
	#given: Recording | undefined;
	#filter: Filter = { words: "", kind: "all" };
	#open: number | undefined;
	/** The line that has the focus. */
	#held: number | undefined;
	#problem = "";
	#top = 0;
	#height = 600;

	/** What is shown in the place of the workspace's own recording; `undefined` shows that again. */
	get recording(): Recording | undefined {
		return this.#given;
	}

	set recording(recording: Recording | undefined) {
		this.#given = recording;
		this.update();
	}

	protected override looks(): string {
		return LOOKS + CONSOLE_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		this.follow(workspace.recorder);
		const seen = new ResizeObserver(() => {
			this.#height = this.shadow.querySelector(".lines")?.clientHeight ?? this.#height;
			this.update();
		});
		seen.observe(this);
		this.whileOpen(() => seen.disconnect());
	}

	protected override view() {
		const { t } = this;
		const { entries } = this.#shown();
		const lines = filtered(entries, this.#filter);
		const inSight = this.#inSight(lines);
		const scrolled = ({ currentTarget }: Event) => {
			const { scrollTop, clientHeight } = currentTarget as HTMLElement;
			[this.#top, this.#height] = [scrollTop, clientHeight];
			this.update();
		};
		return html`<div class="frame">${this.#bar(entries)}${this.#sums(entries)}
			<div class="lines" tabindex="0" role="group" aria-label=${t("console")} @scroll=${scrolled}>
				<ol class="plain" data-high=${lines.length * LINE} role="list">${repeat(
					inSight,
					({ entry }) => entry.id,
					({ entry, at }) => this.#line(entry, at, lines.length, entries),
				)}</ol>${lines.length === 0 ? html`<p class="hint">${t(entries.length === 0 ? "nothing-yet" : "nothing-found")}</p>` : nothing}</div>
			${this.#detail(entries)}</div>`;
	}

	/** The lines that are drawn: those in sight, the one that has the focus, wherever it is, and some beside them. */
	#inSight(lines: readonly RecordedEntry[]): { entry: RecordedEntry; at: number }[] {
		const first = Math.floor(this.#top / LINE);
		const held = lines.findIndex(({ id }) => id === this.#held);
		const drawn = new Set(span(first - BESIDE, first + Math.ceil(this.#height / LINE) + BESIDE));
		// Whoever presses Tab again and again is ahead of the scrolling.
		if (held >= 0) for (const at of span(held - BESIDE, held + BESIDE)) drawn.add(at);
		const inOrder = [...drawn].sort((one, other) => one - other);
		return inOrder.flatMap((at) => {
			const entry = lines[at];
			return entry ? [{ entry, at }] : [];
		});
	}

	/** `style` as an attribute would break a strict policy; what is placed is placed through CSSOM. */
	protected override drawn(): void {
		for (const placed of this.shadow.querySelectorAll<HTMLElement>("[data-top], [data-from], [data-high]")) {
			const { top, from, part, high } = placed.dataset;
			if (high !== undefined) placed.style.height = `${high}px`;
			if (top !== undefined) placed.style.insetBlockStart = `${top}px`;
			if (from !== undefined) placed.style.insetInlineStart = `${from}%`;
			if (part !== undefined) placed.style.inlineSize = `${part}%`;
		}
	}

	#shown(): Recording {
		return this.#given ?? this.workspace.recorder.toJSON();
	}

	#bar(entries: readonly RecordedEntry[]): unknown {
		const { t } = this;
		const look = (change: Partial<Filter>) => {
			this.#filter = { ...this.#filter, ...change };
			this.update();
		};
		const typed = ({ currentTarget }: Event) => look({ words: (currentTarget as HTMLInputElement).value });
		const kind = ({ currentTarget }: Event) =>
			look({ kind: (currentTarget as HTMLSelectElement).value as Filter["kind"] });
		const model = this.workspace.model.provider?.model ?? "unknown";
		const json = () => this.#save("recording.json", this.#shown());
		const spans = () => this.#save("spans.json", spansOf(this.#shown(), model));
		const opened = ({ currentTarget }: Event) =>
			void this.#read((currentTarget as HTMLInputElement).files?.[0]);
		const own = () => {
			this.recording = undefined;
		};
		const choose = () => this.shadow.querySelector<HTMLInputElement>("input[type=file]")?.click();
		return html`<div class="row" role="search" aria-label=${t("console")}><input type="search" class="grow" maxlength="200" placeholder=${t("search")} aria-label=${t("search")} @input=${typed} />
			<select aria-label=${t("show")} @change=${kind}>${KINDS.map((name) => html`<option value=${name}>${t(`show-${name}`)}</option>`)}</select></div>
			<div class="row"><button type="button" ?disabled=${entries.length === 0} part="json" @click=${json}>JSON</button>
			<button type="button" ?disabled=${entries.length === 0} part="spans" @click=${spans}>OpenTelemetry</button>
			<button type="button" part="open" @click=${choose}>${t("open-recording")}</button><input type="file" hidden accept=".json,application/json" @change=${opened} />
			${this.#given ? html`<button type="button" @click=${own}>${t("own-recording")}</button>` : html`<button type="button" ?disabled=${entries.length === 0} @click=${() => this.workspace.recorder.clear()}>${t("empty-it")}</button>`}
			<span class="failed" role="alert">${this.#problem}</span></div>`;
	}

	#sums(entries: readonly RecordedEntry[]): unknown {
		const costs = entries.flatMap((entry) => (entry.kind === "request" ? (costOf(entry) ?? []) : []));
		const sum = (of: (cost: (typeof costs)[number]) => number) =>
			costs.reduce((all, cost) => all + of(cost), 0);
		const usd = costs.some((cost) => cost.usd !== undefined)
			? ` · $${sum((cost) => cost.usd ?? 0).toFixed(4)}`
			: "";
		const requests = entries.filter(({ kind }) => kind === "request").length;
		return html`<p class="hint" part="sums" role="status">${this.t("sums", {
			requests,
			calls: entries.length - requests,
			input: sum(({ input }) => input),
			output: sum(({ output }) => output),
		})}${usd}</p>`;
	}

	#line(entry: RecordedEntry, at: number, count: number, entries: readonly RecordedEntry[]): unknown {
		const run = entries.filter((other) => other.run === entry.run);
		const start = run[0]?.start ?? entry.start;
		const end = Math.max(...run.map((other) => other.end ?? Date.now()));
		const whole = Math.max(1, end - start);
		const ms = entry.end === undefined ? undefined : entry.end - entry.start;
		const cost = entry.kind === "request" ? costOf(entry) : undefined;
		const press = () => {
			this.#open = this.#open === entry.id ? undefined : entry.id;
			this.update();
		};
		const hold = (id: number | undefined) => () => {
			this.#held = id;
			this.update();
		};
		const share = (part: number) => String(Math.min(100, Math.max(0, (100 * part) / whole)));
		return html`<li data-top=${at * LINE} aria-setsize=${count} aria-posinset=${at + 1}>
			<button type="button" part="line" class=${`line ${hasFailed(entry) ? "bad" : ""}`} aria-expanded=${String(this.#open === entry.id)} @click=${press} @focus=${hold(entry.id)} @blur=${hold(undefined)}>
				<span class="kind" aria-hidden="true">${icon(entry.kind === "call" ? "call" : "request")}</span><span class="what">${titleOf(entry, this.t)}</span>
				<span class="track" aria-hidden="true"><span class="bar" data-from=${share(entry.start - start)} data-part=${share(ms ?? end - entry.start)}></span></span>
				<small class="time">${ms === undefined ? "…" : timeText(ms)}</small>
				<small class="cost">${cost ? this.t("tokens", { input: cost.input, output: cost.output }) : ""}${cost?.usd === undefined ? "" : ` · $${cost.usd.toFixed(4)}`}</small></button></li>`;
	}

	#detail(entries: readonly RecordedEntry[]): unknown {
		const at = entries.findIndex(({ id }) => id === this.#open);
		const entry = entries[at];
		if (!entry) return nothing;
		const before = entries
			.slice(0, at)
			.findLast((other): other is RecordedRequest => other.kind === "request" && other.run === entry.run);
		return html`<section class="detail" part="detail" tabindex="0" aria-label=${titleOf(entry, this.t)}>${before ? nothing : this.#replay(entry)}${detailOf(entry, before, this.t)}</section>`;
	}

	/** At a run's first request: the wish can be run again, with what was recorded in the place of the model. */
	#replay({ kind, run }: RecordedEntry): unknown {
		const recording = this.#shown();
		const wish = kind === "request" ? replayable(recording, run) : undefined;
		if (wish === undefined) return nothing;
		const again = () => this.workspace.conversation.send(wish, [], replayOf(recording, run));
		return html`<div class="row"><button type="button" part="replay" @click=${again}>${this.t("replay")}</button><small>${this.t("replay-what")}</small></div>`;
	}

	async #read(file: File | undefined): Promise<void> {
		if (!file) return;
		try {
			this.recording = readRecording(JSON.parse(await file.text()));
			this.#problem = "";
		} catch {
			this.#problem = this.t("no-recording", { name: file.name });
		}
		this.update();
	}

	#save(name: string, what: object): void {
		saveFile(name, JSON.stringify(what, null, 1), "application/json");
	}
}

define("auto-ui-console", AutoUiConsole);
