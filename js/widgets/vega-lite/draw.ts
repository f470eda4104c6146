/** Charts by a spec, as widgets. */
import type { JsonObject, WidgetRenderer } from "../../types/index.js";
import { numberOf } from "../amount.js";
import { element, recordOf, textOf } from "../dom.js";
import { render } from "../lit.js";
import { type NumberRow, numberTable } from "../numbers.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { taking } from "../taking.js";
import { onThemeChange } from "../theme.js";
import { type Content, given, html, type Loose, nothing } from "../view.js";
import { library } from "./library.js";
import { live } from "./live.js";
import { type Prepared, prepared, sentenceOf } from "./spec.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** What a chart by a spec shows. */
export interface Chart {
	readonly title: string;
	readonly spec: unknown;
	/** What is drawn, where it is not within the spec. */
	readonly rows: readonly unknown[] | undefined;
	/** In words, for those who cannot see it. */
	readonly label: string;
	/** Why it cannot be drawn. */
	readonly problem?: string;
	/** What a press on a mark tells of the row behind it; the row itself without. */
	told?(row: JsonObject): JsonObject;
}

/** So many rows and numbers of each are read out. */
const [MAX_READ, MAX_COLUMNS] = [100, 6];

/**
 * A renderer of charts by a spec: the library loads with the first one, other rows change the chart that is there, and a press on a mark, or
 * Enter where the arrow keys have led to it, tells `pointselect`. What is wrong with a spec is said in the chart's place.
 */
export function grammar(read: (data: Loose) => Chart): WidgetRenderer {
	return async (container, data, { emit }) => {
		const loaded = await library();
		useStyles(container, looks);
		const plane = element("div", { class: "wm-vega" });
		let [chart, turn] = [read(data), 0];
		const told = (row: JsonObject) => chart.told?.(row) ?? row;
		const drawn = live(loaded, plane, told, (row) => emit("pointselect", row));
		const frame = (problem: string, shown?: Prepared) => {
			const { title } = chart;
			const isEmpty = shown?.rows?.length === 0;
			plane.hidden = !shown || isEmpty;
			const above = given(problem, problemView);
			const below =
				shown && !isEmpty ? html`${readOut(title, shown)}${taking(title || "chart", drawn)}` : nothing;
			const why = isEmpty ? say("There are no rows to draw.") : "";
			render(html`${heading(title)}${above}${plane}${below}${note(why)}`, container);
		};
		/** Of two drawings that overlap the later one counts. */
		const draw = async (isAnew: boolean) => {
			turn += 1;
			const own = turn;
			try {
				if (chart.problem) throw new Error(chart.problem);
				const ready = prepared(chart.spec, chart.rows);
				// The library measures where it draws.
				plane.hidden = false;
				await drawn.show(ready, labelOf(chart, ready), isAnew);
				if (own === turn) frame("", ready);
			} catch (error) {
				if (own === turn) frame(sentenceOf(error));
			}
		};
		frame("");
		await draw(true);
		const unfollow = onThemeChange(() => void draw(true));
		return {
			update(next) {
				chart = read(next);
				void draw(false);
			},
			receive: (_, payload) => drawn.receive(payload),
			dispose() {
				turn += 1;
				unfollow();
				drawn.end();
				render(nothing, container);
			},
		};
	};
}

function problemView(problem: string): Content {
	return html`<div class="wm-alert wm-alert-error" role="alert">${say("This chart cannot be drawn.")} ${problem}</div>`;
}

function labelOf({ title, label }: Chart, { rows }: Prepared): string {
	const count = rows ? ` ${say("{n} rows.", { n: rows.length })}` : "";
	return `${title === "" ? "" : `${title}: `}${label}${count}`;
}

/** The first numbers as a table, and how many rows are not shown. */
function readOut(title: string, { rows = [], left }: Prepared): Content {
	const first = recordOf(rows[0]);
	const isNumber = (name: string) => typeof first[name] === "number";
	const heads = Object.keys(first).filter(isNumber).slice(0, MAX_COLUMNS);
	const names = Object.keys(first).filter((name) => !isNumber(name));
	const line = (row: unknown, at: number): NumberRow => {
		const words = names.map((name) => textOf(recordOf(row)[name], 80)).filter((text) => text !== "");
		return [words.join(", ") || String(at + 1), ...heads.map((head) => numberOf(recordOf(row)[head]))];
	};
	const table = heads.length > 0 ? numberTable(title, rows.slice(0, MAX_READ).map(line), heads) : nothing;
	return html`${table}${note(left > 0 ? say("{n} further rows are not shown.", { n: left }) : "")}`;
}
