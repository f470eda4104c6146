/** How charts by a spec look where it does not say: the page's colours and letters, calm axes. */
import type { Config } from "vega-lite";
import { inNumbers } from "../solid.js";
import { recordOf } from "../dom.js";
import { animated, colorsOf } from "../theme.js";
import type { Spec } from "./spec.js";

/** The height of a chart that does not say one, and of a bar among others. */
const [HEIGHT, STEP] = [280, 28];

/** The library's configuration, in the colours that `element` inherits; of many rows each costs less. `angle` is how names of an axis lie. */
export function configOf(element: HTMLElement, isMuch: boolean, angle: number): Config {
	const token = colorsOf(element);
	const solid = inNumbers();
	const color = (name: Parameters<typeof token>[0]) => solid(token(name));
	const [accent, teal, amber, accent2] = [color("accent"), color("teal"), color("amber"), color("accent2")];
	const [words, line, strong, paper] = [color("text2"), color("border"), color("border2"), color("surface")];
	const mixed = (one: string, other: string) => solid(`color-mix(in srgb, ${one} 55%, ${other})`);
	const ink = solid(getComputedStyle(element).color);
	const font = getComputedStyle(element).fontFamily;
	const label = { labelColor: words, titleColor: words, labelFontSize: 11, titleFontSize: 12 };
	const title = { titleFontWeight: "normal" as const };
	return {
		background: paper,
		font,
		padding: 4,
		// The page's other elements are not listened to; a brush goes on outside of the chart.
		events: {
			selector: false,
			window: ["pointermove", "pointerup", "mousemove", "mouseup"],
			timer: animated(1) > 0,
		},
		// The chart as a whole says what it shows: a press or a tip tells of one mark.
		aria: false,
		mark: { tooltip: { content: isMuch ? "data" : "encoding" }, color: accent },
		view: { stroke: null, continuousHeight: HEIGHT, discreteHeight: { step: STEP } },
		axis: {
			...label,
			...title,
			domain: false,
			gridColor: line,
			tickColor: strong,
			labelLimit: 140,
			labelOverlap: true,
		},
		axisX: { labelFlush: true },
		axisXDiscrete: { labelAngle: angle },
		axisBand: { grid: false },
		axisXTemporal: { tickCount: { expr: "ceil(width / 80)" } },
		header: { ...label, ...title },
		legend: {
			...label,
			...title,
			orient: "bottom",
			columns: 4,
			layout: { bottom: { anchor: "start", direction: "vertical", margin: 6 } },
			labelLimit: 140,
			symbolLimit: 24,
		},
		title: { color: words, subtitleColor: words, fontWeight: "normal", anchor: "start" },
		bar: { cornerRadiusEnd: 3 },
		arc: { stroke: paper },
		line: { strokeWidth: 2 },
		rule: { color: words },
		tick: { color: accent },
		text: { color: words },
		boxplot: {
			size: 24,
			ticks: { size: 12 },
			rule: { color: words },
			median: { color: paper },
		},
		errorbar: { ticks: { size: 10, color: words }, rule: { color: words } },
		style: { second: { color: amber, stroke: amber }, strong: { color: ink, fill: ink } },
		range: {
			category: [
				...[accent, teal, amber, accent2],
				...[mixed(accent, teal), mixed(amber, accent2), mixed(teal, amber), mixed(accent, accent2)],
			],
			// Up and down, and what is neither.
			signs: [teal, accent2, words],
			ordinal: [mixed(accent, paper), accent],
			ramp: [color("surface2"), accent],
			heatmap: [color("surface2"), accent],
			diverging: [accent2, color("surface2"), accent],
		},
	} as unknown as Config;
}

const PARTS = ["layer", "hconcat", "vconcat", "concat", "spec"];

/** A spec whose boxes end in the colour of words: the library has that black, unless the mark itself says a colour. */
export function dressed(spec: Spec, element: HTMLElement): Spec {
	const color = inNumbers()(colorsOf(element)("text2"));
	const isOff = recordOf(recordOf(spec.config).boxplot).ticks === false;
	const dress = (one: unknown): unknown => {
		if (typeof one !== "object" || one === null) return one;
		if (Array.isArray(one)) return one.map(dress);
		const { mark } = one as Spec;
		const own = typeof mark === "string" ? { type: mark } : recordOf(mark);
		const isEnded = own.ticks !== false && !(isOff && own.ticks === undefined);
		const parts = PARTS.filter((name) => name in one);
		return {
			...one,
			...(own.type === "boxplot" &&
				isEnded && { mark: { ...own, ticks: { color, ...recordOf(own.ticks) } } }),
			...Object.fromEntries(parts.map((name) => [name, dress((one as Spec)[name])])),
		};
	};
	return dress(spec) as Spec;
}
