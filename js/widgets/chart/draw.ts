/** Charts of the library, in the page's colours also when these change. */
import type { Chart, ChartConfiguration } from "chart.js";
import type { JsonObject, WidgetContext, WidgetRenderer } from "../../types/index.js";
import { element } from "../dom.js";
import { onThemeChange } from "../theme.js";
import { toldOf } from "../told.js";
import { type Content, html, type Loose, nothing, stateful } from "../view.js";
import { pointing } from "./pointing.js";

/** It is on its way as soon as a chart is, and asked for again where that failed. */
const library = import("chart.js");
library.catch(() => undefined);

/** So long the library moves a chart to its new data. */
const MOVING_MS = 1_000;

/** What a chart is made of. */
export interface Picture {
	/** In words, for those who cannot see it. */
	readonly label: string;
	/** What linked widgets call its values, where the picture calls them otherwise. */
	readonly labels?: readonly string[];
	/** What stands above and below the picture. */
	readonly above: Content;
	readonly below: Content;
	/** How the library draws it; nothing where there is nothing to draw. */
	config(canvas: HTMLElement): ChartConfiguration | undefined;
	/** What a press on a value tells, by its series and its place in it. */
	pressed?(series: number, at: number): JsonObject | undefined;
}

/**
 * A renderer of charts: the library loads with the first one, and other data changes the chart that is there. A press on a value, or Enter
 * where the arrow keys have led to it, tells `pointselect`.
 */
export function charted(read: (data: Loose) => Picture): WidgetRenderer {
	return async (container, data, context) => {
		const canvas = element("canvas", { role: "img", tabindex: "0" });
		const box = element("div", { class: "wm-chart" }, canvas);
		let picture: Picture;
		const framed = stateful(() => (given) => {
			picture = read(given);
			canvas.setAttribute("aria-label", picture.label);
			return html`${picture.above}${picture.config(canvas) ? box : nothing}${picture.below}`;
		})(container, data, context) as { update(data: JsonObject): void; dispose(): void };
		const { Chart, registerables } = await library.catch(() => import("chart.js"));
		Chart.register(...registerables);
		let chart: Chart | undefined;
		let moved = 0;
		const told = toldOf();
		/** A chart of one type cannot become one of another. */
		const draw = (anew: boolean) => {
			const config = picture.config(canvas);
			if (config && chart && !anew && typeOf(chart.config) === typeOf(config)) {
				Object.assign(chart, { data: config.data, options: config.options ?? {} });
				// What changes again before it has moved would never come to rest.
				const now = performance.now();
				chart.update(now - moved < MOVING_MS ? "none" : undefined);
				moved = now;
				return;
			}
			chart?.destroy();
			chart = config && new Chart(canvas, config);
		};
		draw(true);
		const unfollow = onThemeChange(() => draw(true));
		const point = pointing(
			canvas,
			() => chart,
			(series, at) => tell(context, picture.pressed?.(series, at)),
		);
		return {
			update(next) {
				framed.update(next);
				draw(false);
			},
			receive(_, payload) {
				if (!told.hear(payload)) return;
				const labels = picture.labels ?? chart?.data.labels ?? [];
				point(labels.flatMap((label, at) => (told.has(String(label)) ? [at] : [])));
			},
			dispose() {
				unfollow();
				chart?.destroy();
				chart = undefined;
				framed.dispose();
			},
		};
	};
}

function tell({ emit }: WidgetContext, payload: JsonObject | undefined): void {
	if (payload) emit("pointselect", payload);
}

function typeOf(config: object): unknown {
	return "type" in config ? config.type : undefined;
}
